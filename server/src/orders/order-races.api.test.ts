import { afterAll, beforeAll, expect, test } from 'vitest';
import { card, cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

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
      outcomeOf(await postOrder(shop, { cartId: carts[index] ?? '', payments: [payment()] })),
    );
    expect(tally(outcomes)).toEqual({ 200: 10, '409 OUT_OF_STOCK': 40 });
    expect(await levelsOf(shop.db, productId)).toEqual({});
    const numbers = outcomes.filter((outcome) => outcome.startsWith('200'));
    expect(new Set(numbers).size).toBe(10);
  });

  test(`[DEC-136, DEC-172] 20 placements of one cart at once (${name}): one order, one charge`, async () => {
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

  test(`[DEC-172] 20 calls at once with one key (${name}): one order, all others wait or repeat its answer`, async () => {
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

test('[ORD-10] orders of the same products in opposite order, delivered and picked up, do not block each other', async () => {
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
    // Every third card is declined: releases and claims of the same products meet.
    const number = index % 3 === 0 ? '4000000000000002' : '4111111111111111';
    return outcomeOf(await postOrder(shop, { cartId, payments: [card(isPickup ? 400 : 430, number)] }));
  });
  expect(tally(outcomes)).toEqual({ 200: 26, '400 PAY_DECLINED': 14 });
});

test('[CUP-11, DEC-78] a coupon for one use, 200 carts at once: one order with it; for two of a customer: two', async () => {
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
    const outcomes = await times(attempts, async (index) =>
      outcomeOf(
        await postOrder(shop, { cartId: carts[index] ?? '', payments: [index % 2 === 0 ? cash(120) : card(120)] }),
      ),
    );
    expect(tally(outcomes)).toEqual({ 200: uses, '409 PAY_AMOUNT_MISMATCH': attempts - uses });
  }
});
