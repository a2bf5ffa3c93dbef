import { expect, test } from 'vitest';
import { centavos } from '../money/money.ts';
import { shipmentStates } from '../orders/shipment.ts';
import { isAtShop, needsApproval } from './refund-approval.ts';

test.each([
  [0, 999_99, false],
  [0, 1_000_00, false],
  [0, 1_000_01, true],
  [999_99, 1, false],
  [1_000_00, 1, true],
  [600_00, 400_01, true],
  [5_000_00, 1, true],
])('[WORK-19] after %i centavos in a day, another %i needs approval: %s', (givenToday, amount, isNeeded) => {
  const policy = { refundApprovalAbove: centavos(1_000_00) };
  expect(needsApproval({ givenToday: centavos(givenToday), amount: centavos(amount) }, policy)).toBe(isNeeded);
});

test('units are at the shop until their shipment is sent, handed over, or ended', () => {
  expect(shipmentStates.filter(isAtShop)).toEqual(['waiting', 'ready', 'picking', 'packed', 'at_store']);
});
