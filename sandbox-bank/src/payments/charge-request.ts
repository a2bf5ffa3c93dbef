import { z } from 'zod';
import { parseRequest } from '../platform/http.ts';
import type { Fingerprint } from '../platform/secret.ts';

/** Q10,000,000.00; above any cart, below what could lose precision. */
const highestAmount = 1_000_000_000;

export const amountCentavos = z.int().min(1).max(highestAmount);

/** Lengths only: what is wrong with a card is a refusal with its own code (DEC-173), not a malformed request. */
export const cardNumber = z.string().min(1).max(32);
export const cardExpiry = z.string().min(1).max(10);
export const cardHolder = z.string().trim().min(1).max(100);
export const cardCvv = z.string().max(10);

const terms = {
  key: z.uuid(),
  amountCentavos,
  currency: z.literal('GTQ'),
  /** Number of installments; which ones a card takes is the shop's rule. */
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

/** Two bodies are the same when everything but the CVV is: a CVV may not be kept, not even as a fingerprint. */
export function fingerprintCharge(fingerprint: Fingerprint, charge: ChargeRequest): string {
  const { amountCentavos: amount, currency, plan, description } = charge;
  const instrument =
    'token' in charge
      ? ['token', charge.token]
      : ['card', charge.card.number, charge.card.expiry, charge.card.holder, charge.saveCard];
  return fingerprint('charge', [amount, currency, plan, description, ...instrument]);
}
