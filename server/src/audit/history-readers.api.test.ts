import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('[OFF-11] staff for couriers, waves and shelves read their history, but roles and jobs need a permission', async () => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `with made as (
       insert into stores (store_code, name, street, city, region_id, latitude, longitude, type, slug)
       select code, code, '', '', 1, 14.6, -90.5, 'tienda', lower(code) from unnest(array['L01', 'L02']) code returning store_code)
     insert into picks (store_code, staff_id, created_at) select store_code, gen_random_uuid(), now() from made where store_code = 'L01'
     returning id::text`,
  );
  const wave = rows[0]?.id ?? '';
  const readers = [
    await openDesk(shop, 'warehouse'),
    await openDesk(shop, 'warehouse', ['L01']),
    await openDesk(shop, 'warehouse', ['L02']),
    await openDesk(shop, 'owner', ['L02']),
  ] as const;
  const read = (of: string) =>
    Promise.all(readers.map(async (each) => (await each.send('GET', `/v1/admin/audit/of/${of}`)).statusCode));
  expect({
    couriers: await read('couriers/guatex'),
    picks: await read(`picks/${wave}`),
    stock: await read('stock/L01'),
    jobs: await read('jobs/send-mail'),
    roles: await read('roles/own-1'),
    staff: await read(`staff/${readers[3].id}`),
    elsewhere: await read(`staff/${readers[1].id}`),
    things: await read('things/h-1'),
  }).toEqual({
    couriers: [200, 200, 200, 200],
    picks: [200, 200, 404, 404],
    stock: [200, 200, 404, 404],
    jobs: [403, 403, 403, 200],
    roles: [403, 403, 403, 200],
    staff: [403, 403, 403, 200],
    elsewhere: [403, 403, 403, 404],
    things: [403, 403, 403, 404],
  });
});
