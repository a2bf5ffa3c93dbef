import type { CivilDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, centavos } from '../money/money.ts';

/** Returns the distance between two amounts of the axis, in centavos: 1, 2 or 5 times a power of ten, at least Q1. */
const stepFor = (range: number): number => {
  const minStep = Math.max(range / 3, 100);
  const power = 10 ** Math.floor(Math.log10(minStep));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= minStep) ?? 10 * power;
};

/** Returns two to six round amounts, from the lowest price or below to above the highest price. */
export function axisAmounts(prices: readonly Centavos[]): Centavos[] {
  const lowest = Math.min(...prices);
  const highest = Math.max(...prices);
  const step = stepFor(highest - lowest);
  const first = Math.max(0, Math.floor((lowest - 1) / step) * step);
  const count = Math.floor(highest / step) + 1 - first / step;
  return Array.from({ length: count + 1 }, (_, index) => centavos(first + index * step));
}

/** "12 mar" */
export function axisDay(date: CivilDate): string {
  const [day, month = ''] = formatDate(date).split(' de ');
  return `${day} ${month.slice(0, 3)}`;
}
