import { ApiFailure } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';
import type { ApiError } from '@ceiba/contract/client';
import { cartAlertTexts } from '@ceiba/domain/carts/line-removal';
import type { Result } from '@ceiba/domain/result';
import { forgetCartId, readCartId } from './cart-store.ts';

/** CART-26. */
export const missingCart: FailureWords = { title: cartAlertTexts.cartTitle, message: cartAlertTexts.cartMessage };

/** This browser knows of no cart, or the server knows none of its id (CART-26). */
class CartMissing extends Error {}

/** A call said that a cart is gone or has become an order: this browser forgets it (DEC-72), and its checkout with it. */
export function forgetIfOver(cartId: string, { code }: ApiError): void {
  if (code === 'CART_NOT_FOUND' || code === 'CART_CLOSED') forgetCartId(cartId);
}

/**
 * Asks for a change of this browser's cart. One that is gone or ordered meanwhile is forgotten (DEC-72); throws
 * `CartMissing` or the refusal.
 */
export async function callCart<T>(
  call: (cartId: string) => Promise<Result<T, ApiError>>,
): Promise<{ cartId: string; fields: T }> {
  const cartId = readCartId();
  if (cartId === null) throw new CartMissing();
  const answer = await call(cartId);
  if (answer.ok) return { cartId, fields: answer.value };
  forgetIfOver(cartId, answer.error);
  if (answer.error.code === 'CART_NOT_FOUND') throw new CartMissing();
  throw new ApiFailure(answer.error);
}

/** The words of a change that failed: without a cart, for its own reason, else `otherwise`. */
export const cartFailureWords = (error: Error, otherwise: FailureWords): FailureWords =>
  error instanceof CartMissing ? missingCart : failureWords(error, otherwise);
