import { unwrap } from '@ceiba/client/call-failure';
import { isNullOr, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { Advisor } from '@ceiba/contract/advisors';
import { announceSessionEnd, onSessionEnd } from '../auth/session-events.ts';
import { forgetCartId, readCartId } from '../carts/cart-store.ts';
import { api } from '../platform/api.ts';
import { checkoutStorageKeys } from '../platform/storage-keys.ts';
import { readAdvisor, setAdvisor } from './advisor-store.ts';

/**
 * Starts an advisor's session in this browser. If another advisor had a session, removes that advisor's cart and checkout data first, so that the
 * data of two customers cannot mix.
 */
export function enterAdvisor(advisor: Advisor): void {
  const before = readAdvisor();
  if (before !== null && before.hash !== advisor.hash) leaveSale();
  setAdvisor(advisor);
}

/** Ends the current sale, or another advisor's. The cart stays on the server; the customer's data leave this browser. */
export function leaveSale(): void {
  const cartId = readCartId();
  if (cartId !== null) forgetCartId(cartId);
  writeStored('local', checkoutStorageKeys.own, null);
  announceSessionEnd();
}

const isKeptCheckout = isShape<{ contact: { email: string } | null; typedContact: { email: string } | null }>({
  contact: isNullOr(isShape({ email: isText })),
  typedContact: isNullOr(isShape({ email: isText })),
});

/** Returns whether the contact in this browser's checkout has this e-mail, or there is no contact. Otherwise another customer is being served. */
export function isContactOf(email: string | null): boolean {
  const stored = parseJson(readStored('local', checkoutStorageKeys.own));
  const contact = isKeptCheckout(stored) ? (stored.typedContact ?? stored.contact) : null;
  return contact === null || contact.email.trim().toLowerCase() === email;
}

/** Ends the session; the cart stays (ADV-05, ADV-06). */
export const leaveAdvisor = (): void => setAdvisor(null);

/** The end of a customer's session also ends the advisor's session, so the stored session is read again (AUTH-10). */
export const followAdvisor = (): void => onSessionEnd(readAdvisor);

/**
 * Links a cart to the advisor (ADV-04). Returns false if the cart is not available. Ends the session of a retired advisor. Throws if no answer came.
 */
export async function attachToCart(cartId: string, { hash, store }: Advisor): Promise<boolean> {
  const body = { employeeHash: hash, storeCode: store };
  const answer = await api('attachAdvisor', { params: { id: cartId }, body });
  if (answer.ok) return true;
  if (['ADVISOR_NOT_FOUND', 'ADVISOR_ENDED'].includes(answer.error.code)) leaveAdvisor();
  // A cart that is missing, ordered or another customer's gets no advisor. The cart's own page reports that.
  else if (answer.error.status >= 500 || answer.error.status === 0 || answer.error.status === 429) unwrap(answer);
  return false;
}
