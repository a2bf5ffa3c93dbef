import { expiredSessionText } from '@ceiba/domain/auth/session';
import { showAlert } from '../alerts/notices.ts';
import { keepCartId } from '../carts/cart-store.ts';
import { api } from '../platform/api.ts';
import { forgetQueries } from '../platform/query-provider.tsx';
import { writeStored } from '../platform/storage.ts';
import { tellSessionEnd } from './session-events.ts';
import { endSessionHere, readSession } from './session-store.ts';

/** What a session leaves in this browser besides the cart's id (AUTH-10): advisor, session, customer, cart data, checkout. */
function clearTraces(): void {
  writeStored('local', 'ceiba.advisor', null);
  writeStored('local', 'ceiba.checkout', null);
  tellSessionEnd();
  forgetQueries();
}

/** Leads to another page; ends when that stands, also when it could not be fetched. */
export type Leave = (path: string) => void | Promise<void>;

let isEnding = false;

/** Told, and nobody has signed in since: what is still refused was asked before. */
let wasTold = false;

/**
 * AUTH-10, AUTH-11: everything of the customer is forgotten but the cart, and the shopper told. The cart comes first: a
 * page of the account without a session would lead to the login. Many calls may be refused at once; one ending is enough.
 */
export async function expireSession(leave: Leave): Promise<void> {
  if (readSession() !== null) wasTold = false;
  if (isEnding || wasTold) return;
  isEnding = true;
  try {
    await leave('/cart');
  } finally {
    isEnding = false;
    wasTold = true;
    endSessionHere();
    clearTraces();
    showAlert({
      id: 'expired-session',
      type: 'Warning',
      title: expiredSessionText,
      message: 'Inicia sesión de nuevo. Tu carrito sigue aquí.',
    });
  }
}

/** Another tab signed out: nothing of the customer stays here either. */
export const followSignOut = (): void => clearTraces();

/**
 * AUTH-08: the token holds no longer, here and in every open tab. The customer's cart waits in the account, so that the
 * next person at this browser does not find it. Without an answer the cookie would still be there: then nothing changes.
 */
export async function signOut(leave: Leave): Promise<'signedOut' | 'failed'> {
  const answer = await api('logout', {});
  if (!answer.ok && answer.error.status !== 401) return 'failed';
  await leave('/');
  keepCartId(null);
  endSessionHere();
  clearTraces();
  return 'signedOut';
}
