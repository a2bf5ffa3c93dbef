import type { CartSnapshot } from '../carts/cart-snapshot.ts';
import type { PaymentToTake } from '../payments/check-payments.ts';
import type { OrderRequest } from './order-request.ts';

/** Where units of a product are taken from. */
export interface PlacedClaim {
  productId: number;
  storeCode: string;
  quantity: number;
}

/** Everything a placement writes, decided before. */
export interface OrderDraft {
  orderId: string;
  /** The key at the gateway. */
  paymentId: string;
  /** Nothing is to be charged: the order stands as soon as it is written. */
  isConfirmed: boolean;
  cart: CartSnapshot;
  payment: PaymentToTake;
  claims: readonly PlacedClaim[];
  deliveryPromise: OrderRequest['deliveryPromise'];
  idempotencyKey: string | undefined;
  now: Date;
  /** When the reconciler may take over an order that is still placing. */
  settleAfter: Date;
}

/** Who the order is for: whoever receives it, else whoever is billed (digital orders, DEC-84). */
export function contactOf({ shippingAddress, billingAddress }: CartSnapshot) {
  const person = shippingAddress ?? billingAddress;
  return {
    firstName: person?.firstname ?? '',
    lastName: person?.lastname ?? '',
    phone: person?.telephone ?? '',
  };
}

/** The lines as they were bought: texts, pictures and prices of this moment (ORD-10). The donation is no line. */
export const orderLinesOf = ({ lines }: CartSnapshot) =>
  lines.map((line, index) => ({
    position: index + 1,
    product_id: line.productId,
    sku: line.sku,
    title: line.product.title,
    brand: line.product.brand.title,
    picture_url: line.product.thumbnailImage.url,
    seller_id: line.sellerId,
    quantity: line.quantity,
    unit_price: line.salesPrice,
    regular_price: line.regularPrice,
    warranty: line.warranty && { sku: line.warranty.sku, label: line.warranty.label, amount: line.warranty.amount },
    gift_card: line.giftCard,
    free_gifts: line.product.freeProducts,
    event_url: line.eventUrl,
  }));
