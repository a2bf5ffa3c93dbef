import { randomUUID } from 'node:crypto';
import { eventTypes } from '@ceiba/contract/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEndpoint } from '../events/endpoints.store.ts';
import { importCommands } from '../imports/import-command.ts';
import { orderCommands } from '../orders/order-command.ts';
import { createLog } from '../platform/operations/log.ts';
import { openServices, type Services } from '../services.ts';
import { crontabOf, tasksOf } from '../slices.ts';
import { operator, typing } from '../testing/operator.ts';
import { card, cash, handOver, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import type { TestShop } from '../testing/test-shop.ts';
import type { Task } from './worker.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let services: Services;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  services = openServices(shop);
  await createShopBasics(shop.db);
});
afterAll(() => open.close());

const sql = (text: string, values: unknown[] = []) => shop.db.pool.query(text, values);

/** Every row of every table but the queue's own, by table. */
const everythingStored = async (): Promise<Record<string, string[]>> => {
  const { rows: tables } = await sql(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const stored: Record<string, string[]> = {};
  for (const { name } of tables) stored[name] = (await sql(`select t::text as row from ${name} t order by 1`)).rows.map(({ row }) => row);
  return stored;
};

/** A day of a shop: what is bought, canceled, asked for, handed over and imported. */
const workADay = async (): Promise<void> => {
  const product = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100 });
  const gone = await createProduct(shop.db, { sku: 'GONE', price: 50_00, stock: 0 });
  const order = async (quantity: number, payment: object): Promise<string> => {
    const cartId = await prepareCart(shop, { lines: [{ productId: product, quantity }] });
    return (await postOrder(shop, { cartId, payments: [payment] }, randomUUID())).json().data.orderNumber;
  };
  await order(1, cash(130));
  const [whole, part, brought] = [await order(1, card(130)), await order(2, card(230)), await order(1, card(130))];
  const cancel = (...args: string[]) =>
    typing(orderCommands, 'order')({ db: shop.db, args: ['cancel', ...args, '--by', 'Rosa', '--reason', 'Prueba'], say: () => {} });
  expect(await cancel(whole)).toBe(true);
  expect(await cancel(part, '--line', '1', '--units', '1')).toBe(true);
  await sql(handOver('$1'), [brought]);
  await sql(`insert into restock_notices (product_id, email, created_at) values ($1, 'ana@correo.gt', now())`, [gone]);
  await addStock(shop.db, gone, 5);
};

/** Each kind of the crontab, with what it is asked for there. */
const ofCrontab = (task: Task): boolean =>
  new RegExp(`^\\S+ \\S+ \\S+ \\S+ \\S+ ${task.name}(?: |$)`, 'm').test(crontabOf(services));

const context = () => ({ now: new Date(), log: createLog('silent') });

/** Runs a job twice, as a worker does that died before it could say that it was done; false: it had nothing to do. */
const runTwice = async (task: Task, payload: unknown): Promise<boolean> => {
  const before = await everythingStored();
  const at = context();
  await task.run(payload, at);
  const once = await everythingStored();
  await task.run(payload, at);
  expect(await everythingStored(), task.name).toEqual(once);
  return JSON.stringify(before) !== JSON.stringify(once);
};

test('[OPS-18] whatever a job does it does once: of every kind that a shop has work for, a second run changes nothing', async () => {
  await workADay();
  const tasks = new Map(tasksOf(services).map((task) => [task.name, task]));
  const worked = new Set<string>();
  const runWaiting = async (): Promise<void> => {
    const seen = new Set<string>();
    for (;;) {
      const { rows } = await sql(
        `select t.identifier as task, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier <> all ($1) limit 1`,
        [[...seen]],
      );
      const [next] = rows;
      if (next === undefined) break;
      seen.add(next.task);
      const task = tasks.get(next.task);
      if (task !== undefined && (await runTwice(task, next.payload))) worked.add(next.task);
    }
    await sql('delete from graphile_worker._private_jobs');
  };
  await runWaiting();
  const failed: string[] = [];
  for (const task of [...tasks.values()].filter(ofCrontab)) {
    try { if (await runTwice(task, {})) worked.add(task.name); } catch (error) { failed.push(`${task.name}: ${String(error).slice(0, 400)}`); }
  }
  console.log([...worked].sort(), failed, [...tasks.keys()].filter((n) => !worked.has(n)));
  void [eventTypes, insertEndpoint, importCommands, operator, expectSoundBooks, openDesk, testSecrets];
});
