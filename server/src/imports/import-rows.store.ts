import { isDeepStrictEqual } from 'node:util';
import type { CellValue } from '@ceiba/domain/imports/read-cell';
import type { Tx } from '../platform/db/database.ts';
import {
  type Column,
  type Conflict,
  type Given,
  given,
  type Kind,
  type Portion,
  rowsToWrite,
  valuesOf,
} from './import-kind.ts';

/** An error of a cell. `text` is Spanish. */
export interface CellError {
  column: string;
  value: string;
  code: string;
  text: string;
}

/** A row as read from the file. */
export interface ReadRow {
  row_no: number;
  key: readonly string[];
  cells: Readonly<Record<string, string | number>>;
  given: Given;
  errors: readonly CellError[];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const errorOf = (column: string, code: string, text: string): string =>
  `jsonb_build_object('column', ${quoted(column)}, 'value', coalesce(r.cells ->> ${quoted(column)}, ''), 'code', ${quoted(code)}, 'text', ${text})`;

/** SQL for the errors of row `r`. Its target is `m.was` before and `m.is` after the change. */
const errorsOf = (kind: Kind, isLate: boolean): string => {
  const found: string[] = [];
  if (!isLate) {
    for (const { name, isRequired, refersTo, isFixed } of kind.columns) {
      if (isRequired === true && !kind.key.includes(name)) {
        found.push(
          `select ${errorOf(name, 'REQUIRED', quoted('Falta, y es nuevo.'))} where m.was is null and ${given(name)} is null`,
        );
      }
      if (refersTo !== undefined) {
        const text = `${quoted(`${refersTo.what} «`)} || ${given(name)} || ${quoted('» no existe.')}`;
        found.push(
          `select ${errorOf(name, 'UNKNOWN_REFERENCE', text)} where ${given(name)} is not null and not exists ${refersTo.exists(given(name))}`,
        );
      }
      if (isFixed === true) {
        found.push(
          `select ${errorOf(name, 'FIXED', quoted('No se puede cambiar en lo que ya existe.'))}
           where m.was is not null and r.given ? ${quoted(name)} and m.was -> ${quoted(name)} is distinct from r.given -> ${quoted(name)}`,
        );
      }
    }
  }
  for (const { column, code, text, says, isBroken } of kind.checks.filter(
    (check) => (check.isLate ?? false) === isLate,
  )) {
    found.push(`select ${errorOf(column, code, says ?? quoted(text))} where ${isBroken}`);
  }
  return found.join(' union all ');
};

/**
 * SQL that writes rows ($2, JSON) into a run ($1), each with its present target and its errors. A row with an
 * unreadable cell is not compared, because its error would cause others.
 */
const stageText = (kind: Kind): string => {
  const errors = errorsOf(kind, false);
  const found = errors === '' ? `'[]'::jsonb` : `(select coalesce(jsonb_agg(e), '[]') from (${errors}) x(e))`;
  return `insert into import_rows (run_id, row_no, key, cells, given, before, outcome, errors)
    select $1, r.row_no, r.key, r.cells, r.given, m.was,
      case when e.errors <> '[]' then 'wrong' when m.was is null then 'new' when m.was = m.is then 'equal'
        ${kind.isNew === undefined ? '' : `when ${kind.isNew} then 'new'`} else 'changed' end,
      e.errors
    from (
        select r.row_no, r.key, r.cells, r.errors, t.now, ${kind.completed ?? 'r.given'} as given
        from json_to_recordset($2::json) as r(row_no integer, key text[], cells jsonb, given jsonb, errors jsonb)
          left join lateral (select c.now from (${kind.current}) c where r.errors = '[]') t on true
        ${kind.completed === undefined ? '' : 'offset 0'}) r
      cross join lateral (select r.now as was, coalesce(r.now, '{}') || r.given as is) m
      cross join lateral (select case when r.errors <> '[]' then r.errors else ${found} end as errors) e`;
};

const statementsByKind = new Map<string, { stage: string; late: string | undefined }>();

const statementsOf = (kind: Kind): { stage: string; late: string | undefined } => {
  const cached = statementsByKind.get(kind.name);
  if (cached !== undefined) return cached;
  const late = errorsOf(kind, true);
  const fresh = {
    stage: stageText(kind),
    late:
      late === ''
        ? undefined
        : `update import_rows u set outcome = 'wrong', errors = u.errors || f.errors
           from (
             select r.run_id, r.row_no, e.errors
             from import_rows r
               cross join lateral (select r.before as was, coalesce(r.before, '{}') || r.given as is) m
               cross join lateral (select jsonb_agg(x.e) as errors from (${late}) x(e)) e
             where r.run_id = $1 and r.outcome <> 'wrong' and e.errors is not null) f
           where u.run_id = f.run_id and u.row_no = f.row_no`,
  };
  statementsByKind.set(kind.name, fresh);
  return fresh;
};

/** Adds rows to a run, each compared with its present target. */
export const stageRows = (tx: Tx, kind: Kind, runId: string, rows: readonly ReadRow[]): Promise<unknown> =>
  tx.run({ text: statementsOf(kind).stage, values: [runId, JSON.stringify(rows)] });

/**
 * SQL that marks later rows (`d.row_no`) which repeat an earlier row (`d.first`). $1 is the run, $2 the column. Runs in
 * the database, because all rows of a file may have one key.
 */
const markRepeated = (found: string, value: string, code: string, text: string): string =>
  `with d as materialized (select row_no, first from (${found}) k where row_no > first)
  update import_rows u
  set outcome = 'wrong', errors = u.errors || jsonb_build_object('column', $2::text, 'value', ${value}, 'code', '${code}', 'text', ${text})
  from d where u.run_id = $1 and u.row_no = d.row_no`;

const markRepeatedKeys = markRepeated(
  `select row_no, min(row_no) over (partition by key) as first from import_rows where run_id = $1 and key <> '{}'`,
  `array_to_string(u.key, ' ')`,
  'DUPLICATE',
  `'La misma clave está en la fila ' || d.first || '.'`,
);

/** SQL that marks rows with the same value as another row of the file. */
const markRepeatedValues = (value: string): string =>
  markRepeated(
    `select r.row_no, min(r.row_no) over (partition by v.value) as first from import_rows r
      cross join lateral (select r.before as was, coalesce(r.before, '{}') || r.given as is) m
      cross join lateral (select ${value} as value) v
    where r.run_id = $1 and r.outcome <> 'wrong' and v.value is not null`,
    `coalesce(u.cells ->> $2::text, '')`,
    'TAKEN',
    `'La fila ' || d.first || ' tiene lo mismo, y solo puede tenerlo una.'`,
  );

/** Marks errors between rows: a repeated key, a value that only one row may have, and the checks of the kind. */
export async function checkRows(tx: Tx, kind: Kind, runId: string): Promise<void> {
  await tx.run({ text: markRepeatedKeys, values: [runId, kind.key[0] ?? ''] });
  for (const { column, value } of kind.uniques ?? [])
    await tx.run({ text: markRepeatedValues(value), values: [runId, column] });
  for (const text of kind.marks ?? []) await tx.run({ text, values: [runId] });
  const { late } = statementsOf(kind);
  if (late !== undefined) await tx.run({ text: late, values: [runId] });
}

export type Counts = Record<'new' | 'changed' | 'equal' | 'wrong' | 'conflict', number>;

export async function countRows(tx: Tx, runId: string): Promise<Counts> {
  const rows = await tx.run<{ outcome: keyof Counts; rows: number }>({
    text: 'select outcome, count(*) as rows from import_rows where run_id = $1 group by outcome',
    values: [runId],
  });
  const counts: Counts = { new: 0, changed: 0, equal: 0, wrong: 0, conflict: 0 };
  for (const { outcome, rows: count } of rows) counts[outcome] = count;
  return counts;
}

/** The change of a row, with each of its columns before and after. */
export interface Difference {
  row: number;
  key: readonly string[];
  outcome: 'new' | 'changed';
  before: Readonly<Record<string, CellValue>>;
  after: Readonly<Record<string, CellValue>>;
}

/** Lists the first `most` new or changed rows, with the columns that differ. */
export const sampleRows = (tx: Tx, runId: string, most: number): Promise<Difference[]> =>
  tx.run<Difference>({
    text: `select row_no as row, key, outcome,
        (select coalesce(jsonb_object_agg(k, before -> k), '{}') from jsonb_object_keys(given) k
          where before is not null and before -> k is distinct from given -> k) as before,
        (select coalesce(jsonb_object_agg(k, given -> k), '{}') from jsonb_object_keys(given) k
          where before is null or before -> k is distinct from given -> k) as after
      from import_rows where run_id = $1 and outcome in ('new', 'changed') order by row_no limit $2`,
    values: [runId, most],
  });

/** Errors of a row, in the order of the file. */
export interface RowErrors {
  row: number;
  errors: readonly CellError[];
}

/** Lists up to `most` rows with errors after row `after`. */
export const listErrors = (tx: Tx, runId: string, after: number, most: number): Promise<RowErrors[]> =>
  tx.run<RowErrors>({
    text: `select row_no as row, errors from import_rows
      where run_id = $1 and outcome in ('wrong', 'conflict') and row_no > $2 order by row_no limit $3`,
    values: [runId, after, most],
  });

/** Maximum number of characters of rows that one call reads. A single row may be that long. */
const readCharacters = 1_000_000;

/** Lists rows as in the file, with their errors, after row `after`. At most `most`, fewer if they are long, but at least one row. */
export const listCells = (
  tx: Tx,
  runId: string,
  after: number,
  most: number,
): Promise<(RowErrors & { cells: ReadRow['cells'] })[]> =>
  tx.run({
    text: `select row_no as row, cells, errors from (
        select p.*, sum(size) over (order by row_no) - size as before_it from (
          select row_no, cells, errors, length(cells::text) + length(errors::text) as size from import_rows
          where run_id = $1 and row_no > $2 order by row_no limit $3) p) q
      where before_it < $4 order by row_no`,
    values: [runId, after, most, readCharacters],
  });

/** True while rows of the run's file are stored. */
export const hasRows = async (tx: Tx, runId: string): Promise<boolean> => {
  const rows = await tx.run({ text: 'select from import_rows where run_id = $1 limit 1', values: [runId] });
  return rows.length > 0;
};

/**
 * Finds up to `size` next rows to write after row `after`: their first and last number, and their count. Undefined if
 * no row is left.
 */
export async function nextPortion(
  tx: Tx,
  runId: string,
  after: number,
  size: number,
): Promise<{ from: number; to: number; rows: number } | undefined> {
  const [found] = await tx.run<{ from: number | null; to: number; rows: number }>({
    text: `select min(row_no) as from, max(row_no) as to, count(*) as rows from (
        select row_no from import_rows where run_id = $1 and row_no > $2 and outcome in ('new', 'changed') order by row_no limit $3) p`,
    values: [runId, after, size],
  });
  return found === undefined || found.from === null ? undefined : { ...found, from: found.from };
}

/** Locks the rows that a portion changes. */
export const lockTargets = async (tx: Tx, kind: Kind, portion: Portion): Promise<void> => {
  for (const text of [kind.lock ?? []].flat()) await tx.run({ text, values: valuesOf(portion) });
};

/**
 * Conditions that another writer may have broken since the check of the file. `why`: SQL for the reason, without a full
 * stop.
 */
const brokenSince = ({
  similarNames,
  brokenLater = [],
  isRechecked,
  checks,
}: Kind): { isBroken: string; why: string }[] => [
  ...[...(similarNames === undefined ? [] : [similarNames]), ...brokenLater].map(({ isBroken, why }) => ({
    isBroken,
    why: quoted(why),
  })),
  ...(isRechecked === true ? checks.filter(({ isLate }) => isLate !== true) : []).map(({ isBroken, text, says }) => ({
    isBroken,
    why: `rtrim(${says ?? quoted(text)}, '.')`,
  })),
];

/**
 * Finds rows of a portion whose target has changed in the columns of the file since reading, or that can no longer be
 * written.
 */
export const findConflicts = (
  tx: Tx,
  kind: Kind,
  portion: Portion,
  columns: readonly Column[],
): Promise<Conflict[]> => {
  const absent = kind.columns.filter((column) => !columns.includes(column)).map(({ name }) => name);
  const isStale = '(r.before - $4::text[]) is distinct from (c.now - $4::text[])';
  const broken = brokenSince(kind);
  const reasons = broken.map(({ isBroken, why }) => `when ${isBroken} then ${why}`).join(' ');
  return tx.run<Conflict>({
    text: `select r.row_no, r.before - $4::text[] as before, c.now - $4::text[] as now
        ${broken.length === 0 ? '' : `, case when ${isStale} then null ${reasons} end as why`}
      from ${rowsToWrite()} r left join lateral (${kind.current}) c on true cross join lateral (select r.before as was, coalesce(r.before, '{}') || r.given as is) m
      where ${[isStale, ...broken.map(({ isBroken }) => `(${isBroken})`)].join(' or ')} order by r.row_no`,
    values: [...valuesOf(portion), absent],
  });
};

/** Lists the values that have changed since the file was read, in the file's notation. */
const changesText = ({ columns }: Kind, { before, now }: Conflict): string => {
  if (now === null) return 'ya no existe';
  const shown = (write: Column['write'], value: CellValue | undefined): string =>
    value === null || value === undefined ? '(vacío)' : write(value) || '(vacío)';
  return columns
    .filter(({ name }) => name in now && !isDeepStrictEqual(before?.[name] ?? null, now[name]))
    .map(({ name, write }) => `${name} era ${shown(write, before?.[name])} y ahora es ${shown(write, now[name])}`)
    .join('; ');
};

/** Excludes rows from writing. Stores each with its earlier and present values. */
export const markConflicts = (tx: Tx, runId: string, conflicts: readonly Conflict[], kind: Kind): Promise<unknown> => {
  const explained = conflicts.map((conflict) => ({
    ...conflict,
    text: `${conflict.why ?? `Cambió después de leer el archivo: ${changesText(kind, conflict)}`}.`,
  }));
  return tx.run({
    text: `update import_rows u set outcome = 'conflict', errors = u.errors || jsonb_build_object('column', $3::text,
        'value', array_to_string(u.key, ' '), 'code', 'CONFLICT', 'text', c.text, 'before', c.before, 'now', c.now)
      from json_to_recordset($2::json) as c(row_no integer, before jsonb, now jsonb, text text)
      where u.run_id = $1 and u.row_no = c.row_no`,
    values: [runId, JSON.stringify(explained), kind.key[0] ?? ''],
  });
};

/** Reads the shop's category paths and brands, to match the names in files of other systems. */
export const listShopNames = async (tx: Tx): Promise<{ paths: string[]; brands: string[] }> => {
  const rows = await tx.run<{ path: string | null; brand: string | null }>({
    text: 'select path, null as brand from categories union all select null, title from brands',
    values: [],
  });
  return {
    paths: rows.flatMap(({ path }) => (path === null ? [] : [path])),
    brands: rows.flatMap(({ brand }) => (brand === null ? [] : [brand])),
  };
};

/** Returns the given SKUs that exist. */
export const findSkus = async (tx: Tx, skus: readonly string[]): Promise<Set<string>> => {
  const rows = await tx.run<{ sku: string }>({ text: 'select sku from products where sku = any ($1)', values: [skus] });
  return new Set(rows.map(({ sku }) => sku));
};

/**
 * Deletes expired rows of the next run. Rows without an error are deleted an hour after the run has ended, because a
 * stock file comes every quarter of an hour. All rows, and an unread file, are deleted a week after the upload
 * (BULK-11). The run cannot be applied after that. Returns the number of runs, 0 or 1.
 */
export const forgetRows = async (tx: Tx): Promise<number> => {
  const rows = await tx.run({
    text: `with run as (
        select id, state, options, created_at < clock_timestamp() - interval '7 days' as is_over from runs
        where rows_kept <> 'none' and state <> 'applying' and (created_at < clock_timestamp() - interval '7 days'
          or rows_kept = 'all' and state in ('done', 'refused', 'failed', 'canceled') and updated_at < clock_timestamp() - interval '1 hour')
        order by created_at, id limit 1 for no key update skip locked),
      unread as (
        insert into unclaimed_files (path, since, is_unwanted)
        select jsonb_array_elements_text(options -> 'pieces'), clock_timestamp(), true from run
        where is_over and state in ('reading', 'failed')
        on conflict (path) do nothing),
      gone as (
        delete from import_rows i using run where i.run_id = run.id and (run.is_over or i.outcome not in ('wrong', 'conflict')))
      update runs u set rows_kept = case when run.is_over then 'none' else 'wrong' end,
        state = case when run.is_over and run.state = 'checked' then 'failed' else u.state end,
        result = case when run.is_over and run.state = 'checked' then u.result || '{"code": "IMPORT_ROWS_LOST"}' else u.result end
      from run where u.id = run.id returning u.id`,
    values: [],
  });
  return rows.length;
};

/** Lists the first `most` errors of a run. Cuts off each text after `letters` characters, because a wrong cell may be as long as a row. */
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

/**
 * Ends up to 100 runs that have been in the state `reading` for a day, because their process died or their job failed
 * at every attempt. Skips a run that is being worked on. Returns their number.
 */
export const endUnread = async (tx: Tx): Promise<number> => {
  const ended = await tx.run({
    text: `update runs set state = 'failed', result = result || '{"code": "IMPORT_FAILED"}', updated_at = clock_timestamp()
      where id in (
        select id from runs where kind like 'import %' and state = 'reading' and created_at < clock_timestamp() - interval '1 day'
        order by created_at, id limit 100 for no key update skip locked)
      returning id`,
    values: [],
  });
  return ended.length;
};

/** Updates the planner's statistics after many new rows. Otherwise it would compare each row with each. */
export const analyzeTables = (tx: Tx, tables: readonly string[]): Promise<unknown> =>
  tx.run({ text: `analyze ${tables.join(', ')}`, values: [] });
