import type { Cart } from '@ceiba/contract/carts';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';

/**
 * Returns the points programme whose certificate covers the whole total, and is therefore the payment method (PTS-11). Null if something is
 * left to pay.
 */
export const coveredByPoints = (cart: Cart): PointsPaymentType | null =>
  cart.certificate !== null && cart.prices.grandTotal.value === 0 ? cart.certificate.program : null;
