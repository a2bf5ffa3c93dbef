import { type Centavos, toQuetzales } from '../money/money.ts';
import type { PaymentType } from '../payments/payment-amounts.ts';
import { type EcommerceEvent, type MeasuredLine, measured } from './ecommerce-event.ts';

export interface MeasuredOrder {
  orderNumber: string;
  total: Centavos;
  shipping: Centavos;
  coupon: string | null;
  paymentType: string;
  /** IVA of the order's lines and of the delivery. */
  tax: Centavos;
}

export interface PurchaseEvent {
  event: 'purchase';
  ecommerce: EcommerceEvent['ecommerce'] & {
    transaction_id: string;
    tax: number;
    shipping: number;
    coupon: string;
    payment_type: string;
  };
}

/** Builds the event about a purchase (ORD-11, DEC-183). */
export function purchaseEvent(order: MeasuredOrder, lines: readonly MeasuredLine[]): PurchaseEvent {
  return {
    event: 'purchase',
    ecommerce: {
      ...measured(order.total, lines),
      transaction_id: order.orderNumber,
      tax: toQuetzales(order.tax),
      shipping: toQuetzales(order.shipping),
      coupon: order.coupon ?? '',
      payment_type: order.paymentType,
    },
  };
}

/** The shopper chose a payment method and placed the order (ANA-02). */
export interface PaymentEvent {
  event: 'checkout_payment' | 'add_payment_info';
  ecommerce: EcommerceEvent['ecommerce'] & { payment_type: PaymentType };
}

/** Builds the event about a payment (DEC-71, DEC-160). */
export const paymentEvent = (
  event: PaymentEvent['event'],
  value: Centavos,
  { lines, paymentType }: { lines: readonly MeasuredLine[]; paymentType: PaymentType },
): PaymentEvent => ({ event, ecommerce: { ...measured(value, lines), payment_type: paymentType } });
