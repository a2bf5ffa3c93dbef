import type { Centavos } from '@ceiba/domain/money/money';

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
