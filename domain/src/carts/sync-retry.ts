/** Seconds before each retry (CONST-39). */
export const syncRetrySeconds = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55] as const;

/**
 * Returns the milliseconds until the next retry of a failed cart sync. Null if the page stops retrying and stays with
 * the guest's cart (CART-29, DEC-54). `failures`: number of failed calls so far (≥ 1). Ten retries follow the first
 * call. `status`: null if there was no response.
 */
export function syncRetryDelayMs(failures: number, status: number | null): number | null {
  if (status === 401 || status === 404) return null;
  const seconds = syncRetrySeconds[failures - 1];
  return seconds === undefined ? null : seconds * 1_000;
}
