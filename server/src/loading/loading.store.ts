import type { Tx } from '../platform/db/database.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows per statement, with at most some megabytes of JSON. */
const batchSize = 1000;

/**
 * Inserts rows whose keys are the column names of `table`. Both come from the loader's code, never from outside. The database parses each
 * value as the type of its column.
 */
export const insertRows = async (tx: Tx, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(', ');
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`;
  for (let from = 0; from < rows.length; from += batchSize) {
    await tx.run({ text, values: [JSON.stringify(rows.slice(from, from + batchSize))] });
  }
};

/** Allows one loader at a time, until the transaction ends. */
export const lockLoading = (tx: Tx): Promise<unknown> =>
  tx.run({ text: `select pg_advisory_xact_lock(hashtext('ceiba demo shop'))`, values: [] });

/** Disables the search triggers until the transaction ends. `refreshSearch` must run afterwards. */
export const beginBulkLoad = (tx: Tx): Promise<unknown> =>
  tx.run({ text: `select set_config('ceiba.bulk_load', 'on', true)`, values: [] });

/** Rebuilds all search rows, and the rows of the desk's list of products. */
export const refreshSearch = (tx: Tx): Promise<unknown> =>
  tx.run({ text: 'select refresh_product_search(null), refresh_product_rows(null)', values: [] });

/** Updates the planner's statistics. Must run outside the transaction of the load, because inside, it would not see all rows. */
export const analyzeAll = (tx: Tx): Promise<unknown> => tx.run({ text: 'analyze', values: [] });

export const hasProducts = async (tx: Tx): Promise<boolean> => {
  const [row] = await tx.run<{ has: boolean }>({ text: 'select exists (select from products) as has', values: [] });
  return row?.has ?? false;
};

export const countProducts = async (tx: Tx): Promise<number> => {
  const [row] = await tx.run<{ products: number }>({ text: 'select count(*) as products from products', values: [] });
  return row?.products ?? 0;
};

export const hasMedia = async (tx: Tx, key: string): Promise<boolean> => {
  const rows = await tx.run({ text: 'select from media where key = $1', values: [key] });
  return rows.length > 0;
};

/** Returns brand ids by title. */
export const readBrandIds = async (tx: Tx): Promise<Map<string, number>> => {
  const rows = await tx.run<{ id: number; title: string }>({ text: 'select id, title from brands', values: [] });
  return new Map(rows.map(({ id, title }) => [title, id]));
};

/** Returns product ids by sku. */
export const readProductIds = async (tx: Tx, skus: readonly string[]): Promise<Map<string, number>> => {
  const rows = await tx.run<{ id: number; sku: string }>({
    text: 'select id, sku from products where sku = any ($1)',
    values: [skus],
  });
  return new Map(rows.map(({ id, sku }) => [sku, id]));
};
