import { expect, test } from 'vitest';
import { eventUrlMaxLength, isEventUrl } from './sponsored-event.ts';

const hosts = ['eventos.rmn.example'];
const own = 'https://eventos.rmn.example/clic?sku=TV-1';

test.each([
  [own, true],
  ['https://EVENTOS.rmn.example/clic', true],
  ['https://eventos.rmn.example:443/clic', true],
  ['https://eventos.rmn.example:8443/clic', false],
  ['http://eventos.rmn.example/clic', false],
  ['https://otro.example/clic', false],
  ['https://eventos.rmn.example.otro.example/clic', false],
  ['https://eventos.rmn.example@otro.example/clic', false],
  ['https://otro.example#@eventos.rmn.example', false],
  ['https://otro.example\\@eventos.rmn.example', false],
  ['https://ana:clave@eventos.rmn.example/clic', false],
  ['https://eventos.rmn.example./clic', false],
  ['https://127.0.0.1/', false],
  ['https://2130706433/', false],
  ['https://[::1]/', false],
  ['//eventos.rmn.example/clic', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['', false],
])('[DEC-144, DEC-175] %s with configured hosts', (url, expected) => {
  expect(isEventUrl(url, hosts)).toBe(expected);
});

test.each([
  ['https://otro.example/clic', true],
  ['http://otro.example/clic', false],
  ['clic', false],
])('[DEC-175] %s without configured hosts', (url, expected) => {
  expect(isEventUrl(url, [])).toBe(expected);
});

test('an event address has at most 2,000 characters', () => {
  const longest = own.padEnd(eventUrlMaxLength, 'x');
  expect([isEventUrl(longest, hosts), isEventUrl(`${longest}x`, hosts)]).toEqual([true, false]);
});
