import { expect, test } from 'vitest';
import { centavos } from '../money/money.ts';
import { changeToConfirm, largePriceChange, priceBelowCost } from './price-change.ts';

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

test.each([
  [
    'a centavo below the cost',
    prices(100),
    prices(99),
    100,
    'Lo que paga el cliente, Q0.99, queda por debajo del costo.',
  ],
  ['exactly the cost', prices(200), prices(100), 100, undefined],
  ['a centavo above the cost', prices(200), prices(101), 100, undefined],
  ['no known cost', prices(200), prices(1), null, undefined],
  ['an unchanged price below the cost', prices(50), prices(50), 100, undefined],
  [
    'a price that rises and stays below the cost',
    prices(50),
    prices(60),
    100,
    'Lo que paga el cliente, Q0.60, queda por debajo del costo.',
  ],
  ['a first price', prices(null), prices(60), 100, 'Lo que paga el cliente, Q0.60, queda por debajo del costo.'],
  ['an offer', prices(200), prices(200, 99), 100, 'Lo que paga el cliente, Q0.99, queda por debajo del costo.'],
  ['a price behind an offer', prices(200, 50), prices(99, 50), 100, 'El precio, Q0.99, queda por debajo del costo.'],
  ['no price any more', prices(200), prices(null), 100, undefined],
] as const)('[PROD-10] below the cost: %s', (_, before, after, breakEven, said) => {
  expect(priceBelowCost(before, after, breakEven === null ? null : centavos(breakEven))).toBe(said);
});

test('[PROD-10] a price that changes by more than 40 % to below the cost says both', () => {
  expect(changeToConfirm(prices(10_000), prices(5_000), centavos(6_000))).toBe(
    'Lo que paga el cliente baja 50 %, de Q100.00 a Q50.00. Lo que paga el cliente, Q50.00, queda por debajo del costo.',
  );
  expect(changeToConfirm(prices(10_000), prices(9_000), centavos(9_000))).toBeUndefined();
});
