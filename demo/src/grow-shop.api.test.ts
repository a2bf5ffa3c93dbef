import { checkInvariants, nightlyReach } from '@ceiba/server/invariants/check-invariants';
import { withIndexesAside } from '@ceiba/server/loading/bulk-load.store';
import { countProducts } from '@ceiba/server/loading/loading.store';
import type { Database } from '@ceiba/server/platform/db/database';
import { openDatabase } from '@ceiba/server/platform/db/open-database';
import { cloneDatabase } from '@ceiba/server/testing/test-shop';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { growCatalogue } from './grow-catalogue.ts';
import { takeNumbers } from './grow-orders.store.ts';
import { growOrders } from './grow-orders.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { emptyBooks } from './testing/stand-ins.ts';

const now = new Date('2026-11-24T16:00:00Z');

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  db = openDatabase({ url: database.url });
  await loadDemoShop({ db, now });
});
afterAll(async () => {
  await db.close();
  await drop();
});

const one = async (sql: string): Promise<Record<string, unknown>> => (await db.pool.query(sql)).rows[0];

const bare = (): Promise<unknown> =>
  one(`select (select count(*) from products p where p.is_published and not exists (select from product_images i where i.product_id = p.id)) as pictures,
    (select count(*) from products p where p.is_listed and p.is_published and not exists (select from product_search s where s.product_id = p.id)) as found,
    (select count(*) from (select product_id, sum(quantity) as quantity from stock_levels group by 1) l
       full join stock_totals t using (product_id) where l.quantity is distinct from t.salable) as totals,
    (select count(*) from (select product_id, store_code, sum(delta) as quantity from stock_movements group by 1, 2) m
       full join stock_levels l using (product_id, store_code) where coalesce(m.quantity, 0) <> l.quantity) as levels`);

/** Returns active indexes, foreign keys and triggers. */
const definitions = async (): Promise<unknown[]> =>
  (
    await db.pool.query(
      `select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype = 'f'
       union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
    )
  ).rows;

const sound = { pictures: 0, found: 0, totals: 0, levels: 0 };

test('a large shop has copies with different names, addresses and stock, and a second run continues', async () => {
  const before = await definitions();
  const count = await countProducts(db.write);
  const grow = (products: number) => growCatalogue({ db, now, products });
  expect(await grow(count + 700)).toBeGreaterThanOrEqual(700);
  expect(await grow(count + 1_100)).toBe(400);
  expect(await grow(count + 1_100)).toBe(0);
  expect(
    await one(`select count(*) as products, count(distinct slug) as addresses, max(length(slug)) <= 80 as short,
        count(distinct title) as titles, bool_and(title !~ '\x01' and description !~ '\x01') as whole
      from (select * from products order by id desc limit 1000) p`),
  ).toEqual({ products: 1_000, addresses: 1_000, short: true, titles: 1_000, whole: true });
  expect(await bare()).toEqual(sound);
  expect(await definitions()).toEqual(before);
});

test('search rows of copies that are made in parallel equal the rows that the database makes', async () => {
  const search = async () =>
    (
      await db.pool.query(
        'select product_id, words::text, record, sold, price, discount from product_search order by 1',
      )
    ).rows;
  const rowsOfCopies = await search();
  await db.pool.query('select refresh_product_search(null)');
  expect(await search()).toEqual(rowsOfCopies);
});

test('the next run completes a run that was killed before its search step, and adds nothing', async () => {
  await db.pool.query(`update settings set value = value || '{"isSearchable": false}' where name = 'demo.grown'`);
  await db.pool.query('delete from product_search where product_id in (select max(id) from products)');
  await db.pool.query('create table product_search_made (left_behind integer)');
  expect(await growCatalogue({ db, now, products: await countProducts(db.write) })).toBe(0);
  expect(await bare()).toEqual(sound);
});

test('generated orders have the same rows as real orders, and existing rows do not change', async () => {
  const levels = async () => (await db.pool.query('select * from stock_levels order by 1, 2')).rows;
  const findings = () => checkInvariants(db, emptyBooks, now, nightlyReach(now));
  const before = { levels: await levels(), definitions: await definitions(), findings: await findings() };
  expect(await growOrders({ db, now, orders: 300 })).toBe(300);
  expect(await growOrders({ db, now, orders: 400 })).toBe(100);
  expect(await growOrders({ db, now, orders: 400 })).toBe(0);
  expect({ levels: await levels(), definitions: await definitions(), findings: await findings() }).toEqual(before);
  const [first, last] = (
    await db.pool.query<{ status: string; lines: number; mails: number }>(
      `select o.status, (select count(*) from order_lines where order_id = o.id) as lines,
         (select count(*) from mails where dedupe_key = 'order-confirmation:' || o.id) as mails
       from orders o where o.email like 'persona%' and o.number in (
         select min(number) from orders where email like 'persona%' union select max(number) from orders) order by o.number`,
    )
  ).rows;
  expect([first, last]).toEqual([
    { status: 'delivered', lines: 2, mails: 0 },
    { status: 'processing', lines: 2, mails: 1 },
  ]);
});

test('[OFF-15] generated orders are in the desk’s lists, with shipments, holds and returns', async () => {
  const found = await one(
    `select (select count(*) from orders o where o.number is not null and not exists (select from order_rows r where r.number = o.number)) as missing,
       (select count(distinct s.state) from shipments s join orders o on o.id = s.order_id where o.email like 'persona%') as states,
       (select count(*) from order_rows r where r.terms @@ '''f:held'''::tsquery and r.placed_at > now() - interval '10 years') as held,
       (select count(*) from returns r join orders o on o.id = r.order_id where o.email like 'persona%') as returns,
       (select count(*) from mails where sent_at is null and recipient like 'persona%') as unsent`,
  );
  expect(found).toMatchObject({ missing: 0, unsent: 0 });
  expect(Number(found.states)).toBeGreaterThanOrEqual(4);
  expect(Number(found.held)).toBeGreaterThan(0);
  expect(Number(found.returns)).toBeGreaterThan(0);
});

test('rows that violate a foreign key are not loaded, and the indexes stay', async () => {
  const before = await definitions();
  const load = db.transaction((tx) =>
    withIndexesAside(tx, ['product_images'], async () => {
      await tx.run({
        text: `insert into product_images (product_id, position, media_key, label) select -1, 0, min(key), '' from media`,
        values: [],
      });
    }),
  );
  await expect(load).rejects.toThrow('product_images_product_id_fkey');
  expect(await definitions()).toEqual(before);
});

test('reserved numbers are refused and not used if other orders took some in between', async () => {
  const reserving = db.transaction(async (tx) => {
    // Simulates another caller that takes every second number.
    await tx.run({ text: 'alter sequence order_numbers increment by 2', values: [] });
    await takeNumbers(tx, 5);
  });
  await expect(reserving).rejects.toThrow('another caller took one of 5 order numbers');
  const first = await db.transaction((tx) => takeNumbers(tx, 5));
  expect(await db.transaction((tx) => takeNumbers(tx, 1))).toBe(first + 5);
});
