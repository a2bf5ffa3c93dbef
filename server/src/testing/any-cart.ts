import { centavos, zero } from '@ceiba/domain/money/money';
import fc from 'fast-check';
import { emptyCart, type LineFacts, type StoredCart } from '../carts/cart-snapshot.ts';

/** A line of one unit that can be ordered. */
export const lineOf = (salesPrice: number, changes: Partial<LineFacts> = {}): LineFacts => ({
  ...{ id: 'line', productId: 1, sku: 'FRE-0003', kind: 'goods', sellerId: 1, issuerRate: 1_200, quantity: 1 },
  ...{
    status: 'IN_STOCK',
    salesPrice: centavos(salesPrice),
    regularPrice: centavos(salesPrice),
    salableQuantity: null,
  },
  ...{ onSale: false, warranty: null, giftCard: null, parentSku: null, eventUrl: null },
  ...{ isRestricted: false, isDropshipping: false },
  ...changes,
});

/** A guest's cart for delivery. */
export const cartOf = (lines: LineFacts[], changes: Partial<StoredCart<LineFacts>> = {}): StoredCart<LineFacts> => ({
  ...emptyCart('cart', new Date(0)),
  deliveryType: 'delivery',
  lines,
  ...changes,
});

/** Amounts within Q60 of a limit: the minimum of cuotas and of each of their plans, cash, CF, free delivery. */
const around = (amount: number) => fc.integer({ min: -60_00, max: 60_00 }).map((change) => amount + change);
const total = fc.oneof(around(500_00), around(555_00), around(1_000_00), around(2_500_00), around(2_778_00));

const amountOrNone = fc.constantFrom(0, 0, 0, 100_00, 349_99);

/** Carts near the limits of payment methods, with all properties that change the amount on a card. */
export const anyCart = fc
  .record({
    goods: total,
    quantity: fc.constantFrom(1, 1, 1, 2, 3),
    giftCard: fc.constantFrom(0, 0, 100_00),
    service: amountOrNone,
    thirdParty: amountOrNone,
    warranty: amountOrNone,
    isEmployee: fc.boolean(),
    coupon: fc.option(fc.record({ basisPoints: fc.constantFrom(500, 1_000, 9_900), cap: fc.option(around(100_00)) })),
    points: fc.option(fc.oneof(fc.constantFrom(50_00, 500_00, 2_000_00, 2_700_00), around(2_450_00))),
    deliveryType: fc.constantFrom('delivery' as const, 'storepickup' as const, null),
  })
  .map(({ goods, quantity, giftCard, service, thirdParty, warranty, coupon, points, ...rest }) =>
    cartOf(
      [
        lineOf(goods, {
          quantity,
          warranty: warranty === 0 ? null : { id: 1, sku: 'GAR', label: 'Garantía', amount: centavos(warranty) },
        }),
        ...(giftCard === 0 ? [] : [lineOf(giftCard, { kind: 'gift_card' })]),
        ...(service === 0 ? [] : [lineOf(service, { kind: 'service' })]),
        ...(thirdParty === 0 ? [] : [lineOf(thirdParty, { sellerId: 2 })]),
      ],
      {
        ...rest,
        // Coupon and points share one slot (DIF-33).
        coupon: coupon && {
          code: 'BIENVENIDO',
          label: 'Bienvenida',
          value: { kind: 'percent', basisPoints: coupon.basisPoints },
          cap: coupon.cap === null ? null : centavos(coupon.cap),
          minimumSubtotal: zero,
        },
        certificate:
          points === null || coupon !== null ? null : { code: 'C', program: 'BiPoints', amount: centavos(points) },
      },
    ),
  );
