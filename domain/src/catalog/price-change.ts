import { type Centavos, formatQ } from '../money/money.ts';

/** The price and the sale's price of a product; null = none. */
export interface Prices {
  regularPrice: Centavos | null;
  salesPrice: Centavos | null;
}

/** Percent by which a price may change without a reason (PROD-10). */
const freeChangePercent = 40;

const changeOf = (name: string, from: Centavos | null, to: Centavos | null): string | undefined => {
  if (from === null || to === null || Math.abs(to - from) * 100 <= from * freeChangePercent) return undefined;
  const percent = Math.round((Math.abs(to - from) * 100) / from);
  return `${name} ${to < from ? 'baja' : 'sube'} ${percent.toLocaleString('es-GT')} %, de ${formatQ(from)} a ${formatQ(to)}.`;
};

/**
 * Says which price changes by more than 40 %, and so needs a reason (PROD-10); undefined = none. Judges what shoppers pay, then the price before a
 * sale. A first price, and one that is taken away, need no reason.
 */
export const largePriceChange = (before: Prices, after: Prices): string | undefined =>
  changeOf(
    'Lo que paga el cliente',
    before.salesPrice ?? before.regularPrice,
    after.salesPrice ?? after.regularPrice,
  ) ?? changeOf('El precio', before.regularPrice, after.regularPrice);
