import type { Tx } from '@ceiba/server/platform/database';

/**
 * Rolls demo flash sales that have ended forward by whole periods, so that they end `shortestHours` to
 * `shortestHours + periodHours` after `now` and have begun `runHours` before that. Returns how many moved.
 */
export async function rollFlashSales(
  tx: Tx,
  sale: { now: Date; skus: readonly string[]; shortestHours: number; periodHours: number; runHours: number },
): Promise<number> {
  const rows = await tx.run({
    text: `update flash_sales f set ends_at = n.ends_at, starts_at = n.ends_at - make_interval(hours => $5)
      from (
        select s.id, s.ends_at + make_interval(hours => $4) * ceil(
          extract(epoch from $1::timestamptz + make_interval(hours => $3) - s.ends_at) / (3600 * $4)) as ends_at
        from flash_sales s join products p on p.id = s.product_id
        where s.ends_at <= $1 and (p.sku = any ($2) or p.parent_sku = any ($2))) n
      where f.id = n.id
      returning f.id`,
    values: [sale.now, sale.skus, sale.shortestHours, sale.periodHours, sale.runHours],
  });
  return rows.length;
}
