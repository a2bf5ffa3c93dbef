import type { Cart } from '@ceiba/contract/carts';
import { syncRetryDelayMs } from '@ceiba/domain/carts/sync-retry';
import type { QueryClient } from '@tanstack/react-query';
import { announceCartChange } from '../carts/cart-changes.ts';
import { forgetCartId, keepCartId, readCartId } from '../carts/cart-store.ts';
import { cartKey } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { wait } from '../platform/wait.ts';
import { tellCartMoved } from './session-events.ts';
import { keepSession, readSession } from './session-store.ts';

/** The cart that is being brought to the customer by this tab. */
let syncing: { cartId: string; first: Promise<void> } | null = null;

/** What this browser shows and changes is the customer's cart from now on; what was typed for the guest's goes on. */
function takeCart(queryClient: QueryClient, guestCartId: string, cart: Cart): void {
  queryClient.setQueryData(cartKey(cart.id), cart);
  if (readCartId() !== guestCartId) return;
  tellCartMoved(guestCartId, cart.id);
  keepCartId(cart.id);
  announceCartChange(cart.id);
}

/** Null: done. Else the status of the failure, 0 when no answer came. */
async function attempt(queryClient: QueryClient, guestCartId: string): Promise<number | null> {
  const answer = await api('syncCart', { params: { id: guestCartId }, body: {} });
  if (answer.ok) {
    takeCart(queryClient, guestCartId, answer.value);
    return null;
  }
  if (answer.error.status === 404) forgetCartId(guestCartId);
  return answer.error.status;
}

const isStillWanted = (cartId: string): boolean => readSession()?.unsyncedCartId === cartId;

async function retry(queryClient: QueryClient, cartId: string, status: number | null): Promise<void> {
  let failed = status;
  for (let failures = 1; failed !== null; failures += 1) {
    const delay = syncRetryDelayMs(failures, failed === 0 ? null : failed);
    if (delay === null) return;
    await wait(delay);
    if (!isStillWanted(cartId)) return;
    failed = await attempt(queryClient, cartId);
  }
}

/**
 * Brings the guest's cart to the customer who signed in (CART-29, DEC-54): tried again with the documented delays, then
 * left, without an alert. Answers when the first try has ended; the others go on in this tab, and after a reload anew.
 */
export function syncCart(queryClient: QueryClient, cartId: string): Promise<void> {
  if (syncing?.cartId === cartId) return syncing.first;
  // Asked for by a part of the page that has not heard yet that it is done.
  if (!isStillWanted(cartId)) return Promise.resolve();
  const first = attempt(queryClient, cartId);
  syncing = { cartId, first: first.then(() => {}) };
  void first
    .then((status) => retry(queryClient, cartId, status))
    .finally(() => {
      syncing = null;
      const session = readSession();
      if (session?.unsyncedCartId === cartId) keepSession({ ...session, unsyncedCartId: null });
    });
  return syncing.first;
}
