/** ms. A copy older than this is missed: the nightly one, and two hours for it (OPS-05 of docs/spec/desk.md). */
export const uncopiedAfterMs = 26 * 3_600_000;

/** ms. Within this a copy was tried or brought back (OPS-07). */
export const untriedAfterMs = 35 * 24 * 3_600_000;
