import { hasDonation, isDigitalOnly, isDonationOnly, type LineKind } from '../carts/cart-line.ts';
import { type Centavos, quetzales } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';

/** DEC-82. */
export const offeredDonations: readonly Centavos[] = [5, 10, 25, 50, 100].map(quetzales);

/** DEC-82, whole quetzales. */
const smallestDonation = quetzales(1);
const largestDonation = quetzales(1_000);

export type DonationRefusal = { code: 'not_whole_quetzales' | 'out_of_range' };

/** A whole number of quetzales, Q1 to Q1,000 (DEC-82). */
export function checkDonation(amount: Centavos): Result<Centavos, DonationRefusal> {
  if (amount % quetzales(1) !== 0) return refuse({ code: 'not_whole_quetzales' });
  return amount >= smallestDonation && amount <= largestDonation ? ok(amount) : refuse({ code: 'out_of_range' });
}

/** Not for an empty or digital-only cart (DEC-82). */
export const isDonationOffered = (lines: readonly { kind: LineKind }[]): boolean =>
  lines.some((line) => line.kind !== 'donation') && !isDigitalOnly(lines);

/** The donation goes when nothing or only digital items are left with it (DEC-53, DEC-82, DON-07). */
export const mustDropDonation = (lines: readonly { kind: LineKind }[]): boolean =>
  hasDonation(lines) && (isDonationOnly(lines) || isDigitalOnly(lines));
