import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClaimMode, planClaims, type StockLevel } from './claim-plan.ts';

describe('claims', () => {
  const level = (storeCode: string, quantity: number, isWarehouse = false, displayUnits = 0): StockLevel => ({
    storeCode,
    quantity,
    isWarehouse,
    displayUnits,
  });
  const levels = [level('T02', 2), level('MAX', 5), level('T03', 5), level('BODEGA', 3, true), level('T04', 0)];
  const delivery: ClaimMode = { kind: 'delivery' };
  const pickupAt = (storeCode: string): ClaimMode => ({ kind: 'pickup', storeCode });

  test.each<[string, number, ClaimMode, [string, number][]]>([
    ['delivery from the warehouse', 3, delivery, [['BODEGA', 3]]],
    [
      'delivery from warehouse and fullest store, by code among equals',
      4,
      delivery,
      [
        ['BODEGA', 3],
        ['MAX', 1],
      ],
    ],
    [
      'delivery of all',
      15,
      delivery,
      [
        ['BODEGA', 3],
        ['MAX', 5],
        ['T03', 5],
        ['T02', 2],
      ],
    ],
    ['pickup from the store', 2, pickupAt('T02'), [['T02', 2]]],
    [
      'pickup with a transfer',
      5,
      pickupAt('T02'),
      [
        ['T02', 2],
        ['BODEGA', 3],
      ],
    ],
    ['pickup at an empty store', 1, pickupAt('T04'), [['BODEGA', 1]]],
    ['pickup at the warehouse itself', 3, pickupAt('BODEGA'), [['BODEGA', 3]]],
  ])('[DEC-81] %s', (_, quantity, mode, expected) => {
    const claims = expected.map(([storeCode, units]) => ({ storeCode, quantity: units }));
    expect(planClaims(levels, quantity, mode)).toEqual({ ok: true, value: claims });
  });

  test.each<[string, number, ClaimMode, number]>([
    ['delivery', 16, delivery, 15],
    ['pickup, no other store helps', 6, pickupAt('T02'), 5],
    ['pickup at the warehouse, counted once', 4, pickupAt('BODEGA'), 3],
    ['pickup at an unknown store', 4, pickupAt('T99'), 3],
  ])('[DEC-81] more units than there are for %s', (_, quantity, mode, available) => {
    const error = { code: 'QUANTITY_GREATER_THAN_STOCK', available };
    expect(planClaims(levels, quantity, mode)).toEqual({ ok: false, error });
  });

  test('[LIVE-03, DEC-81] a pickup never takes display pieces, but a delivery does', () => {
    const shown = [level('T02', 3, false, 1), level('BODEGA', 2, true, 1)];
    expect(planClaims(shown, 3, pickupAt('T02'))).toEqual({
      ok: true,
      value: [
        { storeCode: 'T02', quantity: 2 },
        { storeCode: 'BODEGA', quantity: 1 },
      ],
    });
    expect(planClaims(shown, 4, pickupAt('T02'))).toMatchObject({ error: { available: 3 } });
    expect(planClaims(shown, 5, delivery)).toMatchObject({ ok: true });
  });

  test('[ORD-10] claims sum to the quantity, never exceed the stock, and ignore the order of levels', () => {
    const anyLevels = fc.uniqueArray(
      fc.record({
        storeCode: fc.stringMatching(/^[A-Z]\d$/),
        quantity: fc.nat(20),
        isWarehouse: fc.boolean(),
        displayUnits: fc.nat(3),
      }),
      { selector: ({ storeCode }) => storeCode, maxLength: 8 },
    );
    fc.assert(
      fc.property(anyLevels, fc.integer({ min: 1, max: 60 }), (any, quantity) => {
        const plan = planClaims(any, quantity, delivery);
        const whole = any.reduce((total, place) => total + place.quantity, 0);
        expect(plan.ok).toBe(whole >= quantity);
        expect(planClaims([...any].reverse(), quantity, delivery)).toEqual(plan);
        if (!plan.ok) return;
        expect(plan.value.reduce((total, claim) => total + claim.quantity, 0)).toBe(quantity);
        for (const claim of plan.value) {
          const place = any.find(({ storeCode }) => storeCode === claim.storeCode);
          expect(claim.quantity >= 1 && claim.quantity <= (place?.quantity ?? 0)).toBe(true);
        }
      }),
    );
  });
});
