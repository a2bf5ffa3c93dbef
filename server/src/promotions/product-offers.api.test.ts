import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 1_000_00, stock: 3 });
  await createProduct(shop.db, { sku: 'SOPORTE', price: 100_00 });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());
beforeEach(() =>
  shop.db.pool.query(
    'delete from stock_offers; delete from free_gifts; delete from product_companions; delete from warranties',
  ),
);

const create = async (resource: string, body: object) => {
  const answer = await desk.send('POST', `/v1/admin/${resource}`, { body });
  return { status: answer.statusCode, ...answer.json() };
};

const offersOf = async (sku: string) => (await desk.send('GET', `/v1/admin/products/${sku}/offers`)).json().data;

const page = async () => (await shop.inject({ method: 'GET', url: '/v1/products/slug/tv' })).json();

const period = { startsAt: '2020-01-01T06:00:00.000Z', endsAt: '2999-01-01T06:00:00.000Z' };

test('[PROD-11, CAT-04] the shop shows a low-stock offer, and the product’s offer comes before its category’s', async () => {
  const ofCategory = await create('stock-offers', { kind: 'category', value: 'audio', threshold: 5, ...period });
  expect(ofCategory).toMatchObject({ status: 201, data: { value: 'audio', target: 'Audio', state: 'current' } });
  expect((await page()).lowStock).toBe(3);
  expect((await offersOf('TV')).stockOffer).toMatchObject({
    threshold: 5,
    category: 'Audio',
    text: 'Solo quedan 3 disponibles',
  });
  const own = await create('stock-offers', { kind: 'product', value: 'TV', threshold: 2, ...period });
  expect(own).toMatchObject({ status: 201, data: { target: 'Bocina TV' } });
  expect((await offersOf('TV')).stockOffer).toMatchObject({ threshold: 2, category: null, text: null });
});

test.each([
  ['stock-offers', { kind: 'product', value: 'NADA', threshold: 1, ...period }, 'value'],
  ['stock-offers', { kind: 'category', value: 'TV', threshold: 1, ...period }, 'value'],
  [
    'stock-offers',
    { kind: 'product', value: 'TV', threshold: 1, startsAt: period.endsAt, endsAt: period.startsAt },
    'endsAt',
  ],
  ['gifts', { title: 'Audífonos', sku: 'NADA' }, 'sku'],
  ['gifts', { title: 'Audífonos', sku: 'TV', pictureOf: 'SOPORTE' }, 'pictureOf'],
  ['companions', { sku: 'TV', companionSku: 'NADA' }, 'companionSku'],
  ['companions', { sku: 'TV', companionSku: 'TV' }, 'companionSku'],
  ['warranties', { code: 'G-1', label: 'Un año', amount: 99 }, 'sku'],
  ['warranties', { code: 'G-1', label: 'Un año', amount: 99, sku: 'TV', categoryId: '1' }, 'sku'],
  ['warranties', { code: 'G-1', label: 'Un año', amount: 99, sku: 'NADA' }, 'sku'],
])('%s with %j are refused at the field', async (resource, body, field) => {
  const refused = await create(resource, body);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error.metadata.fields)).toEqual([field]);
});

test('[PROD-11, CAT-22] a gift shows until its last day, with the picture of its product', async () => {
  await shop.db.pool.query(
    `insert into media (key, width, height) values (md5('soporte'), 800, 800) on conflict do nothing;
     insert into product_images (product_id, position, media_key, label) select id, 0, md5('soporte'), 'Soporte' from products where sku = 'SOPORTE'
       on conflict do nothing`,
  );
  const today = guatemalaDate(new Date());
  await create('gifts', { title: 'Soporte de pared', sku: 'TV', pictureOf: 'SOPORTE', endDate: today });
  await create('gifts', { title: 'De ayer', sku: 'TV', endDate: addDays(today, -1) });
  expect((await offersOf('TV')).gifts).toMatchObject([{ title: 'Soporte de pared', endDate: today }]);
  const [gift, ...others] = (await page()).freeProducts;
  expect(others).toEqual([]);
  expect(gift.image.url).toMatch(/^\/media\/[0-9a-f]{32}\/480\.webp$/);
});

test('[PROD-11] companions are listed in their order, each companion once', async () => {
  await createProduct(shop.db, { sku: `CABLE` });
  await create('companions', { sku: 'TV', companionSku: 'SOPORTE', place: 2 });
  await create('companions', { sku: 'TV', companionSku: 'CABLE', place: 1 });
  expect((await create('companions', { sku: 'TV', companionSku: 'CABLE' })).error.code).toBe('IN_USE');
  expect((await offersOf('TV')).companions.map(({ sku }: { sku: string }) => sku)).toEqual(['CABLE', 'SOPORTE']);
});

test('[PROD-11, WAR-01] the preview shows the warranties that the product page offers', async () => {
  await create('warranties', { code: 'G-CAT', label: 'De la categoría', amount: 50, categoryId: '1' });
  expect((await offersOf('TV')).warranties).toEqual([
    { code: 'G-CAT', label: 'De la categoría', amount: 50, category: 'Audio' },
  ]);
  const own = await create('warranties', { code: 'G-TV', label: 'Del producto', amount: 99, sku: 'TV' });
  expect((await offersOf('TV')).warranties).toMatchObject([{ code: 'G-TV', category: null }]);
  expect((await page()).warranties.map(({ sku }: { sku: string }) => sku)).toEqual(['G-TV']);
  const off = { version: own.data.version, isOffered: false };
  await desk.send('PATCH', '/v1/admin/warranties/G-TV', { body: off });
  expect((await page()).warranties.map(({ sku }: { sku: string }) => sku)).toEqual(['G-CAT']);
});

test('an unknown product has no preview, and people of other roles get no preview', async () => {
  expect((await desk.send('GET', '/v1/admin/products/NADA/offers')).statusCode).toBe(404);
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await warehouse.send('GET', '/v1/admin/products/TV/offers')).statusCode).toBe(403);
});
