import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchRoom, listSlugs, type ShopDatabase, stockShelves } from './bench-room.ts';
import { atLeast, atMost, type BenchResult, countsOf, printed } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { basketsOf, shopper } from './purchase-journey.ts';

/**
 * A sale with this number of people at the same time, each with a different address. Each person opens a page every
 * five seconds.
 */
const crowd = { shoppers: 1_500, thinkMs: 5_000, runMs: 90_000 };

/** Milliseconds in which all shoppers arrive. */
const arrivalMs = 10_000;

/** A shopper's next action, in percent. */
const habits = { browse: 85, search: 10, cart: 4 };

/** Maximum number of tries of an order after responses that ask for a retry. The shop's page also retries automatically. */
const maxTries = 10;

interface CrowdCount {
  pages: Map<string, number>;
  searches: Map<string, number>;
  carts: Map<string, number>;
  orders: Map<string, number>;
}

const countOne = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

interface Sights {
  pages: readonly string[];
  searches: readonly string[];
  basket: () => string[];
}

const anyOf = (list: readonly string[]): string => list[Math.floor(Math.random() * list.length)] ?? '/';

/** People look at few pages often and at many pages rarely. The cube of a number between 0 and 1 is usually small. */
const popular = (list: readonly string[]): string => list[Math.floor(Math.random() ** 3 * list.length)] ?? '/';

/** A shopper's connection to the shop, reopened if it was closed. */
const openLine = async (port: number): Promise<Connection> => {
  let line = await openConnection(port);
  return {
    isOpen: () => true,
    close: () => line.close(),
    send: async (request) => {
      if (!line.isOpen()) line = await openConnection(port);
      return line.send(request);
    },
  };
};

/** Fills a cart and takes it through the checkout. A step that is refused temporarily is retried. */
const buy = async (connection: Connection, basket: readonly string[], counts: CrowdCount): Promise<void> => {
  const patient: Connection = {
    ...connection,
    send: async (request) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await connection.send(request);
        if (answer.status !== 503 || tries === maxTries) return answer;
        countOne(counts.orders, 'tried again');
        await sleep(1_000 * tries);
      }
    },
  };
  await shopper(patient)
    .buy(basket)
    .then(
      () => countOne(counts.orders, 'placed'),
      (error: Error) => countOne(counts.orders, `failed: ${error.message.slice(0, 120)}`),
    );
};

const visit = async (port: number, index: number, sights: Sights, counts: CrowdCount, isOver: () => boolean) => {
  await sleep((index / crowd.shoppers) * arrivalMs);
  const connection = await openLine(port);
  const headers = {
    'x-forwarded-for': `10.66.${index >> 8}.${index & 255}`,
    accept: 'text/html',
    'accept-encoding': 'br',
  };
  const get = async (path: string, of: Map<string, number>): Promise<void> => {
    const status = await connection.send(requestOf('GET', path, { headers })).then(
      (answer) => String(answer.status),
      () => 'lost',
    );
    countOne(of, status);
  };
  while (!isOver()) {
    const habit = Math.random() * 100;
    if (habit < habits.browse) await get(popular(sights.pages), counts.pages);
    else if (habit < habits.browse + habits.search) await get(anyOf(sights.searches), counts.searches);
    else if (habit < habits.browse + habits.search + habits.cart)
      await shopper(connection)
        .fill(sights.basket().slice(0, 1))
        .then(
          () => countOne(counts.carts, 'filled'),
          () => countOne(counts.carts, 'refused'),
        );
    else await buy(connection, sights.basket(), counts);
    await sleep(crowd.thinkMs * (0.5 + Math.random()));
  }
  connection.close();
};

/** Sends all shoppers to a port for some time. */
const sendCrowd = async (port: number, sights: Sights, runMs: number): Promise<CrowdCount> => {
  const counts: CrowdCount = { pages: new Map(), searches: new Map(), carts: new Map(), orders: new Map() };
  const end = performance.now() + runMs;
  const isOver = (): boolean => performance.now() > end;
  await Promise.all(Array.from({ length: crowd.shoppers }, (_, index) => visit(port, index, sights, counts, isOver)));
  return counts;
};

/** Returns the percentage of results that are not `good`. */
const shareRefused = (counts: Map<string, number>, good: (name: string) => boolean): number => {
  let [all, bad] = [0, 0];
  for (const [name, count] of counts) {
    if (name === 'tried again') continue;
    all += count;
    if (!good(name)) bad += count;
  }
  return all === 0 ? Number.NaN : (100 * bad) / all;
};

/** Returns the pages and products that the shoppers look at. */
const sightsOf = async (database: ShopDatabase): Promise<Sights> => {
  const basket = basketsOf(await stockShelves(database));
  const slugs = await listSlugs(database, 20_000);
  const words = new Set(slugs.flatMap((slug) => slug.split('-').filter((word) => /^[a-z]{4,}$/.test(word))));
  const searches = [...words].map((word) => `/search?q=${word}`);
  return { pages: ['/', ...slugs.map((slug) => `/${slug}`)], searches, basket };
};

/** Measures a just started shop with real budgets and 1,500 shoppers. No page is cached yet. */
export const benchCrowd = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const sights = await sightsOf(database);
  const shop = await room.startShop({ database, role: 'start', env: { RATE_LIMIT_FACTOR: '1' } });
  const counts = await sendCrowd(shop.port, sights, crowd.runMs);
  await shop.stop();
  const isAnswered = (status: string): boolean => status === '200';
  return [
    atMost('crowd-pages-refused', shareRefused(counts.pages, isAnswered), 1, `% of pages; ${countsOf(counts.pages)}`),
    printed(
      'crowd-searches-refused',
      shareRefused(counts.searches, isAnswered),
      `% of searches; ${countsOf(counts.searches)}`,
    ),
    printed(
      'crowd-carts-refused',
      shareRefused(counts.carts, (name) => name === 'filled'),
      `% of carts; ${countsOf(counts.carts)}`,
    ),
    atLeast(
      'crowd-orders',
      100 - shareRefused(counts.orders, (name) => name === 'placed'),
      100,
      `% of begun orders that were placed; ${countsOf(counts.orders)}`,
    ),
  ];
};
