import { expect, test } from 'vitest';
import { isPublicAddress } from './call-event-url.ts';

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.16.0.0', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:4700::1111', true],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['2130706433', false],
  ['0177.0.0.1', false],
  ['rmn.example', false],
  ['', false],
])('[DEC-144] %s is of the public internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
