import { expect, test } from 'vitest';
import { readTypedGoods } from './typed-goods.ts';

test.each([
  ['', []],
  ['TV-1 5', [{ sku: 'TV-1', quantity: 5 }]],
  [
    'TV-1\t5\r\nRADIO;2\n\nLAMP, 3\n',
    [
      { sku: 'TV-1', quantity: 5 },
      { sku: 'RADIO', quantity: 2 },
      { sku: 'LAMP', quantity: 3 },
    ],
  ],
  [
    '7401000000017\n7401000000017\nTV-1',
    [
      { sku: '7401000000017', quantity: 2 },
      { sku: 'TV-1', quantity: 1 },
    ],
  ],
  ['TV-1 0', null],
  ['TV-1 -2', null],
  ['TV-1 123456', null],
  ['Televisor de 43 pulgadas', null],
  ['x'.repeat(65), null],
])('a list of goods is read line by line: %j', (text, goods) => {
  expect(readTypedGoods(text)).toEqual(goods);
});
