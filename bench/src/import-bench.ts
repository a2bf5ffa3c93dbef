import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type BenchRoom, listSlugs, type ShopDatabase } from './bench-room.ts';
import { atMost, type BenchResult, median, percentile, printed, ratio } from './figures.ts';
import { openConnection, requestOf } from './http-connection.ts';
import { inTurns } from './pages-bench.ts';
import { projectDir, runProgram, serverCommand } from './processes.ts';

/** Number of stores in the large file. With 20,000 products at each it has 300,000 rows. */
const storeCount = 15;

/** Number of shoppers who look at a product every tenth of a second. The shop is busy, but not at its limit. */
const shoppers = 16;
const thinkMs = 100;
const quietMs = 10_000;

const openStores = async (database: ShopDatabase): Promise<string[]> => {
  await ask(
    database,
    `insert into stores (store_code, name, street, city, region_id, latitude, longitude, type, slug)
     select 'BENCH' || n, 'Tienda ' || n, s.street, s.city, s.region_id, s.latitude, s.longitude, s.type, 'bench-' || n
     from generate_series(1, ${storeCount}) n, (select * from stores order by store_code limit 1) s on conflict do nothing`,
  );
  const rows = await ask<{ code: string }>(
    database,
    `select store_code as code from stores where store_code like 'BENCH%' order by store_code`,
  );
  return rows.map(({ code }) => code);
};

/** Writes a file with the stock of each product at each store. A count is 20 to 69, by the product's position, plus `more`. */
const writeCounts = async (
  path: string,
  skus: readonly string[],
  stores: readonly string[],
  more: number,
): Promise<string> => {
  const lines = skus.flatMap((sku, at) => stores.map((store) => `${sku},${store},${(at % 50) + 20 + more}\n`));
  await writeFile(path, `sku,tienda,existencia\n${lines.join('')}`);
  return path;
};

/** Number of rows in the large file of prices. Each row of a product has a different start date. */
const priceCount = 200_000;

/** Writes a file with the maximum number of prices: for each product from one day, and from the days after it. */
const writePrices = async (path: string, skus: readonly string[]): Promise<string> => {
  const lines = Array.from({ length: priceCount }, (_, at) => {
    const day = new Date(Date.UTC(2040, 0, 1 + Math.floor(at / skus.length))).toISOString().slice(0, 10);
    return `${skus[at % skus.length]},${(at % 5_000) + 100}.00,,,${day}\n`;
  });
  await writeFile(path, `sku,precio,oferta,oferta_hasta,desde\n${lines.join('')}`);
  return path;
};

/** Returns Node's options when an operator types a command. */
const nodeOptions = async (): Promise<string[]> =>
  (await readFile(join(projectDir, 'deploy', 'ceiba'), 'utf8')).match(/--max-semi-space-size=\d+/g) ?? [];

/** Runs the command as an operator does. Returns seconds and MB. @throws with its output if it fails */
const importFile = async (
  { url }: ShopDatabase,
  kind: 'stock' | 'prices',
  path: string,
): Promise<{ seconds: number; memory: number }> => {
  const startedAt = performance.now();
  const words = [...(await nodeOptions()), ...serverCommand('import'), kind, path];
  const { isDone, said, memory } = await runProgram(words, { DATABASE_URL: url, MALLOC_ARENA_MAX: '2' });
  if (!isDone) throw new Error(`the import failed:\n${said.slice(-4_000)}`);
  return { seconds: (performance.now() - startedAt) / 1_000, memory };
};

/** Opens shoppers who look at products with pauses. `look` returns the milliseconds of their calls until `until` is done. */
export const openLookers = async (port: number, nextPath: () => string) => {
  const open = await Promise.all(Array.from({ length: shoppers }, () => openConnection(port)));
  return {
    look: async (until: Promise<unknown>): Promise<number[]> => {
      const latencies: number[] = [];
      let isOver = false;
      const over = until.finally(() => {
        isOver = true;
      });
      await Promise.all(
        open.map(async (connection) => {
          while (!isOver) {
            const path = nextPath();
            const startedAt = performance.now();
            const { status } = await connection.send(requestOf('GET', path));
            if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
            latencies.push(performance.now() - startedAt);
            await sleep(Math.random() * 2 * thinkMs);
          }
        }),
      );
      await over;
      return latencies;
    },
    close: () => {
      for (const connection of open) connection.close();
    },
  };
};

/**
 * Imports the stock of all products at fifteen stores, with every level changed, then the maximum number of prices. The command
 * runs while people look at products in the shop. Measures rows per second, the additional memory compared with a file for one
 * store and a thousand products, and how much longer shoppers wait. Shoppers are also measured without an import before and after
 * each file, because the load of other programs changes.
 */
export const benchImport = async (room: BenchRoom, database: ShopDatabase, rounds: number): Promise<BenchResult[]> => {
  const stores = await openStores(database);
  const skus = (await ask<{ sku: string }>(database, `select sku from products where kind = 'goods' order by id`)).map(
    ({ sku }) => sku,
  );
  const file = join(room.dir, 'counts.csv');
  const small = await importFile(
    database,
    'stock',
    await writeCounts(file, skus.slice(0, 1_000), stores.slice(0, 1), 100),
  );
  const slugs = await listSlugs(database, 20_000);
  const shop = await room.startShop({ database });
  const people = await openLookers(shop.port, inTurns(slugs.map((slug) => `/v1/products/slug/${slug}`)));
  await people.look(sleep(quietMs));
  const turns: { rate: number; memory: number; p95: number; slower: number }[] = [];
  let before = percentile(await people.look(sleep(quietMs)), 0.95);
  for (let turn = 0; turn < rounds; turn += 1) {
    await writeCounts(file, skus, stores, turn);
    const importing = importFile(database, 'stock', file);
    const p95 = percentile(await people.look(importing), 0.95);
    const { seconds, memory } = await importing;
    const after = percentile(await people.look(sleep(quietMs)), 0.95);
    const rate = (skus.length * stores.length) / seconds;
    turns.push({ rate, memory, p95, slower: ratio(p95, (before + after) / 2) });
    before = after;
  }
  people.close();
  const prices = await importFile(database, 'prices', await writePrices(file, skus));
  await shop.stop();
  const middle = (of: (turn: (typeof turns)[number]) => number): number => median(turns.map(of));
  const memory = middle((turn) => turn.memory);
  return [
    printed(
      'import-rate',
      middle((turn) => turn.rate),
      `rows a second of ${skus.length} products × ${stores.length} stores`,
    ),
    atMost('import-stock', 300_000 / middle((turn) => turn.rate), 60, 'seconds for 300,000 such rows beside shoppers'),
    atMost(
      'import-prices',
      prices.seconds,
      120,
      `seconds for ${priceCount} prices with beginnings beside an open shop`,
    ),
    atMost(
      'import-memory',
      Math.max(0, memory - small.memory),
      150,
      `MB more at most than for 1,000 rows: ${memory.toFixed(0)} − ${small.memory.toFixed(0)}`,
    ),
    atMost(
      'import-p95',
      middle((turn) => turn.slower),
      1.5,
      `p95 of a product call beside it ÷ before and after: ${turns.map(({ p95, slower }) => `${p95.toFixed(1)} ms (${slower.toFixed(2)})`).join(', ')}; ${shoppers} shoppers`,
    ),
  ];
};
