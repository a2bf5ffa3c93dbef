import { networkOf } from './client-of.ts';

/** Who waits, by turns of networks and, within one, of clients. */
export interface WaitingTurns<Waiter> {
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
export const createWaitingTurns = <Waiter>(): WaitingTurns<Waiter> => {
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
