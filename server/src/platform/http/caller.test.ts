import { expect, test } from 'vitest';
import { clientOf, networkOf } from './caller.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:a00:2', '10.0.0.2'],
  ['0:0:0:0:0:ffff:10.0.0.3', '10.0.0.3'],
  ['10.0.0.1:5678', '10.0.0.1'],
  ['[::ffff:10.0.0.1]:5678', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  ['10.0.0.256', 'unknown'],
  ['_hidden', 'unknown'],
])('[DEC-167] [DEC-196] requests from %s count for the client %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});

test.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:ff02::/64', '2001:db8:1::/48'],
  ['2001:db8:2:2::/64', '2001:db8:2::/48'],
  ['10.0.0.1', '10.0.0.1'],
  ['unknown', 'unknown'],
])('the client %s belongs to the network %s', (client, network) => {
  expect(networkOf(client)).toBe(network);
});
