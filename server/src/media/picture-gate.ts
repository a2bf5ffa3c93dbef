import { createFairGate } from '../platform/limits/concurrency-limit.ts';

/**
 * The gate of all pictures that staff send: a process has a picture of some ten megapixels in memory. Two at once, one of a client; a caller waits
 * 20 seconds at most.
 */
export const pictureGate = createFairGate({ atOnce: 2, atOnceEach: 1, waiting: 20, waitMs: 20_000 });
