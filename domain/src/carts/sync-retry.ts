/** Seconds before each retry (CONST-39). */
export const syncRetrySeconds = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55] as const;

/**
 * Milliseconds until the next retry of a failed cart sync; null = stop and keep the guest cart (CART-29, DEC-54). `failures`
 * counts failed calls so far (≥ 1), so that ten retries follow the first call. `status` null = no response.
 */
export function syncRetryDelayMs(failures: number, status: number | null): number | null {
  if (status === 401 || status === 404) return null;
  const seconds = syncRetrySeconds[failures - 1];
  return seconds === undefined ? null : seconds * 1_000;
}
