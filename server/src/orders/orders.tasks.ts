import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { enqueueNext } from '../jobs/job-queue.ts';
import { cronPayload, type JobLog, type Task, task } from '../jobs/worker.ts';
import { orderCanceledMail, orderNotPlacedMail } from '../notifications/cancellation-mails.ts';
import { paymentTakenBackMail } from '../notifications/payment-taken-back-mail.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/db/database.ts';
import { givingBackOf } from '../refunds/refund-mails.ts';
import { findOrderConfirmation } from './mails/order-mail-outbox.store.ts';
import { writeMailOfOrder, writeOrderMails } from './mails/write-order-mails.ts';
import { countSales, deleteOldOrderEvents, uncountSales } from './order-upkeep.store.ts';
import { cancelUnconfirmed, cancelUnpaid } from './placing/confirm-cash-order.ts';
import { forgetCards, forgetClients, forgetVoidShoppers } from './placing/forget-shoppers.store.ts';
import { deleteExpiredCodes } from './placing/one-time-codes.store.ts';
import { reconcileOrders } from './placing/settle-order.ts';
import { findUnplaced } from './placing/unconfirmed-orders.store.ts';

export interface OrdersTaskDeps {
  db: Database;
  gateway: PaymentGateway;
  policy: () => ShopPolicy;
  /** Origin of the shop, for the links and pictures of mails. */
  publicUrl: string;
}

const canceledPayload = z.object({ orderId: z.uuid(), reason: z.enum(['not_confirmed', 'not_paid', 'operator']) });

const reconcile = 'reconcile-orders';
const reconcileEveryMs = 10_000;

/**
 * Milliseconds that the first run looks ahead. This process is not placing orders yet, and placements of other nodes are too
 * recent to be due by then.
 */
const aheadAtStartMs = 8_000;

const writeMailsTask = 'write-order-mails';
const writeMailsEveryMs = 1_000;

export const ordersTasks = ({ db, gateway, policy, publicUrl }: OrdersTaskDeps): Task[] => [
  // The job adds its next run itself. The key allows only one waiting run, on any number of nodes.
  task(reconcile, z.looseObject({}), async (_payload, { now, log }) => {
    try {
      await reconcileOrders({ db, gateway, log }, now);
    } finally {
      await enqueueNext(db.write, reconcile, new Date(now.getTime() + reconcileEveryMs));
    }
  }),
  // The job adds its next run itself, so that a buyer gets the mail within seconds.
  task(writeMailsTask, z.looseObject({}), async (_payload, { now, log }) => {
    try {
      await writeOrderMails({ db, policy, publicUrl, log }, now);
    } finally {
      await enqueueNext(db.write, writeMailsTask, new Date(now.getTime() + writeMailsEveryMs));
    }
  }),
  // Writes the mail of one order, after a batch with that order has failed.
  task('order-confirmation', z.object({ orderId: z.uuid() }), ({ orderId }, { now }) =>
    writeMailOfOrder({ db, policy, publicUrl }, orderId, now),
  ),
  task('order-canceled', canceledPayload, async ({ orderId, reason }, { now }) => {
    const order = await findOrderConfirmation(db.write, orderId);
    if (order?.status !== 'canceled') throw new Error(`order ${orderId} is not canceled`);
    // The buyer has closed the account.
    if (order.email === '') return;
    const givingBack = givingBackOf(order.acquirer, order.isReversed, gateway.account);
    const mail = orderCanceledMail({ ...order, reason, givingBack }, { publicUrl, policy: policy() });
    await db.transaction((tx) => writeMail(tx, `order-canceled:${orderId}`, mail, now));
  }),
  // `time`: the number of times that the payment was reversed.
  task('payment-taken-back', z.object({ orderId: z.uuid(), time: z.int() }), async ({ orderId, time }, { now }) => {
    const order = await findOrderConfirmation(db.write, orderId);
    if (order === undefined) throw new Error(`order ${orderId} is not placed`);
    // Since the job was enqueued, the buyer may have closed the account or paid the order again.
    if (order.email === '' || order.status !== 'pending_payment') return;
    const mail = paymentTakenBackMail(order, { publicUrl, policy: policy() });
    await db.transaction((tx) => writeMail(tx, `payment-taken-back:${orderId}:${time}`, mail, now));
  }),
  // Sends a mail with the outcome if the reconciler ended the placement, because the buyer may have left the page.
  task('order-not-placed', z.object({ orderId: z.uuid() }), async ({ orderId }, { now }) => {
    const order = await findUnplaced(db.write, orderId);
    if (order === undefined) return;
    const mail = orderNotPlacedMail(order, { publicUrl, policy: policy() });
    await db.transaction((tx) => writeMail(tx, `order-not-placed:${orderId}`, mail, now));
  }),
  task('cancel-unconfirmed-orders', cronPayload, async (_payload, { now, log }) => {
    const orders = await cancelUnconfirmed({ db, log }, now);
    if (orders > 0) log.info({ orders }, 'unconfirmed orders canceled');
  }),
  task('cancel-unpaid-orders', cronPayload, async (_payload, { now, log }) => {
    const orders = await cancelUnpaid({ db, log }, now);
    const codes = await deleteExpiredCodes(db.write, now);
    if (orders + codes > 0) log.info({ orders, codes }, 'unpaid orders canceled and one-time codes deleted');
  }),
  task('count-sales', z.looseObject({}), async (_payload, { log }) => {
    const total = await inBatches(() => countSales(db.write));
    const canceled = await inBatches(() => uncountSales(db.write));
    if (total + canceled > 0) log.info({ orders: total, canceled }, 'sales counted');
  }),
  task('forget-shoppers', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().guestCartDays * dayMs);
    const orders = await inBatches(() => forgetVoidShoppers(db.write, before));
    const yesterday = new Date(now.getTime() - dayMs);
    const unpaid = new Date(now.getTime() - policy().unpaidOrderDays * dayMs);
    const clients = await inBatches(() => forgetClients(db.write, { before: yesterday, unpaid }));
    const cards = await inBatches(() => forgetCards(db.write, yesterday));
    log.info({ orders, clients, cards }, 'personal data of shoppers deleted');
  }),
  task('delete-old-order-events', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().orderEventDays * dayMs);
    const events = await inBatches(() => deleteOldOrderEvents(db.write, before));
    log.info({ events }, 'old order events deleted');
  }),
];

/** Each minute, lost recurring jobs start again, and overdue orders are canceled. Each hour, the best-sellers are counted. */
export const ordersCrontab = `* * * * * ${reconcile} ?jobKey=${reconcile}&jobKeyMode=preserve_run_at
* * * * * ${writeMailsTask} ?jobKey=${writeMailsTask}&jobKeyMode=preserve_run_at
* * * * * cancel-unconfirmed-orders ?jobKey=cancel-unconfirmed-orders&jobKeyMode=preserve_run_at
* * * * * cancel-unpaid-orders ?jobKey=cancel-unpaid-orders&jobKeyMode=preserve_run_at
7 * * * * count-sales
40 9 * * * delete-old-order-events
45 9 * * * forget-shoppers`;

/** Runs when a worker starts. Immediately finishes the placements that a dead process has left, and starts the recurring jobs. */
export async function startOrderJobs({ db, gateway }: OrdersTaskDeps, log: JobLog, now: Date): Promise<void> {
  await reconcileOrders({ db, gateway, log }, now, aheadAtStartMs);
  await enqueueNext(db.write, reconcile, new Date(now.getTime() + reconcileEveryMs));
  await enqueueNext(db.write, writeMailsTask, now);
}
