import { isShape, isText } from '@ceiba/client/guards';
import { forgetQueries } from '@ceiba/client/query-provider';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import { expiredSessionMessage, expiredSessionText, signInAndReturnText } from '@ceiba/domain/auth/auth-texts';
import { Link } from 'react-router';
import { clearAlerts, hideAlert, showAlert, useNotices } from '../alerts/notices.ts';
import { readCartId, setCartId } from '../carts/cart-store.ts';
import { forgetSecondOrder } from '../carts/second-order.tsx';
import { api } from '../platform/api.ts';
import { clearFlag, setFlag } from '../platform/session-flags.ts';
import {
  advisorStorageKey,
  checkoutStorageKeys,
  lastCartStorageKey,
  orderStorageKeys,
} from '../platform/storage-keys.ts';
import { announceSessionEnd } from './session-events.ts';
import { markOwnSignOut, readSession } from './session-store.ts';

/** Clears what a session leaves in this browser besides the cart's ID (AUTH-10): advisor, session, customer, cart data, checkout. */
function clearTraces(): void {
  writeStored('local', advisorStorageKey, null);
  writeStored('local', checkoutStorageKeys.own, null);
  announceSessionEnd();
  forgetQueries();
}

/** Navigates to another page. Resolves when the page is shown, or when it could not be fetched. */
export type Leave = (path: string) => void | Promise<void>;

/** The page that was open when a session expired. */
interface LeftPage {
  path: string;
  /** The page's title. */
  name: string;
}

const isLeftPage = isShape<LeftPage>({ path: isText, name: isText });

/** Session storage. */
const leftPageKey = 'ceiba.left';

function keepLeftPage(path: string): void {
  const [name = ''] = document.title.split(' | ');
  writeStored('session', leftPageKey, JSON.stringify({ path, name }));
}

/** True if this browser's cart had lines when it was last seen (`carts/last-cart.ts` stores no empty cart). */
function hasFilledCart(): boolean {
  const id = readCartId();
  return id !== null && (readStored('local', lastCartStorageKey)?.includes(id) ?? false);
}

/** The message about the ended session, with a link back if the page is known. */
function ExpiryWords({ hasCart }: { hasCart: boolean }) {
  const leftPage = parseJson(readStored('session', leftPageKey));
  return (
    <>
      {expiredSessionMessage(hasCart)}
      {isLeftPage(leftPage) && (
        <Link to={`/login?${new URLSearchParams({ redirect: leftPage.path })}`} className="link mt-1 block">
          {signInAndReturnText(leftPage.path === '/cart' ? 'tu carrito' : leftPage.name)}
        </Link>
      )}
    </>
  );
}

let isEnding = false;

/** True after the shopper was notified, until a customer signs in. Calls that are refused in between were sent before. */
let wasNotified = false;

/**
 * Removes all data of the customer except the cart, and shows an alert (AUTH-10, AUTH-11). Opens the cart page first: an account page without a
 * session would redirect to the login. Many calls may be refused at the same time; one ending is enough. `here`: the address where the session ends.
 */
export async function expireSession(leave: Leave, here: string): Promise<void> {
  const ending = readSession();
  if (ending !== null) wasNotified = false;
  if (isEnding || wasNotified) return;
  isEnding = true;
  keepLeftPage(here);
  try {
    await leave('/cart');
  } finally {
    isEnding = false;
    const standing = readSession();
    // If a customer has signed in again in another tab, the new session stays.
    if (standing === null || standing.sessionExpiresAt === ending?.sessionExpiresAt) tellExpired();
  }
}

function tellExpired(): void {
  wasNotified = true;
  markOwnSignOut();
  clearTraces();
  // The alert of a call that was refused for its session is replaced.
  clearAlerts();
  showExpiry();
}

/** The alert stays on every page of this tab until the shopper closes it or a customer signs in (AUTH-12, DEC-17). */
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

/** After a sign-in in this or another tab, the next expiry shows its alert again (AUTH-12). */
export function forgetExpiry(): void {
  wasNotified = false;
  clearFlag('ceiba.expired');
  hideAlert('expired-session');
}

/** Clears the orders that this tab has placed or sent, because their data belongs to the customer who signs out. */
function clearOrders(): void {
  for (const key of Object.values(orderStorageKeys)) writeStored('session', key, null);
}

/** Follows a sign-out in another tab: clears the customer's data here too. */
export function followSignOut(): void {
  clearTraces();
  clearOrders();
}

/**
 * Revokes the token, here and in every open tab (AUTH-08). The customer's cart stays in the account, so that the next person at this browser does not
 * find it. Without an answer, the cookie still exists, so nothing changes.
 */
export async function signOut(leave: Leave): Promise<'signedOut' | 'failed'> {
  const answer = await api('logout', {});
  if (!answer.ok && answer.error.status !== 401) return 'failed';
  await leaveAccount(leave);
  return 'signedOut';
}

/** Removes all data of the customer from this browser, including the cart. */
export async function leaveAccount(leave: Leave): Promise<void> {
  await leave('/');
  setCartId(null);
  forgetSecondOrder();
  markOwnSignOut();
  clearTraces();
  clearOrders();
}
