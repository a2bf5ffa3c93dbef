import { randomUUID } from 'node:crypto';
import { callBudgets, type EndpointSpec, pageBudgets } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { formOfValue } from '../testing/form-payload.ts';
import { prepareCart } from '../testing/order-calls.ts';
import { sample } from '../testing/sample-input.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/**
 * What one address may cost everybody: 32 connections of it to any route leave a shopper's cart read below three times its quiet
 * time. Times of a busy machine tell nothing, so what is compared is work: CPU of the one thread that answers all, in cart reads
 * of the same run (record 0079).
 */

/**
 * Cart reads that a minute's budget of a route may cost, in budgets of cart reads: six of them keep the thread busy for less than
 * a tenth of the minute.
 */
const mostOfBudget = 6;

/**
 * Cart reads that a call may cost which no budget counts, or which one refuses: 32 of them before a read's turn cost eight,
 * which is less than twice what a read waits for the database and its own work.
 */
const mostOfUncounted = 1 / 4;

let shop: TestShop;
let strict: TestShop;
let cartId: string;

beforeAll(async () => {
  // The bank's port is closed: what is measured is the shop.
  const settings = { BANK_URL: 'http://127.0.0.1:9' };
  [shop, strict] = [await openTestShop(settings), await openTestShop({ ...settings, RATE_LIMIT_FACTOR: '0.001' })];
  await createShopBasics(shop.db);
  const skus = ['texto', 'televisor', 'licuadora'];
  const products = await Promise.all(skus.map((sku) => createProduct(shop.db, { sku })));
  cartId = await prepareCart(shop, { lines: products.map((productId) => ({ productId, quantity: 1 })) });
  // Once for what is compiled while it runs.
  await measureRead();
  await measureRead();
});
afterAll(async () => {
  await shop.close();
  await strict.close();
});

type Call = Pick<InjectOptions, 'method' | 'url' | 'headers' | 'payload'>;

/** From outside: the shop's own machine may read more. */
const send = (to: TestShop, call: Call) =>
  to.inject({ ...call, remoteAddress: '203.0.113.7', headers: { 'accept-encoding': 'br', ...call.headers } });

/** The system counts a thread's time in ticks: less than a dozen of them say nothing. Microseconds. */
const enoughWork = 40_000;
const mostCalls = 300;

/** CPU of a call on the thread that answers, in microseconds. */
const costOf = async (to: TestShop, call: Call): Promise<number> => {
  for (let n = 0; n < 3; n += 1) await send(to, call);
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls += 1) {
    await send(to, call);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= enoughWork || calls === mostCalls) return (user + system) / calls;
  }
};

let read: number;
const measureRead = async (): Promise<void> => {
  read = await costOf(shop, { method: 'GET', url: `/v1/carts/${cartId}` });
};

/**
 * A call's cost in cart reads, at least: what else the machine does only adds to it, so one that costs too much is measured anew
 * before it is said to, beside a read.
 */
const costInReads = async (to: TestShop, call: Call, most: number): Promise<number> => {
  let least = (await costOf(to, call)) / read;
  for (let round = 0; round < 5 && least > most; round += 1) {
    await measureRead();
    least = Math.min(least, (await costOf(to, call)) / read);
  }
  return least;
};

const sampleOf = (schema: z.ZodType) => sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that no call knows, in so many bytes. */
const strangeFields = (bytes: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / 14) }, (_, n) => [`campo${10_000 + n}`, 1]));

/** Of other calls, 16 kB (`platform/app.ts`). */
const bodyBytes = (spec: EndpointSpec): number => (spec.bodyBytes ?? 16 * 1024) - 1_024;

const addressOf = ({ path, query }: EndpointSpec, more: Record<string, number> = {}): string => {
  const fields = query === undefined ? {} : sampleOf(query);
  const known = isFields(fields) ? { ...fields, ...('cartId' in fields ? { cartId } : {}) } : {};
  const search = new URLSearchParams(
    Object.entries({ ...known, ...more }).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  const at = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? cartId : 'texto'));
  return search.size === 0 ? at : `${at}?${search}`;
};

/** A call as a page makes it, and one with as much as it may bring of what nobody knows. */
const callsOf = async (spec: EndpointSpec): Promise<Call[]> => {
  const { method, body, form } = spec;
  const headers =
    spec.auth === 'customer' ? (await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date())).headers : {};
  const url = addressOf(spec);
  if (body === undefined) {
    const strange = { method, url: addressOf(spec, strangeFields(8_000)), headers };
    return [{ method, url, headers }, strange];
  }
  const value = sampleOf(body);
  if (form !== undefined) {
    const sent = await formOfValue(value, form);
    return [{ method, url, ...sent, headers: { ...headers, ...sent.headers } }];
  }
  const fields = isFields(value) ? { ...value, ...('cartId' in value ? { cartId } : {}) } : {};
  return [fields, { ...fields, ...strangeFields(bodyBytes(spec)) }].map((payload) => ({
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  }));
};

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/(?<=.)\/$/, '');

const specs = Object.values<EndpointSpec>(endpoints).filter(({ auth }) => auth !== 'demo');
const reads = callBudgets.read.calls;

test.each(specs.map((spec) => [spec.name, spec] as const))(
  '%s: what an address may ask of it in a minute costs less than six budgets of cart reads',
  async (_, spec) => {
    const share = callBudgets[spec.limit].calls / reads;
    for (const call of await callsOf(spec)) {
      const cost = await costInReads(shop, call, mostOfBudget / share);
      expect(cost * share, JSON.stringify(call).slice(0, 200)).toBeLessThanOrEqual(mostOfBudget);
    }
  },
);

/** Routes that are no calls of the contract, with the budget that counts them; null: none does. */
const otherRoutes: Record<string, keyof typeof pageBudgets | null> = {
  'GET /health': null,
  'GET /ready': null,
  'GET /robots.txt': null,
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

const placesOf: Record<string, string> = { '*': '/no-existe', ':page(^\\d{1,5})': '1', ':token': 'x.y' };

const callOf = (route: string): Call => {
  const [method, path = ''] = route.split(' ');
  const url = Object.entries(placesOf).reduce((filled, [place, value]) => filled.replace(place, value), path);
  return { method: method === 'POST' ? 'POST' : 'GET', url };
};

test.each(Object.entries(otherRoutes))('%s (budget: %s) costs little', async (route, budget) => {
  const share = budget === null ? undefined : pageBudgets[budget].calls / reads;
  const most = share === undefined ? mostOfUncounted : mostOfBudget / share;
  expect(await costInReads(shop, callOf(route), most)).toBeLessThanOrEqual(most);
});

test.each(specs.map((spec) => [spec.name, spec] as const))(
  '%s beyond its budget costs a quarter of a cart read at most',
  async (_, spec) => {
    const [call] = await callsOf(spec);
    if (call === undefined) throw new Error('there is no such call');
    await send(strict, call);
    // A budget of one, and of two where it is large: what follows is refused.
    await send(strict, call);
    expect((await send(strict, call)).statusCode).toBe(429);
    expect(await costInReads(strict, call, mostOfUncounted)).toBeLessThanOrEqual(mostOfUncounted);
  },
);

/** The lines of the framework's tree: each says what its path adds to that of the line it hangs on. */
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

test('no route stands outside the walk but those of the demo', () => {
  const walked = new Set([
    ...Object.values<EndpointSpec>(endpoints).map(({ method, path }) => `${method} ${routePath(path)}`),
    ...Object.keys(otherRoutes),
  ]);
  const there = routesIn(shop.printRoutes()).flatMap((route) => {
    const [method, path = ''] = route.split(' ');
    // Two names for one place of an address.
    const [first = ''] = path.split('|');
    return path.includes('|') ? [`${method} ${first}`] : [route];
  });
  expect(there.length).toBeGreaterThan(100);
  expect(there.filter((route) => !walked.has(route) && !/ \/(?:demo\/|v1\/orders\/:number)/.test(route))).toEqual([]);
});
