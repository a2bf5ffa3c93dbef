import { guatemalaDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, centavos, divideRounded, formatQ, larger, subtract, times, zero } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

export interface ProductDiscount {
  amountOff: Centavos;
  /** Whole percent, 0 to 100. */
  percentOff: number;
  expirationDate: Date | null;
  displayDiscount: boolean;
}

/** The prices of a discount. `reference`: the lowest price in the days before it (DEC-222). Null if this price is unknown. */
interface DiscountedPrices {
  regularPrice: Centavos;
  salesPrice: Centavos;
  reference?: Centavos | null;
}

/**
 * Returns the discount from the regular to the sales price (DEC-76). Null for a discount below half a percent, or a
 * price that is not below the reference (PRICE-03). `percentOnReference`: computes the percent from the reference.
 */
export function productDiscount(
  { regularPrice, salesPrice, reference = null }: DiscountedPrices,
  expirationDate: Date | null,
  { percentOnReference }: Pick<ShopPolicy, 'percentOnReference'>,
): ProductDiscount {
  const amountOff = larger(subtract(regularPrice, salesPrice), zero);
  const from = percentOnReference && reference !== null ? reference : regularPrice;
  const off = larger(subtract(from, salesPrice), zero);
  const percentOff = from > 0 ? divideRounded(times(off, 100), from) : zero;
  const isProven = reference === null || salesPrice < reference;
  return { amountOff, percentOff, expirationDate, displayDiscount: percentOff > 0 && isProven };
}

/** Returns "-15%". Null without a visible discount (DEC-22). */
export const percentBadge = (discount: Pick<ProductDiscount, 'percentOff' | 'displayDiscount'>): string | null =>
  discount.displayDiscount ? `-${discount.percentOff}%` : null;

/** Returns "Válido hasta el 12 de marzo de 2025". Null after the end (CAT-12). */
export function validUntilText(expirationDate: Date | null, now: Date): string | null {
  if (expirationDate === null || expirationDate <= now) return null;
  // If the end is at midnight, the day before is the last day with this price.
  const lastMoment = new Date(expirationDate.getTime() - 1);
  return `Válido hasta el ${formatDate(guatemalaDate(lastMoment))}`;
}

/** Returns the text of a price, also of a missing price (APP-31, CAT-11). */
export const priceText = (price: Centavos | null): string => (price === null ? 'Precio no disponible' : formatQ(price));

/** Returns the current price: the lower of sales price and active flash price. */
export const currentPrice = (salesPrice: Centavos, flashPrice: Centavos | null): Centavos =>
  flashPrice === null ? salesPrice : centavos(Math.min(salesPrice, flashPrice));

/** Active from `startsAt` until just before `endsAt` (DEC-27). `isRunningAt` in the server's SQL applies the same rule. */
export interface FlashSale {
  startsAt: Date;
  endsAt: Date;
}

export const isFlashSaleActive = (sale: FlashSale, now: Date): boolean => sale.startsAt <= now && now < sale.endsAt;
