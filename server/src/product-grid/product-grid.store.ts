import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

const selectRows = statement(
  'product-grid.rows',
  `select p.sku, p.title, p.regular_price, p.sales_price, p.discount_ends_at,
     case when p.kind = 'goods' then coalesce((select salable from stock_totals where product_id = p.id), 0) end as stock,
     (select l.shelf from stock_levels l where l.product_id = p.id and l.store_code = $2) as shelf,
     case when p.is_published then 'published' when p.archived_at is not null then 'archived' else 'draft' end as state, p.version
   from unnest($1::text[]) with ordinality s (sku, n) join products p on p.sku = s.sku order by s.n`,
  {
    sku: neverNull(),
    title: neverNull(),
    state: column<'draft' | 'published' | 'archived'>(),
    version: neverNull(),
  },
);

/** A product as the grid shows it. Amounts are centavos. */
export type StoredGridRow = RowOf<typeof selectRows>;

/** Reads products in the order of their SKUs, with their shelves at a place. Unknown SKUs are left out. */
export const listGridRows = (tx: Tx, skus: readonly string[], place: string | null): Promise<StoredGridRow[]> =>
  selectRows(tx, [skus, place]);

const lockLevels = statement(
  'product-grid.lock-shelves',
  `select p.sku, l.shelf from products p join stock_levels l on l.product_id = p.id
   where p.sku = any ($1::text[]) and l.store_code = $2 order by l.product_id for no key update of l`,
);

/** Locks the levels of locked products at a place. Returns shelves by SKU. A product without a level has no shelf. */
export const lockShelves = async (
  tx: Tx,
  skus: readonly string[],
  place: string,
): Promise<Map<string, string | null>> =>
  new Map((await lockLevels(tx, [skus, place])).map(({ sku, shelf }) => [sku, shelf]));

const insertResults = statement(
  'product-grid.results',
  `insert into run_rows (run_id, row_no, key, outcome, why)
   select $1, n, r.sku, r.outcome, r.why
   from rows from (jsonb_to_recordset($2::jsonb) as (sku text, outcome text, why text)) with ordinality r (sku, outcome, why, n)`,
);

/** Writes the rows of a finished run with their results. */
export const insertRunResults = async (
  tx: Tx,
  runId: string,
  rows: readonly { sku: string; outcome: 'changed' | 'equal' | 'failed'; why: string | null }[],
): Promise<void> => {
  await insertResults(tx, [runId, JSON.stringify(rows)]);
};
