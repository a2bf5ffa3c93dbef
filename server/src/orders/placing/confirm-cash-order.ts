import { createHmac, timingSafeEqual } from 'node:crypto';
import { storePaymentLifeMs } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { JobLog } from '../../jobs/worker.ts';
import type { Database } from '../../platform/db/database.ts';
import { getShopSecret } from '../../platform/db/shop-secrets.store.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { withoutValues } from '../../platform/operations/log.ts';

import { cancelUnpaidOrder, findUnpaidDue } from '../store-payment/store-payment.store.ts';
import {
  beforeAllOrders,
  cancelUnconfirmedOrder,
  confirmWaitingOrder,
  findStanding,
  findUnconfirmedDue,
} from './unconfirmed-orders.store.ts';

/** How an order stands after its link was followed. */
interface LinkOutcome {
  orderNumber: string;
  state: 'confirmed' | 'alreadyConfirmed' | 'canceled';
}

/**
 * The link in the mail of a cash order (policy `cashConfirmation`). In time it confirms, once; later the order is canceled,
 * should the job not have been there yet. Click and job each end the wait by a conditional update: one of them does.
 */
export async function confirmByLink(
  { write }: Pick<Database, 'write'>,
  token: string,
  now: Date,
): Promise<Result<LinkOutcome, Refusal<'NOT_FOUND'>>> {
  const orderId = orderOfToken(token, await getShopSecret(write, 'order-confirmation'));
  if (orderId === undefined) return refuse({ code: 'NOT_FOUND' });
  const isConfirmed = await confirmWaitingOrder(write, orderId, now);
  if (!isConfirmed) await cancelUnconfirmedOrder(write, orderId, now);
  const standing = await findStanding(write, orderId);
  if (standing === undefined) return refuse({ code: 'NOT_FOUND' });
  const { orderNumber, isCanceled } = standing;
  if (isConfirmed) return ok({ orderNumber, state: 'confirmed' });
  return ok({ orderNumber, state: isCanceled ? 'canceled' : 'alreadyConfirmed' });
}

interface CancelDeps {
  db: Pick<Database, 'write'>;
  log: JobLog;
}

/** Cancels what was not confirmed in time; answers how many. */
export const cancelUnconfirmed = (deps: CancelDeps, now: Date): Promise<number> =>
  cancelEach(deps, {
    what: 'unconfirmed',
    findDue: (after) => findUnconfirmedDue(deps.db.write, now, after),
    cancel: (orderId) => cancelUnconfirmedOrder(deps.db.write, orderId, now),
  });

/** Cancels what was not paid at the store within 48 hours (DEC-140); answers how many. */
export function cancelUnpaid(deps: CancelDeps, now: Date): Promise<number> {
  const placedUntil = new Date(now.getTime() - storePaymentLifeMs);
  return cancelEach(deps, {
    what: 'unpaid',
    findDue: (after) => findUnpaidDue(deps.db.write, placedUntil, after),
    cancel: (orderId) => cancelUnpaidOrder(deps.db.write, orderId, placedUntil, now),
  });
}

interface Waiting {
  /** For the log. */
  what: string;
  /** Ids of the orders after that one, in order; none: there are no more. */
  findDue: (after: string) => Promise<string[]>;
  /** False: somebody else ended its wait. */
  cancel: (orderId: string) => Promise<boolean>;
}

/** Each order by itself: one that fails is left for the next run, and holds up no other. Answers how many this call has canceled. */
async function cancelEach({ log }: CancelDeps, { what, findDue, cancel }: Waiting): Promise<number> {
  let canceled = 0;
  for (let after: string | undefined = beforeAllOrders; after !== undefined; ) {
    const due: string[] = await findDue(after);
    for (const orderId of due) {
      try {
        if (await cancel(orderId)) canceled += 1;
      } catch (error) {
        log.error({ orderId, err: withoutValues(error) }, `${what} order could not be canceled`);
      }
    }
    after = due.at(-1);
  }
  return canceled;
}

const signatureOf = (orderId: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`confirm ${orderId}`).digest();

/** What the link of an order's mail holds: its id and a signature that only the shop can make. Good for confirming, nothing else. */
export const confirmationToken = (orderId: string, secret: string): string =>
  `${orderId}.${signatureOf(orderId, secret).toString('base64url')}`;

/** The order a link was made for; undefined for what is no link of ours. */
function orderOfToken(token: string, secret: string): string | undefined {
  const [, orderId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (orderId === undefined || signature === undefined) return undefined;
  return timingSafeEqual(signatureOf(orderId, secret), Buffer.from(signature, 'base64url')) ? orderId : undefined;
}
