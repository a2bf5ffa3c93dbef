import type { Cart } from '@ceiba/contract/carts';
import { linkOrigin } from '@ceiba/domain/advisors/advisor';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { NavigateFunction } from 'react-router';
import { clearAlerts } from '../alerts/notices.ts';
import { setFlag } from '../platform/session-flags.ts';
import { keepSnapshot, type OrderSnapshot } from './confirmed-order.ts';
import { dropAttempt } from './kept-attempt.ts';
import { measureOrder } from './measure-order.ts';

/** What stands of an order besides its picture: its cart is null where it could not be read any more. */
interface Finished {
  cart: Cart | null;
  paidBy: PaymentType;
  isLink: boolean;
}

/** ORD-06. Cart and checkout are forgotten by the confirmation: this page still draws them until the other stands. */
export function finishOrder(
  order: OrderSnapshot,
  { cart, paidBy, isLink }: Finished,
  navigate: NavigateFunction,
): void {
  keepSnapshot(order);
  dropAttempt();
  setFlag('confirmationFromCheckout');
  // Events come last (DEC-133).
  if (cart !== null) measureOrder(cart, order.orderNumber, paidBy);
  clearAlerts();
  if (isLink) setFlag('confirmationFromWaLink');
  void navigate(isLink ? `/confirmation?from=${linkOrigin}` : '/confirmation', { replace: true });
}
