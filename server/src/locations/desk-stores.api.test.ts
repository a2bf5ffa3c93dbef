import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
let speaker: number;
/** A Tuesday morning. */
const tuesday = new Date('2026-11-24T09:30:00-06:00');

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await shop.db.pool.query(
    `insert into municipios (ine_code, region_id, name, position) values ('0101', 485, 'Guatemala', 1), ('0108', 485, 'Mixco', 8),
       ('0901', 493, 'Quetzaltenango', 1)`,
  );
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', stock: 0 });
  desk = await openDesk(shop, 'owner');
  shop.setNow(tuesday);
});
afterAll(() => shop.close());

const mixco = {
  ...{ name: 'Ceiba Mixco', code: 'T20', street: 'Bulevar San Cristóbal 5-20', regionId: '485', city: 'Mixco' },
  ...{ latitude: 14.611, longitude: -90.596, isPickup: true, phone: '2345-6789' },
  ...{ hours: 'lun,mar,mie,jue,vie 10:00-18:00|sab 10:00-13:00', exceptions: '' },
};
const add = (body: object) => desk.send('POST', '/v1/admin/stores', { body });
const rowOf = async (code: string) => (await desk.send('GET', `/v1/admin/stores/${code}`)).json().data;
const change = async (code: string, body: object) =>
  desk.send('PATCH', `/v1/admin/stores/${code}`, { body: { version: (await rowOf(code)).version, ...body } });
const verb = async (code: string, name: 'retire' | 'reopen') =>
  desk.send('POST', `/v1/admin/stores/${code}/${name}`, { body: { version: (await rowOf(code)).version } });
const shown = async (code: string) => {
  shop.purge(['stores']);
  const answer = await shop.call('listStores', {});
  return answer.ok ? answer.value.find(({ storeCode }) => storeCode === code) : undefined;
};
const pickupAt = async (code: string) => {
  const location = { city: 'Guatemala', region: 485 };
  const items = [{ sku: 'SPEAKER', quantity: 1 }];
  const answer = await shop.call('checkPickupStock', { body: { items, location } });
  return answer.ok ? answer.value.data.stores.find(({ storeCode }) => storeCode === code) : undefined;
};

test('[PROD-28] the list of municipalities contains their departments', async () => {
  const { data } = (await desk.send('GET', '/v1/admin/names?kind=municipality')).json();
  expect(data).toContainEqual({ code: 'Mixco', name: 'Mixco (Guatemala)', within: ['485'] });
});

test('[PROD-28] a store created at the desk is shown, has a till, and can hand out its stock', async () => {
  const made = await add(mixco);
  expect(made.statusCode).toBe(201);
  expect(made.json().data).toMatchObject({ slug: 'ceiba-mixco', state: 'current', isWarehouse: false, zone: '' });
  expect(await shown('T20')).toMatchObject({
    ...{ name: 'Ceiba Mixco', city: 'Mixco', department: 'Guatemala', slug: 'ceiba-mixco', phone: '23456789' },
    today: { windows: [{ opens: '10:00', closes: '18:00' }], isOpen: false, reason: null },
  });
  const tills = await desk.call('listTills', { query: { storeCode: 'T20' } });
  expect(tills).toMatchObject({ ok: true, value: { data: [{ name: 'Caja general', isGeneral: true }] } });
  await addStock(shop.db, speaker, 3, 'T20');
  expect(await pickupAt('T20')).toMatchObject({ foundInStore: true, pickupDate: '2026-11-24', pickupTime: '11:30' });
});

test('[PROD-28] a store that starts to hand out orders later gets its till then', async () => {
  expect((await add({ ...mixco, code: 'T21', name: 'Ceiba Sur', isPickup: false })).statusCode).toBe(201);
  const tills = async () => (await desk.send('GET', '/v1/admin/tills?storeCode=T21')).json().data.length;
  expect([await tills(), (await change('T21', { isPickup: true })).statusCode, await tills()]).toEqual([0, 200, 1]);
});

test('[PROD-28] a dated exception changes the page of the store and the promised pickup', async () => {
  const exceptions = '2026-11-24 cerrado Inventario|2026-11-25 12:00-14:00 Asueto';
  expect((await change('T20', { exceptions })).json().data).toMatchObject({ exceptions });
  expect(await shown('T20')).toMatchObject({
    exceptions: [
      { date: '2026-11-24', opens: null, closes: null, reason: 'Inventario' },
      { date: '2026-11-25', opens: '12:00', closes: '14:00', reason: 'Asueto' },
    ],
    today: { windows: [], isOpen: false, reason: 'Inventario' },
  });
  expect(await pickupAt('T20')).toMatchObject({ pickupDate: '2026-11-25', pickupTime: '12:00' });
  const longer = '2026-11-24 08:00-20:00 Viernes Negro';
  await change('T20', { exceptions: longer });
  expect(await pickupAt('T20')).toMatchObject({ pickupDate: '2026-11-24', pickupTime: '11:30' });
});

test.each([
  ['a point in another country', { latitude: 14.6, longitude: -89 }, ['latitude', 'longitude']],
  ['swapped numbers', { latitude: -90.5, longitude: 14.6 }, ['latitude', 'longitude']],
  ['a town of another department', { city: 'Quetzaltenango' }, ['city']],
  ['a department that does not exist', { regionId: '999' }, ['regionId']],
  ['hours that end before they begin', { hours: 'lun 18:00-09:00' }, ['hours']],
  ['a special day without a reason', { exceptions: '2026-12-24 cerrado' }, ['exceptions']],
  ['a phone of seven digits', { phone: '234-5678' }, ['phone']],
])('[PROD-28] a store with %s is refused, and the refusal names the field', async (_, values, fields) => {
  const refused = await add({ ...mixco, code: 'T29', ...values });
  expect([refused.statusCode, Object.keys(refused.json().error.metadata.fields)]).toEqual([400, fields]);
  const unchanged = await change('T20', values);
  expect([unchanged.statusCode, Object.keys(unchanged.json().error.metadata.fields)]).toEqual([400, fields]);
});

test('[PROD-28] two stores cannot have the same code or address, or both be the central warehouse', async () => {
  const fields = async (body: object) => {
    const refused = await add({ ...mixco, code: 'T29', ...body });
    return [refused.statusCode, Object.keys(refused.json().error.metadata.fields)];
  };
  expect(await fields({ code: 'MAX' })).toEqual([409, ['code']]);
  expect(await fields({ slug: 'ceiba-mixco' })).toEqual([409, ['slug']]);
  expect(await fields({ isWarehouse: true })).toEqual([409, ['isWarehouse']]);
});

test('[PROD-28] if two people create the same store concurrently, one store is created', async () => {
  const both = await Promise.all([add({ ...mixco, code: 'T22' }), add({ ...mixco, code: 'T22' })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
});

test('[PROD-28] tills and shelves of a store can be renamed, but not to the name of another till', async () => {
  const { id } = (await desk.send('POST', '/v1/admin/tills', { body: { storeCode: 'T20', name: 'Caja 1' } })).json()
    .data;
  const rename = (name: string) => desk.send('POST', `/v1/admin/tills/${id}/rename`, { body: { name } });
  expect((await rename('Caja rápida')).json().data).toMatchObject({ name: 'Caja rápida' });
  expect((await rename('Caja general')).json().error.code).toBe('IN_USE');
  await createProduct(shop.db, { sku: 'LAMP' });
  const shelves = [
    { sku: 'SPEAKER', shelf: 'A-1' },
    { sku: 'LAMP', shelf: 'B-2' },
  ];
  await desk.call('setShelves', { body: { storeCode: 'T20', shelves } });
  const listed = async () => (await desk.send('GET', '/v1/admin/stock/shelves?storeCode=T20')).json().data;
  expect(await listed()).toEqual([
    { shelf: 'A-1', products: 1 },
    { shelf: 'B-2', products: 1 },
  ]);
  const body = { storeCode: 'T20', from: 'A-1', to: 'B-2' };
  expect(await desk.call('renameShelf', { body })).toMatchObject({ ok: true, value: { data: { changed: 1 } } });
  expect(await listed()).toEqual([{ shelf: 'B-2', products: 2 }]);
  expect(await desk.call('renameShelf', { body })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
});

test('[LIVE-03, PROD-28] the desk sets how many display pieces a store has, and pickups never take them', async () => {
  expect((await rowOf('T20')).displayUnits).toBe(0);
  const wrong = await change('T20', { displayUnits: 100 });
  expect([wrong.statusCode, Object.keys(wrong.json().error.metadata.fields)]).toEqual([400, ['displayUnits']]);
  expect((await change('T20', { displayUnits: 3 })).json().data).toMatchObject({ displayUnits: 3 });
  expect(await pickupAt('T20')).toBeUndefined();
  expect((await change('T20', { displayUnits: 2 })).statusCode).toBe(200);
  expect(await pickupAt('T20')).toMatchObject({ foundInStore: true });
  expect((await change('T20', { displayUnits: 0 })).statusCode).toBe(200);
});

test('[PROD-23] only an empty store can be retired, after which it is not in the shop but can be opened again', async () => {
  const refused = await verb('T20', 'retire');
  expect([refused.statusCode, refused.json().error.message]).toEqual([409, 'Todavía tiene 3 unidades en existencia.']);
  await addStock(shop.db, speaker, -3, 'T20');
  const retired = (await verb('T20', 'retire')).json().data;
  expect(retired).toMatchObject({ state: 'retired', isPickup: false, actions: ['reopen'] });
  expect(await shown('T20')).toBeUndefined();
  const offered = async () => {
    const places = await desk.call('listPlaces', {});
    return places.ok && places.value.data.some(({ storeCode }) => storeCode === 'T20');
  };
  expect(await offered()).toBe(false);
  const till = await desk.call('createTill', { body: { storeCode: 'T20', name: 'Caja 9' } });
  expect(till).toMatchObject({ ok: false, error: { code: 'STORE_NOT_FOUND' } });
  expect((await verb('T20', 'retire')).json().error.code).toBe('TRANSITION_NOT_ALLOWED');
  const pickup = await change('T20', { isPickup: true });
  expect([pickup.statusCode, Object.keys(pickup.json().error.metadata.fields)]).toEqual([400, ['isPickup']]);
  expect((await verb('T20', 'reopen')).json().data).toMatchObject({ state: 'current', actions: ['retire'] });
  expect([(await change('T20', { isPickup: true })).statusCode, await offered()]).toEqual([200, true]);
  const history = (await desk.send('GET', '/v1/admin/audit/of/stores/T20')).json().data;
  expect(history.map(({ operation }: { operation: string }) => operation).slice(0, 3)).toEqual([
    'changeStore',
    'reopenStore',
    'retireStore',
  ]);
});

test('[PROD-28] only people with the permission for settings may edit stores', async () => {
  const cashier = await openDesk(shop, 'cashier');
  const answers = [
    await cashier.send('POST', '/v1/admin/stores', { body: { ...mixco, code: 'T30' } }),
    await cashier.send('POST', '/v1/admin/stores/T20/retire', { body: { version: 1 } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
});

test('[PROD-23] a department without stores can be deactivated, and then disappears from forms', async () => {
  const offered = async () => {
    shop.purge(['*']);
    const answer = await shop.call('listDepartments', {});
    return answer.ok ? answer.value.map(({ value }) => value) : [];
  };
  const patch = async (id: string, body: object) => {
    const { version } = (await desk.send('GET', `/v1/admin/departments/${id}`)).json().data;
    return desk.send('PATCH', `/v1/admin/departments/${id}`, { body: { version, ...body } });
  };
  expect(await offered()).toEqual([485, 493]);
  const busy = await patch('493', { isActive: false });
  expect([busy.statusCode, Object.keys(busy.json().error.metadata.fields)]).toEqual([400, ['isActive']]);
  expect((await change('XELA', { isPickup: false, latitude: 14.84, longitude: -91.51 })).statusCode).toBe(200);
  expect((await patch('493', { isActive: false })).json().data).toMatchObject({ isActive: false, municipalities: 1 });
  expect(await offered()).toEqual([485]);
  const made = await Promise.all(
    ['Petén', 'Jalapa'].map((title) => desk.send('POST', '/v1/admin/departments', { body: { title } })),
  );
  expect(made.map((answer) => answer.json().data.id).toSorted()).toEqual(['494', '495']);
  const twin = await desk.send('POST', '/v1/admin/departments', { body: { title: 'peten' } });
  expect(twin.json().error.metadata.fields).toEqual({ title: 'Ya hay un departamento con ese nombre.' });
});
