import { expect, test } from 'vitest';
import { payErrorCodes, payErrors } from './payment-errors.ts';

test('the catalogue has all codes', () => {
  expect([...payErrorCodes]).toEqual(Object.keys(payErrors));
});
