import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../testing/cart-calls.ts';
import { card, openShopWithBank, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { StubBank } from '../../testing/stub-bank.ts';
import { until } from '../../testing/until.ts';
import { placeOrder } from './place-order.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(() => open.close());

const openCart = () => prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }] });

const ask = async (cartId: string, keys: string[]) =>
  done(await open.shop.call('findPlacement', { body: { cartId, keys } })).data;

test('[DEC-131, DEC-172] an attempt’s key returns its state: open, placing, or ordered with the number', async () => {
  const { shop } = open;
  const cartId = await openCart();
  expect(await ask(cartId, ['mine'])).toEqual({ state: 'open', isOwn: false, orderNumber: null });
  const answer = Promise.withResolvers<void>();
  const gateway = new StubBank({ charge: 'approved' }).gateway(() => answer.promise);
  const placing = placeOrder(placingDeps(shop, gateway), {
    request: { cartId, payments: [{ ...card(130), paymentPlan: 1 }] },
    idempotencyKey: 'mine',
    now: new Date(),
    policy: shop.policy(),
    client: null,
  });
  await until(async () => (await ask(cartId, [])).state === 'placing');
  expect(await ask(cartId, ['before', 'mine'])).toEqual({ state: 'placing', isOwn: true, orderNumber: null });
  expect(await ask(cartId, ['another'])).toMatchObject({ isOwn: false });
  answer.resolve();
  const { result } = await placing;
  const orderNumber = result.ok ? result.value.orderNumber : 'refused';
  expect(await ask(cartId, ['mine'])).toEqual({ state: 'ordered', isOwn: true, orderNumber });
  // An order of another tab is shown to the same browser, too.
  expect(await ask(cartId, [])).toEqual({ state: 'ordered', isOwn: false, orderNumber });
});

test('[DEC-172] a cart is still open after a declined attempt', async () => {
  const cartId = await openCart();
  expect(
    (await postOrder(open.shop, { cartId, payments: [card(130, '4000000000000002')] }, 'declined')).statusCode,
  ).toBe(400);
  expect(await ask(cartId, ['declined'])).toEqual({ state: 'open', isOwn: false, orderNumber: null });
});

test('the call for an attempt’s outcome sends one statement, and returns 404 for an unknown cart', async () => {
  const { shop } = open;
  const cartId = await openCart();
  const row = async () => (await shop.db.pool.query('select xmin::text, * from carts where id = $1', [cartId])).rows;
  const before = await row();
  await ask(cartId, ['mine']);
  expect(shop.lastStatements()).toEqual(['orders.placement']);
  expect(await row()).toEqual(before);
  const unknown = { cartId: '00000000-0000-4000-8000-000000000000', keys: [] };
  expect(await shop.call('findPlacement', { body: unknown })).toMatchObject({ error: { code: 'CART_NOT_FOUND' } });
});
