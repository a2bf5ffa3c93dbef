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
