import { checkCardExpiry } from '@ceiba/domain/payments/card-form';
import { normalizeCardNumber } from '@ceiba/domain/payments/card-number';
import { z } from 'zod';
import { outcomeOf } from '../cards.ts';
import { cardCvv, cardExpiry, cardHolder, cardNumber } from '../payments/charge-request.ts';
import type { Fingerprint } from '../platform/secret.ts';

/** The pay types of CONST-52, one per program (DEC-112). */
export const program = z.enum(['MaxpointsPoints', 'BiPoints', 'BacPoints', 'VisanetPoints', 'PromericaPoints']);

export type Program = z.infer<typeof program>;

const personIdentity = z.strictObject({ dpi: z.string().regex(/^\d{13}$/), birthDate: z.iso.date() });
const cardIdentity = z.strictObject({ number: cardNumber, expiry: cardExpiry, cvv: cardCvv, holder: cardHolder });

export type PersonIdentity = z.infer<typeof personIdentity>;
export type CardIdentity = z.infer<typeof cardIdentity>;

/** Puntos MAX identifies its members by DPI and birth date, the banks by card (DEC-112). */
export const identitySchema = { person: personIdentity, card: cardIdentity } as const;

/** The CVV of every demo card (DEC-165). */
const demoCvv = '123';

/** The key of an account: a keyed fingerprint, because the bank must not store the identity itself. */
export const personKey = (fingerprint: Fingerprint, { dpi, birthDate }: PersonIdentity): string =>
  fingerprint('points person', [dpi, birthDate]);

export const cardKey = (fingerprint: Fingerprint, digits: string): string => fingerprint('points card', [digits]);

/** @returns undefined if the card does not prove its holder: it is expired, or the CVV is wrong */
export function provenCardKey(fingerprint: Fingerprint, card: CardIdentity, now: Date): string | undefined {
  if (card.cvv !== demoCvv || !checkCardExpiry(card.expiry, now).ok) return undefined;
  return cardKey(fingerprint, normalizeCardNumber(card.number));
}

export interface DemoAccount {
  readonly program: Program;
  readonly identity: PersonIdentity | { readonly number: string };
  readonly points: number;
}

/** The accounts of DEC-165. Other identities have no account, except members who registered later. */
export const demoAccounts: readonly DemoAccount[] = [
  { program: 'MaxpointsPoints', identity: { dpi: '1234567890101', birthDate: '1990-05-15' }, points: 40_000 },
  { program: 'MaxpointsPoints', identity: { dpi: '2345678901201', birthDate: '1985-01-01' }, points: 0 },
  { program: 'BiPoints', identity: { number: '4111111111111111' }, points: 25_000 },
  { program: 'BacPoints', identity: { number: '5105105105105100' }, points: 12_000 },
  { program: 'VisanetPoints', identity: { number: '4012888888881881' }, points: 8_000 },
  { program: 'PromericaPoints', identity: { number: '2223003122003222' }, points: 5_000 },
];

/**
 * The outcome of an account's reservations: approved, or the fault of the account's test card. The balance of such an
 * account can be read normally.
 */
export const reservationFate = z.enum([
  'approved',
  'PAY_INSUFFICIENT_FUNDS',
  'answer-lost',
  'late-charge',
  'slow',
  'very-slow',
  'processor-error-once',
  'bad-gateway-charged',
]);
export type ReservationFate = z.infer<typeof reservationFate>;

/** Puntos BI accounts of the test cards whose reservations fail, 25,000 points each. */
export const fatedAccounts: readonly DemoAccount[] = [
  '4000000000009995',
  '4000000000000424',
  '4000000000000432',
  '4000000000000515',
  '4000000000000523',
  '4000000000000614',
  '4000000000000713',
].map((number) => ({ program: 'BiPoints', identity: { number }, points: 25_000 }));

/** The outcome of an account's reservations, by the identity in the request. */
export const fateOf = (identity: DemoAccount['identity']): ReservationFate =>
  'number' in identity ? reservationFate.catch('approved').parse(outcomeOf(identity.number)) : 'approved';
