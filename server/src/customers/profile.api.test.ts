import { checkPhone } from '@ceiba/domain/customers/phone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test.each([
  '55123480',
  '22456789',
  '79999999',
  '12345678',
  '02345678',
  '82345678',
  '00000000',
  '5512348',
  '551234801',
  '5512-3480',
])('[DEC-234] the database stores the phone %s if and only if the rule of phones allows it', async (phone) => {
  const stored = await shop.db.pool
    .query(
      `insert into customers (id, email, first_name, last_name, phone) values (gen_random_uuid(), $1, 'Ana', 'Ajú', $2)`,
      [`tel-${phone}@correo.gt`, phone],
    )
    .then(
      () => true,
      () => false,
    );
  const checked = checkPhone(phone);
  expect(stored).toBe(checked.ok && checked.value.national === phone);
});

test('[API-02, DIF-47] a profile stores and returns the sent fields, with invoice data, and changes need a session', async () => {
  const { headers } = await signInCustomer(shop.db, 'perfil@correo.gt', new Date());
  const change = (body: object) => shop.call('changeProfile', { body }, { headers });
  const read = async () => done(await shop.call('getCustomer', {}, { headers }));
  const personal = {
    firstName: 'Lucía',
    lastName: 'Paz',
    dpi: '2456789010101',
    phone: '55123480',
    gender: 2 as const,
    dateOfBirth: '1994-03-14',
    nit: '12345679',
  };
  expect(done(await change(personal))).toEqual(personal);
  expect(await read()).toMatchObject(personal);
  const invoice = { nit: '576937K', billingName: 'Comercial La Aurora', billingAddress: '6a avenida 10-20' };
  expect(done(await change(invoice))).toEqual(invoice);
  const after = await read();
  expect(after).toMatchObject({ ...personal, ...invoice });
  expect(await change({ nit: '12345678' })).toMatchObject({
    error: { status: 400, code: 'VALIDATION_ERROR', metadata: { fields: { nit: expect.any(String) } } },
  });
  expect(await change({})).toMatchObject({
    error: { status: 400, code: 'VALIDATION_ERROR', metadata: { fields: { body: expect.any(String) } } },
  });
  expect(await shop.call('changeProfile', { body: personal })).toMatchObject({ error: { status: 401 } });
  expect(await read()).toEqual(after);
});
