import { z } from 'zod';

/** Refusals that the bank stores for the charge's key and answers with 402. Their texts for shoppers are in DEC-117 … DEC-126. */
export const cardRefusalCodes = [
  'PAY_DECLINED',
  'PAY_INSUFFICIENT_FUNDS',
  'PAY_EXPIRED_CARD',
  'PAY_INVALID_CARD',
  'PAY_INVALID_CVV',
  'PAY_LIMIT_EXCEEDED',
  'PAY_FRAUD_REVIEW',
  'PAY_TOKEN_INVALID',
] as const;

export type CardRefusalCode = (typeof cardRefusalCodes)[number];

/** Messages for the shop's logs. Shoppers read the texts of the shop (DEC-117 … DEC-126). */
export const cardRefusalMessage: Readonly<Record<CardRefusalCode, string>> = {
  PAY_DECLINED: 'The issuer declined the charge',
  PAY_INSUFFICIENT_FUNDS: 'The card has insufficient funds',
  PAY_EXPIRED_CARD: 'The card has expired or its expiry is malformed',
  PAY_INVALID_CARD: 'The card number is not valid',
  PAY_INVALID_CVV: 'The CVV is wrong or malformed',
  PAY_LIMIT_EXCEEDED: 'The amount is above the limit of the card',
  PAY_FRAUD_REVIEW: 'The charge was stopped for review',
  PAY_TOKEN_INVALID: 'The saved card is not known or was deleted',
};

/** The outcome of a well-formed charge: approved, refused with a code, or a simulated fault of the connection. */
export const cardOutcome = z.enum([
  ...cardRefusalCodes,
  'approved',
  'processor-error',
  'processor-error-once',
  'bad-gateway-charged',
  'no-answer',
  'answer-lost',
  'late-charge',
  'slow',
  'very-slow',
]);

export type CardOutcome = z.infer<typeof cardOutcome>;

export interface TestCard {
  readonly number: string;
  readonly outcome: CardOutcome;
  /** True if money has moved in the end. */
  readonly charged: boolean;
  readonly effect: string;
}

const testCard = (number: string, outcome: CardOutcome, charged: boolean, effect: string): TestCard => ({
  number,
  outcome,
  charged,
  effect,
});

/**
 * Cards with a fixed outcome (DEC-107). Cards after 4000000000000119 are not in the requirements. Every other valid
 * number is approved, with any future expiry and any CVV of the right length. All have a BIN with plans 6, 10 and 12
 * (DEC-105).
 */
export const specialCards: readonly TestCard[] = [
  testCard('4000000000000002', 'PAY_DECLINED', false, 'Refused: PAY_DECLINED'),
  testCard('4000000000009995', 'PAY_INSUFFICIENT_FUNDS', false, 'Refused: PAY_INSUFFICIENT_FUNDS'),
  testCard('4000000000000069', 'PAY_EXPIRED_CARD', false, 'Refused: PAY_EXPIRED_CARD'),
  testCard('4000000000000127', 'PAY_INVALID_CVV', false, 'Refused: PAY_INVALID_CVV'),
  testCard('4000000000000119', 'processor-error', false, '502 PAY_PROCESSOR_ERROR, every time'),
  testCard('4000000000000317', 'PAY_LIMIT_EXCEEDED', false, 'Refused: PAY_LIMIT_EXCEEDED'),
  testCard('4000000000000325', 'PAY_FRAUD_REVIEW', false, 'Refused: PAY_FRAUD_REVIEW'),
  testCard(
    '4000000000000416',
    'no-answer',
    false,
    'No answer at all: the connection is held until the caller gives up',
  ),
  testCard('4000000000000424', 'answer-lost', true, 'Charged, then the connection breaks; the same key again answers'),
  testCard('4000000000000432', 'late-charge', true, 'Silent for 12 s, only then charged (unless voided) and answered'),
  testCard('4000000000000515', 'slow', true, 'Charged at once, answered after 3 s'),
  testCard('4000000000000523', 'very-slow', true, 'Charged at once, answered after 8 s'),
  testCard('4000000000000614', 'processor-error-once', true, '502 PAY_PROCESSOR_ERROR once per key, then approved'),
  testCard('4000000000000713', 'bad-gateway-charged', true, 'Charged, but answered by a bare 502 HTML page'),
];

const fates: ReadonlyMap<string, CardOutcome> = new Map(specialCards.map((card) => [card.number, card.outcome]));

/** @param number digits of a valid card number */
export const outcomeOf = (number: string): CardOutcome => fates.get(number) ?? 'approved';
