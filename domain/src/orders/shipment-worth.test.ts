import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavos, sum } from '../money/money.ts';
import { cashOfShipments, worthOfSellers } from './shipment-worth.ts';

test('[DEC-136] the lines of each seller are a shipment, in their order', () => {
  const line = (sellerId: number, net: number) => ({ sellerId, net: centavos(net) });
  expect([...worthOfSellers([line(2, 100), line(1, 700), line(2, 30)])]).toEqual([
    [2, 130],
    [1, 700],
  ]);
});

test('delivery and donation come with the first', () => {
  const worth = [48_000, 18_000].map(centavos);
  expect(cashOfShipments(worth, { besides: centavos(3_000), unpaid: centavos(69_000) })).toEqual([51_000, 18_000]);
});

test('[DEC-199] what gift cards pay is collected at no door: they pay the first shipments first', () => {
  const worth = [50_000, 20_000].map(centavos);
  const cash = (paid: number) => cashOfShipments(worth, { besides: centavos(0), unpaid: centavos(70_000 - paid) });
  expect(cash(0)).toEqual([50_000, 20_000]);
  expect(cash(30_000)).toEqual([20_000, 20_000]);
  expect(cash(60_000)).toEqual([0, 10_000]);
  expect(cash(70_000)).toEqual([0, 0]);
});

test('whatever is left to collect, the shipments sum to it and none is negative; more than their worth is refused', () => {
  const amount = fc.integer({ min: 0, max: 100_000_00 }).map(centavos);
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), amount, fc.nat(), (worth, besides, part) => {
      const all = sum([...worth, besides]);
      const unpaid = centavos(part % (all + 1));
      const cash = cashOfShipments(worth, { besides, unpaid });
      expect(sum(cash)).toBe(unpaid);
      expect(Math.min(...cash)).toBeGreaterThanOrEqual(0);
      expect(() => cashOfShipments(worth, { besides, unpaid: centavos(all + 1) })).toThrow('cannot be collected');
    }),
  );
});
