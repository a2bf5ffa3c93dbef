import type { WarrantyOption } from '@ceiba/contract/catalog';
import { guaranteeOf } from '@ceiba/domain/catalog/product-facts';
import { helpPagePath } from '@ceiba/domain/help/help-pages';
import { clearWarrantyLabel, lowestWarrantyText } from '@ceiba/domain/warranties/warranty';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { amountOf, shownAmount } from '@ceiba/ui/price';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useShopData } from '../platform/shop-data.ts';
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
    <fieldset ref={group} className="group/warranty">
      <legend className="sr-only">Garantía extendida</legend>
      <h2 className="heading-card flex items-center gap-2">
        <Icon name="shield-check" size="lg" />
        Garantía extendida
      </h2>
      <p className="text-sm text-ink-soft">
        {lowest}. Cubre reparaciones en taller autorizado.{' '}
        <Link to={helpPagePath('garantias')} className="link">
          Cómo funciona
        </Link>
      </p>
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

/** The maker's guarantee (ZOOM-08), extended warranties and the installation guide. The page adds its services to the same block. */
export default function ProductCare({ product }: Pick<ProductPageData, 'product'>) {
  const { installationGuide } = product;
  const guarantee = guaranteeOf(product);
  const warranties = product.status === 'IN_STOCK' && product.salesPrice !== null ? product.warranties : [];
  if (guarantee === null && warranties.length === 0 && !installationGuide) return null;
  return (
    <div className="grid gap-4">
      {guarantee !== null && (
        <section aria-labelledby="garantia" className="text-sm">
          <h2 id="garantia" className="heading-card flex items-center gap-2">
            <Icon name="badge-check" size="lg" />
            Garantía: {guarantee.duration}
          </h2>
          <p className="text-ink-soft">
            Responde: {guarantee.answers}.{' '}
            <Link to={helpPagePath('garantias')} className="link">
              Cómo usarla
            </Link>
          </p>
        </section>
      )}
      {warranties.length > 0 && <WarrantyChoice warranties={warranties} />}
      {installationGuide && (
        <a
          href={installationGuide.url}
          className="inline-flex min-h-touch items-center gap-2 justify-self-start text-sm font-semibold text-link hover:underline"
        >
          <Icon name="wrench" size="sm" />
          {installationGuide.title}
        </a>
      )}
    </div>
  );
}
