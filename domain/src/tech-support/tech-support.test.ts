import { expect, test } from 'vitest';
import { reduceUpsell, serviceSkuFor, techSupportTexts, type UpsellAction, type UpsellState } from './tech-support.ts';

test.each([
  [[], null],
  [[1_100], null],
  [[1_101], 'TECKIAI'],
  [[1_105], 'TECKIAI'],
  [[1_106], null],
  [[1_200], null],
  [[1_201], 'TECKIRESUELVE'],
  [[1_226], 'TECKIRESUELVE'],
  [[1_227], null],
  [[1_201, 1_101], 'TECKIAI'],
  [[1_301, 1_210], 'TECKIRESUELVE'],
])('[TECH-01] [TECH-02] [DEC-159] for the categories %j: %s', (categoryIds, expected) => {
  expect(serviceSkuFor(categoryIds)).toBe(expected);
});

test('[TECH-02] the categories of each service can be configured', () => {
  expect(serviceSkuFor([7], { teckiAi: new Set(), teckiResuelve: new Set([7]) })).toBe('TECKIRESUELVE');
});

test('the offer of a service has the documented texts', () => {
  expect(techSupportTexts).toEqual({ added: 'Producto agregado', link: '/tv-y-video/servicios/tecki' });
});

test.each<[UpsellAction, UpsellState[]]>([
  ['toggle', ['checked', 'unchecked', 'adding', 'added']],
  ['add', ['unchecked', 'adding', 'adding', 'added']],
  ['added', ['unchecked', 'checked', 'added', 'added']],
  ['failed', ['unchecked', 'checked', 'checked', 'added']],
])('[TECH-03] %s', (action, expected) => {
  const states: UpsellState[] = ['unchecked', 'checked', 'adding', 'added'];
  expect(states.map((state) => reduceUpsell(state, action))).toEqual(expected);
});
