import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { enqueueAll } from '../jobs/job-queue.ts';
import type { JobLog } from '../jobs/worker.ts';
import type { OrderLinks } from '../notifications/order-confirmation.ts';
import { type KeyedMail, writeMails } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/database.ts';
import { withoutValues } from '../platform/logged-error.ts';
import { getShopSecret } from '../platform/shop-secrets.store.ts';
import { confirmationToken } from './confirmation-link.ts';
import {
  findOrderConfirmation,
  findOrderConfirmations,
  holdOrder,
  type PlacedOrder,
} from './order-confirmation.store.ts';
import { insertOrderLinks } from './order-history.store.ts';
import { newOrderLink, type OrderLink } from './order-link.ts';
import { firstMailOf } from './order-mail.ts';
import { takeUntoldOrders } from './untold-orders.store.ts';

export interface TellOrdersDeps {
  db: Pick<Database, 'transaction'>;
  policy: () => ShopPolicy;
  /** Origin of the shop, for the links and pictures of mails. */
  publicUrl: string;
  log: JobLog;
}

/** Orders a transaction. Their mails are composed on the thread that may answer shoppers too, a good millisecond each. */
const portion = 20;

/** Writes one order's first mail (DEC-12), as the job of its own. @throws when it is not placed */
export async function tellOrder(deps: Omit<TellOrdersDeps, 'log'>, orderId: string, now: Date): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdOrder(tx, orderId);
    const order = await findOrderConfirmation(tx, orderId);
    if (order === undefined) throw new Error(`order ${orderId} is not placed`);
    await writeComposed(tx, [compose(deps, order, await getShopSecret(tx, 'order-confirmation'))], now);
  });
}

/**
 * Writes the first mails of all orders that have none (DEC-12), a portion in one transaction: a process that dies leaves
 * both, the mails unwritten and the orders untold. Where one order's mail cannot be written, each of its portion gets a job
 * of its own, with its own tries.
 */
export async function tellOrders(deps: TellOrdersDeps, now: Date): Promise<void> {
  for (let told = portion; told === portion; ) told = await tellPortion(deps, now);
}

async function tellPortion(deps: TellOrdersDeps, now: Date): Promise<number> {
  const { db, log } = deps;
  try {
    return await db.transaction((tx) => writePortion(tx, deps, now));
  } catch (error) {
    log.error({ err: withoutValues(error) }, 'mails of orders could not be written together: each is tried by itself');
    return db.transaction(async (tx) => addJobs(tx, await takeUntoldOrders(tx, portion)));
  }
}

/** Answers how many orders were told. */
async function writePortion(tx: Tx, deps: TellOrdersDeps, now: Date): Promise<number> {
  const orderIds = await takeUntoldOrders(tx, portion);
  if (orderIds.length === 0) return 0;
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
  { publicUrl, policy }: Pick<TellOrdersDeps, 'publicUrl' | 'policy'>,
  order: PlacedOrder,
  secret: string,
): Composed {
  const link = newOrderLink(order.orderId);
  const links: OrderLinks = {
    confirm: `${publicUrl}/confirm-order?order=${confirmationToken(order.orderId, secret)}`,
    track: `${publicUrl}/track-order?link=${link.token}`,
  };
  return { link, mail: firstMailOf(order, { publicUrl, policy: policy() }, links) };
}

async function writeComposed(tx: Tx, composed: readonly Composed[], now: Date): Promise<void> {
  const told = composed.flatMap(({ link, mail }) => (mail === null ? [] : [{ link, mail }]));
  await insertOrderLinks(
    tx,
    told.map(({ link }) => link),
    now,
  );
  await writeMails(
    tx,
    told.map(({ mail }) => mail),
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
