import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { runSynonymCommand } from './synonym-command.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  await createSearchProduct(shop.db, { sku: 'TV', title: 'Televisor 55" Lumbrisa' });
  await createSearchProduct(shop.db, {
    sku: 'AUDIO',
    title: 'Audífonos Ondalira turquesa',
    category: 'audio/audifonos',
  });
});
afterAll(() => shop.close());

const search = async (q: string) => {
  const answer = await shop.call('searchProducts', { query: { q } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};
const found = async (q: string): Promise<string[]> => (await search(q)).products.map(({ sku }) => sku);

const synonym = async (...args: string[]): Promise<{ isDone: boolean; said: string }> => {
  const lines: string[] = [];
  const isDone = await runSynonymCommand({ db: shop.db, args, say: (text) => lines.push(text) });
  return { isDone, said: lines.join('\n') };
};

test('a synonym that an operator adds counts at once, in the plural too, until it is taken back', async () => {
  expect(await found('cajón mágico')).toEqual([]);
  expect(await synonym('add', 'televisor', 'cajón mágico')).toMatchObject({ isDone: true });
  expect(await found('cajones mágicos')).toEqual(['TV']);
  expect(await found('cajón mágico')).toEqual(['TV']);
  expect((await synonym('list', 'cajon magico')).said).toBe('cajon magico = televisor');
  expect(await synonym('remove', 'cajón mágico')).toMatchObject({ isDone: true });
  expect(await found('cajón mágico')).toEqual([]);
});

test('a quality counts beside a thing, wherever it stands', async () => {
  expect(await found('audífonos aguamarina')).toEqual(['AUDIO']);
  expect(await found('televisor aguamarina')).toEqual(['TV']);
  await synonym('add', 'turquesa', 'aguamarina', '--quality');
  expect(await found('audífono color aguamarina')).toEqual(['AUDIO']);
  expect(await found('aguamarina')).toEqual(['AUDIO']);
});

test('what the shop does not sell finds nothing and offers its category, until a product has it', async () => {
  expect(await synonym('absent', 'gramófono', 'no/there')).toEqual({
    isDone: false,
    said: 'Nothing was changed: there is no category no/there.',
  });
  expect(await synonym('absent', 'gramófono', 'audio')).toMatchObject({ isDone: true });
  expect(await search('gramófonos')).toMatchObject({
    products: [],
    nearestCategory: { title: 'Audio', path: 'audio' },
  });
  await createSearchProduct(shop.db, { sku: 'GRAM', title: 'Gramófono de bocina', category: 'audio' });
  expect(await found('gramófono')).toEqual(['GRAM']);
  expect((await search('gramófono')).nearestCategory).toBeUndefined();
});

test('the category of what is named is offered where the thing itself is unknown', async () => {
  const nearest = { title: 'Televisores', path: 'tv-y-video/televisores' };
  expect(await search('zumbador para televisor')).toMatchObject({ products: [], nearestCategory: nearest });
  expect(await search('zumbador')).toMatchObject({ products: [] });
  expect((await search('zumbador')).nearestCategory).toBeUndefined();
});

test('a word that tells nothing is left out', async () => {
  expect(await found('acme televisor')).toEqual([]);
  await synonym('ignore', 'acme');
  expect(await found('acme televisor')).toEqual(['TV']);
  expect(await synonym('remove', 'acme')).toMatchObject({ isDone: true });
  expect(await found('acme televisor')).toEqual([]);
});

test('two groups that are added at once stay two', async () => {
  await Promise.all([synonym('add', 'roca lunar', 'piedra lunar'), synonym('add', 'nube baja', 'niebla baja')]);
  expect((await synonym('list', 'roca lunar')).said).toBe('piedra lunar = roca lunar');
  expect((await synonym('list', 'niebla baja')).said).toBe('niebla baja = nube baja');
});

test.each([
  [['add', 'solo']],
  [['add', 'a b c d e', 'x']],
  [['ignore']],
  [['remove', 'nunca']],
  [['what']],
  [['add', '!', 'x']],
])('refuses %j and writes nothing', async (args) => {
  const count = async () => (await shop.db.pool.query('select count(*) from search_synonyms')).rows;
  const before = await count();
  expect((await synonym(...args)).isDone).toBe(false);
  expect(await count()).toEqual(before);
});
