import { countedRows, type ListColumn, type ListDeclaration, type ListQuery } from '@ceiba/contract/desk/list';
import type { Result } from '@ceiba/domain/result';
import { ok, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { storesSeenBy } from '../http/places.ts';
import type { Refusal, StaffCaller } from '../http/route.ts';
import { codesOf } from './list-names.ts';
import { numbered, type Sql } from './sql.ts';

/** The source of the rows of a list. All its SQL is constant and contains no input of a request. */
export interface ListSource<L extends ListDeclaration> {
  list: L;
  /**
   * `from …`, with its joins. A table with one row per list row is joined by `left join … on` its key. PostgreSQL then skips that join in
   * statements that do not need it, such as counts.
   */
  from: string;
  /** SQL for a unique key of a row, with its type. Every sort ends with the key. */
  key: { sql: string; type: 'uuid' | 'bigint' | 'text' };
  /** SQL for every column. Sortable columns are never null. */
  columns: Record<keyof L['columns'] & string, string>;
  /** SQL that a filter compares, depending on the filter's kind. A function returns the whole condition for a value. */
  filters: { readonly [F in keyof L['filters'] & string]: string | ((value: unknown) => Sql) };
  /** The condition for the search text `q`. */
  search?: (words: string) => Sql;
  /** SQL for a row's store. People limited to stores see only the rows of their stores. Without this SQL, they see no rows. */
  store?: string;
  /**
   * Number of rows to read in sort order before all matches are sorted instead. Set for tables of a million rows with an index for each
   * sort, because all matches may be at the far end of a sort.
   */
  walk?: number;
  /**
   * True if `from` computes every row again in each statement that reads it. The count then comes with the page, and an export
   * reads all rows in one statement. Not together with `walk`.
   */
  isComputed?: true;
  /** True if the list belongs to no place. Everybody who may call it sees all rows. */
  isOfShop?: true;
  /** SQL for an array of stores, for rows that belong to several stores. */
  stores?: string;
  /** A condition that always applies. It may depend on the person. */
  always?: (staff: StaffCaller) => Sql | undefined;
}

export interface ListPage {
  rows: Record<string, unknown>[];
  next: string | null;
  total: { value: number; capped: boolean };
}

const typeOf = {
  text: 'text',
  link: 'text',
  state: 'text',
  number: 'bigint',
  money: 'bigint',
  moment: 'timestamptz',
  date: 'date',
  flag: 'boolean',
} as const satisfies Record<ListColumn['kind'], string>;

/** Wraps a sort expression so that no index matches. PostgreSQL then filters the rows before it sorts them. */
const unindexed = (sql: string, type: string): string =>
  type === 'text' ? `(${sql}) || ''` : type === 'timestamptz' ? `(${sql}) + interval '0'` : `(${sql}) + 0`;

/** Returns SQL for the start of a day in Guatemala, which is six hours behind UTC all year. */
const startOf = (day: string): string => `(${day}::date + time '06:00') at time zone 'UTC'`;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the conditions of a query's filters. */
function conditionsOf<L extends ListDeclaration>(
  { list, filters, search, store, stores, isOfShop, always }: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
): Sql[] {
  const conditions: Sql[] = [];
  for (const [name, filter] of Object.entries(list.filters)) {
    const sql = filters[name as keyof L['filters'] & string];
    const value = query[name];
    if (typeof sql === 'function') {
      const given =
        filter.kind === 'dates' || filter.kind === 'amounts' ? [query[`${name}From`], query[`${name}To`]] : value;
      if (Array.isArray(given) ? given.some((each) => each !== undefined) : given !== undefined && given !== '')
        conditions.push(sql(given));
      continue;
    }
    const from = query[`${name}From`];
    const to = query[`${name}To`];
    if (filter.kind === 'choice' && Array.isArray(value) && value.length > 0)
      conditions.push((p) => `${sql} = any (${p(value)}::text[])`);
    if (filter.kind === 'flag' && typeof value === 'boolean') conditions.push((p) => `(${sql}) = ${p(value)}::boolean`);
    if (filter.kind === 'text' && isText(value)) {
      const { names } = filter;
      if (names === undefined) conditions.push((p) => `${sql} = ${p(value)}::text`);
      else conditions.push((p) => `${sql} = any (${codesOf(names, value)(p)})`);
    }
    if (filter.kind === 'amounts') {
      if (typeof from === 'number') conditions.push((p) => `${sql} >= ${p(Math.round(from * 100))}::bigint`);
      if (typeof to === 'number') conditions.push((p) => `${sql} <= ${p(Math.round(to * 100))}::bigint`);
    }
    if (filter.kind === 'dates') {
      if (isText(from)) conditions.push((p) => `${sql} >= ${startOf(p(from))}`);
      if (isText(to)) conditions.push((p) => `${sql} < ${startOf(p(to))} + interval '1 day'`);
    }
  }
  if (isText(query.q) && search !== undefined) conditions.push(search(query.q));
  const seen = isOfShop ? null : storesSeenBy(staff);
  if (seen !== null) {
    if (stores !== undefined) conditions.push((p) => `${stores} && ${p(seen)}::text[]`);
    else conditions.push(store === undefined ? () => 'false' : (p) => `${store} = any (${p(seen)}::text[])`);
  }
  const own = always?.(staff);
  if (own !== undefined) conditions.push(own);
  return conditions;
}

const whereOf = (conditions: readonly Sql[], p: Parameters<Sql>[0]): string =>
  conditions.length === 0 ? 'true' : conditions.map((condition) => condition(p)).join(' and ');

/** Returns the sort of a query: its column, and whether the highest value comes first. */
const sortOf = (list: ListDeclaration, query: ListQuery): { column: string; isDescending: boolean } => {
  const sort = query.sort ?? list.sorts[0];
  return sort.startsWith('-') ? { column: sort.slice(1), isDescending: true } : { column: sort, isDescending: false };
};

type CursorType = (typeof typeOf)[ListColumn['kind']] | ListSource<ListDeclaration>['key']['type'];

const isBigint = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** The text form of PostgreSQL's moments, with microseconds and the session's zone. */
const moment = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?)?$/;

/** A missing day or moment sorts as `-infinity`. */
const isMoment = (text: string): boolean => {
  if (text === '-infinity' || text === 'infinity') return true;
  const [, day = '', time = '00:00:00'] = moment.exec(text) ?? [];
  const read = new Date(`${day}T${time}Z`);
  // Rejects an invalid day, and a day such as 30 February that was parsed as another day.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
};

/** Returns whether a text is a value of the type, as the database writes it. Clients may send invented cursors. */
const isOfType: Record<CursorType, (text: string) => boolean> = {
  text: (text) => text.isWellFormed() && !text.includes('\0'),
  bigint: isBigint,
  timestamptz: isMoment,
  date: isMoment,
  boolean: (text) => text === 'true' || text === 'false',
  uuid: (text) => z.uuid().safeParse(text).success,
};

/** Parses a cursor: the sort value and the key of a page's last row. Undefined if the text is not a cursor of these types. */
export const readCursor = (text: string, sort: CursorType, key: CursorType): [string, string] | undefined => {
  const [value, last, more] = partsOf(text);
  const isOurs =
    typeof value === 'string' &&
    typeof last === 'string' &&
    more === undefined &&
    isOfType[sort](value) &&
    isOfType[key](last);
  return isOurs ? [value, last] : undefined;
};

const partsOf = (text: string): unknown[] => {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
};

export const writeCursor = (sort: string, key: string): string =>
  Buffer.from(JSON.stringify([sort, key])).toString('base64url');

const wrongCursor: Refusal = { code: 'VALIDATION_ERROR', metadata: { fields: { after: 'Valor desconocido.' } } };

interface PageOptions {
  limit: number;
  /**
   * True if at most `countedRows` rows match. Then all matches are read and sorted. The planner prefers an index in sort order, which might
   * find the matches only after a million other rows (record 0071).
   */
  isFew?: boolean;
  /** Number of rows after the cursor to read in the order of the sort. */
  walk?: number;
  /** Fields of a row in addition to the columns, as SQL. */
  more?: Readonly<Record<string, string>>;
}

/** Returns the order of a query and the condition for rows after the cursor, as SQL. `marks`: the parts of a row's cursor. Refuses a wrong cursor. */
function placeOf<L extends ListDeclaration>({ list, key, columns }: ListSource<L>, query: ListQuery, isFew: boolean) {
  const { column, isDescending } = sortOf(list, query);
  const type = typeOf[list.columns[column]?.kind ?? 'text'];
  const plain = columns[column as keyof L['columns'] & string];
  const sorted = type === 'text' && list.columns[column]?.isNumber !== true ? `(${plain}) collate spanish` : plain;
  const sort = isFew ? unindexed(sorted, type) : sorted;
  const cursor = isText(query.after) ? readCursor(query.after, type, key.type) : null;
  if (cursor === undefined) return refuse(wrongCursor);
  const [after, direction] = isDescending ? ['<', 'desc'] : ['>', 'asc'];
  const afterCursor: Sql = (p) =>
    cursor === null
      ? 'true'
      : `(${sort}, ${key.sql}) ${after} (${p(cursor[0])}::${type}, ${p(cursor[1])}::${key.type})`;
  return ok({
    order: `order by ${sort} ${direction}, ${key.sql} ${direction}`,
    marks: `(${sort})::text as "__sort", (${key.sql})::text as "__key"`,
    hasCursor: cursor !== null,
    afterCursor,
  });
}

const selected = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(', ');

/** Reads the rows of a list after a cursor, and one row more, which shows that a further page exists. */
async function selectRows<L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
  { limit, isFew = false, walk, more = {} }: PageOptions,
): Promise<Result<Record<string, unknown>[], Refusal>> {
  const { key, from, columns } = source;
  const place = placeOf(source, query, isFew);
  if (!place.ok) return place;
  const { order, marks, hasCursor, afterCursor } = place.value;
  const conditions = conditionsOf(source, query, staff);
  if (hasCursor) conditions.push(afterCursor);
  // The planner looks up a list of keys. With a range of the sort, it might first read all matches by another index.
  if (walk !== undefined)
    conditions.push(
      (p) => `${key.sql} = any (array(select ${key.sql} ${from} where ${afterCursor(p)} ${order} limit ${p(walk)}))`,
    );
  const { text, values } = numbered((p) => {
    const where = whereOf(conditions, p);
    // Rows of a large table are sorted by the table's own columns. Only the page's rows are joined with other tables.
    const page =
      source.walk !== undefined
        ? `${key.sql} = any (array(select ${key.sql} ${from} where ${where} ${order} limit ${p(limit)}))`
        : where;
    return `select ${selected({ ...columns, ...more })}, ${marks} ${from} where ${page} ${order} limit ${p(limit)}`;
  });
  return ok(await tx.run({ text, values }));
}

/**
 * Reads `limit` rows of a computed list after a cursor (null: all rows), and counts all rows that match. One statement does both,
 * so the list is computed once.
 */
async function selectComputed<L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
  { limit, more = {} }: { limit: number | null; more?: PageOptions['more'] },
): Promise<Result<{ found: Record<string, unknown>[]; total: number }, Refusal>> {
  const place = placeOf(source, query, false);
  if (!place.ok) return place;
  const { order, marks, afterCursor } = place.value;
  const conditions = conditionsOf(source, query, staff);
  const statement = numbered(
    (p) => `with matching as materialized (
        select ${selected({ ...source.columns, ...more })}, ${marks}, ${afterCursor(p)} as "__isAfter", row_number() over (${order}) as "__place"
        ${source.from} where ${whereOf(conditions, p)})
      select m.*, t."__total" from (select count(*)::int as "__total" from matching) t
        left join lateral (select * from matching where "__isAfter" order by "__place" limit ${p(limit)}::bigint) m on true
      order by m."__place"`,
  );
  // If no row follows the cursor, one row with only the total is returned.
  const rows = await tx.run<Record<string, unknown>>(statement);
  const found = rows.flatMap(({ __isAfter, __place, __total, ...row }) => (row.__key === null ? [] : [row]));
  return ok({ found, total: Number(rows[0]?.__total ?? 0) });
}

/** A list's query whose rows are counted. */
export interface CountedQuery {
  source: ListSource<ListDeclaration>;
  query: ListQuery;
}

/** Counts the rows of several list queries, each up to 10,001, in one statement. */
export async function countQueries(tx: Tx, counted: readonly CountedQuery[], staff: StaffCaller): Promise<number[]> {
  if (counted.length === 0) return [];
  const { text, values } = numbered((p) => {
    const counts = counted.map(({ source, query }) => {
      const conditions = conditionsOf(source, query, staff);
      return `(select count(*)::int from (select ${source.from}
        where ${whereOf(conditions, p)} limit ${countedRows + 1}) c)`;
    });
    return `select array[${counts.join(', ')}] as rows`;
  });
  const [row] = await tx.run<{ rows: number[] }>({ text, values });
  return row?.rows ?? [];
}

/** Counts the rows of a query, up to 10,001, in one statement. */
export const countRows = async <L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
): Promise<number> => (await countQueries(tx, [{ source, query }], staff))[0] ?? 0;

/** Makes a page of `limit` rows. If a further page exists, `found` has one row more. */
function pageOf(found: readonly Record<string, unknown>[], limit: number, total: number): ListPage {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last !== undefined ? writeCursor(String(last.__sort), String(last.__key)) : null;
  // The parts of the cursor are not fields of a row.
  const rows = page.map(({ __sort, __key, ...row }) => row);
  return { rows, next, total: { value: Math.min(total, countedRows), capped: total > countedRows } };
}

/**
 * Returns a page of a list (OFF-15). Pages continue by key, so new rows cause no repeats or gaps. The total is exact up to
 * 10,000. Runs one statement for a computed list, otherwise two. Runs three if the first rows in sort order have too few matches
 * (`walk`). `more`: fields of a row in addition to the columns.
 */
export async function listPage<L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
  more?: Readonly<Record<string, string>>,
): Promise<Result<ListPage, Refusal>> {
  const limit = query.limit ?? 25;
  if (source.isComputed === true) {
    const computed = await selectComputed(tx, source, query, staff, { limit: limit + 1, ...(more && { more }) });
    return computed.ok ? ok(pageOf(computed.value.found, limit, computed.value.total)) : computed;
  }
  const value = await countRows(tx, source, query, staff);
  const isFew = value <= countedRows;
  const options = { limit: limit + 1, ...(more && { more }) };
  const { walk } = source;
  const isWalked = !isFew && walk !== undefined && conditionsOf(source, query, staff).length > 0;
  const walked = isWalked ? await selectRows(tx, source, query, staff, { ...options, walk }) : undefined;
  const found =
    walked === undefined || (walked.ok && walked.value.length <= limit)
      ? await selectRows(tx, source, query, staff, { ...options, isFew: isFew || walked !== undefined })
      : walked;
  return found.ok ? ok(pageOf(found.value, limit, value)) : found;
}

/**
 * Assembles one statement on the rows that match a query. `build` gets the SQL that selects their `id` in the order of the key. `most`: the
 * maximum number of rows.
 */
export function matchingSql<L extends ListDeclaration>(
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
  { most, build }: { most: number; build: (matching: string, parameter: (value: unknown) => string) => string },
): { text: string; values: unknown[] } {
  const conditions = conditionsOf(source, query, staff);
  const id = source.columns[source.list.id as keyof L['columns'] & string];
  return numbered((p) => {
    const where = whereOf(conditions, p);
    return build(`select ${id} as id ${source.from} where ${where} order by ${source.key.sql} limit ${p(most)}`, p);
  });
}

/** Rows per statement of an export. Such a statement takes a few milliseconds, in which the process answers no other request. */
const portion = 200;

/**
 * Yields all rows of a list in portions by key. Each portion has a separate statement, so locks and memory do not grow with the
 * list (OFF-20).
 */
export async function* listRows<L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
): AsyncGenerator<Record<string, unknown>[]> {
  const { after: _, ...filters } = query;
  if (source.isComputed === true) {
    const computed = await selectComputed(tx, source, filters, staff, { limit: null });
    if (!computed.ok) throw new Error('a list without a cursor was refused');
    for (let from = 0; from < computed.value.found.length; from += portion)
      yield computed.value.found.slice(from, from + portion);
    return;
  }
  let after: string | undefined;
  for (;;) {
    const found = await selectRows(tx, source, { ...filters, ...(after && { after }) }, staff, { limit: portion });
    if (!found.ok) throw new Error('a cursor of ours was not understood');
    if (found.value.length > 0) yield found.value;
    const last = found.value.at(-1);
    if (found.value.length < portion || last === undefined) return;
    after = writeCursor(String(last.__sort), String(last.__key));
  }
}
