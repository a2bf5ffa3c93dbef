import type { Tx } from '../platform/db/database.ts';
import type { CellError } from './import-rows.store.ts';

/** The first so many errors of a run, each word of them cut off behind so many letters: what is wrong may be as long as a row of a file. */
export const firstErrors = (
  tx: Tx,
  runId: string,
  { most, letters }: { most: number; letters: number },
): Promise<(CellError & { row: number })[]> =>
  tx.run({
    text: `select r.row_no as row, left(e ->> 'column', $3) as column, left(e ->> 'value', $3) as value, e ->> 'code' as code,
        left(e ->> 'text', $3) as text
      from (select row_no, errors from import_rows where run_id = $1 and outcome in ('wrong', 'conflict') order by row_no limit $2) r
        cross join lateral jsonb_array_elements(r.errors) with ordinality as a (e, at)
      order by r.row_no, a.at limit $2`,
    values: [runId, most, letters],
  });
