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
  findPlacedState,
  findUnconfirmedDue,
} from './unconfirmed-orders.store.ts';

/** The state of an order after its buyer has opened the link. */
interface LinkOutcome {
  orderNumber: string;
  state: 'confirmed' | 'alreadyConfirmed' | 'canceled';
}

/**
 * Handles the link in the mail of a cash order (policy `cashConfirmation`). In time, the link confirms the order, once. Too late, the link
 * cancels the order, unless the job has done so. Link and job use conditional updates, so that either the link or the job ends the wait.
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
  const placed = await findPlacedState(write, orderId);
  if (placed === undefined) return refuse({ code: 'NOT_FOUND' });
  const { orderNumber, isCanceled } = placed;
  if (isConfirmed) return ok({ orderNumber, state: 'confirmed' });
  return ok({ orderNumber, state: isCanceled ? 'canceled' : 'alreadyConfirmed' });
}

interface CancelDeps {
  db: Pick<Database, 'write'>;
  log: JobLog;
}

/** Cancels orders that were not confirmed in time. Returns how many. */
export const cancelUnconfirmed = (deps: CancelDeps, now: Date): Promise<number> =>
  cancelEach(deps, {
    what: 'unconfirmed',
    findDue: (after) => findUnconfirmedDue(deps.db.write, now, after),
    cancel: (orderId) => cancelUnconfirmedOrder(deps.db.write, orderId, now),
  });

/** Cancels orders that were not paid at the store within 48 hours (DEC-140). Returns how many. */
export function cancelUnpaid(deps: CancelDeps, now: Date): Promise<number> {
  const placedUntil = new Date(now.getTime() - storePaymentLifeMs);
  return cancelEach(deps, {
    what: 'unpaid',
    findDue: (after) => findUnpaidDue(deps.db.write, placedUntil, after),
    cancel: (orderId) => cancelUnpaidOrder(deps.db.write, orderId, placedUntil, now),
  });
}

/** The orders that one run cancels. */
interface Cancelable {
  /** The kind of order, for the log. */
  what: string;
  /** Returns the IDs of due orders after the given ID, sorted. Empty if no more are due. */
  findDue: (after: string) => Promise<string[]>;
  /** Returns false if something else has ended the order's wait. */
  cancel: (orderId: string) => Promise<boolean>;
}

/** Cancels each order separately, so that a failure delays no other order; the next run tries again. Returns how many were canceled. */
async function cancelEach({ log }: CancelDeps, { what, findDue, cancel }: Cancelable): Promise<number> {
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

/** Returns the token of an order's link: the order's ID with a signature that only the shop can make. The token can only confirm the order. */
export const confirmationToken = (orderId: string, secret: string): string =>
  `${orderId}.${signatureOf(orderId, secret).toString('base64url')}`;

/** Returns the order of a token. Undefined if the shop did not sign the token. */
function orderOfToken(token: string, secret: string): string | undefined {
  const [, orderId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (orderId === undefined || signature === undefined) return undefined;
  return timingSafeEqual(signatureOf(orderId, secret), Buffer.from(signature, 'base64url')) ? orderId : undefined;
}
