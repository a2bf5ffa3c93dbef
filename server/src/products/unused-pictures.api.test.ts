import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { folderMediaStore, mediaFolderPath } from '../media/media-store.ts';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-unused-'));
  shop = await openTestShop({ MEDIA_DIR: folder });
  await createShopBasics(shop.db);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
  await shop.db.pool.query(
    `delete from order_lines; delete from category_pages where slug = 'feria'; delete from product_images; delete from banners; update categories set picture_key = null; delete from free_gifts;
     delete from media; delete from removed_pictures; delete from products`,
  );
});

const dayMs = 86_400_000;
const keyOf = (digit: string): string => digit.repeat(32);

/** A stored picture whose files no upload has found for hours. */
const store = async (digit: string): Promise<string> => {
  const key = keyOf(digit);
  const path = mediaFolderPath(folder, key);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, '480.webp'), 'x');
  const old = new Date(Date.now() - 10 * dayMs);
  await utimes(path, old, old);
  await shop.db.pool.query('insert into media (key, width, height) values ($1, 800, 800) on conflict do nothing', [
    key,
  ]);
  return key;
};

/** Runs the job as if this number of days had passed. */
const run = async (days: number): Promise<void> => {
  const task = tasksOf(openServices(shop)).find(({ name }) => name === 'remove-unused-pictures');
  if (task === undefined) throw new Error('no task');
  await task.run({}, { now: new Date(Date.now() + days * dayMs), log: shop.log });
};

const rows = async (): Promise<string> =>
  (await shop.db.pool.query<{ key: string }>('select key from media order by key')).rows
    .map(({ key }) => key[0])
    .join('');

const files = async (): Promise<string> => {
  const folders = (await readdir(folder)).toSorted();
  const found = await Promise.all(folders.map((name) => readdir(join(folder, name))));
  return found
    .flat()
    .map((name) => name[0])
    .join('');
};

test('[PROD-06] an unused picture is removed after 30 days, with row and files, and not before', async () => {
  await store('1');
  await run(0);
  await run(29.9);
  expect([await rows(), await files()]).toEqual(['1', '1']);
  await run(30.1);
  expect([await rows(), await files()]).toEqual(['', '']);
  await run(31);
  expect((await shop.db.pool.query('select * from removed_pictures')).rows).toEqual([]);
});

test('[PROD-06] pictures of products, drafts, categories, gifts, banners, pages and orders stay', async () => {
  const keys = await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(store));
  const [draft, category, gift, banner, page, ordered, orderedGift, phoneBanner] = keys;
  const id = await createProduct(shop.db, { sku: 'DRAFT', isPublished: false });
  const sql = (text: string, ...values: unknown[]) => shop.db.pool.query(text, values);
  await sql(
    `insert into product_images (product_id, position, media_key, label) values ($1, 0, $2, 'Foto')`,
    id,
    draft,
  );
  await sql(`update categories set picture_key = $1 where id = 1`, category);
  await sql(
    `insert into banners (place, position, title, link, link_label, picture_url, phone_picture_url)
     values ('hero', 1, 'Feria', '/', 'Ver', '/media/' || $1 || '/960.webp', '/media/' || $2 || '/480.webp')`,
    banner,
    phoneBanner,
  );
  await sql(
    `insert into category_pages (slug, title, blocks)
     values ('feria', 'Feria', json_build_array(json_build_object('image', '/media/' || $1::text || '/480.webp'))::jsonb)`,
    page,
  );
  await sql(`insert into free_gifts (product_id, title, media_key) values ($1, 'Regalo', $2)`, id, gift);
  // Lines without an order, because only their pictures matter here.
  await sql(
    `begin; set local session_replication_role = replica;
     insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price, free_gifts)
     values (gen_random_uuid(), 1, ${id}, 'DRAFT', 'x', 'x', '/media/${ordered}/120.webp', 1, 1, 1, 1,
       '[{"image": "/media/${orderedGift}/120.webp"}]');
     commit`,
  );
  await run(0);
  await run(31);
  expect([await rows(), await files()]).toEqual(['12345678', '12345678']);
});

test('[PROD-06] the 30 days start again when a picture is used or uploaded again', async () => {
  const [used, uploaded] = [await store('1'), await store('2')];
  await store('3');
  await run(0);
  const id = await createProduct(shop.db, { sku: 'AGAIN' });
  const add = `insert into product_images (product_id, position, media_key, label) values ($1, 0, $2, 'Foto')`;
  await shop.db.pool.query(add, [id, used]);
  await shop.db.pool.query(
    'insert into media (key, width, height) values ($1, 800, 800) on conflict (key) do nothing',
    [uploaded],
  );
  await run(31);
  expect(await rows()).toBe('12');
  await shop.db.pool.query('delete from product_images');
  await run(50);
  await run(62);
  expect(await rows()).toBe('1');
  await run(81);
  expect(await rows()).toBe('');
});

test('[PROD-06] files that an upload found stay, and the next run finishes an interrupted one', async () => {
  const [found, left] = [await store('1'), await store('2')];
  await shop.db.pool.query('delete from media');
  await shop.db.pool.query(`insert into removed_pictures select key, now() from unnest($1::text[]) key`, [
    [found, left],
  ]);
  expect(await folderMediaStore(folder).hasPicture(found)).toBe(true);
  await run(0);
  expect(await files()).toBe('1');
  await shop.db.pool.query('insert into media (key, width, height) values ($1, 800, 800)', [found]);
  await run(1);
  expect([await files(), (await shop.db.pool.query('select * from removed_pictures')).rows]).toEqual(['1', []]);
});

test('[PROD-06] a picture is removed only after a check of every column that may contain it', async () => {
  const { rows: columns } = await shop.db.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name
     from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
     where table_schema = 'public' and column_name ~ '(picture_url|picture_key|media_key|blocks|image)$|^standard$' order by 1`,
  );
  // A new column must be added to `used_pictures`, and then to this list.
  expect(columns.map(({ name }) => name)).toEqual([
    'banners.phone_picture_url',
    'banners.picture_url',
    'categories.picture_key',
    'category_pages.blocks',
    'category_pages.standard',
    'free_gifts.media_key',
    'order_lines.picture_url',
    'product_images.media_key',
  ]);
});
