import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../platform/operations/config.ts';
import { type RunningShop, startShop } from '../start-shop.ts';
import { type DatabaseServer, startPrimary } from '../testing/database-servers.ts';
import { merchantKey, openTestBank, type TestBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { type ConfirmedPurchase, openRetryingShoppers, patienceMs } from '../testing/retrying-shopper.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { until } from '../testing/until.ts';

let dir: string;
let server: DatabaseServer;
let bank: TestBank;
let shop: RunningShop;

const skus = ['RADIO', 'CABLE', 'BOCINA'];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-restart-'));
  // Without fsync, because these servers crash but the machine does not.
  server = await startPrimary({ dir, settings: ['fsync=off'] });
  bank = await openTestBank();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: server.url,
    BANK_URL: bank.url,
    BANK_KEY: merchantKey,
    BANK_TIMEOUT_MS: '60000',
    DATA_DIR: dir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10000',
  });
  shop = await startShop(config, 'all', { say: () => {} });
  await createShopBasics(shop.db);
  for (const sku of skus) await createProduct(shop.db, { sku, price: 100_00, stock: 100_000 });
});
afterAll(async () => {
  await shop.close();
  await bank.close();
  await server.remove();
  await rm(dir, { recursive: true, force: true });
});

/** Starts shoppers who place one order after the other, half of them by card. One more shopper only fills carts. */
const keepBuying = (buyers: number) => {
  let isOver = false;
  const people = openRetryingShoppers(shop.url);
  const bought: ConfirmedPurchase[] = [];
  const buyer = async (_: unknown, index: number): Promise<void> => {
    while (!isOver) bought.push(await people.buy(skus, index % 2 === 0 ? 'card' : 'cash'));
  };
  /** Carts and the number of units added to their line. A line accepts ten units, including those of repeated adds. */
  const filled: { cartId: string; added: number }[] = [];
  const collector = async (): Promise<void> => {
    while (!isOver) {
      const cart = { cartId: await people.openCart(), added: 0 };
      filled.push(cart);
      for (; !isOver && cart.added < 5; cart.added += 1) await people.addProduct(cart.cartId, 'CABLE');
    }
  };
  const running = Promise.all([collector(), ...Array.from({ length: buyers }, buyer)]);
  return {
    people,
    bought,
    filled,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};

const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await shop.db.pool.query<Row>(sql, values)).rows;

const countOf = async (sql: string): Promise<number> => (await rowsOf<{ count: number }>(sql))[0]?.count ?? 0;

/** Checks that each order number in an answer belongs to an order, and that no cart became two orders. */
const expectOrders = async (bought: readonly ConfirmedPurchase[]): Promise<void> => {
  const orders = await rowsOf<{ cartId: string; number: number }>(
    `select cart_id as "cartId", number from orders where status <> 'void' and cart_id = any ($1) order by number`,
    [bought.map(({ cartId }) => cartId)],
  );
  const answered = bought.map(({ cartId, orderNumber }) => ({ cartId, number: Number(orderNumber) }));
  expect(orders).toEqual(answered.sort((a, b) => a.number - b.number));
};

/** Makes all interrupted orders due for the reconciler, as if no charge could still arrive. */
const passBankTime = async (): Promise<void> => {
  await until(async () => (await fetch(`${shop.url}/ready`)).status === 200);
  await shop.db.pool.query(
    `update orders set settle_after = now()
     where status = 'placing' and created_at < (select pg_postmaster_start_time())`,
  );
};

describe.for(['fast', 'immediate'] as const)(
  '[DEC-08, DEC-107] the database is restarted (%s) while people buy',
  (mode) => {
    test('calls get 503 with Retry-After, and afterwards everything works again without loss of data', {
      timeout: patienceMs * 2,
    }, async () => {
      const { people, bought, filled, stop } = keepBuying(6);
      await until(() => bought.length > 10);
      await server.stop(mode);
      const away = await fetch(`${shop.url}/v1/products/slug/radio`);
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
      // /ready caches the database's last answer for a second.
      await until(async () => (await fetch(`${shop.url}/ready`)).status === 503);
      expect((await fetch(`${shop.url}/health`)).status).toBe(200);
      await until(() => (people.setbacks.counts.get('503 NOT_READY') ?? 0) > 10);
      const before = bought.length;
      await server.start();
      await passBankTime();
      await until(() => bought.length > before + 10);
      await stop();

      expect(
        [...people.setbacks.counts.keys()].filter((setback) => !/^503 NOT_READY$|^409 ORDER_IN/.test(setback)),
      ).toEqual([]);
      expect(people.setbacks.counts.get('503 NOT_READY')).toBeGreaterThan(0);
      expect(people.setbacks.silent503).toBe(0);
      await expectOrders(bought);
      // An add without an answer may have succeeded. So the cart has at least the units that were confirmed.
      for (const { cartId, added } of filled) {
        expect((await people.linesOf(cartId)).CABLE ?? 0).toBeGreaterThanOrEqual(added);
      }
    });
  },
);

test('afterwards jobs run, purges arrive, and the invariants hold', { timeout: patienceMs * 3 }, async () => {
  const unsettled = `select count(*) from orders where status in ('placing', 'voiding')`;
  await until(async () => (await countOf(unsettled)) === 0, patienceMs);
  const orders = await countOf(`select count(*) from orders where status <> 'void'`);
  await until(async () => (await countOf('select count(*) from mails')) === orders);
  const listeners = `select count(*) from pg_stat_activity where application_name = 'ceiba page purge'`;
  await until(async () => (await countOf(listeners)) === 1);
  await expectSoundBooks(shop.db, bank);
});

test('the pool stays within its limit of connections, and prepares statements again on each', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => fetch(`${shop.url}/v1/products/slug/radio`).then(({ status }) => status)),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(shop.db.pool.totalCount).toBeLessThanOrEqual(10);
});
