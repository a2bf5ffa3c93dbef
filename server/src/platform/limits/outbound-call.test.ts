import { expect, test } from 'vitest';
import { createCircuitBreaker } from './outbound-call.ts';

const breakerAt = () => {
  let time = 0;
  const breaker = createCircuitBreaker({ service: 'bank', failures: 3, restMs: 1_000, clock: () => time });
  const advance = (ms: number) => {
    time += ms;
  };
  return { breaker, advance };
};

test('the breaker opens after three failures in a row, not after two', () => {
  const { breaker } = breakerAt();
  breaker.failed();
  breaker.failed();
  expect(breaker.mayCall()).toBe(true);
  breaker.failed();
  expect(breaker.mayCall()).toBe(false);
});

test('a success sets the number of failures back to zero', () => {
  const { breaker } = breakerAt();
  breaker.failed();
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  breaker.failed();
  expect(breaker.mayCall()).toBe(true);
});

test('after the pause one call is sent: its success closes the breaker, its failure opens it again', () => {
  const { breaker, advance } = breakerAt();
  for (let i = 0; i < 3; i += 1) breaker.failed();
  advance(999);
  expect(breaker.mayCall()).toBe(false);
  advance(1);
  expect(breaker.mayCall()).toBe(true);
  expect(breaker.mayCall()).toBe(false);
  breaker.failed();
  advance(999);
  expect(breaker.mayCall()).toBe(false);
  advance(1);
  expect(breaker.mayCall()).toBe(true);
  breaker.succeeded();
  expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, true]);
});
