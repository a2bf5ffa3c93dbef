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

/** The state of an order after its link was followed. */
interface LinkOutcome {
  orderNumber: string;
  state: 'confirmed' | 'alreadyConfirmed' | 'canceled';
}

/**
 * Handles the link in the mail of a cash order (policy `cashConfirmation`). In time it confirms, once. Later the order is canceled, if the job has
 * not done so yet. Link and job each end the wait by a conditional update, so that only one succeeds.
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
  const standing = await findPlacedState(write, orderId);
  if (standing === undefined) return refuse({ code: 'NOT_FOUND' });
  const { orderNumber, isCanceled } = standing;
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

interface Waiting {
  /** For the log. */
  what: string;
  /** Returns the IDs of the orders after that one, in order; empty: no more. */
  findDue: (after: string) => Promise<string[]>;
  /** False: its wait was already ended. */
  cancel: (orderId: string) => Promise<boolean>;
}

/** Cancels each order separately: one that fails is left for the next run, and delays no other. Returns how many this call has canceled. */
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

/** Returns the token of an order's link: its ID, and a signature that only the shop can make. It can only confirm. */
export const confirmationToken = (orderId: string, secret: string): string =>
  `${orderId}.${signatureOf(orderId, secret).toString('base64url')}`;

/** Returns the order of a token; undefined for a foreign token. */
function orderOfToken(token: string, secret: string): string | undefined {
  const [, orderId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (orderId === undefined || signature === undefined) return undefined;
  return timingSafeEqual(signatureOf(orderId, secret), Buffer.from(signature, 'base64url')) ? orderId : undefined;
}
