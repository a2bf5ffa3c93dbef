import { ApiFailure } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';
import { cartAlertTexts } from '@ceiba/domain/carts/line-removal';

/** The texts about a missing cart (CART-26). */
export const missingCart: FailureWords = { title: cartAlertTexts.cartTitle, message: cartAlertTexts.cartMessage };

/** Returns whether a change failed because this browser has no cart, or the server does not know it (CART-26). */
export const isCartMissing = (error: Error): boolean =>
  error instanceof ApiFailure && error.error.code === 'CART_NOT_FOUND';

/** Returns the text about a failed change: the text about a missing cart, the text of the error's own reason, or else `otherwise`. */
export const cartFailureWords = (error: Error, otherwise: FailureWords): FailureWords =>
  isCartMissing(error) ? missingCart : failureWords(error, otherwise);
