import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { operator, typing } from '../testing/operator.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { importCommands } from './import-command.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  return () => shop.close();
});

/** Imports another system's product export with `ceiba import`, and returns the command's output. */
const ceiba = async (kind: string, system: string, ...options: string[]) => {
  const said: string[] = [];
  const path = fileURLToPath(new URL(`../testing/foreign-exports/${system}.csv`, import.meta.url));
  const separator = system === 'prestashop' ? ['--separator', 'semicolon'] : [];
  const isDone = await typing(
    importCommands,
    'import',
  )({
    db: shop.db,
    args: [kind, path, ...separator, ...options],
    say: (text) => said.push(text),
    actor: operator,
    now: new Date('2026-11-20T12:00:00-06:00'),
  });
  return { isDone, said: said.join('\n') };
};

const rows = async (sql: string) => (await shop.db.pool.query<Record<string, unknown>>(sql)).rows;

/** The products as shoppers see them, in the order of the file. */
const products = () =>
  rows(`select sku, title, description, parent_sku as model, kind, is_published as published, internal_tags as tags,
      (select title from brands where id = brand_id) as brand, (select path from categories where id = category_id) as category,
      (select string_agg(concat_ws(':', a ->> 'label', a ->> 'value'), ', ') from jsonb_array_elements(attributes) a) as attributes
    from products order by id`);

const shared = { brand: 'Volcán', category: 'audio/bocinas', kind: 'goods' };

test('[BULK-01] an export of Shopify is read, with variants and with pictures in separate rows', async () => {
  const tried = await ceiba('products', 'shopify', '--dry-run');
  expect(tried.isDone, tried.said).toBe(true);
  for (const line of [
    'Variant SKU → sku',
    'Body (HTML) → descripcion',
    'Vendor → marca',
    'Es un archivo de Shopify',
    'De los precios: «Variant Price», «Variant Compare At Price». Importa este mismo archivo como «prices».',
    'De las existencias: «Variant Inventory Qty».',
    'De las fotos: «Image Src», «Image Position», «Image Alt Text», «Variant Image». Súbelas como «pictures»',
    'No tienen lugar aquí y no se leen:',
    'Filas que solo traen otra foto de su producto: 1.',
    '«VOLCÁN» → Volcán',
  ])
    expect(tried.said).toContain(line);
  expect(await products()).toEqual([]);
  expect((await ceiba('products', 'shopify')).isDone).toBe(true);
  const speaker = {
    ...shared,
    description: 'Suena fuerte y dura 12 horas.\n\n- Resiste el agua\n- Bluetooth 5.3',
    model: 'bocina-volcan',
    published: true,
    tags: ['audio', 'bluetooth', 'regalo'],
  };
  expect(await products()).toEqual([
    { ...speaker, sku: '0012', title: 'Bocina portátil Volcán, Negro', attributes: 'Color:Negro' },
    { ...speaker, sku: 'BOC-AZ', title: 'Bocina portátil Volcán, Azul', attributes: 'Color:Azul' },
    {
      ...shared,
      sku: 'AUD-1',
      title: 'Audífonos "Eco"',
      description: '',
      model: null,
      published: false,
      tags: [],
      attributes: null,
    },
  ]);
  expect((await ceiba('prices', 'shopify')).isDone).toBe(true);
  expect(await rows('select sku, regular_price, sales_price from products order by id')).toEqual([
    { sku: '0012', regular_price: 49_900, sales_price: 39_900 },
    { sku: 'BOC-AZ', regular_price: 39_900, sales_price: 39_900 },
    { sku: 'AUD-1', regular_price: 125_000, sales_price: 125_000 },
  ]);
  const nowhere = await ceiba('stock', 'shopify');
  expect([nowhere.isDone, nowhere.said]).toEqual([false, expect.stringContaining('Falta la columna «tienda».')]);
  expect((await ceiba('stock', 'shopify', '--value', 'tienda=MAX')).isDone).toBe(true);
  expect(
    await rows(
      `select sku, quantity from stock_levels join products p on p.id = product_id where store_code = 'MAX' order by p.id`,
    ),
  ).toEqual([
    { sku: '0012', quantity: 14 },
    { sku: 'BOC-AZ', quantity: 3 },
  ]);
});

test('[BULK-01] an export of WooCommerce is read, and variations inherit from a parent product, which is not sold', async () => {
  const done = await ceiba('products', 'woocommerce', '--json');
  expect([done.isDone, done.said]).toEqual([true, expect.stringContaining('"system": "WooCommerce"')]);
  expect(done.said).toContain('Filas de modelos con variantes: 1.');
  expect(done.said).toContain('Filas de grupos, paquetes o enlaces a otra tienda, que aquí no existen: 1.');
  const variation = {
    ...shared,
    description: 'Dura 12 horas.\n\n- Resiste el agua\n- Bluetooth 5.3',
    model: 'BOC',
    published: true,
    tags: ['audio', 'regalo'],
  };
  expect(await products()).toEqual([
    {
      ...shared,
      sku: 'AUD-1',
      title: 'Audífonos "Eco" & estuche',
      description: 'Con estuche.',
      model: null,
      published: false,
      tags: [],
      attributes: 'Color:Blanco, Conexión:USB-C',
    },
    { ...variation, sku: 'BOC-NE', title: 'Bocina portátil Volcán - Negro', attributes: 'Color:Negro' },
    { ...variation, sku: 'BOC-AZ', title: 'Bocina portátil Volcán, Azul', attributes: 'Color:Azul' },
  ]);
  expect((await ceiba('prices', 'woocommerce')).isDone).toBe(true);
  expect(await rows('select sku, regular_price, sales_price, discount_ends_at from products order by id')).toEqual([
    {
      sku: 'AUD-1',
      regular_price: 125_000,
      sales_price: 110_000,
      discount_ends_at: new Date('2027-02-01T05:59:59.999Z'),
    },
    { sku: 'BOC-NE', regular_price: 49_900, sales_price: 49_900, discount_ends_at: null },
    { sku: 'BOC-AZ', regular_price: 49_900, sales_price: 39_900, discount_ends_at: null },
  ]);
});

test('[BULK-01] an export of Magento is read, with attributes unpacked and other views skipped', async () => {
  const done = await ceiba('products', 'magento');
  expect(done.said).toContain('additional_attributes → atributos');
  expect(done.said).toContain('Filas que repiten un producto para otra vista de la tienda o en otro idioma: 1.');
  expect(done.isDone, done.said).toBe(true);
  expect(await products()).toEqual([
    {
      ...shared,
      sku: '24-BOC-NE',
      title: 'Bocina portátil Volcán Negro',
      description: 'Dura 12 horas.',
      model: null,
      published: true,
      tags: [],
      attributes: 'Color:Negro, Conexiones:USB-C, AUX y Bluetooth',
    },
    {
      ...shared,
      sku: '24-BOC-AZ',
      title: 'Bocina portátil Volcán Azul',
      description: '',
      model: null,
      published: false,
      tags: [],
      attributes: 'Color:Azul',
    },
  ]);
  expect((await ceiba('prices', 'magento')).isDone).toBe(true);
  expect(await rows('select regular_price, sales_price, discount_ends_at from products order by id')).toEqual([
    { regular_price: 49_900, sales_price: 39_900, discount_ends_at: new Date('2027-02-01T05:59:59.999Z') },
    { regular_price: 49_900, sales_price: 49_900, discount_ends_at: null },
  ]);
});

test('[BULK-01] an export of PrestaShop is read with its features, but without its prices, which lack IVA', async () => {
  const done = await ceiba('products', 'prestashop');
  expect(done.said).toContain('Reference # → sku');
  expect(done.said).toContain('«Price tax excluded»: los precios de la tienda llevan IVA');
  expect(done.isDone, done.said).toBe(true);
  expect(await products()).toEqual([
    {
      ...shared,
      sku: 'demo_1',
      title: 'Bocina portátil Volcán',
      description: 'Dura 12 horas.\n\n- Resiste el agua',
      model: null,
      published: true,
      tags: ['audio', 'regalo'],
      attributes: 'Color:Negro, Conexión:Bluetooth',
    },
    {
      ...shared,
      sku: 'demo_2',
      title: 'Audífonos Eco',
      description: '',
      model: null,
      published: false,
      tags: [],
      attributes: null,
    },
  ]);
  expect((await ceiba('prices', 'prestashop')).isDone).toBe(true);
  expect(await rows('select regular_price from products order by id')).toEqual([
    { regular_price: 49_900 },
    { regular_price: 125_000 },
  ]);
});

test('[BULK-01] an export of Odoo is read, and its missing brand is reported once for all rows', async () => {
  const nameless = await ceiba('products', 'odoo', '--dry-run');
  expect(nameless.isDone).toBe(false);
  expect(nameless.said).toContain('marca: Falta, y es nuevo.');
  const done = await ceiba('products', 'odoo', '--value', 'marca=Volcán');
  expect(done.said).toContain('Internal Reference → sku');
  expect(done.isDone, done.said).toBe(true);
  expect(await products()).toEqual([
    {
      ...shared,
      sku: 'E-COM11',
      title: 'Bocina portátil Volcán, Negro',
      description: 'Dura 12 horas.',
      model: null,
      published: true,
      tags: ['audio', 'regalo'],
      attributes: 'Color:Negro',
    },
    {
      ...shared,
      sku: 'SRV-1',
      title: 'Instalación de bocina',
      description: '',
      model: null,
      kind: 'service',
      published: false,
      tags: [],
      attributes: null,
    },
  ]);
});

test('[BULK-01] brands and categories can be imported from the same export, before its products', async () => {
  await shop.db.pool.query('delete from categories; delete from brands');
  expect((await ceiba('brands', 'woocommerce')).said).toContain('1 new');
  expect((await ceiba('categories', 'magento')).said).toContain('2 new');
  expect(await rows('select path, title from categories order by path')).toEqual([
    { path: 'audio', title: 'Audio' },
    { path: 'audio/bocinas', title: 'Bocinas' },
  ]);
  expect((await ceiba('products', 'woocommerce')).isDone).toBe(true);
});
