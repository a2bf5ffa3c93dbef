/**
 * Which slice may import which inside a room; a new slice is alone until it is listed here. Kept acyclic and exact by
 * directions.test.ts: an edge that is not used any more has to go.
 */
export const allowedSlices: Record<string, Record<string, readonly string[]>> = {};
