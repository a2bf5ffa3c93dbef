import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AppliedCoupon, calculateCartTotals } from '../carts/cart-totals.ts';
import { add, centavos, quetzales, sum, zero } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { anyAmount, anyLine, pricedLine } from '../testing/lines.ts';
import { lineAmountsOf, orderTax, type SoldAtRate, type TaxLine } from './line-amounts.ts';

const standard = 1_200;

const soldLine = ({ sku = 'TV', issuerRate = standard, ...line }: Partial<SoldAtRate> = {}): SoldAtRate => ({
  ...pricedLine(line),
  sku,
  issuerRate,
});

/** Every seller has one tax regime. */
const rates: Readonly<Record<number, number>> = { 1: standard, 2: standard, 3: 0 };

const anySoldLine: fc.Arbitrary<SoldAtRate> = fc
  .tuple(anyLine, fc.constantFrom('A', 'B', 'C'))
  .map(([line, sku]) => ({ ...line, sku, issuerRate: rates[line.sellerId] ?? standard }));

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

const anyCart = fc.record({
  lines: fc.array(anySoldLine, { maxLength: 8 }),
  isEmployee: fc.boolean(),
  coupon: anyCoupon,
  hasBankPromotion: fc.boolean(),
  pointsCertificate: fc.option(anyAmount),
  shipping: fc.integer({ min: 0, max: 100_00 }).map(centavos),
});

const taxLinesOf = (amounts: ReturnType<typeof lineAmountsOf>): TaxLine[] =>
  amounts.flatMap(({ goods, warranty }) => (warranty === null ? [goods] : [goods, warranty]));

test('[DEC-76] discounts are split exactly, and no line falls below zero or rises above its price', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { discounts, subtotal, warranties, discount } = calculateCartTotals(cart, defaultShopPolicy);
      const amounts = lineAmountsOf(cart.lines, discounts, standard);
      expect(sum(amounts.map(({ gross }) => gross))).toBe(subtotal + warranties);
      expect(sum(amounts.map((line) => centavos(line.discount + line.pointsShare)))).toBe(discount);
      for (const line of amounts) {
        expect(Math.min(line.discount, line.pointsShare, line.net)).toBeGreaterThanOrEqual(0);
        expect(line.pointsShare).toBeLessThanOrEqual(line.net);
        expect(line.net).toBe(line.gross - line.discount);
      }
    }),
  );
});

test('[DEC-233] the invoice lines and the delivery sum to the charge, and each contains its IVA', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { discounts, grandTotal, shipping } = calculateCartTotals(cart, defaultShopPolicy);
      const amounts = lineAmountsOf(cart.lines, discounts, standard);
      const lines = taxLinesOf(amounts);
      expect(add(sum(lines.map(({ charged }) => charged)), shipping)).toBe(grandTotal);
      for (const { gross, discount, points, charged, taxRate, iva } of lines) {
        expect(charged).toBe(gross - discount - points);
        expect(Math.min(charged, iva)).toBeGreaterThanOrEqual(0);
        // The IVA of the base equals the IVA of the line within half a centavo. Exact division allows nothing better.
        expect(Math.abs((charged - iva) * taxRate - iva * 10_000) * 2).toBeLessThanOrEqual(10_000 + taxRate);
      }
      const ofDelivery = orderTax([], shipping, standard);
      expect(orderTax(amounts, shipping, standard)).toBe(add(sum(lines.map(({ iva }) => iva)), ofDelivery));
    }),
  );
});

test('[DEC-233] the order of the lines has no effect on invoice lines', () => {
  const shuffled = anyCart.chain((cart) =>
    fc
      .shuffledSubarray(cart.lines, { minLength: cart.lines.length, maxLength: cart.lines.length })
      .map((lines) => ({ cart, lines })),
  );
  const texts = (lines: readonly SoldAtRate[], amounts: ReturnType<typeof lineAmountsOf>) =>
    amounts.map((each, at) => JSON.stringify([lines[at], each])).toSorted();
  fc.assert(
    fc.property(shuffled, ({ cart, lines }) => {
      const { discounts } = calculateCartTotals(cart, defaultShopPolicy);
      const one = lineAmountsOf(cart.lines, discounts, standard);
      const other = lineAmountsOf(lines, discounts, standard);
      // Two equal lines may get odd centavos in either order.
      expect(sum(taxLinesOf(other).map(({ iva }) => iva))).toBe(sum(taxLinesOf(one).map(({ iva }) => iva)));
      const names = new Set(cart.lines.map((line) => JSON.stringify(line)));
      if (names.size === cart.lines.length) expect(texts(lines, other)).toEqual(texts(cart.lines, one));
    }),
  );
});

test('[DEC-83] a coupon reduces only own merchandise, points all except gift cards and donations', () => {
  const lines = [
    soldLine({ salesPrice: quetzales(30), warrantyAmount: quetzales(10) }),
    soldLine({ salesPrice: quetzales(70) }),
    soldLine({ sellerId: 2, salesPrice: quetzales(100) }),
    soldLine({ kind: 'gift_card', salesPrice: quetzales(500) }),
    soldLine({ kind: 'donation', regularPrice: quetzales(25) }),
  ];
  const discounts = [
    { id: 'DISCOUNT_UNDEFINED', amount: quetzales(10) },
    { id: 'DISCOUNT_POINTS', amount: quetzales(20) },
  ];
  const amounts = lineAmountsOf(lines, discounts, standard);
  expect(amounts.map(({ discount }) => discount)).toEqual([300, 700, 0, 0, 0]);
  expect(amounts.map(({ pointsShare }) => pointsShare)).toEqual([370, 630, 1_000, 0, 0]);
  expect(amounts[0]).toMatchObject({ goods: { points: 270 }, warranty: { points: 100 } });
});

test('[DEC-183, DEC-233] goods, services, warranties and delivery are taxed, but not gift cards and donations', () => {
  const lines = [
    soldLine({ salesPrice: quetzales(112) }),
    soldLine({ kind: 'gift_card', salesPrice: quetzales(500) }),
    soldLine({ kind: 'donation', regularPrice: quetzales(25) }),
  ];
  const amounts = lineAmountsOf(lines, [], standard);
  expect(taxLinesOf(amounts).map(({ taxRate, iva }) => [taxRate, iva])).toEqual([
    [1_200, 1_200],
    [0, 0],
    [0, 0],
  ]);
  expect(orderTax(amounts, quetzales(56), standard)).toBe(1_800);
});

test('[DEC-233] a warranty is a separate taxed line, at the shop’s rate', () => {
  // Together Q2,697.29 and Q1,797.00 contain Q481.53; separately they contain Q289.00 and Q192.54.
  const goods = { salesPrice: centavos(269_729), warrantyAmount: centavos(179_700) };
  const [line] = lineAmountsOf([soldLine(goods)], [], standard);
  expect([line?.goods.iva, line?.warranty?.iva]).toEqual([28_900, 19_254]);
  const [ofSmallTaxpayer] = lineAmountsOf([soldLine({ ...goods, sellerId: 3, issuerRate: 0 })], [], standard);
  expect([ofSmallTaxpayer?.goods.iva, ofSmallTaxpayer?.warranty?.iva]).toEqual([0, 19_254]);
  const [ofSmallShop] = lineAmountsOf([soldLine({ ...goods, sellerId: 2 })], [], 0);
  expect([ofSmallShop?.goods.iva, ofSmallShop?.warranty?.iva]).toEqual([28_900, 0]);
});

test.each([
  ['a coupon', 'DISCOUNT_UNDEFINED'],
  ['the employee discount', 'DISCOUNT_EMPLOYEE'],
  ['the bank’s discount', 'DISCOUNT_BAM'],
  ['points', 'DISCOUNT_POINTS'],
])('[DEC-233] %s reduces the charge and its IVA', (_, id) => {
  const [line] = lineAmountsOf([soldLine({ salesPrice: quetzales(212) })], [{ id, amount: quetzales(100) }], standard);
  expect([line?.goods.charged, line?.goods.iva]).toEqual([11_200, 1_200]);
});

test('[DEC-233] a line that points pay in full has no charge and no IVA', () => {
  const discounts = [{ id: 'DISCOUNT_POINTS', amount: quetzales(130) }];
  const line = soldLine({ salesPrice: quetzales(100), warrantyAmount: quetzales(30) });
  expect(lineAmountsOf([line], discounts, standard)).toMatchObject([
    { net: 13_000, pointsShare: 13_000, goods: { charged: zero, iva: zero }, warranty: { charged: zero, iva: zero } },
  ]);
});
