import { expect, it } from 'vitest';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';
import { appliedCouponCode } from './applied-coupon.ts';

type DiscountId = 'DISCOUNT_UNDEFINED' | 'DISCOUNT_POINTS' | 'DISCOUNT_BAM';

const cartWith = (...ids: DiscountId[]) => {
  const cart = sampleCart([sampleLine()]);
  const discounts = ids.map((id) => ({ id, amount: 10, label: ['menos'], currency: 'GTQ' as const }));
  return {
    ...cart,
    appliedCoupons: [{ code: 'EN-EL-CUPO' }],
    prices: { ...cart.prices, discount: gtq(10), discounts },
  };
};

it.each<[DiscountId[], string | null]>([
  [['DISCOUNT_UNDEFINED'], 'EN-EL-CUPO'],
  [['DISCOUNT_BAM', 'DISCOUNT_UNDEFINED'], 'EN-EL-CUPO'],
  [['DISCOUNT_POINTS'], null],
  [['DISCOUNT_BAM'], null],
  [[], null],
])('[DIF-33] the coupon of a cart with the discounts %s is: %s', (ids, expected) => {
  expect(appliedCouponCode(cartWith(...ids))).toBe(expected);
});

it('the discount of a coupon that was removed does not count as a coupon', () => {
  expect(appliedCouponCode({ ...cartWith('DISCOUNT_UNDEFINED'), appliedCoupons: [] })).toBeNull();
});
