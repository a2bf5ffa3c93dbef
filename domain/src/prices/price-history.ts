import { type CivilDate, guatemalaDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, formatQ, subtract } from '../money/money.ts';

/** The lowest price in the days before a reduction (DEC-222). `since`: the first known day, if some are unknown. */
export interface Reference {
  price: Centavos;
  days: number;
  since: CivilDate | null;
}

/** Texts next to a struck price, and in the history that shoppers open (PRICE-02, PRICE-04). */
export const priceTexts = {
  history: 'Historial de precio',
  knownFrom: (date: CivilDate): string => `Datos desde el ${formatDate(date)}`,
  notSold: 'No estaba a la venta',
} as const;

/** "Precio más bajo en los 30 días antes de esta oferta: Q1,234.50" (PRICE-02). */
export const referenceText = ({ price, days, since }: Reference): string =>
  since === null
    ? `Precio más bajo en ${days === 1 ? 'el día' : `los ${days} días`} antes de esta oferta: ${formatQ(price)}`
    : `Precio más bajo desde el ${formatDate(since)}: ${formatQ(price)}`;

/** The price for everybody from a moment until the next point. Null if the product was not on sale. */
export interface PricePoint {
  from: Date;
  price: Centavos | null;
}

/** A price and the first day with this price. */
export interface PriceOn {
  price: Centavos;
  on: CivilDate;
}

/**
 * Returns the prices from `since` to `now`, without steps that change only the regular price (PRICE-04). A known time
 * without a price is a step with null.
 */
export function pricePoints(
  steps: readonly PricePoint[],
  { knownFrom, since, now }: { knownFrom: Date; since: Date; now: Date },
): PricePoint[] {
  const start = knownFrom > since ? knownFrom : since;
  const shown = steps.filter(({ from }) => from <= now);
  const first = shown[0];
  const all = first === undefined || first.from > start ? [{ from: start, price: null }, ...shown] : shown;
  return all.flatMap(({ from, price }, index) =>
    index > 0 && all[index - 1]?.price === price ? [] : [{ from, price }],
  );
}

const firstOf = (
  points: readonly PricePoint[],
  isBetter: (one: Centavos, other: Centavos) => boolean,
): PriceOn | null =>
  points.reduce<PriceOn | null>(
    (best, { from, price }) =>
      price !== null && (best === null || isBetter(price, best.price)) ? { price, on: guatemalaDate(from) } : best,
    null,
  );

export const lowestOf = (points: readonly PricePoint[]): PriceOn | null => firstOf(points, (one, other) => one < other);

export const highestOf = (points: readonly PricePoint[]): PriceOn | null =>
  firstOf(points, (one, other) => one > other);

/** "Bajó Q50.00 desde que lo agregaste" (PRICE-09). */
export const priceChangeText = (seenPrice: Centavos, now: Centavos): string =>
  now < seenPrice
    ? `Bajó ${formatQ(subtract(seenPrice, now))} desde que lo agregaste`
    : `Subió ${formatQ(subtract(now, seenPrice))} desde que lo agregaste`;
