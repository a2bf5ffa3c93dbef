import type { Centavos } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

export interface CashOrder {
  /** Its buyer is a customer with this confirmed e-mail. */
  isContactConfirmed: boolean;
  total: Centavos;
  units: number;
  /** It is beyond what its address may hold. */
  isOverBudget: boolean;
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
 * nothing a large one always waits, and not for long (DEC-218), as does anybody's small one of an address that holds all it may; of
 * all others where the shop wants it.
 */
export function cashConfirmationHours(
  { isContactConfirmed, total, units, isOverBudget }: CashOrder,
  policy: ConfirmationPolicy,
): number | null {
  const isLarge = total >= policy.guestConfirmationFrom || units > policy.guestConfirmationUnits;
  if (isOverBudget || (isLarge && !isContactConfirmed)) return policy.guestConfirmationHours;
  return policy.cashConfirmation ? policy.cashConfirmationHours : null;
}

/** What an address may still order in cash that holds all it may (DEC-218). */
export const isSmallOrder = (
  { total, units }: Pick<CashOrder, 'total' | 'units'>,
  { smallOrderUnits, smallOrderValue }: Pick<ShopPolicy, 'smallOrderUnits' | 'smallOrderValue'>,
): boolean => units <= smallOrderUnits && total <= smallOrderValue;
