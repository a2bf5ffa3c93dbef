import { expect, test } from 'vitest';
import { repairedAddress } from './repaired-address.ts';

test.each([
  ['/televisor-55.', '/televisor-55'],
  ['/televisor-55).', '/televisor-55'],
  ['/tv-y-video/televisores%29', '/tv-y-video/televisores'],
  ['/ayuda/entregas,', '/ayuda/entregas'],
  ['/televisor%E2%80%9D', '/televisor'],
  ['/Televisor-55', '/televisor-55'],
  ['/TV-Y-VIDEO/Televisores?page=2', '/tv-y-video/televisores?page=2'],
  ['/track-order?order=100000012.', '/track-order?order=100000012'],
  ['/Search?q=TV!', '/search?q=TV!'],
  ['/Wishlist/AbC-9_x.', '/wishlist/AbC-9_x'],
  ['/wa-link/8f7C?token=Ab.', '/wa-link/8f7C?token=Ab'],
  ['/televisor-55-l9&fbclid=abc', '/televisor-55-l9'],
  ['/televisor-55-l9,%20mira', '/televisor-55-l9'],
  ['/televisor-55-l9%20%C2%BFqu%C3%A9%20dices?', '/televisor-55-l9'],
  ['/televisor-55-l9%3Futm_source%3Dwa', '/televisor-55-l9?utm_source=wa'],
  ['/televisor-55%0Ade-ceiba', '/televisor-55'],
  ['/televisor-55%20mira?utm_source=wa', '/televisor-55?utm_source=wa'],
  ['/search%3Fq%3Dtv', '/search?q=tv'],
  ['/televisor-55%3F%E0%A4%A', '/televisor-55'],
])('%s is corrected to %s', (address, meant) => {
  expect(repairedAddress(address)).toBe(meant);
  expect(repairedAddress(meant)).toBeUndefined();
});

test.each([
  '/',
  '/televisor-55',
  '/caf%C3%A9',
  '/cart?x=1',
  '/televisor-55.data',
  '/_root.data',
  '//otra.gt',
  '/search?q=¿tv?',
  '/search?q=tv%2C%20radio&page=2',
])('%s is left unchanged', (address) => {
  expect(repairedAddress(address)).toBeUndefined();
});
