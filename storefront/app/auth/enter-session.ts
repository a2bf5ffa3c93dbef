import type { CallAnswer } from '@ceiba/contract/client';
import type { QueryClient } from '@tanstack/react-query';
import { hideAlert } from '../alerts/notices.ts';
import { measureLogin } from '../analytics/ecommerce-events.ts';
import { keepCartId, readCartId } from '../carts/cart-store.ts';
import { api } from '../platform/api.ts';
import { customerKey } from './customer-query.ts';
import { keepSession } from './session-store.ts';
import { syncCart } from './sync-cart.ts';

type Entered = Pick<CallAnswer<'login'>['data'], 'customer' | 'sessionExpiresAt'>;

/**
 * Signed in (AUTH-03): the session is kept for every tab, the login measured, the guest's cart brought along. A browser
 * without a cart takes the one the customer has open. Ends with the first try of it: a slow shop holds nobody up.
 */
export async function enterSession(queryClient: QueryClient, { customer, sessionExpiresAt }: Entered): Promise<void> {
  const { id, firstName, isEmployee, registerLeal } = customer;
  const unsyncedCartId = readCartId();
  queryClient.removeQueries({ queryKey: customerKey });
  keepSession({ id, firstName, isEmployee, registerLeal, sessionExpiresAt, unsyncedCartId });
  hideAlert('expired-session');
  measureLogin();
  await (unsyncedCartId === null ? takeOpenCart() : syncCart(queryClient, unsyncedCartId));
}

async function takeOpenCart(): Promise<void> {
  const answer = await api('getCustomer', {});
  if (answer.ok && answer.value.cartId !== null && readCartId() === null) keepCartId(answer.value.cartId);
}
