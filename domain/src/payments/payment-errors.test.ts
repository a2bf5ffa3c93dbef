import { expect, test } from 'vitest';
import { payErrorCodes, payErrors } from './payment-errors.ts';

test('the whole catalogue is listed', () => {
  expect([...payErrorCodes]).toEqual(Object.keys(payErrors));
});
