import { describe, expect, test } from 'vitest';
import { centavos, zero } from '../money/money.ts';
import { type ShipmentState, shipmentStates, stepBackMs } from './shipment.ts';
import { type DecidedShipment, decideShipmentAction, type ShipmentAction } from './shipment-action.ts';

const silent = { amount: null, difference: null };
const prepaid: DecidedShipment = { state: 'sent', attempts: 0, cashDue: zero, cashCollected: null, isPickup: false };
const cash: DecidedShipment = { ...prepaid, cashDue: centavos(50_000) };

/** Returns the new state, `same` if the action was done before, or the code of the refusal. */
const outcome = (shipment: DecidedShipment, action: ShipmentAction): string => {
  const decided = decideShipmentAction(shipment, action);
  if (!decided.ok) return decided.error.code;
  return decided.value?.to ?? 'same';
};

const no = 'TRANSITION_NOT_ALLOWED';

describe('each action in each state', () => {
  const actions: [ShipmentAction, Record<ShipmentState, string>][] = [
    [
      { kind: 'advance', cash: silent },
      {
        waiting: no,
        ready: 'picking',
        picking: 'sent',
        packed: 'sent',
        sent: 'delivered',
        at_store: 'delivered',
        undelivered: no,
        delivered: no,
        canceled: no,
      },
    ],
    [
      { kind: 'send', courier: null, trackingNumber: null },
      {
        waiting: no,
        ready: 'sent',
        picking: 'sent',
        packed: 'sent',
        sent: 'same',
        at_store: 'same',
        undelivered: no,
        delivered: no,
        canceled: no,
      },
    ],
    [
      { kind: 'attempt', number: 1, reason: 'nadie' },
      {
        waiting: no,
        ready: no,
        picking: no,
        packed: no,
        sent: 'sent',
        at_store: no,
        undelivered: no,
        delivered: no,
        canceled: no,
      },
    ],
    [
      { kind: 'deliver', cash: silent },
      {
        waiting: no,
        ready: no,
        picking: no,
        packed: no,
        sent: 'delivered',
        at_store: 'delivered',
        undelivered: no,
        delivered: 'same',
        canceled: no,
      },
    ],
    [
      { kind: 'undelivered', reason: 'rechazado' },
      {
        waiting: no,
        ready: no,
        picking: no,
        packed: no,
        sent: 'undelivered',
        at_store: 'undelivered',
        undelivered: 'same',
        delivered: no,
        canceled: no,
      },
    ],
    [
      { kind: 'cancel', reason: 'no llega' },
      {
        waiting: 'canceled',
        ready: 'canceled',
        picking: 'canceled',
        packed: 'canceled',
        sent: no,
        at_store: no,
        undelivered: no,
        delivered: no,
        canceled: 'same',
      },
    ],
    [
      { kind: 'stepBack', to: 'picking', movedMsAgo: 0, reason: 'otro bulto' },
      {
        waiting: no,
        ready: no,
        picking: no,
        packed: 'picking',
        sent: no,
        at_store: no,
        undelivered: no,
        delivered: no,
        canceled: no,
      },
    ],
    [
      { kind: 'stepBack', to: 'packed', movedMsAgo: 0, reason: 'otro bulto' },
      {
        waiting: no,
        ready: no,
        picking: no,
        packed: no,
        sent: 'packed',
        at_store: 'packed',
        undelivered: no,
        delivered: no,
        canceled: no,
      },
    ],
  ];

  test.each(actions)('%j', (action, expected) => {
    const found = shipmentStates.map((state) => [state, outcome({ ...prepaid, state }, action)]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test('a refusal lists the possible next states', () => {
    expect(decideShipmentAction({ ...prepaid, state: 'sent' }, { kind: 'cancel', reason: 'x' })).toMatchObject({
      ok: false,
      error: { state: 'sent', allowed: ['sent', 'undelivered', 'delivered'] },
    });
  });
});

test('a step back is possible once, within 30 minutes, with a reason', () => {
  const back = (movedMsAgo: number, more: Partial<DecidedShipment> = {}) =>
    decideShipmentAction({ ...prepaid, ...more }, { kind: 'stepBack', to: 'packed', movedMsAgo, reason: 'otro bulto' });
  expect(stepBackMs).toBe(30 * 60_000);
  for (const movedMsAgo of [stepBackMs - 1, stepBackMs])
    expect(back(movedMsAgo)).toMatchObject({ value: { to: 'packed', isBack: true, reason: 'otro bulto' } });
  for (const refused of [back(stepBackMs + 1), back(0, { isBack: true })])
    expect(refused).toMatchObject({ ok: false, error: { code: no } });
});

describe('cash at the handover', () => {
  const handOver = (amount: number | 'due' | null, difference: string | null = null, shipment = cash) =>
    decideShipmentAction(shipment, {
      kind: 'deliver',
      cash: { amount: typeof amount === 'number' ? centavos(amount) : amount, difference },
    });

  test('a shipment is handed over with the due amount, and never without an amount', () => {
    expect(handOver(null)).toEqual({ ok: false, error: { code: 'AMOUNT_REQUIRED', due: 50_000 } });
    expect(handOver(50_000)).toMatchObject({
      ok: true,
      value: { to: 'delivered', cashCollected: 50_000, reason: null },
    });
    expect(handOver('due')).toMatchObject({ ok: true, value: { cashCollected: 50_000 } });
  });

  test('a smaller amount is accepted only with a reason, which is stored', () => {
    for (const amount of [49_999, 0]) {
      expect(handOver(amount)).toEqual({ ok: false, error: { code: 'AMOUNT_DIFFERS', due: 50_000 } });
      expect(handOver(amount, 'sin cambio')).toMatchObject({ value: { cashCollected: amount, reason: 'sin cambio' } });
    }
    expect(handOver(50_000, 'sin cambio')).toMatchObject({ value: { reason: null } });
  });

  test('an amount above the due amount is refused, with or without a reason', () => {
    for (const difference of [null, 'propina'])
      expect(handOver(50_001, difference)).toEqual({ ok: false, error: { code: 'AMOUNT_DIFFERS', due: 50_000 } });
  });

  test('a shipment that is paid in another way collects nothing', () => {
    expect(handOver(null, null, prepaid)).toMatchObject({ value: { to: 'delivered', cashCollected: null } });
    expect(handOver(0, null, prepaid)).toMatchObject({ value: { cashCollected: null } });
    expect(handOver(1, 'propina', prepaid)).toMatchObject({ ok: false, error: { code: 'AMOUNT_DIFFERS', due: 0 } });
  });

  test('a repeated delivery has the same result and adds no second amount', () => {
    const delivered: DecidedShipment = { ...cash, state: 'delivered', cashCollected: centavos(50_000) };
    expect(handOver(50_000, null, delivered)).toEqual({ ok: true, value: null });
    expect(handOver(null, null, delivered)).toEqual({ ok: true, value: null });
    expect(handOver(40_000, 'x', delivered)).toEqual({ ok: false, error: { code: 'COLLECTED', collected: 50_000 } });
  });

  test('[DEC-163] the last visible step also needs the amount', () => {
    expect(outcome(cash, { kind: 'advance', cash: silent })).toBe('AMOUNT_REQUIRED');
    expect(outcome(cash, { kind: 'advance', cash: { amount: 'due', difference: null } })).toBe('delivered');
  });
});

test('an attempt is recorded with its reason, and the second makes the shipment undelivered', () => {
  expect(decideShipmentAction(prepaid, { kind: 'attempt', number: 1, reason: 'nadie' })).toMatchObject({
    value: { to: 'sent', attempts: 1, reason: 'Nadie en casa' },
  });
  const give = (attempts: number) => outcome({ ...prepaid, attempts }, { kind: 'undelivered', reason: 'nadie' });
  expect([0, 1, 2].map(give)).toEqual(['ATTEMPTS_LEFT', 'ATTEMPTS_LEFT', 'undelivered']);
});

test('an attempt that is entered again counts once, in any later state', () => {
  const noted = (number: number, more: Partial<DecidedShipment> = {}) =>
    decideShipmentAction({ ...prepaid, attempts: 1, ...more }, { kind: 'attempt', number, reason: 'nadie' });
  expect(noted(1)).toEqual({ ok: true, value: null });
  expect(noted(1, { state: 'delivered' })).toEqual({ ok: true, value: null });
  expect(noted(2)).toMatchObject({ value: { attempts: 2 } });
  expect(noted(3)).toEqual({ ok: false, error: { code: 'ATTEMPT_SKIPPED', attempts: 1 } });
});
