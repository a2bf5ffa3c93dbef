import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@ceiba/server/platform/database';
import { cloneDatabase } from '@ceiba/server/testing/test-shop';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewFlashSales } from './flash-sales.ts';
import { growCatalogue } from './grow-catalogue.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { planShopPictures } from './testing/plan-shop-pictures.ts';

const now = new Date('2026-11-24T16:00:00Z');
const hour = 3_600_000;
let db: Database;
let mediaDir = '';
let drop: () => Promise<void>;

const load = () => loadDemoShop({ db, mediaDir, now, storePictures: planShopPictures });
const one = async (sql: string): Promise<Record<string, unknown>> => (await db.pool.query(sql)).rows[0];

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  db = openDatabase({ url: database.url });
  mediaDir = await mkdtemp(join(tmpdir(), 'ceiba-demo-'));
});
afterAll(async () => {
  await db.close();
  await drop();
  await rm(mediaDir, { recursive: true, force: true });
});

test('[DEC-161] two loads at once fill an empty database once', async () => {
  const loaded = await Promise.all([load(), load()]);
  expect(loaded.filter((count) => count > 0)).toHaveLength(1);
  expect(Math.max(...loaded)).toBeGreaterThanOrEqual(323);
  expect(await load()).toBe(0);
  expect(await one('select count(*) as products from products')).toEqual({ products: Math.max(...loaded) });
});

test('[DEC-164] the demo accounts sign in with their password; the employee is one', async () => {
  const { rows } = await db.pool.query<{ email: string; password_hash: string; is_employee: boolean }>(
    'select email, password_hash, is_employee(id) from customers order by email',
  );
  expect(rows.map(({ email, is_employee }) => [email, is_employee])).toEqual([
    ['cliente@ceiba.example', false],
    ['empleado@ceiba.example', true],
    ['nuevo@ceiba.example', false],
  ]);
  for (const { password_hash } of rows) expect(await verify(password_hash, 'Ceiba2026demo')).toBe(true);
});

test('[DEC-81] every level of stock is explained by its movements, and totals are right', async () => {
  expect(
    await one(`select count(*) as wrong from stock_levels l
      where l.quantity <> (select coalesce(sum(m.delta), 0) from stock_movements m where m.product_id = l.product_id and m.store_code = l.store_code)`),
  ).toEqual({ wrong: 0 });
  expect(
    await one(`select count(*) as wrong from stock_totals t
      where t.salable <> (select sum(quantity) from stock_levels l where l.product_id = t.product_id)`),
  ).toEqual({ wrong: 0 });
  expect(
    await one(`select salable from stock_totals t join products p on p.id = t.product_id where p.sku = 'TV-0016'`),
  ).toEqual({ salable: 0 });
});

test('[DEC-21] listed products can be found, the others not', async () => {
  expect(
    await one(
      'select count(*) filter (where is_listed) = (select count(*) from product_search) as all_found from products',
    ),
  ).toEqual({ all_found: true });
  expect(
    await one(
      `select count(*) as found from product_search s join products p on p.id = s.product_id where not p.is_listed`,
    ),
  ).toEqual({ found: 0 });
});

test('every product and category has its pictures, banners too', async () => {
  expect(
    await one(
      'select count(*) as bare from products p where not exists (select from product_images i where i.product_id = p.id)',
    ),
  ).toEqual({ bare: 0 });
  expect(await one('select count(*) as bare from categories where picture_key is null')).toEqual({ bare: 0 });
  expect(
    await one(
      `select bool_and(picture_url ~ '^/(media/[0-9a-f]{32}/[0-9]+\\.webp|art/.+)$') as good, count(*) as banners from banners`,
    ),
  ).toEqual({ good: true, banners: 7 });
});

test('[DEC-27] flash sales that have ended run again; those that run and those of others stay', async () => {
  await db.pool.query(
    `insert into flash_sales (product_id, price, starts_at, ends_at)
    select id, 100, $1::timestamptz - interval '3 hours', $1::timestamptz - interval '2 hours' from products where sku = 'TV-0002'`,
    [now],
  );
  const ends = async () => (await db.pool.query('select id, starts_at, ends_at from flash_sales order by id')).rows;
  const before = await ends();
  expect(await db.transaction((tx) => renewFlashSales(tx, now))).toBe(0);
  const later = new Date(now.getTime() + 50 * hour);
  expect(await db.transaction((tx) => renewFlashSales(tx, later))).toBe(before.length - 1);
  const after = await ends();
  expect(after.at(-1)).toEqual(before.at(-1));
  for (const { starts_at, ends_at } of after.slice(0, -1)) {
    const ahead = (ends_at.getTime() - later.getTime()) / hour;
    expect(ahead).toBeGreaterThanOrEqual(3);
    expect(ahead).toBeLessThanOrEqual(20);
    expect(starts_at.getTime()).toBeLessThan(later.getTime());
  }
});

test('a shop grows to the wanted size and goes on from there', async () => {
  const grow = (products: number) => growCatalogue({ db, now, products });
  await grow(600);
  const { rows } = await db.pool.query<{ count: number }>('select count(*) as count from products');
  const count = rows[0]?.count ?? 0;
  expect(count).toBeGreaterThanOrEqual(600);
  expect(await grow(count)).toBe(0);
  expect(await grow(count + 50)).toBeGreaterThanOrEqual(50);
  expect(
    await one(
      'select count(*) filter (where is_listed) = (select count(*) from product_search) as all_found from products',
    ),
  ).toEqual({ all_found: true });
  expect(
    await one(
      'select count(*) as bare from products p where not exists (select from product_images i where i.product_id = p.id)',
    ),
  ).toEqual({ bare: 0 });
});
