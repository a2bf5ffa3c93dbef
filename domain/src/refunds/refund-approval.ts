import { add, type Centavos } from '../money/money.ts';
import { mayCancelUnits, type ShipmentState } from '../orders/shipment.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/**
 * Whether another person has to approve a refund (WORK-19). `givenToday`: what the same person has given alone since the day began in
 * Guatemala, in money, points and gift cards. Several small refunds count as one large one.
 */
export const needsApproval = (
  { givenToday, amount }: { givenToday: Centavos; amount: Centavos },
  { refundApprovalAbove }: Pick<ShopPolicy, 'refundApprovalAbove'>,
): boolean => add(givenToday, amount) > refundApprovalAbove;

/** Fate of refunded units that were not sent. `cancel`: they are not sent, and their stock is free again. `send`: they are a courtesy. */
export type UnsentUnits = 'cancel' | 'send';

/** Whether units that go with such a shipment are still here, so that somebody has to say what becomes of them once they are refunded. */
export const isStillHere = (state: ShipmentState): boolean =>
  mayCancelUnits(state) || state === 'packed' || state === 'at_store';
