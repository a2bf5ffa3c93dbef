import { purchaseEvent } from '@ceiba/domain/analytics/order-event';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import {
  deleteOldEvents,
  findGivenUpMessages,
  findPurchases,
  findUnsentMessage,
  markSent,
  markUnsent,
  noteOutcome,
  takePurchaseMessages,
  takeSponsoredEvent,
} from './analytics.store.ts';
import type { callEventUrl } from './call-event-url.ts';
import { MessageNotTaken, type Messaging } from './messaging.ts';
import { enqueueMessage, writeMessages } from './write-message.ts';

export interface AnalyticsTaskDeps {
  db: Database;
  /** If undefined, messages stay in their table and are not sent. */
  messaging: Pick<Messaging, 'send'> | undefined;
  callEvent: (url: string) => ReturnType<typeof callEventUrl>;
}

/** Days for which the copies are stored: enough to compare a month with the browsers' reports. */
const keptDays = 90;

const hourMs = 3_600_000;

/** Writes the shop's own copies of a batch of purchases. Returns the number of orders. */
async function recordPurchases(tx: Tx, sending: { now: Date; isHandedOn: boolean }): Promise<number> {
  const orders = await takePurchaseMessages(tx);
  if (orders.length === 0) return 0;
  const purchases = await findPurchases(tx, orders);
  await writeMessages(
    tx,
    purchases.map(({ orderId, lines, ...order }) => {
      const { ecommerce } = purchaseEvent(order, lines);
      return { event: 'purchase', data: ecommerce, orderId };
    }),
    sending,
  );
  return orders.length;
}

/** Adds jobs for a batch of messages that have no attempts left, or were written while no service was configured. */
async function addGivenUp(tx: Tx, before: Date): Promise<number> {
  const messages = await findGivenUpMessages(tx, before, 100);
  for (const id of messages) await enqueueMessage(tx, id);
  return messages.length;
}

export const analyticsTasks = ({ db, messaging, callEvent }: AnalyticsTaskDeps): Task[] => [
  task('record-purchases', cronPayload, async (_payload, { now }) => {
    const sending = { now, isHandedOn: messaging !== undefined };
    await inBatches(() => db.transaction((tx) => recordPurchases(tx, sending)));
  }),
  task('send-given-up-messages', cronPayload, async (_payload, { now, log }) => {
    if (messaging === undefined) return;
    const before = new Date(now.getTime() - hourMs);
    const messages = await inBatches(() => db.transaction((tx) => addGivenUp(tx, before)));
    if (messages > 0) log.warn({ messages }, 'messages without attempts left are sent again');
  }),
  task('send-message', z.object({ messageId: z.uuid() }), async ({ messageId }, { now }) => {
    const message = messaging && (await findUnsentMessage(db.write, messageId));
    if (messaging === undefined || message === undefined) return;
    try {
      await messaging.send(message);
    } catch (error) {
      // Operators see the reason beside the message. The failed job is retried.
      if (error instanceof MessageNotTaken) await markUnsent(db.write, messageId, error.message);
      throw error;
    }
    await markSent(db.write, messageId, now);
  }),
  task('call-sponsored-event', z.object({ eventId: z.uuid() }), async ({ eventId }, { now }) => {
    const url = await takeSponsoredEvent(db.write, eventId, now);
    if (url !== undefined) await noteOutcome(db.write, eventId, await callEvent(url));
  }),
  task('delete-old-analytics', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - keptDays * dayMs);
    const events = await inBatches(() => deleteOldEvents(db.write, before));
    log.info({ events }, 'old analytics deleted');
  }),
];

export const analyticsCrontab = [
  '* * * * * record-purchases',
  '25 * * * * send-given-up-messages',
  '55 9 * * * delete-old-analytics',
].join('\n');
