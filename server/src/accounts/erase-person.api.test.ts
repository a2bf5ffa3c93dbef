import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTypes } from '@ceiba/contract/events';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endEndpoint, insertEndpoint } from '../events/endpoints.store.ts';
import { replayEvents } from '../events/events.store.ts';
import { publishEvents } from '../events/publish-events.ts';
import { sendEvents } from '../events/send-events.ts';
import { createLog } from '../platform/operations/log.ts';
import { openObjectStore } from '../platform/operations/object-store.ts';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { operator } from '../testing/operator.ts';
import { cash, handOver, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { openTestLine, openWebhookReceiver } from '../testing/webhook-receiver.ts';
import { eraseAgain, erasePerson, readErasures, saveErasure } from './erase-person.ts';
import { listErasures } from './erasures.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let product: number;
let dir = '';
/** The shop's log, at the level for finding faults. */
const lines: string[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-erase-'));
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  open = await openShopWithBank({ FILES_DIR: dir, LOG_LEVEL: 'trace' }, { log });
  shop = open.shop;
  await createShopBasics(shop.db);
  product = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
  await rm(dir, { recursive: true, force: true });
});

/** Unique personal data, so that each value identifies this person in any table. */
const canary = {
  name: 'Xiomara',
  surname: 'Quetzalcanario',
  email: 'xiomara.canario@correo.gt',
  phone: '41927365',
  street: 'Callejón del Canario 77-31',
  dpi: '2718281828459',
};
const traces = Object.values(canary);

/** Returns each row of every table, including the queue's, that contains one of these values. */
const findTraces = async (): Promise<string[]> => {
  const { rows: tables } = await shop.db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await shop.db.pool.query<{ text: string }>(
      `select to_jsonb(t)::text as text from ${name} t where to_jsonb(t)::text ~* $1`,
      [traces.join('|')],
    );
    found.push(
      ...rows.map(
        ({ text }) => `${name}: ${traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()))}`,
      ),
    );
  }
  return found.sort();
};

const places = new Set([
  'orders',
  'shipments',
  'carts',
  'mails',
  'complaints',
  'restock_notices',
  'customers',
  'addresses',
]);
const tablesOf = (found: readonly string[]): Set<string> =>
  new Set(found.map((each) => each.split(':')[0]?.replace('public.', '') ?? ''));

/** Places an order of this person as a guest. Returns its ID. */
const orderAsGuest = async (): Promise<string> => {
  const cartId = await prepareCart(shop, {
    lines: [{ productId: product, quantity: 1 }],
    email: canary.email,
    telephone: canary.phone,
    billing: { nit: 'CF', documentType: 'CF' },
    payment: { method: 'cashondelivery', bin: null },
  });
  const person = { firstname: canary.name, lastname: canary.surname, street: [canary.street], telephone: canary.phone };
  await shop.db.pool.query('update carts set shipping_address = shipping_address || $2 where id = $1', [
    cartId,
    JSON.stringify(person),
  ]);
  const answer = await postOrder(shop, { cartId, payments: [cash(130)] });
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where cart_id = $1', [cartId]);
  return rows[0]?.id ?? '';
};

const register = async (): Promise<void> => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `insert into customers (id, email, first_name, last_name, phone, dpi, password_hash, created_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, '', now()) returning id`,
    [canary.email, canary.name, canary.surname, canary.phone, canary.dpi],
  );
  await shop.db.pool.query(
    `insert into addresses (id, customer_id, alias, street, city, region_id, zone, first_name, last_name, phone, nit, is_default, created_at)
     values (gen_random_uuid(), $1, 'Casa', array[$2], 'Guatemala', 485, 'Zona 10', $3, $4, $5, 'CF', true, now())`,
    [rows[0]?.id, canary.street, canary.name, canary.surname, canary.phone],
  );
};

/** Writes the data of a person without an account, besides orders. */
const leaveWords = async (): Promise<void> => {
  await shop.db.pool.query(
    `with filed as (
       insert into complaints (name, email, phone, text, filed_at) values ($1, $2, $3, $1 || ' se queja', now()) returning number)
     insert into complaint_answers select gen_random_uuid(), number, 'Estimada ' || $1, now() from filed`,
    [canary.name, canary.email, canary.phone],
  );
  await shop.db.pool.query('insert into restock_notices (product_id, email, created_at) values ($1, $2, now())', [
    product,
    canary.email,
  ]);
  await shop.db.pool.query(
    `insert into mails (id, dedupe_key, recipient, subject, html, text, created_at, sent_at)
     values (gen_random_uuid(), 'restock:' || gen_random_uuid(), $1, 'Volvió', $2, $2, now(), now())`,
    [canary.email, `Hola ${canary.name}`],
  );
};

test('[OPS-15] corrections by the desk are erased, too: orders, receivers and accounts', async () => {
  const desk = await openDesk(shop, 'support');
  const order = await orderAsGuest();
  const { rows } = await shop.db.pool.query('select number::text from orders where id = $1', [order]);
  const number = String(rows[0]?.number);
  const correct = async (body: object) => {
    const { version } = done(await desk.call('getDeskOrder', { params: { number } })).data;
    const answer = await desk.send('PATCH', `/v1/admin/orders/${number}`, { body: { version, ...body } });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const others = { firstName: 'Otra', lastName: 'Persona', phone: '50000001' };
  await correct({ contact: others, shippingAddress: { street: ['Otra calle'], receiver: canary.name } });
  const theirs = { firstName: canary.name, lastName: canary.surname, phone: canary.phone };
  await correct({ contact: theirs, shippingAddress: { street: [canary.street], receiver: null } });
  expect(tablesOf(await findTraces())).toContain('order_events');
  expect(tablesOf(await findTraces())).not.toContain('audit_entries');
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [order]);
  await shop.db.pool.query('update shipments set receiver = $2 where order_id = $1', [order, canary.name]);
  expect(await erasePerson(shop.db, canary.email, new Date())).toMatchObject({ ok: true, value: { orders: 1 } });
  expect(await findTraces()).toEqual([]);

  // A former order of the person, whose address was changed.
  const former = await orderAsGuest();
  await shop.db.pool.query(
    `with moved as (update orders set email = 'otra@correo.gt', contact = '{}', shipping_address = null,
         billing_address = '{"nit": "CF", "documentType": "CF"}' where id = $1 returning id)
     insert into order_events (order_id, kind, detail) select id, 'corrected', $2 from moved`,
    [
      former,
      JSON.stringify({ before: { 'contact.email': canary.email }, after: { 'contact.email': 'otra@correo.gt' } }),
    ],
  );
  expect(await erasePerson(shop.db, canary.email, new Date())).toMatchObject({ ok: true });
  expect(await findTraces()).toEqual([]);

  await register();
  const customers = done(await desk.call('listCustomers', { query: { q: canary.email } })).data;
  const [{ id } = { id: '' }] = customers;
  const { version } = done(await desk.call('getDeskCustomer', { params: { id } })).data;
  const renamed = await desk.send('POST', `/v1/admin/customers/${id}/email`, {
    body: { version, email: 'otra.cuenta@correo.gt', reason: 'llamó' },
  });
  expect(renamed.statusCode, renamed.body).toBe(200);
  expect(tablesOf(await findTraces())).not.toContain('audit_entries');
  await shop.db.pool.query('update customers set email = $2 where id = $1', [id, canary.email]);
  expect(await erasePerson(shop.db, canary.email, new Date())).toMatchObject({ ok: true });
  expect(await findTraces()).toEqual([]);
});

test('[OPS-15] an erased person is found in no table: account, guest orders, complaints, notices and mails', async () => {
  const order = await orderAsGuest();
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [order]);
  // The receiver of the goods, with a photo.
  await shop.db.pool.query(
    `update shipments set receiver = $2, proof_key = 'proofs/canario.webp' where order_id = $1`,
    [order, `${canary.name} ${canary.surname}`],
  );
  await register();
  await leaveWords();
  const left = tablesOf(await findTraces());
  expect([...places].filter((place) => !left.has(place))).toEqual([]);

  expect(await erasePerson(shop.db, canary.email, new Date())).toMatchObject({ ok: true, value: { orders: 1 } });

  expect(await findTraces()).toEqual([]);
  const { rows: files } = await shop.db.pool.query('select path, is_unwanted from unclaimed_files');
  expect(files).toEqual([{ path: 'proofs/canario.webp', is_unwanted: true }]);
  const { rows } = await shop.db.pool.query('select total, billing_address ->> $2 as nit from orders where id = $1', [
    order,
    'nit',
  ]);
  expect(rows).toEqual([{ total: 130_00, nit: 'CF' }]);
});

test('[OPS-15] notes, mentions and photos of an erased person are deleted, and the log never names the person', async () => {
  const { files } = openServices(shop);
  const before = await files.list();
  const desk = await openDesk(shop, 'manager');
  const colleague = await openDesk(shop, 'warehouse');
  const order = await orderAsGuest();
  const { rows } = await shop.db.pool.query('select number::text from orders where id = $1', [order]);
  const number = String(rows[0]?.number);
  const photo = async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#00745b' } });
    const jpeg = await picture.withMetadata({ exif: { IFD0: { Artist: canary.surname } } }).jpeg();
    return Uint8Array.from(await jpeg.toBuffer());
  };
  const text = `${canary.name} ${canary.surname} de ${canary.street} pidió que la llamen al ${canary.phone}`;
  const noted = await desk.send('POST', `/v1/admin/orders/${number}/notes`, {
    body: { text, mentions: [colleague.id] },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(noted.statusCode, noted.body).toBe(201);
  await shop.inject({
    url: `/v1/admin/orders?q=${encodeURIComponent(canary.email)}`,
    headers: { cookie: desk.cookie },
  });
  await shop.db.pool.query(`update shipments set state = 'sent', left_at = now() where order_id = $1`, [order]);
  const form = await formPayload({ photos: new Blob([await photo()], { type: 'image/jpeg' }) });
  const saved = await shop.inject({
    ...{ method: 'POST', url: `/v1/admin/shipments/${number}-1/proof`, payload: form.payload },
    headers: { ...form.headers, cookie: desk.cookie, origin: shop.config.publicUrl },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [order]);
  // A photo of a return, as its buyer uploads it.
  const path = `returns/${randomUUID()}.webp`;
  await files.save(path, await photo(), 'image/webp');
  await shop.db.pool.query(
    `with asked as (
       insert into returns (id, order_id, position, quantity, reason, description, requested_at, rejected_at, answer)
       values (gen_random_uuid(), $1, 1, 1, 'Otro', '', now(), now(), 'No es de aquí') returning id)
     insert into return_pictures (return_id, n, path) select id, 1, $2 from asked`,
    [order, path],
  );
  expect((await files.list()).length).toBe(before.length + 2);
  expect(tablesOf(await findTraces())).toContain('order_notes');

  const task = tasksOf(openServices(shop)).find(({ name }) => name === 'remove-left-files');
  expect(await erasePerson(shop.db, canary.email, new Date())).toMatchObject({ ok: true, value: { orders: 1 } });
  await task?.run({}, { now: new Date(), log: shop.log });

  expect(await findTraces()).toEqual([]);
  expect(await files.list()).toEqual(before);
  expect(lines.filter((line) => line.includes(`/v1/admin/orders`)).length).toBeGreaterThan(1);
  expect(lines.filter((line) => traces.some((trace) => line.includes(trace)))).toEqual([]);
});

test('[OPS-15] the data of an erased person’s return is deleted, and the audit only keeps a hint', async () => {
  const desk = await openDesk(shop, 'manager');
  const order = await orderAsGuest();
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [order]);
  const { rows } = await shop.db.pool.query(
    `with rejected as (
       insert into returns (id, order_id, position, quantity, reason, description, requested_at, rejected_at, answer)
         values (gen_random_uuid(), $1, 1, 1, 'Otro', '', now(), now(), $2))
     insert into returns (id, order_id, position, quantity, reason, description, requested_at)
       values (gen_random_uuid(), $1, 1, 1, 'Otro', '', now()) returning id, 'D-' || number as number`,
    [order, `${canary.name} no trajo la caja`],
  );
  const [{ id, number }] = rows;
  const version = async () => done(await desk.call('getDeskReturn', { params: { number } })).data.version;
  const instructions = `Pasamos por él a ${canary.street}`;
  done(await desk.call('approveReturn', { params: { number }, body: { version: await version(), instructions } }));
  await shop.db.pool.query('update returns set received_at = now() where id = $1', [id]);
  await shop.db.pool.query(
    `insert into return_outcomes (return_id, fate, quantity, reason, actor) values ($1, 'reject', 1, 'Está golpeada', '{"kind": "job", "id": "test"}')`,
    [id],
  );
  const how = `Guatex a ${canary.street}`;
  done(await desk.call('sendReturnBack', { params: { number }, body: { version: await version(), how } }));
  expect(tablesOf(await findTraces())).toContain('returns');
  const { rows: audit } = await shop.db.pool.query(
    `select after, reason from audit_entries where entity = 'returns' order by id`,
  );
  expect(audit).toEqual([
    { after: { state: 'approved', instructions: 'P… p… é… a… C… d… C… 7…-3…' }, reason: null },
    { after: { state: 'resolved', how: 'G… a… C… d… C… 7…-3…' }, reason: null },
  ]);
  expect(await erasePerson(shop.db, canary.email, new Date())).toMatchObject({ ok: true, value: { orders: 1 } });
  expect(await findTraces()).toEqual([]);
});

test('[OPS-15, HOOK-09] webhook events and answers about an erased person are deleted and never sent again', async () => {
  const receiver = await openWebhookReceiver();
  // The endpoint refuses every request and repeats its body.
  receiver.answer = ({ text }, response) => void response.writeHead(503).end(text);
  const endpoint = randomUUID();
  const store = { db: shop.db, sealedSecrets: testSecrets };
  await insertEndpoint(store, { id: endpoint, url: receiver.url, types: [...eventTypes] });
  let now = new Date();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const send = () => sendEvents({ ...store, log, openLine: openTestLine, clock: () => now }, endpoint);
  const order = await orderAsGuest();
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [order]);
  await publishEvents(shop.db, now);
  await send();
  const left = tablesOf(await findTraces());
  expect([...left]).toEqual(expect.arrayContaining(['events', 'delivery_attempts']));

  // One attempt runs during the erasure. Its answer comes afterwards.
  now = new Date(now.getTime() + 24 * 3_600_000);
  const late: (() => void)[] = [];
  receiver.received = [];
  receiver.answer = ({ text }, response) => {
    late.push(() => void response.writeHead(503).end(text));
  };
  const sending = send();
  await until(() => receiver.received.some(({ text }) => text.includes(canary.email)));
  expect(await erasePerson(shop.db, canary.email, now)).toMatchObject({ ok: true });
  receiver.answer = (_received, response) => void response.writeHead(204).end();
  for (const answer of late) answer();
  await sending;
  expect(await findTraces()).toEqual([]);

  receiver.received = [];
  now = new Date(now.getTime() + 24 * 3_600_000);
  await publishEvents(shop.db, now);
  await send();
  const ofOrder = () => receiver.bodies().filter(({ type }) => type.startsWith('orders.'));
  expect(ofOrder().map(({ type }) => type)).toEqual(['orders.changed']);
  expect(receiver.received.filter(({ text }) => traces.some((trace) => text.includes(trace)))).toEqual([]);
  const all = {
    endpointId: endpoint,
    eventId: null,
    since: null,
    until: null,
    type: null,
    entity: null,
    onlyDead: false,
  };
  const receivedBefore = receiver.received.length;
  receiver.received = [];
  expect(await replayEvents(shop.db.write, all, operator, now)).toBe(receivedBefore);
  await send();
  expect(receiver.received.filter(({ text }) => traces.some((trace) => text.includes(trace)))).toEqual([]);
  expect(await findTraces()).toEqual([]);
  await endEndpoint(store, endpoint, 'operator', now);
  await receiver.close();
});

test('[OPS-15] an unfinished order keeps its delivery data until it has arrived', async () => {
  const order = await orderAsGuest();
  await erasePerson(shop.db, canary.email, new Date());
  expect(tablesOf(await findTraces())).toContain('orders');
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [order]);
  await shop.db.pool.query('select forget_buyer(array[$1::uuid])', [order]);
  await shop.db.pool.query('delete from mails');
  await erasePerson(shop.db, canary.email, new Date());
  expect(await findTraces()).toEqual([]);
});

test('a person cannot be erased while an order is being placed', async () => {
  const cartId = await prepareCart(shop, { lines: [{ productId: product, quantity: 1 }], email: canary.email });
  await shop.db.pool.query("update carts set status = 'placing' where id = $1", [cartId]);
  expect(await erasePerson(shop.db, canary.email, new Date())).toEqual({
    ok: false,
    error: { code: 'ORDER_IN_PROGRESS' },
  });
  await shop.db.pool.query("update carts set status = 'open' where id = $1", [cartId]);
  expect((await erasePerson(shop.db, canary.email, new Date())).ok).toBe(true);
});

test('[OPS-15] the list of erased people contains no names, and they are erased again after a restore', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-erasures-'));
  const store = openObjectStore({ dir });
  for (const erasure of await listErasures(shop.db.write)) await saveErasure(store, erasure);
  expect(await findTraces()).toEqual([]);
  // Restores the person's data, like an older backup.
  await register();
  await leaveWords();
  expect(await eraseAgain(shop.db, await readErasures(store))).toEqual({ erased: 1, waiting: [] });
  expect(await findTraces()).toEqual([]);
  expect(await eraseAgain(shop.db, await readErasures(store))).toEqual({ erased: 0, waiting: [] });
  // A person who was placing an order at the time of the backup.
  const cartId = await prepareCart(shop, { lines: [{ productId: product, quantity: 1 }], email: canary.email });
  await shop.db.pool.query("update carts set status = 'placing' where id = $1", [cartId]);
  expect(await eraseAgain(shop.db, await readErasures(store))).toEqual({ erased: 0, waiting: [canary.email] });
  await shop.db.pool.query("update carts set status = 'open' where id = $1", [cartId]);
  expect(await eraseAgain(shop.db, await readErasures(store))).toEqual({ erased: 1, waiting: [] });
  await rm(dir, { recursive: true, force: true });
});
