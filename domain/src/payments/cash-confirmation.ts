import type { Centavos } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

export interface CashOrder {
  /** True if the buyer is a customer with this confirmed e-mail. */
  isContactConfirmed: boolean;
  total: Centavos;
  units: number;
  /** True if the order exceeds the budget of the buyer's network address. */
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
 * Returns the number of hours for which a cash order waits for its mailed link, with its stock reserved. Null if the
 * order does not wait (DEC-218). A large order of an unconfirmed buyer waits for a short time. A small order waits if
 * its address has used up its budget. Other orders wait if the shop's policy requires it.
 */
export function cashConfirmationHours(
  { isContactConfirmed, total, units, isOverBudget }: CashOrder,
  policy: ConfirmationPolicy,
): number | null {
  const isLarge = total >= policy.guestConfirmationFrom || units > policy.guestConfirmationUnits;
  if (isOverBudget || (isLarge && !isContactConfirmed)) return policy.guestConfirmationHours;
  return policy.cashConfirmation ? policy.cashConfirmationHours : null;
}

/** Returns whether the order is small enough for an address that has used up its budget (DEC-218). */
export const isSmallOrder = (
  { total, units }: Pick<CashOrder, 'total' | 'units'>,
  { smallOrderUnits, smallOrderValue }: Pick<ShopPolicy, 'smallOrderUnits' | 'smallOrderValue'>,
): boolean => units <= smallOrderUnits && total <= smallOrderValue;
