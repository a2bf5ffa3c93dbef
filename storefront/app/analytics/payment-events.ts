import type { Cart } from '@ceiba/contract/carts';
import { paymentEvent } from '@ceiba/domain/analytics/order-event';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { amountOf } from '@ceiba/ui/price';
import { api } from '../platform/api.ts';
import { measuredLines, pushEvent } from './ecommerce-events.ts';

/** The order is paid, or will be at the door (ANA-02): told to analytics with GA4's name beside, and to the messaging service (DEC-71). */
export function measureCheckoutPayment(cart: Cart, paymentType: PaymentType): void {
  const total = amountOf(cart.prices.grandTotal.value);
  const paid = { lines: measuredLines(cart), paymentType };
  const told = paymentEvent('checkout_payment', total, paid);
  pushEvent(told);
  pushEvent(paymentEvent('add_payment_info', total, paid));
  void api('sendMessagingEvent', { body: { event: 'checkout_payment', cartId: cart.id, data: told.ecommerce } });
}

/** RMN-01: what was ordered of sponsored products. Nobody waits for it, and nobody is told when it fails (RMN-02). */
export function tellSponsors({ items }: Cart): void {
  for (const { eventUrl } of items) {
    if (eventUrl !== undefined) void api('sendSponsoredEvent', { body: { eventUrl } });
  }
}
