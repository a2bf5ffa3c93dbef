import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxAccount } from '../payments/http-gateway.ts';
import { done, openCart } from '../testing/cart-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

const home = async () => {
  const answer = await shop.call('getHome', {});
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

test('[DEC-20, DEC-61, CAT-05] home rows come in order, and a row without products is left out', async () => {
  await createProduct(shop.db, { sku: 'H-1' });
  const onSale = await createProduct(shop.db, { sku: 'H-2' });
  expect((await home()).rows.map(({ title }) => title)).toEqual(['Más vendidos', 'Novedades']);
  await shop.db.pool.query(
    "insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, now() - interval '1 hour', now() + interval '1 hour')",
    [onSale],
  );
  await createProduct(shop.db, { sku: 'H-3' });
  await shop.db.pool.query("update products set is_presale = true where sku = 'H-3'");
  await createProduct(shop.db, { sku: 'H-4' });
  await shop.db.pool.query("update products set is_listed = false where sku = 'H-4'");
  const { rows } = await home();
  expect(rows.map(({ title }) => title)).toEqual(['Ofertas relámpago', 'Más vendidos', 'Novedades', 'Preventa']);
  expect(rows.map(({ name }) => name)).toEqual(['flash', 'best', 'new', 'presale']);
  expect(rows[0]?.products.map(({ sku }) => sku)).toEqual(['H-2']);
  expect(rows[3]?.products.map(({ sku }) => sku)).toEqual(['H-3']);
  expect(rows.flatMap(({ products }) => products).some(({ sku }) => sku === 'H-4')).toBe(false);
  expect(shop.lastStatements()).toHaveLength(2);
});

test('a row of the home page has at most fifteen products', async () => {
  for (let index = 1; index <= 16; index += 1) await createProduct(shop.db, { sku: `ROW-${index}` });
  expect((await home()).rows.find(({ name }) => name === 'new')?.products).toHaveLength(15);
  await shop.db.pool.query("delete from products where sku like 'ROW-%'");
});

test('[DEC-61] banners are sorted by place and position', async () => {
  await shop.db.pool.query(`insert into banners (place, position, title, link, link_label, picture_url) values
    ('hero', 2, 'Segundo', '/b', 'Ver', '/art/b.svg'), ('hero', 1, 'Primero', '/a', 'Ver', '/art/a.svg')`);
  expect((await home()).banners.map(({ title }) => title)).toEqual(['Primero', 'Segundo']);
});

test('a banner’s price is the lowest price of the available products that its link lists', async () => {
  await shop.db.pool.query(`insert into categories (id, parent_id, path, slug, title, level, ancestor_ids) values
    (3, 1, 'audio/barras', 'barras', 'Barras', 2, '{1,3}'), (4, 1, 'audio/vacia', 'vacia', 'Vacía', 2, '{1,4}')`);
  for (const [sku, title, price, stock] of [
    ['B-1', 'Barra sin existencias', 100_00, 0],
    ['B-2', 'Barra chica', 250_00, 5],
    ['B-3', 'Barra grande', 1_900_00, 5],
  ] as const)
    await createProduct(shop.db, { sku, title, price, stock, categoryId: 3 });
  await createProduct(shop.db, { sku: 'B-4', title: 'Barra sin precio', price: null, categoryId: 3 });
  await shop.db.pool.query(`insert into banners (place, position, title, link, link_label, picture_url, note) values
    ('promo', 1, 'Todas desde {precio}', '/audio/barras', 'Ver', '/art/a.svg', 'Desde {precio}'),
    ('promo', 2, 'Grandes', '/audio/barras?minPrice=1000', 'Ver', '/art/a.svg', 'Desde {precio}'),
    ('promo', 3, 'Buscadas', '/search?q=barra%20chica', 'Ver', '/art/a.svg', 'Desde {precio}'),
    ('promo', 4, 'Nada desde {precio}', '/audio/vacia', 'Ver', '/art/a.svg', 'Desde {precio}'),
    ('promo', 5, 'Sin lista', '/login?next=1', 'Ver', '/art/a.svg', 'Desde {precio}')`);
  for (const q of ['barra chica', 'barra grande']) await shop.call('searchProducts', { query: { q } });
  const promos = async () =>
    (await home()).banners.filter(({ place }) => place === 'promo').map(({ title, note }) => `${title} · ${note}`);
  expect(await promos()).toEqual([
    'Todas desde Q250.00 · Desde Q250.00',
    'Grandes · Desde Q1,900.00',
    'Buscadas · Desde Q250.00',
    'Nada · ',
    'Sin lista · ',
  ]);
  // Products that a search has read are not read again for the home page.
  expect(shop.lastStatements()).not.toContain('search.records');
  await shop.db.pool.query("update products set sales_price = 19900 where sku = 'B-2'");
  expect((await promos())[0]).toBe('Todas desde Q199.00 · Desde Q199.00');
});

test('[CMS-01, API-59, DEC-59] category list pages are found by slug, or the category’s title if there is no page', async () => {
  await shop.db.pool.query(`insert into category_pages (slug, title, blocks) values
    ('tv-y-video/servicios/tecki', 'Tecki', '[{"kind":"text","title":"Qué es","text":"Ayuda"}]')`);
  const own = await shop.call('listCategoryPages', { query: { slug: 'tv-y-video/servicios/tecki' } });
  expect(own).toMatchObject({
    ok: true,
    value: { data: [{ title: 'Tecki', blocks: [{ kind: 'text', title: 'Qué es' }] }] },
  });
  const plain = await shop.call('listCategoryPages', { query: { slug: 'audio/bocinas' } });
  expect(plain).toMatchObject({ ok: true, value: { data: [{ title: 'Bocinas', categoryId: 2, blocks: [] }] } });
  const none = await shop.call('listCategoryPages', { query: { slug: 'nada' } });
  expect(none).toMatchObject({ ok: true, value: { data: [] } });
});

test('[DEC-68, DEC-158, FLAG-01] flags have their default values', async () => {
  const answer = await shop.call('getFlags', {});
  expect(answer).toEqual({
    ok: true,
    value: {
      flags: {
        coupons: true,
        pointsMax: true,
        pointsBi: true,
        pointsBac: true,
        pointsCash: true,
        pointsPromerica: false,
        pointsBam: false,
        thirdPartyPoints: false,
        motorcycleAddToCart: false,
        warrantyImmediateRemoval: true,
      },
    },
  });
});

test('[DEC-65, CAT-04] stock offers have the documented attributes', async () => {
  await shop.db.pool.query(
    "insert into stock_offers (offer_type, offer_value, threshold, starts_at, ends_at) values ('By SKU', 'H-1', 5, '2026-11-01T06:00:00Z', '2026-12-01T06:00:00Z')",
  );
  const answer = await shop.call('listStockOffers', {});
  expect(answer).toMatchObject({
    ok: true,
    value: {
      data: [
        {
          attributes: {
            OfferType: 'By SKU',
            OfferTypeValue: 'H-1',
            Threshold: 5,
            StartDateTime: '2026-11-01T06:00:00.000Z',
            EndDateTime: '2026-12-01T06:00:00.000Z',
          },
        },
      ],
    },
  });
});

test('[REC-01, REC-02, REC-03, REC-04, DEC-57, DEC-85, API-57] companions come first, then the category, then best-sellers', async () => {
  const given = await createProduct(shop.db, { sku: 'R-GIVEN', categoryId: 2 });
  const companion = await createProduct(shop.db, { sku: 'R-COMPANION', categoryId: 1 });
  await createProduct(shop.db, { sku: 'R-SAME', categoryId: 2 });
  await createProduct(shop.db, { sku: 'R-OUT', categoryId: 2, stock: 0 });
  await shop.db.pool.query("update products set sold_count = 1000 where sku in ('R-SAME', 'R-OUT', 'R-GIVEN')");
  await shop.db.pool.query('insert into product_companions values ($1, $2)', [given, companion]);
  const answer = await shop.call('getRecommendations', { query: { skus: 'R-GIVEN' } });
  if (!answer.ok) throw new Error(answer.error.code);
  const skus = answer.value.products.map(({ sku }) => sku);
  expect(skus.slice(0, 2)).toEqual(['R-COMPANION', 'R-SAME']);
  expect(skus).not.toContain('R-GIVEN');
  expect(skus).not.toContain('R-OUT');
  expect(new Set(skus).size).toBe(skus.length);
  const best = await shop.call('getRecommendations', { query: {} });
  if (!best.ok) throw new Error(best.error.code);
  expect(best.value.products[0]?.sku).toBe('R-GIVEN');
  expect(best.value.resultId).not.toBe(answer.value.resultId);
});

test('[DEC-45] the account’s texts are returned', async () => {
  const { data } = done(await shop.call('getDashboardTexts', {}));
  expect(data.profile).toEqual({ title: 'Información personal', subtitle: 'Actualiza tus datos' });
  expect(Object.keys(data)).toEqual(['profile', 'orders', 'addresses', 'wishlists', 'cards']);
});

const room = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Rows of the table below DEC-60: method, path, and the decided answer. */
const decidedCalls = (): { method: string; path: string; answer: string }[] => {
  const [, table = ''] = readFileSync(room('docs/spec/requirements.md'), 'utf8').split(
    '| ID | Decided call | Answer |',
  );
  const rows = /^\| \*\*DEC-\d+\*\* \| ([A-Z]+) ([^\s?]+)[^|]* \| (.*) \|$/gm;
  return [...(table.split('\n\n')[0] ?? '').matchAll(rows)].map(([, method = '', path = '', answer = '']) => ({
    method,
    path,
    answer,
  }));
};

/** The storefront's source without tests: unused files are found by another check. */
const storefrontText = (): string =>
  globSync('**/*.{ts,tsx}', { cwd: room('storefront/app'), exclude: ['testing/**', '**/*.test.*'] })
    .map((file) => readFileSync(room(`storefront/app/${file}`), 'utf8'))
    .join('\n');

test('[DEC-60] every call in the table of DEC-60 returns its status, and the storefront names each call', async () => {
  await createProduct(shop.db, { sku: 'T-1' });
  const [cartId, card] = [await openCart(shop), randomUUID()];
  const customer = await signInCustomer(shop.db, 'tabla@correo.gt', new Date());
  await shop.db.pool.query(
    `insert into saved_cards (id, customer_id, vault_token, masked, expiry_month, expiry_year, saved_at, acquirer)
     values ($1, $2, 'token', '411111******1111', 12, 2039, now(), $3)`,
    [card, customer.id, sandboxAccount(shop.config.bank.merchantKey)],
  );
  const params: Record<string, Record<string, string>> = {
    '/v1/products/slug/{slug}': { slug: 't-1' },
    '/v1/sellers/{slug}': { slug: 'optica-y-mas' },
    '/v1/payments/instruments/{instrumentIdentifier}': { instrumentIdentifier: card },
  };
  const bodies: Record<string, object> = {
    '/api/events/messaging': {
      event: 'checkout_payment',
      data: { currency: 'GTQ', value: 100, items: [], payment_type: 'Cash' },
    },
  };
  const calls = decidedCalls();
  expect(calls).toHaveLength(11);
  const text = storefrontText();
  const unasked: string[] = [];
  for (const { method, path, answer } of calls) {
    const spec = Object.values<EndpointSpec>(endpoints).find((one) => one.method === method && one.path === path);
    if (!text.includes(`'${spec?.name}'`)) unasked.push(path);
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => params[path]?.[name] ?? '');
    const { statusCode } = await shop.inject({
      method: method === 'POST' || method === 'DELETE' ? method : 'GET',
      url: path.endsWith('/points/options') ? `${at}?cartId=${cartId}` : at,
      headers: spec?.auth === 'customer' ? customer.headers : {},
      ...(bodies[path] && { payload: bodies[path] }),
    });
    expect([path, statusCode]).toEqual([path, answer.startsWith('204') ? 204 : 200]);
  }
  expect(unasked).toEqual([]);
});
