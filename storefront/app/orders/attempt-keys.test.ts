import { describe, expect, test } from 'vitest';
import { createAttemptKeys } from './attempt-keys.ts';

describe('[DEC-172] the key of an attempt', () => {
  const keys = () => {
    let count = 0;
    return createAttemptKeys(() => `key-${++count}`);
  };

  test('the same order again has the same key', () => {
    const attempts = keys();
    expect([attempts.keyFor({ plan: 1 }), attempts.keyFor({ plan: 1 })]).toEqual(['key-1', 'key-1']);
  });

  test('a changed order has another', () => {
    const attempts = keys();
    expect([attempts.keyFor({ plan: 1 }), attempts.keyFor({ plan: 6 })]).toEqual(['key-1', 'key-2']);
  });

  test('after a refusal the same order has another', () => {
    const attempts = keys();
    attempts.keyFor({ plan: 1 });
    attempts.settle();
    expect(attempts.keyFor({ plan: 1 })).toBe('key-2');
  });
});
