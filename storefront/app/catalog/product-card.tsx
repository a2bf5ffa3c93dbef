import { countdownTexts, percentBadge, priceText } from '@ceiba/domain/catalog/price';
import { isInstallmentCalculatorVisible, longestPlanText } from '@ceiba/domain/payments/installments';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../platform/class-names.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import { amountOf, Price, StruckPrice } from '../ui/price.tsx';
import { PercentBadge } from '../ui/price-text.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { ProductTag } from '../ui/tag.tsx';
import { AddButton } from './add-button.tsx';
import type { CardProduct } from './card-product.ts';
import { useRunningSale } from './use-running-sale.ts';

/** Widths a card has in rails and grids, for the browser's choice of picture. */
const cardSizes = '(min-width: 1279px) 232px, (min-width: 1024px) 220px, (min-width: 640px) 200px, 45vw';

/** More than two would reach over the picture. */
const shownTags = 2;

/** The bar of a stock message is full at this many units; it only illustrates the number beside it. */
const fullStockBar = 24;

export interface ProductCardProps {
  product: CardProduct;
  /** `primary` only where the card is the page's offer (flash sale). */
  button?: 'tonal' | 'primary';
  /** The first card of a page: its picture loads at once and first. */
  eager?: boolean;
  heading?: 'h2' | 'h3';
  /** At the bottom left of the picture. */
  corner?: ReactNode;
}

/**
 * CAT-09..12, DEC-22. The whole card leads to the product; rows that may be empty keep their height, so that buttons of a
 * row of cards line up.
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
    <article className="group/card @container relative flex h-full min-w-0 flex-col rounded-lg bg-surface p-2 pb-3 shadow-[0_0_0_1px_var(--color-border)] transition-shadow duration-200 hover:shadow-[0_0_0_1px_var(--color-border-strong),var(--shadow-md)]">
      <div className="well aspect-square rounded-[10px]">
        <Picture
          image={product.mainImage}
          alt=""
          width={240}
          sizes={cardSizes}
          eager={eager}
          className={cx(
            'size-[88%] object-contain transition-[scale] duration-300 group-hover/card:scale-104',
            isOut && 'opacity-55 grayscale',
          )}
        />
        {corner !== undefined && <div className="absolute bottom-1.5 left-1.5 z-1">{corner}</div>}
      </div>
      <div className="absolute top-3.5 left-3.5 z-1 grid justify-items-start gap-1">
        {product.tags.slice(0, shownTags).map((tag) => (
          <ProductTag key={tag.id} tag={tag} />
        ))}
      </div>
      <div className="flex flex-1 flex-col gap-0.5 px-1 pt-3">
        <Link
          to={product.brand.link}
          className="relative z-1 -my-1 inline-flex min-h-6 min-w-6 items-center self-start text-xs font-medium text-ink-muted hover:underline"
        >
          {product.brand.title}
        </Link>
        <Heading className="line-clamp-2 min-h-10 font-sans text-sm font-medium tracking-normal text-pretty">
          <Link to={`/${product.slug}`} className="after:absolute after:inset-0 after:rounded-lg">
            {product.title}
          </Link>
        </Heading>
        <CardPrice product={product} />
        <CardNotes product={product} isSaleOver={isOver} />
        <div className="relative z-1 mt-auto pt-3">
          <AddButton product={product} variant={button} />
        </div>
      </div>
    </article>
  );
}

function CardPrice({ product: { salesPrice, regularPrice, discount } }: { product: CardProduct }) {
  const policy = usePolicy();
  if (salesPrice === null)
    return <p className="mt-2 flex min-h-17 items-center text-sm text-ink-soft">{priceText(null)}</p>;
  const price = amountOf(salesPrice.value);
  const percent = discount && percentBadge(discount);
  const isReduced = regularPrice !== null && regularPrice.value > salesPrice.value;
  return (
    <>
      <div className="mt-2 flex min-h-6 flex-wrap items-center gap-x-2">
        {isReduced && <StruckPrice value={regularPrice.value} />}
        {percent !== null && <PercentBadge text={percent} />}
      </div>
      <Price value={salesPrice.value} offer={isReduced} className="text-[1.375rem] leading-7" />
      <p className="min-h-4 text-xs text-ink-soft tabular-nums">
        {isInstallmentCalculatorVisible(price, policy) && longestPlanText(price)}
      </p>
    </>
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
    <div className="mt-1 grid min-h-4 gap-1 text-xs">
      {isSaleOver && <p className="font-semibold text-on-offer-soft">{countdownTexts.finished}</p>}
      {!isSaleOver && validUntil !== null && <p className="text-ink-soft">{validUntil}</p>}
      {lowStock === null ? (
        deliveryHint && (
          <p className="flex items-center gap-1.5 font-medium text-success">
            <Icon name={deliveryHint.icon} size="sm" className="size-3.5" />
            {deliveryHint.text}
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
