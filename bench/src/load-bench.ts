import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchRoom, listSlugs, type ShopDatabase, stockShelves } from './bench-room.ts';
import { atMost, type BenchResult, countsOf, percentile, printed, ratio } from './figures.ts';
import { openConnection, requestOf } from './http-connection.ts';
import { inTurns, openReaders } from './pages-bench.ts';
import { freePort, launch, mediaDir, residentMegabytes, watchMemory } from './processes.ts';
import { openShoppers } from './purchase-bench.ts';
import { basketsOf, shopper } from './purchase-journey.ts';
import { runRound } from './rounds.ts';
import { searchMix } from './search-mix.ts';

const shoppers = 4;
const quietMs = 8_000;
const floodAtOnce = 16;
const floodRequests = 2_000;

/** Shoppers who fill carts and go through the checkout up to the order: nine calls. */
const openVisitors = async (port: number, basket: () => string[]) => {
  const open = await Promise.all(Array.from({ length: shoppers }, () => openConnection(port)));
  const workers = open.map((connection) => {
    const { prepare } = shopper(connection);
    return async () => void (await prepare(basket()));
  });
  return { workers, close: () => open.forEach((connection) => void connection.close()) };
};

/** Lets one client request invented addresses. Returns counts of the responses by status. */
const flood = async (port: number): Promise<Map<number, number>> => {
  const statuses = new Map<number, number>();
  let sent = 0;
  const open = await Promise.all(Array.from({ length: floodAtOnce }, () => openConnection(port)));
  await Promise.all(
    open.map(async (connection) => {
      while (sent < floodRequests) {
        sent += 1;
        const path = sent % 2 === 0 ? `/?z=${sent}` : `/search?q=${sent}`;
        const { status } = await connection.send(
          requestOf('GET', path, { headers: { 'x-forwarded-for': '192.168.66.66', 'accept-encoding': 'br' } }),
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      connection.close();
    }),
  );
  return statuses;
};

/** Measures how much longer shoppers wait while one client sends 2,000 new addresses. */
export const benchFlood = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const basket = basketsOf(await stockShelves(database));
  const shop = await room.startShop({ database, env: { RATE_LIMIT_FACTOR: '1' } });
  const people = await openVisitors(shop.port, basket);
  await runRound(people.workers, quietMs / 4);
  const quiet = await runRound(people.workers, quietMs);
  const [statuses, busy] = await Promise.all([flood(shop.port), runRound(people.workers, quietMs)]);
  people.close();
  await shop.stop();
  const [before, during] = [percentile(quiet.latencies, 0.99), percentile(busy.latencies, 0.99)];
  return [
    atMost(
      'flood-p99',
      ratio(during, before),
      2,
      `p99 of a journey during the flood ÷ quiet: ${during.toFixed(0)} ÷ ${before.toFixed(0)} ms; the flood got ${countsOf(statuses)}`,
    ),
    printed('flood-rate', ratio(busy.rate, quiet.rate), 'journeys a second during the flood ÷ quiet'),
  ];
};

const loadMs = 60_000;

/** Measures the memory of an idle web process. */
export const benchIdle = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const shop = await room.startShop({ database });
  await sleep(3_000);
  const megabytes = await residentMegabytes(shop.pid);
  await shop.stop();
  return [atMost('idle-memory', megabytes, 200, 'MB resident, web process at rest')];
};

/** Measures the maximum memory in a minute in which shoppers read new pages, products and searches, and buy. */
export const benchBusyMemory = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult> => {
  const basket = basketsOf(await stockShelves(database));
  const slugs = await listSlugs(database, 20_000);
  const searches = (await searchMix(database)).flatMap(({ paths }) => paths);
  const shop = await room.startShop({ database });
  const readers = [
    await openReaders(shop.port, 4, inTurns(slugs.map((slug) => `/${slug}`))),
    await openReaders(shop.port, 4, inTurns(slugs.map((slug) => `/v1/products/slug/${slug}`))),
    await openReaders(shop.port, 4, inTurns(searches)),
    await openShoppers(shop.port, basket, 4),
  ];
  const memory = watchMemory(shop.pid);
  const rounds = await Promise.all(readers.map(({ round }) => round(loadMs)));
  const most = await memory.stop();
  for (const reader of readers) reader.close();
  await shop.stop();
  const rates = rounds.map(({ rate }) => rate.toFixed(0));
  const [pages, products, found, bought] = rates;
  const detail = `MB resident at most, ${database.products} products; ${pages} pages, ${products} product calls, ${found} searches, ${bought} purchases a second for a minute`;
  return atMost('busy-memory', most, 400, detail);
};

/** Runs `npm start` in an empty folder until the first page, and stops it. Returns the seconds until that page. */
const startOnce = async (env: Record<string, string>, readyMs: number, logFile: string): Promise<number> => {
  const startedAt = performance.now();
  const args = ['scripts/start.mjs'];
  const shop = await launch({ args, env, port: Number(env.PORT), readyPath: '/', logFile, readyMs });
  const seconds = (performance.now() - startedAt) / 1000;
  await shop.stop();
  return seconds;
};

/** The first start fills the demo shop. The second is like the shopkeeper's daily start. */
export const benchStart = async (dir: string): Promise<BenchResult[]> => {
  const env = {
    DATA_DIR: join(dir, 'start'),
    MEDIA_DIR: mediaDir,
    PORT: String(await freePort()),
    BANK_PORT: String(await freePort()),
  };
  const logFile = join(dir, 'start.log');
  const first = await startOnce(env, 600_000, logFile);
  const second = await startOnce(env, 60_000, logFile);
  const detail = `seconds from npm start to the first page, second time (first, with the demo shop, its pictures drawn before: ${first.toFixed(1)} s)`;
  return [printed('start', second, detail)];
};
