import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { enqueue } from '../jobs/job-queue.ts';
import { inPortions } from '../jobs/portions.ts';
import { cronPayload, type JobLog, type Task, task } from '../jobs/worker.ts';
import { orderCanceledMail } from '../notifications/order-canceled-mail.ts';
import { orderConfirmationMail } from '../notifications/order-confirmation-mail.ts';
import { orderNotPlacedMail } from '../notifications/order-not-placed-mail.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/database.ts';
import { cancelUnconfirmed } from './confirm-order.ts';
import { getConfirmationSecret } from './confirmation.store.ts';
import { confirmationToken } from './confirmation-link.ts';
import { forgetClients, forgetVoidShoppers } from './forget-shoppers.store.ts';
import { findOrderConfirmation, holdOrder } from './order-confirmation.store.ts';
import { deleteOldOrderEvents } from './order-events.store.ts';
import { addOrderLink } from './order-link.ts';
import { reconcileOrders } from './reconcile-orders.ts';
import { countSales, uncountSales } from './sales-count.store.ts';
import { findUnplaced } from './unplaced.store.ts';

export interface OrdersTaskDeps {
  db: Database;
  gateway: PaymentGateway;
  policy: () => ShopPolicy;
  /** Origin of the shop, for the links and pictures of mails. */
  publicUrl: string;
}

const canceledPayload = z.object({ orderId: z.uuid(), reason: z.enum(['not_confirmed', 'operator']) });

const reconcile = 'reconcile-orders';
const reconcileEveryMs = 10_000;

/** At start nobody of this process is placing: what other nodes have in hand is still younger than this spares. */
const aheadAtStartMs = 8_000;

const addReconciliation = (db: Database, runAt: Date): Promise<void> =>
  enqueue(db.write, { task: reconcile, payload: {}, jobKey: reconcile, keepsTime: true, runAt });

export const ordersTasks = ({ db, gateway, policy, publicUrl }: OrdersTaskDeps): Task[] => [
  // Adds its next run itself; its key lets one run wait at a time, however many nodes there are.
  task(reconcile, z.looseObject({}), async (_payload, { now, log }) => {
    try {
      await reconcileOrders({ db, gateway, log }, now);
    } finally {
      await addReconciliation(db, new Date(now.getTime() + reconcileEveryMs));
    }
  }),
  task('order-confirmation', z.object({ orderId: z.uuid() }), async ({ orderId }, { now }) => {
    const token = confirmationToken(orderId, await getConfirmationSecret(db.write));
    const confirm = `${publicUrl}/confirm-order?order=${token}`;
    await db.transaction(async (tx) => {
      await holdOrder(tx, orderId);
      const order = await findOrderConfirmation(tx, orderId);
      if (order === undefined) throw new Error(`order ${orderId} is not placed`);
      // Canceled before this mail was written: the other one tells all.
      if (order.status === 'canceled') return;
      const track = await addOrderLink(tx, { orderId, publicUrl }, now);
      const mail = orderConfirmationMail(order, { publicUrl, policy: policy() }, { confirm, track });
      await writeMail(tx, `order-confirmation:${orderId}`, mail, now);
    });
  }),
  task('order-canceled', canceledPayload, async ({ orderId, reason }, { now }) => {
    const order = await findOrderConfirmation(db.write, orderId);
    if (order?.status !== 'canceled') throw new Error(`order ${orderId} is not canceled`);
    const mail = orderCanceledMail({ ...order, reason }, { publicUrl, policy: policy() });
    await db.transaction((tx) => writeMail(tx, `order-canceled:${orderId}`, mail, now));
  }),
  // The placement was ended by the reconciler: whoever waited for its answer may have left the page.
  task('order-not-placed', z.object({ orderId: z.uuid() }), async ({ orderId }, { now }) => {
    const order = await findUnplaced(db.write, orderId);
    if (order === undefined) return;
    const mail = orderNotPlacedMail(order, { publicUrl, policy: policy() });
    await db.transaction((tx) => writeMail(tx, `order-not-placed:${orderId}`, mail, now));
  }),
  task('cancel-unconfirmed-orders', cronPayload, async (_payload, { now, log }) => {
    const orders = await cancelUnconfirmed({ db, log }, now);
    if (orders > 0) log.info({ orders }, 'orders canceled that nobody confirmed');
  }),
  task('count-sales', z.looseObject({}), async (_payload, { log }) => {
    const total = await inPortions(() => countSales(db.write));
    const canceled = await inPortions(() => uncountSales(db.write));
    if (total + canceled > 0) log.info({ orders: total, canceled }, 'sales counted');
  }),
  task('forget-shoppers', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().guestCartDays * dayMs);
    const orders = await inPortions(() => forgetVoidShoppers(db.write, before));
    const yesterday = new Date(now.getTime() - dayMs);
    const clients = await inPortions(() => forgetClients(db.write, yesterday));
    log.info({ orders, clients }, 'shoppers forgotten');
  }),
  task('delete-old-order-events', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().orderEventDays * dayMs);
    const events = await inPortions(() => deleteOldOrderEvents(db.write, before));
    log.info({ events }, 'old order events deleted');
  }),
];

/** Each minute, should the job that adds itself ever be lost, and what nobody confirmed; best-sellers each hour. */
export const ordersCrontab = `* * * * * ${reconcile} ?jobKey=${reconcile}&jobKeyMode=preserve_run_at
* * * * * cancel-unconfirmed-orders ?jobKey=cancel-unconfirmed-orders&jobKeyMode=preserve_run_at
7 * * * * count-sales
40 9 * * * delete-old-order-events
45 9 * * * forget-shoppers`;

/** For a worker that starts: finishes at once what a process that died has left, and begins the regular runs. */
export async function startReconciling({ db, gateway }: OrdersTaskDeps, log: JobLog, now: Date): Promise<void> {
  await reconcileOrders({ db, gateway, log }, now, aheadAtStartMs);
  await addReconciliation(db, new Date(now.getTime() + reconcileEveryMs));
}
