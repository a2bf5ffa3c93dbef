/** CONST-39, in seconds; one entry per further try. */
export const syncRetrySeconds = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55] as const;

/**
 * What to do after a failed cart sync (CART-29, DEC-54): milliseconds to wait before the next retry, or null = stop and
 * keep the guest cart. `failures` counts failed calls so far (≥ 1), so ten retries follow the first call;
 * `status` null = no answer came.
 */
export function syncRetryDelayMs(failures: number, status: number | null): number | null {
  if (status === 401 || status === 404) return null;
  const seconds = syncRetrySeconds[failures - 1];
  return seconds === undefined ? null : seconds * 1_000;
}
