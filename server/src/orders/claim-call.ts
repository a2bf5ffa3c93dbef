import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { ChargeableCard } from '../payments/saved-cards.store.ts';
import type { OrderRequest } from './order-draft.ts';
import type { AppliedHold } from './order-means.store.ts';
import type { PlacingClient } from './placing-budgets.store.ts';

/** What a placement asks for, with what its turns have found out so far. */
export interface ClaimCall {
  request: OrderRequest;
  idempotencyKey: string | undefined;
  now: Date;
  /** From the commit until the reconciler may take over. Milliseconds. */
  settleAfterMs: number;
  policy: ShopPolicy;
  /** Whose session asks, where one does. */
  viewerId?: string | undefined;
  /** The cart is a copy that a payment link was opened for. */
  isLink?: boolean | undefined;
  /** Null: no client asked, no budget counts. */
  client: PlacingClient | null;
  /** The proof of the client that was taken: of the harder kind, or not; null = none was. */
  proof: 'usual' | 'hard' | null;
  /** The certificate of which the program has just said that it blocks its points; null = nobody has asked. */
  provenHold: AppliedHold | null;
  /** The one the order names, where it is the customer's own. */
  savedCard: ChargeableCard | null;
  /** Of the card that is to be charged (`CardKeys`); null = none is. */
  cardKey: string | null;
  /** The call is the one for orders that are paid at the store. */
  isStorePayment: boolean;
  /** Hash of the one-time code that has just been found right; null = nobody has looked. */
  provenCode: Buffer | null;
}
