import { unwrap } from '@ceiba/client/call-failure';
import type { CallAnswer } from '@ceiba/contract/client';
import type { LinkCart } from '@ceiba/contract/payment-links';
import { api } from '../platform/api.ts';
import { forgetLink, keepLink, readLink } from './stored-link.ts';

/** ADV-20. */
const fields = 'email,shippingAddress,billingAddress,paymentMethod,products,totalQuantity,totals,coupons,employeeInfo';

export interface OpenedLink {
  token: string;
  cart: LinkCart;
  /** ISO 8601. */
  expiresAt: string;
}

/** What the token opens; null when it opens nothing any more. Throws when no answer came. */
async function readLinkCart(id: string, token: string, signal: AbortSignal): Promise<LinkCart | null> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await api('getLinkCart', { params: { id }, query: { fields } }, { signal, headers });
  return !answer.ok && [401, 403, 404].includes(answer.error.status) ? null : unwrap(answer);
}

/**
 * What opens no cart (ADV-23). `used`: an order was made of it, whose number nobody is told for having the link alone;
 * else it is over or never was one.
 */
export interface ClosedLink {
  closed: 'used' | 'gone';
}

type Exchanged = CallAnswer<'openPaymentLink'>['data'];

async function exchange(linkId: string, signal: AbortSignal): Promise<Exchanged | ClosedLink> {
  const kept = readLink(linkId, new Date());
  const body = kept === null ? {} : { token: kept.token };
  const answer = await api('openPaymentLink', { params: { quoteId: linkId }, body }, { signal });
  if (answer.ok || ![404, 409].includes(answer.error.status)) return unwrap(answer).data;
  if (kept !== null) forgetLink();
  return { closed: answer.error.code === 'PAYMENT_LINK_USED' ? 'used' : 'gone' };
}

/**
 * Exchanges a link for a copy of its cart (ADV-22, DEC-213). The exchange is asked on every load, as only it tells whether the link
 * may still be paid; with the token this browser has already it gets its own copy again.
 */
export async function openPaymentLink(linkId: string, signal: AbortSignal): Promise<OpenedLink | ClosedLink> {
  const opening = await exchange(linkId, signal);
  if ('closed' in opening) return opening;
  const { cartId, token, expiresAt } = opening;
  const cart = await readLinkCart(cartId, token, signal);
  if (cart === null) return { closed: 'gone' };
  keepLink({ id: linkId, cartId, token, expiresAt });
  return { token, cart, expiresAt };
}
