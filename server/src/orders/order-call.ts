import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { ChargeableCard } from '../payments/saved-cards.store.ts';
import type { OrderRequest } from './order-draft.ts';
import type { AppliedHold } from './order-means.store.ts';
import type { PlacingClient } from './placing-budgets.store.ts';

/** Who asks for an order, and what for. */
export interface PlaceOrderCall {
  request: OrderRequest;
  idempotencyKey: string | undefined;
  now: Date;
  policy: ShopPolicy;
  /** Whose session asks, where one does: a customer's cart is ordered with that customer's session only (DEC-05). */
  viewerId?: string | undefined;
  /** The cart is a copy that a payment link was opened for. */
  isLink?: boolean | undefined;
  /** Whose saved cards may pay, and who may save one: of a session only, never of a payment link's token (DEC-108). */
  customerId?: string | undefined;
  /** The call is the one for orders that an advisor places and their buyer pays at the store (DEC-140). */
  isStorePayment?: boolean;
  /** Who asks, for the budgets of DEC-196; null = nobody outside. */
  client: PlacingClient | null;
}

/**
 * What was found out for an order outside of its transaction, which must wait for nobody: what pays it, and each proof that a claim
 * has asked for (`ClaimRefusal.wants`); null = nobody has asked, or there is none.
 */
export interface Proven {
  /** The one the order names, where it is the customer's own. */
  savedCard: ChargeableCard | null;
  /** Of the card that is to be charged (`CardKeys`). */
  cardKey: string | null;
  /** The proof of the client that was taken: of the harder kind, or not. */
  captcha: 'usual' | 'hard' | null;
  /** The certificate of which the program has just said that it blocks its points. */
  hold: AppliedHold | null;
  /** By what the codes of its gift cards are known (`giftCardKey`), in the order of the request. */
  giftCardKeys: readonly string[];
  /** Hash of the one-time code that has just been found right. */
  code: Buffer | null;
}
