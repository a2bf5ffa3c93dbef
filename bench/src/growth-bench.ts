import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { growthOf, median, type Times } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { atMost, type BenchResult } from './result.ts';
import { searchMix } from './search-mix.ts';
import { listSlugs } from './shop-data.ts';

const timed = async (connection: Connection, path: string): Promise<number> => {
  const begun = performance.now();
  const { status } = await connection.send(requestOf('GET', path));
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return performance.now() - begun;
};

/** Asks both shops for the same, one call at a time, in turns: what is compared is what a call costs. */
export const askBoth = async (large: Connection, small: Connection, paths: readonly string[]): Promise<Times> => {
  const times: Times = { large: [], small: [] };
  for (const [index, path] of paths.entries()) {
    if (index % 2 === 0) times.large.push(await timed(large, path));
    times.small.push(await timed(small, path));
    if (index % 2 === 1) times.large.push(await timed(large, path));
  }
  return times;
};

const medians = ({ large, small }: Times): string =>
  `${median(large).toFixed(2)} against ${median(small).toFixed(2)} ms`;

/** Longer than the shop remembers a search. */
const forgetMs = 6_000;

const benchProducts = async (large: Connection, small: Connection, slugs: readonly string[], sizes: string) => {
  const paths = slugs.map((slug) => `/v1/products/slug/${slug}`);
  await askBoth(large, small, paths);
  const times = await askBoth(large, small, paths);
  return atMost('product-growth', growthOf(times), 1.3, `p50 ${medians(times)}; ${sizes}`);
};

const benchSearch = async (large: Connection, small: Connection, database: ShopDatabase): Promise<BenchResult> => {
  const kinds = await searchMix(database);
  for (const { paths } of kinds) await askBoth(large, small, paths);
  await new Promise((done) => setTimeout(done, forgetMs));
  const all: Times = { large: [], small: [] };
  const each: { name: string; growth: number; text: string }[] = [];
  for (const { name, paths } of kinds) {
    const times = await askBoth(large, small, paths);
    all.large.push(...times.large);
    all.small.push(...times.small);
    each.push({ name, growth: growthOf(times), text: medians(times) });
  }
  const steepest = each.sort((a, b) => b.growth - a.growth).slice(0, 5);
  const list = steepest.map(({ name, growth, text }) => `${name} ${growth.toFixed(1)} (${text})`).join('; ');
  return atMost('search-growth', growthOf(all), 2, `p50 ${medians(all)}; steepest: ${list}`);
};

/** What a call costs in a large shop beside a small one; every product of the small one is in the large one too. */
export const benchGrowth = async (
  room: BenchRoom,
  databases: { large: ShopDatabase; small: ShopDatabase },
): Promise<BenchResult[]> => {
  const [large, small] = [
    await room.startShop({ database: databases.large }),
    await room.startShop({ database: databases.small }),
  ];
  const [first, second] = [await openConnection(large.port), await openConnection(small.port)];
  const sizes = `${databases.large.products} against ${databases.small.products} products`;
  const results = [
    await benchProducts(first, second, await listSlugs(databases.small, 300), sizes),
    await benchSearch(first, second, databases.small),
  ];
  first.close();
  second.close();
  await large.stop();
  await small.stop();
  return results;
};
