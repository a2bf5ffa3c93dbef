import { describe, expect, test } from 'vitest';
import {
  acceptedUnits,
  atPlaces,
  firstFate,
  newOutcomes,
  type ReturnFate,
  type ReturnOutcome,
} from './return-outcome.ts';

const units = (fate: ReturnFate, quantity: number, storeCode: string | null = null): ReturnOutcome => ({
  fate,
  quantity,
  storeCode,
  reason: fate === 'reject' ? 'Está rota' : null,
});

describe('[DEC-142] the new part of a return’s outcomes', () => {
  test.each([
    ['all units', [units('restock', 2, 'MAX'), units('reject', 1)], [], [2, 1]],
    ['nothing of a repeated request', [units('restock', 2, 'MAX')], [units('restock', 2, 'MAX')], []],
    ['nothing of a request for fewer units', [units('scrap', 1)], [units('scrap', 2)], []],
    ['the difference', [units('scrap', 3)], [units('scrap', 1), units('scrap', 1)], [1]],
    ['the part of another store', [units('restock', 1, 'BODEGA')], [units('restock', 2, 'MAX')], [1]],
  ])('the new part is %s', (_, asked, decided, added) => {
    const found = newOutcomes(asked, decided, 3);
    expect(found.ok && found.value.map(({ quantity }) => quantity)).toEqual(added);
  });

  test('is refused if the return does not have that many units left', () => {
    const refused = { ok: false, error: { code: 'UNITS_NOT_LEFT', left: 1 } };
    expect(newOutcomes([units('scrap', 1), units('reject', 1)], [units('restock', 2, 'MAX')], 3)).toEqual(refused);
  });
});

test('[DEC-142] the shop retains units that are not rejected', () => {
  expect(
    acceptedUnits([units('restock', 2, 'MAX'), units('scrap', 1), units('toSupplier', 1), units('reject', 4)]),
  ).toBe(4);
});

describe('returned units that are not restocked', () => {
  const places = [
    { storeCode: 'BODEGA', units: 2 },
    { storeCode: 'MAX', units: 1 },
  ];
  test.each([
    ['at the first place that it left from', [units('scrap', 2)], [units('scrap', 2, 'BODEGA')]],
    [
      'at each of them',
      [units('scrap', 1), units('toSupplier', 2)],
      [units('scrap', 1, 'BODEGA'), units('toSupplier', 1, 'BODEGA'), units('toSupplier', 1, 'MAX')],
    ],
    [
      'where it was scrapped, whatever place it left from',
      [units('scrap', 1, 'XELA'), units('toSupplier', 1)],
      [units('scrap', 1, 'XELA'), units('toSupplier', 1, 'BODEGA')],
    ],
    [
      'at another than what is restocked where it left from',
      [units('scrap', 1), units('restock', 2, 'BODEGA')],
      [units('scrap', 1, 'MAX'), units('restock', 2, 'BODEGA')],
    ],
    [
      'at none where no more had left, and what is rejected is at none',
      [units('scrap', 4), units('reject', 1)],
      [units('scrap', 2, 'BODEGA'), units('scrap', 1, 'MAX'), units('scrap', 1), units('reject', 1)],
    ],
  ])('they are %s', (_, outcomes, placed) => {
    expect(atPlaces(outcomes, places)).toEqual(placed);
  });
});

test.each([
  ['Producto dañado', 'scrap'],
  ['Falla de fábrica', 'toSupplier'],
  ['No es lo que pedí', 'restock'],
  ['Otro', 'restock'],
])('[WORK-20] the form proposes for a unit that came back as "%s" to %s', (reason, fate) => {
  expect(firstFate({ isGiftCard: false, isGoods: true, reason })).toBe(fate);
  expect(firstFate({ isGiftCard: true, isGoods: true, reason })).toBe('reject');
  expect(firstFate({ isGiftCard: false, isGoods: false, reason })).toBe('scrap');
});
