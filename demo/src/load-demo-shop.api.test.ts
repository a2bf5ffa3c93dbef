import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownText, withShopFacts } from '@ceiba/domain/help/help-facts';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { bareOffers } from '@ceiba/domain/testing/terms';
import { checkInvariants, nightlyReach } from '@ceiba/server/invariants/check-invariants';
import type { Database } from '@ceiba/server/platform/db/database';
import { openDatabase } from '@ceiba/server/platform/db/open-database';
import { cloneDatabase } from '@ceiba/server/testing/test-shop';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewFlashSales } from './flash-sales.store.ts';
import { growCatalogue } from './grow-catalogue.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { planShopPictures } from './shop-pictures.ts';
import { emptyBooks } from './testing/stand-ins.ts';

const now = new Date('2026-11-24T16:00:00Z');
const hour = 3_600_000;
let db: Database;
let mediaDir = '';
let drop: () => Promise<void>;

const load = () => loadDemoShop({ db, now });
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

test('[DEC-161, DEC-09] two simultaneous loads fill an empty database once', async () => {
  const loaded = await Promise.all([load(), load()]);
  expect(loaded.filter((count) => count > 0)).toHaveLength(1);
  expect(Math.max(...loaded)).toBeGreaterThanOrEqual(323);
  expect(await load()).toBe(0);
  expect(await one('select count(*) as products from products where is_published')).toEqual({
    products: Math.max(...loaded),
  });
});

test('[DEC-161] each screen of the desk has work: planned, incomplete, failed and unknown', async () => {
  expect(
    await one(`select (select count(*) from banners where starts_at > '${now.toISOString()}') as planned_banners,
      (select count(*) from products where not is_published and sales_price is null) as not_ready,
      (select count(*) from product_plans) as plans, (select count(*) from unknown_codes) as unknown_codes,
      (select array_agg(state order by state) from runs) as runs,
      (select count(*) from run_rows where outcome = 'failed') as failed_rows,
      (select count(*) from run_rows where outcome is null) as waiting_rows,
      (select count(*) from category_attributes) as attributes, (select count(*) > 10 from search_synonym_groups) as has_synonyms,
      redirect_target('ofertas-2024') as end_of_chain`),
  ).toEqual({
    ...{ planned_banners: 1, not_ready: 1, plans: 1, unknown_codes: 2, runs: ['applying', 'done'] },
    ...{ failed_rows: 2, waiting_rows: 7, attributes: 88, has_synonyms: true, end_of_chain: '/search' },
  });
});

test('[ORD-10] the guard finds nothing in a new demo shop', async () => {
  expect(await checkInvariants(db, emptyBooks, now, nightlyReach(now))).toEqual([]);
});

test('[DEC-164] the demo accounts sign in with their password, and one account is an employee’s', async () => {
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

test('[DEC-164] one account has orders, addresses, cards and a wish list, another has no data', async () => {
  const { rows } = await db.pool.query(
    `select c.email, c.email_confirmed_at is not null as confirmed, c.nit,
       (select array_agg(distinct o.status::text order by o.status::text) from orders o where o.customer_id = c.id) as states,
       (select count(*) from orders o where o.customer_id = c.id) as orders,
       (select count(*) from addresses a where a.customer_id = c.id) as addresses,
       (select count(*) from saved_cards s where s.customer_id = c.id) as cards,
       (select count(*) from wishlist_items i join wishlists w on w.id = i.wishlist_id where w.customer_id = c.id) as wishes
     from customers c order by c.email`,
  );
  const nothing = { states: null, orders: 0, addresses: 0, cards: 0, wishes: 0 };
  expect(rows).toEqual([
    {
      email: 'cliente@ceiba.example',
      confirmed: true,
      nit: '12345679',
      states: ['canceled', 'delivered', 'processing', 'shipped', 'undelivered'],
      orders: 6,
      addresses: 2,
      cards: 3,
      wishes: 3,
    },
    { email: 'empleado@ceiba.example', confirmed: true, nit: '576937K', ...nothing },
    { email: 'nuevo@ceiba.example', confirmed: true, nit: null, ...nothing },
  ]);
  const { rows: profile } = await db.pool.query(
    `select first_name, last_name, phone, dpi, date_of_birth is not null as is_born, gender, billing_name, billing_address
     from customers where email = 'cliente@ceiba.example'`,
  );
  expect(Object.values(profile[0]).every((value) => value !== null && value !== '')).toBe(true);
});

test('the demo desk has thirty guest orders in all states, and an example of each action on them', async () => {
  expect(
    await one(`select count(distinct o.id)::int as orders, count(distinct s.state)::int as states,
        count(distinct o.id) filter (where o.held_at is not null)::int as held
      from orders o join shipments s on s.order_id = o.id where o.customer_id is null`),
  ).toEqual({ orders: 30, states: 9, held: 1 });
  expect(
    await one(`select (select count(*)::int from returns) as returns,
        (select count(*)::int from refunds where state = 'due' and destination = 'till') as refunds,
        (select count(*)::int from till_sessions where closed_at is null and float > 0) as tills,
        (select count(*)::int from manifests m join manifest_parcels p on p.manifest_id = m.id where m.closed_at is null) as manifests`),
  ).toEqual({ returns: 2, refunds: 1, tills: 1, manifests: 1 });
});

test('[DEC-164] the README lists an active and a former advisor', async () => {
  const { rows } = await db.pool.query(
    'select hash, store_code, first_name, ended_at is not null as retired from advisors order by hash',
  );
  expect(rows).toMatchObject([
    { hash: 'asesor-demo', store_code: 'MAX', first_name: 'Andrea', retired: false },
    { hash: 'asesor-retirado', retired: true },
  ]);
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const listed = ['cliente@ceiba.example', 'nuevo@ceiba.example', 'empleado@ceiba.example', 'Ceiba2026demo'];
  for (const text of [...listed, 'asesor-demo', 'asesor-retirado', '4242 4242 4242 4242', '4000 0000 0000 0002'])
    expect(readme, text).toContain(text);
});

test('the demo customer has saved products, one of them sold out', async () => {
  const { rows } = await db.pool.query<{ sku: string; quantity: number }>(
    `select p.sku, i.quantity from wishlist_items i join products p on p.id = i.product_id
       join wishlists w on w.id = i.wishlist_id join customers c on c.id = w.customer_id
     where c.email = 'cliente@ceiba.example' order by i.id`,
  );
  expect(rows).toEqual([
    { sku: 'TV-0017', quantity: 1 },
    { sku: 'FRE-0003', quantity: 2 },
    { sku: 'TV-0016', quantity: 1 },
  ]);
});

test('[WA-02] the demo shop has the code of a shared cart, which the README shows', async () => {
  const { rows } = await db.pool.query(
    `select c.code, p.sku, l.quantity from cart_codes c join cart_code_lines l using (code) join products p on p.id = l.product_id
     order by l.position`,
  );
  expect(rows).toEqual([
    { code: 'K7M4QPXR', sku: 'FRE-0003', quantity: 2 },
    { code: 'K7M4QPXR', sku: 'TV-0016', quantity: 1 },
  ]);
  expect(await readFile(new URL('../../README.md', import.meta.url), 'utf8')).toContain('/c/K7M4-QPXR');
});

test('[DEC-164] the demo customer has a Visa and an Amex that can be charged, and an expired card', async () => {
  const { rows } = await db.pool.query<{ masked: string; over: boolean }>(
    `select s.masked, make_date(s.expiry_year, s.expiry_month, 1) < now() - interval '1 month' as over
     from saved_cards s join customers c on c.id = s.customer_id where c.email = 'cliente@ceiba.example' order by s.id`,
  );
  expect(rows).toEqual([
    { masked: '555555******4444', over: true },
    { masked: '378282*****0005', over: false },
    { masked: '411111******1111', over: false },
  ]);
});

test('[DEC-93] the demo customer has two saved addresses with a default address', async () => {
  await load();
  const { rows } = await db.pool.query<{ email: string; alias: string; is_default: boolean }>(
    'select c.email, a.alias, a.is_default from addresses a join customers c on c.id = a.customer_id order by a.alias',
  );
  expect(rows.map(({ email, alias, is_default }) => [email, alias, is_default])).toEqual([
    ['cliente@ceiba.example', 'Casa', true],
    ['cliente@ceiba.example', 'Oficina', false],
  ]);
});

test('[DEC-81] movements explain every stock level, and totals are correct', async () => {
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

test('[DEC-21] only listed products can be found', async () => {
  expect(
    await one(
      'select count(*) filter (where is_listed and is_published) = (select count(*) from product_search) as all_found from products',
    ),
  ).toEqual({ all_found: true });
  expect(
    await one(
      `select count(*) as found from product_search s join products p on p.id = s.product_id where not p.is_listed`,
    ),
  ).toEqual({ found: 0 });
});

test('every product, category and banner has its pictures', async () => {
  expect(
    await one(
      'select count(*) as bare from products p where p.is_published and not exists (select from product_images i where i.product_id = p.id)',
    ),
  ).toEqual({ bare: 0 });
  expect(await one('select count(*) as bare from categories where picture_key is null')).toEqual({ bare: 0 });
  expect(
    await one(
      `select bool_and(picture_url ~ '^/(media/[0-9a-f]{32}/[0-9]+\\.webp|art/.+)$') as good, count(*) as banners from banners`,
    ),
  ).toEqual({ good: true, banners: 8 });
});

const namedPictures = async (): Promise<unknown[]> =>
  (
    await db.pool.query(
      `select 'product ' || product_id || ' ' || position as place, media_key as picture from product_images
       union all select 'gift ' || id, media_key from free_gifts
       union all select 'category ' || path, picture_key from categories
       union all select 'banner ' || id, picture_url from banners
       union all select 'media', key from media order by 1, 2`,
    )
  ).rows;

/** Simulates an older version with another recipe. All keys differ, a product and a category share one, and titles contain prices. */
const makeOlder = async (): Promise<void> => {
  await db.pool.query(`insert into media (key, width, height) select md5('older' || key), width, height from media`);
  await db.pool.query(`update product_images set media_key = md5('older' || media_key)`);
  await db.pool.query(`update free_gifts set media_key = md5('older' || media_key)`);
  await db.pool.query(`update categories set picture_key = md5('older' || picture_key)`);
  await db.pool.query(`update categories set picture_key = (select media_key from product_images order by 1 limit 1)
    where id = (select min(id) from categories where picture_key is not null)`);
  await db.pool.query(`update banners set picture_url = '/media/' || md5('older' || id) || '/480.webp',
    title = replace(title, '{precio}', 'Q1,149.50') where picture_url like '/media/%'`);
  await db.pool.query(`delete from media m where not exists (select from product_images where media_key = m.key)
    and not exists (select from free_gifts where media_key = m.key)
    and not exists (select from categories where picture_key = m.key)`);
};

test('at a start, rows with pictures of an older version get the current pictures', async () => {
  await db.pool.query(
    `insert into product_images (product_id, position, media_key, label)
     select product_id, 99, media_key, 'Grown from it' from product_images where position = 0 order by 1 limit 1`,
  );
  const before = await namedPictures();
  let plans = 0;
  const start = () =>
    loadDemoShop({
      db,
      now,
      planPictures: (products) => {
        plans += 1;
        return planShopPictures(products);
      },
    });
  await start();
  expect(plans).toBe(0);
  await makeOlder();
  expect(await namedPictures()).not.toEqual(before);
  await Promise.all([start(), start()]);
  expect(plans).toBe(2);
  expect(await namedPictures()).toEqual(before);
  await start();
  expect(plans).toBe(2);
  await db.pool.query('delete from product_images where position = 99');
});

test('[DEC-27] ended demo flash sales run again, and other sales do not change', async () => {
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

test('a shop grows to the requested size, and a later run continues', async () => {
  const grow = (products: number) => growCatalogue({ db, now, products });
  await grow(600);
  const { rows } = await db.pool.query<{ count: number }>('select count(*) as count from products');
  const count = rows[0]?.count ?? 0;
  expect(count).toBeGreaterThanOrEqual(600);
  expect(await grow(count)).toBe(0);
  expect(await grow(count + 50)).toBeGreaterThanOrEqual(50);
  expect(
    await one(
      'select count(*) filter (where is_listed and is_published) = (select count(*) from product_search) as all_found from products',
    ),
  ).toEqual({ all_found: true });
  expect(
    await one(
      'select count(*) as bare from products p where p.is_published and not exists (select from product_images i where i.product_id = p.id)',
    ),
  ).toEqual({ bare: 0 });
});

test('no page or banner of the demo mentions points and cuotas in a shop without them', async () => {
  const terms = { ...defaultShopPolicy, ...bareOffers, mailTexts: {} };
  const { rows: pages } = await db.pool.query('select title, description, blocks from shown_pages');
  const { rows: banners } = await db.pool.query<{ text: string }>('select note || title || text as text from banners');
  const shown = [
    ...pages.map((page) => withShopFacts(page, terms)),
    ...banners.map(({ text }) => shownText(text, terms)),
  ];
  const named = JSON.stringify(shown).match(/[^"]*\b(?:puntos?|cuotas?)\b[^"]*/gi) ?? [];
  // The shop hides the help page about points completely.
  const ofPointsPage = JSON.stringify(
    pages.filter(({ title }) => title === 'Puntos').map((page) => withShopFacts(page, terms)),
  );
  expect(named.filter((text) => !ofPointsPage.includes(text))).toEqual([]);
});
