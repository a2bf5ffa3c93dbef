import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BannerCut } from '@ceiba/contract/desk/banners';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNextPriceChange } from '../catalog/catalog.store.ts';
import { formPayload } from '../testing/form-payload.ts';
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
  await createProduct(shop.db, { sku: 'TV-1', title: 'Televisor' });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const words = {
  place: 'hero',
  picture: '/art/hero-sala.svg',
  alt: 'Una sala',
  title: 'Feria',
  link: '/tv-1',
  linkLabel: 'Ver',
  tone: 'dark',
};

const create = (body: object = {}) => desk.send('POST', '/v1/admin/banners', { body: { ...words, ...body } });
const made = async (body: object = {}): Promise<{ id: string; version: number; position: number; state: string }> => {
  const answer = await create(body);
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data;
};
const fieldsOf = async (body: object) => (await create(body)).json().error?.metadata.fields;

const send = async (cut: BannerCut, bytes: Uint8Array<ArrayBuffer> | Buffer, headers: Record<string, string> = {}) => {
  const form = await formPayload({ cut, pictures: new File([new Uint8Array(bytes)], 'foto.jpg') });
  return shop.inject({
    method: 'POST',
    url: '/v1/admin/banner-pictures',
    payload: form.payload,
    headers: { cookie: desk.cookie, origin: shop.config.publicUrl, ...form.headers, ...headers },
  });
};
const draw = (width: number, height: number, background = '#123456') =>
  sharp({ create: { width, height, channels: 3, background } });

const shownTitles = async (): Promise<string[]> => {
  const answer = await shop.call('getHome', {});
  return answer.ok ? answer.value.banners.map(({ title }) => title) : [];
};

test('[PROD-15] a picture’s format is detected by its content, and its widths are those of its cut', async () => {
  const urls: Partial<Record<BannerCut, string>> = {};
  for (const [cut, width, height, format, file] of [
    ['wide', 1600, 640, 'jpeg', '1600.webp'],
    ['phone', 960, 616, 'webp', '960.avif'],
    ['square', 600, 600, 'png', '480.webp'],
  ] as const) {
    const answer = await send(cut, await draw(width, height)[format]().toBuffer());
    expect(answer.statusCode, answer.payload).toBe(200);
    const { url } = answer.json().data;
    urls[cut] = url;
    const key = url.split('/')[2];
    expect(existsSync(join(shop.config.mediaDir, key.slice(0, 2), key, file))).toBe(true);
  }
  const textOf = async (bytes: Buffer) => (await send('wide', bytes)).json().error.metadata.fields.pictures;
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);
  expect(await textOf(heic)).toMatch(/^Es una foto HEIC\. Guárdala como JPG/);
  expect(await textOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatch(/^No es una foto JPG/);
  expect(await textOf(await draw(960, 399).png().toBuffer())).toMatch(/^Mide menos de 400 píxeles/);
  const bomb = await draw(16_000, 16_000, '#fff').png({ compressionLevel: 9 }).toBuffer();
  expect(await textOf(bomb)).toMatch(/demasiado grande/);
  // A banner can only show a stored picture of its place.
  const banner = await made({ picture: urls.wide, phonePicture: urls.phone });
  const home = await shop.call('getHome', {});
  expect(home).toMatchObject({
    ok: true,
    value: { banners: [{ image: urls.wide, phoneImage: urls.phone, alt: 'Una sala' }] },
  });
  expect(await fieldsOf({ picture: urls.square })).toEqual({ picture: expect.stringContaining('Sube la foto') });
  expect(await fieldsOf({ place: 'promo', picture: urls.wide })).toEqual({ picture: expect.any(String) });
  expect(await fieldsOf({ picture: `/media/${'0'.repeat(32)}/1600.webp` })).toEqual({ picture: expect.any(String) });
  expect((await create({ place: 'promo', picture: urls.square })).statusCode).toBe(201);
  await shop.db.pool.query('delete from banners');
  expect(banner.position).toBe(1);
});

test('[PROD-15] a picture sent twice with one key is stored once, and people without permission are refused', async () => {
  const bytes = await draw(1600, 640, '#654321').png().toBuffer();
  const headers = { 'idempotency-key': 'foto-1' };
  const [one, other] = [await send('wide', bytes, headers), await send('wide', bytes, headers)];
  expect(other.json()).toEqual(one.json());
  const packer = await openDesk(shop, 'warehouse');
  expect((await send('wide', bytes, { cookie: packer.cookie })).statusCode).toBe(403);
  expect((await packer.send('POST', '/v1/admin/banners', { body: words })).statusCode).toBe(403);
});

test.each([
  ['/no-hay', 'No hay ninguna página en esa dirección.'],
  ['/audio/no-hay', 'No hay ninguna página en esa dirección.'],
  ['/tiendas/no-hay', 'No hay ninguna página en esa dirección.'],
  ['https://otra.example', expect.stringContaining('una dirección de la tienda')],
  ['//otra.example', expect.stringContaining('una dirección de la tienda')],
])('[PROD-15] a banner with a link to %s is refused at its link', async (link, text) => {
  expect(await fieldsOf({ link })).toEqual({ link: text });
});

test('[PROD-15] a banner can link to products, categories, searches, own and content pages, and redirected addresses', async () => {
  await shop.db.pool.query(`insert into category_pages (slug, title) values ('guias/tele', 'Guía')`);
  await shop.db.pool.query(
    `insert into redirects (from_path, to_path) values ('/feria', '/tv-1'), ('/nada', '/tampoco')`,
  );
  for (const link of ['/', '/tv-1?de=inicio', '/audio', '/search?q=tele', '/tiendas', '/guias/tele', '/feria'])
    expect((await create({ link })).statusCode, link).toBe(201);
  expect(await fieldsOf({ link: '/nada' })).toEqual({ link: expect.any(String) });
  await shop.db.pool.query(`update products set is_published = false where sku = 'TV-1'`);
  expect(await fieldsOf({ link: '/tv-1' })).toEqual({ link: expect.any(String) });
  await shop.db.pool.query(`update products set is_published = true where sku = 'TV-1'`);
  await shop.db.pool.query('delete from banners');
});

test('[PROD-15] a banner needs words about its picture, and must end after it starts', async () => {
  expect(await fieldsOf({ alt: '' })).toEqual({ alt: 'Falta este dato.' });
  const dates = { startsAt: '2030-01-02T06:00:00Z', endsAt: '2030-01-01T06:00:00Z' };
  expect(await fieldsOf(dates)).toEqual({ endsAt: 'Debe terminar después de empezar.' });
});

test('[PROD-15] a planned banner appears and disappears at its minute, and pages are not cached longer', async () => {
  const [start, end] = [Date.now() + 3_600_000, Date.now() + 7_200_000];
  const iso = (ms: number) => new Date(ms).toISOString();
  const banner = await made({ title: 'Planeado', startsAt: iso(start), endsAt: iso(end) });
  await made({ title: 'Siempre' });
  expect(banner.state).toBe('planned');
  const at = (ms: number) => {
    shop.setNow(new Date(ms));
    return shownTitles();
  };
  try {
    expect(await at(start - 1)).toEqual(['Siempre']);
    expect(await at(start)).toEqual(['Planeado', 'Siempre']);
    expect(await at(end - 1)).toEqual(['Planeado', 'Siempre']);
    expect(await at(end)).toEqual(['Siempre']);
  } finally {
    shop.setNow(undefined);
  }
  const next = (ms: number) => findNextPriceChange(shop.db.read, new Date(ms));
  expect([await next(start - 1), await next(start), await next(end)]).toEqual([new Date(start), new Date(end), null]);
  await shop.db.pool.query('delete from banners');
});

const order = (before: readonly string[], banners: readonly string[], place = 'hero') =>
  desk.send('POST', '/v1/admin/banner-order', { body: { place, before, banners } });

test('[PROD-15] banners are ordered within their place, and a change of an outdated order is a conflict', async () => {
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C']) ids.push((await made({ title })).id);
  await made({ place: 'promo', title: 'Otra', picture: '/art/hero-sala.svg' });
  const [a = '', b = '', c = ''] = ids;
  const moved = await order([a, b, c], [c, a, b]);
  expect(moved.statusCode, moved.payload).toBe(200);
  expect(await shownTitles()).toEqual(['C', 'A', 'B', 'Otra']);
  const stale = await order([a, b, c], [b, a, c]);
  expect([stale.statusCode, stale.json().error.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect((await order([c, a, b], [c, a])).statusCode).toBe(409);
  expect((await order([c, a, b], [c, a, a])).statusCode).toBe(409);
  // The order of banners does not change their versions, so that no open form becomes outdated.
  expect((await desk.send('GET', `/v1/admin/banners/${c}`)).json().data).toMatchObject({ position: 1, version: 1 });
  const history = (await desk.send('GET', `/v1/admin/audit/of/banners/${c}`)).json().data;
  expect(history[0]).toMatchObject({ operation: 'orderBanners', before: { position: 3 }, after: { position: 1 } });
});

test('[PROD-15] if two people sort one place at the same time, one is refused, and two new banners come last', async () => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `select id::text as id from banners where place = 'hero' order by position`,
  );
  const before = rows.map(({ id }) => id);
  const [first = '', second = '', third = ''] = before;
  const answers = await Promise.all([order(before, [third, second, first]), order(before, [second, first, third])]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const added = await Promise.all([made({ title: 'D' }), made({ title: 'E' })]);
  expect(added.map(({ position }) => position).sort()).toEqual([4, 5]);
});
