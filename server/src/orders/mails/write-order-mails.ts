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
  lockOrder,
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

/** The number of orders per transaction. To write a mail takes more than a millisecond of a thread that may also answer shoppers. */
const batchSize = 20;

/** Writes one order's first mail (DEC-12), in a separate job. @throws if the order is not placed */
export async function writeMailOfOrder(deps: Omit<OrderMailsDeps, 'log'>, orderId: string, now: Date): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await findOrderConfirmation(tx, orderId);
    if (order === undefined) throw new Error(`order ${orderId} is not placed`);
    await writeComposed(tx, [compose(deps, order, await getShopSecret(tx, 'order-confirmation'))], now);
  });
}

/**
 * Writes the first mails of all orders that have none (DEC-12), in batches. If the process dies, the batch rolls back and its orders stay
 * in the outbox. If a batch fails because of one order, each order of the batch gets its own job with its own retries.
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
      // The rules for holding run before an order leaves the outbox, because its gift cards wait for these rules.
      await holdSuspicious(tx, orderIds, deps.policy(), now);
      return addJobs(tx, orderIds);
    });
  }
}

/** Returns how many orders got their mail. */
async function writeBatch(tx: Tx, deps: OrderMailsDeps, now: Date): Promise<number> {
  const orderIds = await takeOrderMails(tx, batchSize);
  if (orderIds.length === 0) return 0;
  // The rules for holding run before anybody can prepare an order (WORK-24).
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
  /** Null if the order needs no mail. */
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

/** Writes mails with their links. If an order already has its mail, that mail contains an earlier link, and the new link is discarded. */
async function writeComposed(tx: Tx, composed: readonly Composed[], now: Date): Promise<void> {
  const mailed = composed.flatMap(({ link, mail }) => (mail === null ? [] : [{ link, mail }]));
  const written = await writeMails(
    tx,
    mailed.map(({ mail }) => mail),
    now,
  );
  await insertOrderLinks(
    tx,
    mailed.flatMap(({ link, mail }) => (written.has(mail.dedupeKey) ? [link] : [])),
    now,
  );
}

/** Returns how many jobs were added. */
async function addJobs(tx: Tx, orderIds: readonly string[]): Promise<number> {
  await enqueueAll(
    tx,
    'order-confirmation',
    orderIds.map((orderId) => ({ orderId })),
  );
  return orderIds.length;
}

/**
 * Returns an order's first mail: its confirmation, or how to pay at a store. Null if the order is already canceled, because the
 * cancellation mail replaces the first mail.
 */
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
  /** The token of the link. It is sent in one mail, and stored nowhere. */
  token: string;
  tokenHash: Buffer;
}

/** Creates a link to an order's page for one mail. The link can only show the order. Its hash is stored in the transaction that writes the mail. */
const newOrderLink = (orderId: string): OrderLink => {
  const token = randomBytes(32).toString('base64url');
  return { orderId, token, tokenHash: hashOfToken(token) };
};
