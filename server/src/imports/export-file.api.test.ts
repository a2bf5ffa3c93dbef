import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct, createShipment, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { exportAll } from './export-file.ts';
import { exportKinds } from './export-kinds.ts';
import { applyImport, checkFile } from './import-file.ts';
import { findKind, kinds } from './kinds.ts';

let shop: TestShop;
let folder = '';
const now = new Date('2026-11-20T12:00:00-06:00');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-exports-'));
  shop = await openTestShop();
  const { db } = shop;
  await createShopBasics(db);
  await createProduct(db, { sku: '=1+1', title: 'Con "comillas", coma; y = signo', price: 100_05 });
  await createProduct(db, { sku: 'CALC', title: '@SUM(A1)', price: null });
  await createProduct(db, { sku: '0007', price: null, sellerId: 2, offerId: 'X-7' });
  await createProduct(db, { sku: 'VISITA', kind: 'service', price: null });
  await createShipment(db, { orderNumber: 100_000_101, trackingNumber: '=GT-1' });
  await createShipment(db, { orderNumber: 100_000_102, state: 'sent' });
  await db.pool.query(`
    insert into visits (product_id, days, coverage, fit_category, fit_code, fit_from, fit_to)
      values ((select id from products where sku = 'VISITA'), 4, '{Guatemala}', 1, 'pulgadas', 32, 55.5);
    update products set attributes = '[{"code": "color", "label": "Color", "value": "Negro"}, {"code": "ram", "label": "RAM", "value": "8", "unit": "GB"}]',
      description = E'Primera línea\\nsegunda', internal_tags = '{nuevo,"de feria"}', is_presale = true, presale_date = '2026-12-05',
      slug = 'uno-mas-uno', sales_price = regular_price - 1, discount_ends_at = '2026-12-01T06:00:00Z' where sku = '=1+1';
    insert into price_plans (product_id, starts_at, regular_price, sales_price)
      values ((select id from products where sku = '=1+1'), '2026-12-24T06:00:00Z', 9000, 8000);
    insert into product_codes (code, sku, kind) values ('0012345670', '0007', 'other'), ('=FAB-1', '=1+1', 'maker');
    insert into product_costs (product_id, average) select id, 4500 from products where sku = '=1+1';
    insert into flash_sales (product_id, price, starts_at, ends_at)
      values ((select id from products where sku = '=1+1'), 5000, '2026-11-27T06:00:00Z', '2026-11-28T05:59:00Z');
    insert into coupons (code, label, percent_bp, cap, minimum_subtotal, starts_at, ends_at, total_limit)
      values ('NAVIDAD', 'Navidad', 1250, 30000, 10000, '2026-12-01T06:00:00Z', '2026-12-25T05:59:59.999Z', 5);
    insert into coupons (code, label, amount) values ('MENOS50', 'Menos 50', 5000);
    insert into category_attributes (category_id, code, name, type, unit, choices, is_required, required_from, role, sheet_group, is_filterable)
      values (1, 'alto', 'Alto', 'number', 'cm', '', true, '2026-12-31', 'alto', 'Medidas', false),
        (1, 'acabado', 'Acabado', 'choice', '', E'Primero\\nsegundo', false, null, null, '', true),
        (2, 'tela', 'Tela', 'text', '', '', false, null, null, 'Exterior', true);
    insert into card_bins (bin, brand, bank_name, plan_list, has_discount, discount_starts_at, discount_ends_at)
      values ('450799', 'visa', 'Banco Industrial', '6, 12', true, '2026-12-01T06:00:00Z', '2026-12-25T05:59:59Z'),
        ('450798', 'visa', '', '', false, null, null);
    insert into redirects (from_path, to_path, note) values ('/ofertas-2024', '/search?q=oferta', 'De la tienda anterior');
    insert into warranties (sku, label, amount, category_id) values ('G-1', 'Un año más', 9900, 1);
    insert into banners (place, position, title, link, link_label, picture_url)
      values ('hero', 0, 'Feria', '/search', 'Ver', '/media/0123456789abcdef0123456789abcdef/960.avif');
    insert into municipios (ine_code, region_id, name, zones, position) values ('0101', 485, 'Guatemala', '{"Zona 1","Zona 10"}', 0);
    update stores set hours = '[{"days": ["mon", "fri"], "opens": "09:00", "closes": "18:00"}, {"days": ["holiday"], "opens": "10:00", "closes": "24:00"}]',
      services = '{Instalación}', zone = 'Zona 10' where store_code = 'MAX';
    update categories set description = 'Todo lo que suena', position = 3 where id = 1;
    insert into customers (id, email, first_name, last_name, phone)
      values ('0193b5c0-0000-7000-8000-000000000001', 'ana@correo.gt', '=cmd()', 'Paz', '55554444');
  `);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const textOf = async (name: string, format: 'csv' | 'ndjson' = 'csv'): Promise<string> => {
  const kind = exportKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no export of ${name}`);
  let text = '';
  await exportAll(shop.db, kind, format, (part) => {
    text += part;
  });
  return text;
};

test.each(kinds.flatMap(({ name, all }) => (all === undefined ? [] : [name])))(
  '[BULK-11] an exported file of %s changes nothing when it is imported',
  async (name) => {
    const kind = findKind(name);
    if (kind === undefined) throw new Error(`no kind ${name}`);
    const text = await textOf(name);
    const path = join(folder, `${name}.csv`);
    await writeFile(path, text);
    const before = await shop.db.pool.query(`select t::text, xmin::text from ${kind.tables[0]} t order by 1`);
    const checked = await checkFile(shop.db, { kind, path, format: {}, actor: { kind: 'command', id: 'prueba' }, now });
    if (!checked.ok) throw new Error(JSON.stringify(checked.error));
    expect(checked.value.sample).toEqual([]);
    expect(checked.value.counts).toEqual({
      new: 0,
      changed: 0,
      equal: text.trim().split(/\n(?!segund[oa])/).length - 1,
      wrong: 0,
      conflict: 0,
    });
    expect(checked.value.counts.equal).toBeGreaterThan(0);
    expect(await applyImport(shop.db, checked.value.run.id, { now })).toMatchObject({ ok: true });
    expect((await shop.db.pool.query(`select t::text, xmin::text from ${kind.tables[0]} t order by 1`)).rows).toEqual(
      before.rows,
    );
  },
);

test('[BULK-11] an export can be read as a spreadsheet, and as one object per line', async () => {
  expect(await textOf('prices')).toBe(
    `\uFEFFsku,precio,oferta,oferta_hasta,desde\n'=1+1,100.05,100.04,2026-12-01 00:00,\n'=1+1,90.00,80.00,,2026-12-24 00:00\n`,
  );
  expect(
    (await textOf('stock', 'ndjson'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { sku: '=1+1', tienda: 'BODEGA', existencia: 100 },
    { sku: 'CALC', tienda: 'BODEGA', existencia: 100 },
    { sku: '0007', tienda: 'BODEGA', existencia: 100 },
  ]);
});

test('[BULK-11] no text of customers or sellers becomes a formula of a spreadsheet', async () => {
  expect(await textOf('customers')).toContain(`ana@correo.gt,'=cmd(),Paz,55554444,`);
  expect(await textOf('orders')).toMatch(/^\uFEFFnumero,estado,/);
  expect(await textOf('products')).toContain(`'@SUM(A1)`);
});
