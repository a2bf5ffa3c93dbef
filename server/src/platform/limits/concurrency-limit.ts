import { Counter } from 'prom-client';
import { networkOf } from '../http/caller.ts';

/** Counts 503 answers because of overload, by kind: `page` or `call`. Each process has one counter, like `outboundSeconds`. */
export const overloadRefusals = new Counter({
  name: 'ceiba_overload_refusals_total',
  help: 'Requests answered 503 because too much work was running at once, by kind (page or call)',
  labelNames: ['what'],
  registers: [],
});
for (const what of ['page', 'call']) overloadRefusals.inc({ what }, 0);

/** Thrown if work got no turn in time, because the shop is overloaded for a moment (503). */
export class Overloaded extends Error {
  constructor() {
    super('too much work is running at once');
  }
}

export interface FairGateOptions {
  /** Maximum number of concurrent tasks of all clients together. */
  atOnce: number;
  /** Maximum number of concurrent tasks of one client, so that a crowd from one client leaves room for others. */
  atOnceEach: number;
  /** Maximum number of concurrent tasks of all clients of one network (`networkOf`). Unlimited by default. */
  atOnceNetwork?: number;
  /**
   * After each task, its client's share stays taken for this multiple of the task's duration. So one client alone never uses more than 1 /
   * (1 + restEach) of the thread. By default there is no pause.
   */
  restEach?: number;
  /** Maximum number of waiting tasks, for all clients together. */
  waiting: number;
  /** Maximum wait of a caller, in milliseconds. */
  waitMs: number;
}

/** Multiplies one client's share by RATE_LIMIT_FACTOR, like its budgets. A client may always run at least one task. */
export const perClient = (options: FairGateOptions, factor: number): FairGateOptions => ({
  ...options,
  atOnceEach: Math.max(1, Math.floor(options.atOnceEach * factor)),
  restEach: (options.restEach ?? 0) / factor,
});

interface FairGate {
  /** Runs the work as soon as there is room. @throws Overloaded if no turn comes in time; then the work never starts */
  run<T>(who: string, work: () => Promise<T>): Promise<T>;
  readonly running: number;
  readonly waiting: number;
  /** The number of this client's waiting tasks. */
  waitingOf(who: string): number;
  /**
   * Returns whether this client's waiting tasks wait only for other clients: the client has a free share, and no other client of
   * its network waits. Such a task never releases its place. Another client that needs the same result would not get it sooner by
   * starting the task itself.
   */
  waitsForOthersOnly(who: string): boolean;
}

/** Returns the keys under which a client counts: the client itself, and its network if that is a different key. */
const countedAs = (who: string): ReadonlySet<string> => new Set([who, networkOf(who)]);

interface Waiter {
  begin(): void;
  /** Refuses the waiting task, because its place goes to another client. */
  giveUp(): void;
}

/**
 * Limits how many expensive tasks (renderings, searches, order claims) run concurrently. Waiting tasks take turns by network,
 * then by client (`clientOf`). When all waiting places are taken, the longest queue gives its last place to a client with a
 * shorter queue. So a crowd from one client or network delays only itself.
 */
export const createFairGate = ({
  atOnce,
  atOnceEach,
  atOnceNetwork = Number.POSITIVE_INFINITY,
  restEach = 0,
  waiting: maxWaiting,
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

  /** Frees a place for a client, unless that client would then have the longest queue. */
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
    if (turns.size >= maxWaiting && !freePlaceFor(who)) throw new Overloaded();
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

/** The waiting tasks. Networks take turns and, within a network, clients take turns. */
interface WaitingTurns<Waiter> {
  readonly size: number;
  of(who: string): number;
  /** The number of waiting tasks of all clients of the client's network. */
  ofNetwork(who: string): number;
  add(who: string, waiter: Waiter): void;
  /** Returns false if the task was no longer waiting. */
  remove(who: string, waiter: Waiter): boolean;
  /** Removes and returns the next task whose client may start. The client and its network move to the end of the turns. */
  next(mayBegin: (who: string) => boolean): Waiter | undefined;
  /**
   * Returns the task that must make room for a further task of this client: the last task of the longest queue, in the network
   * with the most waiting tasks. Undefined if the client's own queue would then be the longest.
   */
  surplusFor(who: string): Waiter | undefined;
}

type Queues<Waiter> = Map<string, Set<Waiter>>;

const sizeOf = <Waiter>(queues: Queues<Waiter> | undefined): number => {
  let size = 0;
  for (const queue of queues?.values() ?? []) size += queue.size;
  return size;
};

/** Returns the last of the items with the greatest measure. Undefined if there are no items. */
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

/** `who`: a key of `clientOf`. All clients of one IPv6 line form one network. Such a network takes one turn among the networks. */
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
