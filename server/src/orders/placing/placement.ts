import type { Parsed } from '@ceiba/contract/endpoint';
import type { placeOrder } from '@ceiba/contract/orders';
import type { Actor } from '@ceiba/domain/actors/actor';
import type { Flags } from '@ceiba/domain/flags/flags';
import type { Centavos } from '@ceiba/domain/money/money';
import type { PlacingBudgets } from '@ceiba/domain/orders/order-budgets';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Result } from '@ceiba/domain/result';
import type { SoldCart } from '../../carts/cart-snapshot.ts';
import type { PaymentToTake } from '../../payments/check-payments.ts';
import type { Payer } from '../../payments/gateway.ts';
import type { ChargeableCard } from '../../payments/saved-cards.store.ts';
import type { RefusalOf } from '../../platform/http/route.ts';

// The vocabulary of placing an order. Every file of this folder may import this file, but this file imports no file of the folder.

export type OrderRequest = Parsed<typeof placeOrder>['body'];

/** The delivery dates promised at the checkout (DEC-101). */
export type DeliveryPromise = NonNullable<OrderRequest['deliveryPromise']>;

/** Reason why an order is not placed: the codes of the endpoint. */
export type OrderRefusal = RefusalOf<typeof placeOrder>;

/** Reason why a claim was refused. `requiredProof`: the only missing proof. With this proof the claim may be made again. */
export type StartRefusal = OrderRefusal & { requiredProof?: RequiredProof };

export type RequiredProof =
  /** A valid captcha. `isHard`: only the harder kind is accepted. */
  | { proof: 'captcha'; isHard: boolean }
  /** The points program confirms that it still blocks the points of the cart's certificate. */
  | { proof: 'pointsReservation' }
  /** Proof that the one-time code `code` is right. */
  | { proof: 'code'; code: string }
  /** `wrong` gift cards of the request pay nothing. A client may name only a few of these per hour. */
  | { proof: 'giftCards'; wrong: number };

/** A call that requests an order, with the facts about its caller. */
export interface PlaceOrderCall {
  request: OrderRequest;
  idempotencyKey: string | undefined;
  now: Date;
  policy: ShopPolicy;
  /** The customer of the calling session, if any. A customer's cart can only be ordered with that customer's session (DEC-05). */
  viewerId?: string | undefined;
  /** True if the cart is a copy made for a payment link. */
  isLink?: boolean | undefined;
  /** The customer whose saved cards may pay, and who may save a card. Taken only from a session, never from a payment link's token (DEC-108). */
  customerId?: string | undefined;
  /** True for orders that an advisor places and the buyer pays at the store (DEC-140). */
  isStorePayment?: boolean;
  /** The client whose budgets count (DEC-196). Null if the caller is inside the shop. */
  client: PlacingClient | null;
}

export interface PlacingClient {
  /** The key of a client (`clientOf`), of which only a hash is stored. */
  caller: string;
  /** The client's budgets, already multiplied by RATE_LIMIT_FACTOR. */
  budgets: PlacingBudgets;
  /** Days for which an unfinished cash order counts as open. */
  openCashOrderDays: number;
  /** Redeems the captcha of the call. Required from half of a budget on. Called once, outside any transaction. */
  prove(isHard: boolean): Promise<Result<null, OrderRefusal>>;
  /**
   * Runs the work when it is this client's turn. A client's budgets are counted under a lock, one call after the other. A call
   * that waits for that lock must not hold a database connection. Otherwise one address could take all connections.
   * @throws Overloaded if the turn does not come in time
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Facts that a claim needs. They are found before its transaction, because a transaction must not wait for outside services. A proof is
 * null until a claim requires it (`StartRefusal.requiredProof`), and stays null if it cannot be obtained.
 */
export interface PlacementProofs extends PaymentSources {
  /** The key of the card that is charged (`CardKeys`). */
  cardKey: string | null;
  /** The kind of captcha that was redeemed. */
  captcha: 'usual' | 'hard' | null;
  /** The stored keys of the order's gift cards (`giftCardKey`), in the order of the request. */
  giftCardKeys: readonly string[];
  /** Hash of the one-time code that was just checked and is right. */
  code: Buffer | null;
}

/** Means of payment that the shop has stored, read at one moment. */
export interface PaymentSources {
  /** The cart's certificate, if its program still blocks the points. */
  pointsReservation: AppliedReservation | null;
  /** The saved card that the order names, if the customer owns it and the charging acquirer has it. */
  savedCard: ChargeableCard | null;
}

export const noPaymentSources: PaymentSources = { pointsReservation: null, savedCard: null };

/** The certificate in an open cart's slot, and the flags that decide whether its program still pays (FLAG-02). */
interface AppliedReservation {
  /** The certificate's code. The program uses the same code as the key of its hold. */
  code: string;
  flags: Flags;
}

/** The stock of one product at one place, locked until the transaction ends. */
export interface LockedLevel {
  productId: number;
  storeCode: string;
  isWarehouse: boolean;
  displayUnits: number;
  quantity: number;
}

/** Units of a product that one shipment of the order takes from one place. */
export interface PlacedClaim {
  /** The shipment's number within the order, from 1. */
  shipmentNumber: number;
  productId: number;
  storeCode: string;
  quantity: number;
}

/** The part of the order that a gift card pays. */
export interface PlacedGiftCard {
  id: string;
  amount: Centavos;
}

/** Everything that a placement writes, decided before the write. */
export interface PlacementDraft {
  orderId: string;
  /** The ID of the payment, and the key of the charge at the gateway. */
  paymentId: string;
  /** True if nothing has to be charged. The order is then confirmed as soon as it is written. */
  isConfirmed: boolean;
  cart: SoldCart;
  payment: PaymentToTake;
  giftCards: readonly PlacedGiftCard[];
  claims: readonly PlacedClaim[];
  /** Null for a digital order. */
  deliveryPromise: DeliveryPromise | null;
  idempotencyKey: string | undefined;
  /** Hash of the client's address (DEC-196). Null if the caller is inside the shop. */
  clientKey: string | null;
  /** Hash of the client's network. Null if the client is its own network. */
  networkKey: string | null;
  /** True if the buyer is a customer who has confirmed this e-mail. */
  isContactConfirmed: boolean;
  /** The key of the card that is charged (`CardKeys`, DEC-219). */
  cardKey: string | null;
  /** The moment until which a cash order waits for the link in its mail (policy `cashConfirmation`). Null if the order does not wait. */
  confirmationDue: Date | null;
  now: Date;
  /** Milliseconds from the commit until the reconciler may take over an order that is still placing. */
  settleAfterMs: number;
  /** The acquirer that is asked to charge (`PaymentGateway.account`). */
  acquirer: string;
}

/** The result of the first step. `replayed`: an earlier call with this key was answered. `placed`: nothing had to be charged. */
export type PlacementStart =
  | { kind: 'replayed'; answer: StoredAnswer }
  | { kind: 'placed'; answer: PlacedAnswer }
  | {
      kind: 'claimed';
      orderId: string;
      paymentId: string;
      askedAt: Date;
      actor: Actor;
      payment: PaymentToTake;
      payer: Payer;
      /** The key of the card that is charged (`CardKeys`). */
      cardKey: string | null;
    };

/** An order whose charge is still open. */
export interface UnsettledOrder {
  orderId: string;
  /** The ID of the payment, and the key of the charge at the gateway. */
  paymentId: string;
  /** Time of this process's clock at which it decided to charge. The request was sent after that. */
  askedAt: Date;
  /** The amount to charge. */
  amount: Centavos;
  /** The acquirer that was asked to charge (`PaymentGateway.account`). */
  acquirer: string | null;
  /** The actor that ends the order: the buyer by the call, or the job. */
  actor: Actor;
}

/** The answer to a placed order. `confirmBefore`: the time until which the order waits for the link in its mail. */
export interface PlacedAnswer {
  orderNumber: string;
  confirmBefore?: string;
}

export const placedAnswer = (orderNumber: string, confirmationDue: Date | null): PlacedAnswer => ({
  orderNumber,
  ...(confirmationDue === null ? {} : { confirmBefore: confirmationDue.toISOString() }),
});

/** The stored part of an answer, enough to repeat it exactly. */
export type StoredAnswer = PlacedAnswer | Pick<OrderRefusal, 'code'>;
