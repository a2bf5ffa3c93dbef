import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { stockedLine } from '../testing/lines.ts';
import {
  alreadyAppliedMessage,
  applyCoupon,
  type Coupon,
  type CouponUse,
  couponBoxTexts,
  couponProblem,
  couponStateMs,
  isApplyDisabled,
  isCouponBoxVisible,
  normalizeCouponCode,
  stateAfterApply,
} from './coupon.ts';
import { couponRemovalDelayMs } from './coupon-removal.ts';

const starts = new Date('2026-11-01T06:00:00Z');
const ends = new Date('2026-12-01T05:59:59Z');

const coupon: Coupon = {
  code: 'MAX100',
  label: 'Q100 de descuento',
  value: { kind: 'fixed', amount: quetzales(100) },
  cap: null,
  minimumSubtotal: quetzales(1_000),
  startsAt: starts,
  endsAt: ends,
  totalLimit: 5,
  customerLimit: 2,
};

const use: CouponUse = {
  now: new Date('2026-11-21T12:00:00Z'),
  isSlotTaken: false,
  firstPartyBase: quetzales(1_000),
  uses: 4,
  customerUses: 1,
};

const second = 1_000;

describe('applying a coupon', () => {
  test.each<[string, Partial<Coupon>, Partial<CouponUse>, number]>([
    ['at its minimum and below its limits', {}, {}, 10_000],
    ['on goods below its amount', { minimumSubtotal: centavos(0) }, { firstPartyBase: centavos(9_999) }, 9_999],
    ['at its first moment', {}, { now: starts }, 10_000],
    ['at its last moment', {}, { now: ends }, 10_000],
    [
      'without times and limits',
      { startsAt: null, endsAt: null, totalLimit: null, customerLimit: null },
      { uses: 99, customerUses: 99 },
      10_000,
    ],
    ['in percent with a cap', { value: { kind: 'percent', basisPoints: 1_000 }, cap: quetzales(30) }, {}, 3_000],
  ])('[DEC-78] the discount of a coupon %s', (_, different, otherUse, expected) => {
    expect(applyCoupon({ ...coupon, ...different }, { ...use, ...otherUse })).toEqual({ ok: true, value: expected });
  });

  test.each<[string, Partial<CouponUse>, object]>([
    ['a taken slot', { isSlotTaken: true, uses: 9 }, { code: 'COUPON_ALREADY_APPLIED' }],
    ['before its time', { now: new Date(starts.getTime() - second) }, { code: 'COUPON_NOT_STARTED', startsAt: starts }],
    ['after its time', { now: new Date(ends.getTime() + second) }, { code: 'COUPON_EXPIRED' }],
    ['at its limit', { uses: 5, customerUses: 2 }, { code: 'COUPON_LIMIT_REACHED', limit: 5 }],
    ['at the limit of the customer', { customerUses: 2 }, { code: 'COUPON_CUSTOMER_LIMIT_REACHED', limit: 2 }],
    ['below its minimum', { firstPartyBase: centavos(99_999) }, { code: 'COUPON_BELOW_MINIMUM', minimum: 100_000 }],
  ])('[DEC-78] [CUP-05] refuses a coupon: %s', (_, otherUse, error) => {
    expect(applyCoupon(coupon, { ...use, ...otherUse })).toEqual({ ok: false, error });
  });

  test('[DEC-78] [CUP-05] refuses a coupon without own merchandise, even if it has no minimum', () => {
    const nothing = { ...use, firstPartyBase: centavos(0) };
    const error = { code: 'COUPON_NOT_APPLICABLE' };
    expect(applyCoupon({ ...coupon, minimumSubtotal: centavos(0) }, nothing)).toEqual({ ok: false, error });
  });

  test('[DEC-78] an unknown code is reported even if the cart already has a coupon', () => {
    const error = { code: 'COUPON_NOT_FOUND' };
    expect(applyCoupon(null, { ...use, isSlotTaken: true })).toEqual({ ok: false, error });
  });

  test('[DEC-78] codes ignore upper and lower case', () => {
    expect(normalizeCouponCode(' bienvenido10 ')).toBe('BIENVENIDO10');
  });
});

test.each<[string, Partial<Coupon>, Partial<CouponUse>, string | null]>([
  ['fits', {}, {}, null],
  ['not yet', {}, { now: new Date('2026-10-30T12:00:00Z') }, 'Este cupón vale desde el 1 de noviembre de 2026.'],
  ['too late', {}, { now: new Date('2026-12-02T12:00:00Z') }, 'Este cupón venció el 30 de noviembre de 2026.'],
  ['used up', {}, { uses: 5 }, 'Este cupón ya se usó todas las veces disponibles.'],
  ['used by them', {}, { customerUses: 2 }, 'Este cupón es para 2 compras y ya lo usaste en todas con tu correo.'],
  ['used once', { customerLimit: 1 }, {}, 'Este cupón es para una sola compra y ya lo usaste con tu correo.'],
  [
    'a centavo short',
    {},
    { firstPartyBase: centavos(99_999) },
    'Este cupón es para compras desde Q1,000.00 en productos de la tienda: te faltan Q0.01.',
  ],
  [
    'nothing of ours',
    { minimumSubtotal: centavos(0) },
    { firstPartyBase: centavos(0) },
    'Este cupón descuenta solo productos de la tienda, y tu carrito no tiene.',
  ],
])('[DEC-78] the text names the failed condition and the difference: %s', (_, different, otherUse, expected) => {
  const { now, firstPartyBase, ...uses } = { ...use, ...otherUse };
  expect(couponProblem({ ...coupon, ...different, ...uses }, firstPartyBase, now)).toBe(expected);
});

describe('the coupon box', () => {
  test.each([
    [true, null, 'success', 'Cupon aplicado', null],
    [false, alreadyAppliedMessage, 'used', 'Codigo de cupon ya utilizado. Intenta con otro cupon.', 5_000],
    [false, 'A coupon is already applied', 'used', 'Codigo de cupon ya utilizado. Intenta con otro cupon.', 5_000],
    [false, 'Sorry. A coupon is already applied', 'error', 'Codigo de cupon no valido. Intentalo de nuevo.', 5_000],
    [false, null, 'error', 'Codigo de cupon no valido. Intentalo de nuevo.', 5_000],
  ] as const)(
    '[CUP-03] [CUP-07] [CUP-08] [CUP-09] after a call with applied = %s and message %s, its state is %s',
    (isApplied, message, state, text, time) => {
      expect(stateAfterApply(isApplied, message)).toBe(state);
      expect(couponBoxTexts[state]).toBe(text);
      expect(couponStateMs(state)).toBe(time);
    },
  );

  test('[CUP-04] [CUP-10] [CONST-05] a failed removal shows its message for five seconds', () => {
    expect(couponBoxTexts.remove_error).toBe('No fue posible borrar el cupon. Intenta de nuevo.');
    expect(couponStateMs('remove_error')).toBe(5_000);
    expect(couponRemovalDelayMs).toBe(500);
    expect(alreadyAppliedMessage).toBe('A coupon is already applied to this cart');
  });

  test.each([
    ['shown', true, [stockedLine()], true],
    ['flag off', false, [stockedLine()], false],
    ['empty cart', true, [], false],
    ['a line to remove', true, [stockedLine({ status: 'OUT_OF_STOCK' })], false],
  ])('[CUP-02] the box is shown: %s', (_, flag, lines, expected) => {
    expect(isCouponBoxVisible(flag, lines)).toBe(expected);
  });

  test('[CUP-01] the button is disabled without a code', () => {
    expect([isApplyDisabled(' '), isApplyDisabled('A')]).toEqual([true, false]);
  });
});
