import { Counter } from 'prom-client';
import { networkOf } from '../http/caller.ts';

/** Answered 503 because too much was being done at once: `page` or `call`. Of the process, as `outboundSeconds` is. */
export const overloadRefusals = new Counter({
  name: 'ceiba_overload_refusals_total',
  help: 'Requests refused because too much was being done at once, pages and calls',
  labelNames: ['what'],
  registers: [],
});
for (const what of ['page', 'call']) overloadRefusals.inc({ what }, 0);

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

interface FairGate {
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
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        end(who, performance.now() - startedAt);
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

/** Who waits, by turns of networks and, within one, of clients. */
interface WaitingTurns<Waiter> {
  readonly size: number;
  of(who: string): number;
  /** Of all clients of its network. */
  ofNetwork(who: string): number;
  add(who: string, waiter: Waiter): void;
  /** False: it did not wait any more. */
  remove(who: string, waiter: Waiter): boolean;
  /** Takes out whose turn it is of those who may begin; their network and they go behind all others. */
  next(mayBegin: (who: string) => boolean): Waiter | undefined;
  /**
   * Who has to make room for one more of this client: the last of the longest queue in the network that waits with most,
   * or in his own where that is it. Undefined: his own would then be the longest.
   */
  surplusFor(who: string): Waiter | undefined;
}

type Queues<Waiter> = Map<string, Set<Waiter>>;

const sizeOf = <Waiter>(queues: Queues<Waiter> | undefined): number => {
  let size = 0;
  for (const queue of queues?.values() ?? []) size += queue.size;
  return size;
};

/** The last of the greatest; undefined of none. */
const greatest = <Item>(items: Iterable<Item>, measure: (item: Item) => number): Item | undefined => {
  let best: Item | undefined;
  let most = 0;
  for (const item of items) {
    if (measure(item) < most) continue;
    best = item;
    most = measure(item);
  }
  return best;
};

/** `who`: as `clientOf` names it. One IPv6 line is many clients of one network, and has one turn among the networks. */
const createWaitingTurns = <Waiter>(): WaitingTurns<Waiter> => {
  const networks = new Map<string, Queues<Waiter>>();
  let size = 0;

  const queueOf = (who: string): Set<Waiter> | undefined => networks.get(networkOf(who))?.get(who);

  const remove = (who: string, waiter: Waiter): boolean => {
    const network = networkOf(who);
    const queues = networks.get(network);
    const queue = queues?.get(who);
    if (queues === undefined || queue?.delete(waiter) !== true) return false;
    size -= 1;
    if (queue.size === 0) queues.delete(who);
    if (queues.size === 0) networks.delete(network);
    return true;
  };

  const toTheEnd = <Value>(of: Map<string, Value>, key: string): void => {
    const value = of.get(key);
    if (value === undefined) return;
    of.delete(key);
    of.set(key, value);
  };

  return {
    get size() {
      return size;
    },
    of: (who) => queueOf(who)?.size ?? 0,
    ofNetwork: (who) => sizeOf(networks.get(networkOf(who))),
    add: (who, waiter) => {
      const network = networkOf(who);
      const queues = networks.get(network) ?? new Map<string, Set<Waiter>>();
      networks.set(network, queues.set(who, (queues.get(who) ?? new Set()).add(waiter)));
      size += 1;
    },
    remove,
    next: (mayBegin) => {
      for (const [network, queues] of networks) {
        const turn = [...queues].find(([who]) => mayBegin(who));
        const [waiter] = turn?.[1] ?? [];
        if (turn === undefined || waiter === undefined) continue;
        remove(turn[0], waiter);
        toTheEnd(queues, turn[0]);
        toTheEnd(networks, network);
        return waiter;
      }
      return undefined;
    },
    surplusFor: (who) => {
      const own = networks.get(networkOf(who));
      const crowd = greatest(networks.values(), sizeOf);
      const isCrowded = sizeOf(crowd) > sizeOf(own) + 1;
      const longest = greatest((isCrowded ? crowd : own)?.values() ?? [], (queue) => queue.size);
      const isFair = isCrowded || (longest?.size ?? 0) > (queueOf(who)?.size ?? 0) + 1;
      return isFair ? [...(longest ?? [])].at(-1) : undefined;
    },
  };
};
