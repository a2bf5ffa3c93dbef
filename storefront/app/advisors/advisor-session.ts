import { unwrap } from '@ceiba/client/call-failure';
import { isNullOr, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { Advisor } from '@ceiba/contract/advisors';
import { onSessionEnd, tellSessionEnd } from '../auth/session-events.ts';
import { forgetCartId, readCartId } from '../carts/cart-store.ts';
import { api } from '../platform/api.ts';
import { checkoutStorageKeys } from '../platform/storage-keys.ts';
import { keepAdvisor, readAdvisor } from './advisor-store.ts';

/**
 * Starts the session of an advisor in this browser. Where another one was at work, that one's customer stays with them:
 * the cart and what was typed in the checkout are let go, so that the two do not mix.
 */
export function enterAdvisor(advisor: Advisor): void {
  const before = readAdvisor();
  if (before !== null && before.hash !== advisor.hash) leaveSale();
  keepAdvisor(advisor);
}

/** The sale at hand is over, or another advisor's: its cart stays where it is, its customer's data leave this browser. */
export function leaveSale(): void {
  const cartId = readCartId();
  if (cartId !== null) forgetCartId(cartId);
  writeStored('local', checkoutStorageKeys.own, null);
  tellSessionEnd();
}

const isKeptCheckout = isShape<{ contact: { email: string } | null; typedContact: { email: string } | null }>({
  contact: isNullOr(isShape({ email: isText })),
  typedContact: isNullOr(isShape({ email: isText })),
});

/** Whether the contact in this browser's checkout is of that e-mail, or none: else another customer is being attended. */
export function isContactOf(email: string | null): boolean {
  const kept = parseJson(readStored('local', checkoutStorageKeys.own));
  const contact = isKeptCheckout(kept) ? (kept.typedContact ?? kept.contact) : null;
  return contact === null || contact.email.trim().toLowerCase() === email;
}

/** ADV-05, ADV-06: the session is over; the cart stays. */
export const leaveAdvisor = (): void => keepAdvisor(null);

/** A customer's session that ends takes the advisor's with it (AUTH-10): what is kept is read again. */
export const followAdvisor = (): void => onSessionEnd(readAdvisor);

/**
 * Puts a cart into the advisor's hands (ADV-04); false when it is not to be had. One who attends no more is at work no
 * longer; throws when no answer came.
 */
export async function attachToCart(cartId: string, { hash, store }: Advisor): Promise<boolean> {
  const body = { employeeHash: hash, storeCode: store };
  const answer = await api('attachAdvisor', { params: { id: cartId }, body });
  if (answer.ok) return true;
  if (['ADVISOR_NOT_FOUND', 'ADVISOR_ENDED'].includes(answer.error.code)) leaveAdvisor();
  // A cart that is gone, ordered or somebody else's is nobody's to help with; its own page says so.
  else if (answer.error.status >= 500 || answer.error.status === 0 || answer.error.status === 429) unwrap(answer);
  return false;
}
