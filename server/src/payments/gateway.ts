import type { Centavos } from '@ceiba/domain/money/money';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';

/** Lives only between the request and the gateway's connection: never stored, logged or queued (DEC-10). */
export interface CardToCharge {
  /** Digits only. */
  number: string;
  /** "MM/YY". */
  expiry: string;
  cvv: string;
  holder: string;
}

/** A card the gateway keeps for its owner (PROF-22): its token, and the CVV that is typed for each charge (DEC-104). */
export interface SavedCardToCharge {
  token: string;
  cvv: string;
}

/** Who is billed, as the card's bank may want to know it. */
export interface Payer {
  firstName: string;
  lastName: string;
  email: string;
  street: string;
  city: string;
  /** Name of the department. */
  region: string;
}

/** What an acquirer is asked about: our own key of a charge, and since when it may be on its way. */
export interface AskedCharge {
  /** A UUID per attempt: the gateway charges at most once with it, whatever happens on the way. */
  key: string;
  /** Before the charge was sent, on the clock of the process that asks; a gateway that cannot bar a key waits from then on until nothing can arrive any more. */
  askedAt: Date;
  /** At least one centavo. What is found of another amount is no payment of ours. */
  amount: Centavos;
}

export interface ChargeRequest extends AskedCharge {
  /** Number of installments, 1 for a single payment. */
  plan: number;
  description: string;
  card: CardToCharge | SavedCardToCharge;
  payer: Payer;
  /** Names what the shopper's device told the acquirer's risk check (DEC-104); null: nothing. */
  fingerprintSessionId: string | null;
}

export interface Approval {
  gatewayId: string;
  authorization: string;
}

/** `unknown`: sent without a usable answer. The money may have moved or may still move: only a look-up by key tells. */
export type ChargeOutcome =
  | ({ kind: 'approved' } & Approval)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'unknown'; reason: string };

/**
 * What the gateway knows of a key. `void`: reversed, or barred before anything arrived with it. `none`: nothing, nor will
 * there be unless it is still on its way. `leftover`: something that pays no order of ours, as of another amount, and is for
 * `voidByKey` to clear.
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

/** The acquirer (DEC-107). No function throws for what a network or a bank can do; none repeats a call. */
export interface PaymentGateway {
  /** Whose books its charges stand in: the acquirer's name and the shop's account with it, no secret. Another one knows nothing of them. */
  readonly account: string;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** A charge that may only be out of sight yet is `unknown`, never `none`. */
  findByKey(charge: AskedCharge): Promise<KnownCharge>;
  /** Afterwards no money is, or ever will be, on this key; it answers what is left: `void`, `refused` or `unknown`. */
  voidByKey(charge: AskedCharge): Promise<KnownCharge>;
  /** Gives back part or all of an approved charge, once per `refund.key`. */
  refund(charge: { key: string; gatewayId: string }, refund: { key: string; amount: Centavos }): Promise<RefundOutcome>;
}

/** A charge the bank approved, as it stands in the bank's books. */
export interface BankCharge {
  /** Our own key of it: the id of the payment. */
  key: string;
  amount: Centavos;
  /** What is left of it after refunds and reversals; 0 = all was given back. */
  outstanding: Centavos;
  createdAt: Date;
}

interface LedgerPage {
  /** Approved ones only, in order of arrival; refused and reversed ones took no money. */
  approved: BankCharge[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** The bank's own list of what it charged in our name: the other side of our books. */
export interface BankLedger {
  /** As `PaymentGateway.account`. */
  readonly account: string;
  /** A younger charge may still be missing here, or belong to a placement that is being finished. Milliseconds. */
  readonly settlingMs: number;
  /** How far back the list reaches. Milliseconds. */
  readonly reachMs: number;
  /** Charges made since a moment, a page at a time. `unknown` when the bank does not answer. */
  listCharges(since: Date, after: string | null): Promise<LedgerPage | 'unknown'>;
}

/** A card on its way to the acquirer's vault; as short-lived as one that is charged (DEC-10). */
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
  /** No usable answer. The card may be kept under a token that nobody knows: it charges nothing, and saving again is safe. */
  | { kind: 'unknown'; reason: string };

/**
 * Where the acquirer keeps cards for their owners (PROF-22): a shop stores the token and never the card. Every save has a token
 * of its own, so that one owner's card can be removed while another keeps the same number. No function throws for what a
 * network can do; none repeats a call.
 */
export interface CardVault {
  /** As `PaymentGateway.account`: the gateway of another account charges none of its tokens. */
  readonly account: string;
  /** `key`: a UUID per attempt. */
  save(key: string, card: CardToSave): Promise<SaveOutcome>;
  /** Afterwards the token charges nothing (PAY_TOKEN_INVALID); also for one that was removed before. */
  remove(token: string): Promise<'removed' | 'unknown'>;
}
