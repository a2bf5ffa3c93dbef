import { networkOf } from './client-of.ts';
import { createWaitingTurns } from './waiting-turns.ts';

/** The turn did not come in time: the shop is overloaded for a moment (503). */
export class Overloaded extends Error {
  constructor() {
    super('too much is being done at once');
  }
}

export interface FairGateOptions {
  /** Works at once, of all clients together. */
  atOnce: number;
  /** Of these, for one client: a crowd from one must leave room to the others. */
  atOnceEach: number;
  /** Of all clients of one network (`networkOf`) together; any number by default. */
  atOnceNetwork?: number;
  /**
   * After each work its client's share stays taken for so many times as long as the work took, so that one alone never
   * has more than 1 / (1 + restEach) of the thread. None by default.
   */
  restEach?: number;
  /** How many may wait, of all clients together. */
  waiting: number;
  /** How long one may wait, in milliseconds. */
  waitMs: number;
}

/** What one client may do, multiplied by RATE_LIMIT_FACTOR as its budgets are; at least one work at once. */
export const perClient = (options: FairGateOptions, factor: number): FairGateOptions => ({
  ...options,
  atOnceEach: Math.max(1, Math.floor(options.atOnceEach * factor)),
  restEach: (options.restEach ?? 0) / factor,
});

export interface FairGate {
  /** Does the work as soon as there is room. @throws Overloaded without beginning it */
  run<T>(who: string, work: () => Promise<T>): Promise<T>;
  readonly running: number;
  readonly waiting: number;
  /** Works of this one that wait. */
  waitingOf(who: string): number;
  /**
   * Whether one work of this one that waits does so for others only: it has a share left, and nobody else of its network
   * waits. Then it is given up to nobody, and begins as soon as anything of whoever joined it could.
   */
  waitsForOthersOnly(who: string): boolean;
}

/** A client, and its network where that has others. */
const countedAs = (who: string): ReadonlySet<string> => new Set([who, networkOf(who)]);

interface Waiter {
  begin(): void;
  /** Its place goes to somebody else. */
  giveUp(): void;
}

/**
 * Lets only so much dear work (renderings, searches, claims of orders) run at once. Who waits is served by turns of
 * networks and clients (`clientOf`); when all places are taken, the longest queue gives its last one up to whoever has a
 * shorter one: a crowd from one client or network holds up only itself.
 */
export const createFairGate = ({
  atOnce,
  atOnceEach,
  atOnceNetwork = Number.POSITIVE_INFINITY,
  restEach = 0,
  waiting: mostWaiting,
  waitMs,
}: FairGateOptions): FairGate => {
  const turns = createWaitingTurns<Waiter>();
  const runningOf = new Map<string, number>();
  let running = 0;

  const hasShare = (who: string): boolean =>
    (runningOf.get(who) ?? 0) < atOnceEach && (runningOf.get(networkOf(who)) ?? 0) < atOnceNetwork;
  const hasRoom = (who: string): boolean => running < atOnce && hasShare(who);

  const begin = (who: string): void => {
    running += 1;
    for (const name of countedAs(who)) runningOf.set(name, (runningOf.get(name) ?? 0) + 1);
  };

  const giveShareBack = (who: string): void => {
    for (const name of countedAs(who)) {
      const left = (runningOf.get(name) ?? 1) - 1;
      if (left === 0) runningOf.delete(name);
      else runningOf.set(name, left);
    }
  };

  const end = (who: string, tookMs: number): void => {
    running -= 1;
    const restMs = Math.min(restEach * tookMs, waitMs);
    if (restMs === 0) giveShareBack(who);
    else
      setTimeout(() => {
        giveShareBack(who);
        beginNext();
      }, restMs).unref();
    beginNext();
  };

  const beginNext = (): void => turns.next(hasRoom)?.begin();

  /** Makes a place for who would then not have the longest queue himself. */
  const freePlaceFor = (who: string): boolean => {
    const surplus = turns.surplusFor(who);
    surplus?.giveUp();
    return surplus !== undefined;
  };

  const enter = (who: string): Promise<void> | undefined => {
    if (hasRoom(who)) {
      begin(who);
      return undefined;
    }
    if (turns.size >= mostWaiting && !freePlaceFor(who)) throw new Overloaded();
    return new Promise((done, fail) => {
      const waiter: Waiter = {
        begin: () => {
          clearTimeout(timer);
          begin(who);
          done();
        },
        giveUp: () => {
          clearTimeout(timer);
          turns.remove(who, waiter);
          fail(new Overloaded());
        },
      };
      const timer = setTimeout(() => waiter.giveUp(), waitMs);
      turns.add(who, waiter);
    });
  };

  return {
    run: async (who, work) => {
      await enter(who);
      const begunAt = performance.now();
      try {
        return await work();
      } finally {
        end(who, performance.now() - begunAt);
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return turns.size;
    },
    waitingOf: turns.of,
    waitsForOthersOnly: (who) => hasShare(who) && turns.ofNetwork(who) <= 1,
  };
};
