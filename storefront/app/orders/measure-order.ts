import type { Cart } from '@ceiba/contract/carts';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { measurePurchase } from '../analytics/order-events.ts';
import { measureCheckoutPayment, tellSponsors } from '../analytics/payment-events.ts';

/** An order that stands, told to analytics and to who pays for places among the products; after all else (DEC-133). */
export function measureOrder(cart: Cart, orderNumber: string, paidBy: PaymentType): void {
  measureCheckoutPayment(cart, paidBy);
  measurePurchase(cart, orderNumber, paidBy);
  tellSponsors(cart);
}
