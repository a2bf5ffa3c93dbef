import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
/** A Tuesday morning before the cutoff. */
const tuesday = new Date('2026-11-24T10:00:00-06:00');

beforeAll(async () => {
  shop = await openTestShop();
  shop.setNow(tuesday);
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'OWN', stock: 20 });
  await createProduct(shop.db, { sku: 'THIRD', sellerId: 2, offerId: 'X', stock: 20 });
  await createProduct(shop.db, { sku: 'DROP', isDropshipping: true, stock: 20 });
  const inStore = await createProduct(shop.db, { sku: 'STORE', stock: 0 });
  await addStock(shop.db, inStore, 3, 'MAX');
  await createProduct(shop.db, { sku: 'MOTO', isRestricted: true, stock: 20 });
  await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card' });
  await createProduct(shop.db, { sku: 'NONE', stock: 0 });
  await createProduct(shop.db, { sku: 'SOON', stock: 20 });
  await createProduct(shop.db, { sku: 'SOMEDAY', stock: 20 });
  await shop.db.pool.query(
    `update products set is_presale = true, presale_date = case sku when 'SOON' then date '2026-12-10' end
     where sku in ('SOON', 'SOMEDAY')`,
  );
});
afterAll(() => shop.close());

const guatemala = { region: 485, city: 'Guatemala' };

test('[DEL-29, DEC-96, DEC-99, API-52] delivery dates are per seller, in business days from the cutoff', async () => {
  const answer = await shop.call('computeDeliveryTimes', {
    body: {
      shippingMethod: 'delivery',
      location: guatemala,
      items: [
        { sku: 'OWN', quantity: 2 },
        { sku: 'THIRD', quantity: 1 },
      ],
    },
  });
  expect(answer).toMatchObject({
    ok: true,
    value: {
      status: 201,
      data: [
        { sellerId: 1, skus: ['OWN'], deliveryDate: '2026-11-25', message: 'miércoles 25 de noviembre' },
        { sellerId: 2, skus: ['THIRD'], deliveryDate: '2026-11-28' },
      ],
    },
  });
});

test.each([
  ['just before the cutoff', '2026-11-24T14:59:59-06:00', 485, '2026-11-25'],
  ['at the cutoff', '2026-11-24T15:00:00-06:00', 485, '2026-11-26'],
  ['outside Guatemala', '2026-11-24T10:00:00-06:00', 493, '2026-11-27'],
  ['outside, after the cutoff', '2026-11-24T16:00:00-06:00', 493, '2026-11-28'],
])('[DEC-96] %s', async (_, moment, region, date) => {
  shop.setNow(new Date(moment));
  const answer = await shop.call('computeDeliveryTimes', {
    body: { shippingMethod: 'delivery', location: { region, city: 'X' }, items: [{ sku: 'OWN', quantity: 1 }] },
  });
  shop.setNow(tuesday);
  expect(answer).toMatchObject({ ok: true, value: { data: [{ deliveryDate: date }] } });
});

const placedCalls = (location: { region: number; city: string }) => {
  const items = [{ sku: 'OWN', quantity: 1 }];
  return [
    shop.call('getDeliveryTimes', { query: { skus: 'OWN', ...location } }),
    shop.call('computeDeliveryTimes', { body: { shippingMethod: 'delivery', location, items } }),
    shop.call('checkDeliveryStock', { body: { location, items } }),
    shop.call('checkPickupStock', { body: { location, items } }),
  ];
};

test.each([484, 507, 999])('[DEC-190] every call that takes a place refuses the unknown region %d', async (region) => {
  for (const answer of await Promise.all(placedCalls({ region, city: 'Guatemala' }))) {
    expect(answer).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        status: 400,
        metadata: { fields: { region: 'El departamento no es válido.' } },
      },
    });
  }
});

test('[DEC-190] an unknown city of a known region counts as the rest of that region', async () => {
  const unknown = await Promise.all(placedCalls({ region: 493, city: 'Macondo' }));
  const rest = await Promise.all(placedCalls({ region: 493, city: 'Coatepeque' }));
  expect(unknown.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(unknown).toEqual(rest);
});

test('[DEC-96, DEL-31] dropshipping takes five more days, but digital products arrive today', async () => {
  const times = async (sku: string) => {
    const answer = await shop.call('getDeliveryTimes', { query: { skus: sku, types: 'delivery' } });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.data[0];
  };
  expect(await times('DROP')).toMatchObject({ deliveryDate: '2026-12-01' });
  expect(await times('CARD')).toMatchObject({ deliveryDate: '2026-11-24', message: 'Hoy mismo' });
});

test('[API-51] a query without products, or with an unknown region, is refused at its field', async () => {
  for (const [query, field] of [
    ['region=485', 'skus'],
    ['skus=OWN&region=nada', 'region'],
  ] as const) {
    const answer = await shop.inject({ url: `/v2/products/time?${query}` });
    expect([answer.statusCode, Object.keys(answer.json().error.metadata.fields)]).toEqual([400, [field]]);
  }
});

test('[API-51] a query accepts fifty products, and no more', async () => {
  const ask = (count: number) =>
    shop.inject({
      url: `/v2/products/time?region=485&skus=${Array.from({ length: count }, (_, i) => `S-${i}`).join(',')}`,
    });
  expect((await ask(50)).statusCode).toBe(200);
  const more = await ask(51);
  expect([more.statusCode, more.json().error.metadata.fields]).toEqual([400, { skus: 'Indica de 1 a 50 productos.' }]);
});

test('[API-51, DEC-99, DIF-27] a query returns one entry per sku and type, and omits unknown skus', async () => {
  const answer = await shop.call('getDeliveryTimes', {
    query: { skus: 'STORE,OWN,UNKNOWN', region: 485, city: 'Guatemala' },
  });
  if (!answer.ok) throw new Error(answer.error.code);
  expect(answer.value.data.map(({ sku, type }) => `${sku} ${type}`)).toEqual([
    'STORE delivery',
    'STORE storepickup',
    'OWN delivery',
    'OWN storepickup',
  ]);
  expect(answer.value.data[1]).toMatchObject({
    foundInStore: true,
    message: 'Disponible hoy',
    pickupDate: '2026-11-24',
    pickupTime: '12:00',
  });
  expect(answer.value.data[3]).toMatchObject({
    foundInStore: false,
    message: 'Disponible en 2 días hábiles',
    pickupDate: '2026-11-26',
  });
  const wrong = await shop.call('getDeliveryTimes', { query: { skus: 'OWN', types: 'pigeon' } });
  expect(wrong).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
});

test('[API-54, DEC-97, DEC-100, DEL-25] the stores that can hand out every item are listed, nearest first', async () => {
  const stores = async (items: { sku: string; quantity: number }[], location = guatemala) => {
    const answer = await shop.call('checkPickupStock', { body: { items, location } });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.data;
  };
  expect((await stores([{ sku: 'OWN', quantity: 1 }])).stores.map(({ storeCode }) => storeCode)).toEqual([
    'MAX',
    'XELA',
  ]);
  const fromXela = await stores([{ sku: 'OWN', quantity: 1 }], { region: 493, city: 'Quetzaltenango' });
  expect(fromXela.stores.map(({ storeCode }) => storeCode)).toEqual(['XELA', 'MAX']);
  expect((await stores([{ sku: 'STORE', quantity: 3 }])).stores).toMatchObject([
    { storeCode: 'MAX', foundInStore: true },
  ]);
  expect(await stores([{ sku: 'STORE', quantity: 4 }])).toEqual({ found: false, stores: [] });
  expect(
    (
      await stores([
        { sku: 'STORE', quantity: 2 },
        { sku: 'STORE', quantity: 2 },
      ])
    ).found,
  ).toBe(false);
  for (const sku of ['THIRD', 'DROP'])
    expect(
      (
        await stores([
          { sku, quantity: 1 },
          { sku: 'OWN', quantity: 1 },
        ])
      ).found,
    ).toBe(false);
});

test.each([
  [
    'SOON',
    { pickupDate: '2026-12-10', pickupTime: '10:00', message: 'Disponible a partir del 10 de diciembre de 2026' },
  ],
  ['SOMEDAY', { pickupDate: null, pickupTime: null, message: 'Próximamente' }],
])('[API-54, CAT-21, DIF-39] no store offers presale %s before its day', async (sku, expected) => {
  const items = [
    { sku, quantity: 1 },
    { sku: 'OWN', quantity: 1 },
  ];
  const answer = await shop.call('checkPickupStock', { body: { items, location: guatemala } });
  expect(answer).toMatchObject({
    ok: true,
    value: { data: { stores: [{ foundInStore: false, ...expected }, expected] } },
  });
});

test('[DEL-28, DEC-98] shipments of the warehouse have shop code 2, shipments of stores have code 1', async () => {
  const delivered = async (sku: string) => {
    const items = [{ sku, quantity: 1 }];
    const body = { shippingMethod: 'delivery' as const, location: guatemala, items };
    return done(await shop.call('computeDeliveryTimes', { body })).data.map(({ shopId }) => shopId);
  };
  expect([await delivered('OWN'), await delivered('STORE')]).toEqual([[2], [1]]);
  const items = [{ sku: 'STORE', quantity: 1 }];
  const { stores } = done(await shop.call('checkPickupStock', { body: { location: guatemala, items } })).data;
  expect(stores.map(({ storeCode, shopId }) => [storeCode, shopId])).toEqual([['MAX', 1]]);
});

test('[API-53, DEC-100] the call returns the delivery stock of each item', async () => {
  const answer = await shop.call('checkDeliveryStock', {
    body: {
      items: [
        { sku: 'OWN', quantity: 20 },
        { sku: 'NONE', quantity: 1 },
      ],
      location: guatemala,
    },
  });
  expect(answer).toMatchObject({
    ok: true,
    value: {
      data: {
        available: false,
        items: [
          { sku: 'OWN', available: true, quantity: 20 },
          { sku: 'NONE', available: false },
        ],
      },
    },
  });
  const unknown = await shop.call('checkDeliveryStock', {
    body: { items: [{ sku: 'UNKNOWN', quantity: 1 }], location: guatemala },
  });
  expect(unknown).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR', status: 400 } });
});

test('[DEC-89] pickup-only products, and products ordered with them, get no home delivery dates', async () => {
  const never = { shopId: null, deliveryDate: null, foundInStore: null, message: 'Este producto se recoge en tienda' };
  const items = ['MOTO', 'OWN', 'THIRD'].map((sku) => ({ sku, quantity: 1 }));
  const bySku = done(
    await shop.call('getDeliveryTimes', { query: { skus: 'MOTO,OWN', types: 'delivery', ...guatemala } }),
  );
  expect(bySku.data).toMatchObject([
    { sku: 'MOTO', ...never },
    { sku: 'OWN', deliveryDate: '2026-11-25' },
  ]);
  const body = { shippingMethod: 'delivery', location: guatemala, items } as const;
  expect(done(await shop.call('computeDeliveryTimes', { body })).data).toMatchObject([
    { sellerId: 1, skus: ['MOTO', 'OWN'], ...never },
    { sellerId: 2, deliveryDate: '2026-11-28' },
  ]);
  const stock = done(await shop.call('checkDeliveryStock', { body: { location: guatemala, items } })).data;
  expect(stock).toMatchObject({
    available: false,
    items: [
      { sku: 'MOTO', available: false, shopId: null, deliveryDate: null, message: never.message },
      { sku: 'OWN', available: true },
      { sku: 'THIRD', available: true },
    ],
  });
  const picked = done(await shop.call('getDeliveryTimes', { query: { skus: 'MOTO', types: 'storepickup' } }));
  expect(picked.data).toMatchObject([{ sku: 'MOTO', pickupDate: expect.any(String) }]);
});

test('each delivery call costs one statement', async () => {
  await shop.call('checkPickupStock', { body: { items: [{ sku: 'OWN', quantity: 1 }], location: guatemala } });
  expect(shop.lastStatements()).toHaveLength(1);
});

test('[DEC-66, DEC-67, DEL-13] departments are listed with their municipios, and stores that offer pickup', async () => {
  await shop.db.pool.query(`insert into municipios (ine_code, region_id, name, zones, position) values
    ('0101', 485, 'Guatemala', '{Zona 1,Zona 2}', 1), ('0108', 485, 'Mixco', '{}', 2)`);
  const departments = await shop.call('listDepartments', {});
  expect(departments).toEqual({
    ok: true,
    value: [
      {
        value: 485,
        title: 'Guatemala',
        municipios: [{ nombre: 'Guatemala', zonas: ['Zona 1', 'Zona 2'] }, { nombre: 'Mixco' }],
      },
    ],
  });
  const hours = [{ days: ['mon', 'sat'], opens: '10:30', closes: '13:00' }];
  await shop.db.pool.query(`update stores set hours = $1 where store_code = 'MAX'`, [JSON.stringify(hours)]);
  const stores = await shop.call('listStores', {});
  await shop.db.pool.query(`update stores set hours = '[]'`);
  expect(stores).toMatchObject({
    ok: true,
    value: [
      { storeCode: 'MAX', hours },
      { storeCode: 'XELA', hours: [] },
    ],
  });
});

test('a store has its own address, which a new name does not change, and its hours today', async () => {
  const hours = [{ days: ['tue'], opens: '10:30', closes: '13:00' }];
  await shop.db.pool.query(`update stores set hours = $1 where store_code = 'MAX'`, [JSON.stringify(hours)]);
  await shop.db.pool.query(`insert into stores (store_code, name, street, city, region_id, latitude, longitude, type, position)
    values ('T9', 'Ceiba Xela', 'Otra', 'Quetzaltenango', 493, 14, -91, 'tienda', 9), ('ÑÚ', '¡Ya!', 'Otra', 'Cobán', 500, 14, -91, 'tienda', 10)`);
  await shop.db.pool.query(`update stores set name = 'Ceiba Oakland' where store_code = 'MAX'`);
  const stores = async (moment: string) => {
    shop.setNow(new Date(moment));
    return done(await shop.call('listStores', {}));
  };
  const found = await stores('2026-11-24T12:59:00-06:00');
  expect(found.map(({ slug, name, department }) => [slug, name, department])).toEqual([
    ['ceiba-zona-10', 'Ceiba Oakland', 'Guatemala'],
    ['ceiba-xela', 'Ceiba Xela', 'Quetzaltenango'],
    ['ceiba-xela-t9', 'Ceiba Xela', 'Quetzaltenango'],
    ['ya', '¡Ya!', ''],
  ]);
  const today = { isHoliday: false, reason: null, windows: [{ opens: '10:30', closes: '13:00' }] };
  expect(found[0]?.today).toEqual({ ...today, isOpen: true, changesAt: '2026-11-24T19:00:00.000Z' });
  const later = await stores('2026-11-24T13:00:00-06:00');
  expect(later[0]?.today).toEqual({ ...today, isOpen: false, changesAt: '2026-11-25T06:00:00.000Z' });
  // A store without separate hours has the shop's hours. Hours on holidays are not promised.
  expect(later[1]?.today).toMatchObject({ isOpen: true, windows: [{ opens: '09:00', closes: '19:00' }] });
  await shop.setPolicy('extraHolidays', '2026-11-24');
  expect((await stores('2026-11-24T12:00:00-06:00'))[1]?.today).toMatchObject({ isHoliday: true, windows: [] });
  await shop.setPolicy('extraHolidays', 'default');
  await shop.db.pool.query(`delete from stores where position >= 9`);
  await shop.db.pool.query(`update stores set hours = '[]'`);
  shop.setNow(tuesday);
});

test.each([
  ['Friday, ready at the shop’s closing', '2026-11-27T17:00:00-06:00', '2026-11-27', '19:00', 'Disponible hoy'],
  ['Friday, a second later', '2026-11-27T17:00:01-06:00', '2026-11-28', '10:30', 'Disponible mañana'],
  ['Saturday, before the store opens', '2026-11-28T08:00:00-06:00', '2026-11-28', '10:30', 'Disponible hoy'],
  ['Saturday, ready at its closing', '2026-11-28T11:00:00-06:00', '2026-11-28', '13:00', 'Disponible hoy'],
  ['Saturday, after it', '2026-11-28T11:01:00-06:00', '2026-11-30', '10:30', 'Disponible el lunes 30 de noviembre'],
  ['closed Sunday', '2026-11-29T12:00:00-06:00', '2026-11-30', '10:30', 'Disponible mañana'],
  ['a holiday', '2026-12-25T09:00:00-06:00', '2026-12-26', '10:30', 'Disponible mañana'],
  ['a holiday before a weekend', '2027-01-01T09:00:00-06:00', '2027-01-02', '10:30', 'Disponible mañana'],
])(
  '[DEC-97] [DEC-197] [API-54] pickup respects the store’s hours: %s',
  async (_, moment, pickupDate, pickupTime, message) => {
    await shop.db.pool.query(`update stores set hours = '[
    {"days": ["mon", "tue", "wed", "thu", "fri"], "opens": "10:30", "closes": "20:00"},
    {"days": ["sat"], "opens": "10:30", "closes": "13:00"}]' where store_code = 'MAX'`);
    shop.setNow(new Date(moment));
    const items = [{ sku: 'STORE', quantity: 1 }];
    const promise = { foundInStore: true, message, pickupDate, pickupTime };
    const inDrawer = await shop.call('checkPickupStock', { body: { items, location: guatemala } });
    expect(inDrawer).toMatchObject({ ok: true, value: { data: { stores: [{ storeCode: 'MAX', ...promise }] } } });
    const onPage = await shop.call('getDeliveryTimes', { query: { skus: 'STORE', types: 'storepickup' } });
    expect(onPage).toMatchObject({ ok: true, value: { data: [promise] } });
    const location = { ...guatemala, store: 'MAX' };
    const body = { shippingMethod: 'storepickup', location, items } as const;
    expect(await shop.call('computeDeliveryTimes', { body })).toMatchObject({ ok: true, value: { data: [promise] } });
    shop.setNow(tuesday);
  },
);

test('[DEC-97] [DEC-197] a transfer that arrives on a closed day waits for the next open day', async () => {
  const stores = async (hours: string) => {
    await shop.db.pool.query(`update stores set hours = $1 where store_code = 'MAX'`, [hours]);
    const body = { items: [{ sku: 'OWN', quantity: 1 }], location: guatemala };
    const answer = await shop.call('checkPickupStock', { body });
    return answer.ok ? answer.value.data.stores.filter(({ storeCode }) => storeCode === 'MAX') : [];
  };
  expect(await stores('[{"days": ["tue", "fri"], "opens": "11:00", "closes": "15:00"}]')).toMatchObject([
    { message: 'Disponible el viernes 27 de noviembre', pickupDate: '2026-11-27', pickupTime: '11:00' },
  ]);
  expect(await stores('[{"days": [], "opens": "11:00", "closes": "15:00"}]')).toEqual([]);
  await shop.db.pool.query(`update stores set hours = '[]'`);
});

test.each([
  '{}',
  '[{"days": ["monday"], "opens": "09:00", "closes": "19:00"}]',
  '[{"days": "mon", "opens": "09:00", "closes": "19:00"}]',
  '[{"days": ["mon"], "opens": "9:00", "closes": "19:00"}]',
  '[{"days": ["mon"], "opens": "19:00", "closes": "09:00"}]',
  '[{"days": ["mon"], "opens": "09:00", "closes": 19}]',
  '[{"days": ["mon"], "opens": "09:00"}]',
  '[{"opens": "09:00", "closes": "19:00"}]',
])('the database refuses the invalid hours %s', async (hours) => {
  const write = shop.db.pool.query('update stores set hours = $1', [hours]);
  await expect(write).rejects.toMatchObject({ constraint: 'stores_hours' });
});
