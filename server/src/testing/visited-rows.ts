import { type Database, openDatabase, type Tx } from '../platform/db/database.ts';
import { until } from './until.ts';

/**
 * Rows of a table, read or found by an index, that `work` visits: for what only reads there is `rowsReadBy`, into whose counts no
 * other connection's late ones can come. The one connection it gets then tells what it has done. */
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

/** What one statement asks of the counts that its own transaction has made. */
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

/** As `visitedRows`, of what only reads: its connection's own counts, however late others' are told. */
export const rowsReadBy = async (url: string, table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> => {
  const text = `select pg_stat_get_xact_tuples_returned($1::regclass) + greatest(pg_stat_get_xact_tuples_fetched($1::regclass),
      (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = $1::regclass)::bigint) as visits`;
  const [row] = await countedIn<{ visits: number }>(url, { text, values: [table] }, work);
  return row?.visits ?? 0;
};

/** Of each index the entries that `work` reads, and the rows it visits for them. */
export const indexReadsOf = (
  url: string,
  indexes: readonly string[],
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ read: number; visited: number }[]> => {
  const text = `select pg_stat_get_xact_tuples_returned(name::regclass) as read, pg_stat_get_xact_tuples_fetched(name::regclass) as visited
    from unnest($1::text[]) with ordinality as asked (name, place) order by place`;
  return countedIn(url, { text, values: [indexes] }, work);
};

/** Vacuums until no row of the table has to be visited to know that all may see it: a snapshot that somebody held kept it from that. */
export const vacuumWhole = (db: Database, table: string): Promise<void> =>
  until(async () => {
    await db.pool.query(`vacuum (analyze) ${table}`);
    const { rows } = await db.pool.query('select from pg_class where oid = $1::regclass and relallvisible = relpages', [
      table,
    ]);
    return rows.length > 0;
  });
