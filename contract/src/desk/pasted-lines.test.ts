import { expect, test } from 'vitest';
import { readPastedPrices } from './pasted-lines.ts';

test.each([
  ['SKU-1\tQ1,234.50', [{ sku: 'SKU-1', price: '1234.50' }]],
  [
    'SKU-1\t1234.5\r\nSKU-2\tQ99',
    [
      { sku: 'SKU-1', price: '1234.5' },
      { sku: 'SKU-2', price: '99' },
    ],
  ],
  ['SKU-1;1.234,50', [{ sku: 'SKU-1', price: '1234.50' }]],
  ['SKU-1 Q 99.90', [{ sku: 'SKU-1', price: '99.90' }]],
  ['TV 43 PULGADAS 1499', [{ sku: 'TV 43 PULGADAS', price: '1499' }]],
  ['sku\tprecio\nSKU-1\t5', [{ sku: 'SKU-1', price: '5' }]],
  ['\n  \n', []],
])('pasted lines %j are read', (text, lines) => {
  expect(readPastedPrices(text)).toEqual(lines);
});

test.each([['SKU-1'], ['SKU-1\t'], ['SKU-1\tbarato'], ['SKU-1\t1.2345'], ['\t99']])(
  'the line %j has no price',
  (line) => {
    expect(readPastedPrices(line)).toEqual([{ wrong: line.trim() }]);
  },
);

test('only the first line may be a heading', () => {
  expect(readPastedPrices('SKU-1\t5\nSKU-2')).toEqual([{ sku: 'SKU-1', price: '5' }, { wrong: 'SKU-2' }]);
});
