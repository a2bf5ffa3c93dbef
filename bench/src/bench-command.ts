import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type BenchRoom,
  findCategoryPath,
  listSlugs,
  openBenchRoom,
  resultsFolder,
  type ShopDatabase,
  stockShelves,
} from './bench-room.ts';
import { benchBytes, benchCheckoutBytes, benchLighthouse, judgedPages } from './browser-bench.ts';
import { benchCrowd } from './crowd-bench.ts';
import { benchDesk } from './desk-bench.ts';
import { benchDeskProducts } from './desk-products-bench.ts';
import { type BenchResult, chosenParts, isGood, playParts, printed, runCommand, say, wholeNumber } from './figures.ts';
import { benchGrownCarts, benchGrowth, benchUpkeep } from './growth-bench.ts';
import { benchImport } from './import-bench.ts';
import { benchBusyMemory, benchFlood, benchIdle, benchStart } from './load-bench.ts';
import { benchCalls, benchPages } from './pages-bench.ts';
import { stopAll } from './processes.ts';
import { benchCartChange, benchOrderCost, benchPurchase } from './purchase-bench.ts';
import { watchCpu } from './rounds.ts';

const { values } = parseArgs({
  options: {
    /** Every shop writes a CPU profile. */
    profile: { type: 'boolean', default: false },
    /** Regular expression for the names of benches. */
    only: { type: 'string', default: '.' },
    /** Runs only the bench with 1,500 shoppers. */
    crowd: { type: 'boolean', default: false },
    /** Runs only the desk's lists, with a million orders. */
    desk: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    /** Number of products in the large shop. */
    products: { type: 'string', default: '100000' },
    /** Number of orders in the large shop, each with all its rows. With a million orders there are two for each product. */
    orders: { type: 'string' },
  },
});

const effort = { rounds: wholeNumber('--rounds', values.rounds, 1, 1_000), roundMs: 2_000 };
const largeShop = wholeNumber('--products', values.products, 1_000, 10_000_000);
const largeOrders = wholeNumber(
  '--orders',
  values.orders ?? String(largeShop >= 1_000_000 ? 2 * largeShop : 0),
  0,
  50_000_000,
);
const smallShop = 1_000;
/** Number of products in the shop whose stock is imported. */
const importShop = 20_000;

/** Runs a bench in a real browser against a separate shop. */
const inBrowser = async (
  room: BenchRoom,
  database: ShopDatabase,
  bench: (browser: string, origin: string) => Promise<BenchResult[]>,
): Promise<BenchResult[]> => {
  const browser = process.env.CHROMIUM_PATH;
  if (browser === undefined || browser === '')
    throw new Error('Set CHROMIUM_PATH to a Chromium: this bench uses a real browser.');
  const shop = await room.startShop({ database });
  const results = await bench(browser, `http://127.0.0.1:${shop.port}`);
  await shop.stop();
  return results;
};

interface Scene {
  room: BenchRoom;
  small: ShopDatabase;
  /** Filled at first use. */
  large: () => Promise<ShopDatabase>;
  productPath: string;
}

/** The order matters. Benches that fill the database come last. */
const benches: Record<string, (scene: Scene) => Promise<BenchResult[]>> = {
  bytes: ({ room, small, productPath }) =>
    inBrowser(room, small, (browser, origin) => benchBytes(browser, origin, productPath)),
  'checkout-bytes': async ({ room, small }) => {
    const [sku = ''] = await stockShelves(small);
    return inBrowser(room, small, (browser, origin) => benchCheckoutBytes(browser, origin, sku));
  },
  lighthouse: async ({ room, small, productPath }) => {
    await stockShelves(small);
    const pages = judgedPages(productPath, await findCategoryPath(small, productPath));
    return inBrowser(room, small, (browser, origin) =>
      benchLighthouse(browser, origin, productPath, pages, Math.min(effort.rounds, 3)),
    );
  },
  memory: ({ room, small }) => benchIdle(room, small),
  pages: ({ room, small, productPath }) => benchPages(room, small, productPath, effort),
  calls: ({ room, small }) => benchCalls(room, small, effort),
  flood: ({ room, small }) => benchFlood(room, small),
  crowd: ({ room, small }) => benchCrowd(room, small),
  import: async ({ room }) => benchImport(room, await room.addShop(importShop), Math.min(effort.rounds, 3)),
  'growth-filling': async ({ room, large }) => {
    const startedAt = performance.now();
    const cpuSince = watchCpu();
    await large();
    const cpu = ((cpuSince([room.databasePid, process.pid]) ?? Number.NaN) / 60).toFixed(1);
    const detail = `minutes for ${largeShop} products and ${largeOrders} orders; ${cpu} minutes of CPU, database and loader`;
    return [printed('growth-filling', (performance.now() - startedAt) / 60_000, detail)];
  },
  growth: async ({ room, small, large }) => benchGrowth(room, { large: await large(), small }),
  'growth-carts': async ({ room, small, large }) => benchGrownCarts(room, { large: await large(), small }),
  'growth-upkeep': async ({ room, large }) => benchUpkeep(room, await large()),
  'growth-memory': async ({ room, large }) => [await benchBusyMemory(room, await large())],
  'cart-change': ({ room, small }) => benchCartChange(room, small, effort),
  purchase: ({ room, small }) => benchPurchase(room, small, effort),
  desk: ({ room }) => benchDesk(room, wholeNumber('--orders', values.orders ?? '1000000', 1_000, 50_000_000)),
  'desk-products': async ({ room, large }) => benchDeskProducts(room, await large()),
  'order-cost': ({ room, small }) => benchOrderCost(room, small, effort),
  start: ({ room }) => benchStart(room.dir),
};

const main = async (): Promise<boolean> => {
  // Runs before anything is filled, so that an unknown name fails immediately.
  const chosen = chosenParts(benches, values.crowd ? '^crowd$' : values.desk ? '^desk$' : values.only);
  say('Filling a shop to measure …');
  const profiles = values.profile ? await resultsFolder('profiles') : undefined;
  const room = await openBenchRoom(profiles);
  try {
    const small = await room.addShop(smallShop);
    const [slug = ''] = await listSlugs(small, 1);
    let filled: Promise<ShopDatabase> | undefined;
    const large = (): Promise<ShopDatabase> => {
      filled ??= room.addShop(largeShop, largeOrders);
      return filled;
    };
    const scene: Scene = { room, small, large, productPath: `/${slug}` };
    const results = await playParts(chosen.map(([name, bench]) => [name, () => bench(scene)]));
    await writeFile(join(await resultsFolder(), 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
    if (profiles !== undefined)
      say(`Profiles: open ${profiles}/*.cpuprofile in Chrome's DevTools or on speedscope.app.`);
    return isGood(results);
  } finally {
    await room.close();
  }
};

// On Ctrl+C the shops end, calls to them fail, and the `finally` blocks clean up the room.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopAll);

runCommand(main, stopAll);
