import { expect, test } from 'vitest';
import { centavos } from '../money/money.ts';
import { largePriceChange } from './price-change.ts';

const prices = (regular: number | null, sale: number | null = null) => ({
  regularPrice: regular === null ? null : centavos(regular),
  salesPrice: sale === null ? null : centavos(sale),
});

test.each([
  ['40 % less', prices(10_000), prices(6_000), undefined],
  [
    'a centavo more than 40 % less',
    prices(10_000),
    prices(5_999),
    'Lo que paga el cliente baja 40 %, de Q100.00 a Q59.99.',
  ],
  ['40 % more', prices(10_000), prices(14_000), undefined],
  [
    'a centavo more than 40 % more',
    prices(10_000),
    prices(14_001),
    'Lo que paga el cliente sube 40 %, de Q100.00 a Q140.01.',
  ],
  [
    'a sale of one quetzal',
    prices(100_000),
    prices(100_000, 100),
    'Lo que paga el cliente baja 100 %, de Q1,000.00 a Q1.00.',
  ],
  [
    'the end of a deep sale',
    prices(10_000, 5_000),
    prices(10_000),
    'Lo que paga el cliente sube 100 %, de Q50.00 a Q100.00.',
  ],
  [
    'only the price before a sale',
    prices(10_000, 5_000),
    prices(20_000, 5_000),
    'El precio sube 100 %, de Q100.00 a Q200.00.',
  ],
  ['a first price', prices(null), prices(10_000), undefined],
  ['no price any more', prices(10_000), prices(null), undefined],
])('[PROD-10] %s', (_, before, after, said) => {
  expect(largePriceChange(before, after)).toBe(said);
});
