import { z } from 'zod';
import { parseRequest } from '../platform/http.ts';
import type { Fingerprint } from '../platform/secret.ts';

/** Q10,000,000.00: more than any cart, but small enough for exact numbers. */
const highestAmount = 1_000_000_000;

export const amountCentavos = z.int().min(1).max(highestAmount);

/** Checks lengths only: an invalid card is a refusal with its own code (DEC-173), not a malformed request. */
export const cardNumber = z.string().min(1).max(32);
export const cardExpiry = z.string().min(1).max(10);
export const cardHolder = z.string().trim().min(1).max(100);
export const cardCvv = z.string().max(10);

const terms = {
  key: z.uuid(),
  amountCentavos,
  currency: z.literal('GTQ'),
  /** Number of installments. The shop decides which numbers a card accepts. */
  plan: z.int().min(1),
  description: z.string().max(200),
};

const newCardCharge = z.strictObject({
  ...terms,
  card: z.strictObject({ number: cardNumber, expiry: cardExpiry, cvv: cardCvv, holder: cardHolder }),
  saveCard: z.boolean().default(false),
});

const savedCardCharge = z.strictObject({ ...terms, token: z.string().min(1).max(100), cvv: cardCvv });

export type ChargeRequest = z.infer<typeof newCardCharge> | z.infer<typeof savedCardCharge>;

/** @throws InvalidRequest */
export function parseChargeRequest(body: unknown): ChargeRequest {
  const usesToken = typeof body === 'object' && body !== null && 'token' in body;
  return usesToken ? parseRequest(savedCardCharge, body) : parseRequest(newCardCharge, body);
}

/** Two bodies are the same if everything except the CVV is the same. A CVV may not be stored, not even as a fingerprint. */
export function fingerprintCharge(fingerprint: Fingerprint, charge: ChargeRequest): string {
  const { amountCentavos: amount, currency, plan, description } = charge;
  const instrument =
    'token' in charge
      ? ['token', charge.token]
      : ['card', charge.card.number, charge.card.expiry, charge.card.holder, charge.saveCard];
  return fingerprint('charge', [amount, currency, plan, description, ...instrument]);
}
