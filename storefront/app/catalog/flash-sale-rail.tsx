import { Icon } from '@ceiba/ui/icon';
import { Rail } from '@ceiba/ui/rail';
import type { CardProduct } from './card-product.ts';
import { CountdownBoxes } from './countdown.tsx';
import { type PackedCard, useCards } from './packed-card.ts';
import { CardItem } from './product-card.tsx';

/** The ends of the sales, earliest first. The section counts down to each in turn. */
const endsOf = (products: readonly CardProduct[]): string[] =>
  products
    .flatMap(({ flashSale }) => (flashSale === null ? [] : [flashSale.endsAt]))
    .sort((a, b) => Date.parse(a) - Date.parse(b));

/** The one crimson section of the home page (CAT-14, DEC-20). */
export default function FlashSaleRail({ title, products: packed }: { title: string; products: readonly PackedCard[] }) {
  const products = useCards(packed);
  const [firstEnd, ...laterEnds] = endsOf(products);
  return (
    <Rail
      id="ofertas-relampago"
      className="-mx-gutter bg-offer-soft px-gutter py-6 lg:mx-0 lg:rounded-leaf lg:p-8"
      title={
        <span className="flex items-center gap-3">
          <span className="grid size-touch flex-none place-items-center rounded-[14px_4px_14px_4px] bg-offer text-white">
            <Icon name="zap" size="lg" className="fill-current" />
          </span>
          {title}
        </span>
      }
      action={firstEnd === undefined ? undefined : <CountdownBoxes ends={[firstEnd, ...laterEnds]} />}
    >
      {products.map((product) => (
        <CardItem key={product.sku} product={product} button="primary" />
      ))}
    </Rail>
  );
}
