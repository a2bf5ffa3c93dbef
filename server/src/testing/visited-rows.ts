import type { Database, Tx } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { until } from './until.ts';

/**
 * Counts the rows of a table that `work` reads or finds by an index. For pure reads use `rowsReadBy`, because late counts of
 * other connections cannot disturb it. `work` gets one connection, which then reports its counts.
 */
export const visitedRows = async (
  url: string,
  table: string,
  work: (db: Database) => Promise<unknown>,
  prepare: (db: Database) => Promise<unknown> = async () => {},
): Promise<number> => {
  const db = openDatabase({ url, use: 'requests', maxConnections: 1 });
  const visits = async (): Promise<number> => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await db.pool.query<{ visits: number }>(
      `select t.seq_tup_read + greatest(t.idx_tup_fetch, (select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid)::bigint) as visits
       from pg_stat_user_tables t where t.relname = $1`,
      [table],
    );
    return rows[0]?.visits ?? 0;
  };
  await prepare(db);
  const before = await visits();
  await work(db);
  const visited = (await visits()) - before;
  await db.close();
  return visited;
};

/** Returns the result of a statement that reads the counts of the same transaction. */
const countedIn = async <Row extends object>(
  url: string,
  counts: { text: string; values: readonly unknown[] },
  work: (tx: Tx) => Promise<unknown>,
): Promise<Row[]> => {
  const db = openDatabase({ url, use: 'requests', maxConnections: 1 });
  const rows = await db.transaction(async (tx) => {
    await work(tx);
    return tx.run<Row>(counts);
  });
  await db.close();
  return rows;
};

/** Like `visitedRows`, for `work` that only reads. Uses the counts of this connection, which are always current. */
export const rowsReadBy = async (url: string, table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> => {
  const text = `select pg_stat_get_xact_tuples_returned($1::regclass) + greatest(pg_stat_get_xact_tuples_fetched($1::regclass),
      (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = $1::regclass)::bigint) as visits`;
  const [row] = await countedIn<{ visits: number }>(url, { text, values: [table] }, work);
  return row?.visits ?? 0;
};

/** Returns, for each index, the entries that `work` reads and the table rows that it visits for them. */
export const indexReadsOf = (
  url: string,
  indexes: readonly string[],
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ read: number; visited: number }[]> => {
  const text = `select pg_stat_get_xact_tuples_returned(name::regclass) as read, pg_stat_get_xact_tuples_fetched(name::regclass) as visited
    from unnest($1::text[]) with ordinality as asked (name, place) order by place`;
  return countedIn(url, { text, values: [indexes] }, work);
};

/** Vacuums until every page of the table is marked as all-visible. A snapshot of another session may delay that. */
export const vacuumWhole = (db: Database, table: string): Promise<void> =>
  until(async () => {
    await db.pool.query(`vacuum (analyze) ${table}`);
    const { rows } = await db.pool.query('select from pg_class where oid = $1::regclass and relallvisible = relpages', [
      table,
    ]);
    return rows.length > 0;
  });
