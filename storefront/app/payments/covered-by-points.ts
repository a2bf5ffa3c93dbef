import type { Cart } from '@ceiba/contract/carts';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';

/** The program whose certificate leaves nothing to pay: it is then how the order is paid (PTS-11). Null = there is something to pay. */
export const coveredByPoints = (cart: Cart): PointsPaymentType | null =>
  cart.certificate !== null && cart.prices.grandTotal.value === 0 ? cart.certificate.program : null;
