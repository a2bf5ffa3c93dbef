import { add, type Centavos } from '../money/money.ts';
import { mayCancelUnits, type ShipmentState } from '../orders/shipment.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/**
 * Returns whether another person has to approve a refund (WORK-19). `givenToday`: the sum that the same person has
 * refunded alone today in Guatemala, in money, points and gift cards. Several small refunds therefore count like a
 * large one.
 */
export const needsApproval = (
  { givenToday, amount }: { givenToday: Centavos; amount: Centavos },
  { refundApprovalAbove }: Pick<ShopPolicy, 'refundApprovalAbove'>,
): boolean => add(givenToday, amount) > refundApprovalAbove;

/**
 * Fate of refunded units that were not sent. `cancel`: they are not sent, and their stock is free again. `send`: they
 * are sent as a courtesy.
 */
export type UnsentUnits = 'cancel' | 'send';

/** Returns whether the shipment's units are still at the shop. A person who refunds them must then decide about them. */
export const isAtShop = (state: ShipmentState): boolean =>
  mayCancelUnits(state) || state === 'packed' || state === 'at_store';
