import { randomUUID } from 'node:crypto';
import { readinessMessages } from '@ceiba/domain/carts/readiness';
import { addDays, addYears, type CivilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { payErrors } from '@ceiba/domain/payments/payment-errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { done } from '../../testing/cart-calls.ts';
import {
  card,
  cash,
  installments,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../../testing/order-facts.ts';
import { makeEmployee, type SignedInCustomer, signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
let soldOut: number;
let few: number;
let tv: number;
let giftCard: number;
beforeAll(async () => {
  open = await openShopWithBank();
  const { db } = open.shop;
  await createShopBasics(db);
  speaker = await createProduct(db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  soldOut = await createProduct(db, { sku: 'SOLD-OUT', stock: 0 });
  few = await createProduct(db, { sku: 'FEW', stock: 1 });
  tv = await createProduct(db, { sku: 'TV', price: 2_470_00, stock: 1000 });
  giftCard = await createProduct(db, { sku: 'GIFT', kind: 'gift_card', price: 100_00 });
});
afterAll(async () => {
  expect(await open.bank.charges()).toEqual([]);
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

/** Pays for a cart and returns the outcome. A refusal before the gateway writes nothing at all. */
const refusalOf = async (cart: ReadyCart, payments: readonly object[]): Promise<string> => {
  const { shop } = open;
  const cartId = await prepareCart(shop, cart);
  const before = await stateOf(shop.db, cartId);
  const outcome = outcomeOf(await postOrder(shop, { cartId, payments }, randomUUID()));
  if (!outcome.startsWith('200')) {
    expect(await stateOf(shop.db, cartId)).toEqual(before);
    const orders = await shop.db.pool.query('select id from orders where cart_id = $1', [cartId]);
    expect(orders.rows).toEqual([]);
    const keys = await shop.db.pool.query('select key from idempotency_keys');
    expect(keys.rows).toEqual([]);
  }
  return outcome;
};

const one = () => ({ productId: speaker, quantity: 1 });

describe('products that were valid when they were added to the cart', () => {
  const today = new Date();
  const dayFrom = (days: number): CivilDate => addDays(guatemalaDate(today), days);
  const aYearOn = addYears(guatemalaDate(today), 1);

  test.each(['gift_card', 'service'] as const)(
    '[CART-19, DEC-135] a %s that lost its price is not sold for Q0.00',
    async (kind) => {
      const { db } = open.shop;
      const productId = await createProduct(db, { sku: `PRICELESS-${kind}`, kind, price: 100_00 });
      await db.pool.query('update products set sales_price = null, regular_price = null where id = $1', [productId]);
      const lines = [{ productId, quantity: 1 }];
      expect(await refusalOf({ lines }, [cash(0)])).toBe('409 OUT_OF_STOCK');
      expect(await refusalOf({ lines: [...lines, one()] }, [cash(130)])).toBe('409 OUT_OF_STOCK');
    },
  );

  test.each(['gift_card', 'service'] as const)(
    '[CART-19, DEC-135] a %s removed from the shop cannot be ordered',
    async (kind) => {
      const { shop } = open;
      const productId = await createProduct(shop.db, {
        sku: `WITHDRAWN-${kind}`,
        kind,
        price: 100_00,
        isPublished: false,
      });
      const cart = { lines: [{ productId, quantity: 1 }] };
      expect(await refusalOf(cart, [cash(100)])).toBe('409 OUT_OF_STOCK');
      const id = await prepareCart(shop, cart);
      expect(done(await shop.call('getCart', { params: { id } })).items).toMatchObject([
        { productNeedsToBeRemovedFromCart: true },
      ]);
    },
  );

  test.each([
    ['another seller’s', 'seller_id = 3'],
    ['the shop’s own', 'seller_id = 1'],
    ['another of the same seller’s', "offer_id = 'OF-OTHER'"],
  ])(
    '[SEL-07] [DEC-135] an offer that became %s is not sold in place of the offer in the cart',
    async (name, change) => {
      const { shop } = open;
      await shop.db.pool.query(
        "insert into sellers (id, title, slug) values (3, 'Vista', 'vista') on conflict do nothing",
      );
      const productId = await createProduct(shop.db, { sku: `HANDED-ON ${name}`, sellerId: 2, offerId: 'OF-HANDED' });
      const id = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
      const lineOf = async () => done(await shop.call('getCart', { params: { id } })).items[0];
      expect(await lineOf()).toMatchObject({ status: 'IN_STOCK', productNeedsToBeRemovedFromCart: false });
      await shop.db.pool.query(`update products set ${change} where id = $1`, [productId]);
      expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [cash(130)] }))).toBe('409 OUT_OF_STOCK');
      expect(await lineOf()).toMatchObject({ status: 'OUT_OF_STOCK', productNeedsToBeRemovedFromCart: true });
    },
  );

  test.each([
    ['yesterday', dayFrom(-1), '400 GIFT_CARD_DATA_REQUIRED'],
    ['today', dayFrom(0), 'goes on'],
    ['one year from today', aYearOn, 'goes on'],
    ['one year and a day from today', addDays(aYearOn, 1), '400 GIFT_CARD_DATA_REQUIRED'],
  ])('[DEC-83] an order checks the delivery date of its gift card: %s', async (_, giftCardDate, outcome) => {
    const lines = [{ productId: giftCard, quantity: 1, giftCardDate }];
    const refusal = await refusalOf({ lines }, [wrongPayment]);
    expect(refusal.replace('400 PAY_METHOD_NOT_ALLOWED', 'goes on')).toBe(outcome);
  });

  test('[DEC-89, DEL-18] a product that was restricted after the choice of delivery is not delivered', async () => {
    const { shop } = open;
    const productId = await createProduct(shop.db, { sku: 'TYRE', price: 100_00 });
    const id = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
    await shop.db.pool.query('update products set is_restricted = true where id = $1', [productId]);
    expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [cash(130)] }))).toBe(
      '400 SHIPPING_METHOD_REQUIRED',
    );
    const [address] = done(await shop.call('getCart', { params: { id } })).shippingAddresses ?? [];
    expect(address?.selectedShippingMethod).toBeNull();
    const method = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
    expect(await shop.call('setCartShippingMethod', { params: { id }, body: method })).toMatchObject({
      error: { code: 'SHIPPING_METHOD_NOT_ALLOWED' },
    });
    const pickup = { lines: [{ productId, quantity: 1 }], shippingMethod: 'pickup', storeCode: 'MAX' } as const;
    expect(await refusalOf(pickup, [wrongPayment])).toBe('400 PAY_METHOD_NOT_ALLOWED');
  });
});

test('[EMP-03, DEC-135] an employee’s order without NIT is always refused, and a customer’s is not', async () => {
  const { shop } = open;
  const [employee, customer] = await Promise.all(
    ['empleada@correo.gt', 'clienta@correo.gt'].map((email) => signInCustomer(shop.db, email, new Date())),
  );
  if (employee === undefined || customer === undefined) throw new Error('nobody signed in');
  await makeEmployee(shop.db, employee);
  const outcome = async ({ id, headers }: SignedInCustomer, billing: { nit: string; documentType: string }) => {
    const cartId = await prepareCart(shop, { lines: [one()], billing });
    await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [cartId, id]);
    const payload = { cartId, payments: [wrongPayment] };
    return outcomeOf(await shop.inject({ method: 'POST', url: '/v1/orders', payload, headers }));
  };
  const refused = '400 REQUIRED_NIT_MAX_AMOUNT';
  for (const billing of [
    { nit: 'CF', documentType: 'CF' },
    { nit: '1234567890101', documentType: 'DPI' },
    { nit: 'AB12345', documentType: 'Pasaporte' },
  ]) {
    expect(await outcome(employee, billing), billing.documentType).toBe(refused);
    expect(await outcome(customer, billing), billing.documentType).not.toBe(refused);
  }
  expect(await outcome(employee, { nit: '576937K', documentType: 'NIT' })).toBe('400 PAY_METHOD_NOT_ALLOWED');
});

test.each([
  [2_499_99, '400 PAY_METHOD_NOT_ALLOWED'],
  [2_500_00, '400 REQUIRED_NIT_MAX_AMOUNT'],
  [2_500_01, '400 REQUIRED_NIT_MAX_AMOUNT'],
])('[CONST-13, DEC-135] an order of %d centavos that is billed to CF: %s', async (price, outcome) => {
  const productId = await createProduct(open.shop.db, { sku: `CF-${price}`, price, stock: 1 });
  const billing = { nit: 'CF', documentType: 'CF' };
  const cart = { lines: [{ productId, quantity: 1 }], billing, shippingMethod: 'pickup', storeCode: 'MAX' } as const;
  expect(await refusalOf(cart, [wrongPayment])).toBe(outcome);
});

/** A payment that fails all checks that follow readiness. */
const wrongPayment = { paymentType: 'Bitcoin', paymentPlan: 3, paymentAmount: 1 };

test.each([
  ['a kind the shop does not know', { ...cash(100), paymentType: 'Bitcoin' }],
  ['cash under another name', { ...cash(100), paymentType: 'cash' }],
])('[PAY-05, DEC-125] %s is not accepted as a payment, even if everything else is right', async (_, payment) => {
  const cart = { lines: [one()], shippingMethod: 'pickup', storeCode: 'MAX' } as const;
  expect(await refusalOf(cart, [payment])).toBe('400 PAY_METHOD_NOT_ALLOWED');
});

describe('[DEC-135, DEC-172] readiness checks run in their order, and each cart also fails all later checks', () => {
  const broken: ReadyCart = {
    lines: [],
    email: null,
    shippingMethod: null,
    storeCode: null,
    billing: null,
    payment: null,
  };
  const cases: [code: string, cart: () => ReadyCart][] = [
    ['400 NO_PRODUCTS', () => broken],
    ['400 NO_PRODUCTS', () => ({ ...broken, donation: 10_00 })],
    [
      '409 OUT_OF_STOCK',
      () => ({
        ...broken,
        lines: [
          { productId: few, quantity: 2 },
          { productId: soldOut, quantity: 1 },
        ],
      }),
    ],
    ['409 QUANTITY_GREATER_THAN_STOCK', () => ({ ...broken, lines: [{ productId: few, quantity: 2 }] })],
    ['400 EMAIL_REQUIRED', () => ({ ...broken, lines: [one()] })],
    ['400 SHIPPING_METHOD_REQUIRED', () => ({ ...broken, lines: [one()], email: 'a@b.gt' })],
    ['400 STORE_REQUIRED', () => ({ ...broken, lines: [one()], email: 'a@b.gt', shippingMethod: 'pickup' })],
    [
      '400 BILLING_ADDRESS_REQUIRED',
      () => ({ ...broken, lines: [one()], email: 'a@b.gt', shippingMethod: 'pickup', storeCode: 'MAX' }),
    ],
    [
      '400 REQUIRED_NIT_MAX_AMOUNT',
      () => ({ lines: [{ productId: tv, quantity: 2 }], billing: { nit: 'CF', documentType: 'CF' }, payment: null }),
    ],
    // An invalid identity counts as CF (DEC-189). A cart from before that check may have an invalid identity.
    [
      '400 REQUIRED_NIT_MAX_AMOUNT',
      () => ({ lines: [{ productId: tv, quantity: 2 }], billing: { nit: 'X', documentType: 'NIT' }, payment: null }),
    ],
    ['400 PAYMENT_METHOD_REQUIRED', () => ({ lines: [one()], payment: null })],
  ];
  for (const [index, [code, cart]] of cases.entries()) {
    test(`${index + 1}: ${code}`, async () => {
      expect(await refusalOf(cart(), [wrongPayment])).toBe(code);
    });
  }

  test('[DEC-80] PRODUCT_ON_SALE_IN_CART: a flash sale starts after the product was added', async () => {
    const { shop } = open;
    const productId = await createProduct(shop.db, { sku: 'FLASH', stock: 5 });
    const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }], email: null });
    await shop.db.pool.query(
      `insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, now() + interval '10 ms', now() + interval '1 hour')`,
      [productId],
    );
    shop.setNow(new Date(Date.now() + 1_000));
    const answer = await postOrder(shop, { cartId, payments: [wrongPayment] });
    shop.setNow(undefined);
    expect(outcomeOf(answer)).toBe('409 PRODUCT_ON_SALE_IN_CART');
  });

  test('[DEC-135] the refusal has the default message of its code', async () => {
    const cartId = await prepareCart(open.shop, { lines: [], email: null });
    const answer = await postOrder(open.shop, { cartId, payments: [cash(1)] });
    expect(answer.json()).toMatchObject({
      status: 400,
      message: readinessMessages.NO_PRODUCTS,
      error: { code: 'NO_PRODUCTS', message: readinessMessages.NO_PRODUCTS, metadata: { mgtoCode: 'NO_PRODUCTS' } },
    });
  });
});

describe('[DEC-172] payment checks run in their order, and each order also fails all later checks', () => {
  const cases: [code: string, payment: object][] = [
    ['400 PAY_METHOD_NOT_ALLOWED', { ...wrongPayment }],
    ['400 PAY_METHOD_NOT_ALLOWED', { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: 1 }],
    ['409 PAY_AMOUNT_MISMATCH', { paymentType: 'Card', paymentPlan: 3, paymentAmount: 129.99 }],
    ['409 PAY_AMOUNT_MISMATCH', { paymentType: 'Card', paymentPlan: 3, paymentAmount: 130.01 }],
    ['400 PAY_PLAN_NOT_ALLOWED', { paymentType: 'Card', paymentPlan: 3, paymentAmount: 130 }],
    ['400 PAY_PLAN_NOT_ALLOWED', { ...card(130), paymentPlan: 0 }],
    ['400 PAY_PLAN_NOT_ALLOWED', { ...cash(130), paymentPlan: 1 }],
    ['400 VALIDATION_ERROR', { ...card(130), ccNumber: undefined, ccDate: '01/20', ccCVV: '1' }],
    ['400 VALIDATION_ERROR', { ...card(130, '4111111111111112'), ccDate: '01/20', ccCVV: '' }],
    ['400 VALIDATION_ERROR', { ...card(130), ccOwner: '  ' }],
    ['400 PAY_INVALID_CARD', { ...card(130, '4111111111111112'), ccDate: '01/20', ccCVV: '1' }],
    ['400 PAY_INVALID_CARD', { ...card(130, '411111111111111'), ccDate: '01/20' }],
    ['400 PAY_INVALID_CARD', { ...card(130, '6011000990139424'), ccDate: '01/20' }],
    ['400 PAY_EXPIRED_CARD', { ...card(130), ccDate: '01/20', ccCVV: '1' }],
    ['400 PAY_EXPIRED_CARD', { ...card(130), ccDate: '13/39', ccCVV: '1' }],
    ['400 PAY_EXPIRED_CARD', { ...card(130), ccDate: 'nunca', ccCVV: '1' }],
    ['400 PAY_INVALID_CVV', { ...card(130), ccCVV: '12' }],
    ['400 PAY_INVALID_CVV', { ...card(130), ccCVV: '12345' }],
    ['400 PAY_TOKEN_INVALID', { ...card(130), ccNumber: undefined, token: 'tok_1', tokenType: 'InstrumentToken' }],
    ['409 PAY_POINTS_UNAVAILABLE', { paymentType: 'BiPoints', paymentPlan: 0, paymentAmount: 130 }],
  ];
  for (const [index, [code, payment]] of cases.entries()) {
    test(`${index + 1}: ${code}`, async () => {
      expect(await refusalOf({ lines: [one()] }, [payment])).toBe(code);
    });
  }

  test('[DEC-06] an amount with three decimals is refused before the cart is checked', async () => {
    expect(await refusalOf({ lines: [], email: null }, [{ ...cash(130), paymentAmount: 129.999 }])).toBe(
      '400 VALIDATION_ERROR',
    );
  });

  test('[DEC-173] the refusal names missing card fields, with the texts of the card form', async () => {
    const cartId = await prepareCart(open.shop, { lines: [one()] });
    const payment = { paymentType: 'Card', paymentPlan: 1, paymentAmount: 130 };
    const answer = await postOrder(open.shop, {
      cartId,
      payments: [{ paymentType: 'Coupon', paymentAmount: 5 }, payment],
    });
    expect(answer.json().error.metadata.fields).toEqual({
      'payments.1.ccNumber': 'El número de tarjeta es obligatorio',
      'payments.1.ccDate': 'Fecha de expiración es obligatoria',
      'payments.1.ccCVV': 'CVV es obligatorio',
      'payments.1.ccOwner': 'Nombre del titular es obligatorio',
    });
  });

  test('[DEC-104] an order with two payments, or without a payment, is refused', async () => {
    expect(await refusalOf({ lines: [one()] }, [cash(65), card(65)])).toBe('400 PAY_METHOD_NOT_ALLOWED');
    expect(await refusalOf({ lines: [one()] }, [{ paymentType: 'Coupon', paymentAmount: 130 }])).toBe(
      '400 PAY_METHOD_NOT_ALLOWED',
    );
    expect(await refusalOf({ lines: [one()] }, [{ ...cash(131) }, { ...cash(-1) }])).toBe('400 PAY_METHOD_NOT_ALLOWED');
  });

  test('[DEC-174, DON-06] cash for digital goods only, and a card for a donation, are refused', async () => {
    expect(await refusalOf({ lines: [{ productId: giftCard, quantity: 1 }] }, [cash(100)])).toBe(
      '400 PAY_METHOD_NOT_ALLOWED',
    );
    expect(await refusalOf({ lines: [one()], donation: 10_00 }, [card(140)])).toBe('400 PAY_METHOD_NOT_ALLOWED');
  });

  test('[DEC-105, PAY-06] installments need a plan of the card’s bank and at least Q500', async () => {
    const big = {
      lines: [{ productId: speaker, quantity: 5 }],
      payment: { method: 'otherVisaInstallments', bin: '401288' },
    };
    expect(await refusalOf(big, [installments(530, 36, '4012888888881881')])).toBe('400 PAY_PLAN_NOT_ALLOWED');
    expect(await refusalOf(big, [installments(530, 6, '5105105105105100')])).toBe('400 PAY_PLAN_NOT_ALLOWED');
    expect(await refusalOf({ lines: [one()] }, [installments(130, 6)])).toBe('400 PAY_PLAN_NOT_ALLOWED');
    expect(await refusalOf(big, [{ ...installments(530, 6), ccNumber: undefined }])).toBe('400 VALIDATION_ERROR');
  });

  test('[DEC-79] other payments and other cards do not get the bank’s discount', async () => {
    const payment = { method: 'bamMaxVisaInstallments', bin: '424242' };
    const cart = { lines: [{ productId: speaker, quantity: 10 }], payment };
    for (const payments of [[cash(930)], [card(930, '4242424242424242')], [installments(930, 6)]]) {
      expect(await refusalOf(cart, payments)).toBe('400 PAY_METHOD_NOT_ALLOWED');
    }
  });

  test('the message of a payment refusal comes from the catalogue of payment errors', async () => {
    const cartId = await prepareCart(open.shop, { lines: [one()] });
    const answer = await postOrder(open.shop, { cartId, payments: [cash(1)] });
    expect(answer.json().message).toBe(payErrors.PAY_AMOUNT_MISMATCH.message);
  });
});

describe('[DEC-172] checks of the cart', () => {
  test('an unknown cart is refused with 404, even if everything else is wrong', async () => {
    const answer = await postOrder(open.shop, { cartId: randomUUID(), payments: [wrongPayment] }, 'some-key');
    expect(outcomeOf(answer)).toBe('404 CART_NOT_FOUND');
  });

  test('[DEC-136] an ordered cart is refused with CART_CLOSED and its order’s number, for any payment', async () => {
    const { shop } = open;
    const cartId = await prepareCart(shop, { lines: [one()] });
    const first = await postOrder(shop, { cartId, payments: [cash(130)] });
    const again = await postOrder(shop, { cartId, payments: [wrongPayment] });
    expect(outcomeOf(again)).toBe('409 CART_CLOSED');
    expect(again.json().error.metadata.orderNumber).toBe(first.json().data.orderNumber);
  });

  test('a malformed body is reported only for an open cart', async () => {
    const { shop } = open;
    const cartId = await prepareCart(shop, { lines: [one()] });
    const malformed = [{ paymentType: 'Cash', paymentAmount: 'ciento treinta' }];
    const first = await postOrder(shop, { cartId, payments: malformed }, 'malformed');
    expect(outcomeOf(first)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(first.json().error.metadata.fields)).toEqual(['payments.0.paymentAmount']);
    const placed = await postOrder(shop, { cartId, payments: [cash(130)] }, 'malformed');
    expect(placed.statusCode).toBe(200);
    const closed = await postOrder(shop, { cartId, payments: [] });
    expect(outcomeOf(closed)).toBe('409 CART_CLOSED');
    expect(closed.json().error.metadata.orderNumber).toBe(placed.json().data.orderNumber);
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [] }, 'malformed'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(outcomeOf(await postOrder(shop, { cartId: randomUUID(), payments: [] }))).toBe('404 CART_NOT_FOUND');
    expect(outcomeOf(await postOrder(shop, { cartId: 'no-id', payments: [] }))).toBe('400 VALIDATION_ERROR');
    await shop.db.pool.query(`delete from idempotency_keys where key = 'malformed'`);
  });

  test('a cart that is being ordered is refused with ORDER_IN_PROGRESS', async () => {
    const { shop } = open;
    const cartId = await prepareCart(shop, { lines: [one()] });
    await shop.db.pool.query(`update carts set status = 'placing' where id = $1`, [cartId]);
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] }))).toBe('409 ORDER_IN_PROGRESS');
    await shop.db.pool.query(`update carts set status = 'open' where id = $1`, [cartId]);
  });
});
