import { listSlugs } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { medianRatio } from './figures.ts';
import { benchCached, keepsNothing, openReaders } from './pages-bench.ts';
import { atLeast, type BenchResult } from './result.ts';
import { type Effort, interleave, medianRate, ratesOf } from './rounds.ts';
import { searchMix } from './search-mix.ts';

const [few, many] = [16, 64];

/** Readers of different searches in turn; each of them begins at another. */
const openSearchers = async (port: number, count: number, paths: readonly string[]) => {
  let turn = 0;
  return openReaders(port, count, () => {
    turn += 1;
    return paths[turn % paths.length] ?? '';
  });
};

/** Many callers beside few, of one shop: 1 = as fast, however many ask. */
const benchCrowd = async (
  port: number,
  name: string,
  paths: readonly string[],
  { rounds, roundMs }: Effort,
): Promise<{ result: BenchResult; fewRate: number }> => {
  const [crowd, group] = [await openSearchers(port, many, paths), await openSearchers(port, few, paths)];
  await group.round(roundMs);
  const pair = await interleave(
    () => crowd.round(roundMs),
    () => group.round(roundMs),
    rounds,
  );
  crowd.close();
  group.close();
  const fewRate = medianRate(pair.second);
  const detail = `${medianRate(pair.first).toFixed(0)} a second with ${many} callers, ${fewRate.toFixed(0)} with ${few}; ${paths.length} different searches`;
  return { result: atLeast(name, medianRatio(ratesOf(pair.first), ratesOf(pair.second)), 0.95, detail), fewRate };
};

/**
 * Calls of programs and of pages that are open: a product beside a bare route that sends the same bytes; 500 searches, kept
 * and made anew, by few and by many callers.
 */
export const benchCalls = async (room: BenchRoom, database: ShopDatabase, effort: Effort): Promise<BenchResult[]> => {
  const [slug = ''] = await listSlugs(database, 1);
  const searches = (await searchMix(database))
    .flatMap(({ name, paths }) => (name === 'suggestions' ? [] : paths))
    .slice(0, 500);
  const shop = await room.startShop({ database });
  const product = await benchCached(
    shop,
    { name: 'product-call', path: `/v1/products/slug/${slug}`, bar: 0.5 },
    effort,
  );
  const kept = await benchCrowd(shop.port, 'search-crowd', searches, effort);
  await shop.stop();
  const forgetful = await room.startShop({ database, env: keepsNothing });
  const anew = await benchCrowd(forgetful.port, 'search-crowd-anew', searches, effort);
  await forgetful.stop();
  const detail = `${kept.fewRate.toFixed(0)} searches a second by ${few} callers, ${anew.fewRate.toFixed(0)} where nothing is kept`;
  return [...product.results, kept.result, anew.result, atLeast('search-call', kept.fewRate / anew.fewRate, 2, detail)];
};
