import { afterAll, beforeAll, expect, test } from 'vitest';
import { typing } from '../testing/operator.ts';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openDesk } from '../testing/test-desk.ts';
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

test('a synonym of an operator takes effect immediately, also in the plural, until it is removed', async () => {
  expect(await found('cajón mágico')).toEqual([]);
  expect(await synonym('add', 'televisor', 'cajón mágico')).toMatchObject({ isDone: true });
  expect(await found('cajones mágicos')).toEqual(['TV']);
  expect(await found('cajón mágico')).toEqual(['TV']);
  expect((await synonym('list', 'cajon magico')).said).toBe('cajon magico = televisor');
  expect(await synonym('remove', 'cajón mágico')).toMatchObject({ isDone: true });
  expect(await found('cajón mágico')).toEqual([]);
});

test('a quality applies together with a good, at any position in the words', async () => {
  expect(await found('audífonos aguamarina')).toEqual(['AUDIO']);
  expect(await found('televisor aguamarina')).toEqual(['TV']);
  await synonym('add', 'turquesa', 'aguamarina', '--quality');
  expect(await found('audífono color aguamarina')).toEqual(['AUDIO']);
  expect(await found('aguamarina')).toEqual(['AUDIO']);
});

test('a good that the shop does not sell finds nothing and offers its category', async () => {
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

test('the category of a good is offered if the good itself is unknown', async () => {
  const nearest = { title: 'Televisores', path: 'tv-y-video/televisores' };
  expect(await search('zumbador para televisor')).toMatchObject({ products: [], nearestCategory: nearest });
  expect(await search('zumbador')).toMatchObject({ products: [] });
  expect((await search('zumbador')).nearestCategory).toBeUndefined();
});

test('a word without meaning for the search is ignored', async () => {
  expect(await search('acme televisor')).toMatchObject({ products: [{ sku: 'TV' }], foundWords: 'televisor' });
  await synonym('ignore', 'acme');
  expect(await found('acme televisor')).toEqual(['TV']);
  expect((await search('acme televisor')).foundWords).toBeUndefined();
  expect(await synonym('remove', 'acme')).toMatchObject({ isDone: true });
  expect((await search('acme televisor')).foundWords).toBe('televisor');
});

test('words with --means are read as their meaning, but not the other way round', async () => {
  await synonym('add', 'parranda', '--means', 'lumbrisa', '--quality');
  expect((await synonym('list', 'parranda')).said).toBe('parranda → lumbrisa   (quality)');
  expect(await search('televisor parranda')).toMatchObject({ products: [{ sku: 'TV' }] });
  expect((await search('televisor parranda')).foundWords).toBeUndefined();
  expect((await synonym('add', '--means', 'lumbrisa')).isDone).toBe(false);
});

test('a brand that the shop does not sell is named with a replacement, until the shop sells it', async () => {
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

test('accessories for an unsold brand are found by the brand’s name', async () => {
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

test('words lead to the card of a page, in any order, and with typing errors', async () => {
  const card = { path: '/ayuda/mudanzas', title: 'Mudanzas', text: 'Nos mudamos contigo.' };
  expect(await synonym('answer', 'mudanza', card.path)).toMatchObject({ isDone: false });
  expect((await synonym('page', card.path, card.title, card.text)).said).toContain('the shop has no page');
  expect((await synonym('pages')).said).not.toContain('mudanzas');
  await shop.db.pool.query(`insert into category_pages (slug, title) values ('ayuda/mudanzas', 'Otra')`);
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

test.each(['//mal.example', 'https://mal.example', '/ayuda?x', 'ayuda'])('a card cannot lead to %s', async (path) => {
  expect((await synonym('page', path, 'Título', 'Texto')).isDone).toBe(false);
});

test('phrases have the same meaning in any order, with or without small words', async () => {
  await synonym('add', 'audífonos', 'orejas de plata');
  for (const words of ['orejas de plata', 'plata orejas', 'oreja plata']) expect(await found(words)).toEqual(['AUDIO']);
});

test('two groups added at the same time stay separate', async () => {
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

test('a brand from the desk is parsed and corrected like a brand from the command', async () => {
  const desk = await openDesk(shop, 'owner');
  const row = async (word: string) =>
    (await shop.db.pool.query('select word, is_standard from search_other_brands where word = $1', [word])).rows[0];
  const added = await desk.call('createOtherBrand', {
    body: { word: 'zumbadors', shown: 'Zumbadors', instead: 'televisor' },
  });
  expect(added).toMatchObject({ ok: true, value: { data: { word: 'zumbador', version: 1 } } });
  expect(await search('zumbadro')).toMatchObject({ correctedQuery: 'zumbadors', otherBrand: 'Zumbadors' });
  const { rows } = await shop.db.pool.query<{ word: string; version: number }>(
    'select word, version from search_other_brands where is_standard limit 1',
  );
  const standard = rows[0];
  if (standard === undefined) throw new Error('there is no standard brand');
  const params = { word: standard.word };
  await desk.call('changeOtherBrand', { params, body: { version: standard.version, shown: 'Otra forma' } });
  expect(await row(standard.word)).toEqual({ word: standard.word, is_standard: false });
});

test('the history of a brand at the desk shows the command’s change, and a name with a link is refused', async () => {
  const desk = await openDesk(shop, 'owner');
  expect(await synonym('brand', 'Dr. Martens', 'botas')).toMatchObject({ isDone: true });
  expect(await synonym('brand', 'Dr. Martens', 'botas')).toMatchObject({ isDone: true });
  const history = await desk.send('GET', '/v1/admin/audit/of/other-brands/dr%20marten');
  expect(history.json().data).toMatchObject([{ operation: 'createOtherBrand', after: { shown: 'Dr. Martens' } }]);
  expect((await synonym('brand', 'www.otra.com')).isDone).toBe(false);
});

test('a group of synonyms from the desk takes effect immediately, and its history has each change', async () => {
  const desk = await openDesk(shop, 'catalogue');
  const added = await desk.call('createSynonym', { body: { words: ' televisor ,Caja Boba,  caja boba' } });
  if (!added.ok) throw new Error(added.error.code);
  const group = added.value.data;
  expect(group).toMatchObject({ words: 'televisor, Caja Boba', meant: '', isQuality: false, isStandard: false });
  expect(await found('cajas bobas')).toEqual(['TV']);
  const params = { id: group.id };
  const changed = await desk.call('changeSynonym', { params, body: { version: 1, words: 'televisor, caja lista' } });
  expect(changed).toMatchObject({ ok: true, value: { data: { words: 'televisor, caja lista', version: 2 } } });
  expect([await found('caja lista'), await found('caja boba')]).toEqual([['TV'], []]);
  expect(await desk.call('changeSynonym', { params, body: { version: 1, words: 'a, b' } })).toMatchObject({
    error: { code: 'VERSION_CONFLICT' },
  });
  expect((await desk.call('removeSynonym', { params, body: { version: 2 } })).ok).toBe(true);
  expect(await found('caja lista')).toEqual([]);
  const history = await desk.send('GET', `/v1/admin/audit/of/synonyms/${group.id}`);
  expect(history.json().data.map(({ operation }: { operation: string }) => operation)).toEqual([
    'removeSynonym',
    'changeSynonym',
    'createSynonym',
  ]);
});

test.each([
  ['one word', 'televisor'],
  ['one word twice', 'televisor, Televisor'],
  ['five words', 'televisor, uno dos tres cuatro cinco'],
  ['signs', 'televisor, !!'],
])('the desk refuses a group of %s at its field', async (_name, words) => {
  const desk = await openDesk(shop, 'catalogue');
  const refused = await desk.send('POST', '/v1/admin/synonyms', { body: { words } });
  expect(refused.json().error).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { fields: { words: expect.stringContaining('al menos dos') } },
  });
});

test('the command removes a word from a group of the desk, which keeps its other words', async () => {
  const desk = await openDesk(shop, 'catalogue');
  const added = await desk.call('createSynonym', { body: { words: 'televisor, pantallota, pantallón' } });
  if (!added.ok) throw new Error(added.error.code);
  const params = { id: added.value.data.id };
  expect((await synonym('remove', 'Pantallota')).isDone).toBe(true);
  expect(await desk.call('getSynonym', { params })).toMatchObject({
    value: { data: { words: 'televisor, pantallón', version: 2 } },
  });
  expect((await synonym('remove', 'pantallón')).isDone).toBe(true);
  expect(await desk.call('getSynonym', { params })).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('a group loses a word that a node of the previous release removes', async () => {
  const desk = await openDesk(shop, 'catalogue');
  const added = await desk.call('createSynonym', { body: { words: 'televisor, ventana', meant: 'lumbrisa' } });
  if (!added.ok) throw new Error(added.error.code);
  await shop.db.pool.query("delete from search_synonyms where word = 'ventana'");
  expect(await desk.call('getSynonym', { params: { id: added.value.data.id } })).toMatchObject({
    value: { data: { words: 'televisor', meant: 'lumbrisa', version: 2 } },
  });
});

test('an unsold good and an ignored word are added, changed and removed at the desk', async () => {
  const desk = await openDesk(shop, 'catalogue');
  const absent = await desk.call('createAbsentWord', { body: { word: 'Clavecín', category: 'audio' } });
  expect(absent).toMatchObject({ value: { data: { word: 'clavecin', category: 'audio', isStandard: false } } });
  expect((await search('clavecín')).nearestCategory).toMatchObject({ path: 'audio' });
  const params = { word: 'clavecin' };
  const wrong = { version: 1, category: 'no/hay' };
  expect(await desk.call('changeAbsentWord', { params, body: wrong })).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { category: 'No hay una categoría con esa dirección.' } } },
  });
  expect((await desk.call('changeAbsentWord', { params, body: { version: 1, category: null } })).ok).toBe(true);
  expect((await search('clavecín')).nearestCategory).toBeUndefined();
  expect((await desk.call('createIgnoredWord', { body: { word: 'Porfís' } })).ok).toBe(true);
  expect((await search('televisor porfis')).foundWords).toBeUndefined();
  expect((await synonym('remove', 'porfís')).isDone).toBe(true);
  expect(await desk.call('getIgnoredWord', { params: { word: 'porfis' } })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});
