import { expect, test } from 'vitest';
import { findKind } from './kinds.ts';
import { readHeadings } from './read-headings.ts';
import { readRow } from './read-row.ts';

const prices = () => {
  const kind = findKind('prices');
  if (kind === undefined) throw new Error('no prices');
  return kind;
};
const long = 'x$&'.repeat(50_000);

test('an error quotes only the beginning of a long heading', () => {
  const read = readHeadings(prices(), ['sku', long]);
  if (read.ok) throw new Error('there is no such heading');
  const [fault] = read.error.faults;
  expect(fault?.column).toBe(`${long.slice(0, 200)}…`);
  expect(fault?.text).toContain(`«${long.slice(0, 200)}…»`);
  expect(fault?.text.length).toBeLessThan(500);
});

test('an error quotes only the beginning of a long cell, and cells beyond the headings are reported once', () => {
  const names = ['sku', 'precio'];
  const headings = readHeadings(prices(), names);
  if (!headings.ok) throw new Error('they are headings of prices');
  const cells = ['TV', long, ...Array.from({ length: 1_000 }, () => long)];
  const { errors } = readRow(
    prices(),
    { headings: headings.value.columns, names, format: {}, now: new Date() },
    { row: 2, cells },
  );
  expect(errors.map(({ column, value }) => [column, value])).toEqual([
    ['precio', `${long.slice(0, 200)}…`],
    ['', `${long.slice(0, 200)}…`],
  ]);
  expect(errors[0]?.text).toBe(`«${long.slice(0, 200)}…» no es un número.`);
});

test('[BULK-04] all unknown headings are one error, which names headings of another kind', () => {
  const kind = findKind('products');
  if (kind === undefined) throw new Error('no products');
  const read = readHeadings(kind, ['sku', 'titulo', 'Precio', 'peso', 'color']);
  if (read.ok) throw new Error('these are no headings of products');
  expect(read.error.faults).toHaveLength(1);
  expect(read.error.faults[0]?.text).toContain('No hay columnas «Precio», «peso», «color».');
  expect(read.error.faults[0]?.text).toContain('De los precios: «Precio». Importa este mismo archivo como «prices».');
  const without = readHeadings(kind, ['sku', 'titulo', 'Precio', 'peso'], {
    map: {},
    ignore: ['precio', 'peso'],
    values: {},
  });
  expect(without.ok && without.value.shown.map(({ column }) => column)).toEqual(['sku', 'titulo', null, null]);
  const all = readHeadings(kind, ['sku', 'titulo', 'Precio', 'peso'], {
    map: { peso: 'modelo' },
    ignore: 'all',
    values: {},
  });
  expect(all.ok && all.value.shown.map(({ column }) => column)).toEqual(['sku', 'titulo', null, 'modelo']);
});

test('[BULK-05] a spreadsheet’s error value is an error in every column', () => {
  const names = ['sku', 'precio', 'oferta_hasta'];
  const headings = readHeadings(prices(), names);
  if (!headings.ok) throw new Error('they are headings of prices');
  const context = { headings: headings.value.columns, names, format: {}, now: new Date() };
  const { errors } = readRow(prices(), context, { row: 2, cells: ['#N/A', '#¡REF!', '#VALUE!'] });
  expect(errors.map(({ column, code }) => [column, code])).toEqual([
    ['sku', 'SHEET_ERROR'],
    ['precio', 'SHEET_ERROR'],
    ['oferta_hasta', 'SHEET_ERROR'],
  ]);
});

test('[BULK-05] a key is read as people mean it, without invisible characters and outer spaces', () => {
  const names = ['sku', 'precio'];
  const headings = readHeadings(prices(), names);
  if (!headings.ok) throw new Error('they are headings of prices');
  const context = { headings: headings.value.columns, names, format: {}, now: new Date() };
  const { key } = readRow(prices(), context, { row: 2, cells: ['\uFEFF\u00A0CAFE\u0301\u200B-1 ', 'Q. 1,250.00'] });
  expect(key).toEqual(['CAFÉ-1', '']);
});
