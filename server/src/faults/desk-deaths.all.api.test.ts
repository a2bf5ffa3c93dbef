import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reconcileOrders } from '../orders/placing/settle-order.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

// The process dies at each statement of a change of the desk. Then the person repeats the change with the same key.

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let db: Database;
let speaker: number;
let manager: TestDesk;
beforeAll(async () => {
  open = await openShopWithBank();
  db = open.shop.db;
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(db);
  speaker = await createProduct(db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00, stock: 100_000 });
  manager = await openDesk(open.shop, 'manager');
});
afterAll(async () => {
  const { log, config } = open.shop;
  const gateway = createHttpGateway({ ...config.bank, timeoutMs: 60_000 });
  await reconcileOrders({ db, gateway, log }, new Date());
  await sendRefunds({ db, gateway, log });
  await expectSoundBooks(db, open.bank);
  await open.close();
});

class Died extends Error {}

/**
 * Runs a change and cuts the connection of its transaction before statement number `at`, counted from 0. If `at` is the
 * number after the last statement, cuts before the commit. If `at` is undefined, cuts after the commit and before the
 * answer. Returns whether the connection was cut.
 */
async function dyingAt(at: number | undefined, work: () => Promise<unknown>): Promise<boolean> {
  const begin = db.transaction;
  let hasDied = false;
  const dying = vi.spyOn(db, 'transaction').mockImplementation(async (inside) => {
    const value = await begin(async (tx) => {
      let count = 0;
      const cut = async (): Promise<void> => {
        if (hasDied || count !== at) {
          count += 1;
          return;
        }
        hasDied = true;
        await tx.run({ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] });
      };
      const counting = (on: Pick<Transaction, 'run'>): Pick<Transaction, 'run'> => ({
        run: async (asked) => {
          await cut();
          return on.run(asked);
        },
      });
      const done = await inside({ ...counting(tx), sentWithCommit: counting(tx.sentWithCommit) });
      await cut();
      return done;
    });
    if (at === undefined) {
      hasDied = true;
      throw new Died();
    }
    return value;
  });
  await work();
  dying.mockRestore();
  return hasDied;
}

/** Reads all data of these orders that a change of the desk may touch, without numbers, ids and times. */
async function stateOf(numbers: readonly string[]): Promise<object> {
  const { rows } = await db.pool.query(
    `with own as (select * from orders where number = any ($1::bigint[]))
     select
       (select json_agg(json_build_object('status', o.status, 'version', o.version) order by o.number) from own o) as orders,
       (select json_agg(json_build_object('n', s.n, 'state', s.state, 'version', s.version, 'attempts', s.attempts, 'cash', s.cash_due,
          'collected', s.cash_collected, 'courier', s.courier) order by o.number, s.n) from shipments s join own o on o.id = s.order_id) as shipments,
       (select json_agg(json_build_object('canceled', l.canceled, 'refunded', l.refunded) order by o.number, l.position)
          from order_lines l join own o on o.id = l.order_id) as lines,
       (select json_agg(json_build_object('status', p.status, 'amount', p.amount) order by o.number) from payments p join own o on o.id = p.order_id) as payments,
       (select json_agg(json_build_object('cause', r.cause, 'amount', r.amount, 'state', r.state) order by r.created_at) from refunds r join own o on o.id = r.order_id) as refunds,
       (select json_agg(json_build_object('kind', m.kind, 'amount', m.amount) order by o.number, m.id) from money_movements m join own o on o.id = m.order_id) as movements,
       (select json_agg(json_build_object('kind', e.kind) order by o.number, e.id) from order_events e join own o on o.id = e.order_id) as events,
       (select json_agg(json_build_object('units', c.quantity, 'free', c.released_at is not null) order by o.number) from stock_claims c join own o on o.id = c.order_id) as claims,
       (select json_agg(json_build_object('delta', v.delta, 'reason', v.reason) order by v.id) from stock_movements v join own o on o.id = v.order_id) as stock,
       (select count(*) from manifest_parcels c join own o on o.id = c.order_id where not c.is_open) as frozen,
       (select json_agg(a.operation order by a.id) from audit_entries a
          where exists (select from own o where a.entity_id like o.number || '%' or a.after ->> 'orderNumber' = o.number::text)) as audit`,
    [numbers],
  );
  return rows[0];
}

/** Does the same as `stateOf`, with one name for every courier. */
const effectOn = async (numbers: readonly string[]): Promise<string> =>
  JSON.stringify(await stateOf(numbers)).replace(/Kukul \w+/g, 'Kukul');

/** A change of the desk, ready to be sent. */
interface Press {
  numbers: string[];
  path: string;
  body: object;
}

const place = (isCash = false): Promise<string> =>
  placeOrderOf(open.shop, { lines: [{ productId: speaker, quantity: 2 }], amount: 200, isCash });

const post = (path: string, body: object, key: string = randomUUID()) =>
  manager.send('POST', `/v1/admin/${path}`, { body, headers: { 'idempotency-key': key } });

const versionOf = async (path: string): Promise<number> =>
  (await manager.send('GET', `/v1/admin/${path}`)).json().data.version;

const move = async (number: string, to: string, more: object = {}): Promise<void> => {
  const moved = await post(`shipments/${number}-1/move`, {
    to,
    version: await versionOf(`shipments/${number}-1`),
    ...more,
  });
  expect(moved.statusCode).toBe(200);
};

const pack = async (number: string): Promise<void> => {
  await move(number, 'picking');
  for (let unit = 0; unit < 2; unit += 1)
    expect((await post(`shipments/${number}-1/scan`, { scanId: randomUUID(), code: 'SPEAKER' })).statusCode).toBe(200);
  await move(number, 'packed');
};

/** For each kind of change, places orders that are ready for it and returns the change. */
const changes: Record<string, () => Promise<Press>> = {
  'an order is canceled': async () => {
    const number = await place();
    const version = await versionOf(`orders/${number}`);
    return { numbers: [number], path: `orders/${number}/cancel`, body: { version, reason: 'ya no lo quiere' } };
  },
  'units of an order are canceled': async () => {
    const number = await place();
    const body = { version: await versionOf(`orders/${number}`), reason: 'no hay', lines: [{ line: 1, quantity: 1 }] };
    return { numbers: [number], path: `orders/${number}/cancel`, body };
  },
  'a line is refunded': async () => {
    const number = await place();
    const seen = { orderNumber: number, version: await versionOf(`orders/${number}`) };
    const courtesy = { unsent: 'send', courtesyReason: 'Se la queda' };
    const body = { ...seen, ...courtesy, lines: [{ line: 1, quantity: 1 }], goodwill: 5, reason: 'llegó rayada' };
    return { numbers: [number], path: 'refunds', body };
  },
  'a shipment is refused at the door': async () => {
    const number = await place();
    await pack(number);
    await move(number, 'sent', { courier: 'Kukul' });
    const body = { to: 'undelivered', version: await versionOf(`shipments/${number}-1`), reason: 'Rechazado' };
    return { numbers: [number], path: `shipments/${number}-1/move`, body };
  },
  'a shipment is handed over for cash': async () => {
    const number = await place(true);
    await pack(number);
    await move(number, 'sent');
    const version = await versionOf(`shipments/${number}-1`);
    const body = { to: 'delivered', version, receiver: 'Don Beto', amountReceived: 200 };
    return { numbers: [number], path: `shipments/${number}-1/move`, body };
  },
  'a manifest is closed': async () => {
    const numbers = [await place(), await place(true)];
    for (const number of numbers) await pack(number);
    const { code } = (await post('couriers', { name: `Kukul ${randomUUID().slice(0, 8)}` })).json().data;
    const { id } = (await post('manifests', { courier: code, storeCode: 'BODEGA' })).json().data;
    for (const number of numbers) await post(`manifests/${id}/scan`, { scanId: randomUUID(), code: `${number}-1` });
    return { numbers, path: `manifests/${id}/close`, body: { version: await versionOf(`manifests/${id}`) } };
  },
};

test.each(Object.entries(changes))(
  '[WORK-15, WORK-17, WORK-27] %s: killed at each of its statements and repeated with its key, it takes effect once',
  async (_what, prepare) => {
    const calm = await prepare();
    const first = await post(calm.path, calm.body);
    expect([200, 201], first.payload).toContain(first.statusCode);
    const expected = await effectOn(calm.numbers);
    let deaths = 0;
    const dieAndPressAgain = async (at: number | undefined): Promise<boolean> => {
      const { numbers, path, body } = await prepare();
      const before = await stateOf(numbers);
      const key = randomUUID();
      let status = 0;
      const hasDied = await dyingAt(at, async () => {
        status = (await post(path, body, key)).statusCode;
      });
      expect(status >= 500, `killed at ${at}`).toBe(hasDied);
      if (hasDied) deaths += 1;
      if (hasDied && at !== undefined) expect(await stateOf(numbers), `killed at ${at}`).toEqual(before);
      const again = await post(path, body, key);
      expect([200, 201], `${at}: ${again.payload}`).toContain(again.statusCode);
      expect(await effectOn(numbers), `killed at ${at}`).toBe(expected);
      const third = await post(path, body, key);
      expect([third.statusCode, third.json()]).toEqual([again.statusCode, again.json()]);
      expect(await effectOn(numbers)).toBe(expected);
      return hasDied;
    };
    for (let at = 0; await dieAndPressAgain(at); at += 1);
    expect(await dieAndPressAgain(undefined)).toBe(true);
    // The key, the audit row and the stored answer are three statements. The change itself has more.
    expect(deaths).toBeGreaterThan(5);
  },
);
