import type { ApiError, CallInput, Client } from '@ceiba/contract/client';
import { installmentsFailures } from '@ceiba/domain/payments/installments-failures';
import {
  invalidResponseError,
  noResponseError,
  type PaymentErrorAlert,
  paymentErrorFor,
  shutLinkError,
  unprovenError,
} from '@ceiba/domain/payments/payment-alerts';
import { payErrors } from '@ceiba/domain/payments/payment-errors';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { PaymentMethodToSet } from '../payments/use-installments.ts';
import { tooManyWords } from '../platform/failure-words.ts';
import type { Press } from './press.ts';

export interface OrderToPlace {
  cartId: string;
  email: string;
  /** Nobody is signed in: the e-mail is checked first (ORD-05, DEC-133). */
  isGuest: boolean;
  billingAddress: CallInput<'setCartBillingAddress'>['body'];
  paymentMethod: PaymentMethodToSet;
  /** Decimal quetzales; the total the shopper saw, which is also the amount of the payment. */
  shownTotal: number;
  order: CallInput<'placeOrder'>['body'];
  /** Header Idempotency-Key: the same for a repetition of the same order (DEC-172). */
  idempotencyKey: string;
  /** Texts of refusals quote its numbers. */
  policy: QuotedPolicy;
  /** A payment link's cart has a call of its own (API-44), and some of its refusals lead nowhere (ERR-13). */
  isLinkCart: boolean;
  press: Pick<Press, 'isOver' | 'untilLine'>;
  /** Told before the order itself is sent: from then on it may have been placed. */
  onSend?: () => void;
}

/** What the words of a refusal depend on. */
export type Quoted = Pick<OrderToPlace, 'policy' | 'isLinkCart'>;

export type QuotedPolicy = Pick<ShopPolicy, 'finalConsumerLimit'>;

/** `confirmBefore`: the order waits so long for the link in its mail (DEC-218). */
export interface PlacedAs {
  orderNumber: string;
  confirmBefore?: string | undefined;
}

export type Placement =
  /** `isFound`: the order of an earlier attempt, or of another tab. */
  | ({ kind: 'placed'; isFound: boolean } & PlacedAs)
  /** Nothing was charged and the cart is as before; `alert` says why. */
  | { kind: 'refused'; alert: PaymentErrorAlert }
  /** The shopper has taken the press back, or it was pressed too long ago: nothing was ordered, and nothing failed. */
  | { kind: 'notSent' }
  /** The total has changed since it was shown: nothing was sent to the bank. */
  | { kind: 'totalChanged'; alert: PaymentErrorAlert }
  /** The cart is no more, without an order that we know of. */
  | { kind: 'cartGone' }
  /** Whether there is an order is not known yet; `alert` null while another attempt is still running. */
  | { kind: 'unknown'; alert: PaymentErrorAlert | null };

/**
 * The calls of DEC-133 in their order; the first that fails ends the sequence. A cart that has become an order
 * meanwhile (an answer that got lost, another tab) ends it too: with that order.
 */
export async function placeOrder(call: Client, order: OrderToPlace, prove: Prove): Promise<Placement> {
  const ended = await checkAndPrepare(call, order);
  if (ended === null) return order.press.isOver() ? { kind: 'notSent' } : sendOrder(call, order, prove);
  // A browser may be wrong about its line, so it is tried first. What was sent so far can be said twice.
  const line = isUnheard(ended) ? await order.press.untilLine() : 'there';
  if (line === 'over') return { kind: 'notSent' };
  return line === 'back' ? placeOrder(call, order, prove) : ended;
}

const isUnheard = (ended: Placement): boolean => ended.kind === 'refused' && ended.alert === noResponseError;

async function checkAndPrepare(call: Client, order: OrderToPlace): Promise<Placement | null> {
  if (order.isGuest) {
    const guest = await call('validateGuestCheckout', { body: { email: order.email } });
    if (!guest.ok) return beforeOrder(guest.error, order);
  }
  return prepare(call, order);
}

/** Makes what this page shows the cart's: invoice, method, e-mail. Null, or what ends the sequence. */
async function prepare(call: Client, order: OrderToPlace): Promise<Placement | null> {
  const params = { id: order.cartId };
  const billing = await call('setCartBillingAddress', { params, body: order.billingAddress });
  if (!billing.ok) return beforeOrder(billing.error, order);
  const method = await call('setCartPaymentMethod', { params, body: order.paymentMethod });
  if (!method.ok) return beforeOrder(method.error, order, installmentsFailures.binNotProcessed);
  if (method.value.data.prices.grandTotal.value !== order.shownTotal) return totalChanged;
  const confirmed = await call('confirmCart', { params, body: { email: order.email } });
  return confirmed.ok ? null : beforeOrder(confirmed.error, order);
}

/** Solves the shop's captcha (DEC-196); null when that cannot be done. */
export type Prove = () => Promise<string | null>;

async function sendOrder(call: Client, placing: OrderToPlace, prove: Prove): Promise<Placement> {
  const { order, idempotencyKey, isLinkCart } = placing;
  placing.onSend?.();
  const send = (captcha?: string) => {
    const headers = { 'idempotency-key': idempotencyKey, ...(captcha === undefined ? {} : { 'x-recaptcha': captcha }) };
    return isLinkCart
      ? call('placeLinkOrder', { body: order }, { headers })
      : call('placeOrder', { body: order }, { headers });
  };
  const proveInTime: Prove = async () => {
    const captcha = await prove();
    return placing.press.isOver() ? null : captcha;
  };
  // The same order under the same key: should the first have been placed after all, the second finds it.
  const answer = await sendProven(send, proveInTime);
  if (answer === null) return unproven;
  if (!answer.ok) return afterOrder(answer.error, placing);
  // An empty body of a 200 comes back as null, whatever the type says (ORD-07).
  const placed: Partial<PlacedAs> | undefined = answer.value?.data;
  if (answer.value?.status === undefined || placed?.orderNumber === undefined) {
    return { kind: 'unknown', alert: invalidResponseError };
  }
  const { orderNumber, confirmBefore } = placed;
  return { kind: 'placed', orderNumber, confirmBefore, isFound: false };
}

/** Sends once more with a solved captcha where that is asked for (DEC-196); null when it cannot be solved. */
export async function sendProven<Sent extends { ok: true } | { ok: false; error: ApiError }>(
  send: (captcha?: string) => Promise<Sent>,
  prove: Prove,
): Promise<Sent | null> {
  const answer = await send();
  if (answer.ok || answer.error.code !== 'CAPTCHA_FAILED') return answer;
  const captcha = await prove();
  return captcha === null ? null : send(captcha);
}

const unproven: Placement = { kind: 'refused', alert: unprovenError };

const mismatch = payErrors.PAY_AMOUNT_MISMATCH;
const totalChanged: Placement = {
  kind: 'totalChanged',
  alert: { id: 'PaymentError', title: mismatch.title, message: mismatch.message, type: mismatch.type, action: 'none' },
};

/**
 * What a cart says of itself whatever it was asked: it has become an order, is becoming one, or is gone; so is a payment link's copy
 * once another one was ordered (DEC-213).
 */
export function cartOutcome(error: ApiError): Placement | null {
  const { orderNumber } = error.metadata;
  if (error.code === 'ORDER_IN_PROGRESS') return { kind: 'unknown', alert: null };
  if (error.code === 'CART_CLOSED' && orderNumber !== undefined) return { kind: 'placed', orderNumber, isFound: true };
  return ['CART_CLOSED', 'CART_NOT_FOUND'].includes(error.code) ? { kind: 'cartGone' } : null;
}

/** Nobody looked at the order yet: the shopper is told how long to wait, or what else helps where a budget of orders is used up. */
const tooOften = (error: ApiError): PaymentErrorAlert => ({
  id: 'PaymentError',
  type: 'Warning',
  action: 'none',
  ...(error.metadata.budget === undefined
    ? tooManyWords(error)
    : { title: 'No pudimos tomar tu pedido', message: error.message }),
});

/** ERR-01..18: the alert of a refusal, or of no answer at all. */
export const alertOf = (error: ApiError, quoted: Quoted): PaymentErrorAlert => {
  if (error.code === 'RATE_LIMITED') return tooOften(error);
  return paymentAlertOf(error, quoted);
};

const paymentAlertOf = (error: ApiError, { policy, isLinkCart }: Quoted): PaymentErrorAlert =>
  error.status === 0
    ? noResponseError
    : paymentErrorFor(error.metadata.mgtoCode || error.code, error.message, { isLinkCart }, policy);

/** Before the order call nothing can have been charged. `own` is the alert a call has of its own (DEC-188). */
const beforeOrder = (error: ApiError, quoted: Quoted, own?: Omit<PaymentErrorAlert, 'action'>): Placement => {
  if (isShut(error, quoted)) return { kind: 'refused', alert: shutLinkError };
  const isOwn = own !== undefined && error.status !== 0 && error.code !== 'RATE_LIMITED';
  return cartOutcome(error) ?? { kind: 'refused', alert: isOwn ? { ...own, action: 'none' } : alertOf(error, quoted) };
};

/** The token of a payment link's page opens its copy no longer. */
const isShut = ({ status }: ApiError, { isLinkCart }: Quoted): boolean => status === 401 && isLinkCart;

/** No answer, a defect, or a bank that did not answer: the order may exist all the same. */
const isUnknown = (error: ApiError): boolean =>
  error.status === 0 || error.code === 'PAY_TIMEOUT' || (error.status >= 500 && !error.code.includes('PAY'));

const afterOrder = (error: ApiError, quoted: Quoted): Placement => {
  // The link has ended while an order of this page may have been on its way.
  if (isShut(error, quoted)) return { kind: 'unknown', alert: null };
  return cartOutcome(error) ?? { kind: isUnknown(error) ? 'unknown' : 'refused', alert: alertOf(error, quoted) };
};
