import { createFairGate } from '../platform/limits/concurrency-limit.ts';

/**
 * The gate for all pictures that staff send. Each process has a picture of some ten megapixels in memory, so only two
 * run at the same time, one per client. A caller waits at most 20 seconds.
 */
export const pictureGate = createFairGate({ atOnce: 2, atOnceEach: 1, waiting: 20, waitMs: 20_000 });
