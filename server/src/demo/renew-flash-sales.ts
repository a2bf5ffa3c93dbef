import type { Tx } from '../platform/database.ts';
import { rollFlashSales } from './demo-shop.store.ts';
import { PERIOD_HOURS, RUN_HOURS, SHORTEST_HOURS } from './flash-windows.ts';
import { SPECIAL_CASES } from './special-cases.ts';

/**
 * Rolls the demo shop's flash sales that have ended forward: each runs again and ends 3 to 20 hours after `now`. Other
 * sales are left alone. Returns how many were renewed. For the start of the shop and a job every few minutes.
 */
export const renewFlashSales = (tx: Tx, now: Date): Promise<number> =>
  rollFlashSales(tx, {
    now,
    skus: SPECIAL_CASES.flashSale,
    shortestHours: SHORTEST_HOURS,
    periodHours: PERIOD_HOURS,
    runHours: RUN_HOURS,
  });
