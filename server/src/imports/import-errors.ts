import { stringify } from 'csv-stringify/sync';
import type { Tx } from '../platform/db/database.ts';
import { csvMark } from '../platform/operations/csv-mark.ts';
import type { Run } from '../runs/runs.store.ts';
import { type CellError, listCells, listErrors } from './import-rows.store.ts';
import { errorHeading } from './read-row.ts';

/** Number of rows read at a time. Some may have the maximum length of a row. */
const readAtOnce = 250;

/** Yields all errors of a run, by row. */
export async function* errorsOf(tx: Tx, runId: string): AsyncGenerator<CellError & { row: number }> {
  for (let after = 0; ; ) {
    const rows = await listErrors(tx, runId, after, readAtOnce);
    for (const { row, errors } of rows) for (const error of errors) yield { row, ...error };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.row;
  }
}

/** Yields the lines of the file with a column "Error" (BULK-04), some at a time. */
export async function* linesWithErrors(tx: Tx, { id, options }: Pick<Run, 'id' | 'options'>): AsyncGenerator<string> {
  const columns = Array.isArray(options['columns']) ? options['columns'].map(String) : [];
  yield csvMark + stringify([[...columns, errorHeading]], { escape_formulas: true });
  for (let after = 0; ; ) {
    const rows = await listCells(tx, id, after, readAtOnce);
    const lines = rows.map(({ cells, errors }) => [
      ...columns.map((name) => String(cells[name] ?? '')),
      errors.map(({ column, text }) => `${column}: ${text}`).join(' '),
    ]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield stringify(lines, { escape_formulas: true });
    after = last.row;
  }
}
