import type pg from 'pg';
import type { Tx } from '../platform/db/database.ts';
import { until } from './until.ts';

type Asker = pg.Pool | pg.ClientBase;

/** A connection or an open transaction that holds a lock for which others wait. */
type Holder = pg.ClientBase | Tx;

const ownPid = 'select pg_backend_pid() as pid';

const pidOf = async (holder: Holder): Promise<number> => {
  const rows =
    'run' in holder
      ? await holder.run<{ pid: number }>({ text: ownPid, values: [] })
      : (await holder.query<{ pid: number }>(ownPid)).rows;
  return rows[0]?.pid ?? 0;
};

/**
 * Returns the backends that wait for a lock of this backend, directly or behind other waiting backends. Others do not count. A
 * job, or a table that grows at that moment, would let a test continue too early.
 */
const pidsBehind = async (asker: Asker, pid: number): Promise<number[]> => {
  const { rows } = await asker.query<{ pid: number }>(
    `with recursive waiting as materialized (
       select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'
     ), blocked as (
       select pid from waiting where $1 = any (blockers)
       union select waiting.pid from waiting join blocked on blocked.pid = any (waiting.blockers)
     )
     select pid from blocked`,
    [pid],
  );
  return rows.map((row) => row.pid);
};

/** Returns process ids of the backends that `holder` blocks, directly or through others. */
export const blockedBy = async (asker: Asker, holder: Holder): Promise<number[]> =>
  pidsBehind(asker, await pidOf(holder));

/** Waits until `holder` blocks that many backends, directly or through others. */
export const untilBlocked = async (asker: Asker, holder: Holder, count = 1): Promise<void> => {
  const pid = await pidOf(holder);
  await until(async () => (await pidsBehind(asker, pid)).length >= count);
};

/** Waits until a statement that contains `text` waits for a lock. For tests without the connection of the holder. */
export const untilWaits = (asker: Asker, text: string): Promise<void> =>
  until(async () => {
    const { rows } = await asker.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and wait_event_type = 'Lock' and wait_event <> 'extend' and strpos(query, $1) > 0`,
      [text],
    );
    return rows.length > 0;
  });
