import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavos, sum } from '../money/money.ts';
import { cashOfShipments, grossOfSellers, worthOfShipments } from './shipment-worth.ts';

test('lines less their share of the discount; delivery and donation with the first', () => {
  const gross = [50_000, 20_000].map(centavos);
  const amounts = { besides: centavos(3_000), discount: centavos(7_000) };
  expect(worthOfShipments(gross, amounts)).toEqual([48_000, 18_000]);
});

test('[DEC-199] what gift cards pay is collected at no door: they pay the first shipments first', () => {
  const worth = [50_000, 20_000].map(centavos);
  expect(cashOfShipments(worth, centavos(0))).toEqual([50_000, 20_000]);
  expect(cashOfShipments(worth, centavos(30_000))).toEqual([20_000, 20_000]);
  expect(cashOfShipments(worth, centavos(60_000))).toEqual([0, 10_000]);
  expect(cashOfShipments(worth, centavos(70_000))).toEqual([0, 0]);
});

test('[DEC-136] the lines of each seller are a shipment, in their order', () => {
  const line = (sellerId: number, quantity: number, unitPrice: number, warranty = 0) => ({
    sellerId,
    quantity,
    unitPrice: centavos(unitPrice),
    warranty: centavos(warranty),
  });
  expect(grossOfSellers([line(2, 1, 100), line(1, 2, 300, 50), line(2, 3, 10)])).toEqual([
    { sellerId: 2, gross: 130 },
    { sellerId: 1, gross: 700 },
  ]);
});

test('centavos that are left over come off the largest', () => {
  const gross = [100, 200, 100].map(centavos);
  expect(worthOfShipments(gross, { besides: centavos(0), discount: centavos(3) })).toEqual([99, 198, 100]);
});

test('a discount of everything leaves nothing, whatever bears it', () => {
  const gross = [100, 200].map(centavos);
  expect(worthOfShipments(gross, { besides: centavos(50), discount: centavos(350) })).toEqual([0, 0]);
  expect(worthOfShipments([centavos(0)], { besides: centavos(50), discount: centavos(20) })).toEqual([30]);
});

test('whatever an order costs, its shipments sum to its total and none is negative', () => {
  const amount = fc.integer({ min: 0, max: 100_000_00 });
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 6 }),
      amount,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lines, besides, part) => {
        const gross = lines.map(centavos);
        const all = sum(gross) + besides;
        const discount = centavos(Math.floor(all * part));
        const worth = worthOfShipments(gross, { besides: centavos(besides), discount });
        expect(sum(worth)).toBe(all - discount);
        expect(Math.min(...worth)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
