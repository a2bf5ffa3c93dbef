import type { Tx } from '@ceiba/server/platform/db/database';
import { catalogue } from './catalogue.ts';

const hourMs = 3_600_000;
/** Minimum number of hours until the end of a renewed demo flash sale. */
const shortestHours = 3;
/** Length of a period in hours. Renewed sales end 3 to 20 hours ahead. */
const periodHours = 17;
/** A sale starts this number of hours before its end, so that the sale is always active. */
const runHours = 21;

/** Returns the period of a flash sale that ends this number of hours after `now`. */
export function flashWindow(endsInHours: number, now: Date): { startsAt: Date; endsAt: Date } {
  const endsAt = new Date(now.getTime() + Math.round(endsInHours * hourMs));
  return { startsAt: new Date(endsAt.getTime() - runHours * hourMs), endsAt };
}

/** Skus of models and colours with a flash sale in the catalogue. */
const skus = catalogue.categories
  .flatMap(({ products }) => products)
  .flatMap((model) => [model, ...(model.colours ?? [])])
  .filter(({ flashSale }) => flashSale !== undefined)
  .map(({ sku }) => sku);

/**
 * Moves the demo shop's ended flash sales forward by whole periods. Each is active again, and ends 3 to 20 hours after `now`.
 * Other sales do not change. Returns the number of renewed sales. Used at the start of the shop and by a job every few minutes.
 */
export async function renewFlashSales(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.run({
    text: `update flash_sales f set ends_at = n.ends_at, starts_at = n.ends_at - make_interval(hours => $5)
      from (
        select s.id, s.ends_at + make_interval(hours => $4) * ceil(
          extract(epoch from $1::timestamptz + make_interval(hours => $3) - s.ends_at) / (3600 * $4)) as ends_at
        from flash_sales s join products p on p.id = s.product_id
        where s.ends_at <= $1 and (p.sku = any ($2) or p.parent_sku = any ($2))) n
      where f.id = n.id
      returning f.id`,
    values: [now, skus, shortestHours, periodHours, runHours],
  });
  return rows.length;
}
