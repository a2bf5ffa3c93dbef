const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The wait before each of the ten retries. All waits sum to three days (HOOK-06). */
const waitsMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  8 * hourMs,
  24 * hourMs,
  36 * hourMs,
] as const;

/**
 * Returns the milliseconds until the next try after `failed` failed tries (≥ 1). Null if there are no more tries.
 * `random` (0 up to 1) lengthens the wait by up to a tenth. Deliveries that failed together are then not retried at the
 * same moment.
 */
export const retryWaitMs = (failed: number, random: number): number | null => {
  const wait = waitsMs[failed - 1];
  return wait === undefined ? null : Math.round(wait * (1 + random / 10));
};
