const most = 2n ** 63n;

/** Returns whether a text is a snapshot as PostgreSQL writes it: `xmin:xmax:`, then the running transactions between these numbers, ascending. */
export function isSnapshot(text: string): boolean {
  const [, low, high, running = ''] = /^(\d{1,19}):(\d{1,19}):(\d{1,19}(?:,\d{1,19})*)?$/.exec(text) ?? [];
  if (low === undefined || high === undefined) return false;
  const [from, to] = [BigInt(low), BigInt(high)];
  const numbers = running === '' ? [] : running.split(',').map(BigInt);
  const isAscending = numbers.every(
    (each, at) => each >= from && each < to && (at === 0 || each > (numbers[at - 1] ?? 0n)),
  );
  return from > 0n && from <= to && to < most && isAscending;
}
