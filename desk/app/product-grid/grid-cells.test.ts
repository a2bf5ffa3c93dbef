import { expect, test } from 'vitest';
import { cellFault, shownText } from './grid-cells.ts';

test.each([
  ['Q1,234.50', '1234.50'],
  ['1234.5', '1234.50'],
  ['Q. 1,234.50', '1234.50'],
  ['GTQ 1234', '1234.00'],
  ['1,5', '1.50'],
  ['1.400,50', '1400.50'],
  ['1,234,567.00', '1234567.00'],
  [' 12 ', '12.00'],
])('[PROD-26] the price «%s» is read as %s', (typed, shown) => {
  expect(shownText('regularPrice', typed)).toBe(shown);
  expect(cellFault('regularPrice', shown)).toBeNull();
});

test.each([
  ['1,234', /dos maneras/],
  ['1.234', /dos maneras/],
  ['1,234,5', /no es un precio/],
  ['12,34.5', /no es un precio/],
  ['1.234.5', /no es un precio/],
  ['gratis', /no es un precio/],
  ['12.345', /dos maneras/],
  ['1234.567', /no es un precio/],
  ['0', /no es un precio|0\.01/],
])('[PROD-26] the ambiguous price «%s» stays as typed, with a message', (typed, message) => {
  const shown = shownText('salesPrice', typed);
  expect(shown).toBe(typed);
  expect(cellFault('salesPrice', shown)).toMatch(message);
});

test('an empty price is null, and the text of a shelf is not changed', () => {
  expect(cellFault('salesPrice', '')).toBeNull();
  expect(shownText('shelf', ' A-01 ')).toBe('A-01');
  expect(cellFault('shelf', 'A'.repeat(21))).not.toBeNull();
  expect(shownText('isPublished', 'Sí')).toBe('true');
});
