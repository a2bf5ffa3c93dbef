import { checkCardExpiry, formatExpiry } from '@ceiba/domain/payments/card-form';
import { type CardType, checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import { type CardOutcome, outcomeOf } from '../cards.ts';

/** A card whose number has been read and forgotten. */
export interface ReadableCard {
  readonly brand: CardType;
  readonly masked: string;
  /** "MM/YY", or as it was sent when it cannot be read. */
  readonly expiry: string;
  readonly outcome: CardOutcome;
}

/** @returns undefined when the number fails characters, type, length or Luhn (PAY-12) */
export function readCard(number: string, expiry: string): ReadableCard | undefined {
  const checked = checkCardNumber(number);
  if (!checked.ok) return undefined;
  return {
    brand: checked.value.type,
    masked: maskCardNumber(checked.value),
    expiry: readExpiry(expiry) ?? expiry,
    outcome: outcomeOf(checked.value.digits),
  };
}

/** @returns "MM/YY", past or not; undefined when it is malformed */
export function readExpiry(expiry: string): string | undefined {
  const beforeAnyCardExpired = new Date(0);
  const checked = checkCardExpiry(expiry, beforeAnyCardExpired);
  return checked.ok ? formatExpiry(checked.value) : undefined;
}
