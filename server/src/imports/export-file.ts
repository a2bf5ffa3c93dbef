import type { CellValue } from '@ceiba/domain/imports/read-cell';
import { stringify } from 'csv-stringify/sync';
import type { Database } from '../platform/db/database.ts';
import { csvMark } from '../platform/operations/csv-mark.ts';
import type { ExportKind } from './export-kinds.ts';

export type ExportFormat = 'csv' | 'ndjson';

/** Maximum number of rows in memory. */
const fetchedAtOnce = 1_000;

type Exported = Readonly<Record<string, CellValue>>;

const cellOf = (write: (value: CellValue) => string, value: CellValue | undefined): string =>
  value === null || value === undefined ? '' : write(value);

/**
 * Passes all rows of a kind, from one snapshot, to `write`, some thousand at a time. CSV: UTF-8 with BOM, commas,
 * decimal points and ISO dates, headings first. NDJSON: one object per line, amounts in centavos. Both omit columns
 * without values.
 */
export async function exportAll(
  db: Database,
  kind: ExportKind,
  format: ExportFormat,
  write: (text: string) => Promise<void> | void,
): Promise<number> {
  // The text may come from strangers and sellers, so a spreadsheet must never read it as a formula. `readRow` removes the apostrophe.
  const csv = (rows: readonly (readonly string[])[]): string => stringify([...rows], { escape_formulas: true });
  if (format === 'csv') await write(csvMark + csv([kind.columns.map(({ name }) => name)]));
  const textOf = (rows: readonly Exported[]): string =>
    format === 'csv'
      ? csv(rows.map((row) => kind.columns.map((column) => cellOf(column.write, row[column.name]))))
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return db.transaction(async (tx) => {
    await tx.run({ text: `declare exported no scroll cursor for ${kind.all}`, values: [] });
    let total = 0;
    for (;;) {
      const rows = await tx.run<{ now: Exported }>({ text: `fetch ${fetchedAtOnce} from exported`, values: [] });
      if (rows.length === 0) return total;
      await write(textOf(rows.map(({ now }) => now)));
      total += rows.length;
    }
  });
}
