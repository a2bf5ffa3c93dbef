import { isIPv4, isIPv6 } from 'node:net';

/** What is counted as one client where no address is told: a proxy may write "unknown". */
const untold = 'unknown';

/** Some proxies write a port behind the address: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** The eight numbers of an IPv6 address without zone; a URL spells it in its shortest form. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/**
 * Who counts as one client of all budgets (DEC-167, DEC-196), by the address as the server sees it: an IPv4 address, also
 * when it is written as IPv6 (`::ffff:1.2.3.4`); of IPv6 the /64, which one client has whole. What is no address is one
 * client: `unknown`.
 */
export function clientOf(address: string): string {
  const [, bracketed, dotted] = withPort.exec(address) ?? [];
  const [bare = ''] = (bracketed ?? dotted ?? address).split('%', 1);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return untold;
  const groups = groupsOf(bare);
  const [, , , , , marker, high = 0, low = 0] = groups;
  const isMapped = marker === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * The network a client of `clientOf` belongs to: of IPv6 the /48, as one line may have it whole, with 65,536 clients; every
 * other client is its own.
 */
export const networkOf = (client: string): string => {
  const [, network] = /^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/.exec(client) ?? [];
  return network === undefined ? client : `${network}:/48`;
};

/** What the clients of one network may do together, in budgets of one client (DEC-167, DEC-196). */
export const clientsOfNetwork = 16;
