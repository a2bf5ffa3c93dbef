import { frameTags, pageTags } from '@ceiba/contract/page-tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flagCommands } from '../../flags/flag-command.ts';
import { changePolicy } from '../../policies/policies.store.ts';
import { searchCommands } from '../../search/search-command.ts';
import { typing } from '../../testing/operator.ts';
import { addStock, createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { listenForPurges, type PurgeListener } from './cache-invalidation.ts';
import { createTaggedCache, type Tagged, type TaggedCache } from './tagged-cache.ts';

const runFlagCommand = typing(flagCommands, 'flag');
const runSynonymCommand = typing(searchCommands, 'synonym');

const productOf = (sku: string, categoryId: number, ...recommended: string[]) =>
  pageTags.product(
    { sku, variants: [], visits: [], categories: [{ id: categoryId }] },
    recommended.map((other) => ({ sku: other })),
  );
/** The storefront's pages with the tags of their data. */
const tagsOf: Record<string, readonly string[]> = {
  home: pageTags.home,
  search: pageTags.search,
  'category 2': pageTags.category(2, 'audio/bocinas'),
  'seller’s page': pageTags.seller,
  'product A': productOf('A', 2),
  'product B': productOf('B', 1),
  'product C, which recommends B': productOf('C', 1, 'B'),
  'content page': pageTags.category(undefined, 'guias/tele'),
  stores: pageTags.stores,
  help: pageTags.help,
  checkout: [],
};
const pages = Object.fromEntries(Object.entries(tagsOf).map(([name, tags]) => [name, [...frameTags, ...tags]]));
const everyPage = Object.keys(pages);
const lists = ['home', 'search', 'category 2', 'seller’s page'];

interface Node {
  cache: TaggedCache<Tagged>;
  listener: PurgeListener;
  heard: number;
}

let shop: TestShop;
let nodes: Node[];
let productA: number;
let productB: number;

const startNode = async (): Promise<Node> => {
  const cache = createTaggedCache<Tagged>(10_000_000, () => 1);
  const node = { cache, heard: 0 };
  const listener = await listenForPurges({
    url: shop.url,
    onError: () => {},
    purge: (tags) => {
      cache.invalidate(tags);
      if (tags.includes('sign')) node.heard += 1;
    },
  });
  return Object.assign(node, { listener });
};

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  productA = await createProduct(shop.db, { sku: 'A', categoryId: 2, stock: 50 });
  productB = await createProduct(shop.db, { sku: 'B', categoryId: 1, stock: 50 });
  await shop.db.pool.query(`insert into brands (id, title, slug) overriding system value values (2, 'Lago', 'lago')`);
  await shop.db.pool.query(`insert into sellers (id, title, slug) values (7, 'Óptica', 'optica')`);
  await shop.db.pool.query('update products set brand_id = 2, seller_id = 7 where id = $1', [productA]);
  nodes = [await startNode(), await startNode()];
});
afterAll(async () => {
  for (const { listener } of nodes) await listener.close();
  await shop.close();
});

const fill = ({ cache }: Node): void => {
  for (const [name, tags] of Object.entries(pages)) cache.put(name, { tags }, cache.begin());
};

/** Returns which pages a change invalidates on each node. */
const invalidatedPages = async (change: () => Promise<unknown>): Promise<string[][]> => {
  const caughtUp = async (): Promise<void> => {
    const before = nodes.map(({ heard }) => heard);
    await shop.db.pool.query(`notify page_purge, 'sign'`);
    await until(() => nodes.every(({ heard }, index) => heard > (before[index] ?? 0)));
  };
  await caughtUp();
  for (const node of nodes) fill(node);
  await change();
  await caughtUp();
  return nodes.map(({ cache }) => everyPage.filter((name) => cache.peek(name) === undefined));
};

const sql = (text: string, ...values: unknown[]) => shop.db.pool.query(text, values);
const say = (): void => {};

const changes: [change: string, change: () => Promise<unknown>, pages: readonly string[]][] = [
  ['a price', () => sql("update products set sales_price = 9000 where sku = 'A'"), [...lists, 'product A']],
  [
    'a title',
    () => sql("update products set title = 'Otra' where sku = 'B'"),
    [...lists, 'product B', 'product C, which recommends B'],
  ],
  [
    'a gift',
    () => sql(`insert into free_gifts (product_id, title) values ($1, 'Estuche')`, productA),
    [...lists, 'product A'],
  ],
  [
    'a picture',
    () =>
      sql(`insert into media (key, width, height) values ('foto', 800, 800)`).then(() =>
        sql(`insert into product_images values ($1, 1, 'foto', 'A')`, productA),
      ),
    [...lists, 'product A'],
  ],
  [
    'a warranty of a product',
    () => sql(`insert into warranties (sku, label, amount, product_id) values ('G-A', 'Un año', 9900, $1)`, productA),
    ['product A'],
  ],
  [
    'a warranty of a category',
    () => sql(`insert into warranties (sku, label, amount, category_id) values ('G-2', 'Un año', 9900, 2)`),
    ['category 2', 'product A'],
  ],
  ['stock that stays plenty', () => addStock(shop.db, productA, -10), []],
  ['stock that becomes low enough to be shown', () => addStock(shop.db, productA, -25), ['product A']],
  ['the last unit', () => addStock(shop.db, productA, -15), [...lists, 'product A']],
  ['stock that comes back', () => addStock(shop.db, productA, 40), [...lists, 'product A']],
  [
    'a flag',
    () => runFlagCommand({ db: shop.db, args: ['motorcycleAddToCart', 'on'], now: new Date(), say }),
    everyPage,
  ],
  [
    'a banner',
    () =>
      sql(
        `insert into banners (place, position, title, link, link_label, picture_url) values ('hero', 1, 'Nuevo', '/', 'Ver', '/x.webp')`,
      ),
    ['home'],
  ],
  [
    'a flash sale',
    () =>
      sql(
        `insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, now() - interval '1 minute', now() + interval '1 hour')`,
        productA,
      ),
    everyPage,
  ],
  [
    'a product taken off sale',
    () => sql(`update products set is_published = false where sku = 'B'`),
    [...lists, 'product B', 'product C, which recommends B'],
  ],
  ['a companion', () => sql('insert into product_companions values ($1, $2)', productA, productB), ['product A']],
  ['a brand’s name', () => sql(`update brands set title = 'Otra marca' where id = 2`), [...lists, 'product A']],
  ['a seller’s name', () => sql(`update sellers set title = 'Otro vendedor' where id = 7`), [...lists, 'product A']],
  [
    'an attribute',
    () => sql(`insert into category_attributes (category_id, code, name, type) values (2, 'color', 'Color', 'text')`),
    [...lists, 'product A'],
  ],
  [
    'a guide of a category',
    () =>
      sql(
        `insert into category_infos (category_id, installation_guide) values (2, '{"title":"Guía","url":"/guias/tele"}')`,
      ),
    ['category 2', 'product A'],
  ],
  [
    'a content page',
    () => sql(`insert into category_pages (slug, title) values ('guias/tele', 'Guía')`),
    ['content page'],
  ],
  [
    'a help page that search results show',
    () => sql(`update category_pages set title = 'Envíos' where slug = 'ayuda/entregas'`),
    [...lists, 'help'],
  ],
  [
    'the blocks of a category’s page',
    () => sql(`insert into category_pages (slug, title, category_id) values ('audio/bocinas', 'Bocinas', 2)`),
    ['category 2'],
  ],
  ['a redirect', () => sql(`insert into redirects (from_path, to_path) values ('/vieja', '/a')`), []],
  ['a coupon', () => sql(`insert into coupons (code, label, amount) values ('FERIA', 'Feria', 100)`), []],
  ['an ignored word', () => sql(`insert into search_ignored (word) values ('porfavorcito')`), lists],
  ['a pinned product', () => sql(`insert into search_pins (words, sku, place) values ('tele', 'A', 1)`), lists],
  ['a hidden product', () => sql(`insert into search_hidden (sku) values ('B')`), lists],
  [
    'a stock offer',
    () =>
      sql(
        `insert into stock_offers (offer_type, offer_value, threshold, starts_at, ends_at)
         values ('By SKU', 'A', 5, now(), now() + interval '1 day')`,
      ),
    everyPage,
  ],
  ['a category’s name', () => sql(`update categories set title = 'Otro nombre' where id = 2`), everyPage],
  ['a synonym', () => runSynonymCommand({ db: shop.db, args: ['add', 'bocina', 'cornetón'], say }), lists],
  ['a thing the shop does not sell', () => runSynonymCommand({ db: shop.db, args: ['absent', 'arpa'], say }), lists],
  ['the policy', () => changePolicy(shop.db, { field: 'freeDeliveryThreshold', value: '800' }, new Date()), everyPage],
  ['the hours of a store', () => sql(`update stores set hours = '[]'`), ['stores']],
  ['a department’s name', () => sql(`update departments set title = 'Xela' where region_id = 493`), ['stores', 'help']],
  ['the plans of a card', () => sql('update card_bins set plans = $1', [6]), everyPage],
];

test.each(changes)('[PROD-24] %s invalidates exactly its pages, on both nodes', async (_, change, expected) => {
  const gone = [...expected].sort((a, b) => everyPage.indexOf(a) - everyPage.indexOf(b));
  expect(await invalidatedPages(change)).toEqual([gone, gone]);
});
