import { afterAll, beforeAll, expect, test } from 'vitest';
import { typing } from '../testing/operator.ts';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { searchCommands } from './search-command.ts';

const runSynonymCommand = typing(searchCommands, 'synonym');

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
  expect(await search('acme televisor')).toMatchObject({ products: [{ sku: 'TV' }], foundWords: 'televisor' });
  await synonym('ignore', 'acme');
  expect(await found('acme televisor')).toEqual(['TV']);
  expect((await search('acme televisor')).foundWords).toBeUndefined();
  expect(await synonym('remove', 'acme')).toMatchObject({ isDone: true });
  expect((await search('acme televisor')).foundWords).toBe('televisor');
});

test('words with --means are read as what they mean, and what they mean is not read as them', async () => {
  await synonym('add', 'parranda', '--means', 'lumbrisa', '--quality');
  expect((await synonym('list', 'parranda')).said).toBe('parranda → lumbrisa   (quality)');
  expect(await search('televisor parranda')).toMatchObject({ products: [{ sku: 'TV' }] });
  expect((await search('televisor parranda')).foundWords).toBeUndefined();
  expect((await synonym('add', '--means', 'lumbrisa')).isDone).toBe(false);
});

test('a brand the shop has not is said, and what is shown instead; until a product of it comes', async () => {
  expect(await synonym('brand', 'Acme Ultra', 'televisor')).toMatchObject({ isDone: true });
  const similar = { otherBrand: 'Acme Ultra', products: [{ sku: 'TV' }] };
  expect(await search('acme ultra')).toMatchObject(similar);
  expect(await search('ACME ULTRA 55')).toMatchObject(similar);
  expect(await search('audífonos acme ultra')).toMatchObject({
    otherBrand: 'Acme Ultra',
    products: [{ sku: 'AUDIO' }],
  });
  expect(await synonym('brand', 'Nada Más')).toMatchObject({ isDone: true });
  expect(await search('nada más')).toMatchObject({ otherBrand: 'Nada Más', products: [] });
  expect((await synonym('brand', 'a b c d')).isDone).toBe(false);
  expect(await synonym('remove', 'acme ultra')).toMatchObject({ isDone: true });
  expect((await search('acme ultra 55')).otherBrand).toBeUndefined();
});

test('what fits a brand the shop has not is found by it; the brand’s own things are still not sold', async () => {
  await createSearchProduct(shop.db, {
    sku: 'CASE',
    title: 'Funda Lumbrisa para iPhone 15',
    category: 'audio/audifonos',
  });
  for (const words of ['funda iphone 15', 'funda para iphone', 'fundas iPhone', 'iphone'])
    expect([words, (await search(words)).otherBrand, await found(words)]).toEqual([words, undefined, ['CASE']]);
  expect(await search('televisor iphone')).toMatchObject({ otherBrand: 'iPhone', products: [{ sku: 'TV' }] });
  await shop.db.pool.query(`update products set is_published = false where sku = 'CASE'`);
  expect(await search('funda iphone 15')).toMatchObject({ otherBrand: 'iPhone' });
});

test('words lead to the card of a page that an operator wrote, however they are put, and typed wrong', async () => {
  const card = { path: '/ayuda/mudanzas', title: 'Mudanzas', text: 'Nos mudamos contigo.' };
  expect(await synonym('answer', 'mudanza', card.path)).toMatchObject({ isDone: false });
  expect(await synonym('page', card.path, card.title, card.text)).toMatchObject({ isDone: true });
  expect(await synonym('answer', 'mudanza de casa', card.path)).toMatchObject({ isDone: true });
  for (const words of ['mudanza de casa', 'MUDANZAS casa', 'casa mudanza', 'mudansa de casa']) {
    expect(await search(words)).toMatchObject({ answerPage: card, products: [] });
  }
  expect(await search('televisor mudanza de casa')).toMatchObject({ answerPage: card, products: [{ sku: 'TV' }] });
  await synonym('page', card.path, 'Mudanzas', 'Con cuidado.');
  expect((await search('mudanza de casa')).answerPage?.text).toBe('Con cuidado.');
  expect((await synonym('pages')).said).toContain('/ayuda/mudanzas: Mudanzas. Con cuidado. (mudanza de casa)');
  expect(await synonym('remove', 'mudanza de casa')).toMatchObject({ isDone: true });
  expect((await search('mudanza de casa')).answerPage).toBeUndefined();
});

test.each(['//mal.example', 'https://mal.example', '/ayuda?x', 'ayuda'])('a card leads nobody to %s', async (path) => {
  expect((await synonym('page', path, 'Título', 'Texto')).isDone).toBe(false);
});

test('phrases mean the same in any order, with small words or without', async () => {
  await synonym('add', 'audífonos', 'orejas de plata');
  for (const words of ['orejas de plata', 'plata orejas', 'oreja plata']) expect(await found(words)).toEqual(['AUDIO']);
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
