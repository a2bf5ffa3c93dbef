import fc from 'fast-check';
import type { PricedLine, StockedLine } from '../carts/cart-line.ts';
import { type Centavos, centavos } from '../money/money.ts';

/** Returns a product of the shop at Q100, one unit, in stock. Tests pass only the differences. */
export const pricedLine = (different: Partial<PricedLine> = {}): PricedLine => ({
  kind: 'goods',
  sellerId: 1,
  quantity: 1,
  salesPrice: centavos(10_000),
  regularPrice: centavos(10_000),
  warrantyAmount: null,
  ...different,
});

export const stockedLine = (different: Partial<StockedLine> = {}): StockedLine => ({
  kind: 'goods',
  quantity: 1,
  status: 'IN_STOCK',
  salableQuantity: 10,
  onSale: false,
  ...different,
});

/** Amounts of shop size: up to Q1,000,000. */
export const anyAmount: fc.Arbitrary<Centavos> = fc.integer({ min: 0, max: 100_000_000 }).map(centavos);

export const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  kind: fc.constantFrom('goods' as const, 'service' as const, 'gift_card' as const, 'donation' as const),
  sellerId: fc.constantFrom(1, 2, 3),
  quantity: fc.integer({ min: 1, max: 10 }),
  salesPrice: anyAmount,
  regularPrice: anyAmount,
  warrantyAmount: fc.option(anyAmount),
});
