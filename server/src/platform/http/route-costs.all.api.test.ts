import { randomUUID } from 'node:crypto';
import { callBudgets, type EndpointSpec, pageBudgets } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { formOfValue } from '../../testing/form-payload.ts';
import { prepareCart } from '../../testing/order-calls.ts';
import { otherSystemOf } from '../../testing/other-system.ts';
import { sample } from '../../testing/sample-input.ts';
import { signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

/**
 * Limits how much one address can slow down everybody. While an address uses 32 connections on any route, a cart read must take less than
 * three times its quiet time. Times on a busy machine prove nothing. The test therefore compares the CPU work of the answering thread, in
 * cart reads of the same run (record 0052).
 */

/** Maximum cost of a route's budget for a minute, in budgets of cart reads. Six such budgets use less than a tenth of the thread's minute. */
const maxOfBudget = 6;

/**
 * Cart reads that an uncounted or refused call may cost. 32 such calls before a read cost eight reads, less than twice a read's own work
 * and database wait.
 */
const maxOfUncounted = 1 / 4;

let shop: TestShop;
let strict: TestShop;
const products: number[] = [];
/** The cart of the measured reads. */
let readId: string;
/** The cart of the measured call. It is a separate cart, because an earlier call may have assigned its cart to a customer, or ordered it. */
let cartId: string;

const beginCart = async (): Promise<void> => {
  cartId = await prepareCart(shop, { lines: products.slice(0, 3).map((productId) => ({ productId, quantity: 1 })) });
};

beforeAll(async () => {
  // The bank's port is closed, so that only the shop is measured.
  const settings = { BANK_URL: 'http://127.0.0.1:9' };
  [shop, strict] = [await openTestShop(settings), await openTestShop({ ...settings, RATE_LIMIT_FACTOR: '0.001' })];
  await createShopBasics(shop.db);
  // A full page of a list. The cart holds three of the products.
  const skus = ['texto', ...Array.from({ length: 47 }, (_, n) => `televisor-${n}`)];
  for (const sku of skus) products.push(await createProduct(shop.db, { sku }));
  await beginCart();
  readId = cartId;
  // The first run compiles the code. Its result is not used.
  await measureRead();
  read = Number.POSITIVE_INFINITY;
  await measureRead();
});
afterAll(async () => {
  await shop.close();
  await strict.close();
});

type Call = Pick<InjectOptions, 'method' | 'url' | 'headers' | 'payload'>;

/** Sends from an outside address, because the shop's own machine has larger budgets. */
const send = (to: TestShop, call: Call) =>
  to.inject({ ...call, remoteAddress: '203.0.113.7', headers: { 'accept-encoding': 'br', ...call.headers } });

/** The system counts a thread's time in ticks of up to 4 ms. A dozen ticks give a usable result. In microseconds. */
const enoughWork = 40_000;
/** Three ticks, which may be two to four. Enough for a call that costs less than half of its limit. */
const glance = 12_000;
const maxCalls = 300;

/** Returns the CPU time of a call on the answering thread, in microseconds, measured over the given amount of work. */
const costOf = async (to: TestShop, call: Call, work = enoughWork): Promise<number> => {
  for (let n = 0; n < 3; n += 1) await send(to, call);
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls += 1) {
    await send(to, call);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= work || calls === maxCalls) return (user + system) / calls;
  }
};

/** The cheapest cart read measured. Other work on the machine only raises the measured cost, which would let expensive calls pass. */
let read = Number.POSITIVE_INFINITY;
const measureRead = async (): Promise<void> => {
  read = Math.min(read, await costOf(shop, { method: 'GET', url: `/v1/carts/${readId}` }));
};

/**
 * Returns a call's cost in cart reads. Other work on the machine only raises the measured cost. So a call over its limit is measured again,
 * beside a read.
 */
const costInReads = async (to: TestShop, call: Call, most: number): Promise<number> => {
  const atAGlance = (await costOf(to, call, glance)) / read;
  if (atAGlance < most / 2) return atAGlance;
  let least = (await costOf(to, call)) / read;
  for (let round = 0; round < 5 && least > most; round += 1) {
    await measureRead();
    least = Math.min(least, (await costOf(to, call)) / read);
  }
  return least;
};

/** Accepted values of fields whose schema is too loose to derive a value. A value applies only to a field of its type. */
const taken: Record<string, unknown> = {
  types: 'delivery',
  region: 485,
  regionId: 485,
  phone: '55123480',
  telephone: '55123480',
  dpi: '2456789010101',
  documentId: '2456789010101',
  nit: '576937K',
  dateOfBirth: '1994-03-14',
  email: 'lucia@correo.gt',
  password: 'clave-segura-1',
  newPassword: 'clave-segura-2',
  orderNumber: '100000001',
  warrantySku: '',
  eventUrl: 'https://anuncios.example/e/1',
};

/** Replaces the fields of `value` by accepted values of the same name and type. */
const asTaken = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asTaken);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === typeof taken[name] ? taken[name] : asTaken(part),
    ]),
  );
};

const sampleOf = (schema: z.ZodType): unknown =>
  asTaken(sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns undeclared fields that fill this number of bytes of a query, a body, or a form (in which each field has its own lines). */
const strangeFields = (bytes: number, each = '"campo10000":1,'.length): Record<string, number> =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / each) }, (_, n) => [`campo${10_000 + n}`, 1]));
const bytesOfPart = 120;

/** Calls without `bodyBytes` accept 16 kB (`platform/http/app.ts`). */
const bodyBytes = (spec: EndpointSpec): number => (spec.bodyBytes ?? 16 * 1024) - 100;

const addressOf = ({ path, query }: EndpointSpec, more: Record<string, number> = {}): string => {
  const fields = query === undefined ? {} : sampleOf(query);
  const known: Record<string, unknown> = isFields(fields)
    ? { ...fields, ...('cartId' in fields ? { cartId } : {}) }
    : {};
  // Requests the first page, because a cursor would have to name an existing row.
  if ('after' in known) delete known.after;
  const search = new URLSearchParams(
    Object.entries({ ...known, ...more }).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  const at = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? cartId : 'texto'));
  return search.size === 0 ? at : `${at}?${search}`;
};

/** Returns the headers of a caller who may make the call. */
const headersOf = async ({ auth }: EndpointSpec, email: string): Promise<{ authorization?: string }> => {
  if (auth === 'token') return otherSystemOf(shop.db);
  return auth === 'customer' ? (await signInCustomer(shop.db, email, new Date())).headers : {};
};

/** Returns a call as a page makes it, and the same call filled with undeclared fields. */
const callsOf = async (spec: EndpointSpec): Promise<Call[]> => {
  const { method, body, form } = spec;
  await beginCart();
  const email = `${randomUUID()}@correo.gt`;
  const headers = await headersOf(spec, email);
  const url = addressOf(spec);
  if (body === undefined) {
    const strange = { method, url: addressOf(spec, strangeFields(8_000)), headers };
    return [{ method, url, headers }, strange];
  }
  const value = sampleOf(body);
  if (form !== undefined) {
    const known = isFields(value) ? value : {};
    const forms = [known, { ...known, ...strangeFields(32_000, bytesOfPart) }].map((fields) =>
      formOfValue(fields, form),
    );
    return (await Promise.all(forms)).map((sent) => ({
      method,
      url,
      ...sent,
      headers: { ...headers, ...sent.headers },
    }));
  }
  const own = { cartId, ...(spec.auth === 'customer' ? { email } : {}) };
  const fields = isFields(value)
    ? { ...value, ...Object.fromEntries(Object.entries(own).filter(([name]) => name in value)) }
    : {};
  const left = bodyBytes(spec) - JSON.stringify(fields).length;
  return [fields, { ...fields, ...strangeFields(left) }].map((payload) => ({
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  }));
};

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/(?<=.)\/$/, '');

/** Returns the code of a refusal. Null if the call succeeded. */
const refusalOf = async (call: Call): Promise<string | null> => {
  const answer = await send(shop, { ...call, headers: { ...call.headers, 'accept-encoding': 'identity' } });
  return answer.statusCode < 400 ? null : answer.json<{ error: { code: string } }>().error.code;
};

/** Codes of calls that were refused before their work started. */
const idle = [
  'VALIDATION_ERROR',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'NOT_READY',
  'UNEXPECTED',
];

const specs = Object.values<EndpointSpec>(endpoints).filter(({ auth }) => auth !== 'demo');
const reads = callBudgets.read.calls;

test.each(specs.map((spec) => [spec.name, spec] as const))(
  "%s: one address's calls in a minute cost less than six budgets of cart reads",
  async (_, spec) => {
    const share = callBudgets[spec.limit].calls / reads;
    for (const [index, call] of (await callsOf(spec)).entries()) {
      // A call that is refused because of its form does not show the call's work. The call with undeclared fields should be refused.
      const code = await refusalOf(call);
      if (index === 0) expect(idle, `${spec.name}: ${code}`).not.toContain(code);
      else expect(['VALIDATION_ERROR', 'CAPTCHA_FAILED', 'UNAUTHORIZED'], spec.name).toContain(code);
      const cost = await costInReads(shop, call, maxOfBudget / share);
      expect(cost * share, JSON.stringify(call).slice(0, 200)).toBeLessThanOrEqual(maxOfBudget);
    }
  },
);

/** Routes outside the contract, with the budget that counts them. Null if there is no budget. */
const otherRoutes: Record<string, keyof typeof pageBudgets | null> = {
  'GET /health': null,
  'GET /ready': null,
  'GET /readable': null,
  'GET /robots.txt': null,
  'GET /apple-touch-icon.png': null,
  'GET /apple-touch-icon-precomposed.png': null,
  'GET /identity/:file': null,
  'GET /favicon.svg': null,
  'GET /favicon.ico': null,
  'GET /manifest.webmanifest': null,
  'GET /vista-previa.jpg': 'document',
  'GET /metrics': null,
  'GET *': null,
  'GET /openapi.json': 'document',
  'GET /docs': 'document',
  'GET /docs/start.js': 'document',
  'GET /docs/files/swagger-ui.css': 'document',
  'GET /docs/files/swagger-ui-bundle.js': 'document',
  'GET /sitemap.xml': 'sitemap',
  'GET /sitemaps/categorias.xml': 'sitemap',
  'GET /sitemaps/productos-:page(^\\d{1,5}).xml': 'sitemap',
  'GET /unsubscribe/:token': 'stopPage',
  'POST /unsubscribe/:token': 'stopMails',
};

const placesOf: Record<string, string> = {
  '*': '/no-existe',
  ':page(^\\d{1,5})': '1',
  ':token': 'x.y',
  ':file': 'a.svg',
};

const callOf = (route: string): Call => {
  const [method, path = ''] = route.split(' ');
  const url = Object.entries(placesOf).reduce((filled, [place, value]) => filled.replace(place, value), path);
  return { method: method === 'POST' ? 'POST' : 'GET', url };
};

test.each(Object.entries(otherRoutes))('%s (budget: %s) costs little work', async (route, budget) => {
  const share = budget === null ? undefined : pageBudgets[budget].calls / reads;
  const most = share === undefined ? maxOfUncounted : maxOfBudget / share;
  expect(await costInReads(shop, callOf(route), most)).toBeLessThanOrEqual(most);
});

test.each(specs.map((spec) => [spec.name, spec] as const))(
  'beyond its budget, %s costs at most a quarter of a cart read',
  async (_, spec) => {
    const [call] = await callsOf(spec);
    if (call === undefined) throw new Error('there is no such call');
    await send(strict, call);
    // The budget is one call, or two if it is large. Further calls are refused.
    await send(strict, call);
    expect((await send(strict, call)).statusCode).toBe(429);
    expect(await costInReads(strict, call, maxOfUncounted)).toBeLessThanOrEqual(maxOfUncounted);
  },
);

/** Returns the routes of the framework's printed tree. Each line adds a part to the path of its parent line. */
const routesIn = (tree: string): string[] => {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, branch = '', part = '', methods = ''] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === '') return [];
    const depth = branch.length / 4 - 1;
    above.splice(depth, above.length, part);
    const path = above.join('');
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
};

test('every route is measured, except routes of the demo and the desk, which have their own tests', () => {
  const walked = new Set([
    ...Object.values<EndpointSpec>(endpoints).map(({ method, path }) => `${method} ${routePath(path)}`),
    ...Object.keys(otherRoutes),
  ]);
  const there = routesIn(shop.printRoutes()).flatMap((route) => {
    const [method, path = ''] = route.split(' ');
    // Two routes may name the parameter at the same place of a path differently.
    const [first = ''] = path.split('|');
    return path.includes('|') ? [`${method} ${first}`] : [route];
  });
  expect(there.length).toBeGreaterThan(100);
  expect(
    there.filter((route) => !walked.has(route) && !/ \/(?:demo\/|admin|v1\/admin\/|v1\/orders\/:number)/.test(route)),
  ).toEqual([]);
});
