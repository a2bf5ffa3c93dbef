import { expect, test } from 'vitest';
import { extraUnits, purchaseIdOf, purchaseNumberText, stateAfterReceipt, unitsOnTheWay } from './purchase.ts';
import { daysOfCover, proposedQuantity } from './replenishment.ts';

test.each([
  { quantity: 10, received: 0, way: 10 },
  { quantity: 10, received: 9, way: 1 },
  { quantity: 10, received: 10, way: 0 },
  { quantity: 10, received: 12, way: 0 },
])('[BUY-06] with $quantity ordered and $received received units, $way are on the way', ({ way, ...line }) => {
  expect(unitsOnTheWay(line)).toBe(way);
});

test.each([
  { quantity: 10, received: 8, arrived: 1, extra: 0 },
  { quantity: 10, received: 8, arrived: 2, extra: 0 },
  { quantity: 10, received: 8, arrived: 3, extra: 1 },
  { quantity: 10, received: 12, arrived: 1, extra: 1 },
])('[BUY-03] $arrived more after $received of $quantity: $extra too many', ({ arrived, extra, ...line }) => {
  expect(extraUnits(line, arrived)).toBe(extra);
});

test('[BUY-02] a purchase is received when each line has come, and rejected units have not', () => {
  const full = { quantity: 2, received: 3 };
  expect(stateAfterReceipt([full, { quantity: 5, received: 5 }])).toBe('received');
  expect(stateAfterReceipt([full, { quantity: 5, received: 4 }])).toBe('partlyReceived');
});

test('[BUY-02] purchases are called C-n', () => {
  expect(purchaseNumberText(12)).toBe('C-12');
  expect(purchaseIdOf('C-12')).toBe(12);
});

test.each([
  { sold30: 30, sold90: 90, salable: 0, onOrder: 0, leadDays: 10, proposed: 40, cover: 0 },
  { sold30: 30, sold90: 90, salable: 39, onOrder: 0, leadDays: 10, proposed: 1, cover: 39 },
  { sold30: 30, sold90: 90, salable: 40, onOrder: 0, leadDays: 10, proposed: 0, cover: 40 },
  { sold30: 30, sold90: 90, salable: 20, onOrder: 20, leadDays: 10, proposed: 0, cover: 20 },
  { sold30: 60, sold90: 90, salable: 0, onOrder: 0, leadDays: 0, proposed: 60, cover: 0 },
  { sold30: 0, sold90: 9, salable: 1, onOrder: 0, leadDays: 0, proposed: 2, cover: 10 },
  { sold30: 0, sold90: 1, salable: 0, onOrder: 0, leadDays: 0, proposed: 1, cover: 0 },
  { sold30: 0, sold90: 0, salable: 0, onOrder: 0, leadDays: 90, proposed: 0, cover: null },
])(
  '[BUY-05] $sold30 and $sold90 sold, $salable and $onOrder there, $leadDays days away: order $proposed',
  ({ proposed, cover, ...demand }) => {
    expect(proposedQuantity(demand)).toBe(proposed);
    expect(daysOfCover(demand)).toBe(cover);
  },
);
