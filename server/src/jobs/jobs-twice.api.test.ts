import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eventTypes } from '@ceiba/contract/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEndpoint } from '../events/endpoints.store.ts';
import { startEventJobs } from '../events/events.tasks.ts';
import { rowCommands } from '../imports/row-commands.ts';
import { shipmentCommands } from '../orders/afterwards/shipment-command.ts';
import { orderCommands } from '../orders/order-command.ts';
import { createLog } from '../platform/operations/log.ts';
import { openServices } from '../services.ts';
import { crontabOf, tasksOf } from '../slices.ts';
import { placeStoreOrder } from '../testing/desk-orders.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { typing } from '../testing/operator.ts';
import { card, cash, handOver, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import type { TestShop } from '../testing/test-shop.ts';
import type { Task } from './worker.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let shop: TestShop;
beforeAll(async () => {
  mails = await startMailServer(0);
  open = await openShopWithBank({ SMTP_URL: mails.url, MAIL_FROM: 'tienda@correo.gt' });
  shop = open.shop;
  await createShopBasics(shop.db);
});
afterAll(async () => {
  await open.close();
  mails.server.close();
});

const sql = (text: string, values: unknown[] = []) => shop.db.pool.query(text, values);

/** What is in each table but the queue's own, as the sum of its rows' hashes; and how much was mailed. */
const everythingStored = async (): Promise<Record<string, unknown>> => {
  const { rows: tables } = await sql(`select tablename as name from pg_tables where schemaname = 'public'`);
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from ${name} t`,
  );
  const { rows } = await sql(hashes.join(' union all '));
  return { mailed: mails.messages.length, ...Object.fromEntries(rows.map(({ name, hash }) => [name, hash])) };
};

const buy = async (productId: number): Promise<void> => {
  const order = async (quantity: number, payment: object): Promise<string> => {
    const cartId = await prepareCart(shop, { lines: [{ productId, quantity }] });
    const answer = await postOrder(shop, { cartId, payments: [payment] }, randomUUID());
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data.orderNumber;
  };
  const cancel = (...args: string[]) =>
    typing(
      orderCommands,
      'order',
    )({ db: shop.db, args: ['cancel', ...args, '--by', 'Rosa', '--reason', 'Prueba'], say: () => {} });
  await order(1, cash(130));
  await sql(
    `with due as (update orders set confirmation_due = now() + interval '1 hour' returning id)
     update shipments s set state = 'waiting' from due where s.order_id = due.id`,
  );
  await placeStoreOrder(shop, {
    ...{
      lines: [{ productId, quantity: 1 }],
      amount: 100,
      advisor: 'asesor',
      shippingMethod: 'pickup',
      storeCode: 'MAX',
    },
  });
  expect(await cancel(await order(1, card(130)))).toBe(true);
  expect(await cancel(await order(2, card(230)), '--line', '1', '--units', '1')).toBe(true);
  await sql(handOver('$1'), [await order(1, card(130))]);
  const sent = await order(1, card(130));
  for (const _step of [1, 2])
    await typing(shipmentCommands, 'shipment')({ db: shop.db, args: ['advance', sent, '1'], say: () => {} });
  // Carts that nobody comes back to.
  await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
};

const comeAndGo = async (): Promise<void> => {
  const account = { email: 'ana@correo.gt', password: 'Una-clave-larga-9' };
  const post = (path: string, payload: object) => shop.inject({ method: 'POST', url: `/v1/auth/${path}`, payload });
  const person = { firstName: 'Ana', lastName: 'Ajú', phone: '5555-1234', registerLeal: false, acceptTerms: true };
  await post('register', { ...account, ...person });
  await post('login', account);
  await post('password/request', { email: account.email });
};

/** A day of a shop: what is bought, canceled, handed over and asked for, who comes and goes, what others are told. */
const workADay = async (): Promise<void> => {
  const store = { db: shop.db, sealedSecrets: testSecrets };
  await insertEndpoint(store, { id: randomUUID(), url: 'https://erp.example/eventos', types: [...eventTypes] });
  await sql(`insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`);
  const product = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100 });
  const gone = await createProduct(shop.db, { sku: 'GONE', price: 50_00, stock: 0 });
  await buy(product);
  await comeAndGo();
  await sql(
    `insert into restock_notices (product_id, email, created_at) values ($1, 'ana@correo.gt', now()), ($2, 'eva@correo.gt', now())`,
    [gone, product],
  );
  await sql(
    `insert into complaints (name, email, phone, text, filed_at) values ('Ana', 'ana@correo.gt', '55551234', 'Tarde', now())`,
  );
  await sql(
    `insert into search_counts (day, words, searches, without_result) values (current_date - 500, 'nadie', 1, 1)`,
  );
  await sql(`insert into unclaimed_files (path, since, is_unwanted) values ('returns/nadie.webp', now(), true)`);
  await sql(
    `insert into planned_prices (product_id, starts_at, regular_price, sales_price) values ($1, now(), 9000, 8000)`,
    [product],
  );
  await sql(`update products set sales_price = 4000, discount_ends_at = now() where id = $1`, [gone]);
  await addStock(shop.db, gone, 5);
  await sql(`update brands set title = 'Otra marca'`);
  await openDesk(shop, 'manager');
  const set = typing(rowCommands, 'price');
  expect(await set({ db: shop.db, args: ['set', 'GONE', 'precio=60'], say: () => {} })).toBe(true);
};

/** So many days pass: whatever has a moment is that much older. The audit’s rows are sealed with theirs. */
const pass = async (days: number): Promise<void> => {
  const { rows } = await sql(
    `select format('update %I set %s', table_name,
       string_agg(format('%1$I = %1$I - make_interval(days => %2$s)', column_name, $1::integer), ', ')) as aging
     from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name !~ '^audit|migration'
     group by table_name`,
    [days],
  );
  const aging = rows.map(({ aging: text }) => text).join('; ');
  await sql(`begin; set local session_replication_role = replica; ${aging}; commit`);
};

/** Runs a job twice, as where a worker died before it could say that it was done; whether there was anything to do. */
const runTwice = async (task: Task, payload: unknown): Promise<boolean> => {
  const context = { now: new Date(), log: createLog('silent') };
  const before = await everythingStored();
  await task.run(payload, context);
  const once = await everythingStored();
  await task.run(payload, context);
  expect(await everythingStored(), task.name).toEqual(once);
  return !isDeepStrictEqual(before, once);
};

test('[OPS-18] whatever a job does it does once: of every kind that a shop has work for a second run changes nothing', async () => {
  const services = openServices(shop);
  const tasks = new Map(tasksOf(services).map((task) => [task.name, task]));
  const planned = [...tasks.values()].filter(({ name }) =>
    new RegExp(`^\\S+ \\S+ \\S+ \\S+ \\S+ ${name}(?: |$)`, 'm').test(crontabOf(services)),
  );
  const worked = new Set<string>();
  const run = async (task: Task | undefined, payload: unknown): Promise<void> => {
    if (task !== undefined && (await runTwice(task, payload))) worked.add(task.name);
  };
  /** Each kind that waits, once: some ask for themselves again. */
  const runWaiting = async (seen: readonly string[] = []): Promise<void> => {
    const { rows } = await sql(
      `select distinct on (t.identifier) t.identifier as task, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier <> all ($1) order by t.identifier, j.id`,
      [seen],
    );
    for (const { task, payload } of rows) await run(tasks.get(task), payload);
    if (rows.length > 0) await runWaiting([...seen, ...rows.map(({ task }) => task)]);
    else await sql('delete from graphile_worker._private_jobs');
  };
  await workADay();
  await startEventJobs(services, new Date());
  for (const days of [0, 3, 800]) {
    await pass(days);
    await runWaiting();
    for (const task of planned) await run(task, {});
    await runWaiting();
    if (days === 0) await expectSoundBooks(shop.db, open.bank);
  }
  // This shop has no place for copies; for the others nothing happened to it. A new kind gets its work above, or stands here.
  expect([...tasks.keys()].filter((name) => !worked.has(name)).sort()).toEqual([
    'backup',
    'call-sponsored-event',
    'delete-expired-proofs',
    'delete-old-complaints',
    'delete-old-events',
    'delete-old-passkey-challenges',
    'end-points-certificates',
    'forget-buyers',
    'forget-refund-accounts',
    'gift-cards-mailed',
    'go-on-with-import',
    'order-confirmation',
    'order-not-placed',
    'order-refunded',
    'pickup-reminder',
    'refresh-renamed-products',
    'refund-at-till',
    'release-stray-holds',
    'remind-pickups',
    'remove-saved-cards',
    'save-erasures',
    'send-gift-cards',
    'send-given-up-messages',
    'send-message',
    'settle-points',
    'shipment-lost',
    'units-missing',
    'wake-senders',
  ]);
});
