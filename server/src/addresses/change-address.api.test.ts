import { randomUUID } from 'node:crypto';
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
const newCustomer = () => signInCustomer(shop.db, `vecina${++count}@example.com`, new Date());

const home = {
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  regionId: 485,
  firstName: 'Ana',
  lastName: 'Paz',
  phone: '5512-3480',
};

const add = async ({ headers }: SignedInCustomer, body: object = {}) =>
  done(await shop.call('addAddress', { body: { ...home, ...body } }, { headers }));
const change = ({ headers }: SignedInCustomer, id: string, body: object = {}) =>
  shop.call('changeAddress', { params: { id }, body: { ...home, ...body } }, { headers });
const remove = ({ headers }: SignedInCustomer, id: string) =>
  shop.call('deleteAddress', { params: { id } }, { headers });
const choose = ({ headers }: SignedInCustomer, id: string) =>
  shop.call('setDefaultAddress', { params: { id }, body: {} }, { headers });
const list = async ({ headers }: SignedInCustomer) => done(await shop.call('listAddresses', {}, { headers }));
const defaults = async (customer: SignedInCustomer) =>
  (await list(customer)).filter(({ defaultShipping }) => defaultShipping).map(({ alias }) => alias);

/** Three addresses. The first is the default. */
const threeAddresses = async (customer: SignedInCustomer) => {
  const [first, second, third] = [
    await add(customer, { alias: 'Casa' }),
    await add(customer, { alias: 'Oficina' }),
    await add(customer, { alias: 'Taller' }),
  ];
  return { first, second, third };
};

test('[API-17] a changed address is stored and returned in 2 statements after the session’s', async () => {
  const ana = await newCustomer();
  const { first, second, third } = await threeAddresses(ana);
  const changed = done(
    await change(ana, second.id, {
      alias: ' ',
      street: ['7a avenida 3-40', 'Apartamento 2'],
      city: 'Mixco',
      zone: 'Zona 1',
      nit: 'C/F',
      trustedPerson: { firstName: 'Mateo', lastName: 'Ajú', dpi: '' },
    }),
  );
  expect(shop.lastStatements()).toEqual(['auth.session', 'addresses.take', 'addresses.change']);
  expect(changed).toEqual({
    ...second,
    alias: 'Mi direccion',
    street: ['7a avenida 3-40', 'Apartamento 2'],
    city: 'Mixco',
    zone: 'Zona 1',
    trustedPerson: { firstName: 'Mateo', lastName: 'Ajú', dpi: '' },
  });
  expect(await list(ana)).toEqual([first, third, changed]);
});

test('[ADR-12] a change can make an address the default, and a customer with addresses always has a default', async () => {
  const ana = await newCustomer();
  const { first, second } = await threeAddresses(ana);
  expect(done(await change(ana, second.id, { alias: 'Oficina', defaultShipping: true })).defaultShipping).toBe(true);
  expect(await defaults(ana)).toEqual(['Oficina']);
  expect(done(await change(ana, second.id, { alias: 'Oficina' })).defaultShipping).toBe(true);
  done(await change(ana, first.id, { alias: 'Casa' }));
  expect(await defaults(ana)).toEqual(['Oficina']);
});

test('[API-19, DEC-49, DEC-93] setting one address as default clears the previous default', async () => {
  const ana = await newCustomer();
  const { third } = await threeAddresses(ana);
  expect(done(await choose(ana, third.id))).toEqual({ status: 200, data: { result: true } });
  expect(shop.lastStatements()).toEqual(['auth.session', 'addresses.take', 'addresses.keep']);
  expect(await defaults(ana)).toEqual(['Taller']);
  done(await choose(ana, third.id));
  expect(await defaults(ana)).toEqual(['Taller']);
});

test('[ADR-12] concurrent changes of the default leave one default', async () => {
  const ana = await newCustomer();
  const { first, second, third } = await threeAddresses(ana);
  const ids = [second, third, first, third, second, first, second, third].map(({ id }) => id);
  for (const answer of await Promise.all(ids.map((id) => choose(ana, id)))) done(answer);
  expect(await defaults(ana)).toHaveLength(1);
});

test('[API-18, DEC-93] if the default is deleted, the newest other address becomes the default', async () => {
  const ana = await newCustomer();
  const { first, second, third } = await threeAddresses(ana);
  expect(done(await remove(ana, first.id))).toEqual({ status: 200, data: { result: true } });
  expect(shop.lastStatements()).toEqual(['auth.session', 'addresses.take', 'addresses.keep']);
  expect(await list(ana)).toEqual([{ ...third, defaultShipping: true }, second]);
  done(await remove(ana, second.id));
  expect(await defaults(ana)).toEqual(['Taller']);
  done(await remove(ana, third.id));
  expect(await list(ana)).toEqual([]);
  expect(codeOf(await remove(ana, third.id))).toBe('ADDRESS_NOT_FOUND');
});

test('[DEC-93] concurrent deletions leave one default address', async () => {
  const ana = await newCustomer();
  const { first, second } = await threeAddresses(ana);
  for (const answer of await Promise.all([remove(ana, first.id), remove(ana, second.id)])) done(answer);
  expect(await defaults(ana)).toEqual(['Taller']);
});

test('[DEC-93] exactly one address is the newest, even among addresses of the same millisecond', async () => {
  shop.setNow(new Date());
  // Six customers, because the random ids may have either order.
  for (let customers = 0; customers < 6; customers += 1) {
    const ana = await newCustomer();
    const { first, second, third } = await threeAddresses(ana);
    expect(await list(ana)).toEqual([first, third, second]);
    done(await remove(ana, first.id));
    expect(await defaults(ana)).toEqual([third.alias]);
  }
  shop.setNow(undefined);
});

test('[API-19, DEC-93, DEC-169] an address of another customer is not found, and stays unchanged', async () => {
  const [ana, luis] = [await newCustomer(), await newCustomer()];
  const { first, second, third } = await threeAddresses(ana);
  const tries = [
    () => change(luis, second.id, { city: 'Mixco' }),
    () => remove(luis, second.id),
    () => choose(luis, second.id),
    () => change(ana, randomUUID()),
    () => remove(ana, 'ninguna'),
  ];
  for (const attempt of tries)
    expect(await attempt()).toMatchObject({ ok: false, error: { status: 404, code: 'ADDRESS_NOT_FOUND' } });
  expect(await list(ana)).toEqual([first, third, second]);
});

test('[API-17, API-18, API-19] changes need a session, and each invalid value is reported at its field', async () => {
  const ana = await newCustomer();
  const { second } = await threeAddresses(ana);
  const params = { id: second.id };
  const before = await list(ana);
  expect(await shop.call('changeAddress', { params, body: home })).toMatchObject({ error: { status: 401 } });
  expect(await shop.call('deleteAddress', { params })).toMatchObject({ error: { status: 401 } });
  expect(await shop.call('setDefaultAddress', { params, body: {} })).toMatchObject({ error: { status: 401 } });
  expect(await change(ana, second.id, { regionId: 999 })).toMatchObject({
    error: { status: 400, metadata: { fields: { regionId: expect.any(String) } } },
  });
  expect(await change(ana, second.id, { street: [''] })).toMatchObject({
    error: { status: 400, metadata: { fields: { street: 'La dirección es obligatoria.' } } },
  });
  expect(await list(ana)).toEqual(before);
});

test('the addresses of a closed account are deleted with it', async () => {
  const ana = await newCustomer();
  await threeAddresses(ana);
  await shop.db.pool.query('delete from customers where id = $1', [ana.id]);
  const { rows } = await shop.db.pool.query('select from addresses where customer_id = $1', [ana.id]);
  expect(rows).toEqual([]);
});
