import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { addProduct, changeLine, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { deleteIdleCarts, lowestCartId } from './carts.store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV' });
  await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card' });
});
afterAll(() => shop.close());

const atOnce = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const countOf = (codes: string[], code: string): number => codes.filter((found) => found === code).length;

test('[DEC-81] of twenty simultaneous adds of the last eight units, exactly eight succeed', async () => {
  await createProduct(shop.db, { sku: 'EIGHT', stock: 8 });
  const id = await openCart(shop);
  const codes = (await atOnce(20, () => addProduct(shop, id, 'EIGHT'))).map(codeOf);
  expect(countOf(codes, 'ok')).toBe(8);
  expect(countOf(codes, 'QUANTITY_GREATER_THAN_STOCK')).toBe(12);
  expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 8 }]);
});

test('[DEC-73] twenty simultaneous adds of one product make one line of ten', async () => {
  const id = await openCart(shop);
  const answers = await atOnce(20, () => addProduct(shop, id, 'TV'));
  expect(new Set(answers.map((answer) => done(answer).cartItemId)).size).toBe(1);
  expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 10 }]);
});

test('[DEC-81] lines with and without warranty share the stock of their product, even if added concurrently', async () => {
  const product = await createProduct(shop.db, { sku: 'SIX', stock: 6 });
  await createWarranty(shop.db, { sku: 'W-SIX', productId: product, amount: 10_00 });
  const id = await openCart(shop);
  const codes = (await atOnce(16, (n) => addProduct(shop, id, 'SIX', n % 2 === 0 ? {} : { warranty: 'W-SIX' }))).map(
    codeOf,
  );
  expect(countOf(codes, 'ok')).toBe(6);
  expect((await readCart(shop, id)).totalQuantity).toBe(6);
});

test('[DEC-73] of ten products added concurrently to a cart of 45 lines, five are accepted', async () => {
  const id = await openCart(shop);
  await atOnce(55, (n) => createProduct(shop.db, { sku: `P${n}` }));
  for (let n = 0; n < 45; n += 1) done(await addProduct(shop, id, `P${n}`));
  const codes = (await atOnce(10, (n) => addProduct(shop, id, `P${45 + n}`))).map(codeOf);
  expect(countOf(codes, 'ok')).toBe(5);
  expect(countOf(codes, 'CART_LINE_LIMIT')).toBe(5);
  expect((await readCart(shop, id)).items).toHaveLength(50);
});

test('[DEC-74] if a line is set and removed concurrently, the result is that of one of the two calls', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await openCart(shop);
    const { cartItemId } = done(await addProduct(shop, id, 'TV'));
    const [removed, set] = await Promise.all([
      changeLine(shop, id, cartItemId, 0),
      changeLine(shop, id, cartItemId, 5),
    ]);
    expect(codeOf(removed)).toBe('ok');
    expect(['ok', 'CART_LINE_NOT_FOUND']).toContain(codeOf(set));
    expect((await readCart(shop, id)).items).toEqual([]);
  }
});

test('[DEC-82] removing the last two delivered products concurrently also removes the donation', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await openCart(shop);
    const lines = [
      done(await addProduct(shop, id, 'TV')).cartItemId,
      done(await addProduct(shop, id, 'P1')).cartItemId,
    ];
    const itemAdditionalInfo = {
      giftcardEmail: 'ana@example.com',
      giftcardName: 'Ana',
      giftcardDeliveryDate: new Date().toISOString().slice(0, 10),
    };
    done(await addProduct(shop, id, 'CARD', { itemAdditionalInfo }));
    await shop.db.pool.query('update carts set donation = 500 where id = $1', [id]);
    await Promise.all(lines.map((line) => changeLine(shop, id, line, 0)));
    expect(await readCart(shop, id)).toMatchObject({ donation: null, isDigital: true, totalQuantity: 1 });
  }
});

test('[DEC-172] a change during a placement waits for the placement, and is then refused', async () => {
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'TV'));
  const isLocked = Promise.withResolvers<Tx>();
  const mayEnd = Promise.withResolvers<void>();
  const placing = shop.db.transaction(async (tx) => {
    await tx.run({ text: "update carts set status = 'placing' where id = $1", values: [id] });
    isLocked.resolve(tx);
    await mayEnd.promise;
  });
  const holder = await isLocked.promise;
  const changes = Promise.all([addProduct(shop, id, 'TV'), changeLine(shop, id, cartItemId, 0)]);
  await untilBlocked(shop.db.pool, holder, 2);
  mayEnd.resolve();
  const [added, changed] = await changes;
  await placing;
  for (const answer of [added, changed]) {
    expect(answer).toMatchObject({ ok: false, error: { code: 'ORDER_IN_PROGRESS', status: 409 } });
  }
  expect((await readCart(shop, id)).totalQuantity).toBe(1);
});

test('[DEC-72, DEC-136] an ordered cart is closed, and its refusals name the order', async () => {
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'TV'));
  await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [id]);
  await shop.db.pool.query(
    `insert into orders (id, number, cart_id, status, email, contact, billing_address, payment_type, subtotal, total)
     values ($1, 100000001, $2, 'processing', 'ana@example.com', '{}', '{}', 'Cash', 10000, 10000)`,
    [randomUUID(), id],
  );
  for (const answer of [await addProduct(shop, id, 'TV'), await changeLine(shop, id, cartItemId, 0)]) {
    expect(answer).toMatchObject({
      error: { code: 'CART_CLOSED', status: 409, metadata: { orderNumber: '100000001' } },
    });
    expect(shop.lastStatements()).toHaveLength(2);
  }
});

test('[DEC-72] guests’ carts unchanged for 30 days are deleted, but other carts and ordered carts stay', async () => {
  const [idle, fresh] = [await openCart(shop), await openCart(shop)];
  done(await addProduct(shop, idle, 'TV'));
  const before = new Date(Date.now() - 30 * 86_400_000);
  await shop.db.pool.query("update carts set updated_at = $1::timestamptz - interval '1 second' where id = $2", [
    before,
    idle,
  ]);
  expect(await deleteIdleCarts(shop.db.write, before, lowestCartId)).toEqual({ carts: 1, nextAfterId: idle });
  expect(await deleteIdleCarts(shop.db.write, before, lowestCartId)).toEqual({ carts: 0, nextAfterId: null });
  expect(codeOf(await shop.call('getCart', { params: { id: idle } }))).toBe('CART_NOT_FOUND');
  expect(codeOf(await shop.call('getCart', { params: { id: fresh } }))).toBe('ok');
});
