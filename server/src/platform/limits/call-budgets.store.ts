import { LRUCache } from 'lru-cache';
import type { Tx } from '../db/database.ts';
import { statement } from '../db/statement.ts';

// If a window ends later than its own length, a node whose clock was ahead has started it. Such a window is restarted.
const addCallsRow = statement(
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
  /** Calls that this node has not reported yet. */
  calls: number;
  now: Date;
  /** End of the window as this node knows it. The first node to report decides. */
  endsAt: Date;
  windowMs: number;
}

/** Milliseconds by which a window may end later. Concurrent calls are counted in any order, and the clocks of nodes differ a little. */
const clockToleranceMs = 60_000;

/** Adds one node's calls to the calls of all nodes. */
export const addCalls = async (
  tx: Tx,
  { budget, caller, calls, now, endsAt, windowMs }: CalledLately,
): Promise<{ calls: number; endsAt: Date }> => {
  const latest = new Date(now.getTime() + windowMs + clockToleranceMs);
  const [row] = await addCallsRow(tx, [budget, caller, calls, now, endsAt, latest]);
  if (row === undefined) throw new Error('counting calls answered nothing');
  return { calls: row.calls, endsAt: row.endsAt };
};

const giveBackRow = statement(
  'platform.give-call-back',
  'update call_budgets set calls = calls - 1 where budget = $1 and caller = $2 and ends_at = $3 and calls > 0',
);

/** A call that `addCalls` has counted. `endsAt`: the end of the window that counts it. */
export interface CountedCall {
  budget: string;
  caller: string;
  endsAt: Date;
}

/** Uncounts a call that should not have been counted. After its window has ended, nothing is left to uncount. */
export const uncountCall = async (tx: Tx, { budget, caller, endsAt }: CountedCall): Promise<void> => {
  await giveBackRow(tx, [budget, caller, endsAt]);
};

const findRow = statement(
  'platform.find-calls',
  'select calls from call_budgets where budget = $1 and caller = $2 and ends_at > $3',
);

/** Returns the calls of the current window. Does not count a call. */
export const findCalls = async (
  tx: Tx,
  { budget, caller, now }: Pick<CalledLately, 'budget' | 'caller' | 'now'>,
): Promise<number> => (await findRow(tx, [budget, caller, now]))[0]?.calls ?? 0;

/** Deletes windows that have ended. @returns how many */
export const deleteEndedWindows = async (tx: Tx, now: Date): Promise<number> => {
  const rows = await deleteEndedRows(tx, [now]);
  return rows.length;
};

const deleteEndedRows = statement(
  'platform.delete-ended-budgets',
  `delete from call_budgets where ctid = any (array(select ctid from call_budgets where ends_at < $1 limit 5000))
   returning 1`,
);

/**
 * Maximum number of callers in memory. The caller that has made no call for longest is dropped. If it returns, its count starts from the
 * database's number.
 */
const maxCallers = 50_000;

/** A node may count a twentieth of a budget before it reports. So the counts of N nodes are wrong by at most N/20. */
const portions = 20;

interface Count {
  /** Calls of all nodes as last read from the database, including the calls that this node has reported. */
  reported: number;
  /** Calls that this node is reporting now. */
  reporting: number;
  unreported: number;
  /** Epoch ms. */
  endsAt: number;
  report: Promise<void> | undefined;
}

interface CallBudgetsOptions {
  /** Reports calls to the database (`addCalls` above). */
  addCalls(calls: CalledLately): Promise<{ calls: number; endsAt: Date }>;
  now: () => Date;
  /** Called when the database rejects a count. This node then counts alone. */
  onFailure: (error: Error) => void;
}

interface Budget {
  name: string;
  /** Maximum number of calls in a window. */
  max: number;
  windowMs: number;
}

export interface TakenCalls {
  /** If this is above the budget's `max`, the call is too many and is not counted. */
  calls: number;
  /** Time until the window ends. */
  remainingMs: number;
  /** Uncounts the taken units. After the window has ended, nothing is left to uncount. */
  giveBack(): void;
}

export interface CallBudgets {
  /** Counts a call, or `weight` units such as bytes. */
  take(budget: Budget, caller: string, weight?: number): Promise<TakenCalls>;
}

/**
 * Counts calls for each budget and caller over all nodes (record 0011). A node counts by itself and reports in portions, so most
 * calls need no statement. A budget that is too small for portions reports each call. Refused calls are not counted and need no
 * statement.
 */
export const createCallBudgets = ({ addCalls, now, onFailure }: CallBudgetsOptions): CallBudgets => {
  const counts = new LRUCache<string, Count>({ max: maxCallers });

  const currentCount = (key: string, windowMs: number): Count => {
    const moment = now().getTime();
    const known = counts.get(key);
    if (known !== undefined && moment < known.endsAt && known.endsAt <= moment + windowMs) return known;
    const started = { reported: 0, reporting: 0, unreported: 0, endsAt: moment + windowMs, report: undefined };
    counts.set(key, started);
    return started;
  };

  const sendReport = async (count: Count, { name, windowMs }: Budget, caller: string): Promise<void> => {
    const calls = count.unreported;
    count.reporting = calls;
    count.unreported = 0;
    try {
      const endsAt = new Date(count.endsAt);
      const known = await addCalls({ budget: name, caller, calls, now: now(), endsAt, windowMs });
      count.reported = known.calls;
      count.endsAt = known.endsAt.getTime();
    } catch (error) {
      // A call is not refused only because the database does not answer.
      count.reported += calls;
      onFailure(error instanceof Error ? error : new Error(String(error)));
    }
    count.reporting = 0;
    count.report = undefined;
  };

  return {
    take: async (budget, caller, weight = 1) => {
      const count = currentCount(`${budget.name} ${caller}`, budget.windowMs);
      const portion = Math.max(1, Math.floor(budget.max / portions));
      const verdict = (calls: number) => ({
        calls,
        remainingMs: Math.max(0, count.endsAt - now().getTime()),
        giveBack: () => {
          if (calls <= budget.max && now().getTime() < count.endsAt) count.unreported -= weight;
        },
      });
      // While a full portion is being reported, a further call waits for the report.
      while (count.report !== undefined && count.unreported + weight >= portion) await count.report;
      if (count.reported + count.reporting + count.unreported + weight > budget.max) return verdict(budget.max + 1);
      count.unreported += weight;
      if (count.unreported < portion) return verdict(count.reported + count.reporting + count.unreported);
      count.report = sendReport(count, budget, caller);
      await count.report;
      return verdict(count.reported + count.reporting);
    },
  };
};
