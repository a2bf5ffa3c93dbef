import { checkCardExpiry } from '@ceiba/domain/payments/card-form';
import { outcomeOf } from '@ceiba/sandbox-bank/cards';

/** The outcome of a payment, as decided by the card's bank and the risk check. */
export interface Verdict {
  status: string;
  reason?: string;
  reasonCode: string;
  /** The amount that the card's bank then reserves. */
  hold: 'all' | 'half' | 'nothing';
}

const declined = (reason: string, reasonCode: string): Verdict => ({
  status: 'DECLINED',
  reason,
  reasonCode,
  hold: 'nothing',
});

const approved: Verdict = { status: 'AUTHORIZED', reasonCode: '100', hold: 'all' };

/** The sandbox bank's cards have the same outcomes here, with CyberSource's codes. */
const verdicts: Readonly<Record<string, Verdict>> = {
  PAY_DECLINED: declined('PROCESSOR_DECLINED', '203'),
  PAY_INSUFFICIENT_FUNDS: declined('INSUFFICIENT_FUND', '204'),
  PAY_EXPIRED_CARD: declined('EXPIRED_CARD', '202'),
  PAY_INVALID_CVV: declined('CVN_NOT_MATCH', '209'),
  PAY_LIMIT_EXCEEDED: declined('EXCEEDS_CREDIT_LIMIT', '210'),
  PAY_FRAUD_REVIEW: {
    status: 'AUTHORIZED_RISK_DECLINED',
    reason: 'DECISION_PROFILE_REJECT',
    reasonCode: '481',
    hold: 'all',
  },
  'processor-error': declined('PROCESSOR_ERROR', '236'),
};

/** Cards with outcomes that only CyberSource has. */
export const cyberSourceCards = {
  partlyApproved: '4000000000000853',
  heldForReview: '4000000000000861',
  stolen: '4000000000000879',
  /** Charged, but answered with the documented 502 for a time-out. */
  serverTimeout: '4000000000000887',
} as const;

const ownVerdicts: Readonly<Record<string, Verdict>> = {
  [cyberSourceCards.partlyApproved]: { status: 'PARTIAL_AUTHORIZED', reasonCode: '110', hold: 'half' },
  [cyberSourceCards.heldForReview]: {
    status: 'AUTHORIZED_PENDING_REVIEW',
    reason: 'DECISION_PROFILE_REVIEW',
    reasonCode: '480',
    hold: 'all',
  },
  [cyberSourceCards.stolen]: declined('STOLEN_LOST_CARD', '205'),
};

export interface PresentedCard {
  number: string;
  /** "MM/YY". */
  expiry: string;
  cvv: string;
}

export function judge({ number, expiry, cvv }: PresentedCard, now: Date): Verdict {
  if (!checkCardExpiry(expiry, now).ok) return declined('EXPIRED_CARD', '202');
  if (cvv.length !== (number.startsWith('3') ? 4 : 3)) return declined('INVALID_CVN', '211');
  return ownVerdicts[number] ?? verdicts[outcomeOf(number)] ?? approved;
}

/** The fate of the response after the card was processed. `never`: the request itself was lost. */
export type Delivery = 'at-once' | 'never' | 'lost' | 'late' | 'bare-502' | 'server-timeout';

const deliveries: Readonly<Record<string, Delivery>> = {
  'no-answer': 'never',
  'answer-lost': 'lost',
  'late-charge': 'late',
  'bad-gateway-charged': 'bare-502',
};

export const deliveryOf = (number: string): Delivery =>
  number === cyberSourceCards.serverTimeout ? 'server-timeout' : (deliveries[outcomeOf(number)] ?? 'at-once');
