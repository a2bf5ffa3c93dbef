import { readStored, writeStored } from '@ceiba/client/storage';

/** Flags in this tab's session storage (APP-38, DEC-184). */
type SessionFlag = 'checkoutFromCart' | 'confirmationFromCheckout' | 'confirmationFromWaLink' | 'ceiba.expired';

export const setFlag = (flag: SessionFlag): void => writeStored('session', flag, 'true');

export const hasFlag = (flag: SessionFlag): boolean => readStored('session', flag) === 'true';

export const clearFlag = (flag: SessionFlag): void => writeStored('session', flag, null);

/** Marks that the checkout was opened from the cart (CART-13). */
export const flagCheckoutFromCart = (): void => setFlag('checkoutFromCart');
