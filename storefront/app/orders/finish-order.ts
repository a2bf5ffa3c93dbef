import type { Cart } from '@ceiba/contract/carts';
import { linkOrigin } from '@ceiba/domain/advisors/advisor';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { NavigateFunction } from 'react-router';
import { clearAlerts } from '../alerts/notices.ts';
import { lastCartStorageKey } from '../carts/cart-storage.ts';
import { untilPageAtHand } from '../platform/page-at-hand.ts';
import { setFlag } from '../platform/session-flags.ts';
import { writeStored } from '../platform/storage.ts';
import { keepSnapshot, type OrderSnapshot } from './confirmed-order.ts';
import { type KeptAttempt, keepAttempt } from './kept-attempt.ts';
import { measureOrder } from './measure-order.ts';

/** What stands of an order besides its picture: its cart is null where it could not be read any more. */
interface Finished {
  cart: Cart | null;
  paidBy: PaymentType;
  link: KeptAttempt['link'];
}

/** The page that shows what was ordered. */
export const confirmationPath = '/confirmation';

/** Milliseconds after which a confirmation that cannot be had yet is spoken of. */
const quietMs = 1_500;

/**
 * ORD-06. Cart and checkout are forgotten by the confirmation: this page still draws them until the other stands, and the
 * attempt is kept until then with its number, for a page that is loaded anew meanwhile. `tell`: the line is down, it takes
 * its time.
 */
export async function finishOrder(
  order: OrderSnapshot,
  { cart, paidBy, link }: Finished,
  navigate: NavigateFunction,
  tell: () => void,
): Promise<void> {
  const isLink = link !== null;
  const announce = (): void => {
    keepSnapshot(order);
    setFlag('confirmationFromCheckout');
    if (isLink) setFlag('confirmationFromWaLink');
  };
  announce();
  keepAttempt({ keys: [], link, paidBy, order });
  // What was seen of it last is no cart any more: nor is it for a page without a line.
  if (!isLink) writeStored('local', lastCartStorageKey, null);
  // Events come last (DEC-133).
  if (cart !== null) measureOrder(cart, order.orderNumber, paidBy);
  clearAlerts();
  const timer = setTimeout(tell, quietMs);
  await untilPageAtHand(confirmationPath);
  clearTimeout(timer);
  // The shopper may have been to other pages meanwhile, and a checkout that is opened forgets what was announced.
  announce();
  await navigate(isLink ? `${confirmationPath}?from=${linkOrigin}` : confirmationPath, { replace: true });
}
