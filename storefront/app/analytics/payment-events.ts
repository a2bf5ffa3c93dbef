import type { Cart } from '@ceiba/contract/carts';
import { paymentEvent } from '@ceiba/domain/analytics/order-event';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { amountOf } from '@ceiba/ui/price';
import { api } from '../platform/api.ts';
import { measuredLines, pushEvent } from './ecommerce-events.ts';

/**
 * Reports an order that is paid, or will be paid at the door (ANA-02). Analytics gets it under both names, and the messaging service too (DEC-71).
 */
export function measureCheckoutPayment(cart: Cart, paymentType: PaymentType): void {
  const total = amountOf(cart.prices.grandTotal.value);
  const paid = { lines: measuredLines(cart), paymentType };
  const event = paymentEvent('checkout_payment', total, paid);
  pushEvent(event);
  pushEvent(paymentEvent('add_payment_info', total, paid));
  void api('sendMessagingEvent', { body: { event: 'checkout_payment', cartId: cart.id, data: event.ecommerce } });
}

/** Reports the ordered sponsored products (RMN-01). Nothing waits for the calls, and a failure is not shown (RMN-02). */
export function reportToSponsors({ items }: Cart): void {
  for (const { eventUrl } of items) {
    if (eventUrl !== undefined) void api('sendSponsoredEvent', { body: { eventUrl } });
  }
}
