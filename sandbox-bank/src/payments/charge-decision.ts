import { checkCardExpiry } from '@ceiba/domain/payments/card-form';
import type { CardOutcome, CardRefusalCode } from '../cards.ts';
import type { ReadableCard } from './presented-card.ts';

export type Decision =
  | { readonly kind: 'refused'; readonly code: CardRefusalCode }
  | { readonly kind: 'accepted'; readonly outcome: AcceptedOutcome };

export type AcceptedOutcome = Exclude<CardOutcome, CardRefusalCode>;

/**
 * The acquirer's decision about a readable card: expiry and CVV come before the card's fixed outcome, in the order of DEC-173.
 * Any plan is accepted, because only the shop knows the plans of each card (DEC-105).
 */
export function decideCharge(card: ReadableCard, cvv: string, now: Date): Decision {
  if (!checkCardExpiry(card.expiry, now).ok) return { kind: 'refused', code: 'PAY_EXPIRED_CARD' };
  if (!hasCvvForm(card, cvv)) return { kind: 'refused', code: 'PAY_INVALID_CVV' };
  return fate(card.outcome);
}

function hasCvvForm(card: ReadableCard, cvv: string): boolean {
  return card.brand === 'amex' ? /^\d{4}$/.test(cvv) : /^\d{3}$/.test(cvv);
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
    case 'PAY_TOKEN_INVALID':
      return { kind: 'refused', code: outcome };
    default:
      return { kind: 'accepted', outcome };
  }
}
