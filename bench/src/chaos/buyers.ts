import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Connection, openConnection } from '../http-connection.ts';
import { shopper } from '../purchase-journey.ts';
import { type ConfirmedOrder, type Market, waysOfBuying } from './ways-of-buying.ts';

/** The failures that the shoppers had. */
export interface Troubles {
  /** Errors and lost connections that a shopper retried, by name. */
  counts: Map<string, number>;
  /** Milliseconds of the longest step. Steps that waited for the reconciler count for `longestOrderMs`. */
  longestMs: number;
  longestOrderMs: number;
  /** Responses of 503 without Retry-After. */
  silent503: number;
}

/** Increases the count of this name by one. */
export const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

/** Milliseconds for which a shopper retries one step. Longer than the reconciler needs. */
const patienceMs = 60_000;

/** Returns the name of a temporary failure, which the shopper retries. Undefined for any other response. */
const passingTrouble = ({ status, body }: Answer): string | undefined => {
  if (status === 502 || status === 503 || status === 504) return String(status);
  if (status === 409 && body.includes('ORDER_IN_PROGRESS')) return '409 ORDER_IN_PROGRESS';
  return undefined;
};

/**
 * A shopper's connection to the web processes. Like a balancer, it sends each call to the next process, and skips a process that
 * accepts no connection. It also repeats requests without a response, as a shopper does. A balancer must not do this.
 */
const openPatientConnection = (ports: readonly number[], troubles: Troubles): Connection => {
  const open = new Map<number, Connection>();
  let turn = 0;

  /** Returns a connection to the next process that accepts one. */
  const next = async (): Promise<readonly [port: number, connection: Connection] | undefined> => {
    for (let tries = 0; tries < ports.length; tries += 1) {
      const port = ports[turn++ % ports.length] ?? 0;
      const known = open.get(port);
      const connection = known?.isOpen() ? known : await openConnection(port).catch(() => undefined);
      if (connection === undefined) continue;
      open.set(port, connection);
      return [port, connection];
    }
    return undefined;
  };

  const attempt = async (request: Buffer): Promise<Answer | undefined> => {
    const [port = 0, connection] = (await next()) ?? [];
    const answer = await connection?.send(request).catch(() => undefined);
    if (answer === undefined || /^connection: close/im.test(answer.head)) {
      connection?.close();
      open.delete(port);
    }
    return answer;
  };

  return {
    isOpen: () => true,
    close: () => open.forEach((connection) => void connection.close()),
    send: async (request) => {
      const start = performance.now();
      let isSettling = false;
      for (;;) {
        const answer = await attempt(request);
        const trouble = answer === undefined ? 'connection lost' : passingTrouble(answer);
        const tried = performance.now() - start;
        if (answer !== undefined && trouble === undefined) {
          const longest = isSettling ? 'longestOrderMs' : 'longestMs';
          troubles[longest] = Math.max(troubles[longest], tried);
          return answer;
        }
        count(troubles.counts, trouble ?? '');
        if (trouble === '503' && !/^retry-after: \d/im.test(answer?.head ?? '')) troubles.silent503 += 1;
        isSettling ||= trouble === '409 ORDER_IN_PROGRESS';
        if (tried > patienceMs) throw new Error(`no success after ${patienceMs} ms: ${trouble}`);
        await sleep(100);
      }
    },
  };
};

/** An open cart, and the number of units of one product in the cart. */
export interface LeftCart {
  id: string;
  sku: string;
  added: number;
}

export interface Buyers {
  /** The orders that shoppers know. Each number is confirmed once. */
  orders: ConfirmedOrder[];
  carts: LeftCart[];
  /** Confirmed orders by the way of buying. */
  byErrand: Map<string, number>;
  /** The reasons of failed purchases, each with its way of buying. The shopper got no order number. */
  given: string[];
  /** Milliseconds of each purchase that led to an order. */
  journeys: number[];
  troubles: Troubles;
  /** Stops after the purchases in progress. */
  stop(): Promise<void>;
}

export interface BuyersOptions {
  ports: readonly number[];
  market: Market;
  count: number;
  /** Further shoppers, who fill carts without buying. */
  collectors: number;
  /** Names of the ways in which a buyer buys. The default is all of them. */
  waysOfBuyer?: (index: number) => readonly string[];
}

/** Milliseconds between two purchases of a buyer, and between two carts. The pause limits the load if the shop refuses everybody. */
const breathMs = 200;

/** Repeated adds of one product share a line, which has ten units at most. */
const unitsPerCart = 5;

/** Returns the shop's error: its code, or the beginning of its message. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return /[A-Z]+(?:_[A-Z]+)+/.exec(message)?.[0] ?? message.slice(0, 80);
};

/** Shoppers who buy until they are stopped. Each uses all ways of buying in turn, and starts with a different way. */
export const openBuyers = ({ ports, market, count: buyerCount, collectors, waysOfBuyer }: BuyersOptions): Buyers => {
  const troubles: Troubles = { counts: new Map(), longestMs: 0, longestOrderMs: 0, silent503: 0 };
  const found: Pick<Buyers, 'orders' | 'carts' | 'given' | 'journeys'> = {
    orders: [],
    carts: [],
    given: [],
    journeys: [],
  };
  const byErrand: Buyers['byErrand'] = new Map();
  let isOver = false;

  const goOn = async (name: () => string, work: () => Promise<void>): Promise<void> => {
    while (!isOver)
      try {
        await work();
      } catch (error) {
        found.given.push(`${name()}: ${reasonOf(error)}`);
        await sleep(breathMs);
      }
  };

  const buyer = async (index: number): Promise<void> => {
    const connection = openPatientConnection(ports, troubles);
    const guest = shopper(connection);
    const as = (headers: Record<string, string>) => shopper(connection, headers);
    const ownWays = waysOfBuyer?.(index);
    const ways = waysOfBuying().filter(([name]) => ownWays?.includes(name) ?? true);
    let turn = index - 1;
    const wayOf = () => ways[turn % ways.length];
    await goOn(
      () => wayOf()?.[0] ?? '',
      async () => {
        turn += 1;
        const [name = '', way] = wayOf() ?? [];
        const startedAt = performance.now();
        const order = await way?.({ index: turn, guest, as, market });
        if (order === undefined) throw new Error('no such way of buying');
        found.orders.push(order);
        found.journeys.push(performance.now() - startedAt);
        count(byErrand, name);
      },
    );
    connection.close();
  };

  const collector = async (): Promise<void> => {
    const connection = openPatientConnection(ports, troubles);
    const { fill, call } = shopper(connection);
    await goOn(
      () => 'cart left',
      async () => {
        const [sku = ''] = market.basket();
        const cart = { id: await fill([]), sku, added: 0 };
        found.carts.push(cart);
        for (; !isOver && cart.added < unitsPerCart; cart.added += 1)
          await call('POST', `/v1/carts/${cart.id}/products`, { sku, quantity: 1 });
        await sleep(breathMs);
      },
    );
    connection.close();
  };

  const running = Promise.all([
    ...Array.from({ length: buyerCount }, (_, index) => buyer(index)),
    ...Array.from({ length: collectors }, collector),
  ]);
  return {
    ...found,
    byErrand,
    troubles,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};
