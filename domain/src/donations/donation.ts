import { isDigitalOnly, type LineKind } from '../carts/cart-line.ts';
import { type Centavos, quetzales } from '../money/money.ts';

/** The donations that the shop offers (DEC-82). */
export const offeredDonations: readonly Centavos[] = [5, 10, 25, 50, 100].map(quetzales);

/** In whole quetzales, with both limits included (DEC-82). */
export const donationLimits = { smallest: 1, largest: 1_000 } as const;

/** Returns whether a donation is offered. It is not for an empty or digital-only cart (DEC-82). */
export const isDonationOffered = (lines: readonly { kind: LineKind }[]): boolean =>
  lines.some((line) => line.kind !== 'donation') && !isDigitalOnly(lines);
