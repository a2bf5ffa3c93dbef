import type { RunOutcome } from '@ceiba/contract/desk/lists/product-runs';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

const selectTitle = statement(
  'products.category-title',
  `select string_agg(a.title, ' › ' order by a.level) as title
   from categories c join categories a on a.id = any (c.ancestor_ids) where c.path = $1`,
);

/** Returns "Audio › Bocinas". Undefined if no category has that path. */
export const findCategoryTitle = async (tx: Tx, path: string): Promise<string | undefined> =>
  (await selectTitle(tx, [path]))[0]?.title ?? undefined;

const selectRows = statement(
  'products.run-rows',
  `select r.row_no as "row", r.key as sku, coalesce(p.title, '') as title, coalesce(r.outcome, 'waiting') as outcome, r.why
   from run_rows r left join products p on p.sku = r.key
   where r.run_id = $1 and r.row_no > $2 and ($3::text is null or coalesce(r.outcome, 'waiting') = $3) order by r.row_no limit $4`,
  { title: neverNull(), outcome: column<RunOutcome>() },
);

/** Lists rows of a run after a row number, in their order. `outcome`: only rows with this result. */
export const listRunRows = (
  tx: Tx,
  runId: string,
  { after, most, outcome }: { after: number; most: number; outcome?: RunOutcome | undefined },
) => selectRows(tx, [runId, after, outcome ?? null, most]);
