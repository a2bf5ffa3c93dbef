import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { card, cash, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { levelsOf } from '../../testing/order-facts.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { addStock, createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { StubBank } from '../../testing/stub-bank.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { placeOrder } from './place-order.ts';
import type { UnsettledOrder } from './placement.ts';
import { confirmPlacement, reconcileOrders, voidPlacement } from './settle-order.ts';
import { beginVoiding, confirmOrder, voidOrder } from './settling.store.ts';

let shop: TestShop;
let speaker: number;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(() => shop.close());

/** Creates a placement whose charge the bank approved, but whose call got no answer. */
const openPlacement = async (
  bank: StubBank,
  line = { productId: speaker, quantity: 1 },
  amount = 130,
): Promise<UnsettledOrder> => {
  const cartId = await prepareCart(shop, { lines: [line] });
  const deps = placingDeps(shop, bank.gateway());
  const request = { cartId, payments: [{ ...card(amount), paymentPlan: 1 }] };
  const call = { request, idempotencyKey: undefined, now: new Date(), policy: shop.policy(), client: null };
  expect((await placeOrder(deps, call)).result).toMatchObject({ ok: false, error: { code: 'PAY_TIMEOUT' } });
  const { rows } = await shop.db.pool.query<UnsettledOrder>(
    'select o.id as "orderId", p.id as "paymentId", p.amount, p.created_at as "askedAt", jsonb_build_object($$kind$$, $$job$$, $$id$$, $$test$$) as actor from orders o join payments p on p.order_id = o.id where o.cart_id = $1',
    [cartId],
  );
  const [placement] = rows;
  if (placement === undefined) throw new Error('nothing was placed');
  return placement;
};

const stateOf = async ({ orderId }: UnsettledOrder) => {
  const { rows } = await shop.db.pool.query<{ state: string }>(
    `select concat_ws(', ', o.status, p.status, c.status,
       (select sum(m.delta) from stock_movements m where m.order_id = o.id)) as state
     from orders o join payments p on p.order_id = o.id join carts c on c.id = o.cart_id where o.id = $1`,
    [orderId],
  );
  return rows[0]?.state;
};

/** Runs `first` in a transaction, and delays its commit until `second` waits for that transaction. Returns both results. */
const meet = async <A, B>(first: (tx: Tx) => Promise<A>, second: () => Promise<B>): Promise<[A, B]> => {
  const written = Promise.withResolvers<Tx>();
  const mayCommit = Promise.withResolvers<void>();
  const held = shop.db.transaction(async (tx) => {
    const end = await first(tx);
    written.resolve(tx);
    await mayCommit.promise;
    return end;
  });
  // If `first` fails, the test ends here.
  held.catch(written.reject);
  const holder = await written.promise;
  const met = second();
  await untilBlocked(shop.db.pool, holder);
  mayCommit.resolve();
  return Promise.all([held, met]);
};

const approval = { gatewayId: 'stub', authorization: '000001' };

test('a void that meets an uncommitted confirmation waits for it, and then gives nothing back', async () => {
  const bank = new StubBank({ charge: 'lost' });
  const placement = await openPlacement(bank);
  const [number, ended] = await meet(
    (tx) => confirmOrder(tx, placement, approval, new Date()),
    () => voidPlacement(shop.db, placement, null, new Date()),
  );
  expect(ended).toEqual({ kind: 'confirmed', orderNumber: number });
  expect(await stateOf(placement)).toBe('processing, approved, ordered, -1');
});

test('a confirmation that meets an uncommitted void waits for it, makes no order, and reverses the charge', async () => {
  const bank = new StubBank({ charge: 'lost' });
  const placement = await openPlacement(bank);
  const [isVoid, ended] = await meet(
    (tx) => voidOrder(tx, { orderId: placement.orderId, refusal: null, notifiesBuyer: false }, new Date()),
    () => confirmPlacement(shop.db, bank.gateway(), placement, approval, new Date()),
  );
  expect([isVoid, ended]).toEqual([true, { kind: 'voided', code: null }]);
  expect(await stateOf(placement)).toBe('void, reversed, open, 0');
  expect([...bank.charges.values()].map(({ status }) => status)).toEqual(['void']);
});

test('an order that waits for a void gets the stock that the void returns, even in an empty warehouse', async () => {
  const productId = await createProduct(shop.db, { sku: 'RADIO', price: 100_00, stock: 2 });
  await addStock(shop.db, productId, 3, 'MAX');
  await addStock(shop.db, productId, 2, 'XELA');
  const placement = await openPlacement(new StubBank({ charge: 'lost' }), { productId, quantity: 3 }, 330);
  expect(await levelsOf(shop.db, productId)).toEqual({ MAX: 2, XELA: 2 });
  const cartId = await prepareCart(shop, {
    lines: [{ productId, quantity: 4 }],
    shippingMethod: 'pickup',
    storeCode: 'MAX',
  });
  const [isVoid, answer] = await meet(
    (tx) => voidOrder(tx, { orderId: placement.orderId, refusal: null, notifiesBuyer: false }, new Date()),
    () => postOrder(shop, { cartId, payments: [cash(400)] }),
  );
  expect([isVoid, answer.statusCode], answer.payload).toEqual([true, 200]);
  expect(await levelsOf(shop.db, productId)).toEqual({ BODEGA: 1, XELA: 2 });
});

test('an approval that arrives while the order is voided is recorded as a charge with its reversal', async () => {
  const bank = new StubBank({ charge: 'lost' });
  const placement = await openPlacement(bank);
  expect(await beginVoiding(shop.db.write, placement.orderId, new Date())).toBe(true);
  const ended = await confirmPlacement(shop.db, bank.gateway(), placement, approval, new Date());
  expect(ended).toEqual({ kind: 'voided', code: null });
  expect(await stateOf(placement)).toBe('void, reversed, open, 0');
  const { rows } = await shop.db.pool.query('select kind from money_movements where order_id = $1 order by id', [
    placement.orderId,
  ]);
  expect(rows.map(({ kind }) => kind)).toEqual(['capture', 'refund_due', 'reversal']);
});

test('a reversal that the bank cannot make immediately stays due until the bank has made it', async () => {
  const bank = new StubBank({ charge: 'lost', blindLookUps: 1 });
  const placement = await openPlacement(bank);
  await beginVoiding(shop.db.write, placement.orderId, new Date());
  const ended = await confirmPlacement(shop.db, bank.gateway(), placement, approval, new Date());
  expect(ended).toMatchObject({ kind: 'unsettled' });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await reconcileOrders({ db: shop.db, gateway: bank.gateway(), log }, new Date(), 600_000);
  expect(await stateOf(placement)).toBe('void, reversed, open, 0');
});
