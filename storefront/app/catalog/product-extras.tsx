import type { WarrantyOption } from '@ceiba/contract/catalog';
import { fixedTags } from '@ceiba/domain/catalog/tags';
import { presaleText } from '@ceiba/domain/delivery/delivery-date';
import { helpPagePath } from '@ceiba/domain/help/help-pages';
import { askingTexts } from '@ceiba/domain/policies/support-links';
import { clearWarrantyLabel, lowestWarrantyText } from '@ceiba/domain/warranties/warranty';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { Picture } from '@ceiba/ui/picture';
import { amountOf, shownAmount } from '@ceiba/ui/price';
import { ProductTag } from '@ceiba/ui/tag';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useShopData } from '../platform/shop-data.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { buyFormId } from './buy-form.ts';
import type { ProductPageData } from './product-page-data.ts';

/** Extended warranties (WAR-04, WAR-06, WAR-11). The chosen one is added together with the product. */
function WarrantyChoice({ warranties }: { warranties: readonly WarrantyOption[] }) {
  const { flags } = useShopData();
  const group = useRef<HTMLFieldSetElement>(null);
  const clear = () => {
    for (const radio of group.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? []) radio.checked = false;
  };
  const lowest = lowestWarrantyText(warranties.map(({ amount }) => ({ amount: amountOf(amount) })));
  return (
    <fieldset ref={group} className="group/warranty panel">
      <legend className="sr-only">Garantía extendida</legend>
      <div className="flex items-start gap-2">
        <Icon name="shield-check" size="lg" />
        <div>
          <h2 className="heading-card">Garantía extendida</h2>
          <p className="text-sm text-ink-soft">
            {lowest}. Cubre reparaciones en taller autorizado.{' '}
            <Link to={helpPagePath('garantias')} className="link">
              Cómo funciona
            </Link>
          </p>
        </div>
      </div>
      <div className="mt-3 grid gap-1.5">
        {warranties.map(({ sku, label, amount }) => (
          <RadioCard
            key={sku}
            name="warranty"
            value={sku}
            form={buyFormId}
            title={label}
            aside={<b className="font-semibold tabular-nums">{shownAmount(amount)}</b>}
            className="px-3.5! py-3!"
          />
        ))}
      </div>
      {flags.warrantyImmediateRemoval && (
        <button
          type="button"
          onClick={clear}
          className="hidden min-h-touch items-center text-sm font-semibold text-ink-soft group-has-checked/warranty:inline-flex hover:underline"
        >
          {clearWarrantyLabel}
        </button>
      )}
    </fieldset>
  );
}

/** When a presale product arrives, when it is charged, and how to cancel it. */
function Presale({ day }: { day: string | null }) {
  const { supportPhone } = usePolicy();
  return (
    <section aria-labelledby="preventa" className="panel grid gap-1.5 text-sm">
      <h2 id="preventa" className="heading-card flex items-center gap-2">
        <Icon name="calendar-clock" size="lg" />
        Así funciona la preventa
      </h2>
      <p className="font-semibold">{presaleText(day)}</p>
      <p className="text-ink-soft">Con tarjeta se cobra al confirmar tu pedido; en efectivo pagas al recibirlo.</p>
      <p className="text-ink-soft">
        Para cancelarla antes de que salga, llámanos al {supportPhone} con el número de tu pedido: te devolvemos todo.
      </p>
    </section>
  );
}

/** Asks the shop about the product (WA-01). A plain link: it needs no script. */
function Chat({ href, text }: NonNullable<ProductPageData['product']['chat']>) {
  return (
    <p className="text-sm text-ink-soft">
      <a href={href} rel="noreferrer" className="place-button">
        <Icon name="headset" size="sm" />
        {askingTexts.button}
      </a>{' '}
      {text}
    </p>
  );
}

/** Extras of a product: gifts, warranties, the installation guide and the way to ask. */
export default function ProductExtras({ product }: Pick<ProductPageData, 'product'>) {
  const { warranties, freeProducts, installationGuide, chat } = product;
  const canBeBought = product.status === 'IN_STOCK' && product.salesPrice !== null;
  const isPresale = product.presale !== null && canBeBought;
  const hasMore = isPresale || (warranties.length > 0 && canBeBought);
  if (freeProducts.length === 0 && !installationGuide && !hasMore && !chat) return null;
  return (
    <div className="grid gap-5">
      {isPresale && <Presale day={product.presale?.deliveryDate ?? null} />}
      {freeProducts.map((gift) => (
        <section key={gift.title} className="panel flex items-center gap-3.5 p-3!">
          <div className="well size-18 flex-none rounded-md">
            <Picture image={gift.image} alt="" width={64} className="size-[88%] object-contain" />
          </div>
          <div className="min-w-0 flex-1 text-sm">
            <ProductTag tag={fixedTags.giftDetail} />
            <p className="mt-1 font-semibold">{gift.title}</p>
          </div>
        </section>
      ))}
      {warranties.length > 0 && canBeBought && <WarrantyChoice warranties={warranties} />}
      {installationGuide && (
        <a
          href={installationGuide.url}
          className="inline-flex min-h-touch items-center gap-2 justify-self-start text-sm font-semibold text-link hover:underline"
        >
          <Icon name="wrench" size="sm" />
          {installationGuide.title}
        </a>
      )}
      {chat && <Chat {...chat} />}
    </div>
  );
}
