import { type Database, openDatabase } from '../platform/database.ts';

/** Rows of a table, read or found by an index, that `work` visits: the one connection it gets then tells what it has done. */
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
