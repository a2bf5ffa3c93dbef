import { type Centavos, formatQ } from '../money/money.ts';

/** The regular price and the sales price of a product. Null if the price is missing. */
export interface Prices {
  regularPrice: Centavos | null;
  salesPrice: Centavos | null;
}

/** Maximum change of a price without a reason, in percent (PROD-10). */
const freeChangePercent = 40;

const changeOf = (name: string, from: Centavos | null, to: Centavos | null): string | undefined => {
  if (from === null || to === null || Math.abs(to - from) * 100 <= from * freeChangePercent) return undefined;
  const percent = Math.round((Math.abs(to - from) * 100) / from);
  return `${name} ${to < from ? 'baja' : 'sube'} ${percent.toLocaleString('es-GT')} %, de ${formatQ(from)} a ${formatQ(to)}.`;
};

/**
 * Returns the price that changes by more than 40 % and needs a reason (PROD-10). Undefined if no price needs a reason.
 * Checks the price that shoppers pay first, then the regular price. A first or removed price needs no reason.
 */
export const largePriceChange = (before: Prices, after: Prices): string | undefined =>
  changeOf(
    'Lo que paga el cliente',
    before.salesPrice ?? before.regularPrice,
    after.salesPrice ?? after.regularPrice,
  ) ?? changeOf('El precio', before.regularPrice, after.regularPrice);

const isLoss = (before: Centavos | null, after: Centavos | null, breakEven: Centavos): boolean =>
  after !== null && after !== before && after < breakEven;

/**
 * Returns the changed price that is below the cost and needs a reason (PROD-10). Undefined if there is none. Checks the price
 * that shoppers pay first, then the regular price. `breakEven`: the lowest price, IVA included, that covers the average cost;
 * null if no cost is known, or if the person sees no costs (record 0173).
 */
export function priceBelowCost(before: Prices, after: Prices, breakEven: Centavos | null): string | undefined {
  if (breakEven === null) return undefined;
  const [was, paid] = [before.salesPrice ?? before.regularPrice, after.salesPrice ?? after.regularPrice];
  if (paid !== null && isLoss(was, paid, breakEven))
    return `Lo que paga el cliente, ${formatQ(paid)}, queda por debajo del costo.`;
  const { regularPrice } = after;
  return regularPrice !== null && isLoss(before.regularPrice, regularPrice, breakEven)
    ? `El precio, ${formatQ(regularPrice)}, queda por debajo del costo.`
    : undefined;
}

/** Returns why a change of a price needs a reason: above 40 %, below the cost, or both (PROD-10). Undefined if it needs none. */
export function changeToConfirm(before: Prices, after: Prices, breakEven: Centavos | null): string | undefined {
  const texts = [largePriceChange(before, after), priceBelowCost(before, after, breakEven)];
  return texts.filter((text) => text !== undefined).join(' ') || undefined;
}
