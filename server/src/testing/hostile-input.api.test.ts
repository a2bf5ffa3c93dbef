import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { errorBody } from '@ceiba/contract/errors';
import { exampleRows } from '@ceiba/contract/testing/test-all';
import { dpiMessages } from '@ceiba/domain/billing/dpi';
import { nitMessages } from '@ceiba/domain/billing/nit';
import { profileEmail } from '@ceiba/domain/customers/profile-words';
import { cardMessages } from '@ceiba/domain/payments/card-form';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { formOfValue } from './form-payload.ts';
import { otherSystemOf } from './other-system.ts';
import { mutationsOf, sample } from './sample-input.ts';
import { type SignedInCustomer, signInCustomer } from './sessions.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

let shop: TestShop;
let cartId: string;
let customer: SignedInCustomer;
let otherSystem: { authorization: string };

beforeAll(async () => {
  // The bank's port is closed. Calls that need the bank must report this without a defect.
  shop = await openTestShop({ BANK_URL: 'http://127.0.0.1:9' });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'texto' });
  const cart = await shop.call('createCart', { body: {} });
  if (!cart.ok) throw new Error(cart.error.code);
  cartId = cart.value.id;
  customer = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  otherSystem = await otherSystemOf(shop.db);
});
afterAll(() => shop.close());

const specs = Object.values<EndpointSpec>(endpoints);

const inputSchema = (schema: z.ZodType | undefined): unknown =>
  schema === undefined ? undefined : z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const addressOf = (spec: EndpointSpec, id: string, query: unknown): string => {
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(name === 'id' ? id : 'texto'));
  const search = new URLSearchParams();
  if (typeof query === 'object' && query !== null) {
    for (const [name, value] of Object.entries(query))
      search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
};

const payloadOf = async ({ form }: EndpointSpec, body: unknown) =>
  form === undefined
    ? { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
    : formOfValue(body, form);

const send = async (spec: EndpointSpec, url: string, body?: unknown) => {
  const sent = body === undefined ? { headers: {} } : await payloadOf(spec, body);
  const answer = await shop.inject({
    method: spec.method,
    url,
    ...sent,
    // Calls without a session are refused before their input is read.
    headers: {
      ...(spec.auth === 'customer' ? customer.headers : {}),
      ...(spec.auth === 'token' ? otherSystem : {}),
      ...sent.headers,
    },
  });
  return { status: answer.statusCode, text: answer.payload };
};

/** Expects a clear refusal or a success, never a defect. As the bank is closed, 502 is allowed. */
const expectClear = ({ status, text }: { status: number; text: string }, what: string): void => {
  expect(status === 502 || status < 500, `${what} answered ${status}: ${text.slice(0, 300)}`).toBe(true);
  if (status < 400) return;
  const parsed = errorBody.safeParse(JSON.parse(text));
  expect(parsed.success, `${what} answered ${status} without the error body: ${text.slice(0, 200)}`).toBe(true);
  expect(JSON.parse(text).status).toBe(status);
  for (const [field, sentence] of Object.entries(parsed.data?.error.metadata.fields ?? {}))
    expect(isSentence(sentence), `${what}: ${field} gets "${sentence}"`).toBe(true);
};

/** Returns whether a text is a whole sentence without names of types, formats or unknown fields, or a requirement's own text. */
const isSentence = (text: string): boolean =>
  documented.has(text) ||
  (/^[A-ZÁÉÍÓÚÑ][^\n]+\.$/.test(text) &&
    (/^El campo «[^»]*» no existe en esta solicitud\.$/.test(text) ||
      !/inválid|UUID|ISO|NaN|null|undefined|entrada|cadena|objeto|arreglo|booleano|texto|esperaba|recibido|expected|«/i.test(
        text,
      )));
const documented = new Set<string>([
  ...Object.values(nitMessages),
  ...Object.values(dpiMessages),
  ...Object.values(profileEmail),
  ...Object.values(cardMessages),
]);

test.each(specs.filter(({ body }) => body !== undefined).map((spec) => [spec.name, spec] as const))(
  '[DEC-01, DEC-02, DEC-194] %s: every wrong body is refused with a full sentence, without a defect',
  async (_, spec) => {
    const url = addressOf(spec, cartId, undefined);
    for (const { what, value } of exampleRows(mutationsOf(sample(inputSchema(spec.body))))) {
      expectClear(await send(spec, url, value), `${spec.name} ${what}`);
    }
  },
);

test.each(specs.filter(({ query }) => query !== undefined).map((spec) => [spec.name, spec] as const))(
  '[DEC-01, DEC-02, DEC-194] %s: every wrong query is refused with a full sentence, without a defect',
  async (_, spec) => {
    for (const { what, value } of exampleRows(mutationsOf(sample(inputSchema(spec.query)), 'query'))) {
      expectClear(await send(spec, addressOf(spec, cartId, value)), `${spec.name} ${what}`);
    }
  },
);

test.each(
  specs.flatMap(({ name, captcha, ...rest }) => (captcha === undefined ? [] : [[name, captcha, rest] as const])),
)('[DEC-11, DEC-171, DEC-196] %s requires a captcha %s, as the contract says', async (name, captcha, rest) => {
  const spec = { ...rest, name, captcha };
  // The call is wrong in every way, but the captcha is refused first.
  const { text } = await send(spec, addressOf(spec, cartId, undefined), {});
  const { code } = JSON.parse(text).error;
  expect(code === 'CAPTCHA_FAILED').toBe(captcha === 'always');
});

const wrongIds = [
  '1',
  '%27%20or%201%3D1',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(250),
  '%F0%9F%9B%92',
  '%2e%2e%2f',
];

test.each(specs.filter(({ params }) => params !== undefined).map((spec) => [spec.name, spec] as const))(
  '[DEC-02] %s: an unknown id gets 404 or 400, and reveals nothing without the link’s token',
  async (_, spec) => {
    for (const id of wrongIds) {
      const url = spec.path.replace(/\{\w+\}/g, id);
      const answer = await send(spec, url, spec.body === undefined ? undefined : sample(inputSchema(spec.body)));
      expectClear(answer, `${spec.name} ${id}`);
      expect(spec.auth === 'link' ? [401] : [400, 404], `${spec.name} ${id}`).toContain(answer.status);
    }
  },
);

test.each([
  ['validateGuestCheckout', { email: 'ana' }, 'email', 'Ingresa un correo electrónico válido.'],
  ['validateGuestCheckout', {}, 'email', 'Ingresa el correo electrónico.'],
  ['addCartProduct', { sku: 'texto', quantity: 0 }, 'quantity', 'La cantidad debe ser 1 o más.'],
  ['addCartProduct', { sku: 'texto', quantity: 1000 }, 'quantity', 'La cantidad debe ser 999 o menos.'],
  ['addCartProduct', { sku: 'texto', quantity: 1.5 }, 'quantity', 'La cantidad debe ser un número entero.'],
  ['addCartProduct', { sku: 'texto', quantity: '1' }, 'quantity', 'La cantidad no es válida.'],
  ['addCartProduct', { sku: ' ', quantity: 1 }, 'sku', 'Ingresa el código del producto.'],
  ['changeCartProduct', { cartItemId: '1', quantity: 1 }, 'cartItemId', 'El producto del carrito no es válido.'],
  [
    'setCartPaymentMethod',
    { paymentMethod: 'kosmos_payment', bin: '4111' },
    'bin',
    'El inicio del número de tarjeta no es válido.',
  ],
  [
    'setCartShippingMethod',
    { carrierCode: 'x', methodCode: 'pickup' },
    'carrierCode',
    'El tipo de envío debe ser tablerate o instore.',
  ],
  [
    'setCartShippingAddress',
    { firstname: 'x'.repeat(101) },
    'firstname',
    'El nombre debe tener como máximo 100 caracteres.',
  ],
  ['setCartShippingAddress', { street: 7 }, 'street', 'La dirección no es válida.'],
  ['placeOrder', { cartId: '', payments: [] }, 'payments', 'Ingresa los pagos.'],
  ['confirmCart', { email: 'ana@correo.gt', extra: 1 }, 'extra', 'El campo «extra» no existe en esta solicitud.'],
] as const)('[DEC-194] %s with %j: %s gets “%s”', async (name, body, field, text) => {
  const spec: EndpointSpec = endpoints[name];
  const answer = await send(spec, addressOf(spec, cartId, undefined), body);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).error.metadata.fields[field]).toBe(text);
});

test('[DEC-01] unknown fields are refused by name, and nothing is stored', async () => {
  const before = await shop.db.pool.query('select count(*) from carts');
  const answer = await send(endpoints.createCart, '/v1/carts/', { isAdmin: true });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).error.metadata.fields).toHaveProperty('isAdmin');
  expect((await shop.db.pool.query('select count(*) from carts')).rows).toEqual(before.rows);
});

test('markup and SQL in texts are returned as they were entered', async () => {
  const street = ['<script>', 'O\'Hara <b>"; drop table carts; --'];
  const answer = await shop.call(
    'setCartShippingAddress',
    {
      params: { id: cartId },
      body: { firstname: 'Ana', lastname: 'Paz', street, city: 'Guatemala', region: 485 },
    },
    { headers: customer.headers },
  );
  expect(answer).toMatchObject({ ok: true, value: { data: { shippingAddress: { street } } } });
});
