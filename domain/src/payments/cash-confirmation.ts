import type { Centavos } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

export interface CashOrder {
  /** Its buyer is a customer with this confirmed e-mail. */
  isContactConfirmed: boolean;
  total: Centavos;
  units: number;
}

export type ConfirmationPolicy = Pick<
  ShopPolicy,
  | 'cashConfirmation'
  | 'cashConfirmationHours'
  | 'guestConfirmationFrom'
  | 'guestConfirmationUnits'
  | 'guestConfirmationHours'
>;

/**
 * Hours that a cash order waits for the link in its mail, with its stock held; null: it waits for nothing. Of people who confirmed
 * nothing a large one always waits, and not for long (DEC-218); of all others where the shop wants it.
 */
export function cashConfirmationHours(
  { isContactConfirmed, total, units }: CashOrder,
  policy: ConfirmationPolicy,
): number | null {
  const isLarge = total >= policy.guestConfirmationFrom || units > policy.guestConfirmationUnits;
  if (isLarge && !isContactConfirmed) return policy.guestConfirmationHours;
  return policy.cashConfirmation ? policy.cashConfirmationHours : null;
}
