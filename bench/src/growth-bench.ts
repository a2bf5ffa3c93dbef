import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type BenchRoom, listSlugs, type ShopDatabase, stockShelves, withoutCache } from './bench-room.ts';
import { atMost, type BenchResult, growthOf, median, printed, type Times } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { residentMegabytes, watchMemory } from './processes.ts';
import { basketsOf, shopper } from './purchase-journey.ts';
import { broadSearches, searchMix } from './search-mix.ts';

const timed = async (connection: Connection, path: string): Promise<number> => {
  const startedAt = performance.now();
  const { status } = await connection.send(requestOf('GET', path));
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return performance.now() - startedAt;
};

/**
 * Makes the same calls to both shops, one at a time and alternately, to compare the cost of a call. @param smallPaths the paths
 * for the small shop if they differ, one for each of `paths`
 */
export const askBoth = async (
  large: Connection,
  small: Connection,
  paths: readonly string[],
  smallPaths: readonly string[] = paths,
): Promise<Times> => {
  const times: Times = { large: [], small: [] };
  for (const [index, path] of paths.entries()) {
    if (index % 2 === 0) times.large.push(await timed(large, path));
    times.small.push(await timed(small, smallPaths[index] ?? path));
    if (index % 2 === 1) times.large.push(await timed(large, path));
  }
  return times;
};

const medians = ({ large, small }: Times): string =>
  `${median(large).toFixed(2)} against ${median(small).toFixed(2)} ms`;

/** Files of the sitemap that were not requested before. Each except the last has 20,000 addresses. */
const benchSitemap = async (large: Connection, { products }: ShopDatabase): Promise<BenchResult[]> => {
  const files = Math.min(20, Math.max(1, Math.floor(products / 20_000)));
  const times: number[] = [];
  for (let file = 1; file <= files; file += 1) times.push(await timed(large, `/sitemaps/productos-${file}.xml`));
  const index = await timed(large, '/sitemap.xml');
  return [printed('sitemap', median(times), `ms a file of up to 20,000 addresses; its index ${index.toFixed(1)} ms`)];
};

/** Milliseconds after which all cached searches have expired. */
const searchExpiryMs = 6_000;

/** Measures calls for products, and product pages rendered each time. */
const benchCatalogue = async (large: Connection, small: Connection, databases: Databases): Promise<BenchResult[]> => {
  const ofProducts = async (count: number, prefix: string): Promise<Times> => {
    const paths = (await listSlugs(databases.small, count)).map((slug) => `${prefix}${slug}`);
    await askBoth(large, small, paths);
    return askBoth(large, small, paths);
  };
  const [calls, pages] = [await ofProducts(300, '/v1/products/slug/'), await ofProducts(60, '/')];
  const sizes = `${databases.large.products} against ${databases.small.products} products`;
  return [
    atMost('product-growth', growthOf(calls), 1.3, `p50 ${medians(calls)}; ${sizes}`),
    atMost('page-growth', growthOf(pages), 1.5, `p50 ${medians(pages)}; product pages, made anew`),
  ];
};

const benchSearch = async (large: Connection, small: Connection, database: ShopDatabase): Promise<BenchResult[]> => {
  const mixed = await searchMix(database);
  const broad = await broadSearches(database);
  for (const { paths, smallPaths } of [...mixed, ...broad]) await askBoth(large, small, paths, smallPaths);
  await sleep(searchExpiryMs);
  const all: Times = { large: [], small: [] };
  const results: BenchResult[] = [];
  for (const kind of [...mixed, ...broad]) {
    const times = await askBoth(large, small, kind.paths, kind.smallPaths);
    const detail = `p50 ${medians(times)}; ${kind.name}, ${kind.paths.length} different`;
    results.push(atMost(`search: ${kind.name}`, growthOf(times), 3, detail));
    if (broad.includes(kind)) continue;
    all.large.push(...times.large);
    all.small.push(...times.small);
  }
  return [
    atMost('search-growth', growthOf(all), 2, `p50 ${medians(all)}; all kinds but the ${broad.length} broad ones`),
    ...results,
  ];
};

interface Databases {
  large: ShopDatabase;
  small: ShopDatabase;
}

/** Starts a shop of each size with a connection, and runs `work` with both. */
const withBothShops = async (
  room: BenchRoom,
  databases: Databases,
  env: Record<string, string>,
  work: (large: Connection, small: Connection) => Promise<BenchResult[]>,
): Promise<BenchResult[]> => {
  const shops = [
    await room.startShop({ database: databases.large, env }),
    await room.startShop({ database: databases.small, env }),
  ] as const;
  const [large, small] = [await openConnection(shops[0].port), await openConnection(shops[1].port)];
  const results = await work(large, small);
  for (const connection of [large, small]) connection.close();
  for (const shop of shops) await shop.stop();
  return results;
};

/** Compares the cost of calls in a large shop and in a small shop. The large shop has every product of the small one. */
export const benchGrowth = (room: BenchRoom, databases: Databases): Promise<BenchResult[]> =>
  withBothShops(room, databases, withoutCache, async (large, small) => [
    ...(await benchCatalogue(large, small, databases)),
    ...(await benchSearch(large, small, databases.small)),
    ...(await benchSitemap(large, databases.large)),
  ]);

type Call = 'add' | 'checkout' | 'placing';

const journeys = 60;

/** Number of warm-up journeys. Code that has not run yet is slow, and new connections plan their first statements. */
const warmJourneys = 20;

/** Returns which call of a journey a request is. Undefined for a request that opens a cart. */
export const callOf = (requestLine: string): Call | undefined => {
  if (requestLine.startsWith('POST /v1/orders ')) return 'placing';
  if (/^POST \S+\/products /.test(requestLine)) return 'add';
  return /^(?:POST|PATCH) \/v1\/carts\/[0-9a-f-]{36}/.test(requestLine) ? 'checkout' : undefined;
};

const watched = (connection: Connection, note: (call: Call, milliseconds: number) => void): Connection => ({
  ...connection,
  send: async (request) => {
    const startedAt = performance.now();
    const answer = await connection.send(request);
    const call = callOf(request.toString('latin1', 0, 200));
    if (call !== undefined) note(call, performance.now() - startedAt);
    return answer;
  },
});

/** Measures whole purchases in both shops, one after the other and alternately: the cost of carts and orders in a large shop. */
export const benchGrownCarts = (room: BenchRoom, databases: Databases): Promise<BenchResult[]> =>
  withBothShops(room, databases, {}, async (large, small) => {
    const times: Record<Call, Times> = {
      add: { large: [], small: [] },
      checkout: { large: [], small: [] },
      placing: { large: [], small: [] },
    };
    let isCounted = false;
    const buyer = async (size: keyof Times, connection: Connection) => {
      const basket = basketsOf(await stockShelves(databases[size]));
      const note = (call: Call, milliseconds: number): void => {
        if (isCounted) times[call][size].push(milliseconds);
      };
      const { buy } = shopper(watched(connection, note));
      return () => buy(basket());
    };
    const [inLarge, inSmall] = [await buyer('large', large), await buyer('small', small)];
    for (let journey = 0; journey < warmJourneys + journeys; journey += 1) {
      isCounted = journey >= warmJourneys;
      for (const buy of journey % 2 === 0 ? [inLarge, inSmall] : [inSmall, inLarge]) await buy();
    }
    return Object.entries(times).map(([call, both]) =>
      atMost(`cart-growth: ${call}`, growthOf(both), 1.5, `p50 ${medians(both)}, ${both.large.length} calls`),
    );
  });

/** Nightly and hourly jobs that read the large tables of a shop. */
const nightlyJobs = [
  'count-sales',
  'count-bought-together',
  'delete-idle-carts',
  'delete-old-mails',
  'delete-old-order-events',
  'forget-shoppers',
  'delete-old-analytics',
] as const;

const longestMs = 3_600_000;

/** Lets the worker run one job, and returns its seconds. @throws if the job fails, or takes longer than an hour */
const runJob = async (database: ShopDatabase, task: string, payload = '{}'): Promise<number> => {
  const startedAt = performance.now();
  const add = `select id from graphile_worker.add_job('${task}', '${payload}'::json, max_attempts => 1)`;
  const [added] = await ask<{ id: string }>(database, add);
  for (; ; await sleep(50)) {
    const lastError = `select last_error as error from graphile_worker._private_jobs where id = ${added?.id}`;
    const [job] = await ask<{ error: string | null }>(database, lastError);
    if (job === undefined) return (performance.now() - startedAt) / 1000;
    if (job.error !== null || performance.now() - startedAt > longestMs)
      throw new Error(`job ${task}: ${job.error ?? 'not done within an hour'}`);
  }
};

/** Measures the jobs over all data of a shop, and the worker's memory. No shopper buys during the measurement. */
export const benchUpkeep = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const worker = await room.startShop({ database, role: 'start' });
  const atRest = await residentMegabytes(worker.pid);
  const memory = watchMemory(worker.pid);
  const runs: [name: string, seconds: number][] = [];
  for (const job of nightlyJobs) runs.push([job, await runJob(database, job)]);
  const guard = (reach: string) => runJob(database, 'check-invariants', JSON.stringify({ reach }));
  const [recent, everything] = [await guard('recent'), await guard('everything')];
  const most = await memory.stop();
  await worker.stop();
  const all = runs.reduce((sum, [, seconds]) => sum + seconds, 0);
  const each = runs.map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(', ');
  return [
    printed('nightly-jobs', all / 60, `minutes; ${each}`),
    printed('guard-recent', recent / 60, 'minutes, over what is recent'),
    printed('guard-everything', everything / 60, 'minutes, over everything; without the books of a bank'),
    printed('upkeep-memory', most, `MB resident at most, web and worker in one; ${atRest.toFixed(0)} before`),
  ];
};
