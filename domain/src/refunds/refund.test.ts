import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Centavos, centavos, sum } from '../money/money.ts';
import {
  inRefundOrder,
  pointsOf,
  shortfallsOf,
  splitOverSources,
  takeUnits,
  worthInShipment,
  worthOfLastUnits,
  worthOfUnits,
} from './refund.ts';

const amount = fc.integer({ min: 0, max: 900_000_000 }).map(centavos);

test('[DEC-76] refunds of a line’s units in any parts sum to the charge for the line', () => {
  fc.assert(
    fc.property(amount, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), (net, portions) => {
      const quantity = portions.reduce((units, portion) => units + portion, 0);
      let refunded = 0;
      const worths: Centavos[] = [];
      for (const units of portions) {
        worths.push(worthOfUnits({ net, quantity, refunded }, units));
        refunded += units;
      }
      expect(sum(worths)).toBe(net);
      expect(Math.min(...worths)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test.each([0, 1.5, 3])('[DEC-76] refuses to refund %s units of a line with two units left', (units) => {
  expect(() => worthOfUnits({ net: centavos(300), quantity: 3, refunded: 1 }, units)).toThrow('not left');
});

test('[DEC-76, DEC-199] a refund reduces the debt first, then points, gift cards and the payment', () => {
  const means = { points: centavos(100), giftCards: centavos(100), payment: centavos(1_000), isPaymentFirst: false };
  const split = (amount: number, isPaymentFirst = false) =>
    splitOverSources(centavos(amount), { ...means, isPaymentFirst });
  expect(split(60)).toEqual({ ok: true, value: { points: 60, giftCards: 0, payment: 0 } });
  expect(split(170)).toEqual({ ok: true, value: { points: 100, giftCards: 70, payment: 0 } });
  expect(split(170, true)).toEqual({ ok: true, value: { points: 0, giftCards: 0, payment: 170 } });
  expect(split(1_150, true)).toEqual({ ok: true, value: { points: 100, giftCards: 50, payment: 1_000 } });
  expect(split(1_200)).toMatchObject({ value: { payment: 1_000 } });
  expect(split(1_201)).toMatchObject({ error: { code: 'REFUND_EXCEEDS_CAPTURED' } });
});

test('[DEC-114] partial refunds of a certificate return all its points, and never more', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 50_000 }).map(centavos), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 1_000_000 }), (amounts, points) => {
      const certificate = { amount: sum(amounts), points };
      let [givenAmount, givenPoints] = [centavos(0), 0];
      for (const part of amounts) {
        const given = pointsOf({ ...certificate, givenAmount, givenPoints }, part);
        expect(given).toBeGreaterThanOrEqual(0);
        [givenAmount, givenPoints] = [centavos(givenAmount + part), givenPoints + given];
      }
      expect(givenPoints).toBe(points);
    }),
  );
});

test('[WORK-10, WORK-18] units of a shipment are worth the amount collected for them, for any order of refunds', () => {
  const shares = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(amount, shares, fc.integer({ min: 0 }), (net, quantities, at) => {
      const quantity = quantities.reduce((units, each) => units + each, 0);
      const line = { net, quantity };
      let firstUnit = 0;
      const held = quantities.map((each) => {
        const share = { firstUnit, quantity: each, refunded: 0 };
        firstUnit += each;
        return share;
      });
      const worths = held.map((each) => worthInShipment(line, each, each.quantity));
      expect(sum(worths)).toBe(net);
      const chosen = held[at % held.length];
      if (chosen === undefined || chosen.quantity === 1) return;
      const first = worthInShipment(line, chosen, 1);
      const rest = { ...chosen, refunded: 1 };
      expect(first + worthInShipment(line, rest, chosen.quantity - 1)).toBe(worths[at % held.length]);
      // A refund of the last units first does not change the worth of any unit.
      expect(worthOfLastUnits(line, chosen, chosen.quantity - 1)).toBe(
        worthInShipment(line, rest, chosen.quantity - 1),
      );
      expect(worthOfLastUnits(line, { ...chosen, refunded: chosen.quantity }, 1)).toBe(0);
    }),
  );
});

test('[WORK-18] units are taken from one shipment after the other, never more than a shipment has', () => {
  const held = [
    { quantity: 3, refunded: 2 },
    { quantity: 1, refunded: 1 },
    { quantity: 2, refunded: 0 },
  ];
  const taken = (units: number) => takeUnits(held, units)?.map((each) => [held.indexOf(each.held), each.units]);
  expect(taken(1)).toEqual([[0, 1]]);
  expect(taken(3)).toEqual([
    [0, 1],
    [2, 2],
  ]);
  expect(taken(4)).toBeUndefined();
  const line = { net: centavos(300), quantity: 6 };
  expect(() => worthInShipment(line, { firstUnit: 0, quantity: 3, refunded: 2 }, 2)).toThrow('not left');
});

test('[WORK-18] refunds take delivered units first, then units at the shop, on their way, and lost units', () => {
  const shipments = (['canceled', 'sent', 'delivered', 'ready', 'delivered', 'waiting', 'packed'] as const).map(
    (state, at) => ({ shipmentNumber: at + 1, state, shortfall: 0 }),
  );
  const turns = (short: number) =>
    inRefundOrder(shipments.map((each) => ({ ...each, shortfall: each.shipmentNumber === short ? 1 : 0 }))).map(
      ({ shipmentNumber }) => shipmentNumber,
    );
  expect(turns(0)).toEqual([3, 5, 6, 4, 7, 2, 1]);
  // Three shipments that collected less cash than was due.
  expect(turns(5)).toEqual([5, 3, 6, 4, 7, 2, 1]);
});

/**
 * Units from three shipments are returned, some in one refund. `missing`: the difference between the due and the
 * collected cash of each shipment.
 */
const comingBack = fc.record({
  missing: fc.tuple(amount, amount, amount),
  refunds: fc.array(fc.array(fc.record({ shipment: fc.integer({ min: 0, max: 2 }), amount }), { maxLength: 4 }), {
    maxLength: 6,
  }),
});

test('a returned shipment is refunded at its worth minus its missing cash', () => {
  fc.assert(
    fc.property(comingBack, ({ missing, refunds }) => {
      const left = new Map(missing.map((each, shipment) => [shipment, each]));
      const given = [0, 0, 0];
      const worth = [0, 0, 0];
      for (const units of refunds) {
        for (const [at, shortfall] of shortfallsOf(units, left).entries()) {
          const { shipment, amount: each } = units[at] ?? { shipment: 0, amount: centavos(0) };
          left.set(shipment, centavos((left.get(shipment) ?? 0) - shortfall));
          expect(shortfall).toBeLessThanOrEqual(each);
          worth[shipment] = (worth[shipment] ?? 0) + each;
          given[shipment] = (given[shipment] ?? 0) + each - shortfall;
        }
        // Checked after each return, not only at the end. The buyer first pays for the goods that they keep, and only
        // then gets a refund.
        expect(given).toEqual(worth.map((each, shipment) => Math.max(0, each - (missing[shipment] ?? 0))));
      }
    }),
  );
});

test('refunds around the missing amount have the documented splits', () => {
  const given = (worth: number) =>
    shortfallsOf([{ shipment: 1, amount: centavos(worth) }], new Map([[1, centavos(50)]]));
  expect([given(49), given(50), given(51)]).toEqual([[49], [50], [50]]);
  expect(shortfallsOf([{ shipment: 2, amount: centavos(9) }], new Map([[1, centavos(50)]]))).toEqual([0]);
});
