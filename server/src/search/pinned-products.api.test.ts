import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  for (let n = 1; n <= 30; n += 1)
    await createSearchProduct(shop.db, { sku: `TV-${n}`, title: `Televisor ${n}`, sold: 100 - n, brand: 'Lumbrisa' });
  await createSearchProduct(shop.db, { sku: 'AUDIO', title: 'Audífonos Ondalira', category: 'audio/audifonos' });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const found = async (query: { q: string; page?: string; sort?: string; brand?: string }) => {
  const answer = (await desk.send('GET', `/v1/search?${new URLSearchParams(query)}`)).json();
  return { total: answer.total, skus: answer.products.map(({ sku }: { sku: string }) => sku) };
};
const pin = (body: object) => desk.send('POST', '/v1/admin/search-pins', { body });
const hour = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

test('pinned products come first, in their places, and no product is shown twice', async () => {
  for (const [sku, place] of [
    ['TV-29', 2],
    ['AUDIO', 1],
  ] as const)
    expect((await pin({ words: 'Televisór', sku, place })).statusCode).toBe(201);
  const first = await found({ q: 'televisor' });
  expect(first.total).toBe(31);
  expect(first.skus.slice(0, 4)).toEqual(['AUDIO', 'TV-29', 'TV-1', 'TV-2']);
  const second = await found({ q: 'televisor', page: '2' });
  expect([...first.skus, ...second.skus].sort()).toEqual(
    ['AUDIO', ...Array.from({ length: 30 }, (_, n) => `TV-${n + 1}`)].sort(),
  );
  expect((await found({ q: 'televisor', sort: 'price_asc' })).skus).not.toContain('AUDIO');
  expect((await found({ q: 'televisores grandes' })).skus[0]).not.toBe('AUDIO');
});

test('a pinned product shows during its period, and a taken position or an end before the start is refused', async () => {
  expect((await pin({ words: 'tele', sku: 'AUDIO', place: 1, startsAt: at(hour) })).statusCode).toBe(201);
  expect((await pin({ words: 'tele', sku: 'TV-7', place: 2, endsAt: at(-hour) })).statusCode).toBe(201);
  expect((await found({ q: 'tele' })).skus).not.toContain('AUDIO');
  const fields = async (body: object) => Object.keys((await pin(body)).json().error.metadata.fields);
  expect(await fields({ words: 'tele', sku: 'TV-8', place: 1 })).toEqual(['place']);
  expect(await fields({ words: 'tele', sku: 'TV-7', place: 3 })).toEqual(['sku']);
  expect(await fields({ words: 'tele', sku: 'NADA', place: 3 })).toEqual(['sku']);
  expect(await fields({ words: 'tele', sku: 'TV-9', place: 6 })).toEqual(['place']);
  expect(await fields({ words: 'tele', sku: 'TV-9', place: 3, startsAt: at(hour), endsAt: at(0) })).toEqual(['endsAt']);
});

test('a hidden product is in no result of its query, or of any, and its category and its page show it', async () => {
  const hide = (body: object) => desk.send('POST', '/v1/admin/hidden-products', { body });
  const before = (await found({ q: 'televisor' })).total;
  expect((await hide({ sku: 'TV-3', words: 'televisor' })).statusCode).toBe(201);
  const { data } = (await hide({ sku: 'TV-4' })).json();
  const seen = await found({ q: 'televisor' });
  expect([seen.total, seen.skus.includes('TV-3'), seen.skus.includes('TV-4')]).toEqual([before - 2, false, false]);
  const others = (await found({ q: 'lumbrisa televisor' })).skus;
  expect([others.includes('TV-3'), others.includes('TV-4')]).toEqual([true, false]);
  const category = await desk.send('GET', '/v1/search?q=&category=11&sort=relevance');
  expect(category.json().total).toBe(30);
  const params = { id: data.id };
  expect((await desk.call('removeHiddenProduct', { params, body: { version: 1 } })).ok).toBe(true);
  expect((await found({ q: 'televisor' })).skus).toContain('TV-4');
});

test('[PROD-17] a hidden product is not suggested', async () => {
  const suggested = async () => {
    const answer = await shop.call('searchSuggestions', { query: { q: 'televisor' } });
    return answer.ok ? answer.value.data.filter(({ type }) => type === 'product').map(({ url }) => url) : [];
  };
  const [first = ''] = await suggested();
  const { rows } = await shop.db.pool.query('select sku from products where slug = $1', [first.slice(1)]);
  const body = { sku: rows[0]?.sku, words: 'televisor' };
  const { data } = (await desk.send('POST', '/v1/admin/hidden-products', { body })).json();
  const left = await suggested();
  expect(left.length).toBeGreaterThan(0);
  expect(left).not.toContain(first);
  expect((await desk.call('removeHiddenProduct', { params: { id: data.id }, body: { version: 1 } })).ok).toBe(true);
});

test('[PROD-17] at most five hundred products can be hidden in every search', async () => {
  await shop.db.pool.query(`
    with made as (
      insert into products (sku, slug, title, brand_id, seller_id, category_id, is_published)
      select 'OCULTO-' || n, 'oculto-' || n, 'Oculto', brand_id, seller_id, category_id, false
      from (select * from products limit 1) p, generate_series(1, 502) n returning sku)
    insert into search_hidden (words, sku) select '', sku from made order by sku limit 500 - (select count(*) from search_hidden where words = '')`);
  const { rows } = await shop.db.pool.query(
    `select sku from products where sku like 'OCULTO-%' and sku not in (select sku from search_hidden)`,
  );
  const hide = (words: string) =>
    desk.send('POST', '/v1/admin/hidden-products', { body: { sku: rows[0]?.sku, words } });
  expect((await hide('')).json().error.metadata.fields).toEqual({ words: expect.stringContaining('Ya hay 500') });
  expect((await hide('oculto')).statusCode).toBe(201);
  await shop.db.pool.query(`delete from search_hidden where sku like 'OCULTO-%'`);
});

test('people who edit content see the most frequent searches without result', async () => {
  await shop.db.pool.query(
    `insert into search_counts (day, words, searches, without_result) values
       (current_date, 'gramola', 5, 5), (current_date, 'televisor', 9, 0), (current_date - 60, 'vieja', 9, 9)`,
  );
  const answer = await desk.call('listSearches', { query: { days: 30 } });
  expect(answer).toMatchObject({
    value: {
      data: {
        most: [{ words: 'televisor' }, { words: 'gramola' }],
        withoutResult: [{ words: 'gramola', searches: 5, withoutResult: 5 }],
      },
    },
  });
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await warehouse.send('GET', '/v1/admin/searches')).statusCode).toBe(403);
});

test('a trial shows what a search would find, and stores nothing', async () => {
  const before = await shop.db.pool.query('select count(*) from search_synonym_groups');
  const trial = async (query: Record<string, string>) => {
    const answer = await desk.send('GET', `/v1/admin/searches/trial?${new URLSearchParams(query)}`);
    return answer.json();
  };
  const skusOf = ({ products }: { products: { sku: string }[] }) => products.map(({ sku }) => sku);
  const synonyms = (await trial({ q: 'orejudos', words: 'orejudos, audífonos' })).data;
  expect([skusOf(synonyms.now), skusOf(synonyms.changed)]).toEqual([[], ['AUDIO']]);
  const pinned = (await trial({ q: 'ondalira', pinned: 'TV-5, TV-6' })).data;
  expect([skusOf(pinned.now), skusOf(pinned.changed)]).toEqual([['AUDIO'], ['TV-5', 'TV-6', 'AUDIO']]);
  expect(skusOf((await trial({ q: 'ondalira', hidden: 'AUDIO' })).data.changed)).toEqual([]);
  expect(skusOf((await trial({ q: 'audífonos', absent: 'audífonos' })).data.changed)).toEqual(['AUDIO']);
  for (const [query, field] of [
    [{ q: 'x', words: 'uno' }, 'words'],
    [{ q: 'x', pinned: 'NADA' }, 'pinned'],
    [{ q: 'x', hidden: 'NADA' }, 'hidden'],
    [{ q: 'x', pinned: '1,2,3,4,5,6' }, 'pinned'],
    [{ q: '' }, 'q'],
  ] as const)
    expect(Object.keys((await trial(query)).error.metadata.fields)).toEqual([field]);
  expect(await found({ q: 'orejudos' })).toMatchObject({ total: 0 });
  const after = await shop.db.pool.query('select count(*) from search_synonym_groups');
  expect(after.rows).toEqual(before.rows);
});

test('[PROD-17] words, pinned and hidden products and redirects take effect immediately', async () => {
  const done = async (path: string, body: object) => {
    const answer = await desk.send('POST', `/v1/admin/${path}`, { body });
    expect(answer.statusCode, answer.payload).toBe(201);
  };
  const search = async (q: string) => (await desk.send('GET', `/v1/search?${new URLSearchParams({ q })}`)).json();
  const trial = await desk.call('trySearch', { query: { q: 'zumbón', words: 'zumbón, audífonos' } });
  expect(trial).toMatchObject({ value: { data: { now: { total: 0 }, changed: { products: [{ sku: 'AUDIO' }] } } } });
  await done('synonyms', { words: 'zumbón, audífonos' });
  expect((await found({ q: 'zumbón' })).skus).toEqual(['AUDIO']);
  await done('absent-words', { word: 'clavicordio', category: 'audio' });
  expect(await search('clavicordio')).toMatchObject({ total: 0, nearestCategory: { path: 'audio' } });
  await done('ignored-words', { word: 'porfis' });
  expect((await search('audífonos porfis')).foundWords).toBeUndefined();
  const dates = { startsAt: at(-hour), endsAt: at(hour) };
  const five = [11, 12, 13, 14, 15].map((n) => `TV-${n}`);
  for (const [place, sku] of five.entries())
    await done('search-pins', { words: 'audífonos ondalira', sku, place: place + 1, ...dates });
  expect((await pin({ words: 'audífonos ondalira', sku: 'TV-16', place: 6 })).statusCode).toBe(400);
  expect((await found({ q: 'audífonos ondalira' })).skus).toEqual([...five, 'AUDIO']);
  await done('hidden-products', { words: 'audífonos ondalira', sku: 'AUDIO' });
  await done('hidden-products', { words: 'audífonos ondalira', sku: 'TV-12' });
  expect((await found({ q: 'audífonos ondalira' })).skus).toEqual(five.filter((sku) => sku !== 'TV-12'));
  await done('redirects', { from: '/audio-viejo', to: '/audio' });
  expect(await shop.call('getCurrentAddress', { query: { path: 'audio-viejo' } })).toMatchObject({
    value: { address: '/audio' },
  });
});
