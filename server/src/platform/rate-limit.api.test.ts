import type { EndpointSpec, RateLimit } from '@ceiba/contract/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '../testing/test-shop.ts';
import { deleteEndedWindows } from './call-budgets.store.ts';
import { type Database, openDatabase } from './database.ts';
import { rateLimitOf, registerRateLimit } from './rate-limit.ts';

const start = Date.parse('2026-11-27T06:00:00Z');

let drop: () => Promise<void>;
let db: Database;
let statements: string[] = [];
let now = start;
let callers = 0;
let caller = '';

type Budget = readonly [group: RateLimit, calls: number, seconds: number];

/** As DEC-167 says them; searches are reads with a count of their own. */
const decided = [
  ['login', 10, 60],
  ['register', 10, 3_600],
  ['passwordRequest', 5, 3_600],
  ['guestCheck', 30, 60],
  ['coupon', 30, 60],
  ['installments', 30, 60],
  ['billingLookup', 30, 60],
  ['captcha', 30, 60],
  ['points', 30, 60],
  ['write', 300, 60],
  ['search', 1_200, 60],
  ['read', 1_200, 60],
] as const satisfies readonly Budget[];

/** Every other one: a budget without its row does not compile. */
const more: Record<Exclude<RateLimit, (typeof decided)[number][0]>, readonly [calls: number, seconds: number]> = {
  orderLookup: [30, 60],
  personalData: [10, 3_600],
  advisor: [30, 60],
  returns: [20, 600],
  restockByEmail: [30, 3_600],
  sharedWishlist: [60, 60],
  paymentLink: [30, 60],
  measure: [30, 60],
  sponsored: [60, 60],
};

const isMore = (group: string): group is keyof typeof more => group in more;
const undecided = Object.keys(more)
  .filter(isMore)
  .map((group): Budget => [group, ...more[group]]);
const groups: readonly Budget[] = [...decided, ...undecided];

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  db = openDatabase({
    url: database.url,
    onStatement: (name) => {
      statements.push(name ?? '');
    },
  });
});
afterAll(async () => {
  await db.close();
  await drop();
});
beforeEach(() => {
  callers += 1;
  caller = `10.0.0.${callers}`;
  statements = [];
});

/** A node whose every group has two calls. */
const openNode = async (factor = 1): Promise<FastifyInstance> => {
  const node = Fastify();
  await registerRateLimit(node, { db, now: () => new Date(now), isInternal: () => false });
  for (const [limit] of groups) {
    const spec: EndpointSpec = {
      name: limit,
      slice: 'test',
      method: 'GET',
      path: '/',
      summary: '',
      auth: 'public',
      limit,
      answers: { 200: null },
      errors: [],
    };
    for (const path of ['one', 'other']) {
      node.get(`/${limit}/${path}`, { config: { ...rateLimitOf(factor)(spec) } }, async () => 'ok');
    }
  }
  return node;
};

/** Calls in turns; how many were answered. */
const call = async (nodes: readonly FastifyInstance[], group: string, times: number): Promise<number> => {
  let answered = 0;
  for (let count = 0; count < times; count += 1) {
    const node = nodes[count % nodes.length];
    const path = count % 3 === 0 ? 'one' : 'other';
    const answer = await node?.inject({ url: `/${group}/${path}`, remoteAddress: caller });
    if (answer?.statusCode === 200) answered += 1;
  }
  return answered;
};

const expectBudget = async ([group, calls, seconds]: Budget): Promise<void> => {
  const node = await openNode();
  expect(await call([node], group, calls)).toBe(calls);
  const refused = await node.inject({ url: `/${group}/one`, remoteAddress: caller });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe(String(seconds));
  expect((await node.inject({ url: `/${group}/one`, remoteAddress: '10.9.9.9' })).statusCode).toBe(200);
  now += seconds * 1_000;
  expect((await node.inject({ url: `/${group}/one`, remoteAddress: caller })).statusCode).toBe(200);
};

test.each(decided)('[DEC-167] %s: %i calls of an address in %i s over all calls of the group, then 429', (...budget) =>
  expectBudget(budget),
);

test.each(undecided)('%s: %i calls of an address in %i s, then 429', (...budget) => expectBudget(budget));

test.each(decided)('[DEC-167] %s: two nodes share one budget of %i calls', async (group, calls) => {
  const nodes = [await openNode(), await openNode()];
  const answered = await call(nodes, group, calls * 2);
  expect(answered).toBeGreaterThanOrEqual(calls);
  // What the one has counted and not told: less than a twentieth.
  expect(answered).toBeLessThan(calls + Math.max(1, calls / 20));
});

test('[DEC-167] the many clients of one IPv6 line have the budgets of sixteen together; another line has its own', async () => {
  const node = await openNode();
  const askOf = async (client: string) =>
    (await node.inject({ url: '/passwordRequest/one', remoteAddress: `2001:db8:${client}::1` })).statusCode;
  const statuses: number[] = [];
  for (let client = 0; client < 17; client += 1) {
    for (let count = 0; count < 5; count += 1) statuses.push(await askOf(`1:${client.toString(16)}`));
  }
  expect(statuses).toEqual([...Array(80).fill(200), ...Array(5).fill(429)]);
  expect(await askOf('2:0')).toBe(200);
});

test('[DEC-167] RATE_LIMIT_FACTOR multiplies every budget', async () => {
  const node = await openNode(0.1);
  for (const [group, calls] of groups) expect(await call([node], group, calls), group).toBe(Math.ceil(calls / 10));
});

test('a read asks the database nothing but once in sixty; who is refused asks nothing', async () => {
  const node = await openNode();
  await call([node], 'read', 59);
  expect(statements).toEqual([]);
  await call([node], 'read', 2_000);
  expect(statements).toHaveLength(20);
});

test('windows that have ended are cleared away, others stay', async () => {
  const node = await openNode();
  await call([node], 'register', 1);
  await call([node], 'login', 1);
  now += 61_000;
  await deleteEndedWindows(db.write, new Date(now));
  const { rows } = await db.pool.query('select budget from call_budgets where caller like $1', [`${caller}%`]);
  expect(rows).toEqual([{ budget: 'register' }]);
});
