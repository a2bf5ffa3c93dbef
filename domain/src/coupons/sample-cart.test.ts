import { expect, test } from 'vitest';
import { readSampleCart, sampleCartText } from './sample-cart.ts';

test.each([
  ['TV', [{ sku: 'TV', quantity: 1 }]],
  [
    'TV 2\nLENS',
    [
      { sku: 'TV', quantity: 2 },
      { sku: 'LENS', quantity: 1 },
    ],
  ],
  [
    'TV\t3\r\n\r\nLENS; 1',
    [
      { sku: 'TV', quantity: 3 },
      { sku: 'LENS', quantity: 1 },
    ],
  ],
  ['TV x4', [{ sku: 'TV', quantity: 4 }]],
  ['TV-43 2024A 10', [{ sku: 'TV-43 2024A', quantity: 10 }]],
  ['TV 4\nTV 6', [{ sku: 'TV', quantity: 10 }]],
])('a typed cart %j has these lines', (text, lines) => {
  expect(readSampleCart(text)).toEqual({ ok: true, value: lines });
});

test.each([
  ['  \n ', 'Escribe el código de un producto.'],
  ['TV 0', 'De «TV» caben de 1 a 10 unidades.'],
  ['TV 11', 'De «TV» caben de 1 a 10 unidades.'],
  [Array.from({ length: 51 }, (_, at) => `P${at}`).join('\n'), 'Un carrito tiene 50 productos a lo más.'],
])('a typed cart %j is refused', (text, message) => {
  const read = readSampleCart(text);
  expect(read.ok ? '' : sampleCartText(read.error)).toBe(message);
});

test('a line of thousands of separators is read without delay', () => {
  const line = `${','.repeat(3_990)}a 2`;
  expect(readSampleCart(line)).toEqual({ ok: true, value: [{ sku: 'a', quantity: 2 }] });
});

test('a cart of fifty products is read', () => {
  const read = readSampleCart(Array.from({ length: 50 }, (_, at) => `P${at}`).join('\n'));
  expect(read.ok && read.value.length).toBe(50);
});
