import type { Tx } from './database.ts';
import { statement } from './statement.ts';

interface CountRow {
  calls: number;
  ends_at: Date;
}

// A window further away than its own length was begun by a clock that ran ahead: it is begun anew.
const addCallsRow = statement<
  CountRow,
  [budget: string, caller: string, calls: number, now: Date, endsAt: Date, latest: Date]
>(
  'platform.add-calls',
  `insert into call_budgets as known (budget, caller, calls, ends_at) values ($1, $2, $3, $5)
   on conflict (budget, caller) do update set
     calls = case when known.ends_at > $4 and known.ends_at <= $6 then known.calls else 0 end + excluded.calls,
     ends_at = case when known.ends_at > $4 and known.ends_at <= $6 then known.ends_at else excluded.ends_at end
   returning calls, ends_at`,
);

export interface CalledLately {
  budget: string;
  caller: string;
  /** Calls this node has not told of yet. */
  calls: number;
  now: Date;
  /** End of the window as this node knows it; the first node to tell decides. */
  endsAt: Date;
  windowMs: number;
}

/** Calls at once are counted in any order, and clocks of nodes differ a little: a window may be that much further away. */
const clockToleranceMs = 60_000;

/** Adds one node's calls to those of all nodes. */
export const addCalls = async (
  tx: Tx,
  { budget, caller, calls, now, endsAt, windowMs }: CalledLately,
): Promise<{ calls: number; endsAt: Date }> => {
  const latest = new Date(now.getTime() + windowMs + clockToleranceMs);
  const [row] = await addCallsRow(tx, [budget, caller, calls, now, endsAt, latest]);
  if (row === undefined) throw new Error('counting calls answered nothing');
  return { calls: row.calls, endsAt: row.ends_at };
};

const giveBackRow = statement<object, [budget: string, caller: string]>(
  'platform.give-call-back',
  'update call_budgets set calls = calls - 1 where budget = $1 and caller = $2 and calls > 0',
);

/** A call that was counted and should not have been. */
export const giveCallBack = async (tx: Tx, budget: string, caller: string): Promise<void> => {
  await giveBackRow(tx, [budget, caller]);
};

/** Drops windows that have ended. @returns how many */
export const deleteEndedWindows = async (tx: Tx, now: Date): Promise<number> => {
  const rows = await deleteEndedRows(tx, [now]);
  return rows.length;
};

const deleteEndedRows = statement<object, [now: Date]>(
  'platform.delete-ended-budgets',
  `delete from call_budgets where ctid = any (array(select ctid from call_budgets where ends_at < $1 limit 5000))
   returning 1`,
);
