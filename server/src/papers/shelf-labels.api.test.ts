import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { selectShelfLabels } from './shelf-labels.store.ts';

let shop: TestShop;
let desk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  for (const sku of ['TV', 'RADIO', 'CABLE']) await createProduct(shop.db, { sku, price: 100_00 });
  // Their prices are older than today.
  await shop.db.pool.query(
    `alter table price_changes disable trigger all; update price_changes set at = at - interval '3 days'; alter table price_changes enable trigger all`,
  );
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const changed = async (query = '') => (await desk.send('GET', `/v1/admin/changed-prices${query}`)).json().data;

const print = (query: string) => desk.send('GET', `/v1/admin/shelf-labels?${query}`);

const sheetsOf = (payload: string): number => payload.match(/\/Type \/Page\b/g)?.length ?? 0;

test('[BUY-08] today’s list has a changed price and a started flash sale, but no price that changed back', async () => {
  expect(await changed()).toEqual([]);
  await shop.db.pool.query("update products set sales_price = 8000 where sku = 'TV'");
  await shop.db.pool.query(
    `insert into flash_sales (product_id, price, starts_at, ends_at)
     select id, 5000, now() - interval '1 second', now() + interval '1 hour' from products where sku = 'RADIO'`,
  );
  await shop.db.pool.query("update products set sales_price = 9000 where sku = 'CABLE'");
  await shop.db.pool.query("update products set sales_price = 10000 where sku = 'CABLE'");
  expect(await changed('?sort=price')).toMatchObject([
    { sku: 'RADIO', before: 100, price: 50 },
    { sku: 'TV', before: 100, price: 80 },
  ]);
  expect(await changed('?q=radio')).toHaveLength(1);
});

test('[BUY-08] a label has name, price now, price before, sku and bar code', async () => {
  await shop.db.pool.query("insert into product_codes (code, sku, kind) values ('7501031311309', 'TV', 'ean')");
  const labels = await selectShelfLabels(shop.db.read, [['TV', 'CABLE'], 10]);
  expect(labels).toEqual([
    { sku: 'TV', title: 'Bocina TV', price: 8_000, before: 10_000, code: '7501031311309' },
    { sku: 'CABLE', title: 'Bocina CABLE', price: 10_000, before: null, code: 'CABLE' },
  ]);
});

test('[BUY-08] labels are printed by selection and for all prices of today, 21 on a sheet', async () => {
  const one = await print('skus=TV,RADIO');
  expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(sheetsOf(one.payload)).toBe(1);
  expect(sheetsOf((await print('changed=today')).payload)).toBe(1);
  const skus: string[] = [];
  for (let n = 1; n <= 22; n += 1) {
    await createProduct(shop.db, { sku: `P${n}` });
    skus.push(`P${n}`);
  }
  expect(sheetsOf((await print(`skus=${skus.join(',')}`)).payload)).toBe(2);
});

test('labels of nothing, of unknown products and of too many are refused', async () => {
  expect((await print('')).statusCode).toBe(400);
  expect((await print('skus=TV&changed=today')).statusCode).toBe(400);
  expect((await print('skus=NADA')).statusCode).toBe(404);
  const many = Array.from({ length: 201 }, (_, at) => `P${at}`).join(',');
  expect((await print(`skus=${many}`)).statusCode).toBe(400);
  const cashier = await openDesk(shop, 'cashier');
  expect((await cashier.send('GET', '/v1/admin/shelf-labels?skus=TV')).statusCode).toBe(403);
});
