import type { ApiError, Client } from '@ceiba/contract/client';
import { unprovenError } from '@ceiba/domain/payments/payment-alerts';
import { newUuid } from '../platform/new-uuid.ts';
import { type OrderForms, storeOrder } from './order-forms.ts';
import { alertOf, cartOutcome, type Placement, type Prove, type QuotedPolicy, sendProven } from './placement.ts';

/** What an advisor's order is made of: its buyer chooses no method. */
export type StoreForms = Pick<OrderForms, 'cart' | 'checkout' | 'contact' | 'billing'>;

/** `failed`: no answer tells whether there is an order; to press again finds it where there is (ADV-16, DIF-45). */
export type StorePlacement = Exclude<Placement, { kind: 'totalChanged' | 'unknown' }> | { kind: 'failed' };

/**
 * Pay at store, in the order of ADV-14: the invoice and the method (DEC-149), then a one-time code, the e-mail on the
 * cart, the order. The first that fails ends it. A second order cannot come of it: the first closes the cart, and every
 * call says so with its number.
 */
export async function placeStoreOrder(
  call: Client,
  forms: StoreForms,
  policy: QuotedPolicy,
  prove: Prove,
): Promise<StorePlacement> {
  const params = { id: forms.cart.id };
  const { billingAddress, order, email } = storeOrder(forms);
  const billing = await call('setCartBillingAddress', { params, body: billingAddress });
  if (!billing.ok) return endOf(billing.error, policy);
  const method = await call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } });
  if (!method.ok) return endOf(method.error, policy);
  const code = await call('issueOneTimeCode', { params });
  if (!code.ok) return endOf(code.error, policy);
  const confirmed = await call('confirmCart', { params, body: { email } });
  if (!confirmed.ok) return endOf(confirmed.error, policy);
  const body = order(code.value.data.otp);
  const key = newUuid();
  const send = (captcha?: string) => {
    const headers = { 'idempotency-key': key, ...(captcha === undefined ? {} : { 'x-recaptcha': captcha }) };
    return call('placeStoreOrder', { body }, { headers });
  };
  const placed = await sendProven(send, prove);
  if (placed === null) return { kind: 'refused', alert: unprovenError };
  if (!placed.ok) return endOf(placed.error, policy);
  // An empty body of a 200 comes back as null, whatever the type says (ORD-07).
  const orderNumber: string | undefined = placed.value?.data?.orderNumber;
  return orderNumber === undefined ? { kind: 'failed' } : { kind: 'placed', orderNumber, isFound: false };
}

function endOf(error: ApiError, policy: QuotedPolicy): StorePlacement {
  const outcome = cartOutcome(error);
  if (outcome?.kind === 'placed' || outcome?.kind === 'cartGone') return outcome;
  if (outcome !== null || error.status === 0 || error.status >= 500) return { kind: 'failed' };
  return { kind: 'refused', alert: alertOf(error, { policy, isLinkCart: false }) };
}
