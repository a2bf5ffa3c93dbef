import { ask, type BenchRoom, type ShopDatabase } from './bench-room.ts';
import { openSession } from './desk-data.ts';
import { atMost, type BenchResult, median } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';

/** Returns filters of the desk's products, by name: common and rare values, ranges, words, and values without a match. */
const filtersOf = async (database: ShopDatabase): Promise<Record<string, string>> => {
  const [found] = await ask<{ common: string; rare: string; branch: string; leaf: string; sku: string; word: string }>(
    database,
    `with b as (select b.id, count(*) as n from brands b join products p on p.brand_id = b.id group by 1),
       c as (select c.path, count(*) as n from categories c join products p on p.category_id = c.id group by 1)
     select (select id::text from b order by n desc limit 1) as common, (select id::text from b order by n limit 1) as rare,
       (select split_part(path, '/', 1) from c order by n desc limit 1) as branch, (select path from c order by n limit 1) as leaf,
       (select sku from products order by id desc limit 1) as sku,
       (select split_part(title, ' ', 1) from products order by id desc limit 1) as word`,
  );
  if (found === undefined) throw new Error('the shop has no products');
  const { common, rare, branch, leaf, sku, word } = found;
  const encoded = encodeURIComponent;
  return {
    none: '',
    published: 'state=published',
    drafts: 'state=draft',
    'drafts and archived': 'state=draft,archived',
    'a branch': `category=${encoded(branch)}`,
    'a small category': `category=${encoded(leaf)}`,
    'no category': 'category=nada',
    'a common brand': `brand=${common}`,
    'a rare brand': `brand=${rare}`,
    'without a picture': 'missing=picture',
    'without anything': 'missing=picture,price,description,attributes',
    planned: 'planned=true',
    'not planned': 'planned=false',
    'in stock': 'inStock=true',
    'out of stock': 'inStock=false',
    'cheap ones': 'priceTo=50',
    'a price': 'priceFrom=1234&priceTo=1234',
    'dear ones': 'priceFrom=5000',
    'every price': 'priceFrom=1',
    'q: a sku': `q=${encoded(sku)}`,
    'q: a common word': `q=${encoded(word)}`,
    'q: the beginning of a word': `q=${encoded(word.slice(0, 2))}`,
    'q: a letter': 'q=t',
    'q: two words': `q=${encoded(`${word} 7`)}`,
    'q: nothing': 'q=zzzz',
    'a brand in a branch': `brand=${common}&category=${encoded(branch)}`,
    'a branch, out of stock': `category=${encoded(branch)}&inStock=false`,
    'a branch, dear': `category=${encoded(branch)}&priceFrom=5000`,
    'a word, in stock, published': `q=${encoded(word)}&inStock=true&state=published`,
  };
};

const sorts = ['-createdAt', 'createdAt', 'title', '-title', 'sku', '-sku', 'price', '-price'] as const;

/** Number of measurements of each list, after a warm-up read. */
const times = 3;
const mostMs = 300;

const timed = async (connection: Connection, path: string, cookie: string): Promise<number> => {
  const begun = performance.now();
  const { status, body } = await connection.send(requestOf('GET', path, { headers: { cookie } }));
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString()}`);
  return performance.now() - begun;
};

/** Reads the desk's list of products with each filter in each sort (PROD, OFF-15). Returns the slowest sort of each filter. */
export const benchDeskProducts = async (
  room: Pick<BenchRoom, 'startShop'>,
  database: ShopDatabase,
): Promise<BenchResult[]> => {
  const shop = await room.startShop({ database });
  const [connection, cookie] = [await openConnection(shop.port), await openSession(database)];
  const results: BenchResult[] = [];
  for (const [name, query] of Object.entries(await filtersOf(database))) {
    const taken: { sort: string; ms: number }[] = [];
    for (const sort of sorts) {
      const path = `/v1/admin/products?sort=${sort}&${query}`;
      await timed(connection, path, cookie);
      const each: number[] = [];
      for (let turn = 0; turn < times; turn += 1) each.push(await timed(connection, path, cookie));
      taken.push({ sort, ms: median(each) });
    }
    const slowest = taken.reduce((most, one) => (one.ms > most.ms ? one : most));
    const detail = `by ${slowest.sort}, the slowest of ${sorts.length} sorts; their middle ${median(taken.map(({ ms }) => ms)).toFixed(0)} ms; ${database.products} products`;
    results.push(atMost(`desk-products, ms: ${name}`, slowest.ms, mostMs, detail));
  }
  connection.close();
  await shop.stop();
  return results;
};
