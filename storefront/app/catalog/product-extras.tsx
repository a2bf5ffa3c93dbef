import { fixedTags } from '@ceiba/domain/catalog/tags';
import { presaleText } from '@ceiba/domain/delivery/delivery-date';
import { Icon } from '@ceiba/ui/icon';
import { Picture } from '@ceiba/ui/picture';
import { ProductTag } from '@ceiba/ui/tag';
import { usePolicy } from '../policies/shop-policy.ts';
import type { ProductPageData } from './product-page-data.ts';

/** The arrival date, charge and cancellation of a presale product. */
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

/** Extras of a product: how a presale works, and gifts. */
export default function ProductExtras({ product }: Pick<ProductPageData, 'product'>) {
  const { freeProducts, presale } = product;
  const isPresale = presale !== null && product.status === 'IN_STOCK' && product.salesPrice !== null;
  if (freeProducts.length === 0 && !isPresale) return null;
  return (
    <div className="grid gap-5">
      {isPresale && <Presale day={presale.deliveryDate} />}
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
    </div>
  );
}
