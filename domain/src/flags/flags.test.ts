import { expect, test } from 'vitest';
import { defaultFlags, demoFlags, isFlagName, readFlags } from './flags.ts';

test('the demo shop has the names and values of DEC-158', () => {
  expect(demoFlags).toEqual({
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

test('a new shop has every points program off', () => {
  const on = Object.entries(defaultFlags).filter(([, isOn]) => isOn);
  expect(on.map(([name]) => name)).toEqual(['coupons', 'warrantyImmediateRemoval']);
});

test('[DEC-158] known booleans replace defaults, everything else is ignored', () => {
  const stored = { coupons: false, pointsBam: true, pointsMax: 'no', toString: true, other: true };
  expect(readFlags(stored)).toEqual({ ...defaultFlags, coupons: false, pointsBam: true });
  expect(readFlags({})).toEqual(defaultFlags);
  expect(defaultFlags.coupons).toBe(true);
  expect([isFlagName('coupons'), isFlagName('toString')]).toEqual([true, false]);
});
