import { type PaymentType, paymentTypes } from '@ceiba/domain/payments/payment-amounts';
import { orderStorageKeys } from '../platform/checkout-storage.ts';
import { isListOf, isNullOr, isOneOf, isShape, isText } from '../platform/guards.ts';
import { parseJson, readStored, writeStored } from '../platform/storage.ts';
import { isOrderSnapshot, type OrderSnapshot } from './confirmed-order.ts';
import { tellAttemptLeft } from './left-attempt.ts';

/**
 * What a page that is loaded anew asks with what became of its order, and shows then. The order itself is in memory only: it
 * holds the card.
 */
export interface KeptAttempt {
  /** Idempotency keys, the last one of the order that `order` is a picture of; none once its number is known. */
  keys: string[];
  /** Of a payment link, what opens its cart; else null. */
  token: string | null;
  paidBy: PaymentType;
  /** As the confirmation will show it; its number is empty until it is known. */
  order: OrderSnapshot;
}

const isKeptAttempt = isShape<KeptAttempt>({
  keys: isListOf(isText),
  token: isNullOr(isText),
  paidBy: isOneOf(...paymentTypes),
  order: isOrderSnapshot,
});

export const keepAttempt = (attempt: KeptAttempt): void =>
  writeStored('session', orderStorageKeys.sent, JSON.stringify(attempt));

export function dropAttempt(): void {
  aside = null;
  writeStored('session', orderStorageKeys.sent, null);
}

/** Null when nothing was kept, or what is stored is not ours. */
export function readAttempt(): KeptAttempt | null {
  const kept = parseJson(readStored('session', orderStorageKeys.sent));
  return isKeptAttempt(kept) ? kept : null;
}

/** In memory: of a payment link, what was sent and not found. */
let aside: KeptAttempt | null = null;

/**
 * Nothing was found of the attempt. A payment link's may still wait for its turn and be placed: then it is this page's, and not
 * another payer's.
 */
export function setAttemptAside(): void {
  const attempt = readAttempt() ?? aside;
  dropAttempt();
  if (attempt !== null && attempt.token !== null) aside = attempt;
}

/** What this page has sent of a cart and nobody has refused: uncertain, or not found. */
export function sentAttempt(cartId: string): KeptAttempt | null {
  const attempt = readAttempt() ?? aside;
  return attempt?.order.cartId === cartId ? attempt : null;
}

/** Lets the page ask for what it has sent in place of its checkout, as one that is loaded anew does; false where that is nothing. */
export function resumeAttempt(cartId: string): boolean {
  const attempt = sentAttempt(cartId);
  if (attempt === null) return false;
  keepAttempt(attempt);
  tellAttemptLeft();
  return true;
}

let isPressed = false;

/** Whether "Realizar pedido" is at work: what meets it is told by itself. */
export const isOrderPressed = (): boolean => isPressed;

export const keepOrderPressed = (isAtWork: boolean): void => {
  isPressed = isAtWork;
};
