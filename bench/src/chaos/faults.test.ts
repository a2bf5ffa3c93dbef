import { expect, test } from 'vitest';
import { type Fault, nameOf, nextFault, randomFrom } from './faults.ts';

const faultsOf = (seed: number, count: number): Fault[] => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => nextFault(random));
};

test('the same seed gives the same faults, and another seed gives other faults', () => {
  expect(faultsOf(7, 50)).toEqual(faultsOf(7, 50));
  expect(faultsOf(8, 50)).not.toEqual(faultsOf(7, 50));
});

test('a killed part is down for its limit at most', () => {
  const random = randomFrom(3);
  const kills = Array.from({ length: 400 }, () => nextFault(random, 0)).filter(({ kind }) => kind === 'kill');
  expect(kills.length).toBeGreaterThan(0);
  for (const kill of kills) expect(kill).toMatchObject({ awayMs: 0 });
});

test('every part is killed, every connection is cut and slowed down, and clocks are changed', () => {
  expect(new Set(faultsOf(1, 400).map(nameOf))).toEqual(
    new Set([
      ...['web', 'worker', 'bank', 'database'].map((part) => `kill ${part}`),
      ...['shoppers', 'bank', 'database'].flatMap((line) => [`cut ${line}`, `delay ${line}`]),
      'clock step',
    ]),
  );
});
