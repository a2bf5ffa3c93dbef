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

export interface ChargeRequest {
  /** Our own key, a UUID per attempt: the gateway charges at most once with it, whatever happens on the way. */
  key: string;
  /** At least one centavo. */
  amount: Centavos;
  /** Number of installments, 1 for a single payment. */
  plan: number;
  description: string;
  card: CardToCharge;
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

/** What the gateway knows of a key. `void`: reversed, or barred before anything arrived with it. */
export type KnownCharge =
  | ({ kind: 'approved' } & Approval)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'void' }
  | { kind: 'none' }
  | { kind: 'unknown'; reason: string };

export type RefundOutcome =
  | { kind: 'refunded'; refundId: string }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown'; reason: string };

/** The acquirer (DEC-107). No function throws for what a network or a bank can do; none repeats a call. */
export interface PaymentGateway {
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  findByKey(key: string): Promise<KnownCharge>;
  /** Afterwards no money is, or ever will be, on this key; it answers what is left: `void`, `refused` or `unknown`. */
  voidByKey(key: string): Promise<KnownCharge>;
  /** Gives back part or all of an approved charge, once per `key`. */
  refund(gatewayId: string, refund: { key: string; amount: Centavos }): Promise<RefundOutcome>;
}
