import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

interface Operation {
  operationId: string;
  /** Only present in calls of the desk. */
  'x-permission'?: string;
  parameters: { name: string; schema: { type?: string; maxLength?: number } }[];
  responses: Record<string, unknown>;
}

const readOperations = async (): Promise<Operation[]> => {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = (
    await shop.inject({ method: 'GET', url: '/openapi.json' })
  ).json();
  return Object.values(paths).flatMap((path) => Object.values(path));
};

/** The statuses of CONST-53. Refusals of the platform have their standard statuses (DEC-02). */
const documented = ['200', '201', '204', '400', '401', '403', '404', '409', '500', '502'];
const ofThePlatform = ['405', '413', '415', '422', '429', '503'];
/** The status of desk calls that start a job and answer before the job ends (desk.md §0.2). */
const ofTheDesk = ['202'];

test('[CONST-53] the reference lists only the documented statuses and the platform’s own', async () => {
  const operations = await readOperations();
  expect(operations.length).toBeGreaterThan(40);
  for (const { operationId, responses, 'x-permission': permission } of operations) {
    const known = [...documented, ...ofThePlatform, ...(permission === undefined ? [] : ofTheDesk)];
    const others = Object.keys(responses).filter((status) => !known.includes(status));
    expect(others, operationId).toEqual([]);
    expect(
      Object.keys(responses).some((status) => status.startsWith('2')),
      operationId,
    ).toBe(true);
  }
});

test('the reference allows 255 characters for an Idempotency-Key, as the calls do', async () => {
  const keys = (await readOperations()).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === 'Idempotency-Key'),
  );
  expect(new Set(keys.map(({ schema }) => schema.maxLength))).toEqual(new Set([255]));
});

test('the reference explains the shop’s own extension: saving for later in one call', async () => {
  const { paths } = (await shop.inject({ method: 'GET', url: '/openapi.json' })).json();
  const { schema } = paths['/v1/checkout/wishlists/{id}/product'].post.requestBody.content['application/json'];
  expect(schema.properties.from.description).toMatch(
    /^Moves a cart line to the list in one step: .* PATCH \/v1\/carts\/\{id\}\/products/,
  );
  expect(schema.required).toEqual(['products']);
});

test('a list in a query is one string with commas', async () => {
  const lists = (await readOperations()).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === 'skus' || name === 'ids'),
  );
  expect(lists.map(({ schema }) => schema.type)).toEqual(lists.map(() => 'string'));
});

const anyCall = [
  ['403', 'FEATURE_DISABLED'],
  ['403', 'ORIGIN_NOT_ALLOWED'],
  ['429', 'RATE_LIMITED'],
  ['500', 'UNEXPECTED'],
  ['503', 'NOT_READY'],
] as const;

test('[DEC-168] the reference lists refusals that any call may return, such as a disabled flag', async () => {
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.1' });
  await createShopBasics(strict.db);
  await createProduct(strict.db, { sku: 'MOTO', isMotorcycle: true });
  await strict.db.pool.query("update flags set enabled = false where name = 'motorcycleAddToCart'");
  const write = (url: string, payload: object, headers = {}) =>
    strict.inject({ method: 'POST', url, payload, headers });
  const { id } = (await write('/v1/carts/', {})).json();
  const answers = [
    await write(`/v1/carts/${id}/products`, { sku: 'MOTO', quantity: 1 }),
    await write('/v1/carts/', {}, { origin: 'https://evil.example' }),
  ];
  const check = () => write('/v1/auth/validate-guest-checkout', { email: 'a@b.gt' });
  let last = await check();
  for (let asked = 0; asked < 50 && last.statusCode !== 429; asked += 1) last = await check();
  answers.push(last);
  // This error has no separate code.
  await strict.db.pool.query('alter table flags rename to flags_away');
  answers.push(await strict.inject({ url: '/v1/flags' }));
  await strict.db.pool.query('alter table flags_away rename to flags');
  await strict.db.pool.query("delete from applied_sql where name = 'schema/platform.sql'");
  answers.push(await strict.inject({ url: '/ready' }));
  expect(answers.map((answer) => `${answer.statusCode} ${answer.json().error.code}`)).toEqual([
    '403 FEATURE_DISABLED',
    '403 ORIGIN_NOT_ALLOWED',
    '429 RATE_LIMITED',
    '500 UNEXPECTED',
    '503 NOT_READY',
  ]);
  await strict.close();
  for (const { operationId, responses } of await readOperations()) {
    const said = (status: string) => JSON.stringify(responses[status] ?? null);
    for (const [status, code] of anyCall) expect(said(status), `${operationId} ${status}`).toContain(code);
  }
});

/** Returns every property of a described shape, with its name. */
const propertiesOf = (shape: unknown, name = ''): [name: string, schema: object][] => {
  if (typeof shape !== 'object' || shape === null) return [];
  const own: [string, object][] = name !== '' && !Array.isArray(shape) ? [[name, shape]] : [];
  return [
    ...own,
    ...Object.entries(shape).flatMap(([key, value]) =>
      key === 'properties' && typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([property, schema]) => propertiesOf(schema, property))
        : propertiesOf(value),
    ),
  ];
};

/** Returns the types that a schema allows. Each alternative is returned separately. */
const typesOf = (schema: object): string[] => {
  const { type, anyOf }: { type?: string | string[]; anyOf?: object[] } = schema;
  const types = anyOf ? anyOf.flatMap(typesOf) : [type ?? 'any'].flat();
  return types.filter((one) => one !== 'null');
};

test('[DEC-176] most ids are strings, and ids of categories, sellers, regions and stores are integers', async () => {
  const operations = await readOperations();
  const described = operations.flatMap(({ responses }) => propertiesOf(responses));
  // The desk identifies every row by a text. A reference holds such a text.
  const ofShop = operations
    .filter((operation) => operation['x-permission'] === undefined)
    .flatMap(({ responses }) => propertiesOf(responses));
  const wholeNumbers = ['categoryId', 'sellerId', 'regionId', 'shopId'];
  const named = (names: readonly string[], among = described) => among.filter(([name]) => names.includes(name));
  for (const name of wholeNumbers) expect(named([name], ofShop).length, name).toBeGreaterThan(0);
  expect(new Set(named(wholeNumbers, ofShop).flatMap(([, schema]) => typesOf(schema)))).toEqual(new Set(['integer']));
  const texts = named(['orderNumber', 'cartId', 'cartItemId', 'newCartId', 'resultId']);
  expect(new Set(texts.map(([name]) => name)).size).toBeGreaterThan(4);
  expect(new Set(texts.flatMap(([, schema]) => typesOf(schema)))).toEqual(new Set(['string']));
});

/** The calls that return a list or an array according to the API tables (API-03, API-15, API-55, API-66, DEC-66, DEC-67, DEC-69). */
const bareLists = [
  'getProductWarranties',
  'listDepartments',
  'listStores',
  'getPointsOptions',
  'listAddresses',
  'listWishlists',
  'listSavedCards',
];

test('[DEC-176] the reference describes each list of the API tables as a bare array', async () => {
  const lists = (await readOperations()).filter(({ operationId }) => bareLists.includes(operationId));
  expect(lists).toHaveLength(bareLists.length);
  for (const { operationId, responses } of lists) {
    expect(responses, operationId).toMatchObject({
      200: { content: { 'application/json': { schema: { type: 'array' } } } },
    });
  }
});

test('[DEC-176] lists are bare arrays, carts have no wrapper, query lists use commas, ids have their types', async () => {
  for (const sku of ['TV', 'RADIO']) await createProduct(shop.db, { sku, price: 100_00 });
  const get = async (url: string) => (await shop.inject({ url })).json();
  for (const url of ['/v1/categories', '/v1/locations/departments', '/v1/stores']) {
    expect(Array.isArray(await get(url)), url).toBe(true);
  }
  const cart = (await shop.inject({ method: 'POST', url: '/v1/carts/', payload: {} })).json();
  expect(cart).toMatchObject({ status: 201, id: expect.any(String), items: [], totalQuantity: 0 });
  const payload = { sku: 'TV', quantity: 1 };
  const added = (await shop.inject({ method: 'POST', url: `/v1/carts/${cart.id}/products`, payload })).json();
  expect(added).toMatchObject({ status: 201, cartItemId: expect.any(String), totalQuantity: 1 });
  const [item] = added.items;
  expect([
    item.cartItemId,
    item.seller.id,
    item.categories.every((one: { id: unknown }) => Number.isInteger(one.id)),
  ]).toEqual([expect.any(String), 1, true]);
  const address = {
    firstname: 'Ana',
    lastname: 'Paz',
    street: 'Calle 1',
    city: 'Guatemala',
    region: 485,
    zone: 'Zona 10',
  };
  await shop.inject({ method: 'POST', url: `/v1/carts/${cart.id}/shippingAddress`, payload: address });
  const [{ region }] = (await get(`/v1/carts/${cart.id}`)).shippingAddresses;
  expect(region.regionId).toBe(485);
  const { products } = await get('/v1/products?skus=TV,RADIO');
  expect(products.map(({ sku }: { sku: string }) => sku).sort()).toEqual(['RADIO', 'TV']);
});

test('[API-62] guests can use the undocumented calls of catalogue, content, places, flags and events', async () => {
  await createProduct(shop.db, { sku: 'LICUADORA' });
  const { rows } = await shop.db.pool.query<{ slug: string }>('select slug from sellers order by id limit 1');
  const cart = (await shop.inject({ method: 'POST', url: '/v1/carts/', payload: {} })).json();
  const calls = [
    '/v1/home',
    '/v1/search?q=licuadora&brand=Kairu&category=1&seller=1&sort=relevance&page=1',
    '/v1/products/slug/licuadora',
    `/v1/sellers/${rows[0]?.slug}`,
    '/api/stock-offers',
    '/v1/locations/departments',
    '/v1/stores',
    '/v1/flags',
    `/v1/catalogs/coupons/points/options?cartId=${cart.id}`,
  ];
  const statuses = await Promise.all(calls.map(async (url) => [url, (await shop.inject({ url })).statusCode]));
  expect(statuses).toEqual(calls.map((url) => [url, 200]));
  const data = { currency: 'GTQ', value: 1, items: [], payment_type: 'Cash' };
  const payload = { event: 'checkout_payment', data };
  expect((await shop.inject({ method: 'POST', url: '/api/events/messaging', payload })).statusCode).toBe(204);
  for (const url of ['/v1/products/slug/nada', '/v1/sellers/nadie'])
    expect((await shop.inject({ url })).statusCode, url).toBe(404);
});

test.each([
  ['/openapi.json', 'application/json'],
  ['/docs', 'text/html'],
  ['/docs/start.js', 'text/javascript'],
  ['/docs/files/swagger-ui.css', 'text/css'],
  ['/docs/files/swagger-ui-bundle.js', 'text/javascript'],
])('%s is sent in the encoding that the request accepts', async (url, type) => {
  const answers = await Promise.all(
    ['br', 'gzip', 'identity'].map((encoding) => shop.inject({ url, headers: { 'accept-encoding': encoding } })),
  );
  for (const { headers } of answers) expect(headers).toMatchObject({ vary: 'accept-encoding' });
  for (const { headers } of answers) expect(headers['content-type']).toMatch(new RegExp(`^${type}`));
  const [br, gzip, plain] = answers;
  const decoded = [brotliDecompressSync(br?.rawPayload ?? ''), gunzipSync(gzip?.rawPayload ?? '')].map(String);
  expect(decoded).toEqual([plain?.body, plain?.body]);
});

test.each([
  '/docs/files/../package.json',
  '/docs/files/%2e%2e%2fpackage.json',
  '/docs/files/package.json',
  '/docs/files/',
])('no other file of the reference’s library can be read: %s', async (url) => {
  const answer = await shop.inject({ url });
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
});
