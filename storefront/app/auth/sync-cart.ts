import type { Cart } from '@ceiba/contract/carts';
import { syncRetryDelayMs } from '@ceiba/domain/carts/sync-retry';
import type { QueryClient } from '@tanstack/react-query';
import { announceCartChange } from '../carts/cart-changes.ts';
import { forgetCartId, readCartId, setCartId } from '../carts/cart-store.ts';
import { cartKey } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { wait } from '../platform/wait.ts';
import { announceCartMoved } from './session-events.ts';
import { readSession, setSession } from './session-store.ts';

/** The cart that this tab is moving to the customer. */
let syncing: { cartId: string; first: Promise<void> } | null = null;

/** Makes the customer's cart the cart of this browser. Text typed for the guest's cart moves to it. */
function takeCart(queryClient: QueryClient, guestCartId: string, cart: Cart): void {
  queryClient.setQueryData(cartKey(cart.id), cart);
  if (readCartId() !== guestCartId) return;
  announceCartMoved(guestCartId, cart.id);
  setCartId(cart.id);
  announceCartChange(cart.id);
}

/** Returns null on success. Otherwise the status of the failure, 0 if no answer came. */
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
 * Moves the guest's cart to the customer who signed in (CART-29, DEC-54). Retries with the documented delays, and then stops without an alert.
 * Resolves after the first try. Later tries continue in this tab, and restart after a reload.
 */
export function syncCart(queryClient: QueryClient, cartId: string): Promise<void> {
  if (syncing?.cartId === cartId) return syncing.first;
  // The caller may be a part of the page that has not yet noticed that the move is done.
  if (!isStillWanted(cartId)) return Promise.resolve();
  const first = attempt(queryClient, cartId);
  syncing = { cartId, first: first.then(() => {}) };
  void first
    .then((status) => retry(queryClient, cartId, status))
    .finally(() => {
      syncing = null;
      const session = readSession();
      if (session?.unsyncedCartId === cartId) setSession({ ...session, unsyncedCartId: null });
    });
  return syncing.first;
}
