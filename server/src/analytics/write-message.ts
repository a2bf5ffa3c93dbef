import { randomUUIDv7 } from 'node:crypto';
import { enqueue } from '../jobs/job-queue.ts';
import type { Tx } from '../platform/db/database.ts';
import { insertMessages, messageJobKey, type NewMessage } from './analytics.store.ts';

/** The priority of jobs that wait for an external answer: after mails and the jobs of orders. Each kind has a queue. */
const behindOrders = 10;

/** Adds the job that sends a message, and replaces a waiting job for it. */
export const enqueueMessage = (tx: Tx, id: string): Promise<void> =>
  enqueue(tx, {
    task: 'send-message',
    payload: { messageId: id },
    jobKey: messageJobKey(id),
    queue: 'messages',
    priority: behindOrders,
  });

/** Adds the job that calls the address of a sponsored product's event, once. */
export const enqueueSponsoredEvent = (tx: Tx, id: string): Promise<void> =>
  enqueue(tx, {
    task: 'call-sponsored-event',
    payload: { eventId: id },
    maxAttempts: 1,
    queue: 'sponsored-events',
    priority: behindOrders,
  });

/**
 * Puts messages into the outbox and, if `isHandedOn`, adds the jobs that send them, in the caller's transaction. Each
 * order's purchase and each cart's payment is written once, even if requested again.
 */
export async function writeMessages(
  tx: Tx,
  messages: readonly Omit<NewMessage, 'id'>[],
  { now, isHandedOn }: { now: Date; isHandedOn: boolean },
): Promise<void> {
  if (messages.length === 0) return;
  const written = await insertMessages(
    tx,
    messages.map((message) => ({ id: randomUUIDv7(), ...message })),
    now,
  );
  if (isHandedOn) for (const id of written) await enqueueMessage(tx, id);
}
