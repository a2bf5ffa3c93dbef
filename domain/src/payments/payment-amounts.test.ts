import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centavos, sum } from '../money/money.ts';
import { anyAmount } from '../testing/lines.ts';
import {
  checkPaymentAmounts,
  checkPaymentPlan,
  checkPaymentTypes,
  type PaymentAmount,
  type PaymentContext,
  type PaymentType,
  paidAmount,
  paymentTypeOf,
} from './payment-amounts.ts';

const payment = (paymentType: PaymentType, amount: number): PaymentAmount => ({
  paymentType,
  paymentPlan: 0,
  amount: centavos(amount),
});

describe('amounts', () => {
  test.each<[string, PaymentAmount[], number, number | null]>([
    ['exact', [payment('Card', 10_000)], 10_000, null],
    ['a centavo short', [payment('Card', 9_999)], 10_000, 1],
    ['a centavo over', [payment('Card', 10_001)], 10_000, -1],
    ['two parts', [payment('Card', 4_000), payment('Cash', 6_000)], 10_000, null],
    ['coupon not counted', [payment('Card', 10_000), payment('Coupon', 2_000)], 10_000, null],
    ['coupon counted by mistake', [payment('Card', 8_000), payment('Coupon', 2_000)], 10_000, 2_000],
    ['points counted', [payment('BiPoints', 10_000)], 10_000, null],
    ['nothing to pay', [payment('Card', 0)], 0, null],
    ['no payments', [], 10_000, 10_000],
    ['a negative part', [payment('Card', 11_000), payment('Cash', -1_000)], 10_000, 0],
    ['a negative coupon', [payment('Card', 10_000), payment('Coupon', -1)], 10_000, 0],
  ])('[DEC-104] %s', (_, payments, total, missing) => {
    const expected =
      missing === null ? { ok: true, value: total } : { ok: false, error: { code: 'PAY_AMOUNT_MISMATCH', missing } };
    expect(checkPaymentAmounts(payments, centavos(total), centavos(total))).toEqual(expected);
  });

  test.each<[string, PaymentAmount[], boolean]>([
    ['all', [payment('GiftCard', 4_000), payment('GiftCard', 2_000), payment('Card', 4_000)], true],
    ['a centavo less than all', [payment('GiftCard', 5_999), payment('Card', 4_001)], true],
    ['a centavo more than all', [payment('GiftCard', 6_001), payment('Card', 3_999)], false],
    [
      'more than all, by a second card,',
      [payment('GiftCard', 6_000), payment('GiftCard', 1), payment('Card', 3_999)],
      false,
    ],
    [
      'all, and nothing by a second card,',
      [payment('GiftCard', 6_000), payment('GiftCard', 0), payment('Card', 4_000)],
      false,
    ],
    ['more than all, and cash nothing,', [payment('GiftCard', 10_000), payment('Cash', 0)], false],
    [
      'all, and another method nothing,',
      [payment('GiftCard', 6_000), payment('Card', 4_000), payment('Cash', 0)],
      false,
    ],
    ['all, with a coupon,', [payment('GiftCard', 6_000), payment('Card', 4_000), payment('Coupon', 0)], true],
    ['less than nothing', [payment('GiftCard', -1), payment('Card', 10_001)], false],
  ])('[DEC-199] gift cards pay %s of the amount that they may pay', (_, payments, isExact) => {
    expect(checkPaymentAmounts(payments, centavos(10_000), centavos(6_000)).ok).toBe(isExact);
  });

  test('every split of a total pays the total, even with coupons added', () => {
    const parts = fc.array(anyAmount, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, anyAmount, (amounts, coupon) => {
        const total = sum(amounts);
        const payments = amounts.map((part) => payment('Card', part));
        expect(paidAmount(payments)).toBe(total);
        expect(checkPaymentAmounts([...payments, payment('Coupon', coupon)], total, total).ok).toBe(true);
      }),
    );
  });
});

describe('kinds', () => {
  const plain: PaymentContext = {
    hasDonation: false,
    isDigitalOnly: false,
    isPayableInCash: true,
    isStorePaymentCall: false,
    payableByGiftCards: centavos(1),
  };

  test.each<[string, PaymentType[], Partial<PaymentContext>, boolean]>([
    ['card', ['Card'], {}, true],
    ['installments and coupon', ['CardInstallments', 'Coupon'], {}, true],
    ['cash', ['Cash'], {}, true],
    ['points', ['BacPoints'], {}, true],
    ['nothing', [], {}, false],
    ['coupon alone', ['Coupon'], {}, false],
    ['[DIF-17] card with donation', ['Card'], { hasDonation: true }, false],
    ['[DIF-17] points with donation', ['MaxpointsPoints'], { hasDonation: true }, false],
    ['[DIF-17] cash and coupon with donation', ['Cash', 'Coupon'], { hasDonation: true }, true],
    ['[DIF-17] cash and card with donation', ['Cash', 'Card'], { hasDonation: true }, false],
    ['[DEC-174] cash for a digital cart', ['Cash'], { isDigitalOnly: true }, false],
    ['cash above its limit', ['Cash'], { isPayableInCash: false }, false],
    ['card above the limit of cash', ['Card'], { isPayableInCash: false }, true],
    ['[DEC-174] card for a digital cart', ['Card'], { isDigitalOnly: true }, true],
    ['[DEC-199] a gift card alone', ['GiftCard'], {}, true],
    ['[DEC-199] gift cards and cash with donation', ['GiftCard', 'GiftCard', 'Cash'], { hasDonation: true }, true],
    ['[DEC-199] a gift card for what none may pay', ['GiftCard', 'Card'], { payableByGiftCards: centavos(0) }, false],
    [
      '[DEC-199] a gift card in the call for store payment',
      ['GiftCard', 'StorePayment'],
      { isStorePaymentCall: true },
      false,
    ],
    ['store payment in the plain call', ['StorePayment'], {}, false],
    ['[DEC-140] store payment in its call', ['StorePayment'], { isStorePaymentCall: true }, true],
    ['[DIF-17] store payment with donation', ['StorePayment'], { isStorePaymentCall: true, hasDonation: true }, true],
    ['[DEC-140] card in the call for store payment', ['Card'], { isStorePaymentCall: true }, false],
    ['[DEC-140] cash in the call for store payment', ['Cash'], { isStorePaymentCall: true }, false],
  ])('%s', (_, types, context, expected) => {
    const checked = checkPaymentTypes(
      types.map((paymentType) => ({ paymentType })),
      { ...plain, ...context },
    );
    const value = expected ? { ok: true, value: null } : { ok: false, error: { code: 'PAY_METHOD_NOT_ALLOWED' } };
    expect(checked).toEqual(value);
  });

  test('[ORD-04] a method has the payment type of its name', () => {
    expect(paymentTypeOf('monthlyPayments')).toBe('CardInstallments');
    expect(paymentTypeOf('singlePayment')).toBe('Card');
    expect(paymentTypeOf('cashPayments')).toBe('Cash');
  });
});

describe('plans', () => {
  test.each<[PaymentType, number, boolean]>([
    ['Card', 1, true],
    ['Card', 0, false],
    ['Card', 6, false],
    ['CardInstallments', 6, true],
    ['CardInstallments', 10, true],
    ['CardInstallments', 12, false],
    ['CardInstallments', 1, false],
    ['Cash', 0, true],
    ['Cash', 1, false],
    ['StorePayment', 0, true],
    ['StorePayment', 1, false],
    ['Coupon', 7, true],
    ['BiPoints', 1, true],
  ])('[DEC-104] a payment by %s in %d: %s', (paymentType, paymentPlan, expected) => {
    const value = expected ? { ok: true, value: null } : { ok: false, error: { code: 'PAY_PLAN_NOT_ALLOWED' } };
    expect(checkPaymentPlan({ paymentType, paymentPlan }, [6, 10])).toEqual(value);
  });
});
