import { ownerRefusal } from './cart-refusal.ts';
import type { AppliedCertificate, CartSnapshot } from './cart-snapshot.ts';

/** Who asks: a customer's session, or one of the browsers that hold a payment link. */
export interface CartViewer {
  viewerId?: string | undefined;
  linkToken?: Buffer | undefined;
}

type Owned = Pick<CartSnapshot, 'id' | 'ownerId'>;
type Applied = Pick<AppliedCertificate, 'appliedWith'>;

/**
 * Whether the points of a payment link's cart, which several hold, are another's than the calling browser's: they are one person's, who
 * identified themselves for them there (record 0037).
 */
export const isOthersCertificate = (cart: Owned, { appliedWith }: Applied, { linkToken }: CartViewer): boolean =>
  cart.ownerId === cart.id && appliedWith !== linkToken?.toString('hex');

/** Whether its code may be told: of a customer's cart to the customer, of a guest's to whoever knows the cart. */
export const isOwnCertificate = (cart: Owned, certificate: Applied, viewer: CartViewer): boolean =>
  ownerRefusal(cart, viewer.viewerId) === null && !isOthersCertificate(cart, certificate, viewer);
