import type { Cart, CartItem } from '@ceiba/contract/carts';
import { purchaseEvent } from '@ceiba/domain/analytics/order-event';
import type { PricedLine } from '@ceiba/domain/carts/cart-line';
import { sum } from '@ceiba/domain/money/money';
import { lineAmountsOf, orderTax } from '@ceiba/domain/orders/line-amounts';
import type { PaymentType } from '@ceiba/domain/payments/payment-amounts';
import { amountOf } from '@ceiba/ui/price';
import { measureCart, measuredLines, priceOf, pushEvent } from './ecommerce-events.ts';

/** ORD-08. */
export const measureFailedPurchase = (cart: Cart): void => measureCart('purchase_failed', cart);

const kinds = { goods: 'product', service: 'service', gift_card: 'giftCard', donation: 'donation' } as const;

const pricedLine = (item: CartItem): PricedLine => ({
  kind: kinds[item.kind],
  sellerId: item.seller.id,
  quantity: item.quantity,
  salesPrice: priceOf(item),
  regularPrice: amountOf(item.regularPrice?.value ?? 0),
  warrantyAmount: sum(item.warranties.map(({ salesPrice }) => amountOf(salesPrice.value))),
});

/** ORD-11. The code of a points certificate is no coupon's: it is told to nobody. */
export function measurePurchase(cart: Cart, orderNumber: string, paymentType: PaymentType): void {
  const total = amountOf(cart.prices.grandTotal.value);
  const shipping = amountOf(cart.prices.shipping.value);
  const discounts = cart.prices.discounts.map(({ id, amount }) => ({ id, amount: amountOf(amount) }));
  const order = {
    orderNumber,
    total,
    shipping,
    coupon: cart.certificate === null ? (cart.appliedCoupons[0]?.code ?? null) : null,
    paymentType,
    tax: orderTax(lineAmountsOf(cart.items.map(pricedLine), discounts), shipping),
  };
  pushEvent(purchaseEvent(order, measuredLines(cart)));
}
