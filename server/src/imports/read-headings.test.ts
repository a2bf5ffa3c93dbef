import type { ForeignSystem } from '@ceiba/domain/imports/foreign-headings';
import { expect, test } from 'vitest';
import { findKind } from './kinds.ts';
import { readHeadings } from './read-headings.ts';

/** Returns the notices of a check about the headings of a file of products. */
const textsOf = (headings: readonly string[]): string[] => {
  const kind = findKind('products');
  if (kind === undefined) throw new Error('there is no kind of products');
  const read = readHeadings(kind, headings);
  if (!read.ok) throw new Error(read.error.faults.map(({ text }) => text).join('\n'));
  return read.value.notices.map(({ code, text }) => `${code}: ${text}`);
};

const exports: [ForeignSystem, headings: string, barcodes: string, costs: string][] = [
  ['Shopify', 'Handle;Title;Variant SKU;Variant Barcode;Cost per item', '«Variant Barcode»', '«Cost per item»'],
  [
    'WooCommerce',
    'SKU;Name;Regular price;GTIN, UPC, EAN, or ISBN;Cost of goods',
    '«GTIN, UPC, EAN, or ISBN»',
    '«Cost of goods»',
  ],
  ['Magento', 'sku;name;product_type;ean;cost', '«ean»', '«cost»'],
  ['PrestaShop', 'Reference #;Name;Product ID;EAN13;UPC;Wholesale price', '«EAN13», «UPC»', '«Wholesale price»'],
  ['Odoo', 'Referencia interna;Nombre;Código de barras;Costo', '«Código de barras»', '«Costo»'],
];

test.each(exports)(
  '[BULK-01] %s: barcodes are reported as not importable yet, and for costs the check names their import',
  (_, headings, barcodes, costs) => {
    const texts = textsOf(headings.split(';'));
    expect(texts).toContain(
      `NO_PLACE: De los códigos de barras: ${barcodes}. Ningún archivo los trae todavía y aquí no se leen. Al preparar, lee el código (SKU) de cada producto.`,
    );
    expect(texts).toContain(`OTHER_KIND: De los costos: ${costs}. Importa este mismo archivo como «costs».`);
    const [first = ''] = barcodes.split(',');
    const withoutPlace = texts.filter((text) => text.includes('No tienen lugar aquí'));
    expect(withoutPlace.filter((text) => text.includes(first) || text.includes(costs))).toEqual([]);
  },
);

test.each(exports)('[BULK-01] %s: the file of products is also read as a file of costs', (_, headings) => {
  const kind = findKind('costs');
  if (kind === undefined) throw new Error('there is no kind of costs');
  const read = readHeadings(kind, headings.split(';'));
  expect(read.ok && read.value.columns.map((column) => column?.name).filter(Boolean)).toEqual(
    expect.arrayContaining(['sku', 'costo']),
  );
});

test('[BULK-01] headings of another kind are reported with that kind, unknown headings as unknown', () => {
  const texts = textsOf(['Handle', 'Variant SKU', 'Variant Price', 'Variant Inventory Qty', 'SEO Title']);
  expect(texts).toContain('OTHER_KIND: De los precios: «Variant Price». Importa este mismo archivo como «prices».');
  expect(texts).toContain('NO_PLACE: No tienen lugar aquí y no se leen: «SEO Title».');
});
