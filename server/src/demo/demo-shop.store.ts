import type { Tx } from '../platform/database.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows sent at once: some megabytes of JSON at most. */
const BATCH = 1000;

/**
 * Inserts rows whose keys are the column names of `table`; both come from this folder's code, never from outside. The
 * database reads each value as its column's type.
 */
export async function insertRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(', ');
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`;
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx.run({ text, values: [JSON.stringify(rows.slice(from, from + BATCH))] });
  }
}

/** One loader at a time, until the transaction ends. */
export const lockDemoLoad = (tx: Tx): Promise<unknown> =>
  tx.run({ text: `select pg_advisory_xact_lock(hashtext('ceiba demo shop'))`, values: [] });

export async function hasProducts(tx: Tx): Promise<boolean> {
  const [row] = await tx.run<{ has: boolean }>({ text: 'select exists (select from products) as has', values: [] });
  return row?.has ?? false;
}

export async function hasMedia(tx: Tx, key: string): Promise<boolean> {
  const rows = await tx.run({ text: 'select from media where key = $1', values: [key] });
  return rows.length > 0;
}

/** Switches the search triggers off until the transaction ends; `refreshSearch` makes up for it. */
export const beginBulkLoad = (tx: Tx): Promise<unknown> =>
  tx.run({ text: `select set_config('ceiba.bulk_load', 'on', true)`, values: [] });

/** Makes all search rows anew. */
export const refreshSearch = (tx: Tx): Promise<unknown> =>
  tx.run({ text: 'select refresh_product_search(null)', values: [] });

/** Brand ids by title. */
export async function readBrandIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.run<{ id: number; title: string }>({ text: 'select id, title from brands', values: [] });
  return new Map(rows.map(({ id, title }) => [title, id]));
}

/** Product ids by sku. */
export async function readProductIds(tx: Tx, skus: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.run<{ id: number; sku: string }>({
    text: 'select id, sku from products where sku = any ($1)',
    values: [skus],
  });
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

/** Tells the planner what was loaded. Not inside a transaction with the load: it could not see all of it. */
export const analyzeAll = (tx: Tx): Promise<unknown> => tx.run({ text: 'analyze', values: [] });

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
