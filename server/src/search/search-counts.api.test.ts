import { searchQuery } from '@ceiba/contract/search';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { typing } from '../testing/operator.ts';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { searchRoutes } from './search.routes.ts';
import { searchCommands } from './search-command.ts';
import { createSearchCounts } from './search-counts.ts';
import { createSearch } from './search-products.ts';

const runSearchesCommand = typing(searchCommands, 'searches');

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  await createSearchProduct(shop.db, { sku: 'TV', title: 'Televisor 55" Lumbrisa' });
});
beforeEach(() => shop.db.pool.query('delete from search_counts'));
afterAll(() => shop.close());

/** Late evening in Guatemala, which is the next day in UTC. */
const evening = new Date('2026-11-25T03:00:00Z');

const [ana, luis] = ['10.0.0.1', '10.0.0.2'];

const stored = async () =>
  (
    await shop.db.pool.query(
      'select day::text, words, searches, without_result as empty from search_counts order by day, words',
    )
  ).rows;

const run = async (...args: string[]): Promise<{ isDone: boolean; said: string[] }> => {
  const said: string[] = [];
  const isDone = await runSearchesCommand({ db: shop.db, args, now: evening, say: (text) => said.push(text) });
  return { isDone, said };
};

test('searches are counted by words and day, also without results, and the person is not recorded', async () => {
  const counts = createSearchCounts(shop);
  counts.found('Televisor', 1, ana);
  counts.found('  televisor ', 1, luis);
  counts.found('gramófono', 0, ana);
  counts.found('ana@correo.gt', 0, ana);
  counts.found('5555-1234', 0, ana);
  await counts.flush(evening);
  expect(await stored()).toEqual([
    { day: '2026-11-24', words: 'gramófono', searches: 1, empty: 1 },
    { day: '2026-11-24', words: 'televisor', searches: 2, empty: 0 },
  ]);
  await counts.flush(evening);
  expect(await stored()).toHaveLength(2);
});

test('a result page, also from a cache, counts for each client, and filters and further pages do not', async () => {
  const counts = createSearchCounts(shop);
  const app = Fastify();
  counts.register(app);
  app.get('/search', (request, reply) => reply.code(request.url.includes('busy') ? 503 : 200).send('page'));
  counts.found('gramófono', 0, null);
  await app.inject({ url: '/search?q=gram%C3%B3fono', remoteAddress: luis });
  for (const url of [
    '/search?q=gram%C3%B3fono',
    '/search?q=gram%C3%B3fono',
    '/search?q=tele&page=2',
    '/search?q=tele&brand=Lumbrisa',
    '/search?q=busy',
    '/search?q=',
    '/search',
  ]) {
    await app.inject({ url });
  }
  await counts.flush(evening);
  expect(await stored()).toEqual([{ day: '2026-11-24', words: 'gramófono', searches: 2, empty: 2 }]);
  counts.shown('tele', ana);
  await app.close();
  expect((await stored()).map(({ words }) => words)).toContain('tele');
});

test('a cached search response counts for each client that gets it, a filtered response does not', async () => {
  const counts = createSearchCounts(shop);
  const caching = searchRoutes({ ...shop, search: createSearch(shop.db, shop.config), counts }).find(
    ({ spec }) => spec.name === 'searchProducts',
  )?.caching;
  const onSent = (query: object) => caching?.onSent?.({ query: searchQuery.parse(query) }, { total: 2 });
  expect(onSent({ q: 'tele', page: '2' })).toBeUndefined();
  const again = onSent({ q: 'tele' });
  for (const client of [ana, luis, luis]) again?.(client);
  await counts.flush(evening);
  expect(await stored()).toEqual([{ day: '2026-11-24', words: 'tele', searches: 2, empty: 0 }]);
});

test('nodes that count the same words at the same time lose no count', async () => {
  const nodes = [1, 2, 3, 4].map(() => createSearchCounts(shop));
  const words = ['b', 'a', 'd', 'c'];
  for (const [index, node] of nodes.entries()) {
    for (const word of [...words.slice(index), ...words.slice(0, index)]) node.found(word, 1, ana);
  }
  await Promise.all(nodes.map((node) => node.flush(evening)));
  expect((await stored()).map(({ words: text, searches }) => `${text} ${searches}`)).toEqual([
    'a 4',
    'b 4',
    'c 4',
    'd 4',
  ]);
});

test('while the database is unreachable, counts wait, and are written afterwards', async () => {
  let isAway = true;
  const write: typeof shop.db.write = {
    ...shop.db.write,
    run: (...query) => (isAway ? Promise.reject(new Error('away')) : shop.db.write.run(...query)),
  };
  const counts = createSearchCounts({ db: { ...shop.db, write }, log: shop.log });
  counts.found('tele', 1, ana);
  await counts.flush(evening);
  counts.found('tele', 1, ana);
  isAway = false;
  await counts.flush(evening);
  expect(await stored()).toEqual([{ day: '2026-11-24', words: 'tele', searches: 2, empty: 0 }]);
});

test('the command shows the most frequent searches, also without results, and old counts are deleted', async () => {
  const counts = createSearchCounts(shop);
  for (let n = 0; n < 3; n += 1) counts.found('tele', 1, `10.0.0.${n}`);
  counts.found('piano', 0, ana);
  await counts.flush(evening);
  expect((await run()).said).toEqual([
    'Looked for most, since 2026-10-26',
    '       3  tele',
    '       1  piano',
    '\nFound nothing, since 2026-10-26',
    '       1  piano',
  ]);
  expect((await run('0')).isDone).toBe(false);
  expect((await run('many')).isDone).toBe(false);
  await shop.setPolicy('searchCountDays', '30');
  const deleting = tasksOf(openServices(shop)).find(({ name }) => name === 'delete-old-search-counts');
  await deleting?.run({}, { now: new Date('2026-12-24T12:00:00Z'), log: shop.log });
  expect(await stored()).toHaveLength(2);
  await deleting?.run({}, { now: new Date('2026-12-25T12:00:00Z'), log: shop.log });
  expect(await stored()).toEqual([]);
});

test('between two flushes, a client’s repeated words count once, and at most thirty invented words', async () => {
  const counts = createSearchCounts(shop);
  for (let n = 0; n < 9; n += 1) counts.found('tele', 1, `2001:db8:1:${n}::/64`);
  for (let n = 0; n < 100; n += 1) counts.found(`inventado ${n}`, 0, ana);
  counts.found('tele', 1, ana);
  counts.found('tele', 1, luis);
  await counts.flush(evening);
  const rows = await stored();
  expect(rows.find(({ words }) => words === 'tele')).toMatchObject({ searches: 2 });
  expect(rows).toHaveLength(31);
  counts.found('tele', 1, luis);
  await counts.flush(evening);
  expect((await stored()).find(({ words }) => words === 'tele')).toMatchObject({ searches: 3 });
});

test('invented words of many clients are limited per day, but known words and words with results count', async () => {
  const counts = createSearchCounts({ ...shop, maxWordsADay: 8_000 });
  counts.found('tele', 1, luis);
  await counts.flush(evening);
  for (let flush = 0; flush < 3; flush += 1) {
    for (let n = 0; n < 4_990; n += 1) counts.found(`${flush} inventado ${n}`, 0, `10.1.${n % 200}.${flush}`);
    counts.found('tele', 1, luis);
    counts.found(`radio ${'abc'[flush]}`, 1, luis);
    await counts.flush(evening);
  }
  const rows = await stored();
  expect(rows).toHaveLength(8_000);
  expect(rows.find(({ words }) => words === 'tele')).toMatchObject({ searches: 4 });
  expect(rows.filter(({ words }) => words.startsWith('radio')).map(({ words }) => words)).toEqual([
    'radio a',
    'radio b',
  ]);
});

test('control characters in stored words never reach a terminal', async () => {
  await shop.db.pool.query(
    "insert into search_counts (day, words, searches, without_result) values ('2026-11-24', $1, 1, 0)",
    ['tele\u001b[2J\u0007'],
  );
  expect((await run()).said.join('')).not.toMatch(/[\p{Cc}--\n]/v);
});

test('direct calls also count, by their first page without filters', async () => {
  const counts = createSearchCounts(shop);
  const route = searchRoutes({ ...shop, search: createSearch(shop.db, shop.config), counts })[0];
  const ask = async (query: Record<string, string>) => {
    const context = {
      now: evening,
      policy: shop.policy(),
      client: 'c',
      requestId: 'r',
      device: '',
      isRendering: false,
      bearer: undefined,
      setHeader: () => {},
    };
    const input = { params: undefined, query: searchQuery.parse(query), body: undefined };
    await route?.handle(input, {
      ...context,
      idempotencyKey: undefined,
      captchaToken: undefined,
      cookie: () => undefined,
      cookies: () => [],
    });
  };
  await ask({ q: 'televisor' });
  await ask({ q: 'televisor', page: '2' });
  await ask({ q: 'televisor', brand: 'Lumbrisa' });
  await ask({ q: 'gramola' });
  await counts.flush(evening);
  expect((await stored()).map(({ words, searches, empty }) => [words, searches, empty])).toEqual([
    ['gramola', 1, 1],
    ['televisor', 1, 0],
  ]);
});

test('the command accepts one number of days, from 1 to 9999, otherwise it prints its usage', async () => {
  for (const args of [['0'], ['010'], ['10000'], ['-7'], ['7d'], ['d7'], [''], ['7', '7']])
    expect([args, await run(...args)]).toMatchObject([
      args,
      { isDone: false, said: [expect.stringContaining('ceiba searches [days]')] },
    ]);
  for (const [days, since] of [
    ['1', '2026-11-24'],
    ['365', '2025-11-25'],
    ['9999', '1999-07-11'],
  ] as const)
    expect(await run(days)).toEqual({
      isDone: true,
      said: [`Looked for most, since ${since}`, '  nothing', `\nFound nothing, since ${since}`, '  nothing'],
    });
});
