import { LRUCache } from 'lru-cache';
import { statement, type Tx } from '../db/database.ts';

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

/** Callers remembered; who was not seen for longest is forgotten, and counted from the database's number again. */
const mostCallers = 50_000;

/** Of a budget, what a node may count by itself before it tells the others: a twentieth, so that N nodes are N/20 off at most. */
const portions = 20;

interface Count {
  /** Calls of all nodes, as the database last said; this node's own told ones included. */
  told: number;
  /** Being told now. */
  telling: number;
  untold: number;
  /** Epoch ms. */
  endsAt: number;
  report: Promise<void> | undefined;
}

interface CallBudgetsOptions {
  /** Tells the database (`addCalls` above). */
  addCalls(calls: CalledLately): Promise<{ calls: number; endsAt: Date }>;
  now: () => Date;
  /** The database did not take a count: it goes on here alone. */
  onFailure: (error: Error) => void;
}

interface Budget {
  name: string;
  /** Calls in a window. */
  max: number;
  windowMs: number;
}

export interface CallBudgets {
  /**
   * Counts a call, or `weight` of what the budget counts, say bytes. `calls` above `max`: too many, and not counted;
   * `remainingMs` until the window ends.
   */
  take(budget: Budget, caller: string, weight?: number): Promise<{ calls: number; remainingMs: number }>;
}

/**
 * One count for each budget and caller, over all nodes (record 0011). A node counts by itself and tells the database a
 * portion at a time, so that most calls ask nobody; budgets too small for portions are told of call by call. Refused
 * calls are not counted and cost no statement.
 */
export const createCallBudgets = ({ addCalls, now, onFailure }: CallBudgetsOptions): CallBudgets => {
  const counts = new LRUCache<string, Count>({ max: mostCallers });

  const currentCount = (key: string, windowMs: number): Count => {
    const moment = now().getTime();
    const known = counts.get(key);
    if (known !== undefined && moment < known.endsAt && known.endsAt <= moment + windowMs) return known;
    const begun = { told: 0, telling: 0, untold: 0, endsAt: moment + windowMs, report: undefined };
    counts.set(key, begun);
    return begun;
  };

  const tell = async (count: Count, { name, windowMs }: Budget, caller: string): Promise<void> => {
    const calls = count.untold;
    count.telling = calls;
    count.untold = 0;
    try {
      const endsAt = new Date(count.endsAt);
      const known = await addCalls({ budget: name, caller, calls, now: now(), endsAt, windowMs });
      count.told = known.calls;
      count.endsAt = known.endsAt.getTime();
    } catch (error) {
      // Whatever keeps the database from answering, nobody is sent away for it.
      count.told += calls;
      onFailure(error instanceof Error ? error : new Error(String(error)));
    }
    count.telling = 0;
    count.report = undefined;
  };

  return {
    take: async (budget, caller, weight = 1) => {
      const count = currentCount(`${budget.name} ${caller}`, budget.windowMs);
      const portion = Math.max(1, Math.floor(budget.max / portions));
      const verdict = (calls: number) => ({ calls, remainingMs: Math.max(0, count.endsAt - now().getTime()) });
      // Who comes while a full portion is being told waits for its answer.
      while (count.report !== undefined && count.untold + weight >= portion) await count.report;
      if (count.told + count.telling + count.untold + weight > budget.max) return verdict(budget.max + 1);
      count.untold += weight;
      if (count.untold < portion) return verdict(count.told + count.telling + count.untold);
      count.report = tell(count, budget, caller);
      await count.report;
      return verdict(count.told + count.telling);
    },
  };
};
