import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maintenanceCommand } from '../../maintenance-command.ts';
import { getPolicy } from '../../policies/policies.store.ts';
import { readCart } from '../../testing/cart-calls.ts';
import { loosenBudgets } from '../../testing/loose-budgets.ts';
import { typing } from '../../testing/operator.ts';
import { card, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
});
beforeEach(() => shop.setPolicy('maintenance', 'off'));
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const prepare = () => prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });

const see = async (method: 'GET' | 'POST', url: string, accept = '*/*') => {
  const { statusCode, headers, payload } = await shop.inject({ method, url, headers: { accept } });
  return { status: statusCode, retryAfter: headers['retry-after'], text: payload };
};

test('[OPS-20] during maintenance a page shows when to come back, and health and metrics still answer', async () => {
  await shop.setPolicy('maintenance', 'on');
  for (const url of ['/', '/speaker', '/search?q=tv'])
    expect(await see('GET', url, 'text/html')).toEqual({
      status: 503,
      retryAfter: '300',
      text: expect.stringContaining('<h1>Estamos mejorando la tienda</h1>'),
    });
  const call = await see('GET', '/v1/products/slug/speaker');
  expect([call.status, call.retryAfter, JSON.parse(call.text).error.code]).toEqual([503, '300', 'MAINTENANCE']);
  for (const url of ['/health', '/ready', '/metrics']) expect((await see('GET', url)).status).toBe(200);
  await shop.setPolicy('maintenance', 'off');
  expect((await see('GET', '/v1/products/slug/speaker')).status).toBe(200);
});

test('[OPS-20] a started order can be finished and found, and a new order is refused before it takes anything', async () => {
  const [begun, late] = [await prepare(), await prepare()];
  const key = randomUUID();
  const body = { cartId: begun, payments: [card(130)] };
  const first = outcomeOf(await postOrder(shop, body, key));
  await shop.setPolicy('maintenance', 'on');
  expect(outcomeOf(await postOrder(shop, body, key))).toBe(first);
  const found = await shop.call('findPlacement', { body: { cartId: begun, keys: [key] } });
  expect(found.ok).toBe(true);
  for (const mode of ['on', 'read-only'])
    for (const ownKey of [randomUUID(), undefined]) {
      await shop.setPolicy('maintenance', mode);
      const answer = await postOrder(shop, { cartId: late, payments: [card(130)] }, ownKey);
      expect(outcomeOf(answer)).toBe(mode === 'on' ? '503 MAINTENANCE' : '503 READ_ONLY');
    }
  // A key from yesterday places a new order.
  await shop.db.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, [
    key,
  ]);
  expect(outcomeOf(await postOrder(shop, { cartId: late, payments: [card(130)] }, key))).toBe('503 READ_ONLY');
  // The link in a mail expires. So this call stays available.
  const confirmed = await shop.call('confirmOrder', { body: { token: 'nothing' } });
  expect(!confirmed.ok && confirmed.error.code).not.toBe('READ_ONLY');
  await shop.setPolicy('maintenance', 'off');
  expect(outcomeOf(await postOrder(shop, { cartId: late, payments: [card(130)] }, randomUUID()))).toMatch(
    /^200 \d{9}$/,
  );
});

test('[OPS-20] if maintenance starts while an order is at the bank, the buyer still gets the confirmation', async () => {
  const cartId = await prepare();
  const status = async (): Promise<unknown> =>
    (await shop.db.pool.query('select status from orders where cart_id = $1', [cartId])).rows[0]?.status;
  const key = randomUUID();
  const body = { cartId, payments: [card(130, '4000000000000432')] };
  const answer = postOrder(shop, body, key);
  await until(async () => (await status()) === 'placing');
  await shop.setPolicy('maintenance', 'on');
  expect(await status()).toBe('placing');
  open.bank.arrive();
  const placed = outcomeOf(await answer);
  expect(placed).toMatch(/^200 \d{9}$/);
  expect(await status()).toBe('processing');
  expect(outcomeOf(await postOrder(shop, body, key))).toBe(placed);
});

test('[OPS-20] in read-only mode, catalogue and carts can be read, and writes are refused with their own message', async () => {
  const cartId = await prepare();
  await shop.setPolicy('maintenance', 'read-only');
  expect((await see('GET', '/v1/products/slug/speaker')).status).toBe(200);
  expect((await readCart(shop, cartId)).id).toBe(cartId);
  const added = await shop.call('addCartProduct', { params: { id: cartId }, body: { sku: 'SPEAKER', quantity: 1 } });
  expect(added).toMatchObject({ ok: false, error: { status: 503, code: 'READ_ONLY' } });
  expect(!added.ok && added.error.message).toBe(
    'Estamos mejorando la tienda: puedes ver los productos, y en unos minutos también comprar.',
  );
  expect((await see('POST', '/unsubscribe/abc', 'text/html')).text).toContain('Estamos mejorando la tienda');
});

test('[OPS-20] a command sets the mode for all processes, and accepts no unknown mode', async () => {
  const said: string[] = [];
  const type = (mode: string) =>
    typing([maintenanceCommand], 'maintenance')({ db: shop.db, args: [mode], say: (text) => void said.push(text) });
  const stored = async () => (await getPolicy(shop.db.write)).maintenance;
  expect([await type('read-only'), await stored()]).toEqual([true, 'read-only']);
  expect([await type('half'), await stored()]).toEqual([false, 'read-only']);
  expect([await type('off'), await stored()]).toEqual([true, 'off']);
  expect(said[0]).toBe('Maintenance is read-only now; every process applies it immediately.');
});
