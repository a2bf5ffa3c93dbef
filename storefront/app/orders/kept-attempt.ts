import { type PaymentType, paymentTypes } from '@ceiba/domain/payments/payment-amounts';
import { orderStorageKeys } from '../platform/checkout-storage.ts';
import { isListOf, isNullOr, isOneOf, isShape, isText } from '../platform/guards.ts';
import { parseJson, readStored, writeStored } from '../platform/storage.ts';
import { isOrderSnapshot, type OrderSnapshot } from './confirmed-order.ts';

/**
 * What a page that is loaded anew asks with what became of its order, and shows then. The order itself is in memory only: it
 * holds the card.
 */
export interface KeptAttempt {
  /** Idempotency keys, the last one of the order that `order` is a picture of; none once its number is known. */
  keys: string[];
  /** Of a payment link, which, and what opens the copy that was ordered; else null. */
  link: { id: string; token: string } | null;
  paidBy: PaymentType;
  /** As the confirmation will show it; its number is empty until it is known. */
  order: OrderSnapshot;
}

const isKeptAttempt = isShape<KeptAttempt>({
  keys: isListOf(isText),
  link: isNullOr(isShape<{ id: string; token: string }>({ id: isText, token: isText })),
  paidBy: isOneOf(...paymentTypes),
  order: isOrderSnapshot,
});

export const keepAttempt = (attempt: KeptAttempt): void =>
  writeStored('session', orderStorageKeys.sent, JSON.stringify(attempt));

export const dropAttempt = (): void => writeStored('session', orderStorageKeys.sent, null);

/** Null when nothing was kept, or what is stored is not ours. */
export function readAttempt(): KeptAttempt | null {
  const kept = parseJson(readStored('session', orderStorageKeys.sent));
  return isKeptAttempt(kept) ? kept : null;
}

/** What this page has sent of a cart and nobody has refused: uncertain. */
export function sentAttempt(cartId: string): KeptAttempt | null {
  const attempt = readAttempt();
  return attempt?.order.cartId === cartId ? attempt : null;
}
