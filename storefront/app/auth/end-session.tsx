import { isShape, isText } from '@ceiba/client/guards';
import { forgetQueries } from '@ceiba/client/query-provider';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import { expiredSessionMessage, expiredSessionText, signInAndReturnText } from '@ceiba/domain/auth/auth-texts';
import { Link } from 'react-router';
import { clearAlerts, hideAlert, showAlert, useNotices } from '../alerts/notices.ts';
import { keepCartId, readCartId } from '../carts/cart-store.ts';
import { forgetSecondOrder } from '../carts/second-order.tsx';
import { api } from '../platform/api.ts';
import { clearFlag, setFlag } from '../platform/session-flags.ts';
import {
  advisorStorageKey,
  checkoutStorageKeys,
  lastCartStorageKey,
  orderStorageKeys,
} from '../platform/storage-keys.ts';
import { tellSessionEnd } from './session-events.ts';
import { endSessionHere, readSession } from './session-store.ts';

/** Keys that a session leaves in this browser besides the cart's id (AUTH-10): advisor, session, customer, cart data, checkout. */
function clearTraces(): void {
  writeStored('local', advisorStorageKey, null);
  writeStored('local', checkoutStorageKeys.own, null);
  tellSessionEnd();
  forgetQueries();
}

/** Leads to another page; ends when that stands, also when it could not be fetched. */
export type Leave = (path: string) => void | Promise<void>;

/** The page on which a session ended by itself. */
interface LeftPage {
  path: string;
  /** Its title. */
  name: string;
}

const isLeftPage = isShape<LeftPage>({ path: isText, name: isText });

/** Session storage. */
const leftPageKey = 'ceiba.left';

function keepLeftPage(path: string): void {
  const [name = ''] = document.title.split(' | ');
  writeStored('session', leftPageKey, JSON.stringify({ path, name }));
}

/** True where this browser's cart held something when it was seen last (`carts/last-cart.ts` leaves nothing of an empty one). */
function hasFilledCart(): boolean {
  const id = readCartId();
  return id !== null && (readStored('local', lastCartStorageKey)?.includes(id) ?? false);
}

/** The message of the end, with the way back where it is known. */
function ExpiryWords({ hasCart }: { hasCart: boolean }) {
  const left = parseJson(readStored('session', leftPageKey));
  return (
    <>
      {expiredSessionMessage(hasCart)}
      {isLeftPage(left) && (
        <Link to={`/login?${new URLSearchParams({ redirect: left.path })}`} className="link mt-1 block">
          {signInAndReturnText(left.path === '/cart' ? 'tu carrito' : left.name)}
        </Link>
      )}
    </>
  );
}

let isEnding = false;

/** Told, and nobody has signed in since: what is still refused was asked before. */
let wasTold = false;

/**
 * AUTH-10, AUTH-11: everything of the customer is forgotten but the cart, and an alert says so. The cart comes first: a
 * page of the account without a session would lead to the login. Many calls may be refused at once; one ending is enough. `here`: the
 * address it ends at.
 */
export async function expireSession(leave: Leave, here: string): Promise<void> {
  const ending = readSession();
  if (ending !== null) wasTold = false;
  if (isEnding || wasTold) return;
  isEnding = true;
  keepLeftPage(here);
  try {
    await leave('/cart');
  } finally {
    isEnding = false;
    const standing = readSession();
    // Signed in again on the way, in another tab: that session is another, and stands.
    if (standing === null || standing.sessionExpiresAt === ending?.sessionExpiresAt) tellExpired();
  }
}

function tellExpired(): void {
  wasTold = true;
  endSessionHere();
  clearTraces();
  // A call that failed for want of a session is no failure of its own.
  clearAlerts();
  showExpiry();
}

/** Until the shopper closes it or somebody signs in, in every page that this tab loads (AUTH-12, DEC-17). */
export function showExpiry(): void {
  setFlag('ceiba.expired');
  showAlert({
    id: 'expired-session',
    type: 'Warning',
    title: expiredSessionText,
    message: <ExpiryWords hasCart={hasFilledCart()} />,
  });
  const unsubscribe = useNotices.subscribe(({ alerts }) => {
    if (alerts.some(({ id }) => id === 'expired-session')) return;
    clearFlag('ceiba.expired');
    writeStored('session', leftPageKey, null);
    unsubscribe();
  });
}

/** AUTH-12: somebody is signed in, wherever that was done; the next end shows its alert anew. */
export function forgetExpiry(): void {
  wasTold = false;
  clearFlag('ceiba.expired');
  hideAlert('expired-session');
}

/** Orders that this tab has placed or sent belong to the customer who signs out: their names, addresses and keys go, too. */
function clearOrders(): void {
  for (const key of Object.values(orderStorageKeys)) writeStored('session', key, null);
}

/** Another tab signed out: nothing of the customer stays here either. */
export function followSignOut(): void {
  clearTraces();
  clearOrders();
}

/**
 * AUTH-08: the token holds no longer, here and in every open tab. The customer's cart waits in the account, so that the
 * next person at this browser does not find it. Without an answer the cookie would still be there: then nothing changes.
 */
export async function signOut(leave: Leave): Promise<'signedOut' | 'failed'> {
  const answer = await api('logout', {});
  if (!answer.ok && answer.error.status !== 401) return 'failed';
  await leaveAccount(leave);
  return 'signedOut';
}

/** Nothing of the customer stays in this browser, the cart neither. */
export async function leaveAccount(leave: Leave): Promise<void> {
  await leave('/');
  keepCartId(null);
  forgetSecondOrder();
  endSessionHere();
  clearTraces();
  clearOrders();
}
