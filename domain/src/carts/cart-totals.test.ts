import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payableByGiftCards } from '../gift-cards/gift-card-payment.ts';
import { add, centavos, quetzales, subtract, sum } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { anyAmount, anyLine, pricedLine } from '../testing/lines.ts';
import {
  type AppliedCoupon,
  bankDiscountText,
  bannerDiscounts,
  type CartToPrice,
  type CartTotals,
  calculateCartTotals,
  certificateLabel,
  couponDiscount,
  discountText,
  payableByPoints,
} from './cart-totals.ts';

const coupon = (different: Partial<AppliedCoupon> = {}): AppliedCoupon => ({
  code: 'BIENVENIDO10',
  label: 'Bienvenida',
  value: { kind: 'percent', basisPoints: 1_000 },
  cap: null,
  minimumSubtotal: centavos(0),
  ...different,
});

const cart = (different: Partial<CartToPrice> = {}): CartToPrice => ({
  lines: [pricedLine()],
  isEmployee: false,
  coupon: null,
  pointsCertificate: null,
  hasBankPromotion: false,
  shipping: centavos(0),
  ...different,
});

const discountsOf = (totals: CartTotals) => totals.discounts.map(({ id, amount }) => [id, amount]);

const donation = pricedLine({ kind: 'donation', salesPrice: centavos(0), regularPrice: quetzales(25), quantity: 3 });
const giftCard = pricedLine({ kind: 'gift_card', salesPrice: quetzales(300) });
const service = pricedLine({ kind: 'service', salesPrice: quetzales(199) });
const thirdParty = pricedLine({ sellerId: 2, salesPrice: quetzales(400) });

describe('sums', () => {
  test('an empty cart costs nothing', () => {
    const nothing = { subtotal: 0, warranties: 0, discounts: [], discount: 0, shipping: 0, grandTotal: 0 };
    expect(calculateCartTotals(cart({ lines: [] }), defaultShopPolicy)).toEqual({
      ...nothing,
      deliveryBase: 0,
      firstPartyBase: 0,
    });
  });

  test('[DEC-76] [DON-05] lines count by quantity, the donation once by its regular price, warranties for every unit', () => {
    const phone = pricedLine({ quantity: 3, salesPrice: centavos(33_333), warrantyAmount: quetzales(45) });
    const totals = calculateCartTotals(
      cart({ lines: [phone, donation, thirdParty], shipping: quetzales(30) }),
      defaultShopPolicy,
    );
    expect(totals).toEqual({
      subtotal: 99_999 + 2_500 + 40_000,
      warranties: 13_500,
      discounts: [],
      discount: 0,
      shipping: 3_000,
      grandTotal: 99_999 + 2_500 + 40_000 + 13_500 + 3_000,
      deliveryBase: 99_999 + 40_000 + 13_500,
      firstPartyBase: 99_999,
    });
  });

  test('[DEC-77] [DEC-83] only the shop’s own products count as own merchandise', () => {
    const lines = [pricedLine({ warrantyAmount: quetzales(45) }), donation, giftCard, service, thirdParty];
    expect(calculateCartTotals(cart({ lines }), defaultShopPolicy).firstPartyBase).toBe(10_000);
  });
});

describe('discounts', () => {
  test('[EMP-02] [DEC-77] an employee gets 10 % off own merchandise', () => {
    const totals = calculateCartTotals(
      cart({ isEmployee: true, lines: [pricedLine(), thirdParty, giftCard, service] }),
      defaultShopPolicy,
    );
    const label = ['Descuento de empleado'];
    expect(totals.discounts).toEqual([{ id: 'DISCOUNT_EMPLOYEE', amount: 1_000, label }]);
    expect(totals.discount).toBe(1_000);
  });

  test('[DEC-77] [DIF-12] a promotional coupon replaces the employee discount', () => {
    const totals = calculateCartTotals(cart({ isEmployee: true, coupon: coupon() }), defaultShopPolicy);
    expect(totals.discounts).toEqual([{ id: 'DISCOUNT_UNDEFINED', amount: 1_000, label: ['Bienvenida'] }]);
  });

  test('[DEC-77] points add to the employee discount', () => {
    const totals = calculateCartTotals(cart({ isEmployee: true, pointsCertificate: quetzales(25) }), defaultShopPolicy);
    expect(totals.discounts).toEqual([
      { id: 'DISCOUNT_EMPLOYEE', amount: 1_000, label: ['Descuento de empleado'] },
      { id: 'DISCOUNT_POINTS', amount: 2_500, label: ['Puntos aplicados'] },
    ]);
    expect(totals.grandTotal).toBe(6_500);
  });

  test('[DEC-79] [CONST-38] the bank promotion takes 10 % off own merchandise, together with a coupon', () => {
    const totals = calculateCartTotals(
      cart({ hasBankPromotion: true, coupon: coupon(), lines: [pricedLine(), thirdParty] }),
      defaultShopPolicy,
    );
    expect(totals.discounts[1]).toEqual({
      id: 'DISCOUNT_BAM',
      amount: 1_000,
      label: ['10% de descuento bancario'],
    });
    expect(totals.discount).toBe(2_000);
    expect(bankDiscountText({ bankDiscountBasisPoints: 1_250 })).toBe('12.5% de descuento bancario');
  });

  test('rates come from the shop’s policy', () => {
    const policy = { employeeDiscountBasisPoints: 2_000, bankDiscountBasisPoints: 500 };
    const totals = calculateCartTotals(cart({ isEmployee: true, hasBankPromotion: true }), policy);
    expect(discountsOf(totals)).toEqual([
      ['DISCOUNT_EMPLOYEE', 2_000],
      ['DISCOUNT_BAM', 500],
    ]);
  });

  test.each<[string, Partial<AppliedCoupon>, number, number]>([
    ['percent', {}, 10_000, 1_000],
    ['percent, half a centavo up', {}, 10_005, 1_001],
    ['percent below its cap', { cap: centavos(1_001) }, 10_000, 1_000],
    ['percent at its cap', { cap: centavos(1_000) }, 10_000, 1_000],
    ['percent above its cap', { cap: centavos(999) }, 10_000, 999],
    ['fixed', { value: { kind: 'fixed', amount: quetzales(100) } }, 20_000, 10_000],
    ['fixed above the base', { value: { kind: 'fixed', amount: quetzales(100) } }, 9_999, 9_999],
    ['below the minimum', { minimumSubtotal: quetzales(1_000) }, 99_999, 0],
    ['at the minimum', { minimumSubtotal: quetzales(1_000) }, 100_000, 10_000],
    ['no own merchandise', {}, 0, 0],
  ])('[DEC-78] the discount of a coupon: %s', (_, different, base, expected) => {
    expect(couponDiscount(coupon(different), centavos(base))).toBe(expected);
  });

  test('[DEC-198] gift cards, donation and other sellers’ goods do not count towards a coupon’s minimum', () => {
    const minimum = coupon({ minimumSubtotal: quetzales(1_000) });
    const others = [giftCard, giftCard, giftCard, donation, thirdParty, thirdParty];
    const own = (amount: number) => pricedLine({ salesPrice: quetzales(amount) });
    const below = calculateCartTotals(cart({ coupon: minimum, lines: [own(999), ...others] }), defaultShopPolicy);
    expect(below.discounts).toEqual([]);
    const at = calculateCartTotals(cart({ coupon: minimum, lines: [own(1_000), ...others] }), defaultShopPolicy);
    expect(discountsOf(at)).toEqual([['DISCOUNT_UNDEFINED', 10_000]]);
  });

  test('the list has no discount of zero', () => {
    expect(calculateCartTotals(cart({ isEmployee: true, lines: [thirdParty] }), defaultShopPolicy).discounts).toEqual(
      [],
    );
    expect(calculateCartTotals(cart({ pointsCertificate: centavos(0) }), defaultShopPolicy).discounts).toEqual([]);
  });

  test('[DEC-76] discounts on merchandise never exceed the merchandise, and keep their order', () => {
    const all = coupon({ value: { kind: 'percent', basisPoints: 9_500 } });
    const totals = calculateCartTotals(
      cart({ coupon: all, hasBankPromotion: true, lines: [pricedLine(), giftCard] }),
      defaultShopPolicy,
    );
    expect(discountsOf(totals)).toEqual([
      ['DISCOUNT_UNDEFINED', 9_500],
      ['DISCOUNT_BAM', 500],
    ]);
    expect(totals.grandTotal).toBe(30_000);
  });

  test.each<[string, Partial<CartToPrice>, number]>([
    ['goods, warranties, services, delivery', {}, 10_000 + 4_500 + 19_900 + 40_000 + 3_000],
    ['no discounted goods with a bank’s discount', { hasBankPromotion: true }, 4_500 + 19_900 + 40_000 + 3_000],
    [
      'no discounted goods with further discounts',
      { hasBankPromotion: true, isEmployee: true, pointsCertificate: quetzales(100) },
      4_500 + 19_900 + 40_000 + 3_000 - 10_000,
    ],
    [
      'nothing if points pay more than the other amounts',
      { hasBankPromotion: true, pointsCertificate: quetzales(700) },
      0,
    ],
  ])('[DEC-199] [DEC-79] gift cards pay %s', (_, more, expected) => {
    const phone = pricedLine({ warrantyAmount: quetzales(45) });
    const lines = [phone, service, thirdParty, giftCard, donation];
    const totals = calculateCartTotals(cart({ lines, shipping: quetzales(30), ...more }), defaultShopPolicy);
    expect(payableByGiftCards(lines, totals)).toBe(expected);
  });

  test('[DEC-83] [DIF-17] points pay merchandise, warranties and services, not gift cards or the donation', () => {
    const phone = pricedLine({ warrantyAmount: quetzales(45) });
    const lines = [phone, service, thirdParty, giftCard, donation];
    const totals = calculateCartTotals(cart({ lines, pointsCertificate: quetzales(2_000) }), defaultShopPolicy);
    const payable = 10_000 + 4_500 + 19_900 + 40_000;
    expect(discountsOf(totals)).toEqual([['DISCOUNT_POINTS', payable]]);
    expect(totals.grandTotal).toBe(30_000 + 2_500);
    expect(
      payableByPoints(cart({ lines, pointsCertificate: quetzales(25), shipping: quetzales(30) }), defaultShopPolicy),
    ).toBe(payable);
    expect(payableByPoints(cart({ lines, isEmployee: true }), defaultShopPolicy)).toBe(payable - 1_000);
    const employeeRate = { employeeDiscountBasisPoints: 5_000, bankDiscountBasisPoints: 0 };
    expect(payableByPoints(cart({ lines, isEmployee: true }), employeeRate)).toBe(payable - 5_000);
  });

  test('[DIF-21] the amount that decides on free delivery is measured after all discounts', () => {
    const totals = calculateCartTotals(
      cart({ isEmployee: true, pointsCertificate: quetzales(25), lines: [pricedLine(), donation] }),
      defaultShopPolicy,
    );
    expect(totals.deliveryBase).toBe(10_000 - 1_000 - 2_500);
  });

  test('[DEC-198] gift cards do not count towards free delivery, but other sellers’ goods do', () => {
    const lines = [pricedLine(), giftCard, donation, thirdParty];
    expect(calculateCartTotals(cart({ lines }), defaultShopPolicy).deliveryBase).toBe(10_000 + 40_000);
  });
});

describe('texts', () => {
  test.each([
    [2_500, 'Certificado de Q25.00'],
    [200_000, 'Certificado de Q2,000.00'],
  ])('shows a certificate of %d centavos as %s', (amount, expected) => {
    expect(certificateLabel(centavos(amount))).toBe(expected);
  });

  test('several labels of one discount are joined', () => {
    expect(discountText({ id: 'DISCOUNT_UNDEFINED', amount: centavos(5), label: ['a', 'b'] })).toBe('a, b: -Q0.05');
  });

  test('[CART-05] the banner does not show points', () => {
    const totals = calculateCartTotals(cart({ isEmployee: true, pointsCertificate: quetzales(25) }), defaultShopPolicy);
    expect(bannerDiscounts(totals.discounts).map(({ id }) => id)).toEqual(['DISCOUNT_EMPLOYEE']);
    expect(totals.discounts.map(discountText)).toEqual(['Descuento de empleado: -Q10.00', 'Puntos aplicados: -Q25.00']);
  });
});

describe('for any cart', () => {
  const anyCoupon: fc.Arbitrary<AppliedCoupon> = fc.record({
    code: fc.constant('X'),
    label: fc.constant('X'),
    value: fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
      fc.record({ kind: fc.constant('fixed' as const), amount: anyAmount }),
    ),
    cap: fc.option(anyAmount),
    minimumSubtotal: anyAmount,
  });
  const anyCart: fc.Arbitrary<CartToPrice> = fc.record({
    lines: fc.array(anyLine, { maxLength: 12 }),
    isEmployee: fc.boolean(),
    coupon: fc.option(anyCoupon),
    pointsCertificate: fc.option(anyAmount),
    hasBankPromotion: fc.boolean(),
    shipping: anyAmount,
  });

  test('[DEC-76] the parts sum to the total, and nothing is negative', () => {
    fc.assert(
      fc.property(anyCart, (any) => {
        const totals = calculateCartTotals(any, defaultShopPolicy);
        const { subtotal, warranties, discount, shipping, grandTotal } = totals;
        expect(add(subtract(add(subtotal, warranties), discount), shipping)).toBe(grandTotal);
        expect(sum(totals.discounts.map((entry) => entry.amount))).toBe(discount);
        expect(totals.discounts.every((entry) => entry.amount > 0)).toBe(true);
        expect(Math.min(subtotal, warranties, grandTotal - shipping, totals.deliveryBase)).toBeGreaterThanOrEqual(0);
        expect(totals.deliveryBase).toBeLessThanOrEqual(grandTotal);
      }),
    );
  });

  test('the order of lines has no effect', () => {
    const shuffled = anyCart.chain((any) =>
      fc.record({
        any: fc.constant(any),
        lines: fc.shuffledSubarray(any.lines.slice(), { minLength: any.lines.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ any, lines }) => {
        expect(calculateCartTotals({ ...any, lines }, defaultShopPolicy)).toEqual(
          calculateCartTotals(any, defaultShopPolicy),
        );
      }),
    );
  });

  test('one line of n units costs as much as n lines of one unit', () => {
    const products = anyLine.filter((line) => line.kind !== 'donation');
    fc.assert(
      fc.property(anyCart, products, (any, line) => {
        const single = { ...line, quantity: 1 };
        const many = Array.from({ length: line.quantity }, () => single);
        const together = calculateCartTotals({ ...any, lines: [...any.lines, line] }, defaultShopPolicy);
        expect(calculateCartTotals({ ...any, lines: [...any.lines, ...many] }, defaultShopPolicy)).toEqual(together);
      }),
    );
  });
});
