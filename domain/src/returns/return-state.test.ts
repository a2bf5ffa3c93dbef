import { expect, test } from 'vitest';
import { mayStep, returnStateLabels, returnSteps } from './return-state.ts';

test('a return is approved before or at the arrival of its goods, and ends once', () => {
  expect(mayStep('requested', 'approve')).toBe(true);
  expect(mayStep('requested', 'receive')).toBe(true);
  expect(mayStep('approved', 'approve')).toBe(false);
  expect(mayStep('approved', 'outcome')).toBe(false);
  expect(mayStep('received', 'outcome')).toBe(true);
  expect(mayStep('received', 'cancel')).toBe(false);
  expect(mayStep('received', 'sendBack')).toBe(false);
  expect(mayStep('toSendBack', 'sendBack')).toBe(true);
  const over = Object.entries(returnSteps).filter(([, steps]) => steps.length === 0);
  expect(over.map(([state]) => state)).toEqual(['resolved', 'rejected', 'canceled']);
  expect(Object.keys(returnStateLabels)).toEqual(Object.keys(returnSteps));
});
