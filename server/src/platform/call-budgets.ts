import { LRUCache } from 'lru-cache';
import type { CalledLately } from './call-budgets.store.ts';

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

export interface CallBudgetsOptions {
  /** Tells the database (call-budgets.store.ts). */
  addCalls(calls: CalledLately): Promise<{ calls: number; endsAt: Date }>;
  now: () => Date;
  /** The database did not take a count: it goes on here alone. */
  onUntold: (error: Error) => void;
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
 * One count for each budget and caller, over all nodes (record 0016). A node counts by itself and tells the database a
 * portion at a time, so that most calls ask nobody; budgets too small for portions are told of call by call. Refused
 * calls are not counted and cost no statement.
 */
export const createCallBudgets = ({ addCalls, now, onUntold }: CallBudgetsOptions): CallBudgets => {
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
      onUntold(error instanceof Error ? error : new Error(String(error)));
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
