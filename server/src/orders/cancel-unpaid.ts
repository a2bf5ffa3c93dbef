import { storePaymentLifeMs } from '@ceiba/domain/orders/order';
import { withoutValues } from '../platform/logged-error.ts';
import type { CancelDeps } from './confirm-order.ts';
import { beforeAllOrders } from './confirmation.store.ts';
import { cancelUnpaidOrder, findUnpaidDue } from './store-payment.store.ts';

/** Cancels what was not paid at the store within 48 hours (DEC-140), each order by itself; answers how many. */
export async function cancelUnpaid(deps: CancelDeps, now: Date): Promise<number> {
  const placedUntil = new Date(now.getTime() - storePaymentLifeMs);
  let canceled = 0;
  for (let after: string | undefined = beforeAllOrders; after !== undefined; ) {
    const due: string[] = await findUnpaidDue(deps.db.write, placedUntil, after);
    for (const orderId of due) if (await tryCanceling(deps, orderId, placedUntil, now)) canceled += 1;
    after = due.at(-1);
  }
  return canceled;
}

/** Whether this call has canceled it. One that fails is left for the next run, and holds up no other. */
async function tryCanceling({ db, log }: CancelDeps, orderId: string, placedUntil: Date, now: Date): Promise<boolean> {
  try {
    return await cancelUnpaidOrder(db.write, orderId, placedUntil, now);
  } catch (error) {
    log.error({ orderId, err: withoutValues(error) }, 'unpaid order could not be canceled');
    return false;
  }
}
