import type { CardRefusalCode } from '../cards.ts';

/** For the shop's logs; what a shopper reads is the shop's own text (DEC-117 … DEC-126). */
export const cardRefusalMessage: Readonly<Record<CardRefusalCode, string>> = {
  PAY_DECLINED: 'The issuer declined the charge',
  PAY_INSUFFICIENT_FUNDS: 'The card has insufficient funds',
  PAY_EXPIRED_CARD: 'The card has expired or its expiry is malformed',
  PAY_INVALID_CARD: 'The card number is not valid',
  PAY_INVALID_CVV: 'The CVV is wrong or malformed',
  PAY_LIMIT_EXCEEDED: 'The amount is above the limit of the card',
  PAY_FRAUD_REVIEW: 'The charge was stopped for review',
  PAY_PLAN_NOT_ALLOWED: 'The card does not take this installment plan',
  PAY_TOKEN_INVALID: 'The saved card is not known or was deleted',
};
