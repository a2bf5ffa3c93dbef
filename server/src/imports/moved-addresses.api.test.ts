import { beforeEach, expect, test } from 'vitest';
import { operator, typing } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { importCommands } from './import-command.ts';
import { rowCommands } from './row-commands.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV-1', title: 'Bocina chica' });
  return () => shop.close();
});

const ceiba = async (...[word = '', ...args]: string[]) => {
  const said: string[] = [];
  const isDone = await typing(
    [...importCommands, ...rowCommands],
    word,
  )({ db: shop.db, args, say: (text) => said.push(text), actor: operator });
  return { isDone, said: said.join('\n') };
};

const rows = async (sql: string) => (await shop.db.pool.query<Record<string, unknown>>(sql)).rows;

/** Returns the answer of the call, or the code of its refusal. */
const current = async (query: { path: string } | { brand: string }) => {
  const answer = await shop.call('getCurrentAddress', { query });
  return answer.ok ? answer.value : answer.error.code;
};

/** Returns whether a category has a page. */
const hasPage = async (slug: string): Promise<boolean> => {
  const answer = await shop.call('listCategoryPages', { query: { slug } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data.length > 0;
};

/** Returns the paths of the category tree, which a process caches for a minute. */
const tree = async (): Promise<string[]> => {
  const answer = await shop.call('getCategories', {});
  if (!answer.ok) throw new Error(answer.error.code);
  const pathsOf = (nodes: typeof answer.value): string[] =>
    nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)]);
  return pathsOf(answer.value);
};

test('a product’s former address leads to its current address, however often it has changed', async () => {
  for (const address of ['bocina-chica', 'bocina-mediana', 'bocina-chica-2'])
    expect((await ceiba('product', 'set', 'TV-1', `enlace=${address}`)).said).toBe('Changed.');
  expect(await current({ path: '/tv-1' })).toEqual({ address: '/bocina-chica-2' });
  expect(await current({ path: 'bocina-mediana' })).toEqual({ address: '/bocina-chica-2' });
  expect(await current({ path: '/nunca' })).toBe('NOT_FOUND');
  await ceiba('product', 'set', 'TV-1', 'publicado=no');
  expect(await current({ path: '/tv-1' })).toBe('NOT_FOUND');
});

test('a category moves with its subcategories, and products, pages and former addresses follow', async () => {
  await shop.db.pool.query(
    `insert into category_pages (slug, title, category_id) values ('audio/bocinas', 'Bocinas', 2)`,
  );
  expect((await ceiba('category', 'set', 'sonido', 'titulo=Sonido')).isDone).toBe(true);
  expect(
    (await ceiba('category', 'set', 'audio', 'nueva_ruta=sonido/audio-y-musica', 'titulo=Audio y música')).said,
  ).toBe('Changed.');
  expect(await rows('select path, slug, level, ancestor_ids, parent_id from categories order by level, id')).toEqual([
    { path: 'sonido', slug: 'sonido', level: 1, ancestor_ids: [3], parent_id: null },
    { path: 'sonido/audio-y-musica', slug: 'audio-y-musica', level: 2, ancestor_ids: [3, 1], parent_id: 3 },
    { path: 'sonido/audio-y-musica/bocinas', slug: 'bocinas', level: 3, ancestor_ids: [3, 1, 2], parent_id: 1 },
  ]);
  expect(await rows(`select slug from category_pages where category_id = 2`)).toEqual([
    { slug: 'sonido/audio-y-musica/bocinas' },
  ]);
  expect(await current({ path: '/audio/bocinas' })).toEqual({ address: '/sonido/audio-y-musica/bocinas' });
  expect(await current({ path: '/audio' })).toEqual({ address: '/sonido/audio-y-musica' });
  expect(await tree()).toEqual(['/sonido', '/sonido/audio-y-musica', '/sonido/audio-y-musica/bocinas']);
  // The products count in the category above their new place.
  const found = await shop.call('searchProducts', { query: { category: '3' } });
  expect(found.ok && found.value.total).toBe(1);
  // Importing the same file again changes nothing.
  expect(
    (await ceiba('category', 'set', 'audio', 'nueva_ruta=sonido/audio-y-musica', 'titulo=Audio y música')).said,
  ).toBe('Nothing was to be changed.');
});

test('a category cannot move below itself, to another category’s path, or below a missing parent', async () => {
  const said = async (...words: string[]) => (await ceiba('category', 'set', ...words)).said;
  expect(await said('audio', 'nueva_ruta=audio/bocinas/audio')).toContain('no queda debajo de sí misma');
  expect(await said('audio/bocinas', 'nueva_ruta=audio')).toContain('Otra categoría tiene esa ruta. [TAKEN]');
  expect(await said('audio/bocinas', 'nueva_ruta=nada/bocinas')).toContain('La categoría de arriba no existe');
  expect(await said('audio', 'nueva_ruta=a/b/c/d/e')).toContain('pasaría de cinco niveles');
  expect(await said('nada', 'nueva_ruta=audio-2')).toContain('No hay una categoría con esa ruta que mover.');
});

test('a category is public while it has a published product and is not hidden', async () => {
  expect((await ceiba('category', 'set', 'audio/audifonos', 'titulo=Audífonos')).isDone).toBe(true);
  expect(await hasPage('audio/audifonos')).toBe(false);
  await ceiba(
    'product',
    'set',
    'AUD-1',
    'titulo=Audífonos',
    'marca=Volcán',
    'categoria=audio/audifonos',
    'publicado=no',
  );
  expect(await hasPage('audio/audifonos')).toBe(false);
  await ceiba('product', 'set', 'AUD-1', 'publicado=sí');
  expect(await hasPage('audio/audifonos')).toBe(true);
  expect((await ceiba('category', 'set', 'audio', 'estado=oculta')).said).toBe('Changed.');
  expect([await hasPage('audio'), await hasPage('audio/audifonos'), await tree()]).toEqual([false, false, []]);
  expect((await shop.inject({ url: '/sitemaps/categorias.xml' })).payload).not.toContain('/audio/audifonos');
  expect(await current({ path: '/audio' })).toBe('NOT_FOUND');
  await ceiba('category', 'set', 'audio', 'estado=visible');
  expect(await hasPage('audio/audifonos')).toBe(true);
});

test('an empty category can be retired, and its address leads to its replacement', async () => {
  await ceiba('category', 'set', 'sonido', 'titulo=Sonido');
  expect((await ceiba('category', 'set', 'audio/bocinas', 'estado=retirada', 'reemplazo=sonido')).said).toContain(
    'Todavía tiene productos publicados',
  );
  await ceiba('product', 'set', 'TV-1', 'categoria=sonido');
  expect((await ceiba('category', 'set', 'audio/bocinas', 'estado=visible', 'reemplazo=sonido')).said).toContain(
    'Solo lo que está retirado',
  );
  expect((await ceiba('category', 'set', 'audio/bocinas', 'estado=retirada', 'reemplazo=sonido')).said).toBe(
    'Changed.',
  );
  expect(await current({ path: '/audio/bocinas' })).toEqual({ address: '/sonido' });
  expect((await ceiba('product', 'set', 'TV-1', 'categoria=audio/bocinas')).said).toContain(
    'Esa categoría está retirada.',
  );
});

test('a brand is renamed, hidden and retired, and its former name leads to the present name', async () => {
  expect((await ceiba('brand', 'set', 'Volcán', 'nueva_marca=Volcán Audio')).said).toBe('Changed.');
  expect(await currentBrand('Volcán')).toBe('Volcán Audio');
  expect((await ceiba('brand', 'set', 'Volcán', 'nueva_marca=Volcán Audio')).said).toBe('Nothing was to be changed.');
  await ceiba('brand', 'set', 'Eco', 'enlace=eco');
  expect((await ceiba('brand', 'set', 'Volcán Audio', 'estado=retirada', 'reemplazo=Eco')).said).toContain(
    'Todavía tiene productos publicados',
  );
  await ceiba('product', 'set', 'TV-1', 'marca=Eco');
  expect((await ceiba('brand', 'set', 'Volcán Audio', 'estado=retirada', 'reemplazo=Eco')).said).toBe('Changed.');
  expect([await currentBrand('Volcán Audio'), await currentBrand('Volcán'), await currentBrand('Eco')]).toEqual([
    'Eco',
    'Eco',
    'NOT_FOUND',
  ]);
  expect((await ceiba('brand', 'set', 'Eco', 'estado=oculta')).said).toBe('Changed.');
  expect((await ceiba('export', 'brands')).said).toBe(
    '\uFEFFmarca,enlace,estado,reemplazo\nEco,eco,oculta,\nVolcán Audio,volcan,retirada,Eco',
  );
});

const currentBrand = async (brand: string): Promise<string> => {
  const found = await current({ brand });
  return typeof found === 'string' ? found : (found.brand ?? '');
};
