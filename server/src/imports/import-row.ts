import type { Actor } from '@ceiba/domain/actors/actor';
import type { CellValue } from '@ceiba/domain/imports/read-cell';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Change } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { EntityChange } from '../platform/entities/put-entity.ts';
import { beginRun } from '../runs/runs.store.ts';
import { applyImport, finishReading, runKindOf, stageAll } from './import-file.ts';
import type { Given, Kind } from './import-kind.ts';
import { type CellError, type Counts, listErrors } from './import-rows.store.ts';
import type { Notice } from './notices.ts';
import { dayNotices } from './open-rows.ts';
import { type HeadingFault, readHeadings } from './read-headings.ts';
import { readKey, readRow } from './read-row.ts';

/** Imports one row that a person types, by the rules of files. `cells` are by heading, as in a file, with decimal points. */
export async function importRow(
  db: Database,
  { kind, cells, actor, now }: { kind: Kind; cells: ReadonlyMap<string, string>; actor: Actor; now: Date },
): Promise<
  Result<
    { counts: Counts; notices: readonly Notice[] },
    { code: 'IMPORT_INVALID'; faults: readonly (HeadingFault | CellError)[] }
  >
> {
  const names = [...cells.keys()];
  const headings = readHeadings(kind, names);
  if (!headings.ok) return refuse({ code: 'IMPORT_INVALID', faults: headings.error.faults });
  const columns = headings.value.columns.flatMap((column) => (column === undefined ? [] : [column.name]));
  const run = await beginRun(db.write, {
    kind: runKindOf(kind),
    options: { columns },
    fileName: '',
    fileHash: null,
    actor,
  });
  const context = { headings: headings.value.columns, names, format: { decimal: '.' as const }, now };
  const row = readRow(kind, context, { row: 1, cells: [...cells.values()] });
  const total = await stageAll(db, kind, run.id, [row]);
  const { notices } = await finishReading(db, kind, run.id, { total, notices: dayNotices(kind, row) });
  const applied = await applyImport(db, run.id, { now });
  if (applied.ok) return ok({ counts: applied.value.counts, notices });
  const wrong = await listErrors(db.write, run.id, 0, 1);
  return refuse({ code: 'IMPORT_INVALID', faults: wrong.flatMap(({ errors }) => errors) });
}

/** Returns the rows of a kind in the form of an export: all rows, or the rows whose first key is `of`. */
export const listOf = async (
  tx: Tx,
  { all = '', key, columns }: Kind,
  of?: string,
): Promise<Readonly<Record<string, CellValue>>[]> => {
  const column = columns.find(({ name }) => name === key[0]);
  const read = of === undefined || column === undefined ? undefined : readKey(column, of);
  const rows = await tx.run<{ now: Readonly<Record<string, CellValue>> }>({
    text: `select e.now from (${all}) e where $1::text is null or e.now ->> '${key[0]}' = $1`,
    values: [read?.ok === true ? String(read.value) : (of ?? null)],
  });
  return rows.map(({ now }) => now);
};

/**
 * Deletes the object with the key, whose cells are typed as in a file. False if there is no such object. Returns the
 * removed values for the audit, or the change of the desk's call that does the same.
 */
export async function removeOf(
  tx: Tx,
  kind: Kind,
  cells: ReadonlyMap<string, string>,
  now: Date,
): Promise<
  Result<EntityChange | Pick<Change, 'before'> | false, { faults: readonly CellError[]; code: 'IMPORT_INVALID' }>
> {
  const headings = kind.columns.filter(({ name }) => cells.has(name));
  const names = headings.map(({ name }) => name);
  const row = { row: 1, cells: names.map((name) => cells.get(name) ?? '') };
  const { key, errors } = readRow(kind, { headings, names, format: { decimal: '.' }, now }, row);
  if (errors.length > 0) return refuse({ code: 'IMPORT_INVALID', faults: errors });
  if (kind.removal !== undefined) return ok((await kind.removal.take(tx, key)) ?? false);
  if (kind.remove === undefined) throw new Error('rows of this kind cannot be removed');
  // $1 of `current` is the row's run. This row has no run.
  const [found] = await tx.run<{ now: Given }>({
    text: `select c.now from (select $2::text[] as key where $1::uuid is null) r cross join lateral (${kind.current}) c`,
    values: [null, key],
  });
  const rows = await tx.run({ text: `${kind.remove} returning 1`, values: [key] });
  return ok(rows.length > 0 && { before: found?.now ?? {} });
}
