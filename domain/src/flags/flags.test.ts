import { expect, test } from 'vitest';
import { defaultFlags, isFlagName, readFlags } from './flags.ts';

test('names and defaults', () => {
  expect(defaultFlags).toEqual({
    coupons: true,
    pointsMax: true,
    pointsBi: true,
    pointsBac: true,
    pointsCash: true,
    pointsPromerica: false,
    pointsBam: false,
    thirdPartyPoints: false,
    motorcycleAddToCart: false,
    warrantyImmediateRemoval: true,
  });
});

test('[DEC-158] known booleans replace defaults, all else is ignored', () => {
  const stored = { coupons: false, pointsBam: true, pointsMax: 'no', toString: true, other: true };
  expect(readFlags(stored)).toEqual({ ...defaultFlags, coupons: false, pointsBam: true });
  expect(readFlags({})).toEqual(defaultFlags);
  expect(defaultFlags.coupons).toBe(true);
  expect([isFlagName('coupons'), isFlagName('toString')]).toEqual([true, false]);
});
