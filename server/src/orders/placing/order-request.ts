import { createHash } from 'node:crypto';
import type { PaidBy } from '@ceiba/domain/orders/order-budgets';
import { checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import { isPointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { OrderRequest } from './placement.ts';

/**
 * Returns a fingerprint to compare calls with the same Idempotency-Key. The fingerprint contains only a card's masked number. It
 * omits CVV, one-time code, gift card and points account, because somebody could find these from the hash by trying all values (DEC-10).
 */
export function fingerprintOf({ payments, ...rest }: OrderRequest): string {
  const withoutSecrets = payments.map(
    ({ ccNumber, ccCVV: _cvv, code: _code, otp: _otp, dpi: _dpi, birthDate: _born, ...payment }) => {
      const number = checkCardNumber(ccNumber ?? '');
      return { ...payment, card: number.ok ? maskCardNumber(number.value) : null };
    },
  );
  return createHash('sha256')
    .update(JSON.stringify({ ...rest, payments: withoutSecrets }))
    .digest('base64url');
}

/** Returns the codes of the order's gift cards, as typed (DEC-199). */
export const giftCardCodesOf = ({ payments }: OrderRequest): string[] =>
  payments.flatMap(({ paymentType, code = '' }) => (paymentType === 'GiftCard' ? [code] : []));

/** Returns the payment that is charged to a card. Payments of other kinds may carry a card number, too. */
export const cardPaymentOf = ({ payments }: OrderRequest) =>
  payments.find(({ paymentType }) => paymentType === 'Card' || paymentType === 'CardInstallments');

export const paidByOf = ({ payments }: OrderRequest): PaidBy => {
  const isPaidBy = (type: PaidBy): boolean => payments.some(({ paymentType }) => paymentType === type);
  return isPaidBy('StorePayment') ? 'StorePayment' : isPaidBy('Cash') ? 'Cash' : 'Card';
};

/** True if the order names the discount of its cart: a coupon or points (ORD-01, DEC-104). */
export const namesSlot = ({ payments }: OrderRequest): boolean =>
  payments.some(({ paymentType }) => paymentType === 'Coupon' || isPointsPaymentType(paymentType));
