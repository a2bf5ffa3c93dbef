import { enqueue } from '../jobs/job-queue.ts';
import type { Tx } from '../platform/db/database.ts';

/**
 * Adds the job that sends an endpoint what is due, in a queue of its own: one at a time, so that the order of each entity is kept, and beside
 * those of other endpoints. One waits at most.
 */
export const enqueueSender = (tx: Tx, endpointId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, {
    task: 'send-events',
    payload: { endpointId },
    jobKey: `send-events:${endpointId}`,
    queue: `send-events:${endpointId}`,
    ...(runAt === undefined ? {} : { runAt }),
  });
