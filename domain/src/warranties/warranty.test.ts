import { describe, expect, test } from 'vitest';
import { quetzales } from '../money/money.ts';
import {
  clearWarrantyLabel,
  lowestWarrantyText,
  reduceWarranty,
  type WarrantyAction,
  type WarrantyChoice,
  warrantyFailureText,
} from './warranty.ts';

test.each([
  [[], null],
  [[450], 'Desde Q450.00'],
  [[450, 250, 900], 'Desde Q250.00'],
  [[1_450, 1_250], 'Desde Q1,250.00'],
])('[WAR-04] the lowest price of %j: %s', (amounts, expected) => {
  expect(lowestWarrantyText(amounts.map((amount) => ({ amount: quetzales(amount) })))).toBe(expected);
});

test('the warranty box has the documented texts', () => {
  expect(clearWarrantyLabel).toBe('Borrar selección');
  expect(warrantyFailureText).toBe('Ha ocurrido un error al obtener las garantías del producto.');
});

describe('choice', () => {
  const none: WarrantyChoice = { state: 'none' };
  const selected: WarrantyChoice = { state: 'selected', sku: 'G6' };
  const adding: WarrantyChoice = { state: 'adding', sku: 'G6' };
  const added: WarrantyChoice = { state: 'added', sku: 'G6' };
  const other: WarrantyChoice = { state: 'selected', sku: 'G12' };

  const actions: [WarrantyAction, WarrantyChoice[]][] = [
    [{ type: 'select', sku: 'G12' }, [other, other, adding, added]],
    [{ type: 'clear' }, [none, none, adding, added]],
    [{ type: 'add' }, [none, adding, adding, added]],
    [{ type: 'added' }, [none, selected, added, added]],
    [{ type: 'failed' }, [none, selected, selected, added]],
    [{ type: 'removed' }, [none, selected, adding, none]],
  ];

  test.each(actions)('[WAR-05] the choice after %j', (action, expected) => {
    expect([none, selected, adding, added].map((choice) => reduceWarranty(choice, action))).toEqual(expected);
  });
});
