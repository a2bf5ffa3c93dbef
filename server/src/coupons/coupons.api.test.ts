import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct, changeLine, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { cash, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let speaker: number;

const now = new Date('2026-11-21T12:00:00-06:00');

beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop;
  await createShopBasics(db);
  speaker = await createProduct(db, { sku: 'SPEAKER', price: 450_00, stock: 500 });
  await createWarranty(db, { sku: 'W-12', productId: speaker, amount: 45_00 });
  await createProduct(db, { sku: 'LENS', sellerId: 2, offerId: 'OF-1', price: 100_00 });
  await createProduct(db, { sku: 'CARD', kind: 'gift_card', price: 200_00 });
  await db.pool.query(
    `insert into coupons (code, label, percent_bp, amount, cap, minimum_subtotal, starts_at, ends_at, total_limit, customer_limit)
     values ('DIEZ', '10% de bienvenida', 1000, null, 5000, 0, null, null, null, null),
       ('MENOS100', 'Q100 de descuento', null, 10000, null, 90000, null, null, null, null),
       ('MAÑANA', 'Mañana', 1000, null, null, 0, '2026-11-22', null, null, null),
       ('AYER', 'Ayer', 1000, null, null, 0, null, '2026-11-20', null, null),
       ('AGOTADO', 'Agotado', 1000, null, null, 0, null, null, 0, null),
       ('UNAVEZ', 'Una vez', null, 1000, null, 0, null, null, null, 1)`,
  );
  shop.setNow(now);
});
afterAll(() => shop.close());

const gtq = (value: number) => ({ value, currency: 'GTQ' });

const apply = (cartId: string, couponCode: string) => shop.call('applyCoupon', { body: { cartId, couponCode } });
const remove = (id: string) => shop.call('removeCoupon', { params: { id } });

const cartWith = async (...skus: string[]): Promise<string> => {
  const id = await openCart(shop);
  for (const sku of skus) done(await addProduct(shop, id, sku));
  return id;
};

/** The only row that `statement` returns. */
const only = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row | undefined> =>
  (await shop.db.pool.query<Row>(statement, values)).rows[0];

test('[API-40, CUP-13, CART-04] an applied coupon returns its discount, and the cart shows it as DISCOUNT_UNDEFINED', async () => {
  const cartId = await cartWith('SPEAKER');
  expect(done(await apply(cartId, 'DIEZ'))).toEqual({
    status: 200,
    data: { appliedCoupon: { code: 'DIEZ', discountAmount: 45, label: '10% de bienvenida' } },
  });
  expect(await readCart(shop, cartId)).toMatchObject({
    appliedCoupons: [{ code: 'DIEZ' }],
    prices: {
      grandTotal: gtq(405),
      discount: gtq(45),
      discounts: [{ id: 'DISCOUNT_UNDEFINED', amount: 45, label: ['10% de bienvenida'], currency: 'GTQ' }],
    },
  });
});

test('[CART-30] the total is the subtotal minus the coupon, which is capped and ignores warranties', async () => {
  const cartId = await openCart(shop);
  done(await addProduct(shop, cartId, 'SPEAKER', { quantity: 2, warranty: 'W-12' }));
  // 10 % of Q900 is more than its cap of Q50.
  expect(done(await apply(cartId, 'DIEZ')).data.appliedCoupon.discountAmount).toBe(50);
  const { prices } = await readCart(shop, cartId);
  expect(prices).toMatchObject({ subtotal: gtq(900), warranties: gtq(90), discount: gtq(50), grandTotal: gtq(940) });
});

test('[DEC-78] codes ignore case and outer spaces', async () => {
  const cartId = await cartWith('SPEAKER');
  expect(done(await apply(cartId, ' diez ')).data.appliedCoupon.code).toBe('DIEZ');
});

describe('[DEC-78] refused, and the cart stays unchanged', () => {
  test.each([
    ['an unknown code', 'NADA', 404, 'COUPON_NOT_FOUND', 'No encontramos este cupón.'],
    ['before its time', 'mañana', 400, 'COUPON_NOT_STARTED', 'Este cupón todavía no está vigente.'],
    ['after its time', 'AYER', 400, 'COUPON_EXPIRED', 'Este cupón ya venció.'],
    ['used up', 'AGOTADO', 400, 'COUPON_LIMIT_REACHED', 'Este cupón ya se usó todas las veces disponibles.'],
    [
      'under its minimum',
      'MENOS100',
      400,
      'COUPON_BELOW_MINIMUM',
      'Este cupón es para compras desde Q900.00 en productos de la tienda.',
    ],
  ])('%s', async (_, code, status, error, message) => {
    const cartId = await cartWith('SPEAKER');
    const before = await only('select * from carts where id = $1', [cartId]);
    expect(await apply(cartId, code)).toMatchObject({ ok: false, error: { status, code: error, message } });
    expect(await only('select * from carts where id = $1', [cartId])).toEqual(before);
  });

  test('[DEC-198] gift cards and other sellers’ goods do not count towards the cart’s minimum', async () => {
    const cartId = await cartWith('SPEAKER');
    const itemAdditionalInfo = {
      giftcardEmail: 'ana@correo.gt',
      giftcardName: 'Ana',
      giftcardDeliveryDate: '2026-12-24',
    };
    done(await addProduct(shop, cartId, 'CARD', { itemAdditionalInfo }));
    done(await addProduct(shop, cartId, 'LENS', { offerId: 'OF-1', quantity: 5 }));
    expect((await readCart(shop, cartId)).prices.subtotal).toEqual(gtq(1_150));
    expect(codeOf(await apply(cartId, 'MENOS100'))).toBe('COUPON_BELOW_MINIMUM');
    done(await addProduct(shop, cartId, 'SPEAKER'));
    expect(done(await apply(cartId, 'MENOS100')).data.appliedCoupon.discountAmount).toBe(100);
  });

  test('for goods of other sellers and gift cards, to which coupons do not apply', async () => {
    const cartId = await openCart(shop);
    done(await addProduct(shop, cartId, 'LENS', { offerId: 'OF-1' }));
    const itemAdditionalInfo = {
      giftcardEmail: 'ana@correo.gt',
      giftcardName: 'Ana',
      giftcardDeliveryDate: '2026-12-24',
    };
    done(await addProduct(shop, cartId, 'CARD', { itemAdditionalInfo }));
    const answer = await apply(cartId, 'DIEZ');
    expect(answer).toMatchObject({ error: { status: 400, code: 'COUPON_NOT_APPLICABLE' } });
    expect((await readCart(shop, cartId)).appliedCoupons).toEqual([]);
  });

  test('for a second use, if each customer has one, and the e-mail’s letter case does not matter', async () => {
    const lines = [{ productId: speaker, quantity: 1 }];
    const first = await prepareCart(shop, { lines, email: 'Ana@Correo.gt', couponCode: 'UNAVEZ' });
    expect(outcomeOf(await postOrder(shop, { cartId: first, payments: [cash(470)] }))).toMatch(/^200/);
    const second = await prepareCart(shop, { lines, email: 'ana@correo.gt' });
    expect(await apply(second, 'UNAVEZ')).toMatchObject({
      error: {
        status: 400,
        code: 'COUPON_CUSTOMER_LIMIT_REACHED',
        message: 'Ya usaste este cupón las veces permitidas.',
      },
    });
    const other = await prepareCart(shop, { lines, email: 'eva@correo.gt' });
    expect(codeOf(await apply(other, 'UNAVEZ'))).toBe('ok');
  });

  test('for an unknown cart, and for an ordered cart', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await apply(unknown, 'DIEZ')).toMatchObject({ error: { status: 404, code: 'CART_NOT_FOUND' } });
    expect(await remove(unknown)).toMatchObject({ error: { status: 404, code: 'CART_NOT_FOUND' } });
    const cartId = await cartWith('SPEAKER');
    await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [cartId]);
    expect(await apply(cartId, 'DIEZ')).toMatchObject({ error: { status: 409, code: 'CART_CLOSED' } });
    expect(await remove(cartId)).toMatchObject({ error: { status: 409, code: 'CART_CLOSED' } });
    await shop.db.pool.query("update carts set status = 'placing' where id = $1", [cartId]);
    expect(await remove(cartId)).toMatchObject({ error: { status: 409, code: 'ORDER_IN_PROGRESS' } });
    await shop.db.pool.query("update carts set status = 'closed' where id = $1", [cartId]);
  });
});

test('[DEC-78] a limit per customer uses the call’s e-mail before the cart has an e-mail', async () => {
  await shop.db.pool.query(
    "insert into coupons (code, label, amount, customer_limit) values ('SOLOUNO', 'Uno', 1000, 1)",
  );
  const lines = [{ productId: speaker, quantity: 1 }];
  const first = await prepareCart(shop, { lines, email: 'ida@correo.gt', couponCode: 'SOLOUNO' });
  expect(outcomeOf(await postOrder(shop, { cartId: first, payments: [cash(470)] }))).toMatch(/^200/);
  const cartId = await cartWith('SPEAKER');
  const judge = (email: string) => shop.call('applyCoupon', { body: { cartId, couponCode: 'SOLOUNO', email } });
  expect(await judge(' Ida@correo.gt')).toMatchObject({
    error: {
      code: 'COUPON_CUSTOMER_LIMIT_REACHED',
      metadata: { condition: 'Este cupón es para una sola compra y ya lo usaste con tu correo.' },
    },
  });
  expect(codeOf(await judge('eva@correo.gt'))).toBe('ok');
});

test('[DEC-78] a cart names a lost coupon with the reason, until it qualifies again', async () => {
  const cartId = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, cartId, 'SPEAKER', { quantity: 2 }));
  expect((await readCart(shop, cartId)).couponProblem).toBeNull();
  done(await apply(cartId, 'MENOS100'));
  const change = (quantity: number) =>
    shop.call('changeCartProduct', { params: { id: cartId }, body: { cartItemId, quantity } });
  const condition = 'Este cupón es para compras desde Q900.00 en productos de la tienda: te faltan Q450.00.';
  expect(done(await change(1)).couponProblem).toEqual({ code: 'MENOS100', condition });
  expect(await readCart(shop, cartId)).toMatchObject({
    appliedCoupons: [],
    couponProblem: { code: 'MENOS100', condition },
  });
  expect(done(await change(2))).toMatchObject({ appliedCoupons: [{ code: 'MENOS100' }], couponProblem: null });
});

describe('one slot', () => {
  const taken = { status: 409, code: 'COUPON_ALREADY_APPLIED', message: 'A coupon is already applied to this cart' };

  test('[CUP-05, DIF-33] a second coupon is refused, and the first stays', async () => {
    const cartId = await cartWith('SPEAKER', 'SPEAKER');
    done(await apply(cartId, 'DIEZ'));
    expect(await apply(cartId, 'MENOS100')).toMatchObject({ error: taken });
    expect((await readCart(shop, cartId)).appliedCoupons).toEqual([{ code: 'DIEZ' }]);
  });

  test('[CUP-05, DEC-202] applying the same coupon again repeats the answer and changes nothing', async () => {
    const cartId = await cartWith('SPEAKER');
    const rowOf = async () => (await shop.db.pool.query('select * from carts where id = $1', [cartId])).rows;
    const first = done(await apply(cartId, 'DIEZ'));
    const before = await rowOf();
    shop.setNow(new Date(now.getTime() + 60_000));
    expect(done(await apply(cartId, 'diez'))).toEqual(first);
    expect(await rowOf()).toEqual(before);
    shop.setNow(now);
  });

  test('[CUP-05] of two concurrent coupons, one is applied', async () => {
    const cartId = await cartWith('SPEAKER', 'SPEAKER');
    const codes = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        codeOf(await apply(cartId, index % 2 === 0 ? 'DIEZ' : 'MENOS100')),
      ),
    );
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 'COUPON_ALREADY_APPLIED'),
      ...Array.from({ length: 10 }, () => 'ok'),
    ]);
  });

  test('[DIF-33, CART-04] a points certificate also takes the slot, and reduces the price', async () => {
    const cartId = await cartWith('SPEAKER');
    const code = '00000000-0000-4000-8000-0000000000ce';
    await shop.db.pool.query(
      `with certificate as (
         insert into points_certificates (code, offer_id, cart_id, program, account, amount, points, status, issued_at)
         values ($2, $1, $1, 'BiPoints', 'a', 10000, 1000, 'held', now()))
       update carts set certificate_code = $2::text, certificate_amount = 10000 where id = $1`,
      [cartId, code],
    );
    expect(await apply(cartId, 'DIEZ')).toMatchObject({ error: taken });
    expect(await readCart(shop, cartId)).toMatchObject({
      appliedCoupons: [{ code }],
      prices: { grandTotal: gtq(350), discounts: [{ id: 'DISCOUNT_POINTS', label: ['Puntos aplicados'] }] },
    });
    const both = "update carts set coupon_code = 'DIEZ' where id = $1";
    await expect(shop.db.pool.query(both, [cartId])).rejects.toThrow('carts_one_slot');
  });

  test('a new coupon replaces a coupon that has ended', async () => {
    await shop.db.pool.query("insert into coupons (code, label, amount) values ('BREVE', 'Breve', 1000)");
    const cartId = await cartWith('SPEAKER');
    done(await apply(cartId, 'BREVE'));
    await shop.db.pool.query("update coupons set ends_at = $1 where code = 'BREVE'", [new Date(now.getTime() - 1)]);
    expect(await readCart(shop, cartId)).toMatchObject({ appliedCoupons: [], prices: { grandTotal: gtq(450) } });
    expect(codeOf(await apply(cartId, 'DIEZ'))).toBe('ok');
  });
});

test('[API-37, CUP-12] removing a coupon answers 200 with the new total, even if there is no coupon', async () => {
  const cartId = await cartWith('SPEAKER');
  done(await apply(cartId, 'DIEZ'));
  const answer = { status: 200, data: { grandTotal: gtq(450) } };
  expect(done(await remove(cartId))).toEqual(answer);
  expect(done(await remove(cartId))).toEqual(answer);
  expect((await readCart(shop, cartId)).appliedCoupons).toEqual([]);
});

test('[DEC-158] while the flag is off, coupons can be removed but not applied', async () => {
  const cartId = await cartWith('SPEAKER');
  done(await apply(cartId, 'DIEZ'));
  const other = await cartWith('SPEAKER');
  await shop.db.pool.query("update flags set enabled = false where name = 'coupons'");
  expect(await apply(other, 'DIEZ')).toMatchObject({ error: { status: 403, code: 'FEATURE_DISABLED' } });
  expect(codeOf(await remove(cartId))).toBe('ok');
  await shop.db.pool.query("update flags set enabled = true where name = 'coupons'");
});

describe('from the cart to the order', () => {
  const lines = () => [{ productId: speaker, quantity: 1 }];
  const usesOf = (code: string) =>
    only<{ used_count: number }>('select used_count from coupons where code = $1', [code]);

  test('[CUP-11, DEC-78] the order uses up a coupon, the cart does not', async () => {
    await shop.db.pool.query("insert into coupons (code, label, amount, total_limit) values ('DOS', 'Dos', 1000, 2)");
    const carts = await Promise.all([1, 2, 3].map(() => prepareCart(shop, { lines: lines() })));
    for (const cartId of carts) expect(codeOf(await apply(cartId, 'DOS'))).toBe('ok');
    expect(await usesOf('DOS')).toEqual({ used_count: 0 });
    const [first = '', second = '', third = ''] = carts;
    expect(outcomeOf(await postOrder(shop, { cartId: first, payments: [cash(470)] }))).toMatch(/^200/);
    expect(outcomeOf(await postOrder(shop, { cartId: second, payments: [cash(470)] }))).toMatch(/^200/);
    expect(await usesOf('DOS')).toEqual({ used_count: 2 });
    // The third order is too late. Its cart reports the lost coupon, and the order is placed without a coupon.
    expect(outcomeOf(await postOrder(shop, { cartId: third, payments: [cash(470)] }))).toBe('409 PAY_AMOUNT_MISMATCH');
    expect(await readCart(shop, third)).toMatchObject({ appliedCoupons: [], prices: { grandTotal: gtq(480) } });
    expect(outcomeOf(await postOrder(shop, { cartId: third, payments: [cash(480)] }))).toMatch(/^200/);
    expect(await only('select coupon_code from orders where cart_id = $1', [third])).toEqual({ coupon_code: null });
    // An ordered cart still shows the coupon that its own order used up.
    expect((await readCart(shop, second)).appliedCoupons).toEqual([{ code: 'DOS' }]);
  });

  test('a coupon that no longer suits the cart is neither shown nor used', async () => {
    await shop.db.pool.query(
      "insert into coupons (code, label, amount, minimum_subtotal) values ('GRANDE', 'Grande', 1000, 90000)",
    );
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
    done(await apply(cartId, 'GRANDE'));
    const line = (await readCart(shop, cartId)).items[0]?.cartItemId ?? '';
    done(await changeLine(shop, cartId, line, 1));
    expect(await readCart(shop, cartId)).toMatchObject({ appliedCoupons: [], prices: { grandTotal: gtq(480) } });
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(480)] }))).toMatch(/^200/);
    expect(await usesOf('GRANDE')).toEqual({ used_count: 0 });
  });

  test('[DEC-104] an order may repeat the coupon as a payment, which has no effect', async () => {
    const cartId = await prepareCart(shop, { lines: lines() });
    done(await apply(cartId, 'DIEZ'));
    const coupon = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 45 };
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [coupon, cash(435)] }))).toMatch(/^200/);
    expect(await only('select coupon_code, discount, total from orders where cart_id = $1', [cartId])).toEqual({
      coupon_code: 'DIEZ',
      discount: 45_00,
      total: 435_00,
    });
  });
});
