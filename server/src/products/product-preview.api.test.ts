import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePreviewToken } from '../catalog/preview-token.ts';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let clerk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'POR-SALIR', title: 'Bocina secreta', isPublished: false });
  await createProduct(shop.db, { sku: 'OTRA', title: 'Otra bocina', isPublished: false });
  clerk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const linkOf = async (sku: string) => {
  const { path, expiresAt } = done(await clerk.call('getPreviewLink', { params: { sku } })).data;
  const { pathname, searchParams } = new URL(path, 'https://tienda.example');
  return { slug: pathname.slice(1), token: searchParams.get('preview') ?? '', expiresAt };
};

const preview = (slug: string, token: string) =>
  shop.inject({ method: 'GET', url: `/v1/products/slug/${slug}/preview?token=${encodeURIComponent(token)}` });

test('[PROD-04] a preview link shows a product as it will be on sale, and no cache stores it', async () => {
  const { slug, token } = await linkOf('POR-SALIR');
  const shown = await preview(slug, token);
  expect(shown.json()).toMatchObject({ sku: 'POR-SALIR', title: 'Bocina secreta', status: 'IN_STOCK' });
  expect(shown.headers['cache-control']).toBe('no-store');
});

test('[PROD-04] a missing, changed or foreign token gets 404', async () => {
  const { slug, token } = await linkOf('POR-SALIR');
  const other = await linkOf('OTRA');
  const [expiry = '', signature = ''] = token.split('.');
  const later = `${(parseInt(expiry, 36) + 3_600).toString(36)}.${signature}`;
  const changed = `${expiry}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const wrong of [other.token, later, changed]) expect((await preview(slug, wrong)).statusCode, wrong).toBe(404);
  expect((await preview('no-hay', token)).statusCode).toBe(404);
  expect((await preview(slug, 'corto')).statusCode).toBe(400);
});

test('[PROD-04] a preview link is valid for 24 hours', async () => {
  const { slug, token, expiresAt } = await linkOf('POR-SALIR');
  const begun = new Date(expiresAt).getTime() - 24 * 3_600_000;
  expect(Math.abs(Date.now() - begun)).toBeLessThan(60_000);
  const [, signature = ''] = token.split('.');
  expect(Buffer.from(signature, 'base64url')).toHaveLength(32);
  const { rows } = await shop.db.pool.query<{ id: number; secret: string }>(
    `select p.id, s.value as secret from products p, shop_secrets s where p.sku = 'POR-SALIR' and s.name = 'product-previews'`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no product');
  const made = makePreviewToken(row.secret, row.id, new Date(Date.now() - 24 * 3_600_000 - 1_000));
  expect((await preview(slug, made.token)).statusCode).toBe(404);
  const valid = makePreviewToken(row.secret, row.id, new Date(Date.now() - 23 * 3_600_000));
  expect((await preview(slug, valid.token)).statusCode).toBe(200);
});

test('[PROD-04] a preview link publishes nothing: no address, search, sitemap or list has the product', async () => {
  const { slug, token } = await linkOf('POR-SALIR');
  await preview(slug, token);
  expect((await shop.inject({ method: 'GET', url: `/v1/products/slug/${slug}` })).statusCode).toBe(404);
  expect((await shop.inject({ method: 'GET', url: '/v1/products/POR-SALIR' })).statusCode).toBe(404);
  for (const url of ['/v1/search/products?q=secreta', '/v1/products?skus=POR-SALIR', '/sitemap.xml'])
    expect((await shop.inject({ method: 'GET', url })).payload, url).not.toMatch(/POR-SALIR|secreta/i);
});

test('[PROD-04] only people who edit products get preview links', async () => {
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await warehouse.send('GET', '/v1/admin/products/POR-SALIR/preview')).statusCode).toBe(403);
  expect((await clerk.send('GET', '/v1/admin/products/NADA/preview')).statusCode).toBe(404);
});
