import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const path = '/v1/admin/departments/standard';

test('[OFF-29, PROD-28] one click creates the departments of Guatemala in a shop without departments or stores', async () => {
  const owner = await openDesk(shop, 'owner');
  const presses = await Promise.all([1, 2].map(() => owner.send('POST', path, { body: {} })));
  expect(presses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  const made = presses.find(({ statusCode }) => statusCode === 201)?.json().data;
  expect(made).toEqual({ departments: 22, municipalities: 340 });
  const { rows } = await shop.db.pool.query(
    `select d.title, m.name, array_length(m.zones, 1) as zones from municipios m join departments d using (region_id)
     where m.ine_code in ('0101', '2201') order by m.ine_code`,
  );
  expect(rows).toEqual([
    { title: 'Guatemala', name: 'Guatemala', zones: 22 },
    { title: 'Jutiapa', name: 'Jutiapa', zones: null },
  ]);
  const store = await owner.send('POST', '/v1/admin/stores', {
    body: {
      ...{ name: 'Tienda Central', code: 'T01', type: 'tienda', street: '6a avenida 12-31', regionId: '485' },
      ...{ city: 'Guatemala', latitude: 14.6, longitude: -90.5, isPickup: true, isWarehouse: true },
    },
  });
  expect(store.statusCode, store.payload).toBe(201);
});

test('[OFF-08] only people who may change settings can load departments', async () => {
  const catalogue = await openDesk(shop, 'catalogue');
  expect((await catalogue.send('POST', path, { body: {} })).statusCode).toBe(403);
});
