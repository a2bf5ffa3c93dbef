import { checkCardExpiry, formatExpiry } from '@ceiba/domain/payments/card-form';
import { type CardType, checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import { type CardOutcome, outcomeOf } from '../cards.ts';

/** A card after its number was checked. Does not contain the number. */
export interface ReadableCard {
  readonly brand: CardType;
  readonly masked: string;
  /** "MM/YY", or the text as sent if it is malformed. */
  readonly expiry: string;
  readonly outcome: CardOutcome;
}

/** @returns undefined if the number has wrong characters, type, length or Luhn digit (PAY-12) */
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

/** @returns "MM/YY", expired or not. Undefined if it is malformed */
export function readExpiry(expiry: string): string | undefined {
  const beforeAnyCardExpired = new Date(0);
  const checked = checkCardExpiry(expiry, beforeAnyCardExpired);
  return checked.ok ? formatExpiry(checked.value) : undefined;
}
