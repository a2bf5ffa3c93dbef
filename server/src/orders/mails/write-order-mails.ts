import { randomBytes } from 'node:crypto';
import { storePaymentLifeMs } from '@ceiba/domain/orders/order';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { enqueueAll } from '../../jobs/job-queue.ts';
import type { JobLog } from '../../jobs/worker.ts';
import { type OrderLinks, orderConfirmationMail, storePaymentMail } from '../../notifications/order-mails.ts';
import { type KeyedMail, writeMails } from '../../notifications/write-mail.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { getShopSecret } from '../../platform/db/shop-secrets.store.ts';
import { hashOfToken } from '../../platform/http/caller.ts';
import { withoutValues } from '../../platform/operations/log.ts';
import { holdSuspicious } from '../desk/hold-suspicious.store.ts';
import { insertOrderLinks } from '../history/order-history.store.ts';
import { confirmationToken } from '../placing/confirm-cash-order.ts';
import {
  findOrderConfirmation,
  findOrderConfirmations,
  holdOrder,
  type PlacedOrder,
  takeOrderMails,
} from './order-mail-outbox.store.ts';

interface OrderMailsDeps {
  db: Pick<Database, 'transaction'>;
  policy: () => ShopPolicy;
  /** Origin of the shop, for the links and pictures of mails. */
  publicUrl: string;
  log: JobLog;
}

/** Orders a transaction. Their mails are composed on the thread that may answer shoppers too, a good millisecond each. */
const batchSize = 20;

/** Writes one order's first mail (DEC-12), as the job of its own. @throws when it is not placed */
export async function writeMailOfOrder(deps: Omit<OrderMailsDeps, 'log'>, orderId: string, now: Date): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdOrder(tx, orderId);
    const order = await findOrderConfirmation(tx, orderId);
    if (order === undefined) throw new Error(`order ${orderId} is not placed`);
    await writeComposed(tx, [compose(deps, order, await getShopSecret(tx, 'order-confirmation'))], now);
  });
}

/**
 * Writes the first mails of all orders that have none (DEC-12), a batch in one transaction: a process that dies leaves
 * both, the mails unwritten and the orders in the outbox. Where one order's mail cannot be written, each of its batch gets a job
 * of its own, with its own tries.
 */
export async function writeOrderMails(deps: OrderMailsDeps, now: Date): Promise<void> {
  for (let written = batchSize; written === batchSize; ) written = await tryBatch(deps, now);
}

async function tryBatch(deps: OrderMailsDeps, now: Date): Promise<number> {
  const { db, log } = deps;
  try {
    return await db.transaction((tx) => writeBatch(tx, deps, now));
  } catch (error) {
    log.error({ err: withoutValues(error) }, 'mails of orders could not be written together: each is tried by itself');
    return db.transaction(async (tx) => {
      const orderIds = await takeOrderMails(tx, batchSize);
      // Nothing leaves the outbox before its rules have looked at it: its gift cards wait for that.
      await holdSuspicious(tx, orderIds, deps.policy(), now);
      return addJobs(tx, orderIds);
    });
  }
}

/** Answers of how many orders. */
async function writeBatch(tx: Tx, deps: OrderMailsDeps, now: Date): Promise<number> {
  const orderIds = await takeOrderMails(tx, batchSize);
  if (orderIds.length === 0) return 0;
  // The first that is done of an order that stands: what is held by a rule is held before anybody could prepare it (WORK-24).
  await holdSuspicious(tx, orderIds, deps.policy(), now);
  const secret = await getShopSecret(tx, 'order-confirmation');
  const orders = await findOrderConfirmations(tx, orderIds);
  await writeComposed(
    tx,
    orders.map((order) => compose(deps, order, secret)),
    now,
  );
  const found = new Set(orders.map(({ orderId }) => orderId));
  await addJobs(
    tx,
    orderIds.filter((orderId) => !found.has(orderId)),
  );
  return orderIds.length;
}

interface Composed {
  link: OrderLink;
  /** Null: there is nothing to tell. */
  mail: KeyedMail | null;
}

function compose(
  { publicUrl, policy }: Pick<OrderMailsDeps, 'publicUrl' | 'policy'>,
  order: PlacedOrder,
  secret: string,
): Composed {
  const link = newOrderLink(order.orderId);
  const links: OrderLinks = {
    confirm: `${publicUrl}/confirm-order#order=${confirmationToken(order.orderId, secret)}`,
    track: `${publicUrl}/track-order#link=${link.token}`,
  };
  return { link, mail: firstMailOf(order, { publicUrl, policy: policy() }, links) };
}

/** A mail that was written before has told its link: the new one is kept nowhere. */
async function writeComposed(tx: Tx, composed: readonly Composed[], now: Date): Promise<void> {
  const told = composed.flatMap(({ link, mail }) => (mail === null ? [] : [{ link, mail }]));
  const written = await writeMails(
    tx,
    told.map(({ mail }) => mail),
    now,
  );
  await insertOrderLinks(
    tx,
    told.flatMap(({ link, mail }) => (written.has(mail.dedupeKey) ? [link] : [])),
    now,
  );
}

/** Answers how many. */
async function addJobs(tx: Tx, orderIds: readonly string[]): Promise<number> {
  await enqueueAll(
    tx,
    'order-confirmation',
    orderIds.map((orderId) => ({ orderId })),
  );
  return orderIds.length;
}

/** The first mail of an order: its confirmation, or until when to pay it at a store; null when it was canceled before: the other one tells all. */
function firstMailOf(
  order: PlacedOrder,
  site: { publicUrl: string; policy: ShopPolicy },
  links: OrderLinks,
): KeyedMail | null {
  const { orderId, status, placedAt } = order;
  if (status === 'canceled') return null;
  if (status === 'pending_payment') {
    const payBefore = new Date(placedAt.getTime() + storePaymentLifeMs);
    return { dedupeKey: `store-payment:${orderId}`, ...storePaymentMail({ ...order, payBefore }, site, links) };
  }
  return { dedupeKey: `order-confirmation:${orderId}`, ...orderConfirmationMail(order, site, links) };
}

interface OrderLink {
  orderId: string;
  /** Told in one mail, and kept nowhere. */
  token: string;
  tokenHash: Buffer;
}

/**
 * A new link to an order's page, for one mail: it shows how the order stands, and is good for nothing else. Written in the
 * transaction that writes the mail.
 */
const newOrderLink = (orderId: string): OrderLink => {
  const token = randomBytes(32).toString('base64url');
  return { orderId, token, tokenHash: hashOfToken(token) };
};
