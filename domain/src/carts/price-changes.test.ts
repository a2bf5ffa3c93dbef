import { expect, test } from 'vitest';
import { centavos } from '../money/money.ts';
import { linePriceChanges, type SeenCart, totalChanges } from './price-changes.ts';

const cart = (
  price: number,
  { quantity = 1, warranty = null as number | null, shipping = 3000, discount = 0 } = {},
): SeenCart => ({
  lines: [
    {
      id: 'a',
      title: 'Freidora',
      quantity,
      salesPrice: centavos(price),
      warrantyAmount: warranty === null ? null : centavos(warranty),
    },
  ],
  totals: {
    shipping: centavos(shipping),
    discount: centavos(discount),
    grandTotal: centavos(price * quantity + shipping - discount),
  },
});

test('the same cart has no changes', () => {
  expect(totalChanges(cart(10_000), cart(10_000))).toEqual([]);
});

test('a price that rises by a centavo is reported with the new totals', () => {
  expect(totalChanges(cart(10_000), cart(10_001))).toEqual([
    { label: 'Freidora', before: 'Q100.00', now: 'Q100.01' },
    { label: 'Total', before: 'Q130.00', now: 'Q130.01' },
  ]);
});

test('reports changes per unit, and changes of warranty, delivery and discount separately', () => {
  const before = cart(10_000, { quantity: 2, warranty: 5_000 });
  const now = cart(9_000, { quantity: 2, warranty: 6_000, shipping: 3_500, discount: 100 });
  expect(totalChanges(before, now).map(({ label, before: was, now: is }) => `${label}: ${was}, ${is}`)).toEqual([
    'Freidora: Q100.00 c/u, Q90.00 c/u',
    'Garantía de Freidora: Q50.00 c/u, Q60.00 c/u',
    'Descuento: Q0.00, Q1.00',
    'Envío: Q30.00, Q35.00',
    'Total: Q230.00, Q214.00',
  ]);
});

test('more units or a new line are not a price change', () => {
  expect(linePriceChanges(cart(10_000), cart(10_000, { quantity: 3 }))).toEqual([]);
  expect(linePriceChanges({ ...cart(10_000), lines: [] }, cart(10_000))).toEqual([]);
});
