import type { PageBlock } from '@ceiba/domain/content/page-file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNextPriceChange } from '../catalog/catalog.store.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  for (const sku of ['TV-1', 'TV-2']) await createProduct(shop.db, { sku, categoryId: 2 });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const create = (body: object) =>
  desk.send('POST', '/v1/admin/content-pages', { body: { title: 'Guía', slug: 'guias/tele', ...body } });
const made = async (body: object): Promise<{ id: string; version: number; state: string; category: string }> => {
  const answer = await create(body);
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data;
};
const change = (id: string, body: object) => desk.send('PATCH', `/v1/admin/content-pages/${id}`, { body });
const fieldsOf = async (body: object) => (await create(body)).json().error?.metadata.fields;

const shown = async (slug: string) => {
  const answer = await shop.call('listCategoryPages', { query: { slug } });
  return answer.ok ? answer.value.data[0] : undefined;
};

const blocks: PageBlock[] = [
  { kind: 'title', title: 'Cómo elegir' },
  { kind: 'text', title: '', text: 'Mide tu sala.\n\nCompara <b>pulgadas</b>.' },
  { kind: 'list', title: 'Qué ver', items: [{ text: 'Resolución' }, { text: 'Puertos' }] },
  { kind: 'picture', url: '/art/hero-sala.svg', label: 'Una sala' },
  { kind: 'products', title: 'Nuestros favoritos', products: [{ sku: 'TV-2' }, { sku: 'TV-1' }] },
  {
    kind: 'banner',
    url: '/art/hero-sala.svg',
    label: 'Una sala',
    title: 'Feria',
    text: '',
    link: '/tv-1',
    linkLabel: 'Ver',
  },
];

test('[PROD-14] a page has typed blocks, and shoppers get them in order, with cards of products on sale', async () => {
  await made({ slug: 'guias/elegir', blocks });
  const page = await shown('guias/elegir');
  expect(page?.blocks.map(({ kind }) => kind)).toEqual(blocks.map(({ kind }) => kind));
  // HTML is returned as text.
  expect(page?.blocks[1]).toEqual(blocks[1]);
  expect(page?.blocks[4]).toMatchObject({ products: [{ sku: 'TV-2' }, { sku: 'TV-1' }] });
  await shop.db.pool.query(`update products set is_published = false where sku = 'TV-2'`);
  expect((await shown('guias/elegir'))?.blocks[4]).toMatchObject({ products: [{ sku: 'TV-1' }] });
  await shop.db.pool.query(`update products set is_published = true where sku = 'TV-2'`);
});

test.each<[unknown, string]>([
  [[{ kind: 'title', title: '' }], 'Bloque 1 (Título): Título: Falta este dato.'],
  [[blocks[0], { kind: 'list', title: '', items: [] }], 'Bloque 2 (Lista): agrega al menos un punto.'],
  [[{ kind: 'text', title: '', text: 'x'.repeat(10_001) }], 'Bloque 1 (Párrafos): Texto: '],
  [[{ kind: 'picture', url: 'https://otra.example/x.png', label: 'x' }], 'Bloque 1 (Foto): Foto: Escribe una foto'],
  [[{ ...blocks[5], link: '//otra.example' }], 'Bloque 1 (Banner): Enlace: Escribe una dirección de la tienda'],
  [[{ ...blocks[5], link: '/no-hay' }], 'Un bloque de banner lleva a una dirección sin página.'],
  [
    [{ kind: 'products', title: 'x', products: [{ sku: 'NADA' }] }],
    'Un bloque de productos tiene un SKU que no existe.',
  ],
  [Array.from({ length: 61 }, () => blocks[0]), 'Una página tiene a lo sumo 60 bloques.'],
])('[PROD-14] wrong blocks are refused with their position: %#', async (wrong, text) => {
  expect(await fieldsOf({ blocks: wrong })).toEqual({ blocks: expect.stringContaining(text) });
});

test('[PROD-14] blocks of HTML, and blocks with parts of another kind, are refused', async () => {
  for (const wrong of [
    { kind: 'html', html: '<b>x</b>' },
    { kind: 'title', title: 'x', html: '<b>x</b>' },
  ])
    expect((await create({ blocks: [wrong] })).statusCode).toBe(400);
});

test.each([
  ['checkout', 'página propia'],
  ['admin/x', 'página propia'],
  ['ayuda/otra', 'página propia'],
  ['Mayúsculas', 'una dirección como'],
  ['a//b', 'una dirección como'],
  ['tv-1', 'Un producto tiene esa dirección.'],
])('[PROD-14] a page at /%s gets an error at its address', async (slug, text) => {
  expect(await fieldsOf({ slug })).toEqual({ slug: expect.stringContaining(text) });
});

test('[PROD-14] a page’s former address redirects to its new address, also after a change back', async () => {
  const target = async (path: string) => {
    const answer = await shop.call('getCurrentAddress', { query: { path } });
    return answer.ok ? answer.value.address : answer.error.code;
  };
  const { id, version } = await made({ slug: 'guias/uno' });
  expect((await create({ slug: 'guias/uno' })).json().error).toMatchObject({
    code: 'IN_USE',
    metadata: { fields: { slug: 'Otra página tiene esa dirección.' } },
  });
  expect((await change(id, { version, slug: 'guias/dos' })).statusCode).toBe(200);
  expect([await target('/guias/uno'), (await shown('guias/dos'))?.title]).toEqual(['/guias/dos', 'Guía']);
  expect((await change(id, { version: version + 1, slug: 'guias/uno' })).statusCode).toBe(200);
  expect([await target('/guias/dos'), await target('/guias/uno')]).toEqual(['/guias/uno', 'NOT_FOUND']);
});

test('[PROD-14] if two people save a page concurrently, the second gets a conflict that names the first', async () => {
  const { id, version } = await made({ slug: 'guias/tres' });
  const answers = [
    await change(id, { version, title: 'Una' }),
    await change(id, { version, blocks: [{ kind: 'title', title: 'Otra' }] }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
  expect(answers[1]?.json().error.metadata.current).toMatchObject({ title: 'Una', blocks: [] });
});

test('[PROD-14] a category’s page has blocks and a fixed address, and a planned page does not change the category', async () => {
  const start = Date.now() + 3_600_000;
  const page = await made({
    slug: 'audio/bocinas',
    title: 'Bocinas de feria',
    blocks,
    startsAt: new Date(start).toISOString(),
  });
  expect(page).toMatchObject({ category: 'Bocinas', state: 'planned' });
  expect(await shown('audio/bocinas')).toMatchObject({ title: 'Bocinas', categoryId: 2, blocks: [] });
  expect(await findNextPriceChange(shop.db.read, new Date())).toEqual(new Date(start));
  shop.setNow(new Date(start));
  expect(await shown('audio/bocinas')).toMatchObject({
    title: 'Bocinas de feria',
    categoryId: 2,
    blocks: [{}, {}, {}, {}, {}, {}],
  });
  shop.setNow(undefined);
  const moved = await change(page.id, { version: page.version, slug: 'guias/bocinas' });
  expect(moved.json().error.metadata.fields).toEqual({ slug: expect.stringContaining('se cambia en la categoría') });
});

test('[PROD-14] published pages are in the sitemap, but drafts and planned pages have no address', async () => {
  const paths = async () => (await shop.inject({ method: 'GET', url: '/sitemaps/categorias.xml' })).payload;
  const day = 86_400_000;
  await made({ slug: 'guias/ya', endsAt: new Date(Date.now() + day).toISOString() });
  await made({ slug: 'guias/borrador', isPublished: false });
  await made({ slug: 'guias/luego', startsAt: new Date(Date.now() + day).toISOString() });
  await made({ slug: 'guias/antes', endsAt: new Date(Date.now() - day).toISOString() });
  const found = await Promise.all(['ya', 'borrador', 'luego', 'antes'].map((name) => shown(`guias/${name}`)));
  expect(found.map((page) => page?.title)).toEqual(['Guía', undefined, undefined, undefined]);
  const sitemap = await paths();
  expect(['ya', 'borrador', 'luego', 'antes'].filter((name) => sitemap.includes(`/guias/${name}<`))).toEqual(['ya']);
});

test('[PROD-14] help pages are not listed, and people without the permission read no pages', async () => {
  const { data } = (await desk.send('GET', '/v1/admin/content-pages?q=ayuda')).json();
  expect(data).toEqual([]);
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await warehouse.send('GET', '/v1/admin/content-pages')).statusCode).toBe(403);
});
