import { tooManyWords } from '@ceiba/client/failure-words';
import type { ApiError, CallInput, Client } from '@ceiba/contract/client';
import { installmentsFailures } from '@ceiba/domain/payments/installments-failures';
import {
  captchaFailedError,
  closedLinkError,
  invalidResponseError,
  noResponseError,
  type PaymentErrorAlert,
  paymentErrorFor,
  refusedFieldsAlert,
} from '@ceiba/domain/payments/payment-alerts';
import { payErrors } from '@ceiba/domain/payments/payment-errors';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { PaymentMethodToSet } from '../payments/use-installments.ts';

/** The facts that the text of a refusal depends on. */
interface Quoted {
  /** Texts of refusals quote its numbers. */
  policy: Pick<ShopPolicy, 'finalConsumerLimit'>;
  /** A payment link's cart has its own call (API-44), and some of its refusals have no link (ERR-13). */
  isLinkCart: boolean;
}

export interface OrderToPlace extends Quoted {
  cartId: string;
  email: string;
  /** True without a signed-in customer. The e-mail is then checked first (ORD-05, DEC-133). */
  isGuest: boolean;
  billingAddress: CallInput<'setCartBillingAddress'>['body'];
  paymentMethod: PaymentMethodToSet;
  /** In quetzales, with decimals. The total that the shopper saw, and the amount of the payment. */
  shownTotal: number;
  order: CallInput<'placeOrder'>['body'];
  /** Header Idempotency-Key: the same when the same order is repeated (DEC-172). */
  idempotencyKey: string;
}

/** An order that is paid at the store (ADV-17). Its one-time code is requested during the placement. */
export interface StoreOrderToPlace extends Pick<OrderToPlace, 'cartId' | 'email' | 'billingAddress' | 'policy'> {
  idempotencyKey: string;
  order: (otp: string) => CallInput<'placeStoreOrder'>['body'];
}

/** Callbacks of the page while the calls run. */
export interface Placing {
  /** True if the shopper has left the payment, or the press is too long ago: nothing more is sent. */
  isOver: () => boolean;
  /** Called before the order is sent. After this call, the order may exist. */
  onSend: () => void;
  prove: Prove;
}

/** Solves the shop's captcha (DEC-196). Null if it cannot be solved. */
export type Prove = () => Promise<string | null>;

/** `confirmBefore`: until when the order waits for the link in its mail (DEC-218). */
export interface PlacedAs {
  orderNumber: string;
  confirmBefore?: string | undefined;
}

export type Placement =
  /** `isFound`: the order of an earlier attempt, or of another tab. */
  | ({ kind: 'placed'; isFound: boolean } & PlacedAs)
  /** Nothing was charged. `alert` contains the reason. */
  | { kind: 'refused'; alert: PaymentErrorAlert }
  /** There was no connection, or the shopper had left the payment. Nothing was ordered, and nothing failed. */
  | { kind: 'notSent' }
  /** The cart no longer exists, and this page knows of no order. */
  | { kind: 'cartGone' }
  /** The outcome is unknown. `alert` is null while another attempt is still running. */
  | { kind: 'unknown'; alert: PaymentErrorAlert | null };

/**
 * Makes the calls of DEC-133 in their order. The first failure ends the sequence. A cart that is already an order (after a lost answer or in another
 * tab) also ends the sequence, and the result is that order.
 */
export async function placeOrder(call: Client, order: OrderToPlace, placing: Placing): Promise<Placement> {
  const ended = await prepare(call, order);
  if (ended === null) return placing.isOver() ? { kind: 'notSent' } : sendOrder(call, order, placing);
  // A browser may report its connection wrongly, so the calls are tried first.
  return isUnheard(ended) && navigator.onLine === false ? { kind: 'notSent' } : ended;
}

const isUnheard = (ended: Placement): boolean => ended.kind === 'refused' && ended.alert === noResponseError;

/** Writes the page's data to the cart: invoice, method, e-mail. Returns null, or a result that ends the sequence. */
async function prepare(call: Client, order: OrderToPlace): Promise<Placement | null> {
  if (order.isGuest) {
    const guest = await call('validateGuestCheckout', { body: { email: order.email } });
    if (!guest.ok) return beforeOrder(guest.error, order);
  }
  const params = { id: order.cartId };
  const billing = await call('setCartBillingAddress', { params, body: order.billingAddress });
  if (!billing.ok) return beforeOrder(billing.error, order);
  const method = await call('setCartPaymentMethod', { params, body: order.paymentMethod });
  if (!method.ok) return beforeOrder(method.error, order, installmentsFailures.binNotProcessed);
  if (method.value.data.prices.grandTotal.value !== order.shownTotal) return totalChanged;
  const confirmed = await call('confirmCart', { params, body: { email: order.email } });
  return confirmed.ok ? null : beforeOrder(confirmed.error, order);
}

async function sendOrder(call: Client, order: OrderToPlace, placing: Placing): Promise<Placement> {
  placing.onSend();
  const send = (headers: Record<string, string>) =>
    order.isLinkCart
      ? call('placeLinkOrder', { body: order.order }, { headers })
      : call('placeOrder', { body: order.order }, { headers });
  const answer = await sendProven(send, order.idempotencyKey, async () => {
    const captcha = await placing.prove();
    return placing.isOver() ? null : captcha;
  });
  if (answer === null) return { kind: 'refused', alert: captchaFailedError };
  if (!answer.ok) return afterOrder(answer.error, order);
  // An empty body of a 200 arrives as null, although the type excludes it (ORD-07).
  const placed: Partial<PlacedAs> | undefined = answer.value?.data;
  if (answer.value?.status === undefined || placed?.orderNumber === undefined) {
    return { kind: 'unknown', alert: invalidResponseError };
  }
  const { orderNumber, confirmBefore } = placed;
  return { kind: 'placed', orderNumber, confirmBefore, isFound: false };
}

/**
 * Sends the same order once more under the same key with a solved captcha, if a captcha is required (DEC-196). If the first call placed the order
 * after all, the second call finds it. Returns null if the captcha cannot be solved.
 */
async function sendProven<Sent extends { ok: true } | { ok: false; error: ApiError }>(
  send: (headers: Record<string, string>) => Promise<Sent>,
  idempotencyKey: string,
  prove: Prove,
): Promise<Sent | null> {
  const headers = { 'idempotency-key': idempotencyKey };
  const answer = await send(headers);
  if (answer.ok || answer.error.code !== 'CAPTCHA_FAILED') return answer;
  const captcha = await prove();
  return captcha === null ? null : send({ ...headers, 'x-recaptcha': captcha });
}

/** `failed`: the order may or may not exist. A second press finds an existing order (ADV-16, DIF-45). */
export type StorePlacement = Exclude<Placement, { kind: 'notSent' | 'unknown' }> | { kind: 'failed' };

/**
 * Places an order to be paid at the store. The calls follow ADV-14: invoice and method (DEC-149), a one-time code, the e-mail on the cart,
 * the order. The first failure ends the sequence. A second order is impossible: the first order closes the cart, and every later call
 * returns its number.
 */
export async function placeStoreOrder(call: Client, order: StoreOrderToPlace, prove: Prove): Promise<StorePlacement> {
  const params = { id: order.cartId };
  const billing = await call('setCartBillingAddress', { params, body: order.billingAddress });
  if (!billing.ok) return endOf(billing.error, order);
  const method = await call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } });
  if (!method.ok) return endOf(method.error, order);
  const code = await call('issueOneTimeCode', { params });
  if (!code.ok) return endOf(code.error, order);
  const confirmed = await call('confirmCart', { params, body: { email: order.email } });
  if (!confirmed.ok) return endOf(confirmed.error, order);
  const body = order.order(code.value.data.otp);
  const send = (headers: Record<string, string>) => call('placeStoreOrder', { body }, { headers });
  const placed = await sendProven(send, order.idempotencyKey, prove);
  if (placed === null) return { kind: 'refused', alert: captchaFailedError };
  if (!placed.ok) return endOf(placed.error, order);
  // An empty body of a 200 arrives as null, although the type excludes it (ORD-07).
  const orderNumber: string | undefined = placed.value?.data?.orderNumber;
  return orderNumber === undefined ? { kind: 'failed' } : { kind: 'placed', orderNumber, isFound: false };
}

function endOf(error: ApiError, { policy }: StoreOrderToPlace): StorePlacement {
  const outcome = cartOutcome(error);
  if (outcome?.kind === 'placed' || outcome?.kind === 'cartGone') return outcome;
  if (outcome !== null || error.status === 0 || error.status >= 500) return { kind: 'failed' };
  return { kind: 'refused', alert: alertOf(error, { policy, isLinkCart: false }) };
}

/**
 * `open`: there is no order and nothing was charged, but the request may still be queued. `running`: the bank has not decided. `unreachable`: no
 * answer. `accessEnded`: the session, or the token of the link, has ended. `isOwn`: the order has one of the given keys.
 */
export type Outcome =
  | ({ kind: 'placed'; isOwn: boolean } & PlacedAs)
  | { kind: 'running' }
  | { kind: 'open' }
  | { kind: 'unreachable' }
  | { kind: 'accessEnded' };

/** The attempts to look up: keys that a page has sent. `token`: the token of a payment link whose page is not open yet. */
export interface PlacementQuery {
  cartId: string;
  keys: string[];
  token: string | null;
}

/** Reads the outcome of a placement whose answer is missing. Writes nothing. */
export async function findOutcome(call: Client, { token, ...body }: PlacementQuery): Promise<Outcome> {
  const answer = await call('findPlacement', { body }, { headers: bearerOf(token) });
  if (!answer.ok && [401, 403].includes(answer.error.status)) return { kind: 'accessEnded' };
  if (!answer.ok) return { kind: answer.error.code === 'CART_NOT_FOUND' ? 'open' : 'unreachable' };
  const { state, isOwn, orderNumber, confirmBefore } = answer.value.data;
  if (state === 'placing') return { kind: 'running' };
  if (state !== 'ordered' || orderNumber === null) return { kind: 'open' };
  return { kind: 'placed', orderNumber, confirmBefore, isOwn };
}

/** The call's headers for a link's cart while no page of the link is open. Empty for another cart. */
export const bearerOf = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

const mismatch = payErrors.PAY_AMOUNT_MISMATCH;

/** The total has changed since it was shown. Nothing was sent to the bank. */
const totalChanged: Placement = {
  kind: 'refused',
  alert: { id: 'PaymentError', title: mismatch.title, message: mismatch.message, type: mismatch.type, action: 'none' },
};

/**
 * The state of a cart, which any call may return: it has become an order, is becoming an order, or is gone. A payment link's copy is gone
 * once another copy was ordered (DEC-213).
 */
function cartOutcome(error: ApiError): Placement | null {
  const { orderNumber } = error.metadata;
  if (error.code === 'ORDER_IN_PROGRESS') return { kind: 'unknown', alert: null };
  if (error.code === 'CART_CLOSED' && orderNumber !== undefined) return { kind: 'placed', orderNumber, isFound: true };
  return ['CART_CLOSED', 'CART_NOT_FOUND'].includes(error.code) ? { kind: 'cartGone' } : null;
}

/** The order was not processed yet. The alert names the time to wait, or other ways to order if a limit of orders is reached. */
const tooOften = (error: ApiError): PaymentErrorAlert => ({
  id: 'PaymentError',
  type: 'Warning',
  action: 'none',
  ...(error.metadata.budget === undefined
    ? tooManyWords(error)
    : { title: 'No pudimos tomar tu pedido', message: error.message }),
});

/** The alert of a refusal, or of a missing answer (ERR-01..18). */
function alertOf(error: ApiError, { policy, isLinkCart }: Quoted): PaymentErrorAlert {
  if (error.code === 'RATE_LIMITED') return tooOften(error);
  if (error.status === 0) return noResponseError;
  const typed = error.code === 'VALIDATION_ERROR' ? refusedFieldsAlert(error.metadata.fields ?? {}) : null;
  if (typed !== null) return typed;
  return paymentErrorFor(error.metadata.mgtoCode || error.code, error.message, { isLinkCart }, policy);
}

/** A failure before the order call, when nothing can have been charged. `own`: the alert of this call, if it has one (DEC-188). */
const beforeOrder = (error: ApiError, quoted: Quoted, own?: Omit<PaymentErrorAlert, 'action'>): Placement => {
  if (isShut(error, quoted)) return { kind: 'refused', alert: closedLinkError };
  const isOwn = own !== undefined && error.status !== 0 && error.code !== 'RATE_LIMITED';
  return cartOutcome(error) ?? { kind: 'refused', alert: isOwn ? { ...own, action: 'none' } : alertOf(error, quoted) };
};

/** True if the token of a payment link's page no longer opens its copy. */
const isShut = ({ status }: ApiError, { isLinkCart }: Quoted): boolean => status === 401 && isLinkCart;

/** No answer, a server error, or a bank that did not answer. The order may still exist. */
const isUnknown = (error: ApiError): boolean =>
  error.status === 0 || error.code === 'PAY_TIMEOUT' || (error.status >= 500 && !error.code.includes('PAY'));

const afterOrder = (error: ApiError, quoted: Quoted): Placement => {
  // The link has ended while an order of this page may have been on its way.
  if (isShut(error, quoted)) return { kind: 'unknown', alert: null };
  return cartOutcome(error) ?? { kind: isUnknown(error) ? 'unknown' : 'refused', alert: alertOf(error, quoted) };
};
