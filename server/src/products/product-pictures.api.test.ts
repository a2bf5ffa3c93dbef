import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let clerk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  clerk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const create = async (): Promise<DeskProduct> => {
  const body = { title: 'Bocina', brand: 'Volcán', category: 'audio/bocinas', regularPrice: 100 };
  return done(await clerk.call('createProduct', { body })).data;
};

let colour = 0;
/** Returns a picture of one colour that no other picture has. */
const picture = (format: 'jpeg' | 'png' | 'webp' | 'avif', width = 640, height = width): Promise<Buffer> => {
  colour += 7;
  const background = { r: colour % 256, g: (colour * 3) % 256, b: (colour * 5) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    [format]()
    .toBuffer();
};

const send = async (sku: string, bytes: Uint8Array<ArrayBuffer> | Buffer, headers: Record<string, string> = {}) => {
  const form = await formPayload({ pictures: new File([new Uint8Array(bytes)], 'foto.jpg') });
  return shop.inject({
    method: 'POST',
    url: `/v1/admin/products/${sku}/pictures`,
    payload: form.payload,
    headers: { cookie: clerk.cookie, origin: shop.config.publicUrl, ...form.headers, ...headers },
  });
};

const textOf = (answer: { json: () => { error: { code: string; metadata: { fields?: { pictures?: string } } } } }) => {
  const { code, metadata } = answer.json().error;
  return `${code}: ${metadata.fields?.pictures}`;
};

test('JPEG, PNG and WebP are recognized by content and stored in all widths, and other files are refused', async () => {
  const { sku } = await create();
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const answer = await send(sku, await picture(format));
    expect(answer.statusCode, answer.payload).toBe(200);
  }
  const { pictures, picturesVersion, version } = done(await clerk.call('getDeskProduct', { params: { sku } })).data;
  expect(pictures.map(({ label, width }) => [label, width])).toEqual([
    ['Bocina', 640],
    ['Bocina, vista 2', 640],
    ['Bocina, vista 3', 640],
  ]);
  expect([picturesVersion, version]).toEqual([4, 1]);
  for (const { key } of pictures)
    expect(existsSync(join(shop.config.mediaDir, key.slice(0, 2), key, '480.webp'))).toBe(true);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);
  expect(textOf(await send(sku, heic))).toMatch(/PICTURE_INVALID: Es una foto HEIC\. Guárdala como JPG/);
  for (const wrong of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    await picture('avif'),
    Buffer.alloc(0),
  ])
    expect(textOf(await send(sku, wrong))).toMatch(/PICTURE_INVALID: No es una foto JPG, PNG ni WebP/);
  const half = (await picture('jpeg', 1200)).subarray(0, 900);
  expect(textOf(await send(sku, half))).toMatch(/PICTURE_INVALID: La foto está dañada/);
  expect((await send('NADA', await picture('png'))).statusCode).toBe(404);
});

test('a picture with a side of 599 pixels is refused, and one with 600 is accepted', async () => {
  const { sku } = await create();
  for (const [width, height] of [
    [599, 599],
    [1200, 599],
  ] as const)
    expect(textOf(await send(sku, await picture('png', width, height)))).toMatch(/Mide menos de 600 píxeles de lado/);
  expect((await send(sku, await picture('png', 600))).statusCode).toBe(200);
});

test('a picture that unpacks to over a hundred million pixels is refused with little time and memory', async () => {
  const { sku } = await create();
  const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(15_000_000);
  expect(textOf(await send(sku, bomb))).toMatch(/PICTURE_INVALID: La foto está dañada o es demasiado grande/);
});

test('concurrent pictures are all stored, and the same file, or a repeated click, adds one picture', async () => {
  const { sku } = await create();
  const files = await Promise.all([picture('png'), picture('png'), picture('png')]);
  const sent = await Promise.all(files.map(async (bytes) => ({ bytes, answer: await send(sku, bytes) })));
  for (const { bytes, answer } of sent) {
    // On a busy machine, the server may ask for the file once more.
    const last = answer.statusCode === 503 ? await send(sku, bytes) : answer;
    expect(last.statusCode, last.payload).toBe(200);
  }
  const [first = Buffer.alloc(0)] = files;
  expect(textOf(await send(sku, first))).toBe('IN_USE: El producto ya tiene esa foto.');
  const key = { 'idempotency-key': randomUUID() };
  const twice = await picture('webp');
  const [one, two] = [await send(sku, twice, key), await send(sku, twice, key)];
  expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
  expect(two.json()).toEqual(one.json());
  expect(two.json().data.pictures).toHaveLength(4);
});

test('[DEC-172] a key that was sent with one picture is refused with another picture', async () => {
  const { sku } = await create();
  const key = { 'idempotency-key': randomUUID() };
  expect((await send(sku, await picture('png'), key)).statusCode).toBe(200);
  const other = await send(sku, await picture('png'), key);
  expect(other.json().error.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('order and texts are saved, omitted pictures are removed, and an outdated list is a conflict', async () => {
  const { sku } = await create();
  for (const _ of [1, 2, 3]) await send(sku, await picture('png'));
  const before = done(await clerk.call('getDeskProduct', { params: { sku } })).data;
  const [a, b, c] = before.pictures.map(({ key }) => key);
  const url = `/v1/admin/products/${sku}/pictures`;
  const list = (version: number, ...keys: (string | undefined)[]) => ({
    version,
    pictures: keys.map((key) => ({ key, label: `Foto ${key?.slice(0, 3)}` })),
  });
  const saved = await clerk.send('PATCH', url, { body: list(before.picturesVersion, c, a) });
  expect(saved.json().data.pictures.map(({ key, label }: { key: string; label: string }) => [key, label])).toEqual([
    [c, `Foto ${c?.slice(0, 3)}`],
    [a, `Foto ${a?.slice(0, 3)}`],
  ]);
  const stale = await clerk.send('PATCH', url, { body: list(before.picturesVersion, a) });
  expect(stale.json().error.code).toBe('VERSION_CONFLICT');
  const gone = await clerk.send('PATCH', url, { body: list(before.picturesVersion + 1, a, b) });
  expect(gone.json().error.code).toBe('VERSION_CONFLICT');
  const twice = await clerk.send('PATCH', url, { body: list(before.picturesVersion + 1, a, a) });
  expect(twice.json().error.code).toBe('VERSION_CONFLICT');
  const blank = await clerk.send('PATCH', url, {
    body: { version: before.picturesVersion + 1, pictures: [{ key: a, label: ' ' }] },
  });
  expect(blank.statusCode).toBe(400);
});

test('the last picture of a product on sale cannot be removed', async () => {
  const { sku } = await create();
  await send(sku, await picture('png'));
  const { version, picturesVersion } = done(await clerk.call('getDeskProduct', { params: { sku } })).data;
  done(await clerk.call('publishProduct', { params: { sku }, body: { version } }));
  const refused = await clerk.send('PATCH', `/v1/admin/products/${sku}/pictures`, {
    body: { version: picturesVersion, pictures: [] },
  });
  expect(textOf(refused)).toBe('PRODUCT_NOT_READY: Agrega al menos una foto.');
});
