import { expect, test } from 'vitest';
import { bodyOf } from './move-dialog.tsx';

test.each([
  ['1,400', 1_400],
  ['1,400.50', 1_400.5],
  ['Q 1400', 1_400],
  ['0', 0],
])('[WORK-12] %s received at the door is sent as %d', (typed, amountReceived) => {
  expect(bodyOf(['amountReceived', 'optionalReason'], { amountReceived: typed })).toEqual({ amountReceived });
});
