import type { Tx } from '@ceiba/server/platform/database';
import { rollFlashSales } from './flash-sales.store.ts';
import { specialCases } from './special-cases.ts';

const hourMs = 3_600_000;

/** A demo flash sale ends at least this long after it is made or renewed. */
const shortestHours = 3;
/** Length of a period: renewed sales end 3 to 20 hours ahead. */
const periodHours = 17;
/** A sale starts this long before its end, so it always runs already. */
const runHours = 21;

/** Window of demo flash sale `index` of `count`: running now, the ends spread over 3 to 20 hours. */
export const flashWindow = (index: number, count: number, now: Date): { startsAt: Date; endsAt: Date } => {
  const ahead = shortestHours + (periodHours * index) / count;
  const endsAt = new Date(now.getTime() + Math.round(ahead * hourMs));
  return { startsAt: new Date(endsAt.getTime() - runHours * hourMs), endsAt };
};

/**
 * Rolls the demo shop's flash sales that have ended forward: each runs again and ends 3 to 20 hours after `now`. Other
 * sales are left alone. Returns how many were renewed. For the start of the shop and a job every few minutes.
 */
export const renewFlashSales = (tx: Tx, now: Date): Promise<number> =>
  rollFlashSales(tx, { now, skus: specialCases.flashSale, shortestHours, periodHours, runHours });
