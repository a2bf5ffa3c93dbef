import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { card, cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../../testing/order-facts.ts';
import { signInCustomer } from '../../testing/sessions.ts';
import { addStock, createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/**
 * Number of retries of a call after a 503. Each try waits as long as a request may wait. If the shop always answers 503, the test
 * fails.
 */
const maxReturns = 10;

/**
 * Returns the outcome of an order for a shopper who retries after a 503. Hundreds of concurrent calls may wait for one row longer than a
 * request may wait.
 */
const outcomeOfOrder = async (...order: Parameters<typeof postOrder>): Promise<string> => {
  let outcome = outcomeOf(await postOrder(...order));
  for (let returns = 0; outcome === '503 NOT_READY' && returns < maxReturns; returns += 1)
    outcome = outcomeOf(await postOrder(...order));
  return outcome;
};

const tally = (outcomes: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = outcome.startsWith('200') ? '200' : outcome;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

for (const [name, payment] of [
  ['cash', () => cash(130)],
  ['card', () => card(130)],
] as const) {
  test(`[ORD-10, DEC-81] 50 buyers of the last 10 units (${name}): 10 orders, 40 refusals, stock 0`, async () => {
    const { shop } = open;
    const productId = await createProduct(shop.db, { sku: `LAST-${name}`, stock: 6 });
    await addStock(shop.db, productId, 4, 'XELA');
    const carts = await times(50, () => prepareCart(shop, { lines: [{ productId, quantity: 1 }] }));
    const outcomes = await times(50, async (index) =>
      outcomeOfOrder(shop, { cartId: carts[index] ?? '', payments: [payment()] }),
    );
    expect(tally(outcomes)).toEqual({ 200: 10, '409 OUT_OF_STOCK': 40 });
    expect(await levelsOf(shop.db, productId)).toEqual({});
    const numbers = outcomes.filter((outcome) => outcome.startsWith('200'));
    expect(new Set(numbers).size).toBe(10);
  });

  test(`[DEC-136, DEC-172] 20 concurrent placements of one cart (${name}) make one order and one charge`, async () => {
    const { shop, bank } = open;
    const productId = await createProduct(shop.db, { sku: `ONCE-${name}`, stock: 50 });
    const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
    const before = (await bank.charges()).length;
    const answers = await times(20, (index) =>
      postOrder(shop, { cartId, payments: [payment()] }, index % 2 === 0 ? `key-${name}-${index}` : undefined),
    );
    const placed = answers.filter(({ statusCode }) => statusCode === 200);
    expect(placed).toHaveLength(1);
    const orderNumber = placed[0]?.json().data.orderNumber;
    for (const answer of answers) {
      if (answer.statusCode === 200) continue;
      expect(['409 ORDER_IN_PROGRESS', '409 CART_CLOSED']).toContain(outcomeOf(answer));
      if (outcomeOf(answer) === '409 CART_CLOSED') {
        expect(answer.json().error.metadata.orderNumber).toBe(orderNumber);
      }
    }
    expect((await bank.charges()).length - before).toBe(name === 'card' ? 1 : 0);
    expect(await levelsOf(shop.db, productId)).toEqual({ BODEGA: 49 });
  });

  test(`[DEC-172] 20 concurrent calls with one key (${name}) make one order, and others get its answer or a refusal`, async () => {
    const { shop } = open;
    const productId = await createProduct(shop.db, { sku: `KEY-${name}`, stock: 50 });
    const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
    const answers = await times(20, () => postOrder(shop, { cartId, payments: [payment()] }, `one-key-${name}`));
    const first = answers.filter((answer) => answer.statusCode === 200 && !answer.headers['idempotent-replayed']);
    expect(first).toHaveLength(1);
    const others = answers.map(outcomeOf).filter((outcome) => outcome !== '409 ORDER_IN_PROGRESS');
    expect(new Set(others)).toEqual(new Set(first.map(outcomeOf)));
    expect(await levelsOf(shop.db, productId)).toEqual({ BODEGA: 49 });
  });
}

test('[ORD-10] orders with the same products in opposite order, by delivery and pickup, do not deadlock', async () => {
  const { shop } = open;
  const products = await times(4, async (index) => {
    const id = await createProduct(shop.db, { sku: `CROSS-${index}`, stock: 100 });
    await addStock(shop.db, id, 100, 'MAX');
    return id;
  });
  const lines = products.map((productId) => ({ productId, quantity: 1 }));
  const outcomes = await times(40, async (index) => {
    const isPickup = index % 2 === 1;
    const cartId = await prepareCart(shop, {
      lines: index % 4 < 2 ? lines : [...lines].reverse(),
      ...(isPickup ? { shippingMethod: 'pickup', storeCode: 'MAX' } : {}),
    });
    // Every third card is declined, so that releases and claims of the same products meet.
    const number = index % 3 === 0 ? '4000000000000002' : '4111111111111111';
    return outcomeOfOrder(shop, { cartId, payments: [card(isPickup ? 400 : 430, number)] });
  });
  expect(tally(outcomes)).toEqual({ 200: 26, '400 PAY_DECLINED': 14 });
});

test('[ORD-10] a repeated call, or a call refused because of its cart, does not wait for locked stock', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'HELD', stock: 100 });
  const cart = { lines: [{ productId, quantity: 1 }] };
  const payments = [cash(130)];
  const refused = {
    '400 EMAIL_REQUIRED': await prepareCart(shop, { ...cart, email: null }),
    '400 SHIPPING_METHOD_REQUIRED': await prepareCart(shop, { ...cart, shippingMethod: null }),
    '400 STORE_REQUIRED': await prepareCart(shop, { ...cart, shippingMethod: 'pickup' }),
    '400 BILLING_ADDRESS_REQUIRED': await prepareCart(shop, { ...cart, billing: null }),
    '400 PAYMENT_METHOD_REQUIRED': await prepareCart(shop, { ...cart, payment: null }),
    '401 UNAUTHORIZED': await prepareCart(shop, cart),
    '409 CART_CLOSED': await prepareCart(shop, cart),
  };
  const owner = await signInCustomer(shop.db, 'espera@correo.gt', new Date());
  await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [refused['401 UNAUTHORIZED'], owner.id]);
  const ordered = { cartId: refused['409 CART_CLOSED'], payments };
  const placed = await postOrder(shop, ordered, 'held-again');
  expect(placed.statusCode).toBe(200);

  const holder = await shop.db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from stock_levels where product_id = $1 for update', [productId]);
    for (const [outcome, cartId] of Object.entries(refused))
      expect(outcomeOf(await postOrder(shop, { cartId, payments }))).toBe(outcome);
    expect(outcomeOf(await postOrder(shop, ordered, 'held-again'))).toBe(outcomeOf(placed));
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const own = { method: 'POST', url: '/v1/orders', headers: owner.headers } as const;
  const paid = await shop.inject({ ...own, payload: { cartId: refused['401 UNAUTHORIZED'], payments } });
  expect(paid.statusCode).toBe(200);
  expect(await levelsOf(shop.db, productId)).toEqual({ BODEGA: 98 });
});

test('pickups at different stores lock their products in the same order', async () => {
  const { shop } = open;
  const products = await times(6, async (index) => {
    const id = await createProduct(shop.db, { sku: `SUM-${index}`, stock: 0 });
    for (const store of ['MAX', 'XELA']) await addStock(shop.db, id, 10, store);
    return id;
  });
  const sorted = products.toSorted((a, b) => a - b);
  // An updated row moves to the end of the table. The physical order of rows then differs from the order of IDs.
  for (const id of sorted.toReversed())
    await shop.db.pool.query('update stock_totals set salable = salable where product_id = $1', [id]);
  const pickUp = async (storeCode: string, ids: readonly number[]) => {
    const lines = ids.map((productId) => ({ productId, quantity: 1 }));
    const cartId = await prepareCart(shop, { lines, shippingMethod: 'pickup', storeCode });
    return postOrder(shop, { cartId, payments: [cash(600)] });
  };
  const [{ free }, orders] = await shop.db.transaction(async (tx) => {
    const lock = 'select from stock_totals where product_id = $1 for no key update';
    await tx.run({ text: lock, values: [sorted[0]] });
    const pickups = Promise.all([pickUp('MAX', sorted), pickUp('XELA', sorted.toReversed())]);
    await untilBlocked(shop.db.pool, tx, 2);
    const rest = `select product_id from stock_totals where product_id = any ($1) for no key update skip locked`;
    const { rows } = await shop.db.pool.query<{ product_id: number }>(rest, [sorted.slice(1)]);
    return [{ free: rows.map(({ product_id }) => product_id).sort((a, b) => a - b) }, { pickups }] as const;
  });
  // An order that waits for the first product has locked no other product, so there is no deadlock.
  expect(free).toEqual(sorted.slice(1));
  expect((await orders.pickups).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('[CUP-11, DEC-78] 200 concurrent orders with a coupon for one use place one order, and for two uses, two', async () => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'COUPON', stock: 500 });
  await shop.db.pool.query(
    `insert into coupons (code, label, amount, total_limit, customer_limit) values ('UNICO', 'Único', 1000, 1, null),
       ('PORCLIENTE', 'Por cliente', 1000, null, 2)`,
  );
  for (const [couponCode, uses, attempts] of [
    ['UNICO', 1, 200],
    ['PORCLIENTE', 2, 20],
  ] as const) {
    const carts = await times(attempts, () => prepareCart(shop, { lines: [{ productId, quantity: 1 }], couponCode }));
    const outcomes = await times(attempts, (index) =>
      outcomeOfOrder(shop, { cartId: carts[index] ?? '', payments: [index % 2 === 0 ? cash(120) : card(120)] }),
    );
    expect(tally(outcomes)).toEqual({ 200: uses, '409 PAY_AMOUNT_MISMATCH': attempts - uses });
  }
});
