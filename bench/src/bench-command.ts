import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCategoryPath, listSlugs, stockShelves } from './ask-database.ts';
import { type BenchRoom, openBenchRoom, type ShopDatabase } from './bench-room.ts';
import { benchBytes, benchCheckoutBytes } from './bytes-bench.ts';
import { benchCalls } from './calls-bench.ts';
import { benchCartChange } from './cart-change-bench.ts';
import { benchCheckoutCalls } from './checkout-calls-bench.ts';
import { watchCpu } from './cpu-time.ts';
import { benchFlood } from './flood-bench.ts';
import { benchGrowth } from './growth-bench.ts';
import { benchGrownCarts } from './growth-carts-bench.ts';
import { benchUpkeep } from './growth-upkeep-bench.ts';
import { benchLighthouse, judgedPages } from './lighthouse-bench.ts';
import { benchLogins } from './logins-bench.ts';
import { benchBusyMemory, benchIdle } from './memory-bench.ts';
import { benchOrderCost } from './order-cost-bench.ts';
import { benchPages } from './pages-bench.ts';
import { projectDir, stopAll } from './processes.ts';
import { profileShop } from './profile-command.ts';
import { benchPurchase } from './purchase-bench.ts';
import { type BenchResult, chosenParts, isGood, lineOf, printed, tableHead, wholeNumber } from './result.ts';
import { benchStart } from './start-bench.ts';

const { values } = parseArgs({
  options: {
    profile: { type: 'boolean', default: false },
    /** Regular expression over the names of benches. */
    only: { type: 'string', default: '.' },
    rounds: { type: 'string', default: '7' },
    /** Products of the large shop. */
    products: { type: 'string', default: '100000' },
    /** Its orders, each with all that it leaves; two for each product of a shop of a million. */
    orders: { type: 'string' },
  },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const effort = { rounds: wholeNumber('--rounds', values.rounds, 1, 1_000), roundMs: 2_000 };
const largeShop = wholeNumber('--products', values.products, 1_000, 10_000_000);
const largeOrders = wholeNumber(
  '--orders',
  values.orders ?? String(largeShop >= 1_000_000 ? 2 * largeShop : 0),
  0,
  50_000_000,
);
const smallShop = 1_000;

/** Runs a bench against a shop of its own in a real browser. */
const inBrowser = async (
  room: BenchRoom,
  database: ShopDatabase,
  bench: (browser: string, origin: string) => Promise<BenchResult[]>,
): Promise<BenchResult[]> => {
  const browser = process.env.CHROMIUM_PATH;
  if (browser === undefined || browser === '')
    throw new Error('Set CHROMIUM_PATH to a Chromium: this is measured in a real browser.');
  const shop = await room.startShop({ database });
  const results = await bench(browser, `http://127.0.0.1:${shop.port}`);
  await shop.stop();
  return results;
};

interface Scene {
  room: BenchRoom;
  small: ShopDatabase;
  /** Filled when it is first asked for. */
  large: () => Promise<ShopDatabase>;
  productPath: string;
}

/** In this order: what fills the database comes late. */
const benches: Record<string, (scene: Scene) => Promise<BenchResult[]>> = {
  bytes: ({ room, small, productPath }) =>
    inBrowser(room, small, (browser, origin) => benchBytes(browser, origin, productPath)),
  'checkout-bytes': ({ room, small, productPath }) =>
    inBrowser(room, small, (browser, origin) => benchCheckoutBytes(browser, origin, productPath)),
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
  logins: ({ room, small, productPath }) => benchLogins(room, small, productPath, effort),
  'growth-filling': async ({ room, large }) => {
    const begun = performance.now();
    const cpuSince = watchCpu();
    await large();
    const cpu = (cpuSince([room.databasePid, process.pid]) / 60).toFixed(1);
    const detail = `minutes for ${largeShop} products and ${largeOrders} orders; ${cpu} minutes of CPU, database and loader`;
    return [printed('growth-filling', (performance.now() - begun) / 60_000, detail)];
  },
  growth: async ({ room, small, large }) => benchGrowth(room, { large: await large(), small }),
  'growth-carts': async ({ room, small, large }) => benchGrownCarts(room, { large: await large(), small }),
  'growth-upkeep': async ({ room, large }) => benchUpkeep(room, await large()),
  'growth-memory': async ({ room, large }) => [await benchBusyMemory(room, await large())],
  'cart-change': ({ room, small }) => benchCartChange(room, small, effort),
  'checkout-calls': ({ room, small }) => benchCheckoutCalls(room, small),
  purchase: ({ room, small }) => benchPurchase(room, small, effort),
  'order-cost': ({ room, small }) => benchOrderCost(room, small, effort),
  start: ({ room }) => benchStart(room.dir),
};

const runBenches = async (scene: Scene): Promise<BenchResult[]> => {
  const results: BenchResult[] = [];
  say(tableHead);
  for (const [name, bench] of chosenParts(benches, values.only)) {
    for (const result of await bench(scene).catch((error: Error) => {
      throw new Error(`bench ${name}`, { cause: error });
    })) {
      results.push(result);
      say(lineOf(result));
    }
  }
  return results;
};

const main = async (): Promise<boolean> => {
  // Before anything is filled: a name that nobody knows is told at once.
  if (!values.profile) chosenParts(benches, values.only);
  say('Filling a shop to measure …');
  const room = await openBenchRoom();
  try {
    const small = await room.addShop(smallShop);
    if (values.profile) {
      await profileShop(room, small, values.only, say);
      return true;
    }
    const [slug = ''] = await listSlugs(small, 1);
    let filled: Promise<ShopDatabase> | undefined;
    const large = (): Promise<ShopDatabase> => {
      filled ??= room.addShop(largeShop, largeOrders);
      return filled;
    };
    const results = await runBenches({ room, small, large, productPath: `/${slug}` });
    const folder = join(projectDir, 'bench', 'results');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
    return isGood(results);
  } finally {
    await room.close();
  }
};

// Stopped by hand: the shops end, what waits for them fails, and the room is tidied on the way out.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopAll);

main().then(
  (isWell) => {
    process.exitCode = isWell ? 0 : 1;
  },
  (error: Error) => {
    stopAll();
    say(error.cause instanceof Error ? `${error.message}: ${error.cause.stack}` : (error.stack ?? error.message));
    process.exit(1);
  },
);
