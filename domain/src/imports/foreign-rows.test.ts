import { expect, test } from 'vitest';
import { categoryTrails, pathOfTrail } from './foreign-cells.ts';
import { type ForeignSystem, systemOf, targetsOf } from './foreign-headings.ts';
import { foreignReader } from './foreign-rows.ts';

const names = { paths: ['audio', 'audio/bocinas', 'tv-y-video/led'], brands: ['Volcán'] };

/** Converts rows of an export to rows of a kind. */
const read = (kind: string, headings: string, ...rows: string[]) => {
  const named = headings.split(';');
  const system = systemOf(named);
  if (system === undefined) throw new Error('these are headings of no system');
  const reader = foreignReader(
    { system, kind, headings: named, columns: named.map(() => undefined), format: {} },
    names,
  );
  return { rows: rows.flatMap((row) => reader.read(row.split(';'))), reader };
};

test.each<[headings: string, system: ForeignSystem | undefined]>([
  ['Handle;Title;Variant SKU', 'Shopify'],
  ['SKU;Nombre;Precio normal;Categorías', 'WooCommerce'],
  ['ID;Type;SKU;Name;Regular price', 'WooCommerce'],
  ['sku;name;product_type;price', 'Magento'],
  ['Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status', 'PrestaShop'],
  ['Nombre;Referencia interna;Precio de venta;Cantidad a la mano', 'Odoo'],
  ['id;name;default_code;list_price', 'Odoo'],
  ['sku;titulo;marca;categoria', undefined],
  ['sku;name;price', undefined],
])('the headings %s identify %s', (headings, system) => {
  expect(systemOf(headings.split(';'))).toBe(system);
});

test.each<[system: ForeignSystem, heading: string, targets: string[] | undefined]>([
  ['Shopify', 'Color (product.metafields.shopify.color-pattern)', []],
  ['Shopify', 'Google Shopping / Gender', []],
  ['WooCommerce', 'Meta: _yoast_wpseo_title', []],
  ['WooCommerce', 'Attribute 12 value(s)', ['products.atributos']],
  ['Magento', 'use_config_min_qty', []],
  ['PrestaShop', 'Available for order (0 = No, 1 = Yes)', []],
  ['Odoo', 'Bodega', undefined],
])('%s: the heading %s fills %j', (system, heading, targets) => {
  expect(targetsOf(system, heading)).toEqual(targets);
});

test('an export of WooCommerce with Spanish headings is converted', () => {
  const { rows } = read(
    'products',
    'SKU;Nombre;Publicado;Tipo;Categorías;Marcas;Precio normal;Nombre del atributo 1;Valor(es) del atributo 1',
    'A-1;Bocina;1;simple;Audio > Bocinas;volcán;10;Color;Rojo',
  );
  expect(rows).toEqual([
    {
      sku: 'A-1',
      titulo: 'Bocina',
      publicado: 'sí',
      categoria: 'audio/bocinas',
      marca: 'Volcán',
      descripcion: '',
      atributos: 'color|Color|Rojo',
    },
  ]);
});

test('the last name of a category matches the only category of the shop with this name', () => {
  const { rows, reader } = read('products', 'Handle;Variant SKU;Variant Price;Type', 'tv;TV-1;10;LED', 'x;X-1;10;Nada');
  expect(rows.map(({ categoria }) => categoria)).toEqual(['tv-y-video/led', 'nada']);
  expect(reader.matched.get('LED')).toBe('tv-y-video/led');
});

test('a sales price that is not a reduction becomes the price', () => {
  const { rows } = read(
    'prices',
    'Handle;Variant SKU;Variant Price;Variant Compare At Price',
    'a;A;10;',
    'b;B;10;8',
    "c;'00012;1,250.00;1,500.00",
  );
  expect(rows).toEqual([
    { sku: 'A', precio: '10', oferta: '' },
    { sku: 'B', precio: '10', oferta: '' },
    { sku: '00012', precio: '1,500.00', oferta: '1,250.00' },
  ]);
});

test('a Shopify gift card becomes a gift card', () => {
  const { rows } = read('products', 'Handle;Title;Variant SKU;Variant Price;Gift Card', 'g;Tarjeta;G-1;100;true');
  expect(rows).toMatchObject([{ sku: 'G-1', tipo: 'tarjeta de regalo' }]);
});

test.each<[system: ForeignSystem, cell: string, paths: string[]]>([
  ['WooCommerce', 'Audio, Audio > Bocinas', ['audio', 'audio/bocinas']],
  ['WooCommerce', 'TV\\, video &amp; más > LED', ['tv-video-y-mas/led']],
  ['Magento', 'Default Category/TV/LED,Default Category', ['tv/led']],
  ['PrestaShop', 'Home,TV', ['tv']],
  ['Odoo', 'All / Saleable / TV y Video / LED', ['tv-y-video/led']],
  ['Shopify', 'TV/Video', ['tvvideo']],
])('%s: the categories %s have the paths %j', (system, cell, paths) => {
  expect(categoryTrails(cell, system).map(pathOfTrail)).toEqual(paths);
});
