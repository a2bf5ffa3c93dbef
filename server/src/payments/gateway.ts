import type { Centavos } from '@ceiba/domain/money/money';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';

/** Card data exist only between the request and the gateway's connection. They are never stored, logged or queued (DEC-10). */
export interface CardToCharge {
  /** Digits only. */
  number: string;
  /** "MM/YY". */
  expiry: string;
  cvv: string;
  holder: string;
}

/** A card that the gateway stores for its owner (PROF-22): the card's token, and the CVV that is typed for each charge (DEC-104). */
export interface SavedCardToCharge {
  token: string;
  cvv: string;
}

/** The person who is billed. The card's bank may check these data. */
export interface Payer {
  firstName: string;
  lastName: string;
  email: string;
  street: string;
  city: string;
  /** Name of the department. */
  region: string;
}

/** Identifies a charge for the acquirer: the shop's key, and a time before which the charge cannot have been sent. */
export interface ChargeQuery {
  /** A UUID per attempt. The gateway charges at most once with this key, even if calls are repeated or fail. */
  key: string;
  /**
   * A moment before the charge was sent, by the clock of the calling process. A gateway that cannot bar a key waits from this
   * moment until no charge can arrive later.
   */
  askedAt: Date;
  /** The amount, at least one centavo. A charge with another amount does not pay for anything. */
  amount: Centavos;
}

export interface ChargeRequest extends ChargeQuery {
  /** Number of installments, 1 for a single payment. */
  plan: number;
  description: string;
  card: CardToCharge | SavedCardToCharge;
  payer: Payer;
  /** The ID of the shopper's device session with the acquirer's risk check (DEC-104). Null if there is none. */
  fingerprintSessionId: string | null;
}

export interface Approval {
  gatewayId: string;
  authorization: string;
}

/** `unknown`: sent without a usable answer. Money may have moved, or may still move. Only a look-up by key can find out. */
export type ChargeOutcome =
  | ({ kind: 'approved' } & Approval)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'unknown'; reason: string };

/**
 * The gateway's knowledge of a key. `void`: reversed, or barred before a charge arrived. `none`: there is no charge, and none
 * will come unless it is still in progress. `leftover`: a charge that pays no order of the shop, for example with another amount.
 * `voidByKey` clears such a charge.
 */
export type KnownCharge =
  | ({ kind: 'approved' } & Approval)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'void' }
  | { kind: 'none' }
  | { kind: 'leftover' }
  | { kind: 'unknown'; reason: string };

export type RefundOutcome =
  | { kind: 'refunded'; refundId: string }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown'; reason: string };

/** The acquirer (DEC-107). No function throws if a network or a bank fails. No function repeats a call. */
export interface PaymentGateway {
  /**
   * The account whose books contain the charges: the acquirer's name and the shop's account with it, without secrets. Another account does
   * not know these charges.
   */
  readonly account: string;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** For a charge that may exist but not be visible yet, returns `unknown` and never `none`. */
  findByKey(charge: ChargeQuery): Promise<KnownCharge>;
  /** Ensures that no money is, or ever will be, charged with this key. Returns the resulting state of the key: `void`, `refused` or `unknown`. */
  voidByKey(charge: ChargeQuery): Promise<KnownCharge>;
  /** Gives back part or all of an approved charge, once per `refund.key`. */
  refund(charge: { key: string; gatewayId: string }, refund: { key: string; amount: Centavos }): Promise<RefundOutcome>;
}

/** A charge that the bank approved, as shown in the bank's books. */
export interface BankCharge {
  /** The shop's own key: the ID of the payment. */
  key: string;
  amount: Centavos;
  /** The amount left after refunds and reversals. 0: everything was given back. */
  outstanding: Centavos;
  createdAt: Date;
}

interface LedgerPage {
  /** Approved charges in order of arrival. Refused and reversed charges took no money and are missing. */
  approved: BankCharge[];
  /** The cursor of the next page. Null at the end. */
  next: string | null;
}

/** The bank's own list of the shop's charges, with which the shop compares its books. */
export interface BankLedger {
  /** The same as `PaymentGateway.account`. */
  readonly account: string;
  /** In milliseconds. A charge younger than this may be missing in the list, or may belong to a placement in progress. */
  readonly settlingMs: number;
  /** The age in milliseconds of the oldest charges in the list. */
  readonly reachMs: number;
  /** Returns a page of the charges made since a given time. `unknown` if the bank does not answer. */
  listCharges(since: Date, after: string | null): Promise<LedgerPage | 'unknown'>;
}

/** A card on its way to the acquirer's vault. Like a charged card, it exists only during the call (DEC-10). */
interface CardToSave {
  /** Digits only. */
  number: string;
  /** "MM/YY". */
  expiry: string;
  holder: string;
}

export type SaveOutcome =
  | { kind: 'saved'; token: string }
  | { kind: 'refused'; code: 'PAY_INVALID_CARD' }
  /**
   * The vault gave no usable answer. The card may be stored under a token that the shop does not know. Such a token charges nothing, and
   * the card can be saved again.
   */
  | { kind: 'unknown'; reason: string };

/**
 * The acquirer's store of cards for their owners (PROF-22). The shop stores only the token, never the card. Every save creates a new token,
 * so that one owner's card can be removed while another owner has the same number. No function throws if a network fails. No function
 * repeats a call.
 */
export interface CardVault {
  /** The account, as in `PaymentGateway.account`. The gateway of another account cannot charge these tokens. */
  readonly account: string;
  /** Saves a card. `key`: a UUID per attempt. */
  save(key: string, card: CardToSave): Promise<SaveOutcome>;
  /** Ensures that the token can no longer be charged (PAY_TOKEN_INVALID). Also accepts a token that was removed earlier. */
  remove(token: string): Promise<'removed' | 'unknown'>;
}
