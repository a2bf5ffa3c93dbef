import { foreignPhoneText } from '@ceiba/domain/customers/phone';
import { profilePhone } from '@ceiba/domain/customers/profile-words';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShopWithBank, prepareCart } from '../testing/order-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let customer: SignedInCustomer;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00 });
  customer = await signInCustomer(open.shop.db, 'ana@correo.gt', new Date());
});
afterAll(() => open.close());

type Body = Record<string, unknown>;

const send = (method: 'POST' | 'PATCH', url: string, payload: Body, headers: Record<string, string> = {}) =>
  open.shop.inject({ method, url, payload, headers });

const newCart = async (): Promise<string> => (await send('POST', '/v1/carts/', {})).json().id;

const address = { street: '12 calle 1-25', city: 'Mixco' };
let accounts = 0;

/** Calls that take a telephone: the field's name, the call, and the place of the number in its answer. */
const phoneCalls: readonly [string, string, (phone: string) => Promise<{ status: number; json: unknown }>][] = [
  [
    'a registration',
    'phone',
    async (phone) => {
      accounts += 1;
      const person = { firstName: 'Eva', lastName: 'Xol', email: `eva${accounts}@correo.gt`, password: 'Clave2026x' };
      return answerOf(
        await send('POST', '/v1/auth/register', { ...person, phone, registerLeal: false, acceptTerms: true }),
      );
    },
  ],
  [
    'the profile',
    'phone',
    async (phone) => answerOf(await send('PATCH', '/v1/customers/profile', { phone }, customer.headers)),
  ],
  [
    'a saved address',
    'phone',
    async (phone) =>
      answerOf(
        await send(
          'POST',
          '/v1/customers/addresses',
          { ...address, regionId: 485, firstName: 'Eva', lastName: 'Xol', phone },
          customer.headers,
        ),
      ),
  ],
  [
    'the shipping address',
    'telephone',
    async (telephone) =>
      answerOf(
        await send('POST', `/v1/carts/${await newCart()}/shippingAddress`, {
          ...address,
          firstname: 'Eva',
          lastname: 'Xol',
          region: 485,
          telephone,
        }),
      ),
  ],
  [
    'the billing address',
    'telephone',
    async (telephone) =>
      answerOf(
        await send('POST', `/v1/carts/${await newCart()}/billingAddress`, {
          ...address,
          firstname: 'Eva Xol',
          nit: 'CF',
          telephone,
        }),
      ),
  ],
];

const answerOf = ({ statusCode, json }: Awaited<ReturnType<typeof send>>) => ({ status: statusCode, json: json() });

test.each(phoneCalls)('[DEC-234] %s applies the same telephone rule as its form', async (_, field, call) => {
  const taken = await call('+502 5512 3480');
  expect(taken.status, JSON.stringify(taken.json)).toBeLessThan(300);
  expect(JSON.stringify(taken.json)).toContain(`"${field}":"55123480"`);
  const { invalid } = profilePhone;
  for (const [phone, said] of [
    ['no tengo', invalid],
    ['5512-348', invalid],
    ['1305-5550', `${invalid}\n${foreignPhoneText}`],
    ['+1 (305) 555-0123', `${invalid}\n${foreignPhoneText}`],
  ] as const) {
    const refused = await call(phone);
    expect(refused).toMatchObject({ status: 400, json: { error: { metadata: { fields: { [field]: said } } } } });
  }
});

test('[DEC-234, CONST-25] an address without a telephone has 00000000', async () => {
  const answer = await send('POST', `/v1/carts/${await newCart()}/shippingAddress`, {
    ...address,
    firstname: 'Eva',
    lastname: 'Xol',
    region: 485,
    telephone: '00000000',
  });
  expect(answer.json().data.shippingAddress.telephone).toBe('00000000');
});

test('[DEC-234, API-04] the points program gets no number that its form refuses', async () => {
  const member = { documentType: 'DPI', documentId: '1234567890101', firstName: 'Eva', lastName: 'Xol', gender: 1 };
  const form = { ...member, email: 'no es', phone: '1305-5550', dateOfBirth: '1990-05-15', acceptTerms: true };
  const answer = await send('POST', '/v1/customers/register/leal', form, customer.headers);
  expect(answer.json().error.metadata.fields).toEqual({
    email: 'Correo inválido',
    phone: `${profilePhone.invalid}\n${foreignPhoneText}`,
  });
});

test('a person with an accent in the e-mail can register, order as a guest, and have a cart', async () => {
  const email = 'josé@correo.example';
  const guest = await send('POST', '/v1/auth/validate-guest-checkout', { email });
  expect(guest.json()).toMatchObject({ data: { result: true } });
  const cartId = await prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const confirmed = await send('PATCH', `/v1/carts/${cartId}`, { email: '\u200bJosé@Correo.example\u00a0' });
  expect(confirmed.json()).toMatchObject({ data: { cartId, email } });
  const person = { firstName: 'José', lastName: 'Xol', email, phone: '55123480', password: 'Clave2026x' };
  const account = await send('POST', '/v1/auth/register', { ...person, registerLeal: false, acceptTerms: true });
  expect(account.json()).toMatchObject({ data: { customer: { email } } });
});

test('pasted text is repaired and stored as its reader sees it', async () => {
  const answer = await send('POST', `/v1/carts/${await newCart()}/shippingAddress`, {
    firstname: 'Ma.José\u200b',
    lastname: ' Paz\u00a0 Ajú\u202e',
    street: ['12 Av.Norte\u00a04-55', 'Apto.Azul\n2'],
    city: 'Mixco\u00ad',
    region: 485,
    zone: 'Zona\u00a010',
  });
  expect(answer.json().data.shippingAddress).toMatchObject({
    firstname: 'Ma. José',
    lastname: 'Paz Ajú',
    street: ['12 Av. Norte 4-55', 'Apto. Azul 2'],
    city: 'Mixco',
    zone: 'Zona 10',
  });
});
