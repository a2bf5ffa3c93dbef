import { countdownTexts } from '@ceiba/domain/catalog/countdown';
import { percentBadge, priceText } from '@ceiba/domain/catalog/price';
import { freeDeliveryPlaceText, freeDeliveryText } from '@ceiba/domain/delivery/delivery-fee';
import {
  isInstallmentCalculatorVisible,
  longestPlanBanksText,
  longestPlanText,
} from '@ceiba/domain/payments/installments';
import { Icon } from '@ceiba/ui/icon';
import { Picture } from '@ceiba/ui/picture';
import { amountOf, Price, StruckPrice } from '@ceiba/ui/price';
import { PercentBadge } from '@ceiba/ui/price-text';
import { ProgressBar } from '@ceiba/ui/progress-bar';
import { ProductTag } from '@ceiba/ui/tag';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocationStore } from '../locations/location-store.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { AddButton } from './add-button.tsx';
import type { CardProduct } from './card-product.ts';
import { useRunningSale } from './use-running-sale.ts';

/** Widths of a card in rails and grids, from which the browser chooses a picture. */
const cardSizes = '(min-width:640px) 232px, 45vw';

/** More than two tags would not fit over the picture. */
const shownTags = 2;

/** Units at which the bar of a stock message is full. The bar only illustrates the number beside it. */
const fullStockBar = 24;

export interface ProductCardProps {
  product: CardProduct;
  /** `primary` only if the card is the page's main offer (flash sale). */
  button?: 'tonal' | 'primary';
  /** True for the first card of a page: its picture loads immediately, with priority. */
  eager?: boolean;
  heading?: 'h2' | 'h3';
  /** Shown in a corner of the picture. */
  corner?: ReactNode;
}

/**
 * The card of a product (CAT-09..12, DEC-22). The whole card is a link. Rows that may be empty keep their height, so that the buttons of a row of
 * cards line up.
 */
export function ProductCard({
  product: given,
  button = 'tonal',
  eager = false,
  heading: Heading = 'h3',
  corner,
}: ProductCardProps) {
  const { product, isOver } = useRunningSale(given);
  const isOut = product.status === 'OUT_OF_STOCK';
  return (
    <article className="card">
      <div className="card-well">
        <Picture
          image={product.mainImage}
          alt=""
          width={240}
          sizes={cardSizes}
          eager={eager}
          {...(isOut ? { className: 'opacity-55 grayscale' } : {})}
        />
        {corner}
      </div>
      {product.tags.length > 0 && (
        <div className="card-tags">
          {product.tags.slice(0, shownTags).map((tag) => (
            <ProductTag key={tag.id} tag={tag} />
          ))}
        </div>
      )}
      <div className="card-body">
        <Link to={product.brand.link} className="card-brand" discover="none">
          {product.brand.title}
        </Link>
        <Heading>
          <Link to={`/${product.slug}`} discover="none">
            {product.title}
          </Link>
        </Heading>
        <CardPrice product={product} />
        <CardNotes product={product} isSaleOver={isOver} />
        <AddButton product={product} variant={button} />
      </div>
    </article>
  );
}

/** A card as an item of a row. */
export const CardItem = (props: ComponentProps<typeof ProductCard>) => (
  <li>
    <ProductCard {...props} />
  </li>
);

function CardPrice({ product: { salesPrice, regularPrice, discount } }: { product: CardProduct }) {
  const policy = usePolicy();
  if (salesPrice === null)
    return <p className="mt-2 flex min-h-17 items-center text-sm text-ink-soft">{priceText(null)}</p>;
  const price = amountOf(salesPrice.value);
  const percent = discount && percentBadge(discount);
  const isReduced = regularPrice !== null && regularPrice.value > salesPrice.value;
  return (
    <>
      <div className="card-cut">
        {isReduced && <StruckPrice value={regularPrice.value} />}
        {percent !== null && <PercentBadge text={percent} />}
      </div>
      <Price value={salesPrice.value} offer={isReduced} className="card-price" />
      <p className="card-plan">
        {isInstallmentCalculatorVisible(price, policy) &&
          [
            longestPlanText(price, policy.installmentPlans),
            longestPlanBanksText(policy.installmentPlans, policy.installmentBanks),
          ].join(' ')}
      </p>
    </>
  );
}

/** "Gratis" or the fee at the chosen place. Without a place, the text of the cached page. */
function FreeDelivery() {
  return freeDeliveryText(
    useLocationStore(({ location }) => location?.userRegion ?? null),
    usePolicy(),
  );
}

function CardNotes({
  product: { lowStock, deliveryHint, validUntil },
  isSaleOver,
}: {
  product: CardProduct;
  isSaleOver: boolean;
}) {
  return (
    <div className="card-notes">
      {isSaleOver && <p className="font-semibold text-on-offer-soft">{countdownTexts.finished}</p>}
      {!isSaleOver && validUntil !== null && <p className="text-ink-soft">{validUntil}</p>}
      {lowStock === null ? (
        deliveryHint && (
          <p className="card-hint">
            <Icon name={deliveryHint.icon} size="sm" />
            {deliveryHint.text === freeDeliveryPlaceText ? <FreeDelivery /> : deliveryHint.text}
          </p>
        )
      ) : (
        <div className="grid gap-1.5 pt-1">
          <ProgressBar tone="offer" percent={(lowStock / fullStockBar) * 100} label="Unidades disponibles" />
          <p className="font-semibold tracking-[-0.01em] text-on-offer-soft">Solo quedan {lowStock} disponibles</p>
        </div>
      )}
    </div>
  );
}
