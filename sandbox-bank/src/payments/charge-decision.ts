import { checkCardExpiry } from '@ceiba/domain/payments/card-form';
import type { CardOutcome, CardRefusalCode } from '../cards.ts';
import type { ReadableCard } from './presented-card.ts';

export type Decision =
  | { readonly kind: 'refused'; readonly code: CardRefusalCode }
  | { readonly kind: 'accepted'; readonly outcome: AcceptedOutcome };

export type AcceptedOutcome = Exclude<CardOutcome, CardRefusalCode>;

/** The excluded bank's bin (DEC-105). */
const binsWithoutPlans: ReadonlySet<string> = new Set(['510510']);

/**
 * The acquirer's answer to a readable card: expiry, CVV and plan are judged before the card's own fate, in the order of
 * DEC-173. Whether a bin takes one plan or another is the shop's rule; the bank refuses only cards that take none.
 *
 * @param plan number of installments, 1 for a single payment
 */
export function decideCharge(card: ReadableCard, cvv: string, plan: number, now: Date): Decision {
  if (!checkCardExpiry(card.expiry, now).ok) return { kind: 'refused', code: 'PAY_EXPIRED_CARD' };
  if (!hasCvvForm(card, cvv)) return { kind: 'refused', code: 'PAY_INVALID_CVV' };
  if (plan > 1 && !takesPlans(card)) return { kind: 'refused', code: 'PAY_PLAN_NOT_ALLOWED' };
  return fate(card.outcome);
}

function hasCvvForm(card: ReadableCard, cvv: string): boolean {
  return card.brand === 'amex' ? /^\d{4}$/.test(cvv) : /^\d{3}$/.test(cvv);
}

function takesPlans(card: ReadableCard): boolean {
  return card.brand !== 'amex' && !binsWithoutPlans.has(card.masked.slice(0, 6));
}

function fate(outcome: CardOutcome): Decision {
  switch (outcome) {
    case 'PAY_DECLINED':
    case 'PAY_INSUFFICIENT_FUNDS':
    case 'PAY_EXPIRED_CARD':
    case 'PAY_INVALID_CARD':
    case 'PAY_INVALID_CVV':
    case 'PAY_LIMIT_EXCEEDED':
    case 'PAY_FRAUD_REVIEW':
    case 'PAY_PLAN_NOT_ALLOWED':
    case 'PAY_TOKEN_INVALID':
      return { kind: 'refused', code: outcome };
    default:
      return { kind: 'accepted', outcome };
  }
}
