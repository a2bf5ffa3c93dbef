/** Session storage of this tab (APP-38, DEC-184). */
type SessionFlag = 'checkoutFromCart' | 'confirmationFromCheckout' | 'confirmationFromWaLink';

/** Where storage is refused the flags last as long as the page. */
const unstored = new Set<SessionFlag>();

export function setFlag(flag: SessionFlag): void {
  unstored.add(flag);
  try {
    sessionStorage.setItem(flag, 'true');
  } catch {
    // Kept in memory above.
  }
}

export function hasFlag(flag: SessionFlag): boolean {
  try {
    return sessionStorage.getItem(flag) === 'true' || unstored.has(flag);
  } catch {
    return unstored.has(flag);
  }
}

export function clearFlag(flag: SessionFlag): void {
  unstored.delete(flag);
  try {
    sessionStorage.removeItem(flag);
  } catch {
    // Nothing was stored.
  }
}

/** CART-13. */
export const flagCheckoutFromCart = (): void => setFlag('checkoutFromCart');
