import { expect, test } from 'vitest';
import { typedMoney } from './field-dialog.tsx';

test.each([
  ['1,400.50', '1400.50'],
  ['1,400', '1400'],
  ['1,234,567', '1234567'],
  ['12,50', '12.50'],
  ['250,0', '250.0'],
  ['Q 99.99', '99.99'],
  ['Q. 1,250.00', '1250.00'],
  ['1.250,00', '1250.00'],
  ['Q1.234.567,5', '1234567.5'],
  ['99.99', '99.99'],
])('an amount typed as %s is %s', (typed, amount) => {
  expect(typedMoney(typed)).toBe(amount);
});
