import { listSlugs, stockShelves } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { inTurns, openReaders } from './pages-bench.ts';
import { residentMegabytes } from './processes.ts';
import { openShoppers } from './purchase-bench.ts';
import { basketsOf } from './purchase-journey.ts';
import { atMost, type BenchResult } from './result.ts';
import { searchMix } from './search-mix.ts';

const loadMs = 60_000;
const sampleMs = 500;

/** What a web process of a shop with nothing to do takes. */
export const benchIdle = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const shop = await room.startShop({ database });
  await new Promise((done) => setTimeout(done, 3_000));
  const megabytes = await residentMegabytes(shop.pid);
  await shop.stop();
  return [atMost('idle-memory', megabytes, 200, 'MB resident, web process at rest')];
};

/** The most it takes in a minute in which pages, products and searches that nobody asked before are read, and people buy. */
export const benchBusyMemory = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult> => {
  const basket = basketsOf(await stockShelves(database));
  const slugs = await listSlugs(database, 20_000);
  const searches = (await searchMix(database)).flatMap(({ paths }) => paths);
  const shop = await room.startShop({ database });
  let turn = 0;
  const readers = [
    await openReaders(shop.port, 4, inTurns(slugs)),
    await openReaders(shop.port, 4, inTurns(slugs.map((slug) => `v1/products/slug/${slug}`))),
    await openReaders(shop.port, 4, () => {
      turn += 1;
      return searches[turn % searches.length] ?? '';
    }),
    await openShoppers(shop.port, basket, 4),
  ];
  let most = 0;
  const sample = async (): Promise<void> => {
    most = Math.max(most, await residentMegabytes(shop.pid));
  };
  const samples = setInterval(() => void sample().catch(() => {}), sampleMs);
  const rounds = await Promise.all(readers.map(({ round }) => round(loadMs))).finally(() => clearInterval(samples));
  await sample();
  for (const reader of readers) reader.close();
  await shop.stop();
  const rates = rounds.map(({ rate }) => rate.toFixed(0));
  const [pages, products, found, bought] = rates;
  const detail = `MB resident at most, ${database.products} products; ${pages} pages, ${products} product calls, ${found} searches, ${bought} purchases a second for a minute`;
  return atMost('busy-memory', most, 400, detail);
};
