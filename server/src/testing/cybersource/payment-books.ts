import { fromQuetzales } from '@ceiba/domain/money/money';

/** A service of a transaction and its result, as a reason code of the reports ("100" = done). */
export interface Application {
  name: 'ics_auth' | 'ics_bill' | 'ics_void' | 'ics_auth_reversal' | 'ics_credit';
  reasonCode: string;
}

export interface BookedTransaction {
  id: string;
  at: Date;
  code: string;
  transactionId: string | undefined;
  applications: Application[];
  /** The requested amount in centavos. */
  asked: number;
  /** Centavos that the card's bank reserves for us, and centavos already captured. */
  held: number;
  taken: number;
  isSettled: boolean;
  isHidden: boolean;
  refundedReference: string | undefined;
  plan: number;
  card: string;
}

export const centavosOf = (decimal: string): number => {
  const amount = fromQuetzales(decimal);
  return amount.ok ? amount.value : Number.NaN;
};

/** The fake's records: all transactions, in order of arrival. */
export class PaymentBooks {
  readonly all: BookedTransaction[] = [];
  /** True if the processor accepts a reversal after the capture, but refunds no money. */
  acceptsReversals = false;
  /** True if the processor checks the amount of a refund before it recognizes a repeated refund. */
  checksAmountFirst = false;
  private hides = false;
  private readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  add(code: string, applications: Application[], more: Partial<BookedTransaction> = {}): BookedTransaction {
    const transaction: BookedTransaction = {
      id: String(7_000_000_000_000_000_000_000n + BigInt(this.all.length)),
      at: this.now(),
      code,
      transactionId: undefined,
      applications,
      asked: 0,
      held: 0,
      taken: 0,
      isSettled: false,
      isHidden: this.hides,
      refundedReference: undefined,
      plan: 1,
      card: '',
      ...more,
    };
    this.all.push(transaction);
    return transaction;
  }

  /** Omits new transactions from the search, until `show`. */
  hide(): void {
    this.hides = true;
  }

  /** Removes older transactions. The search covers six months. */
  forget(now: Date): void {
    for (const each of this.all) each.isHidden ||= now.getTime() - each.at.getTime() > 180 * 86_400_000;
  }

  show(): void {
    this.hides = false;
    for (const each of this.all) each.isHidden = false;
  }

  /** Settles the day's captures with the banks. They can then be refunded, but not voided. */
  settle(): void {
    for (const each of this.all) each.isSettled = each.taken > 0;
  }

  hasTransactionId(id: string): boolean {
    return this.all.some(({ transactionId }) => transactionId === id);
  }

  payment(id: string): BookedTransaction | undefined {
    return this.all.find((each) => each.id === id && each.applications[0]?.name === 'ics_auth');
  }

  /** Returns the centavos held or captured under a reference. */
  outstanding(code: string): number {
    return this.all
      .filter((each) => each.code === code)
      .reduce((sum, { held, taken }) => sum + Math.max(held, taken), 0);
  }
}
