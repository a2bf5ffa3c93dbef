/** The turn did not come in time: the shop is overloaded for a moment (503). */
export class Overloaded extends Error {
  constructor() {
    super('too much is being done at once');
  }
}

export interface FairGateOptions {
  /** Works at once, of all addresses together. */
  atOnce: number;
  /** Of these, for one address: a crowd from one must leave room to the others. */
  atOnceEach: number;
  /** How many may wait, of all addresses together. */
  waiting: number;
  /** How long one may wait, in milliseconds. */
  waitMs: number;
}

export interface FairGate {
  /** Does the work as soon as there is room. @throws Overloaded without beginning it */
  run<T>(who: string, work: () => Promise<T>): Promise<T>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiter {
  begin(): void;
}

/** Lets only so much dear work (renderings, claims of orders) run at once. Who waits is served by turns of addresses: a crowd from one holds up only itself. */
export const createFairGate = ({ atOnce, atOnceEach, waiting: mostWaiting, waitMs }: FairGateOptions): FairGate => {
  const queues = new Map<string, Set<Waiter>>();
  const runningOf = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const leave = (who: string, waiter: Waiter): void => {
    const queue = queues.get(who);
    if (queue?.delete(waiter) !== true) return;
    waiting -= 1;
    if (queue.size === 0) queues.delete(who);
  };

  const hasRoom = (who: string): boolean => running < atOnce && (runningOf.get(who) ?? 0) < atOnceEach;

  const begin = (who: string): void => {
    running += 1;
    runningOf.set(who, (runningOf.get(who) ?? 0) + 1);
  };

  const end = (who: string): void => {
    running -= 1;
    const left = (runningOf.get(who) ?? 1) - 1;
    if (left === 0) runningOf.delete(who);
    else runningOf.set(who, left);
  };

  const beginNext = (): void => {
    const turn = [...queues].find(([who]) => hasRoom(who));
    if (turn === undefined) return;
    const [who, queue] = turn;
    const [waiter] = queue;
    if (waiter === undefined) return;
    leave(who, waiter);
    // To the end of the turns, behind every other address.
    if (queues.delete(who)) queues.set(who, queue);
    waiter.begin();
  };

  const enter = (who: string): Promise<void> | undefined => {
    if (hasRoom(who)) {
      begin(who);
      return undefined;
    }
    if (waiting >= mostWaiting) throw new Overloaded();
    return new Promise((done, fail) => {
      const waiter: Waiter = {
        begin: () => {
          clearTimeout(timer);
          begin(who);
          done();
        },
      };
      const timer = setTimeout(() => {
        leave(who, waiter);
        fail(new Overloaded());
      }, waitMs);
      const queue = queues.get(who) ?? new Set();
      queues.set(who, queue.add(waiter));
      waiting += 1;
    });
  };

  return {
    run: async (who, work) => {
      await enter(who);
      try {
        return await work();
      } finally {
        end(who);
        beginNext();
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
  };
};
