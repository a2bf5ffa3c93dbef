import type { CivilDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, centavos } from '../money/money.ts';

/** Steps of an axis in centavos: one, two or five of a power of ten quetzales, at least a quetzal. */
const stepFor = (range: number): number => {
  const rough = Math.max(range / 3, 100);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
};

/** Round amounts that span all prices, from the lowest to the highest: three to five of them. */
export function axisAmounts(prices: readonly Centavos[]): Centavos[] {
  const least = Math.min(...prices);
  const most = Math.max(...prices);
  const step = stepFor(most - least);
  const first = Math.max(0, Math.floor((least - 1) / step) * step);
  const count = Math.floor(most / step) + 1 - first / step;
  return Array.from({ length: count + 1 }, (_, index) => centavos(first + index * step));
}

/** "12 mar" */
export function axisDay(date: CivilDate): string {
  const [day, month = ''] = formatDate(date).split(' de ');
  return `${day} ${month.slice(0, 3)}`;
}
