import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  card,
  cash,
  installments,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics, createWarranty } from '../../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
let tv: number;
beforeAll(async () => {
  open = await openShopWithBank();
  const { db } = open.shop;
  await createShopBasics(db);
  speaker = await createProduct(db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  tv = await createProduct(db, { sku: 'TV', price: 1_000_00, stock: 1000 });
  await createWarranty(db, { sku: 'W-TV', productId: tv, amount: 150_00 });
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const orderOf = async (cartId: string) => {
  const { rows } = await open.shop.db.pool.query('select * from orders where cart_id = $1', [cartId]);
  expect(rows).toHaveLength(1);
  return rows[0];
};

const rowsOf = async (sql: string, id: string) => (await open.shop.db.pool.query(sql, [id])).rows;

test('[DIF-25] saving the e-mail checks the cart and stores the e-mail, and the call for orders creates the order', async () => {
  const { shop } = open;
  const confirm = (id: string) =>
    shop.inject({ method: 'PATCH', url: `/v1/carts/${id}`, payload: { email: 'Lucia@correo.gt' } });
  const empty = await confirm(await prepareCart(shop, { lines: [], email: null }));
  expect([empty.statusCode, empty.json().error.code]).toEqual([400, 'NO_PRODUCTS']);
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }], email: null });
  expect((await confirm(cartId)).json()).toEqual({ status: 200, data: { cartId, email: 'lucia@correo.gt' } });
  expect(await rowsOf('select from orders where cart_id = $1', cartId)).toEqual([]);
  const placed = await postOrder(shop, { cartId, payments: [cash(130)] });
  const order = await orderOf(cartId);
  expect(placed.json()).toEqual({ status: 200, data: { orderNumber: String(order.number) } });
  expect(order.email).toBe('lucia@correo.gt');
});

test('[ORD-03, ORD-04, ORD-10, ORD-15, DEC-137] one transaction writes a cash order with its stock, cart and mail job', async () => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
  const before = await levelsOf(shop.db, speaker);
  const answer = await postOrder(shop, { cartId, payments: [cash(230)] }, 'cash-key');
  expect(answer.json()).toEqual({ status: 200, data: { orderNumber: expect.stringMatching(/^1\d{8}$/) } });
  expect(shop.lastStatements()).toEqual([
    'orders.budgets',
    'orders.lock-cart',
    'carts.read-sold',
    'orders.lock-stock',
    'delivery.supply-of-cart',
    'orders.place',
  ]);
  const order = await orderOf(cartId);
  expect(order).toMatchObject({
    number: Number(answer.json().data.orderNumber),
    status: 'processing',
    payment_type: 'Cash',
    subtotal: 200_00,
    shipping: 30_00,
    total: 230_00,
    email: 'lucia@correo.gt',
    contact: { firstName: 'Lucía', lastName: 'Paz', phone: '55554444' },
    settle_after: null,
  });
  expect(await levelsOf(shop.db, speaker)).toEqual({ BODEGA: (before.BODEGA ?? 0) - 2 });
  expect(await rowsOf('select status from carts where id = $1', cartId)).toEqual([{ status: 'ordered' }]);
  expect(await rowsOf('select kind, amount, status from payments where order_id = $1', order.id)).toEqual([
    { kind: 'Cash', amount: 230_00, status: 'pending' },
  ]);
  expect(await rowsOf('select delta, reason from stock_movements where order_id = $1', order.id)).toEqual([
    { delta: -2, reason: 'order' },
  ]);
  expect(await rowsOf('select order_id from order_mail_outbox where order_id = $1', order.id)).toHaveLength(1);
});

test('[ORD-04, DEC-104, DEC-107] a card payment is charged once with the payment’s key, then confirmed', async () => {
  const { shop, bank } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 1, warrantySku: 'W-TV' }] });
  const answer = await postOrder(shop, { cartId, payments: [card(1_150, '5555 5555 5555 4444')] }, 'card-key');
  expect(answer.statusCode).toBe(200);
  // A process loads the secret once, for its first card.
  expect(shop.lastStatements().filter((name) => name !== 'platform.shop-secret')).toEqual([
    'orders.budgets',
    'orders.lock-cart',
    'carts.read-sold',
    'orders.lock-stock',
    'delivery.supply-of-cart',
    'orders.place',
    'orders.confirm',
  ]);
  const order = await orderOf(cartId);
  expect(order).toMatchObject({ status: 'processing', subtotal: 1_000_00, warranties: 150_00, total: 1_150_00 });
  const [payment] = await rowsOf('select * from payments where order_id = $1', order.id);
  expect(payment).toMatchObject({
    status: 'approved',
    card_brand: 'mastercard',
    card_masked: '555555******4444',
    authorization_code: expect.stringMatching(/^\d{6}$/),
  });
  const charges = (await bank.charges()).filter(({ key }) => key === payment.id);
  expect(charges).toEqual([
    {
      key: payment.id,
      status: 'approved',
      amountCentavos: 1_150_00,
      outstandingCentavos: 1_150_00,
      plan: 1,
      masked: '555555******4444',
    },
  ]);
  expect(await rowsOf('select kind from order_events where order_id = $1 order by id', order.id)).toEqual([
    { kind: 'received' },
    { kind: 'paid' },
  ]);
});

test('[ORD-04, DEC-104, DEC-105] an order is charged in twelve installments', async () => {
  const { shop, bank } = open;
  const cartId = await prepareCart(shop, {
    lines: [{ productId: tv, quantity: 1 }],
    payment: { method: 'otherVisaInstallments', bin: '411111' },
  });
  const answer = await postOrder(shop, { cartId, payments: [installments(1_000, 12)] });
  expect(answer.statusCode).toBe(200);
  const order = await orderOf(cartId);
  expect(order).toMatchObject({ payment_type: 'CardInstallments', payment_plan: 12 });
  const [payment] = await rowsOf('select id, plan from payments where order_id = $1', order.id);
  expect((await bank.charges()).find(({ key }) => key === payment.id)).toMatchObject({ plan: 12 });
});

test('[DEC-79] the bank’s discount applies to installments with a card of that bank', async () => {
  const { shop } = open;
  const payment = { method: 'bamMaxVisaInstallments', bin: '424242' };
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 2 }], payment });
  const answer = await postOrder(shop, { cartId, payments: [installments(1_800, 48, '4242424242424242')] });
  expect(answer.statusCode).toBe(200);
  expect(await orderOf(cartId)).toMatchObject({
    discount: 200_00,
    total: 1_800_00,
    discounts: [{ id: 'DISCOUNT_BAM', amount: 200_00, label: ['10% de descuento bancario'] }],
  });
});

test('[DEC-81] a delivery takes units from the warehouse first, then from the store with most units', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'SPLIT-D', stock: 3 });
  await addStock(shop.db, productId, 2, 'MAX');
  await addStock(shop.db, productId, 4, 'XELA');
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 5 }] });
  expect((await postOrder(shop, { cartId, payments: [cash(530)] })).statusCode).toBe(200);
  expect(await levelsOf(shop.db, productId)).toEqual({ MAX: 2, XELA: 2 });
  const { id } = await orderOf(cartId);
  const claims = 'select store_code, quantity from stock_claims where order_id = $1 order by store_code';
  expect(await rowsOf(claims, id)).toEqual([
    { store_code: 'BODEGA', quantity: 3 },
    { store_code: 'XELA', quantity: 2 },
  ]);
});

test('[DEC-81] a pickup takes units from the chosen store, then from the warehouse, and from no other store', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'SPLIT-P', stock: 2 });
  await addStock(shop.db, productId, 2, 'MAX');
  await addStock(shop.db, productId, 9, 'XELA');
  const pickup = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;
  const tooMany = await prepareCart(shop, { lines: [{ productId, quantity: 5 }], ...pickup });
  expect(outcomeOf(await postOrder(shop, { cartId: tooMany, payments: [cash(500)] }))).toBe(
    '409 QUANTITY_GREATER_THAN_STOCK',
  );
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 3 }], ...pickup });
  expect((await postOrder(shop, { cartId, payments: [cash(300)] })).statusCode).toBe(200);
  expect(await levelsOf(shop.db, productId)).toEqual({ BODEGA: 1, XELA: 9 });
  expect(await orderOf(cartId)).toMatchObject({ shipping_method: 'storepickup', shipping: 0 });
});

test('[DEC-81] two lines of one product are refused if the stock is enough for each line but not for both', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'SHARED', stock: 5 });
  await createWarranty(shop.db, { sku: 'W-SHARED', productId, amount: 10_00 });
  const lines = [
    { productId, quantity: 3 },
    { productId, quantity: 3, warrantySku: 'W-SHARED' },
  ];
  const cartId = await prepareCart(shop, { lines });
  const answer = await postOrder(shop, { cartId, payments: [cash(660)] });
  expect(outcomeOf(answer)).toBe('409 QUANTITY_GREATER_THAN_STOCK');
  expect(await levelsOf(shop.db, productId)).toEqual({ BODEGA: 5 });
});

test('[DEC-84, DEC-101] digital goods need no stock and no address, and other orders store their delivery date', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card', price: 300_00 });
  const cartId = await prepareCart(shop, {
    lines: [{ productId, quantity: 1 }],
    hasAddress: false,
    shippingMethod: null,
  });
  const answer = await postOrder(shop, { cartId, payments: [card(300)] });
  expect(answer.statusCode).toBe(200);
  expect(await orderOf(cartId)).toMatchObject({ shipping_method: null, shipping_address: null, shipping: 0 });
  const other = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const items = [{ sku: 'SPEAKER', quantity: 1 }];
  const location = { region: 485 };
  const shown = await shop.call('computeDeliveryTimes', { body: { shippingMethod: 'delivery', location, items } });
  const [{ deliveryDate, shopId } = { deliveryDate: null, shopId: null }] = shown.ok ? shown.value.data : [];
  const deliveryPromise = {
    shippingMethod: 'delivery',
    groups: [{ sellerId: 1, shopId, deliveryDate, pickupDate: null, pickupTime: null }],
  };
  expect(deliveryDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect((await postOrder(shop, { cartId: other, payments: [cash(130)], deliveryPromise })).statusCode).toBe(200);
  expect(await orderOf(other)).toMatchObject({ delivery_promise: deliveryPromise });
});

test('[DIF-17, DON-05] a donation is paid in cash and is part of the order, without a line', async () => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }], donation: 25_00 });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(155)] }))).toBe('400 PAY_METHOD_NOT_ALLOWED');
  expect((await postOrder(shop, { cartId, payments: [cash(155)] })).statusCode).toBe(200);
  const order = await orderOf(cartId);
  expect(order).toMatchObject({ donation: 25_00, subtotal: 125_00, total: 155_00 });
  expect(await rowsOf('select sku from order_lines where order_id = $1', order.id)).toEqual([{ sku: 'SPEAKER' }]);
});

test('[DEC-104] an order of Q0.00 is placed without asking the bank', async () => {
  const { shop, bank } = open;
  await shop.db.pool.query(
    `insert into coupons (code, label, percent_bp) values ('GRATIS', 'Todo gratis', 10000) on conflict do nothing`,
  );
  const before = (await bank.charges()).length;
  const cartId = await prepareCart(shop, {
    lines: [{ productId: speaker, quantity: 1 }],
    shippingMethod: 'pickup',
    storeCode: 'MAX',
    couponCode: 'GRATIS',
  });
  expect((await postOrder(shop, { cartId, payments: [card(0)] })).statusCode).toBe(200);
  expect(await bank.charges()).toHaveLength(before);
  expect(await orderOf(cartId)).toMatchObject({ total: 0, status: 'processing' });
});

test('[DEC-104] a Coupon entry only repeats the cart’s discount and pays nothing', async () => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const coupon = { paymentType: 'Coupon', paymentAmount: 50 };
  expect((await postOrder(shop, { cartId, payments: [cash(130), coupon] })).statusCode).toBe(200);
  expect(await orderOf(cartId)).toMatchObject({ payment_type: 'Cash', total: 130_00 });
});

test('[DEC-107] card numbers with spaces and dashes, and 13-digit Visas, are valid', async () => {
  const { shop } = open;
  for (const number of ['4111-1111 1111-1111', '4222222222222']) {
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
    expect((await postOrder(shop, { cartId, payments: [card(130, number)] })).statusCode).toBe(200);
  }
});

test('[DEC-136] order numbers have nine digits, and only confirmed orders have a number', async () => {
  const { rows } = await open.shop.db.pool.query<{ number: number | null; status: string }>(
    'select number, status from orders',
  );
  for (const { number, status } of rows) {
    if (status === 'void') expect(number).toBeNull();
    else expect(String(number)).toMatch(/^1\d{8}$/);
  }
});

test.each([
  ['its cart', 'carts'],
  ['its key', 'idempotency_keys'],
  ['the stock it takes', 'stock_levels'],
])(
  '[ORD-10] if the database would write an order without %s, nothing of the order is written',
  async (_part, table) => {
    const { db } = open.shop;
    const cartId = await prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }] });
    const before = await levelsOf(db, speaker);
    await db.pool.query(
      `create function leave_as_is() returns trigger language plpgsql as 'begin return null; end';
     create trigger leave_as_is before update on ${table} for each row execute function leave_as_is()`,
    );
    const refused = await postOrder(open.shop, { cartId, payments: [cash(130)] }, `half-${table}`);
    await db.pool.query('drop function leave_as_is cascade');
    expect(refused.statusCode, refused.payload).toBe(500);
    expect(await rowsOf('select id from orders where cart_id = $1', cartId)).toEqual([]);
    expect(await rowsOf('select status from carts where id = $1', cartId)).toEqual([{ status: 'open' }]);
    expect(await levelsOf(db, speaker)).toEqual(before);
    expect(outcomeOf(await postOrder(open.shop, { cartId, payments: [cash(130)] }, `half-${table}`))).toMatch(/^200/);
  },
);
