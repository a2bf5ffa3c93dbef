import { expiredSessionText } from '@ceiba/domain/auth/session';
import { showAlert } from '../alerts/notices.ts';
import { keepCartId } from '../carts/cart-store.ts';
import { api } from '../platform/api.ts';
import { forgetQueries } from '../platform/query-provider.tsx';
import { writeStored } from '../platform/storage.ts';
import { tellSessionEnd } from './session-events.ts';
import { keepSession } from './session-store.ts';

/** What a session leaves in this browser besides the cart's id (AUTH-10): advisor, session, customer, cart data, checkout. */
function clearTraces(): void {
  writeStored('local', 'ceiba.advisor', null);
  keepSession(null);
  writeStored('local', 'ceiba.checkout', null);
  tellSessionEnd();
  forgetQueries();
}

/** AUTH-10, AUTH-11: everything of the customer is forgotten but the cart, and the shopper told. `leave` leads to the cart. */
export function expireSession(leave: (path: string) => void): void {
  clearTraces();
  showAlert({
    id: 'expired-session',
    type: 'Warning',
    title: expiredSessionText,
    message: 'Inicia sesión de nuevo. Tu carrito sigue aquí.',
  });
  leave('/cart');
}

/** Another tab signed out: nothing of the customer stays here either. */
export const followSignOut = (): void => clearTraces();

/**
 * AUTH-08: the token holds no longer, here and in every open tab. The customer's cart waits in the account, so that the
 * next person at this browser does not find it. Without an answer the cookie would still be there: then nothing changes.
 */
export async function signOut(): Promise<'signedOut' | 'failed'> {
  const answer = await api('logout', {});
  if (!answer.ok && answer.error.status !== 401) return 'failed';
  keepCartId(null);
  clearTraces();
  return 'signedOut';
}
