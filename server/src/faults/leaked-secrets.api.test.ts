import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toFollowedOrder } from '../orders/history/order-history.routes.ts';
import { findOrderByNumber } from '../orders/history/order-history.store.ts';
import { confirmationToken } from '../orders/placing/confirm-cash-order.ts';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { merchantKey, openShopWithBank } from '../testing/order-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';

// Tests "A token has leaked" in docs/operations.md. The thief has a backup with its key, or the whole database.

let open: Awaited<ReturnType<typeof openShopWithBank>>;
beforeAll(async () => {
  open = await openShopWithBank();
});
afterAll(() => open.close());

const readStatement = async (): Promise<string> => {
  const manual = await readFile(join(open.shop.config.projectDir, 'docs/operations.md'), 'utf8');
  const [, chapter = ''] = manual.split('\n### A token has leaked\n');
  return chapter.split('```sql\n')[1]?.split('```')[0] ?? '';
};

const secretsOf = async ({ db }: TestShop): Promise<Map<string, string>> => {
  const { rows } = await db.pool.query<{ name: string; value: string }>('select name, value from shop_secrets');
  return new Map(rows.map(({ name, value }) => [name, value]));
};

/** Places an order for a speaker that waits at its store. Returns the sub-order number. */
const placeAtStore = async (shop: TestShop): Promise<string> => {
  await createShopBasics(shop.db);
  const speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 500_00, stock: 10 });
  await addStock(shop.db, speaker, 10, 'MAX');
  const bought = { lines: [{ productId: speaker, quantity: 1 }], shippingMethod: 'pickup', storeCode: 'MAX' } as const;
  const id = `${await placeOrderOf(shop, { ...bought, amount: 500 })}-1`;
  const warehouse = await openDesk(shop, 'warehouse');
  const move = async (to: 'picking' | 'packed' | 'at_store') => {
    const { version } = done(await warehouse.call('getShipment', { params: { id } })).data;
    done(await warehouse.call('moveShipment', { params: { id }, body: { to, version } }));
  };
  await move('picking');
  const scanned = { scanId: randomUUID(), code: 'SPEAKER' };
  done(await warehouse.call('scanShipment', { params: { id }, body: scanned }));
  await move('packed');
  await move('at_store');
  return id;
};

/** Reads the pickup code that the buyer sees after following the link in the order's mail. */
const codeOf = async ({ db }: TestShop, id: string): Promise<string> => {
  const row = await findOrderByNumber(db.write, id.slice(0, 9));
  const [shipment] = row === undefined ? [] : toFollowedOrder(row, 'link').tracking;
  return shipment?.pickupCode ?? 'none';
};

test('[OPS-25] after the manual’s statement, leaked sessions, links and pickup codes no longer work', async () => {
  const { shop, bank } = open;
  const id = await placeAtStore(shop);
  const mailed = await codeOf(shop, id);
  const customer = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  const asCustomer = async (of: TestShop, { headers }: typeof customer) =>
    (await of.inject({ url: '/v1/customers', headers })).statusCode;
  const before = await secretsOf(shop);
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders');
  const token = confirmationToken(rows[0]?.id ?? '', before.get('order-confirmation') ?? '');
  const follow = async (of: TestShop) =>
    (await of.inject({ method: 'POST', url: '/v1/orders/confirmations', payload: { token } })).statusCode;
  expect([await asCustomer(shop, customer), await follow(shop)]).toEqual([200, 200]);

  const statement = await readStatement();
  await shop.db.pool.query(statement);
  const after = await secretsOf(shop);
  const named = [...statement.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name).sort();
  const changed = [...after].flatMap(([name, value]) => (before.get(name) === value ? [] : [name]));
  expect(changed.sort()).toEqual(named);

  const anew = await openShopOn(shop.url, { BANK_URL: bank.url, BANK_KEY: merchantKey });
  try {
    expect([await asCustomer(anew, customer), await follow(anew)]).toEqual([401, 404]);
    expect(await asCustomer(anew, await signInCustomer(anew.db, 'eva@correo.gt', new Date()))).toBe(200);
    const code = await codeOf(anew, id);
    expect([code, code === mailed]).toEqual([expect.stringMatching(/^\d{6}$/), false]);
    const cashier = await openDesk(anew, 'cashier', ['MAX']);
    const handOver = async (typed: string) => {
      const { version } = done(await cashier.call('getShipment', { params: { id } })).data;
      const body = { to: 'delivered', version, code: typed };
      return (await cashier.send('POST', `/v1/admin/shipments/${id}/move`, { body })).statusCode;
    };
    expect([await handOver(mailed), await handOver(code)]).toEqual([400, 200]);
  } finally {
    await anew.close();
  }
});
