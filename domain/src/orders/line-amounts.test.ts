import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AppliedCoupon, calculateCartTotals } from '../carts/cart-totals.ts';
import { centavos, quetzales, sum } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { anyAmount, anyLine, pricedLine } from '../testing/lines.ts';
import { lineAmountsOf, orderTax } from './line-amounts.ts';

const anyCoupon = fc.option(
  fc.integer({ min: 1, max: 10_000 }).map(
    (basisPoints): AppliedCoupon => ({
      code: 'C',
      label: 'C',
      value: { kind: 'percent', basisPoints },
      cap: null,
      minimumSubtotal: centavos(0),
    }),
  ),
);

test('[DEC-76] whatever is taken off a cart is split over its lines to the centavo, never below zero nor beyond what a line costs', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { maxLength: 8 }),
      anyCoupon,
      fc.boolean(),
      fc.option(anyAmount),
      (lines, coupon, hasBankPromotion, pointsCertificate) => {
        const cart = { lines, isEmployee: false, coupon, hasBankPromotion, pointsCertificate, shipping: centavos(0) };
        const { discounts, subtotal, warranties, discount } = calculateCartTotals(cart, defaultShopPolicy);
        const amounts = lineAmountsOf(lines, discounts);
        expect(sum(amounts.map(({ gross }) => gross))).toBe(subtotal + warranties);
        expect(sum(amounts.map((line) => centavos(line.discount + line.pointsShare)))).toBe(discount);
        for (const line of amounts) {
          expect(Math.min(line.discount, line.pointsShare, line.net, line.iva)).toBeGreaterThanOrEqual(0);
          expect(line.pointsShare).toBeLessThanOrEqual(line.net);
          expect(line.net).toBe(line.gross - line.discount);
        }
      },
    ),
  );
});

test('[DEC-83] a coupon takes off own merchandise alone, points of all but cards and donations', () => {
  const lines = [
    pricedLine({ salesPrice: quetzales(30), warrantyAmount: quetzales(10) }),
    pricedLine({ salesPrice: quetzales(70) }),
    pricedLine({ sellerId: 2, salesPrice: quetzales(100) }),
    pricedLine({ kind: 'giftCard', salesPrice: quetzales(500) }),
    pricedLine({ kind: 'donation', regularPrice: quetzales(25) }),
  ];
  const discounts = [
    { id: 'DISCOUNT_UNDEFINED', amount: quetzales(10) },
    { id: 'DISCOUNT_POINTS', amount: quetzales(20) },
  ];
  const amounts = lineAmountsOf(lines, discounts);
  expect(amounts.map(({ discount }) => discount)).toEqual([300, 700, 0, 0, 0]);
  expect(amounts.map(({ pointsShare }) => pointsShare)).toEqual([370, 630, 1_000, 0, 0]);
});

test('[DEC-183] tax is contained in what was charged for goods, services and delivery; gift cards and donations carry none', () => {
  const lines = [
    pricedLine({ salesPrice: quetzales(112) }),
    pricedLine({ kind: 'giftCard', salesPrice: quetzales(500) }),
    pricedLine({ kind: 'donation', regularPrice: quetzales(25) }),
  ];
  const amounts = lineAmountsOf(lines, []);
  expect(amounts.map(({ taxRate, iva }) => [taxRate, iva])).toEqual([
    [1_200, 1_200],
    [0, 0],
    [0, 0],
  ]);
  expect(orderTax(amounts, quetzales(56))).toBe(1_800);
});
