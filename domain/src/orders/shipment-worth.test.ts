import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavos, subtract, sum } from '../money/money.ts';
import { cashOfShipments, worthOfSellers } from './shipment-worth.ts';

test('[DEC-136] the lines of each seller form one shipment, in the order of the lines', () => {
  const line = (sellerId: number, net: number, isGiftCard = false) => ({ sellerId, net: centavos(net), isGiftCard });
  expect([...worthOfSellers([line(2, 100), line(1, 700, true), line(2, 30)])]).toEqual([
    [2, { worth: 130, notByCards: 0 }],
    [1, { worth: 700, notByCards: 700 }],
  ]);
});

const shipment = (worth: number, notByCards = 0) => ({ worth: centavos(worth), notByCards: centavos(notByCards) });
const besides = (shipping: number, donation: number, unpaid: number) => ({
  shipping: centavos(shipping),
  donation: centavos(donation),
  unpaid: centavos(unpaid),
});

test('delivery and donation belong to the first shipment', () => {
  const worth = [shipment(48_000), shipment(18_000)];
  expect(cashOfShipments(worth, besides(2_500, 500, 69_000))).toEqual([51_000, 18_000]);
});

test('[DEC-199] gift cards pay the first shipments first, but never gift cards or a donation', () => {
  const worth = [shipment(50_000), shipment(20_000)];
  const cash = (paid: number) => cashOfShipments(worth, besides(0, 0, 70_000 - paid));
  expect(cash(0)).toEqual([50_000, 20_000]);
  expect(cash(30_000)).toEqual([20_000, 20_000]);
  expect(cash(60_000)).toEqual([0, 10_000]);
  expect(cash(70_000)).toEqual([0, 0]);
  expect(cashOfShipments([shipment(10_800, 10_000), shipment(20_000)], besides(0, 500, 10_500))).toEqual([10_500, 0]);
  expect(() => cashOfShipments([shipment(100, 100)], besides(0, 0, 50))).toThrow('too much');
});

test('the cash of all shipments sums to the unpaid amount, at most their worth', () => {
  const amount = fc.integer({ min: 0, max: 100_000_00 }).map(centavos);
  const any = fc
    .record({ worth: amount, part: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ worth, part }) => shipment(worth, Math.floor(worth * part)));
  fc.assert(
    fc.property(
      fc.array(any, { minLength: 1, maxLength: 6 }),
      amount,
      amount,
      fc.nat(),
      (sold, shipping, donation, part) => {
        const all = sum([...sold.map(({ worth }) => worth), shipping, donation]);
        const least = sum([...sold.map(({ notByCards }) => notByCards), donation]);
        const unpaid = centavos(least + (part % (subtract(all, least) + 1)));
        const cash = cashOfShipments(sold, { shipping, donation, unpaid });
        expect(sum(cash)).toBe(unpaid);
        sold.forEach(({ notByCards }, at) => {
          expect(cash[at]).toBeGreaterThanOrEqual(at === 0 ? notByCards + donation : notByCards);
        });
        expect(() => cashOfShipments(sold, { shipping, donation, unpaid: centavos(all + 1) })).toThrow(
          'cannot be collected',
        );
      },
    ),
  );
});
