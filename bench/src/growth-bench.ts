import { listSlugs } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { growthOf, median, type Times } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { keepsNothing } from './pages-bench.ts';
import { atMost, type BenchResult, printed } from './result.ts';
import { broadSearches, searchMix } from './search-mix.ts';

const timed = async (connection: Connection, path: string): Promise<number> => {
  const begun = performance.now();
  const { status } = await connection.send(requestOf('GET', path));
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return performance.now() - begun;
};

/**
 * Asks both shops for the same, one call at a time, in turns: what is compared is what a call costs.
 *
 * @param smallPaths where the small shop is asked for others, one for each of `paths`
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

/** Files of the sitemap, none asked for before; each has 20,000 addresses but for the last. */
const benchSitemap = async (large: Connection, { products }: ShopDatabase): Promise<BenchResult[]> => {
  const files = Math.min(20, Math.max(1, Math.floor(products / 20_000)));
  const times: number[] = [];
  for (let file = 1; file <= files; file += 1) times.push(await timed(large, `/sitemaps/productos-${file}.xml`));
  const index = await timed(large, '/sitemap.xml');
  return [printed('sitemap', median(times), `ms a file of up to 20,000 addresses; its index ${index.toFixed(1)} ms`)];
};

/** Longer than the shop remembers a search. */
const forgetMs = 6_000;

const benchProducts = async (large: Connection, small: Connection, slugs: readonly string[], sizes: string) => {
  const paths = slugs.map((slug) => `/v1/products/slug/${slug}`);
  await askBoth(large, small, paths);
  const times = await askBoth(large, small, paths);
  return atMost('product-growth', growthOf(times), 1.3, `p50 ${medians(times)}; ${sizes}`);
};

/** Pages in turns, rendered each time. */
const benchRendered = async (large: Connection, small: Connection, slugs: readonly string[]): Promise<BenchResult> => {
  const paths = slugs.map((slug) => `/${slug}`);
  await askBoth(large, small, paths);
  const times = await askBoth(large, small, paths);
  return atMost('page-growth', growthOf(times), 1.5, `p50 ${medians(times)}; product pages, made anew`);
};

const benchSearch = async (large: Connection, small: Connection, database: ShopDatabase): Promise<BenchResult[]> => {
  const mixed = await searchMix(database);
  const broad = await broadSearches(database);
  for (const { paths, smallPaths } of [...mixed, ...broad]) await askBoth(large, small, paths, smallPaths);
  await new Promise((done) => setTimeout(done, forgetMs));
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

/** What a call costs in a large shop beside a small one; every product of the small one is in the large one too. */
export const benchGrowth = async (
  room: BenchRoom,
  databases: { large: ShopDatabase; small: ShopDatabase },
): Promise<BenchResult[]> => {
  const [large, small] = [
    await room.startShop({ database: databases.large, env: keepsNothing }),
    await room.startShop({ database: databases.small, env: keepsNothing }),
  ];
  const [first, second] = [await openConnection(large.port), await openConnection(small.port)];
  const sizes = `${databases.large.products} against ${databases.small.products} products`;
  const results = [
    await benchProducts(first, second, await listSlugs(databases.small, 300), sizes),
    await benchRendered(first, second, await listSlugs(databases.small, 60)),
    ...(await benchSearch(first, second, databases.small)),
    ...(await benchSitemap(first, databases.large)),
  ];
  first.close();
  second.close();
  await large.stop();
  await small.stop();
  return results;
};
