import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Ranges of IPv4 that are not the public internet (IANA's special-purpose registry). */
const reserved4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Within 2000::/3, the only range of IPv6 that is given out: protocols, tunnels to IPv4 addresses, documentation. */
const reserved6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const refused = new BlockList();
for (const [net, prefix] of reserved4) refused.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of reserved6) refused.addSubnet(net, prefix, 'ipv6');
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/** Whether an address, as a name server tells it, is one of the public internet; what is no address is not. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return isIPv6(address) && given.check(address, 'ipv6') && !refused.check(address, 'ipv6');
};
