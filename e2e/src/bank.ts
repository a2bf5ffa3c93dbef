import { baseURL } from './where.ts';

const bankUrl = process.env.E2E_BANK_URL ?? `http://localhost:${Number(new URL(baseURL).port) + 1}`;
const key = process.env.E2E_BANK_KEY ?? 'sandbox-merchant';

/** `masked`: the card as "400000******0424". `outstandingCentavos`: the charge minus its refunds. */
const isCharge = (value: unknown): value is { masked: string; outstandingCentavos: number } =>
  typeof value === 'object' && value !== null && 'masked' in value && 'outstandingCentavos' in value;

/** Counts the charges in the bank's ledger for cards with these last digits and this outstanding amount. */
export async function countCharges(lastDigits: string, centavos: number): Promise<number> {
  const answer = await fetch(`${bankUrl}/charges?limit=500`, { headers: { authorization: `Bearer ${key}` } });
  const body: unknown = await answer.json();
  if (typeof body !== 'object' || body === null || !('charges' in body) || !Array.isArray(body.charges)) {
    throw new Error(`bank: ${answer.status}`);
  }
  return body.charges
    .filter(isCharge)
    .filter((charge) => charge.masked.endsWith(lastDigits) && charge.outstandingCentavos === centavos).length;
}
