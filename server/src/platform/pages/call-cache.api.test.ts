import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { addStock, createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { listenForPurges, type PurgeListener } from './cache-invalidation.ts';

const opening = new Date('2026-11-24T15:00:00Z');
const later = (ms: number): Date => new Date(opening.getTime() + ms);

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let listener: PurgeListener;
let heard: string[];
let tv: number;

beforeAll(async () => {
  open = await openShopWithBank({ CACHE_MB: '4', ALLOWED_ORIGINS: 'https://blog.example' });
  shop = open.shop;
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
  listener = await listenForPurges({
    url: shop.url,
    onError: () => {},
    purge: (tags) => {
      shop.purge(tags);
      heard.push(...tags);
    },
  });
});
beforeEach(() => {
  heard = [];
  shop.setNow(opening);
  shop.purge(['*']);
});
afterAll(async () => {
  await listener.close();
  await open.close();
});

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await shop.inject({ method: 'GET', url, headers });
  return { answer, isKept: answer.headers['x-cache'] === 'hit', body: answer.payload };
};
const product = '/v1/products/TV';

/** Repeats the request until a cached answer comes, because the answer is cached after it was sent. */
const untilKept = (url: string): Promise<void> => until(async () => (await get(url)).isKept);

test('a product’s answer is cached for a second: identical, compressed on request, without a statement', async () => {
  const { answer: made, isKept } = await get(product);
  expect([isKept, made.headers['cache-control']]).toEqual([false, 'private, no-cache']);
  await untilKept(product);
  const { answer: kept, body } = await get(product);
  expect(body).toBe(made.payload);
  const { 'x-cache': _, ...headers } = kept.headers;
  const { 'x-statements': statements, 'x-statement-names': __, ...first } = made.headers;
  expect([statements, headers['x-statements']]).toEqual(['1', undefined]);
  expect({ ...headers, date: '' }).toEqual({ ...first, vary: 'accept-encoding', date: '' });
  const { answer: packed } = await get(product, { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  shop.setNow(later(999));
  expect((await get(product)).isKept).toBe(true);
  shop.setNow(later(1_000));
  expect((await get(product)).isKept).toBe(false);
});

test('a changed price is in the answer once the shop has received the invalidation', async () => {
  await untilKept(product);
  await shop.db.pool.query("update products set sales_price = 9000 where sku = 'TV'");
  await until(() => heard.includes('product:TV'));
  const { isKept, body } = await get(product);
  expect([isKept, JSON.parse(body).salesPrice.value]).toEqual([false, 90]);
});

test('a new colour appears immediately on the pages of the other colours', async () => {
  const page = '/v1/products/slug/tv';
  const colours = (text: string) => JSON.parse(text).variants.map(({ sku }: { sku: string }) => sku);
  await shop.db.pool.query("update products set parent_sku = 'TV-P' where sku = 'TV'");
  await until(() => heard.includes('product:TV'));
  await untilKept(page);
  await createProduct(shop.db, { sku: 'TV-BLANCO' });
  await shop.db.pool.query("update products set parent_sku = 'TV-P' where sku = 'TV-BLANCO'");
  await until(() => heard.filter((tag) => tag === 'product:TV-BLANCO').length > 1);
  const { isKept, body } = await get(page);
  expect([isKept, colours(body)]).toEqual([false, ['TV', 'TV-BLANCO']]);
});

test('low stock caused by another process is in the answer once the shop has received the invalidation', async () => {
  const radio = await createProduct(shop.db, { sku: 'LOW', stock: 50 });
  const url = '/v1/products/LOW';
  await until(() => heard.includes('product:LOW'));
  await untilKept(url);
  heard = [];
  await addStock(shop.db, radio, -45);
  await until(() => heard.includes('product:LOW'));
  expect(heard).toEqual(['product:LOW']);
  const { isKept, body } = await get(url);
  expect([isKept, JSON.parse(body).salableQuantity]).toEqual([false, 5]);
});

test('units that this process has just sold are no longer offered', async () => {
  await addStock(shop.db, tv, 10);
  await untilKept(product);
  const before = JSON.parse((await get(product)).body).salableQuantity;
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 1 }] });
  const payments = [cash(120)];
  expect(outcomeOf(await postOrder(shop, { cartId, payments }))).toMatch(/^200/);
  const { body } = await get(product);
  expect(JSON.parse(body).salableQuantity).toBe(before - 1);
});

test('a refused order takes no stock and invalidates no cached answers', async () => {
  await untilKept(product);
  const refused = await postOrder(shop, { cartId: '00000000-0000-4000-8000-000000000000', payments: [cash(120)] });
  expect(outcomeOf(refused)).toMatch(/^4/);
  expect((await get(product)).isKept).toBe(true);
});

test('no answer is cached beyond the end of a flash sale', async () => {
  await shop.db.pool.query(
    'insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, $2, $3)',
    [tv, later(-60_000), later(400)],
  );
  await until(() => heard.includes('content'));
  await untilKept(product);
  expect(JSON.parse((await get(product)).body).salesPrice.value).toBe(50);
  shop.setNow(later(400));
  const { isKept, body } = await get(product);
  expect([isKept, JSON.parse(body).salesPrice.value]).toEqual([false, 90]);
  heard = [];
  await shop.db.pool.query('delete from flash_sales');
  await until(() => heard.includes('content'));
});

test('refusals are not cached', async () => {
  expect((await get('/v1/products/RADIO')).answer.statusCode).toBe(404);
  await createProduct(shop.db, { sku: 'RADIO' });
  expect((await get('/v1/products/RADIO')).answer.statusCode).toBe(200);
});

test('a page of another origin gets CORS headers, and no other caller gets them', async () => {
  const foreign = { origin: 'https://blog.example' };
  await get(product, foreign);
  await untilKept(product);
  expect((await get(product, foreign)).answer.headers['access-control-allow-origin']).toBe('https://blog.example');
  expect((await get(product)).answer.headers['access-control-allow-origin']).toBeUndefined();
});

test('a search is cached for ten seconds, until a list changes', async () => {
  const url = '/v1/search?q=bocina';
  await untilKept(url);
  shop.setNow(later(9_999));
  expect((await get(url)).isKept).toBe(true);
  shop.setNow(later(10_000));
  expect((await get(url)).isKept).toBe(false);
  await untilKept(url);
  await shop.db.pool.query("update products set title = 'Bocina grande' where sku = 'TV'");
  await until(() => heard.includes('listing'));
  const { isKept, body } = await get(url);
  expect([isKept, body.includes('Bocina grande')]).toEqual([false, true]);
});
