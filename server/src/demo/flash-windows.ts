const HOUR = 3_600_000;

/** A demo flash sale ends at least this long after it is made or renewed. */
export const SHORTEST_HOURS = 3;
/** Length of a period: renewed sales end 3 to 20 hours ahead. */
export const PERIOD_HOURS = 17;
/** A sale starts this long before its end, so it always runs already. */
export const RUN_HOURS = 21;

/** Window of demo flash sale `index` of `count`: running now, the ends spread over 3 to 20 hours. */
export function flashWindow(index: number, count: number, now: Date): { startsAt: Date; endsAt: Date } {
  const ahead = SHORTEST_HOURS + (PERIOD_HOURS * index) / count;
  const endsAt = new Date(now.getTime() + Math.round(ahead * HOUR));
  return { startsAt: new Date(endsAt.getTime() - RUN_HOURS * HOUR), endsAt };
}
