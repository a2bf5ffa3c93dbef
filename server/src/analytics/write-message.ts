import { randomUUIDv7 } from 'node:crypto';
import { enqueue } from '../jobs/job-queue.ts';
import type { Tx } from '../platform/db/database.ts';
import { insertMessages, messageJobKey, type NewMessage } from './analytics.store.ts';

/** Jobs that wait for a stranger's answer: a queue for each kind, behind mails and whatever orders need. */
const behindOrders = 10;

/** Adds the job that sends a message; one that waits for it already is replaced. */
export const enqueueMessage = (tx: Tx, id: string): Promise<void> =>
  enqueue(tx, {
    task: 'send-message',
    payload: { messageId: id },
    jobKey: messageJobKey(id),
    queue: 'messages',
    priority: behindOrders,
  });

/** Adds the job that tells the event of a sponsored product, once. */
export const enqueueSponsoredEvent = (tx: Tx, id: string): Promise<void> =>
  enqueue(tx, {
    task: 'call-sponsored-event',
    payload: { eventId: id },
    maxAttempts: 1,
    queue: 'sponsored-events',
    priority: behindOrders,
  });

/**
 * Puts messages into the outbox and, where `isHandedOn`, adds the jobs that hand them on, in the caller's transaction. The
 * purchase of one order and the payment of one cart are written once, however often they are asked for.
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
