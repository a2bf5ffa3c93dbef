import { type DayBudget, dayBudgets, type EndpointSpec, type RateLimit } from '@ceiba/contract/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/test-shop.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import type { TakeDayBudget } from '../http/caller.ts';
import { deleteEndedWindows } from './call-budgets.store.ts';
import { rateLimitOf, registerRateLimit } from './rate-limit.ts';

const start = Date.parse('2026-11-27T06:00:00Z');

let drop: () => Promise<void>;
let db: Database;
let statements: string[] = [];
let now = start;
let callers = 0;
let caller = '';

type Budget = readonly [group: RateLimit, calls: number, seconds: number];

/** The budgets of DEC-167. Searches are reads with a separate count. */
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

/** All other budgets. A budget that is missing here does not compile. */
const more: Record<Exclude<RateLimit, (typeof decided)[number][0]>, readonly [calls: number, seconds: number]> = {
  orderLookup: [30, 60],
  personalData: [10, 3_600],
  advisor: [30, 60],
  returns: [20, 600],
  restockByEmail: [30, 3_600],
  sharedWishlist: [60, 60],
  preview: [60, 60],
  cartCode: [60, 60],
  liveStock: [60, 60],
  bankPlans: [30, 60],
  paymentLink: [30, 60],
  measure: [30, 60],
  sponsored: [60, 60],
  giftCard: [10, 60],
  feed: [30, 60],
  staffLogin: [20, 60],
  staffRead: [3_000, 60],
  staffFile: [120, 60],
  staffUpload: [60, 3_600],
  staffWrite: [3_000, 60],
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

/** Opens a node on which every budget has two routes. */
const openNode = async (factor = 1): Promise<FastifyInstance> => {
  const node = Fastify();
  await registerRateLimit(node, { db, now: () => new Date(now), factor });
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

/** Calls the nodes alternately, and counts the answered calls. */
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

test.each(decided)(
  '[DEC-167] in the group %s, an address may make %i calls in %i s, and then it gets 429',
  (...budget) => expectBudget(budget),
);

test.each(undecided)('in the group %s, an address may make %i calls in %i s, and then it gets 429', (...budget) =>
  expectBudget(budget),
);

test.each(decided)('[DEC-167] in the group %s, two nodes share one budget of %i calls', async (group, calls) => {
  const nodes = [await openNode(), await openNode()];
  const answered = await call(nodes, group, calls * 2);
  expect(answered).toBeGreaterThanOrEqual(calls);
  // A node may have counted some calls without reporting them: less than a twentieth of the budget.
  expect(answered).toBeLessThan(calls + Math.max(1, calls / 20));
});

test('[DEC-167] all clients of one IPv6 line share sixteen budgets, and each line has its own', async () => {
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

test('only one of sixty reads sends a statement, and a refused call sends none', async () => {
  const node = await openNode();
  await call([node], 'read', 59);
  expect(statements).toEqual([]);
  await call([node], 'read', 2_000);
  expect(statements).toHaveLength(20);
});

test('windows that have ended are deleted, and running windows stay', async () => {
  const node = await openNode();
  await call([node], 'register', 1);
  await call([node], 'login', 1);
  now += 61_000;
  await deleteEndedWindows(db.write, new Date(now));
  const { rows } = await db.pool.query('select budget from call_budgets where caller like $1', [`${caller}%`]);
  expect(rows).toEqual([{ budget: 'register' }]);
});

/** Opens the daily byte count of a separate node. The count returns the seconds to wait, if the bytes are used up. */
const openKept = async (factor = 1) => {
  const take = await registerRateLimit(Fastify(), { db, now: () => new Date(now), factor });
  return async (...asked: Parameters<TakeDayBudget>): Promise<number | undefined> => {
    const taken = await take(...asked);
    return 'waitSeconds' in taken ? taken.waitSeconds : undefined;
  };
};

/** Returns a call that uses a quarter of the day's bytes, including its body. */
const quarter = (of: DayBudget, factor = 1) => {
  const body = { text: 'á'.repeat(100) };
  const bytes = (dayBudgets[of] * factor) / 4 - Buffer.byteLength(JSON.stringify(body));
  return [{ dayBytes: { of, bytes } }, body] as const;
};

const days: readonly [DayBudget, number][] = [
  ['carts', 60_000_000],
  ['events', 1_000_000],
  ['accounts', 5_000_000],
];

test.each(days)('%s: an address may store %i bytes a day over all nodes, bodies included', async (of, bytes) => {
  expect(dayBudgets[of]).toBe(bytes);
  const [call, body] = quarter(of);
  const [one, other] = [await openKept(), await openKept()];
  const waits: (number | undefined)[] = [];
  for (const take of [one, other, one, other, one, other]) waits.push(await take(call, body, caller));
  expect(waits).toEqual([undefined, undefined, undefined, undefined, 86_400, 86_400]);
  expect(await one(call, body, '10.9.9.9')).toBeUndefined();
  now += 86_400_000;
  expect(await one(call, body, caller)).toBeUndefined();
});

test('a call one byte over the day’s rest is refused and not counted, and a call that fits is accepted', async () => {
  const take = await openKept(0.5);
  const bytesOf = (bytes: number) => take({ dayBytes: { of: 'events', bytes: bytes - 2 } }, {}, caller);
  expect(await bytesOf(499_999)).toBeUndefined();
  expect(await bytesOf(2)).toBe(86_400);
  expect(await bytesOf(1)).toBeUndefined();
});

test('if a call is refused later, its bytes are given back', async () => {
  const take = await registerRateLimit(Fastify(), { db, now: () => new Date(now), factor: 1 });
  const [call, body] = quarter('events');
  for (let n = 0; n < 10; n += 1) {
    const taken = await take(call, body, caller);
    if ('waitSeconds' in taken) throw new Error(`call ${n} is beyond the day's bytes`);
    taken.giveBack();
  }
});

test('one IPv6 line may store as many bytes as sixteen clients', async () => {
  const take = await openKept();
  const [call, body] = quarter('events');
  const waits: (number | undefined)[] = [];
  for (let client = 0; client < 65; client += 1) waits.push(await take(call, body, `2001:db8:77:${client}::/64`));
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(64);
});
