import { describe, expect, test } from 'vitest';
import type { OrderStatus } from './order.ts';
import {
  deliveryAttempts,
  failureReasons,
  firstShipmentState,
  hasEnded,
  isFailureReason,
  mayEndUndelivered,
  mayMove,
  readShipmentId,
  type ShipmentState,
  shipmentRules,
  shipmentStates,
  statesBefore,
  statesToNextStep,
  statesUntilSent,
  statusOfShipments,
} from './shipment.ts';

/** The transitions of each state: the table of WORK, and the way back to waiting after a till's payment is canceled. */
const table: Record<ShipmentState, readonly ShipmentState[]> = {
  waiting: ['ready', 'canceled'],
  ready: ['waiting', 'picking', 'canceled'],
  picking: ['waiting', 'ready', 'packed', 'canceled'],
  packed: ['waiting', 'sent', 'at_store', 'canceled'],
  sent: ['sent', 'undelivered', 'delivered'],
  at_store: ['undelivered', 'delivered'],
  undelivered: [],
  delivered: [],
  canceled: [],
};

describe('a shipment moves as in the table', () => {
  test.each(shipmentStates)('from the state %s', (from) => {
    expect(shipmentStates.filter((to) => mayMove(from, to)).toSorted()).toEqual(table[from].toSorted());
    expect(hasEnded(from)).toBe(table[from].length === 0);
  });

  test.each(shipmentStates)('to the state %s', (to) => {
    expect(statesBefore(to)).toEqual(shipmentStates.filter((from) => table[from].includes(to)));
  });

  test('[DEC-138] [DEC-163] the next visible step skips the states that the buyer does not see', () => {
    const ways = (isPickup: boolean) => shipmentStates.map((state) => statesToNextStep(state, isPickup).at(-1) ?? null);
    const none = [null, null, null];
    expect(ways(false)).toEqual([null, 'picking', 'sent', 'sent', 'delivered', 'delivered', ...none]);
    expect(ways(true)).toEqual([null, 'picking', 'at_store', 'at_store', 'delivered', 'delivered', ...none]);
  });

  test.each([false, true])('every path consists of allowed moves (pickup: %s)', (isPickup) => {
    for (const from of shipmentStates) {
      for (const way of [statesToNextStep(from, isPickup), statesUntilSent(from, isPickup)]) {
        const moves = way.map((to, index) => mayMove(way[index - 1] ?? from, to));
        expect(moves).not.toContain(false);
      }
    }
    expect(statesUntilSent('packed', isPickup)).toEqual([isPickup ? 'at_store' : 'sent']);
  });

  test('each state has its visible stage', () => {
    expect(shipmentStates.map((state) => shipmentRules[state].stage)).toEqual([
      'received',
      'paid',
      'preparing',
      'preparing',
      'onTheWay',
      'onTheWay',
      'onTheWay',
      'delivered',
      'received',
    ]);
  });
});

test.each<[ShipmentState[], OrderStatus]>([
  [['waiting'], 'processing'],
  [['ready'], 'processing'],
  [['sent'], 'shipped'],
  [['at_store'], 'shipped'],
  [['delivered', 'sent'], 'shipped'],
  [['delivered', 'picking'], 'processing'],
  [['delivered', 'delivered'], 'delivered'],
  [['delivered', 'undelivered'], 'delivered'],
  [['delivered', 'canceled'], 'delivered'],
  [['sent', 'undelivered'], 'shipped'],
  [['ready', 'undelivered'], 'processing'],
  [['undelivered'], 'undelivered'],
  [['undelivered', 'canceled'], 'undelivered'],
  [['canceled', 'canceled'], 'canceled'],
  [['canceled', 'sent'], 'shipped'],
])('[DEC-137] with shipments in the states %j, the order is %s', (states, expected) => {
  expect(statusOfShipments(states, false)).toBe(expected);
  expect(statusOfShipments(states.toReversed(), false)).toBe(expected);
});

test('[DEC-137] a shipment that waits for payment at a till makes the order pending', () => {
  expect(statusOfShipments(['waiting', 'waiting'], true)).toBe('pending_payment');
  expect(statusOfShipments(['waiting', 'canceled'], true)).toBe('pending_payment');
  expect(statusOfShipments(['ready', 'ready'], true)).toBe('processing');
});

test('a shipment ends undelivered after two attempts, immediately if refused, and at a store at any time', () => {
  const reasons = Object.keys(failureReasons).filter(isFailureReason);
  expect(isFailureReason('constructor')).toBe(false);
  const after = (state: ShipmentState, attempts: number) =>
    reasons.filter((reason) => mayEndUndelivered({ state, attempts }, reason));
  for (let attempts = 0; attempts < deliveryAttempts; attempts += 1) {
    expect(after('sent', attempts)).toEqual(['rechazado']);
  }
  expect(after('sent', deliveryAttempts)).toEqual(reasons);
  expect(after('at_store', 0)).toEqual(reasons);
});

test('[DEC-136] the number of a sub-order identifies a shipment', () => {
  expect(readShipmentId('100000042-2')).toEqual({ orderNumber: '100000042', shipmentNumber: 2 });
  for (const text of [
    '100000042',
    '100000042-0',
    '100000042-x',
    '100000042-2-1',
    '100000042-02',
    '100000042-1.5',
    '42-1',
    '',
  ]) {
    expect(readShipmentId(text), text).toBeUndefined();
  }
});

test('[DEC-137] shipments start ready, unless payment or a confirmation is pending', () => {
  expect(firstShipmentState('processing', false)).toBe('ready');
  expect(firstShipmentState('processing', true)).toBe('waiting');
  expect(firstShipmentState('pending_payment', false)).toBe('waiting');
});
