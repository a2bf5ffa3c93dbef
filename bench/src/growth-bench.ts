import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { openReaders } from './pages-bench.ts';
import type { RunningProcess } from './processes.ts';
import { atMost, type BenchResult } from './result.ts';
import { type Effort, interleave, median, medianLatency, medianRatio, type Pair } from './rounds.ts';
import { ask, listSlugs } from './shop-data.ts';

/** One reader, one call after the other: what is compared is what a call costs, not how calls wait for each other. */
const compare = async (large: RunningProcess, small: RunningProcess, paths: readonly string[], effort: Effort) => {
  const inTurn = () => {
    let next = 0;
    return () => {
      next += 1;
      return paths[next % paths.length] ?? '/';
    };
  };
  const first = await openReaders(large.port, 1, inTurn());
  const second = await openReaders(small.port, 1, inTurn());
  const pair = await interleave(
    () => first.round(effort.roundMs),
    () => second.round(effort.roundMs),
    effort.rounds,
  );
  first.close();
  second.close();
  return pair;
};

const medians = (pair: Pair): string =>
  `${median(pair.first.map(medianLatency)).toFixed(2)} ms against ${median(pair.second.map(medianLatency)).toFixed(2)} ms`;

/** Broad and narrow, with and without filters, sorted, mistyped; facets come with each. */
const searchPaths = async (database: ShopDatabase): Promise<[name: string, path: string][]> => {
  const [top] = await ask<{ title: string; category: number; brand: string; sku: string }>(
    database,
    `select p.title, p.category_id as category, b.title as brand, p.sku
     from products p join brands b on b.id = p.brand_id
     where p.is_published and p.is_listed and p.kind = 'goods' order by p.sold_count desc, p.id limit 1`,
  );
  if (top === undefined) throw new Error('there are no products to search for');
  const [first = '', second = ''] = top.title.split(' ');
  const typo = `${first.slice(0, 3)}${first.slice(4)}`;
  const of = (query: Record<string, string>): string => `/v1/search?${new URLSearchParams(query)}`;
  return [
    ['everything', of({})],
    ['one word', of({ q: first })],
    ['two words', of({ q: `${first} ${second}` })],
    ['a title', of({ q: top.title })],
    ['a SKU', of({ q: top.sku })],
    ['a typing error', of({ q: typo })],
    ['a category', of({ category: String(top.category) })],
    ['a brand, by price', of({ brand: top.brand, sort: 'price_asc' })],
    ['a word within prices', of({ q: first, minPrice: '500', maxPrice: '2000' })],
    ['a word by discount', of({ q: first, sort: 'discount' })],
    ['page 20', of({ page: '20' })],
    ['suggestions', `/v1/search/suggestions?q=${encodeURIComponent(first.slice(0, 4))}`],
  ];
};

const benchSearch = async (
  large: RunningProcess,
  small: RunningProcess,
  searches: readonly [name: string, path: string][],
  effort: Effort,
): Promise<BenchResult> => {
  const mixed = await compare(
    large,
    small,
    searches.map(([, path]) => path),
    effort,
  );
  const each: { name: string; ratio: number; text: string }[] = [];
  for (const [name, path] of searches) {
    const pair = await compare(large, small, [path], { rounds: 3, roundMs: 300 });
    each.push({ name, ratio: medianRatio(pair, medianLatency), text: medians(pair) });
  }
  const steepest = each.sort((a, b) => b.ratio - a.ratio).slice(0, 4);
  const worst = steepest.map(({ name, ratio, text }) => `${name} ${ratio.toFixed(1)} (${text})`).join('; ');
  return atMost('search-growth', medianRatio(mixed, medianLatency), 2, `p50 ${medians(mixed)}; steepest: ${worst}`);
};

/**
 * What a call costs in a large shop beside a small one, both running, asked in turns for the same: every product of the
 * small shop is in the large one too.
 */
export const benchGrowth = async (
  room: BenchRoom,
  databases: { large: ShopDatabase; small: ShopDatabase },
  effort: Effort,
): Promise<BenchResult[]> => {
  const large = await room.startShop({ database: databases.large });
  const small = await room.startShop({ database: databases.small });
  const pages = (await listSlugs(databases.small, 200)).map((slug) => `/v1/products/slug/${slug}`);
  const products = await compare(large, small, pages, effort);
  const sizes = `${databases.large.products} against ${databases.small.products} products`;
  const searches = await searchPaths(databases.small);
  const results = [
    atMost('product-growth', medianRatio(products, medianLatency), 1.3, `p50 ${medians(products)}; ${sizes}`),
    await benchSearch(large, small, searches, effort),
  ];
  await large.stop();
  await small.stop();
  return results;
};
