import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { JobLog } from '../jobs/worker.ts';
import type { Database } from '../platform/database.ts';
import { withoutValues } from '../platform/logged-error.ts';
import type { Refusal } from '../platform/route.ts';
import { getShopSecret } from '../platform/shop-secrets.store.ts';
import {
  beforeAllOrders,
  cancelUnconfirmedOrder,
  confirmWaitingOrder,
  findStanding,
  findUnconfirmedDue,
} from './confirmation.store.ts';
import { orderOfToken } from './confirmation-link.ts';

/** How an order stands after its link was followed. */
export interface LinkOutcome {
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

export interface CancelDeps {
  db: Pick<Database, 'write'>;
  log: JobLog;
}

/** Cancels what was not confirmed in time, each order by itself; answers how many. */
export async function cancelUnconfirmed(deps: CancelDeps, now: Date): Promise<number> {
  let canceled = 0;
  for (let after: string | undefined = beforeAllOrders; after !== undefined; ) {
    const due: string[] = await findUnconfirmedDue(deps.db.write, now, after);
    for (const orderId of due) if (await tryCanceling(deps, orderId, now)) canceled += 1;
    after = due.at(-1);
  }
  return canceled;
}

/** Whether this call has canceled it. One that fails is left for the next run, and holds up no other. */
async function tryCanceling({ db, log }: CancelDeps, orderId: string, now: Date): Promise<boolean> {
  try {
    return await cancelUnconfirmedOrder(db.write, orderId, now);
  } catch (error) {
    log.error({ orderId, err: withoutValues(error) }, 'unconfirmed order could not be canceled');
    return false;
  }
}
