import { countedRows, type ListColumn, type ListDeclaration, type ListQuery } from '@ceiba/contract/desk/list';
import type { Result } from '@ceiba/domain/result';
import { ok, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { storesSeenBy } from '../http/places.ts';
import type { Refusal, StaffCaller } from '../http/route.ts';
import { codesOf } from './list-names.ts';
import { numbered, type Sql } from './sql.ts';

/** Where the rows of a list come from. All SQL in it is constant; nothing of a request becomes part of it. */
export interface ListSource<L extends ListDeclaration> {
  list: L;
  /**
   * `from …`, with its joins. A table with one row per list row is joined by `left join … on` its key. PostgreSQL then skips that join in
   * statements that do not need it, such as counts.
   */
  from: string;
  /** SQL of a unique key of a row, and its type: the tie-breaker of every sort. */
  key: { sql: string; type: 'uuid' | 'bigint' | 'text' };
  /** SQL of every column. Sortable columns are never null. */
  columns: Record<keyof L['columns'] & string, string>;
  /** SQL that each filter compares by its kind; a function returns the whole condition for a value. */
  filters: { readonly [F in keyof L['filters'] & string]: string | ((value: unknown) => Sql) };
  /** The condition for the search text `q`. */
  search?: (words: string) => Sql;
  /** SQL of a row's store: people limited to stores see only the rows of their stores. Without this SQL, limited people see no rows. */
  store?: string;
  /**
   * How many rows are looked through in the order of a sort before all matches are sorted instead. Set for tables of a million rows with an
   * index for each sort, whose matches may all be at the far end of a sort.
   */
  walk?: number;
  /** The list belongs to no place: everybody who may call it sees all rows. */
  isOfShop?: true;
  /** SQL of an array of stores, for a row that belongs to several. */
  stores?: string;
  /** A condition that always applies, possibly depending on the person. */
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

/** Wraps a sort expression so that no index matches: PostgreSQL then filters the rows first and sorts them afterwards. */
const unindexed = (sql: string, type: string): string =>
  type === 'text' ? `(${sql}) || ''` : type === 'timestamptz' ? `(${sql}) + interval '0'` : `(${sql}) + 0`;

/** SQL of the start of a day in Guatemala, six hours behind UTC all year. */
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

/** Returns the sort of a query: its column, and whether the highest value comes first. */
const sortOf = (list: ListDeclaration, query: ListQuery): { column: string; isDescending: boolean } => {
  const sort = query.sort ?? list.sorts[0];
  return sort.startsWith('-') ? { column: sort.slice(1), isDescending: true } : { column: sort, isDescending: false };
};

type CursorType = (typeof typeOf)[ListColumn['kind']] | ListSource<ListDeclaration>['key']['type'];

const isBigint = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** PostgreSQL writes moments with microseconds and the zone of the session. */
const moment = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?)?$/;

/** A missing day or moment sorts as `-infinity`. */
const isMoment = (text: string): boolean => {
  if (text === '-infinity' || text === 'infinity') return true;
  const [, day = '', time = '00:00:00'] = moment.exec(text) ?? [];
  const read = new Date(`${day}T${time}Z`);
  // Rejects an invalid day, or one that was read as another, such as 30 February.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
};

/** Returns whether a text is a value of the type, as the database writes it. Anybody may send an invented cursor. */
const isOfType: Record<CursorType, (text: string) => boolean> = {
  text: (text) => text.isWellFormed() && !text.includes('\0'),
  bigint: isBigint,
  timestamptz: isMoment,
  date: isMoment,
  boolean: (text) => text === 'true' || text === 'false',
  uuid: (text) => z.uuid().safeParse(text).success,
};

/** Parses a cursor: the sort value and the key of a page's last row. Undefined: no cursor of these types. */
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
   * True if at most `countedRows` rows match. Then all matches are read and sorted. An index in sort order, which the planner prefers,
   * could find them only after a million other rows (record 0071).
   */
  isFew?: boolean;
  /** How many rows after the cursor are looked through, in the order of the sort. */
  walk?: number;
  /** Fields of a row in addition to the columns, as SQL. */
  more?: Readonly<Record<string, string>>;
}

/** Reads the rows of a list after a cursor, and one more to detect a further page. */
async function selectRows<L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
  { limit, isFew = false, walk, more = {} }: PageOptions,
): Promise<Result<Record<string, unknown>[], Refusal>> {
  const { list, key, from, columns } = source;
  const { column, isDescending } = sortOf(list, query);
  const type = typeOf[list.columns[column]?.kind ?? 'text'];
  const plain = columns[column as keyof L['columns'] & string];
  const sorted = type === 'text' && list.columns[column]?.isNumber !== true ? `(${plain}) collate spanish` : plain;
  const sort = isFew ? unindexed(sorted, type) : sorted;
  const cursor = isText(query.after) ? readCursor(query.after, type, key.type) : null;
  if (cursor === undefined) return refuse(wrongCursor);
  const conditions = conditionsOf(source, query, staff);
  const [after, direction] = isDescending ? ['<', 'desc'] : ['>', 'asc'];
  const afterCursor: Sql = (p) =>
    cursor === null
      ? 'true'
      : `(${sort}, ${key.sql}) ${after} (${p(cursor[0])}::${type}, ${p(cursor[1])}::${key.type})`;
  if (cursor !== null) conditions.push(afterCursor);
  // The planner looks up a list of keys. A range of the sort might make it read all matches by another index first.
  if (walk !== undefined)
    conditions.push(
      (p) => `${key.sql} = any (array(select ${key.sql} ${from} where ${afterCursor(p)}
        order by ${sort} ${direction}, ${key.sql} ${direction} limit ${p(walk)}))`,
    );
  const selected = Object.entries({ ...columns, ...more }).map(([name, sql]) => `${sql} as "${name}"`);
  const order = `order by ${sort} ${direction}, ${key.sql} ${direction}`;
  const { text, values } = numbered((p) => {
    const where = conditions.length === 0 ? 'true' : conditions.map((condition) => condition(p)).join(' and ');
    // Rows of a large table are sorted by its own columns alone. Only the page's rows are joined with other tables.
    const page =
      source.walk !== undefined
        ? `${key.sql} = any (array(select ${key.sql} ${from} where ${where} ${order} limit ${p(limit)}))`
        : where;
    return `select ${selected.join(', ')}, (${sort})::text as "__sort", (${key.sql})::text as "__key" ${from}
      where ${page} ${order} limit ${p(limit)}`;
  });
  return ok(await tx.run({ text, values }));
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
        where ${conditions.length === 0 ? 'true' : conditions.map((condition) => condition(p)).join(' and ')} limit ${countedRows + 1}) c)`;
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

/**
 * Returns a page of a list (OFF-15). Pages continue by key, so that new rows cause no repeats or gaps. The total is exact up to 10,000.
 * Runs two statements, or three if the first rows in the order of the sort have too few matches (`walk`). `more`: fields of a row in
 * addition to the columns.
 */
export async function listPage<L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
  more?: Readonly<Record<string, string>>,
): Promise<Result<ListPage, Refusal>> {
  const limit = query.limit ?? 25;
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
  if (!found.ok) return found;
  const page = found.value.slice(0, limit);
  const last = page.at(-1);
  const next =
    found.value.length > limit && last !== undefined ? writeCursor(String(last.__sort), String(last.__key)) : null;
  // The parts of the cursor are not fields of a row.
  const rows = page.map(({ __sort, __key, ...row }) => row);
  return ok({ rows, next, total: { value: Math.min(value, countedRows), capped: value > countedRows } });
}

/** Assembles one statement on all rows that match a query: `build` gets the SQL that selects their `id`, in the order of the key, at most `most`. */
export function matchingSql<L extends ListDeclaration>(
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
  { most, build }: { most: number; build: (matching: string, parameter: (value: unknown) => string) => string },
): { text: string; values: unknown[] } {
  const conditions = conditionsOf(source, query, staff);
  const id = source.columns[source.list.id as keyof L['columns'] & string];
  return numbered((p) => {
    const where = conditions.length === 0 ? 'true' : conditions.map((condition) => condition(p)).join(' and ');
    return build(`select ${id} as id ${source.from} where ${where} order by ${source.key.sql} limit ${p(most)}`, p);
  });
}

/** Rows of an export per statement. They take a few milliseconds of work, during which the process answers no other request. */
const portion = 200;

/** Yields all rows of a list in portions by key, each from its own statement, so that neither locks nor memory grow with the list (OFF-20). */
export async function* listRows<L extends ListDeclaration>(
  tx: Tx,
  source: ListSource<L>,
  query: ListQuery,
  staff: StaffCaller,
): AsyncGenerator<Record<string, unknown>[]> {
  let after: string | undefined;
  for (;;) {
    const { after: _, ...filters } = query;
    const found = await selectRows(tx, source, { ...filters, ...(after && { after }) }, staff, { limit: portion });
    if (!found.ok) throw new Error('a cursor of ours was not understood');
    if (found.value.length > 0) yield found.value;
    const last = found.value.at(-1);
    if (found.value.length < portion || last === undefined) return;
    after = writeCursor(String(last.__sort), String(last.__key));
  }
}
