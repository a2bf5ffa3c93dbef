import { quantityLimit } from '../carts/cart-limits.ts';
import { isThirdParty } from '../carts/cart-line.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The limit and the title of a wishlist (DEC-73, DEC-157). */
export const wishlistLimit = 100;
export const wishlistTitle = 'Mi lista de deseos';

/** Label of the button that moves a cart line to the wishlist (SEL-08, CART-06). */
export const saveForLaterLabel = 'Guardar para después';

/**
 * Returns whether "Guardar para después" is shown. It is hidden for third-party items and without a customer session
 * (CART-07, SEL-08, DIF-13).
 */
export const canSaveForLater = (line: { sellerId: number }, hasCustomerSession: boolean): boolean =>
  hasCustomerSession && !isThirdParty(line);

export interface WishlistEntry {
  sku: string;
  quantity: number;
}

export type WishlistRefusal = { code: 'WISHLIST_FULL'; limit: number };

const atMostLimit = (quantity: number): number => Math.min(quantityLimit, quantity);

/** Adds units of a sku, up to 10. A new sku needs a free place in the list (DEC-73, DEC-157). */
export function addToWishlist(
  entries: readonly WishlistEntry[],
  added: WishlistEntry,
): Result<WishlistEntry[], WishlistRefusal> {
  if (entries.some((entry) => entry.sku === added.sku)) {
    return ok(
      entries.map((entry) =>
        entry.sku === added.sku ? { ...entry, quantity: atMostLimit(entry.quantity + added.quantity) } : entry,
      ),
    );
  }
  if (entries.length >= wishlistLimit) return refuse({ code: 'WISHLIST_FULL', limit: wishlistLimit });
  return ok([...entries, { sku: added.sku, quantity: atMostLimit(added.quantity) }]);
}

/** The button that moves a saved product to the cart (WISH-08). */
export const moveButton = (isOutOfStock: boolean): { label: string; isDisabled: boolean } =>
  isOutOfStock ? { label: 'No disponible', isDisabled: true } : { label: 'Mover a carrito', isDisabled: false };
