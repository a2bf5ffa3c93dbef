import { addressLimit } from '@ceiba/domain/addresses/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, done } from '../testing/cart-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

let count = 0;
const newCustomer = () => signInCustomer(shop.db, `cliente${++count}@example.com`, new Date());

const home = {
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  regionId: 485,
  firstName: 'Ana',
  lastName: 'Paz',
  phone: '5512-3480',
};
const add = ({ headers }: SignedInCustomer, body: object = {}) =>
  shop.call('addAddress', { body: { ...home, ...body } }, { headers });
const list = async ({ headers }: SignedInCustomer) => done(await shop.call('listAddresses', {}, { headers }));

test('[API-15, API-16, ADR-01, CONST-45, DIF-05] a saved address is listed with the given values and defaults', async () => {
  const customer = await newCustomer();
  expect(await list(customer)).toEqual([]);
  const plain = done(await add(customer));
  expect(shop.lastStatements()).toEqual(['auth.session', 'addresses.take', 'addresses.add']);
  expect(plain).toEqual({
    id: expect.any(String),
    alias: 'Mi direccion',
    street: ['12 calle 1-25'],
    city: 'Guatemala',
    region: { regionId: 485 },
    zone: '',
    latitude: null,
    longitude: null,
    defaultShipping: true,
    countryCode: 'GT',
    firstName: 'Ana',
    lastName: 'Paz',
    phone: '55123480',
    nit: 'CF',
    trustedPerson: null,
  });
  const whole = done(
    await add(customer, {
      alias: 'Oficina',
      zone: 'Zona 10',
      latitude: 14.6,
      longitude: -90.5,
      nit: 'C/F',
      trustedPerson: { firstName: 'Mateo', lastName: 'Ajú', dpi: '2456789010101' },
    }),
  );
  expect(whole).toMatchObject({
    alias: 'Oficina',
    zone: 'Zona 10',
    latitude: 14.6,
    longitude: -90.5,
    nit: 'CF',
    defaultShipping: false,
    trustedPerson: { firstName: 'Mateo', lastName: 'Ajú', dpi: '2456789010101' },
  });
  expect(await list(customer)).toEqual([plain, whole]);
  expect(shop.lastStatements()).toEqual(['auth.session', 'addresses.list']);
});

test('[ADR-12] only the last address requested as default is the default, even after many concurrent calls', async () => {
  const customer = await newCustomer();
  const added = await Promise.all(
    Array.from({ length: 8 }, (_, index) => add(customer, { alias: `Casa ${index}`, defaultShipping: true })),
  );
  for (const answer of added) done(answer);
  const saved = await list(customer);
  expect(saved).toHaveLength(8);
  expect(saved.filter(({ defaultShipping }) => defaultShipping)).toEqual(saved.slice(0, 1));
  const last = done(await add(customer, { alias: 'Última', defaultShipping: true }));
  expect((await list(customer)).filter(({ defaultShipping }) => defaultShipping)).toEqual([last]);
});

test('a customer saves at most twenty addresses, even by concurrent calls', async () => {
  const customer = await newCustomer();
  for (let index = 0; index < addressLimit - 2; index += 1) done(await add(customer));
  const answers = await Promise.all(Array.from({ length: 6 }, () => add(customer)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  for (const answer of answers.filter(({ ok }) => !ok)) expect(codeOf(answer)).toBe('ADDRESS_LIMIT');
  expect(await list(customer)).toHaveLength(addressLimit);
});

const wrong: [string, object, string][] = [
  ['a department that is none', { regionId: 999 }, 'regionId'],
  ['an empty street', { street: [' '] }, 'street'],
  ['a city that is missing', { city: '' }, 'city'],
  ['a phone of seven digits', { phone: '5512-348' }, 'phone'],
  ['a NIT that is none', { nit: '5769371' }, 'nit'],
];

test.each(wrong)('[API-16] %s gets an error at its field, and nothing is saved', async (_, body, field) => {
  const customer = await newCustomer();
  expect(await add(customer, body)).toMatchObject({
    error: { status: 400, code: 'VALIDATION_ERROR', metadata: { fields: { [field]: expect.any(String) } } },
  });
  expect(await list(customer)).toEqual([]);
});

test('[API-15, API-16] addresses need a session, and a customer sees only their own', async () => {
  const customer = await newCustomer();
  done(await add(customer));
  expect(await list(await newCustomer())).toEqual([]);
  expect(await shop.call('listAddresses', {})).toMatchObject({ error: { status: 401 } });
  expect(await shop.call('addAddress', { body: home })).toMatchObject({ error: { status: 401 } });
  expect(await list(customer)).toHaveLength(1);
});
