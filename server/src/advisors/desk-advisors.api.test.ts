import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  desk = await openDesk(shop, 'manager');
});
afterAll(() => shop.close());

const add = (body: object) => desk.send('POST', '/v1/admin/advisors', { body });
const hashOf = async (id: string): Promise<string> =>
  (await shop.db.pool.query('select hash from advisors where id = $1', [id])).rows[0]?.hash;
const opens = async (hash: string, store: string) => {
  const answer = await shop.call('findAdvisor', { params: { hash }, query: { store } });
  return answer.ok ? 'opens' : answer.error.code;
};

test('[OFF-21] an advisor is added, moved, printed and ended, and no answer shows the hash', async () => {
  const made = (await add({ firstName: 'Rosa', store: 'MAX' })).json().data;
  expect(made).toMatchObject({ firstName: 'Rosa', store: 'MAX', state: 'current', actions: ['end', 'print'] });
  const hash = await hashOf(made.id);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(await opens(hash, 'MAX')).toBe('opens');
  const { rows } = await shop.db.pool.query("select store_code from stores where store_code <> 'MAX' limit 1");
  const store = rows[0]?.store_code;
  const params = { id: made.id };
  const moved = await desk.call('changeAdvisor', { params, body: { version: 1, store } });
  expect(moved).toMatchObject({ value: { data: { store, version: 2 } } });
  expect([await hashOf(made.id), await opens(hash, store), await opens(hash, 'MAX')]).toEqual([
    hash,
    'opens',
    'ADVISOR_NOT_FOUND',
  ]);
  const page = await desk.send('GET', `/v1/admin/advisors/${made.id}/page`);
  expect([page.statusCode, page.headers['content-type'], page.payload.startsWith('%PDF')]).toEqual([
    200,
    'application/pdf',
    true,
  ]);
  const ended = await desk.call('endAdvisor', { params, body: { version: 2 } });
  expect(ended).toMatchObject({ value: { data: { state: 'ended', actions: [] } } });
  expect(await opens(hash, store)).toBe('ADVISOR_ENDED');
  const stale = await desk.call('changeAdvisor', { params, body: { version: 2, firstName: 'Ana' } });
  expect(stale).toMatchObject({ error: { code: 'VERSION_CONFLICT' } });
  expect((await desk.send('GET', `/v1/admin/advisors/${made.id}/page`)).statusCode).toBe(404);
  for (const path of ['/v1/admin/advisors', `/v1/admin/advisors/${made.id}`, `/v1/admin/audit/of/advisors/${made.id}`])
    expect((await desk.send('GET', path)).payload).not.toContain(hash);
});

test('a store and the mail of a desk user must exist, and a staff member is only one advisor', async () => {
  const fields = async (body: object) => Object.keys((await add(body)).json().error.metadata.fields);
  expect(await fields({ firstName: 'Rosa', store: 'NADA' })).toEqual(['store']);
  expect(await fields({ firstName: 'Rosa', store: 'MAX', staff: 'nadie@correo.gt' })).toEqual(['staff']);
  const { rows } = await shop.db.pool.query('select email from staff_members limit 1');
  const staff = rows[0]?.email;
  expect((await add({ firstName: 'Rosa', store: 'MAX', staff })).statusCode).toBe(201);
  expect(await fields({ firstName: 'Otra', store: 'MAX', staff })).toEqual(['staff']);
});

test('a warehouse role cannot read or add advisors', async () => {
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await warehouse.send('GET', '/v1/admin/advisors')).statusCode).toBe(403);
  const body = { firstName: 'X', store: 'MAX' };
  expect((await warehouse.send('POST', '/v1/admin/advisors', { body })).statusCode).toBe(403);
});

test('[SALE-01] the list names stores and desk users, and finds an advisor by the user’s e-mail', async () => {
  const { rows } = await shop.db.pool.query('select email, name from staff_members order by email limit 1');
  const [staff, staffName] = [rows[0]?.email, rows[0]?.name];
  await shop.db.pool.query('delete from advisors where staff_email is not null');
  expect((await add({ firstName: 'Berta', store: 'XELA', staff })).statusCode).toBe(201);
  const listed = (await desk.send('GET', `/v1/admin/advisors?q=${encodeURIComponent(staff)}`)).json();
  expect(listed.data).toMatchObject([{ firstName: 'Berta', store: 'XELA', storeName: 'Ceiba Xela', staffName }]);
  const names = (await desk.send('GET', '/v1/admin/names?kind=staffEmail')).json().data;
  expect(names).toContainEqual({ code: staff, name: `${staffName} (${staff})` });
  const found = (await desk.send('GET', '/v1/admin/advisors?q=ceiba%20xela')).json().data;
  expect(found.map(({ firstName }: { firstName: string }) => firstName)).toContain('Berta');
});

test('[SALE-01] no advisor can be added to a retired store', async () => {
  await shop.db.pool.query(
    `insert into stores (store_code, name, street, city, region_id, latitude, longitude, type, is_pickup, retired_at)
     values ('OLD', 'Ceiba vieja', '1a calle', 'Guatemala', 485, 14.6, -90.5, 'tienda', false, now())`,
  );
  const refused = (await add({ firstName: 'Rosa', store: 'OLD' })).json();
  expect(refused.error.metadata.fields).toEqual({ store: 'Esa tienda está retirada.' });
});
