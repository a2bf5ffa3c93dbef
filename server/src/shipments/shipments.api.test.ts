import { randomUUID } from 'node:crypto';
import { dayMs, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendGiftCards } from '../gift-cards/send-gift-cards.ts';
import { cancelUnits } from '../orders/canceling/cancel-order.ts';
import { toFollowedOrder } from '../orders/history/order-history.routes.ts';
import { findOrderByNumber } from '../orders/history/order-history.store.ts';
import { writeOrderMails } from '../orders/mails/write-order-mails.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { formPayload } from '../testing/form-payload.ts';
import { passHoldRules } from '../testing/gift-card-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator } from '../testing/operator.ts';
import { card, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { markLateShipments, shipmentsTasks } from './shipments.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
let cable: number;
let phone: number;
let warehouse: TestDesk;
let manager: TestDesk;
let support: TestDesk;

beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  const { db } = open.shop;
  await createShopBasics(db);
  await db.pool.query(
    `insert into categories (id, parent_id, path, slug, title, level, ancestor_ids, needs_serial)
     values (7, null, 'celulares', 'celulares', 'Celulares', 1, '{7}', true)`,
  );
  speaker = await createProduct(db, { sku: 'SPEAKER', title: 'Bocina', price: 500_00, stock: 1000 });
  cable = await createProduct(db, { sku: 'CABLE', title: 'Cable', price: 100_00, stock: 1000 });
  phone = await createProduct(db, { sku: 'PHONE', title: 'Teléfono', price: 900_00, stock: 100, categoryId: 7 });
  for (const id of [speaker, cable]) await addStock(db, id, 200, 'MAX');
  await db.pool.query(`insert into product_codes (code, product_id) values ('7401000000017', $1)`, [speaker]);
  warehouse = await openDesk(open.shop, 'warehouse');
  manager = await openDesk(open.shop, 'manager');
  support = await openDesk(open.shop, 'support');
});
afterAll(async () => {
  const { db, log } = open.shop;
  await sendRefunds({ db, gateway: createHttpGateway({ ...open.shop.config.bank, timeoutMs: 60_000 }), log });
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const one = (productId: number, quantity = 1) => ({ productId, quantity });
const atStore = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;

/** Places an order that is paid by card and delivered, by default for a speaker. Returns the only shipment. */
const sold = async (lines = [one(speaker)], amount = 500): Promise<string> =>
  `${await placeOrderOf(open.shop, { lines, amount })}-1`;

const read = async (id: string, desk = warehouse) => done(await desk.call('getShipment', { params: { id } })).data;

interface Told {
  status: number;
  code: string | null;
  metadata: {
    allowed?: string[];
    fields?: Record<string, string>;
    permission?: string;
    current?: { state: string };
    changedBy?: string;
  };
  message: string | null;
  data: Awaited<ReturnType<typeof read>>;
}

/** Posts a request and returns the status, the code and the body's fields. */
const post = async (desk: TestDesk, path: string, body: object): Promise<Told> => {
  const answer = await desk.send('POST', `/v1/admin/${path}`, { body });
  const { data, error } = answer.json();
  const { code = null, metadata = {}, message = null } = error ?? {};
  return { status: answer.statusCode, code, metadata, message, data };
};

const move = async (desk: TestDesk, id: string, to: string, more: object = {}): Promise<Told> => {
  const { version } = await read(id, manager);
  return post(desk, `shipments/${id}/move`, { to, version, ...more });
};

const scan = (id: string, code: string, more: object = {}): Promise<Told> =>
  post(warehouse, `shipments/${id}/scan`, { scanId: randomUUID(), code, ...more });

/** Returns the audit entries of a shipment, each with the states before and after. */
const auditOf = async (id: string) => {
  const { rows } = await open.shop.db.pool.query(
    `select operation, before ->> 'state' as "from", after ->> 'state' as "to", reason, actor_name as "by" from audit_entries
     where entity = 'shipments' and entity_id = $1 order by id`,
    [id],
  );
  return rows;
};

const mailsOf = async (id: string): Promise<{ subject: string; text: string }[]> => {
  const { rows } = await open.shop.db.pool.query(
    `select m.subject, m.text from mails m join orders o on o.email = m.recipient where o.number = $1 order by m.created_at, m.id`,
    [id.split('-')[0]],
  );
  return rows;
};

const ownTasks = () => {
  const { db, policy } = open.shop;
  return shipmentsTasks({ db, gateway: { account: '' }, policy, publicUrl: 'https://ceiba.example' });
};

/** Runs the pending jobs of a kind. */
const work = async (kind: string, tasks = ownTasks()): Promise<void> => {
  const { db } = open.shop;
  const { rows } = await db.pool.query<{ payload: object }>(
    `with taken as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 returning j.payload) select payload from taken`,
    [kind],
  );
  const task = tasks.find(({ name }) => name === kind);
  if (task === undefined) throw new Error(`no job ${kind}`);
  for (const { payload } of rows) await task.run(payload, { now: new Date(), log: open.shop.log });
};

describe('a shipment at the desk', () => {
  test('can be found by its sub-order number, but not by people of another store', async () => {
    const id = await sold([one(speaker, 2), one(cable)], 1_100);
    expect(await read(id)).toMatchObject({
      ...{ id, orderNumber: id.slice(0, 9), sellerId: 1, storeCode: 'BODEGA', state: 'ready', isLate: false },
      ...{ attempts: 0, courier: null, trackingNumber: null, parcels: 1, cashToCollect: 0, version: 1 },
      lines: [
        { line: 1, sku: 'SPEAKER', quantity: 2, picked: 0 },
        { line: 2, sku: 'CABLE', quantity: 1, picked: 0 },
      ],
      moves: ['picking'],
      actions: ['move', 'split'],
      destination: 'Zona 10, Guatemala',
    });
    expect((await read(id)).promisedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const elsewhere = await openDesk(open.shop, 'warehouse', ['XELA']);
    expect((await elsewhere.send('GET', `/v1/admin/shipments/${id}`)).statusCode).toBe(404);
    expect(await post(elsewhere, `shipments/${id}/move`, { to: 'picking', version: 1 })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const advisor = await openDesk(open.shop, 'advisor');
    const refused = await advisor.send('GET', `/v1/admin/shipments/${id}`);
    expect(refused.json().error).toMatchObject({ code: 'FORBIDDEN', metadata: { permission: 'shipments.read' } });
    expect((await warehouse.send('GET', '/v1/admin/shipments/100000001-99')).statusCode).toBe(404);
    expect((await warehouse.send('GET', '/v1/admin/shipments/nada')).statusCode).toBe(404);
  });

  test('[OFF-02] only people who may move shipments learn from a refusal its state or existence', async () => {
    const id = await sold();
    for (const role of ['seller', 'advisor', 'accounting', 'catalogue']) {
      const stranger = await openDesk(open.shop, role);
      for (const [named, version] of [
        [id, 1],
        [id, 99],
        ['100999999-1', 1],
      ] as const)
        expect(await post(stranger, `shipments/${named}/move`, { to: 'picking', version })).toMatchObject({
          status: 403,
          code: 'FORBIDDEN',
          metadata: { permission: 'shipments.pick' },
        });
    }
  });

  test('[WORK-01] moves only as its table allows, and a refusal lists the allowed moves', async () => {
    const id = await sold();
    for (const to of ['packed', 'sent', 'at_store', 'delivered', 'undelivered', 'waiting', 'ready'])
      expect(await move(warehouse, id, to)).toMatchObject({
        status: 409,
        code: 'TRANSITION_NOT_ALLOWED',
        metadata: { allowed: ['picking'] },
      });
    // The refusal lists the same moves as the shipment.
    expect(await move(manager, id, 'sent')).toMatchObject({ metadata: { allowed: ['picking', 'canceled'] } });
    expect(await move(support, id, 'sent')).toMatchObject({ metadata: { allowed: ['canceled'] } });
    expect(await move(warehouse, id, 'canceled', { reason: 'x' })).toMatchObject({
      status: 403,
      metadata: { permission: 'orders.cancel' },
    });
    expect(await move(support, id, 'picking')).toMatchObject({
      status: 403,
      metadata: { permission: 'shipments.pick' },
    });
    expect((await move(warehouse, id, 'picking')).data).toMatchObject({ state: 'picking', version: 2 });
    expect(await move(warehouse, id, 'packed')).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      message: 'Falta 1 unidad por leer.',
      metadata: { allowed: ['ready'] },
    });
    expect((await scan(id, 'SPEAKER')).status).toBe(200);
    expect((await move(warehouse, id, 'packed')).data.state).toBe('packed');
    const carried = { courier: 'Ruta Chapina', trackingNumber: 'RC-1', parcels: 2 };
    expect((await move(warehouse, id, 'sent', carried)).data).toMatchObject({ state: 'sent', ...carried });
    expect((await move(warehouse, id, 'delivered', { receiver: 'Don Beto' })).data).toMatchObject({
      state: 'delivered',
      receiver: 'Don Beto',
      moves: [],
    });
    expect(await auditOf(id)).toMatchObject([
      { operation: 'moveShipment', from: 'ready', to: 'picking', by: warehouse.name },
      { operation: 'scanShipment' },
      { operation: 'moveShipment', from: 'picking', to: 'packed' },
      { operation: 'moveShipment', from: 'packed', to: 'sent' },
      { operation: 'moveShipment', from: 'sent', to: 'delivered' },
    ]);
    expect(await move(manager, id, 'sent', { reason: 'x' })).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      metadata: { allowed: [] },
    });
  });

  test('a move takes at most eight statements', async () => {
    const id = `${await placeOrderOf(open.shop, { lines: [one(speaker)], amount: 500, isCash: true })}-1`;
    const sent: [string, number][] = [];
    const step = async (to: string, more: object = {}): Promise<void> => {
      const { version } = await read(id);
      expect((await post(warehouse, `shipments/${id}/move`, { to, version, ...more })).status).toBe(200);
      sent.push([to, open.shop.lastStatements().length]);
    };
    await step('picking');
    await scan(id, 'SPEAKER');
    expect(open.shop.lastStatements().length).toBeLessThanOrEqual(4);
    await step('packed');
    await step('sent', { courier: 'Kukul' });
    await step('sent', { reason: 'nadie' });
    await step('delivered', { amountReceived: 500 });
    expect(sent.filter(([, statements]) => statements > 8)).toEqual([]);
  });

  test('[WORK-01] a manager moves it one step back, once, within thirty minutes, with a reason', async () => {
    const id = await sold();
    await move(warehouse, id, 'picking');
    await scan(id, 'SPEAKER');
    await move(warehouse, id, 'packed');
    await move(warehouse, id, 'sent');
    expect(await move(warehouse, id, 'packed', { reason: 'error' })).toMatchObject({ status: 403 });
    expect(await move(manager, id, 'packed')).toMatchObject({
      status: 400,
      metadata: { fields: { reason: expect.any(String) } },
    });
    const { rows } = await open.shop.db.pool.query('select status from orders where number = $1', [id.slice(0, 9)]);
    expect(rows).toEqual([{ status: 'shipped' }]);
    expect((await move(manager, id, 'packed', { reason: 'se quedó en la bodega' })).data.state).toBe('packed');
    expect(
      (await open.shop.db.pool.query('select status from orders where number = $1', [id.slice(0, 9)])).rows,
    ).toEqual([{ status: 'processing' }]);
    expect(await move(manager, id, 'picking', { reason: 'otra vez' })).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    });
    await move(warehouse, id, 'sent');
    await open.shop.db.pool.query(
      `update shipments s set since = now() - interval '31 minutes' from orders o where o.id = s.order_id and o.number = $1`,
      [id.slice(0, 9)],
    );
    expect(await move(manager, id, 'packed', { reason: 'tarde' })).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  });

  test('[OFF-21] an outdated version changes nothing, and the refusal has the current state and its author', async () => {
    const id = await sold();
    await move(warehouse, id, 'picking');
    const stale = await post(manager, `shipments/${id}/move`, { to: 'canceled', version: 1, reason: 'x' });
    expect(stale).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      metadata: { current: { state: 'picking', version: 2 }, changedBy: warehouse.name, conflicts: ['state'] },
    });
    expect((await read(id)).state).toBe('picking');
  });

  test('[WORK-11] is undelivered after two attempts or a refusal at the door, and its goods come back', async () => {
    const id = await sold();
    await move(warehouse, id, 'picking');
    await scan(id, 'speaker');
    await move(warehouse, id, 'packed');
    await move(warehouse, id, 'sent', { courier: 'Kukul' });
    const corrected = await warehouse.send('PATCH', `/v1/admin/shipments/${id}`, {
      body: { version: (await read(id)).version, trackingNumber: 'K-9', reason: 'guía mal leída' },
    });
    expect(corrected.json().data).toMatchObject({ courier: 'Kukul', trackingNumber: 'K-9' });
    // The buyer sees the corrected data on the order's page and in the mail that was not sent yet.
    const followed = await findOrderByNumber(open.shop.db.read, id.slice(0, 9));
    expect(followed && toFollowedOrder(followed).tracking[0]?.status).toContainEqual(
      expect.objectContaining({ title: 'En camino', description: expect.stringContaining('Kukul, guía K-9.') }),
    );
    await work('shipment-left');
    expect((await mailsOf(id)).at(-1)?.text).toContain('Lo lleva Kukul. Su número de guía es K-9.');
    expect(await move(warehouse, id, 'sent')).toMatchObject({
      status: 400,
      metadata: { fields: { reason: expect.any(String) } },
    });
    expect((await move(warehouse, id, 'sent', { reason: 'Nadie en casa' })).data).toMatchObject({
      attempts: 1,
      state: 'sent',
    });
    expect(await move(warehouse, id, 'undelivered', { reason: 'Nadie en casa' })).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    });
    expect((await move(warehouse, id, 'sent', { reason: 'direccion' })).data.attempts).toBe(2);
    const before = await levelsOf(open.shop.db, speaker);
    expect((await move(warehouse, id, 'undelivered', { reason: 'Dirección incorrecta' })).data.state).toBe(
      'undelivered',
    );
    expect(await levelsOf(open.shop.db, speaker)).toEqual(before);
    const { version } = await read(id);
    expect(
      (await post(warehouse, `shipments/${id}/receive`, { version, fate: 'restock' })).data.receivedAt,
    ).not.toBeNull();
    expect((await levelsOf(open.shop.db, speaker)).BODEGA).toBe((before.BODEGA ?? 0) + 1);
  });

  test('[WORK-11] after two failed attempts it is sent again as a new shipment, and no money or stock moves', async () => {
    const order = await placeOrderOf(open.shop, { lines: [one(phone), one(cable)], amount: 1_000, isCash: true });
    const id = `${order}-1`;
    await move(warehouse, id, 'picking');
    await scan(id, 'PHONE', { serial: 'SN-AGAIN' });
    await scan(id, 'CABLE');
    await move(warehouse, id, 'packed');
    const again = async (desk: TestDesk, more: object = {}) =>
      post(desk, `shipments/${id}/again`, { version: (await read(id)).version, reason: 'Nadie en casa', ...more });
    expect(await again(warehouse)).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    await move(warehouse, id, 'sent', { courier: 'Kukul', trackingNumber: 'K-1', parcels: 2 });
    await work('shipment-left');
    expect((await mailsOf(id)).at(-1)?.text).toContain('Lo lleva Kukul, en 2 bultos. Su número de guía es K-1.');
    await move(warehouse, id, 'sent', { reason: 'Nadie en casa' });
    expect(await again(warehouse)).toMatchObject({
      status: 409,
      message: 'Se intenta dos veces, o lo rechazan en la puerta.',
    });
    expect(await again(warehouse, { reason: 'porque sí' })).toMatchObject({ status: 400 });
    expect(await again(await openDesk(open.shop, 'cashier'))).toMatchObject({ status: 403 });
    expect(await again(warehouse, { version: 1 })).toMatchObject({ code: 'VERSION_CONFLICT' });
    await move(warehouse, id, 'sent', { reason: 'Nadie en casa' });
    const before = [await levelsOf(open.shop.db, phone), await levelsOf(open.shop.db, cable)];
    const made = await again(warehouse);
    expect(made).toMatchObject({
      status: 201,
      data: {
        ...{
          id: `${order}-2`,
          state: 'packed',
          cashToCollect: 1_000,
          courier: 'Kukul',
          trackingNumber: null,
          parcels: 2,
        },
        ...{
          attempts: 0,
          units: 2,
          lines: [
            { sku: 'PHONE', picked: 1, serials: ['SN-AGAIN'] },
            { sku: 'CABLE', picked: 1 },
          ],
        },
      },
    });
    expect(await read(id)).toMatchObject({
      ...{
        state: 'undelivered',
        sentAgainAs: `${order}-2`,
        units: 0,
        lines: [],
        cashToCollect: 0,
        reason: 'Nadie en casa',
      },
      actions: [],
    });
    expect([await levelsOf(open.shop.db, phone), await levelsOf(open.shop.db, cable)]).toEqual(before);
    const { rows } = await open.shop.db.pool.query(
      `select o.status, (select count(*)::int from refunds r where r.order_id = o.id) as refunds from orders o where o.number = $1`,
      [order],
    );
    expect(rows).toEqual([{ status: 'processing', refunds: 0 }]);
    // The buyer sees only the new shipment.
    const seen = await findOrderByNumber(open.shop.db.read, order);
    expect(seen && toFollowedOrder(seen)).toMatchObject({
      status: 'processing',
      tracking: [{ subOrderId: `${order}-2` }],
    });
    await move(warehouse, `${order}-2`, 'sent');
    await work('shipment-left');
    expect((await mailsOf(id)).filter(({ subject }) => subject.startsWith('Va en camino'))).toHaveLength(2);
    expect((await move(warehouse, `${order}-2`, 'delivered', { amountReceived: 1_000 })).data.state).toBe('delivered');
    expect(await auditOf(id)).toContainEqual(
      expect.objectContaining({ operation: 'sendAgain', to: 'undelivered', reason: 'Nadie en casa' }),
    );
  });

  test('[WORK-11, WORK-15] an order with a shipment that was sent again can be canceled completely', async () => {
    const order = await placeOrderOf(open.shop, { lines: [one(phone), one(cable)], amount: 1_000 });
    const id = `${order}-1`;
    await move(warehouse, id, 'picking');
    await scan(id, 'PHONE', { serial: 'SN-CANCELED' });
    await scan(id, 'CABLE');
    await move(warehouse, id, 'packed');
    await move(warehouse, id, 'sent', { courier: 'Kukul' });
    await move(warehouse, id, 'sent', { reason: 'nadie' });
    await move(warehouse, id, 'sent', { reason: 'nadie' });
    const { version } = await read(id);
    const again = { version, reason: 'nadie' };
    expect((await warehouse.send('POST', `/v1/admin/shipments/${id}/again`, { body: again })).statusCode).toBe(201);
    const before = await levelsOf(open.shop.db, phone);
    const find = async () => (await support.send('GET', `/v1/admin/orders/${order}`)).json().data;
    // After unpacking, its units can be corrected like those of any other shipment.
    expect(await move(manager, `${order}-2`, 'picking', { reason: 'Se corrige' })).toMatchObject({
      data: { state: 'picking' },
    });
    const unpacked = await find();
    expect(unpacked.actions).toContain('edit');
    const body = { version: unpacked.version, contact: { firstName: 'Lucía' } };
    expect((await support.send('PATCH', `/v1/admin/orders/${order}`, { body })).statusCode).toBe(200);
    const seen = await find();
    expect(seen.actions).toContain('cancel');
    const canceled = await support.send('POST', `/v1/admin/orders/${order}/cancel`, {
      body: { version: seen.version, reason: 'ya no lo quiere' },
    });
    expect(canceled.json()).toMatchObject({
      data: {
        status: 'canceled',
        refundable: 0,
        shipments: [
          { id, state: 'undelivered' },
          { id: `${order}-2`, state: 'canceled' },
        ],
      },
    });
    expect(await levelsOf(open.shop.db, phone)).toMatchObject({ BODEGA: (before.BODEGA ?? 0) + 1 });
  });

  test('with a unit refunded on its way, it is not sent again, but received', async () => {
    const order = await placeOrderOf(open.shop, { lines: [one(phone), one(cable)], amount: 1_000 });
    const id = `${order}-1`;
    await move(warehouse, id, 'picking');
    await scan(id, 'PHONE', { serial: 'SN-GIVEN' });
    await scan(id, 'CABLE');
    await move(warehouse, id, 'packed');
    await move(warehouse, id, 'sent', { courier: 'Kukul' });
    const giveBack = async () => {
      const seen = (await support.send('GET', `/v1/admin/orders/${order}`)).json().data.version;
      const body = { orderNumber: order, version: seen, reason: 'El cable vino rayado' };
      return post(support, 'refunds', { ...body, lines: [{ line: 2, quantity: 1 }] });
    };
    expect((await giveBack()).status).toBe(201);
    for (const reason of ['Nadie en casa', 'Nadie en casa']) await move(warehouse, id, 'sent', { reason });
    const { version } = await read(id);
    expect(await post(warehouse, `shipments/${id}/again`, { version, reason: 'Nadie en casa' })).toMatchObject({
      status: 409,
    });
    await move(warehouse, id, 'undelivered', { reason: 'Nadie en casa' });
    const back = await read(id);
    expect(await post(warehouse, `shipments/${id}/receive`, { version: back.version, fate: 'restock' })).toMatchObject({
      data: { receivedAt: expect.any(String) },
    });
    expect(await giveBack()).toMatchObject({ status: 409 });
  });

  test('[WORK-12] a cash delivery requires the received amount, a reason for less, and refuses more', async () => {
    const id = `${await placeOrderOf(open.shop, { lines: [one(speaker)], amount: 500, isCash: true })}-1`;
    expect((await read(id)).cashToCollect).toBe(500);
    await move(warehouse, id, 'picking');
    await scan(id, 'SPEAKER');
    await move(warehouse, id, 'packed');
    await move(warehouse, id, 'sent');
    expect(await move(warehouse, id, 'delivered')).toMatchObject({
      status: 400,
      metadata: { fields: { amountReceived: expect.any(String) } },
    });
    expect(await move(warehouse, id, 'delivered', { amountReceived: 499.995 })).toMatchObject({ status: 400 });
    expect(await move(warehouse, id, 'delivered', { amountReceived: 490 })).toMatchObject({
      status: 400,
      metadata: { fields: { reason: expect.any(String) } },
    });
    for (const more of [{}, { reason: 'Propina' }])
      expect(await move(warehouse, id, 'delivered', { amountReceived: 500.01, ...more })).toMatchObject({
        status: 400,
        metadata: { fields: { amountReceived: 'Se cobran Q500.00: lo demás es vuelto.' } },
      });
    expect((await move(warehouse, id, 'delivered', { amountReceived: 500 })).data).toMatchObject({
      state: 'delivered',
      cashCollected: 500,
      cashToCollect: 0,
    });
  });
});

describe('scans of units', () => {
  test('[WORK-07] accept SKU or any code, and refuse a wrong product, an unknown code and a surplus unit with a reason', async () => {
    const id = await sold([one(speaker, 2), one(cable)], 1_100);
    expect(await scan(id, 'SPEAKER')).toMatchObject({ status: 409, code: 'TRANSITION_NOT_ALLOWED' });
    await move(warehouse, id, 'picking');
    expect(await scan(id, 'NADA')).toMatchObject({
      status: 400,
      code: 'SCAN_UNKNOWN',
      message: 'No conocemos este código.',
    });
    expect(await scan(id, 'PHONE')).toMatchObject({
      status: 400,
      code: 'SCAN_WRONG',
      message: 'Teléfono no va en este envío.',
    });
    expect((await scan(id, '7401000000017')).data.lines[0]).toMatchObject({ picked: 1 });
    expect((await scan(id, 'speaker')).data.lines[0]).toMatchObject({ picked: 2 });
    expect(await scan(id, 'SPEAKER')).toMatchObject({
      code: 'SCAN_WRONG',
      message: 'Ya están todas las unidades de Bocina.',
    });
  });

  test('[BUY-07] codes of shelves, and codes compared by a page, are stored with place and person', async () => {
    const [onShelf, atCounter] = ['7409999999981', '7409999999982'];
    const shelves = [
      { sku: 'CABLE', shelf: 'A-1' },
      { sku: onShelf, shelf: 'A-2' },
    ];
    const refused = await warehouse.call('setShelves', { body: { storeCode: 'BODEGA', shelves } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND' } });
    const note = (body: { code: string; storeCode?: string }) => warehouse.call('noteScannedCode', { body });
    const known = await note({ code: 'cable', storeCode: 'MAX' });
    expect(known).toMatchObject({ ok: true, value: { data: { product: { sku: 'CABLE' } } } });
    expect(await note({ code: atCounter, storeCode: 'MAX' })).toMatchObject({ value: { data: { product: null } } });
    expect(await note({ code: atCounter })).toMatchObject({ value: { data: { product: null } } });
    const { name: lastBy } = done(await warehouse.call('getStaffSession', {})).data.user;
    const waiting = done(await manager.call('listUnknownCodes', {})).data;
    expect(waiting.filter(({ code }) => [onShelf, atCounter, 'cable'].includes(code))).toMatchObject([
      { code: atCounter, scans: 1, storeCode: '', lastBy },
      { code: atCounter, scans: 1, storeCode: 'MAX', lastBy },
      { code: onShelf, scans: 1, storeCode: 'BODEGA', lastBy },
    ]);
  });

  test('[BUY-07] an unknown code is listed with place and person until a product gets it', async () => {
    const id = await sold([one(cable, 3)], 300);
    await move(warehouse, id, 'picking');
    const codes = ['7409999999990', 'viejo/2'];
    for (const code of [codes[0], ...codes]) expect(await scan(id, code ?? '')).toMatchObject({ code: 'SCAN_UNKNOWN' });
    const { storeCode } = await read(id);
    const waiting = async () =>
      done(await manager.call('listUnknownCodes', {})).data.filter(({ code }) => codes.includes(code));
    const { name: lastBy } = done(await warehouse.call('getStaffSession', {})).data.user;
    expect(await waiting()).toMatchObject([
      { code: codes[1], scans: 1, storeCode, lastBy },
      { code: codes[0], scans: 2, storeCode, lastBy },
    ]);
    for (const code of codes) done(await manager.call('createProductCode', { body: { code, sku: 'CABLE' } }));
    expect(await waiting()).toEqual([]);
    for (const code of codes) expect(await scan(id, code)).toMatchObject({ status: 200 });
    const taken = await manager.send('POST', '/v1/admin/product-codes', { body: { code: codes[1], sku: 'SPEAKER' } });
    expect(taken.json().error).toMatchObject({ code: 'IN_USE', message: 'Ese código ya es de «Cable» (CABLE).' });
  });

  test('[OFF-24] ten concurrent scans count as ten, and a repeated scan counts once', async () => {
    const id = await sold([one(cable, 10)], 1_000);
    await move(warehouse, id, 'picking');
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const sent = await Promise.all([...ids, ...ids].map((scanId) => scan(id, 'CABLE', { scanId })));
    expect(sent.map(({ status }) => status)).toEqual(ids.concat(ids).map(() => 200));
    expect((await read(id)).lines).toMatchObject([{ picked: 10 }]);
    expect((await auditOf(id)).filter(({ operation }) => operation === 'scanShipment')).toHaveLength(10);
  });

  test('[WORK-07] a category may require serial numbers, and each is accepted once', async () => {
    const id = await sold([one(phone, 2)], 1_800);
    await move(warehouse, id, 'picking');
    expect(await scan(id, 'PHONE')).toMatchObject({
      status: 400,
      metadata: { fields: { serial: 'Escanea el número de serie.' } },
    });
    expect((await scan(id, 'PHONE', { serial: 'IMEI-1' })).status).toBe(200);
    expect(await scan(id, 'PHONE', { serial: 'IMEI-1' })).toMatchObject({
      code: 'SCAN_WRONG',
      message: 'Ese número de serie ya se leyó.',
    });
    expect((await scan(id, 'PHONE', { serial: 'IMEI-2' })).data.lines).toMatchObject([
      { needsSerial: true, serials: ['IMEI-1', 'IMEI-2'] },
    ]);
    // After moving back, it is prepared again from the start.
    expect((await move(warehouse, id, 'ready')).data.lines).toMatchObject([{ picked: 0, serials: [] }]);
  });
});

describe('[WORK-08] units that nobody finds', () => {
  const miss = async (id: string, line: number, quantity: number) => {
    const { version } = await read(id);
    return post(warehouse, `shipments/${id}/missing`, { version, line, quantity });
  };

  test('are counted as missing at their place, and claimed at another place', async () => {
    const rare = await createProduct(open.shop.db, { sku: 'RARE', price: 100_00, stock: 3 });
    await addStock(open.shop.db, rare, 2, 'XELA');
    const id = await sold([one(rare, 2)], 200);
    expect(await levelsOf(open.shop.db, rare)).toEqual({ BODEGA: 1, XELA: 2 });
    expect(await miss(id, 1, 1)).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    await move(warehouse, id, 'picking');
    expect(await miss(id, 1, 3)).toMatchObject({ status: 400 });
    expect((await miss(id, 1, 1)).data.lines).toMatchObject([
      { quantity: 2, missing: 0, comesFrom: [{ storeCode: 'XELA', name: expect.any(String), quantity: 1 }] },
    ]);
    expect(await levelsOf(open.shop.db, rare)).toEqual({ BODEGA: 1, XELA: 1 });
    const { rows } = await open.shop.db.pool.query(
      `select store_code, delta, reason from stock_movements where product_id = $1 and order_id is not null order by id`,
      [rare],
    );
    expect(rows).toEqual([
      { store_code: 'BODEGA', delta: -2, reason: 'order' },
      { store_code: 'BODEGA', delta: 1, reason: 'order_released' },
      { store_code: 'BODEGA', delta: -1, reason: 'counted' },
      { store_code: 'XELA', delta: -1, reason: 'order' },
    ]);
  });

  test('are missing only at a place that was searched', async () => {
    const twin = await createProduct(open.shop.db, { sku: 'TWIN', price: 100_00, stock: 1 });
    await addStock(open.shop.db, twin, 1, 'XELA');
    await addStock(open.shop.db, twin, 1, 'MAX');
    const id = await sold([one(twin)], 100);
    await move(warehouse, id, 'picking');
    const first = await miss(id, 1, 1);
    expect(first.data.lines).toMatchObject([{ missing: 0, comesFrom: [{ quantity: 1 }] }]);
    const [from] = first.data.lines[0]?.comesFrom ?? [];
    const other = from?.storeCode === 'XELA' ? 'MAX' : 'XELA';
    // A second call finds no more units that are missing here.
    expect(await miss(id, 1, 1)).toMatchObject({
      status: 400,
      metadata: { fields: { quantity: 'Ahí no faltan tantas unidades por leer.' } },
    });
    expect(await levelsOf(open.shop.db, twin)).toEqual({ [other]: 1 });
    const missAt = async (storeCode: string) => {
      const { version } = await read(id);
      return post(warehouse, `shipments/${id}/missing`, { version, line: 1, quantity: 1, storeCode });
    };
    expect(await missAt(other)).toMatchObject({ status: 400 });
    expect((await missAt(from?.storeCode ?? '')).data.lines).toMatchObject([
      { missing: 0, comesFrom: [{ storeCode: other, quantity: 1 }] },
    ]);
    expect((await missAt(other)).data.lines).toMatchObject([{ missing: 1, comesFrom: [] }]);
    expect(await levelsOf(open.shop.db, twin)).toEqual({});
  });

  test('a wave shows where its units come from, and which shipments are held', async () => {
    const rare = await createProduct(open.shop.db, { sku: 'WAVED', price: 100_00, stock: 2 });
    await addStock(open.shop.db, rare, 1, 'XELA');
    const [id, held] = [await sold([one(rare)], 100), await sold([one(rare)], 100)];
    const pickId = (await move(warehouse, id, 'picking')).data.pickId;
    expect(pickId).toBeNull();
    await move(warehouse, id, 'ready');
    const taken = done(await warehouse.call('takePick', { body: { storeCode: 'BODEGA', limit: 20 } })).data;
    const params = { id: taken.id ?? '' };
    await miss(id, 1, 1);
    const order = done(await manager.call('getDeskOrder', { params: { number: held.slice(0, 9) } })).data;
    const body = { version: order.version, reason: 'Llamó dos veces' };
    done(await manager.call('holdOrder', { params: { number: order.number }, body }));
    const { data: wave } = done(await warehouse.call('getPick', { params }));
    expect(wave.rows.find(({ sku }) => sku === 'WAVED')?.shipments).toMatchObject([
      { id, isHeld: false, comesFrom: [{ storeCode: 'XELA', quantity: 1 }] },
      { id: held, isHeld: true, comesFrom: [] },
    ]);
    expect(wave.shipments.find((each) => each.id === held)).toMatchObject({
      isHeld: true,
      isPickup: false,
      parcels: 1,
    });
  });

  test('are replaced with another product at the same price if no place has them', async () => {
    const lost = await createProduct(open.shop.db, { sku: 'GONE', title: 'Lámpara gris', price: 100_00, stock: 1 });
    await createProduct(open.shop.db, { sku: 'OTHER', title: 'Lámpara azul', price: 90_00, stock: 1 });
    const id = await sold([one(speaker), one(lost)], 600);
    const number = id.slice(0, 9);
    await move(warehouse, id, 'picking');
    const rows = async () => done(await support.call('listMissingLines', { query: { q: number } })).data;
    expect(await rows()).toEqual([]);
    await miss(id, 2, 1);
    expect(await rows()).toMatchObject([
      { id: `${id}.2`, shipmentId: id, orderNumber: number, line: 2, sku: 'GONE', missing: 1, storeCode: 'BODEGA' },
    ]);
    const replace = async (line: number, sku: string) => {
      const { version } = done(await support.call('getDeskOrder', { params: { number } })).data;
      return post(support, `orders/${number}/replace`, { version, line, sku, reason: 'Lo prefirió azul' });
    };
    expect(await replace(2, 'NADA')).toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
    expect(await replace(1, 'OTHER')).toMatchObject({ message: expect.stringContaining('no falta ninguna unidad') });
    expect(await replace(2, 'SPEAKER')).toMatchObject({ message: expect.stringContaining('no puede ir en su lugar') });
    expect((await replace(2, 'OTHER')).status).toBe(200);
    expect(await replace(2, 'CABLE')).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    const order = done(await support.call('getDeskOrder', { params: { number } })).data;
    expect(order).toMatchObject({ total: 600, paid: 600, lines: [{ sku: 'SPEAKER' }, { sku: 'OTHER', worth: 100 }] });
    expect(order.timeline.map(({ text }) => text)).toContain('Datos corregidos: Producto, Lámpara gris → Lámpara azul');
    expect(await mailsOf(id)).toContainEqual(
      expect.objectContaining({ subject: `Corregimos los datos de tu pedido ${number}` }),
    );
    expect(await rows()).toEqual([]);
    await scan(id, 'SPEAKER');
    expect((await scan(id, 'OTHER')).data.lines[1]).toMatchObject({ picked: 1, missing: 0 });
    expect((await move(warehouse, id, 'packed')).data.state).toBe('packed');
  });

  test('[WORK-08] found units of a line stay, and another product replaces the missing units', async () => {
    const lost = await createProduct(open.shop.db, { sku: 'PART', title: 'Lámpara roja', price: 33_33, stock: 3 });
    await createProduct(open.shop.db, { sku: 'PART-2', title: 'Lámpara verde', price: 30_00, stock: 5 });
    await open.shop.db.pool.query("insert into coupons (code, label, amount) values ('RESTA1', 'Menos Q1', 100)");
    const number = await placeOrderOf(open.shop, { lines: [one(lost, 3)], couponCode: 'RESTA1', amount: 98.99 });
    const id = `${number}-1`;
    await move(warehouse, id, 'picking');
    await scan(id, 'PART');
    await miss(id, 1, 2);
    const see = async () => done(await support.call('getDeskOrder', { params: { number } })).data;
    const before = await see();
    const body = { version: before.version, line: 1, sku: 'PART-2', shipmentId: id, reason: 'Acepta la verde' };
    expect((await post(support, `orders/${number}/replace`, body)).status).toBe(200);
    const after = await see();
    expect(after).toMatchObject({
      total: before.total,
      paid: before.paid,
      lines: [
        { sku: 'PART', quantity: 1, parts: [{ firstUnit: 0, quantity: 1 }] },
        { sku: 'PART-2', quantity: 2, parts: [{ firstUnit: 0, quantity: 2 }] },
      ],
    });
    expect(after.timeline.map(({ text }) => text)).toContain(
      'Datos corregidos: Producto, 2 × Lámpara roja → 2 × Lámpara verde',
    );
    const worthOf = ({ lines }: { lines: readonly { worth: number | null }[] }): number =>
      lines.reduce((all, { worth }) => all + Math.round(Number(worth) * 100), 0);
    expect([worthOf(before), worthOf(after)]).toEqual([98_99, 98_99]);
    expect(done(await support.call('listMissingLines', { query: { q: number } })).data).toEqual([]);
    // Cancels and refunds a unit of the new product. The check of the records at the end includes this order.
    const canceled = { orderNumber: number, line: 2, units: 1, actor: operator, reason: 'no hay' };
    expect(await cancelUnits(open.shop.db, canceled, new Date())).toMatchObject({ ok: true });
    expect((await scan(id, 'PART-2')).data.lines).toMatchObject([
      { sku: 'PART', quantity: 1, picked: 1, missing: 0 },
      { sku: 'PART-2', quantity: 1, picked: 1, missing: 0 },
    ]);
    expect((await move(warehouse, id, 'packed')).data.state).toBe('packed');
  });

  test('[WORK-08] if a line has two shipments, the shipment with missing units gets the other product', async () => {
    const lost = await createProduct(open.shop.db, { sku: 'TWO', title: 'Foco', price: 40_00, stock: 4 });
    await createProduct(open.shop.db, { sku: 'TWO-2', title: 'Foco cálido', price: 40_00, stock: 4 });
    const id = await sold([one(lost, 4)], 160);
    const number = id.slice(0, 9);
    const lines = [{ line: 1, quantity: 2 }];
    await post(manager, `shipments/${id}/split`, { version: (await read(id)).version, lines });
    await move(warehouse, id, 'picking');
    await scan(id, 'TWO');
    await miss(id, 1, 1);
    const { version } = done(await support.call('getDeskOrder', { params: { number } })).data;
    const body = { version, line: 1, sku: 'TWO-2', reason: 'Acepta el cálido' };
    const other = { ...body, shipmentId: `${number}-2` };
    expect(await post(support, `orders/${number}/replace`, other)).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    expect((await post(support, `orders/${number}/replace`, { ...body, shipmentId: id })).status).toBe(200);
    const order = done(await support.call('getDeskOrder', { params: { number } })).data;
    const parts = order.lines.map(({ sku, quantity, parts: of }) => [
      sku,
      quantity,
      ...of.map(({ firstUnit, quantity: units }) => `${firstUnit}+${units}`).sort(),
    ]);
    expect(parts).toEqual([
      ['TWO', 3, '0+1', '1+2'],
      ['TWO-2', 1, '0+1'],
    ]);
    expect((await scan(id, 'TWO-2')).data.lines).toMatchObject([{ picked: 1 }, { picked: 1 }]);
  });

  test('[LIVE-06] a store that misses a claimed unit no longer offers its free units', async () => {
    const shelf = await createProduct(open.shop.db, { sku: 'SHELF', title: 'Lámpara', price: 100_00, stock: 0 });
    await addStock(open.shop.db, shelf, 4, 'MAX');
    const id = `${await placeOrderOf(open.shop, { lines: [one(shelf)], amount: 100, ...atStore })}-1`;
    const rowNow = async (quantity: number) => {
      const asked = await open.shop.call('getProductStores', { params: { sku: 'SHELF' }, query: { quantity } });
      return done(asked).data.stores.find(({ storeCode }) => storeCode === 'MAX');
    };
    expect(await rowNow(1)).toMatchObject({ state: 'few', units: 3 });
    await move(manager, id, 'picking');
    const { version } = await read(id);
    expect((await post(manager, `shipments/${id}/missing`, { version, line: 1, quantity: 1 })).status).toBe(200);
    // Another quantity is cached separately, so the test needs no later time.
    expect(await rowNow(2)).toMatchObject({ state: 'none', units: null, message: 'No disponible' });
    expect(await levelsOf(open.shop.db, shelf)).toEqual({});
    const cartId = await prepareCart(open.shop, { lines: [one(shelf)], ...atStore });
    expect(outcomeOf(await postOrder(open.shop, { cartId, payments: [card(100)] }))).toBe('409 OUT_OF_STOCK');
    await work('units-missing');
    expect(await mailsOf(id)).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('si lo recoges en otra tienda') }),
    );
    expect((await scan(id, 'SHELF')).data.lines).toMatchObject([{ missing: 0, picked: 1 }]);
  });

  test('without a place wait for support with a mail to the buyer, and are then canceled or scanned', async () => {
    const last = await createProduct(open.shop.db, { sku: 'LAST', title: 'Lámpara', price: 100_00, stock: 2 });
    const id = await sold([one(speaker), one(last, 2)], 700);
    await move(warehouse, id, 'picking');
    await scan(id, 'SPEAKER');
    expect((await miss(id, 2, 2)).data.lines).toMatchObject([{ missing: 0 }, { missing: 2, picked: 0 }]);
    await work('units-missing');
    expect(await mailsOf(id)).toContainEqual(
      expect.objectContaining({
        subject: `Nos falta un producto de tu pedido ${id.slice(0, 9)}`,
        text: expect.stringContaining('2 × Lámpara'),
      }),
    );
    expect(await move(warehouse, id, 'packed')).toMatchObject({ message: 'Faltan 2 unidades por leer.' });
    expect((await scan(id, 'LAST')).data.lines[1]).toMatchObject({ missing: 1, picked: 1 });
    expect(await levelsOf(open.shop.db, last)).toEqual({});
    const canceled = await cancelUnits(
      open.shop.db,
      { orderNumber: id.slice(0, 9), line: 2, units: 1, actor: operator, reason: 'no hay' },
      new Date(),
    );
    expect(canceled).toMatchObject({ ok: true });
    expect(await levelsOf(open.shop.db, last)).toEqual({});
    expect((await move(warehouse, id, 'packed')).data).toMatchObject({ state: 'packed', units: 2 });
  });
});

test('[WORK-11] the person who packs a wave enters its courier and its number of parcels', async () => {
  const [id, pickup] = [
    await sold(),
    `${await placeOrderOf(open.shop, { lines: [one(speaker)], amount: 500, ...atStore })}-1`,
  ];
  for (const each of [id, pickup]) {
    await move(warehouse, each, 'picking');
    await move(warehouse, each, 'ready');
  }
  const packed = async (shipment: string, storeCode: string) => {
    const pickId = done(await warehouse.call('takePick', { body: { storeCode, limit: 20 } })).data.id ?? '';
    const wave = done(await warehouse.call('getPick', { params: { id: pickId } })).data;
    for (const row of wave.rows)
      for (const { id: of, quantity } of row.shipments)
        for (let unit = 0; unit < quantity; unit += 1)
          await post(warehouse, `picks/${pickId}/scan`, {
            scanId: randomUUID(),
            code: row.sku,
            serial: `${of} ${unit}`,
          });
    await post(warehouse, `picks/${pickId}/pack`, { courier: 'Guatex', parcels: [{ id: shipment, parcels: 3 }] });
    return read(shipment);
  };
  expect(await packed(id, 'BODEGA')).toMatchObject({ state: 'packed', courier: 'Guatex', parcels: 3 });
  expect(await packed(pickup, 'MAX')).toMatchObject({ state: 'packed', courier: null, parcels: 3 });
});

test('[WORK-13, CASH-03] a pickup is found by phone or name, and the till shows the change and prints a receipt', async () => {
  const number = await placeOrderOf(open.shop, { lines: [one(cable)], amount: 100, isCash: true, ...atStore });
  const id = `${number}-1`;
  const { db } = open.shop;
  const contact = JSON.stringify({ firstName: 'Íngrid', lastName: 'Tzoc Ajú', phone: '55124087' });
  await db.pool.query('update orders set contact = $2::jsonb where number = $1', [number, contact]);
  const till = done(await manager.call('createTill', { body: { storeCode: 'MAX', name: randomUUID() } })).data;
  done(await manager.call('openTill', { params: { id: till.id }, body: { version: till.version, float: 0 } }));
  await move(warehouse, id, 'picking');
  await scan(id, 'CABLE');
  await move(warehouse, id, 'packed');
  const found = async (q: string) => done(await manager.call('findPickups', { query: { q } })).data;
  expect(await found('5512-4087')).toEqual([]);
  await move(warehouse, id, 'at_store');
  for (const q of ['5512-4087', '+502 55124087', 'ingrid', 'TZOC AJÚ', number])
    expect(await found(q), q).toMatchObject([{ id, name: 'Íngrid Tzoc Ajú', units: 1, cashToCollect: 100 }]);
  const more = { amountReceived: 100, handedOver: 200, tillId: till.id, reason: 'Sin código' };
  expect(await move(manager, id, 'delivered', { ...more, handedOver: 50 })).toMatchObject({ status: 400 });
  const handed = await move(manager, id, 'delivered', more);
  expect(handed.data).toMatchObject({ state: 'delivered', cashCollected: 100, buyer: { name: 'Íngrid Tzoc Ajú' } });
  expect(handed.data.receipt).toMatchObject({ tillId: till.id });
  const path = `/v1/admin/tills/${till.id}/movements/${handed.data.receipt?.movementId}/receipt`;
  expect((await manager.send('GET', path)).headers['content-type']).toContain('application/pdf');
});

describe('[WORK-02] shipments with gift cards and services', () => {
  const digital = async (sku: string, kind: 'gift_card' | 'service', price: number): Promise<string> => {
    const productId = await createProduct(open.shop.db, { sku, kind, price });
    const giftCard = kind === 'gift_card' ? { giftCardDate: guatemalaDate(new Date()) } : {};
    return sold([{ ...one(productId), ...giftCard }], price / 100);
  };
  const statusOf = async (id: string): Promise<string> =>
    (await open.shop.db.pool.query('select status from orders where number = $1', [id.slice(0, 9)])).rows[0].status;

  test('gift cards and their order are delivered when they are mailed', async () => {
    const id = await digital('GIFT-02', 'gift_card', 60_00);
    expect(await read(id, support)).toMatchObject({ state: 'ready', storeCode: null, lines: [{ isGoods: false }] });
    expect(await statusOf(id)).toBe('processing');
    // The shipment is never late, even if it waits for its day.
    await markLateShipments(
      open.shop.db,
      { publicUrl: '', policy: open.shop.policy() },
      new Date(Date.now() + 30 * 86_400_000),
    );
    expect((await read(id, support)).isLate).toBe(false);
    const { db, log, policy } = open.shop;
    await passHoldRules(open.shop);
    await sendGiftCards({ db, log }, { publicUrl: 'https://ceiba.example', policy: policy() }, new Date());
    const tasks = shipmentsTasks({ db, gateway: { account: '' }, policy, publicUrl: '' });
    await work('gift-cards-mailed', tasks);
    expect(await statusOf(id)).toBe('delivered');
    expect((await read(id, support)).state).toBe('delivered');
  });

  test('support closes a service, and the warehouse neither picks nor closes it', async () => {
    const id = await digital('HELP-02', 'service', 50_00);
    expect((await read(id)).moves).toEqual([]);
    expect(await move(warehouse, id, 'delivered')).toMatchObject({
      status: 403,
      metadata: { permission: 'orders.edit' },
    });
    expect((await read(id, support)).moves).toEqual(['delivered']);
    expect((await move(support, id, 'delivered')).data.state).toBe('delivered');
    expect(await statusOf(id)).toBe('delivered');
    // Support may not hand over goods.
    expect(await move(support, await sold(), 'delivered')).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  });
});

describe('[WORK-10] the split of a shipment', () => {
  const split = async (id: string, lines: object[], desk = warehouse) => {
    const { version } = await read(id);
    return post(desk, `shipments/${id}/split`, { version, lines });
  };

  test('moves units to a new shipment without a delivery fee, which moves separately', async () => {
    const id = `${await placeOrderOf(open.shop, { lines: [one(speaker, 3), one(cable, 2)], amount: 1_700, isCash: true })}-1`;
    const order = id.slice(0, 9);
    expect(
      (
        await split(id, [
          { line: 1, quantity: 1 },
          { line: 2, quantity: 2 },
        ])
      ).data,
    ).toMatchObject({
      id: `${order}-2`,
      state: 'ready',
      cashToCollect: 700,
      lines: [
        { line: 1, quantity: 1 },
        { line: 2, quantity: 2 },
      ],
    });
    expect(await read(id)).toMatchObject({ cashToCollect: 1_000, lines: [{ line: 1, quantity: 2 }], version: 2 });
    expect(await split(id, [{ line: 1, quantity: 2 }])).toMatchObject({ status: 400 });
    expect(await split(id, [{ line: 1, quantity: 3 }])).toMatchObject({ status: 400 });
    expect(await split(id, [{ line: 2, quantity: 1 }])).toMatchObject({ status: 400 });
    const seen = await findOrderByNumber(open.shop.db.read, order);
    expect(seen && toFollowedOrder(seen)).toMatchObject({
      products: [{ quantityOrdered: 3 }, { quantityOrdered: 2, subOrderId: `${order}-2` }],
      tracking: [{ subOrderId: `${order}-1` }, { subOrderId: `${order}-2` }],
    });
    // One shipment is refused at the door, the other is delivered.
    for (const [each, codes] of [
      [id, ['SPEAKER', 'SPEAKER']],
      [`${order}-2`, ['SPEAKER', 'CABLE', 'CABLE']],
    ] as const) {
      await move(warehouse, each, 'picking');
      for (const code of codes) expect((await scan(each, code)).status).toBe(200);
      await move(warehouse, each, 'packed');
      await move(warehouse, each, 'sent');
    }
    const before = await levelsOf(open.shop.db, speaker);
    expect((await move(warehouse, id, 'undelivered', { reason: 'Rechazado' })).data.state).toBe('undelivered');
    await post(warehouse, `shipments/${id}/receive`, { version: (await read(id)).version, fate: 'restock' });
    expect((await levelsOf(open.shop.db, speaker)).BODEGA).toBe((before.BODEGA ?? 0) + 2);
    expect((await move(warehouse, `${order}-2`, 'delivered', { amountReceived: 700 })).data.state).toBe('delivered');
    const { rows } = await open.shop.db.pool.query(
      `select o.status, p.status as payment, p.amount from orders o join payments p on p.order_id = o.id where o.number = $1`,
      [order],
    );
    expect(rows).toEqual([{ status: 'delivered', payment: 'approved', amount: 700_00 }]);
  });

  test('during a cancellation of its units: each unit is split or canceled once, in either order', async () => {
    const number = await placeOrderOf(open.shop, { lines: [one(cable, 6)], amount: 600 });
    const before = (await levelsOf(open.shop.db, cable)).BODEGA ?? 0;
    const tries = await Promise.all([
      split(`${number}-1`, [{ line: 1, quantity: 2 }]),
      cancelUnits(open.shop.db, { orderNumber: number, line: 1, units: 3, actor: operator, reason: null }, new Date()),
      split(`${number}-1`, [{ line: 1, quantity: 1 }]),
      post(warehouse, `shipments/${number}-1/move`, { to: 'picking', version: 1 }),
    ]);
    expect(tries.length).toBe(4);
    const { rows } = await open.shop.db.pool.query(
      `select sum(u.quantity)::int as ordered, sum(u.canceled)::int as canceled from shipment_lines u join orders o on o.id = u.order_id where o.number = $1`,
      [number],
    );
    expect(rows).toEqual([{ ordered: 6, canceled: 3 }]);
    expect((await levelsOf(open.shop.db, cable)).BODEGA).toBe(before + 3);
  });
});

describe('[WORK-06] waves', () => {
  beforeAll(async () => {
    // No shipment of earlier tests may still be ready.
    await open.shop.db.pool.query(`update shipments set place = null where state = 'ready'`);
  });

  test('two people never get the same shipment, and a wave is sorted by shelf', async () => {
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await sold([one(speaker), one(cable, 2)], 700));
    const answer = await post(warehouse, 'stock/shelves', {
      storeCode: 'BODEGA',
      shelves: [
        // If a product occurs twice, its last shelf is stored.
        { sku: 'SPEAKER', shelf: 'Z-99' },
        // The first code is scanned from the package, the second is typed by a person.
        { sku: '7401000000017', shelf: 'B-01' },
        { sku: 'cable', shelf: 'A-02' },
      ],
    });
    expect(answer).toMatchObject({ status: 200, data: { changed: 2 } });
    const others = await Promise.all(Array.from({ length: 4 }, () => openDesk(open.shop, 'warehouse')));
    const waves = await Promise.all(
      others.map((desk) => desk.call('takePick', { body: { storeCode: 'BODEGA', limit: 2 } })),
    );
    const taken = waves.map((wave) => done(wave).data);
    expect(taken.flatMap(({ shipments }) => shipments).toSorted()).toEqual(ids.toSorted());
    // There are six shipments in waves of at most two, so at least one wave has two.
    const mine = taken.findIndex(({ shipments }) => shipments.length === 2);
    const [desk, wave] = [others[mine] ?? warehouse, taken[mine]];
    const pick = done(await desk.call('getPick', { params: { id: wave?.id ?? '' } })).data;
    expect(pick).toMatchObject({ storeCode: 'BODEGA', units: 6, picked: 0 });
    expect(pick.rows).toMatchObject([
      {
        sku: 'CABLE',
        shelf: 'A-02',
        quantity: 4,
        shipments: [
          { id: wave?.shipments[0], quantity: 2 },
          { id: wave?.shipments[1], quantity: 2 },
        ],
      },
      { sku: 'SPEAKER', shelf: 'B-01', quantity: 2, codes: ['7401000000017'] },
    ]);
    const [first = '', second = ''] = wave?.shipments ?? [];
    for (const code of ['SPEAKER', 'CABLE', 'CABLE']) await scan(first, code);
    const packed = done(await desk.call('packPick', { params: { id: wave?.id ?? '' }, body: {} })).data;
    expect(packed).toEqual({ packed: [first], left: [second] });
    expect((await read(first)).state).toBe('packed');
    expect(done(await desk.call('getPreparation', {})).data.picks).toMatchObject([
      { id: wave?.id, shipments: 1, units: 3, picked: 0 },
    ]);
  });

  test('shipments promised first are listed and taken first, for any order of purchase', async () => {
    const ids = [await sold([one(cable)], 100), await sold([one(cable)], 100), await sold([one(cable)], 100)];
    const days = ['2026-12-03', '2026-12-01', '2026-12-02'];
    for (const [at, id] of ids.entries())
      await open.shop.db.pool.query(
        'update shipments s set promised_on = $2 from orders o where o.id = s.order_id and o.number = $1',
        [id.split('-')[0], days[at]],
      );
    const [last, first, second] = ids;
    const list = done(await warehouse.call('listShipments', { query: { state: ['ready'], storeCode: 'BODEGA' } }));
    expect(list.data.map(({ id }) => id)).toEqual([first, second, last]);
    const desk = await openDesk(open.shop, 'warehouse');
    const take = async (limit: number) =>
      done(await desk.call('takePick', { body: { storeCode: 'BODEGA', limit } })).data.shipments;
    expect(await take(2)).toEqual([first, second]);
    expect(await take(2)).toEqual([last]);
  });

  test('the only ready shipment is taken even while another transaction locks its order', async () => {
    const id = await sold([one(cable)], 100);
    const other = await open.shop.db.pool.connect();
    await other.query('begin');
    await other.query('select from orders where number = $1 for update', [id.split('-')[0]]);
    const taking = warehouse.call('takePick', { body: { storeCode: 'BODEGA', limit: 2 } });
    await untilBlocked(open.shop.db.pool, other);
    await other.query('commit');
    other.release();
    expect(done(await taking).data.shipments).toEqual([id]);
  });

  test('[OFF-24] ten concurrent scans, each sent twice, count ten units for the first shipments that need them', async () => {
    for (let n = 0; n < 5; n += 1) await sold([one(cable, 2)], 200);
    const desk = await openDesk(open.shop, 'warehouse');
    const wave = done(await desk.call('takePick', { body: { storeCode: 'BODEGA', limit: 5 } })).data;
    expect(wave.shipments).toHaveLength(5);
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const sent = await Promise.all(
      [...ids, ...ids].map((scanId) => post(desk, `picks/${wave.id}/scan`, { scanId, code: 'CABLE' })),
    );
    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
    const pick = done(await desk.call('getPick', { params: { id: wave.id ?? '' } })).data;
    expect(pick).toMatchObject({ units: 10, picked: 10 });
    const scanned = (code: string) => post(desk, `picks/${wave.id}/scan`, { scanId: randomUUID(), code });
    expect(await scanned('CABLE')).toMatchObject({
      code: 'SCAN_WRONG',
      message: 'Ya están todas las unidades de Cable.',
    });
    expect(await scanned('PHONE')).toMatchObject({ code: 'SCAN_WRONG', message: 'Teléfono no va en esta tanda.' });
    expect(await scanned('NADA')).toMatchObject({ code: 'SCAN_UNKNOWN' });
    const packed = done(await desk.call('packPick', { params: { id: wave.id ?? '' }, body: {} })).data;
    expect(packed.packed).toHaveLength(5);
  });

  test('[WORK-24] a shipment held in the meantime is scanned and packed only after its release', async () => {
    const ids = [await sold([one(cable)], 100), await sold([one(cable)], 100)];
    const desk = await openDesk(open.shop, 'warehouse');
    const wave = done(await desk.call('takePick', { body: { storeCode: 'BODEGA', limit: 2 } })).data;
    expect(wave.shipments).toEqual(ids);
    const [scanned = '', held = ''] = ids;
    const hold = (id: string, moment: string | null) =>
      open.shop.db.pool.query('update orders set held_at = $2 where number = $1', [id.slice(0, 9), moment]);
    const pack = async () => done(await desk.call('packPick', { params: { id: wave.id ?? '' }, body: {} })).data;
    const scanWave = () => post(desk, `picks/${wave.id}/scan`, { scanId: randomUUID(), code: 'CABLE' });
    const stands = { status: 409, code: 'TRANSITION_NOT_ALLOWED', message: 'La orden está detenida.' };
    expect(await scan(scanned, 'CABLE')).toMatchObject({ status: 200 });
    for (const id of ids) await hold(id, 'now');
    expect(await scan(held, 'CABLE')).toMatchObject(stands);
    expect(await scanWave()).toMatchObject(stands);
    expect(await pack()).toEqual({ packed: [], left: ids });
    await hold(scanned, null);
    expect(await pack()).toEqual({ packed: [scanned], left: [held] });
    await hold(held, null);
    expect(await scanWave()).toMatchObject({ status: 200, data: { shipment: held } });
    expect(await pack()).toEqual({ packed: [held], left: [] });
  });

  test('[WORK-24, WORK-01] a held order offers no blocked move, and the refusal explains the hold', async () => {
    const id = await sold([one(cable)], 100);
    const hold = (moment: string | null) =>
      open.shop.db.pool.query('update orders set held_at = $2 where number = $1', [id.slice(0, 9), moment]);
    const stands = { status: 409, code: 'TRANSITION_NOT_ALLOWED', message: 'La orden está detenida.' };
    const refused = async (to: string, more: object = {}) => {
      await hold('now');
      expect(await read(id, manager)).toMatchObject({ moves: ['canceled'], isHeld: true });
      expect(await move(manager, id, to, more)).toMatchObject({ ...stands, metadata: { allowed: ['canceled'] } });
      expect(await read(id)).toMatchObject({ moves: [] });
      await hold(null);
    };
    await refused('picking');
    await move(warehouse, id, 'picking');
    await refused('packed');
    await refused('ready');
    await scan(id, 'CABLE');
    await move(warehouse, id, 'packed');
    await refused('sent');
    await refused('picking', { reason: 'Faltó la factura' });
    expect(await move(warehouse, id, 'sent')).toMatchObject({ status: 200 });
    // Shipments that have left can still move.
    await hold('now');
    expect((await read(id)).moves).toContain('delivered');
    expect(await move(warehouse, id, 'delivered')).toMatchObject({ status: 200 });
    await hold(null);
  });

  test('[WORK-24, WORK-10] a held shipment accepts neither a split nor missing units until its release', async () => {
    const id = await sold([one(cable, 3)], 300);
    const hold = (moment: string | null) =>
      open.shop.db.pool.query('update orders set held_at = $2 where number = $1', [id.slice(0, 9), moment]);
    const stands = { status: 409, code: 'TRANSITION_NOT_ALLOWED', message: 'La orden está detenida.' };
    const ask = async (verb: 'split' | 'missing', body: object) =>
      post(warehouse, `shipments/${id}/${verb}`, { version: (await read(id)).version, ...body });
    const split = () => ask('split', { lines: [{ line: 1, quantity: 1 }] });
    expect((await read(id)).actions).toContain('split');
    await hold('now');
    expect((await read(id)).actions).toEqual([]);
    expect(await split()).toMatchObject(stands);
    await hold(null);
    expect((await move(warehouse, id, 'picking')).data.actions).toEqual(['move', 'scan', 'missing', 'split']);
    await hold('now');
    expect((await read(id)).actions).toEqual([]);
    expect(await split()).toMatchObject(stands);
    expect(await ask('missing', { line: 1, quantity: 1 })).toMatchObject(stands);
    await hold(null);
    const made = await split();
    expect(made).toMatchObject({ status: 201 });
    expect(await ask('missing', { line: 1, quantity: 1 })).toMatchObject({ status: 200 });
    await move(manager, made.data.id, 'canceled', { reason: 'Ya no lo quiere' });
  });

  test('the list sorts ready shipments by promised day, marks cash, and shows counts', async () => {
    const id = `${await placeOrderOf(open.shop, { lines: [one(speaker)], amount: 500, isCash: true })}-1`;
    const list = done(await warehouse.call('listShipments', { query: { state: ['ready'], storeCode: 'BODEGA' } }));
    expect(list.data).toMatchObject([{ id, state: 'ready', cashToCollect: 500, units: 1, isPickup: false }]);
    expect(list.total).toEqual({ value: 1, capped: false });
    expect(
      done(await warehouse.call('listShipments', { query: { cash: false, state: ['ready'], storeCode: 'BODEGA' } }))
        .data,
    ).toEqual([]);
    expect(done(await warehouse.call('listShipments', { query: { q: id } })).data).toMatchObject([{ id }]);
    expect(done(await warehouse.call('listShipments', { query: { q: id.slice(0, 9) } })).data).toMatchObject([{ id }]);
    expect(
      done(await warehouse.call('listShipments', { query: { q: 'RC-1', state: ['delivered'] } })).data,
    ).toMatchObject([{ trackingNumber: 'RC-1' }]);
    const places = done(await warehouse.call('getPreparation', {})).data.places;
    expect(places[0]).toMatchObject({ storeCode: 'BODEGA', ready: { all: 1, cash: 1, pickup: 0, late: 0 } });
    // A held shipment is not part of a wave, and a filter of the list excludes it.
    await open.shop.db.pool.query('update orders set held_at = now() where number = $1', [id.slice(0, 9)]);
    expect(done(await warehouse.call('getPreparation', {})).data.places[0]).toMatchObject({
      ready: { all: 0, cash: 0 },
    });
    const listed = async (held: boolean) =>
      done(await warehouse.call('listShipments', { query: { held, state: ['ready'], storeCode: 'BODEGA' } })).data;
    expect(await listed(true)).toMatchObject([{ id, isHeld: true }]);
    expect(await listed(false)).toEqual([]);
    const csv = await warehouse.send('GET', '/v1/admin/shipments/export?state=ready');
    expect(csv.payload).toContain('500.00');
  });
});

describe('[WORK-13] picked up at a store', () => {
  const waiting = async (isCash = false): Promise<string> => {
    const id = `${await placeOrderOf(open.shop, { lines: [one(speaker)], amount: 500, isCash, ...atStore })}-1`;
    await move(warehouse, id, 'picking');
    await scan(id, 'SPEAKER');
    await move(warehouse, id, 'packed');
    expect((await move(warehouse, id, 'at_store')).data.state).toBe('at_store');
    return id;
  };
  const codeOf = async (id: string): Promise<string> => {
    await work('shipment-left');
    const [mail] = (await mailsOf(id)).filter(({ subject }) => subject.startsWith('Ya puedes recoger'));
    return /Código para recogerlo: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? 'no mail';
  };

  test('its code is mailed and shown on the order, and is valid once', async () => {
    const id = await waiting();
    const code = await codeOf(id);
    const row = await findOrderByNumber(open.shop.db.read, id.slice(0, 9));
    expect(row && toFollowedOrder(row, 'link').tracking).toMatchObject([{ pickupCode: code }]);
    expect(await move(warehouse, id, 'delivered')).toMatchObject({
      status: 400,
      metadata: { fields: { code: expect.any(String) } },
    });
    const cashier = await openDesk(open.shop, 'cashier', ['MAX']);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await move(cashier, id, 'delivered', { code: wrong })).toMatchObject({
      status: 400,
      metadata: { fields: { code: 'El código no coincide. Quedan 4 intentos.' } },
    });
    expect((await move(cashier, id, 'delivered', { code, receiver: 'Su hija' })).data).toMatchObject({
      state: 'delivered',
      receiver: 'Su hija',
    });
    expect(await move(cashier, id, 'delivered', { code })).toMatchObject({ status: 409 });
  });

  test('only the buyer sees its code: staff find it neither on the order nor in a mail', async () => {
    const { shop } = open;
    const id = await waiting();
    const number = id.slice(0, 9);
    const code = await codeOf(id);
    const { db, config, policy, log } = shop;
    await writeOrderMails({ db, policy, publicUrl: config.publicUrl, log }, new Date());
    const cashier = await openDesk(shop, 'cashier', ['MAX']);
    const { email } = done(await cashier.call('getDeskOrder', { params: { number } })).data;
    const byPair = done(await shop.call('findOrder', { body: { orderNumber: number, email } })).data;
    expect(byPair.tracking).toMatchObject([{ pickupCode: null }]);

    const sent = (await mailsOf(id)).map(({ text }) => text).join(' ');
    const link = /track-order#link=([\w-]{43})/.exec(sent)?.[1] ?? '';
    const byLink = done(await shop.call('openOrderLink', { body: { link } })).data;
    expect(byLink.tracking).toMatchObject([{ pickupCode: code }]);
    const buyer = await signInCustomer(db, email, new Date());
    await db.pool.query('update orders set customer_id = $2 where number = $1', [number, buyer.id]);
    const byAccount = await shop.inject({ url: `/v1/orders/number/${number}/traking`, headers: buyer.headers });
    expect(byAccount.json().data).toMatchObject([{ pickupCode: code }]);

    const { mails } = done(await support.call('getDeskOrder', { params: { number } })).data;
    expect(mails).toHaveLength(2);
    const readings = mails.map((mail) => support.call('getOrderMail', { params: { number, id: mail.id } }));
    const read = JSON.stringify((await Promise.all(readings)).map((answer) => done(answer).data));
    expect(read).toContain('Código para recogerlo: ••••••.');
    expect(read).not.toContain(code);
    for (const [, token = ''] of read.matchAll(/link=([^"\\\s]+)/g))
      expect(await shop.call('openOrderLink', { body: { link: token } })).toMatchObject({ ok: false });
    expect(read).not.toContain(link);
  });

  test('after five wrong codes, also concurrent ones, only a manager with a reason can hand the shipment over', async () => {
    const id = await waiting();
    const code = await codeOf(id);
    const wrong = code === '000000' ? '000001' : '000000';
    const tries = await Promise.all(Array.from({ length: 8 }, () => move(warehouse, id, 'delivered', { code: wrong })));
    const said = tries.flatMap(({ metadata }) => metadata?.fields?.code ?? []);
    expect(said.toSorted()).toEqual(
      [
        'El código no coincide. Quedan 4 intentos.',
        'El código no coincide. Quedan 3 intentos.',
        'El código no coincide. Quedan 2 intentos.',
        'El código no coincide. Queda 1 intento.',
        'El código no coincide, y ya no quedan intentos. Lo entrega alguien de gerencia, con un motivo.',
      ].toSorted(),
    );
    expect(tries.filter((each) => each.code === 'APPROVAL_REQUIRED')).toHaveLength(3);
    expect(await move(warehouse, id, 'delivered', { code })).toMatchObject({ status: 409, code: 'APPROVAL_REQUIRED' });
    expect(await move(warehouse, id, 'delivered', { reason: 'mostró su DPI' })).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    });
    // The form still contains the typed code.
    const handed = await move(manager, id, 'delivered', { code: wrong, reason: 'mostró su DPI' });
    expect(handed.data.state).toBe('delivered');
  });

  test('a correct code never counts as wrong, even if the call is refused for another reason', async () => {
    const id = await waiting();
    const code = await codeOf(id);
    for (let n = 0; n < 6; n += 1)
      expect((await move(warehouse, id, 'delivered', { code, version: 99 })).status).toBe(409);
    expect((await move(warehouse, id, 'delivered', { code })).data.state).toBe('delivered');
  });

  test('the buyer gets one reminder on day three, and from day seven on a manager may end it', async () => {
    const { shop } = open;
    onTestFinished(() => shop.setNow(undefined));
    const id = await waiting();
    const now = new Date();
    const since = (days: number) =>
      shop.db.pool.query('update shipments s set since = $2 from orders o where o.id = s.order_id and o.number = $1', [
        id.slice(0, 9),
        new Date(now.getTime() - days * dayMs),
      ]);
    /** Runs the daily job, and the jobs that it adds. */
    const remind = async (moment: Date): Promise<number> => {
      await ownTasks()
        .find(({ name }) => name === 'remind-pickups')
        ?.run({}, { now: moment, log: shop.log });
      await work('pickup-reminder');
      return (await mailsOf(id)).filter(({ subject }) => subject.startsWith('Te espera')).length;
    };
    const justBefore = new Date(now.getTime() - 1);
    await since(3);
    expect(await remind(justBefore)).toBe(0);
    expect(await remind(now)).toBe(1);
    expect(await remind(new Date(now.getTime() + dayMs))).toBe(1);
    await since(7);
    shop.setNow(justBefore);
    expect(await move(manager, id, 'undelivered', { reason: 'no-recogido' })).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      message: 'Espera 7 días en la tienda.',
    });
    shop.setNow(now);
    expect(await move(warehouse, id, 'undelivered', { reason: 'no-recogido' })).toMatchObject({ status: 403 });
    expect((await move(manager, id, 'undelivered', { reason: 'Nadie lo recogió' })).data.state).toBe('undelivered');
  });
});

describe('[WORK-04] a passed time limit', () => {
  const site = () => ({ publicUrl: 'https://ceiba.example', policy: open.shop.policy() });
  const at = (text: string): Date => new Date(`${text}:00-06:00`);
  const lateMails = async (since: Date): Promise<{ recipient: string; subject: string; text: string }[]> => {
    const { rows } = await open.shop.db.pool.query(
      `select recipient, subject, text from mails where dedupe_key like 'late-shipments:%' and created_at = $1 order by recipient`,
      [since],
    );
    return rows;
  };
  /** Adds a staff member who can sign in, because others get no mail. Returns the e-mail. */
  const asMember = async (role: string, stores: string[] | null = null): Promise<string> => {
    const { id } = await openDesk(open.shop, role, stores);
    await open.shop.db.pool.query(`update staff_members set password_hash = 'x' where id = $1`, [id]);
    return `${id}@ceiba.example`;
  };
  const since = async (id: string, moment: Date): Promise<void> => {
    await open.shop.db.pool.query(
      `update shipments s set since = $2, due_at = null from orders o where o.id = s.order_id and o.number = $1`,
      [id.slice(0, 9), moment],
    );
  };
  beforeAll(async () => {
    // Shipments of earlier tests must not become late here.
    await open.shop.db.pool.query(`update shipments set late_since = now() where late_since is null`);
    await open.shop.db.pool.query(
      `update stores set hours = '[{"days": ["mon", "tue", "wed", "thu", "fri"], "opens": "09:00", "closes": "18:00"}]' where store_code = 'BODEGA'`,
    );
  });

  test('counts opening hours without holidays, is marked on the minute, and is mailed once', async () => {
    const { db } = open.shop;
    const [picker, elsewhere, seller] = [
      await asMember('warehouse', ['BODEGA']),
      await asMember('warehouse', ['XELA']),
      await asMember('support'),
    ];
    const disabled = await asMember('warehouse');
    await db.pool.query('update staff_members set disabled_at = now() where email = $1', [disabled]);
    const ids = [await sold(), await sold()];
    // Five o'clock on the day before Christmas. Four working hours end on Monday at noon.
    for (const id of ids) await since(id, at('2026-12-23T17:00'));
    expect(await markLateShipments(db, site(), at('2026-12-28T11:59'))).toBe(0);
    expect((await read(ids[0] ?? '')).dueAt).toBe(at('2026-12-28T12:00').toISOString());
    const passed = at('2026-12-28T12:00');
    // Only one of two concurrent nodes sends mails.
    const marked = await Promise.all([markLateShipments(db, site(), passed), markLateShipments(db, site(), passed)]);
    expect(marked.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await markLateShipments(db, site(), at('2026-12-29T12:00'))).toBe(0);
    const late = done(await warehouse.call('listShipments', { query: { late: true, state: ['ready'] } })).data;
    expect(late.map((row) => row.id)).toEqual(expect.arrayContaining(ids));
    const mails = await lateMails(passed);
    expect(mails.map(({ recipient }) => recipient)).toEqual([picker]);
    expect(mails[0]?.subject).toBe('Atrasados: 2 envíos');
    for (const said of ['Por preparar', ...ids, 'https://ceiba.example/admin/preparacion?late=true&state=ready'])
      expect(mails[0]?.text).toContain(said);
    expect([elsewhere, seller].filter((each) => mails.some(({ recipient }) => recipient === each))).toEqual([]);
    // A new state has its own limit, and other responsible people.
    expect((await move(warehouse, ids[0] ?? '', 'picking')).data.isLate).toBe(false);
    await since(ids[0] ?? '', at('2026-12-28T12:05'));
    const evening = at('2026-12-28T18:00');
    expect(await markLateShipments(db, site(), evening)).toBe(1);
    expect((await lateMails(evening)).map(({ subject }) => subject)).toEqual([`Atrasado: envío ${ids[0]}`]);
  });

  test('is not marked while its order is locked, because both would wait for each other', async () => {
    const { db } = open.shop;
    const id = await sold();
    await since(id, at('2027-01-06T09:00'));
    const passed = at('2027-01-06T13:00');
    await db.transaction(async (tx) => {
      await tx.run({ text: 'select from orders where number = $1 for update', values: [id.slice(0, 9)] });
      expect(await markLateShipments(db, site(), passed)).toBe(0);
    });
    expect(await markLateShipments(db, site(), passed)).toBe(1);
  });

  test('is never marked without its mail, and if the mail fails, the next run does both', async () => {
    const { db } = open.shop;
    const picker = await asMember('warehouse', ['BODEGA']);
    const id = await sold();
    await since(id, at('2027-01-05T09:00'));
    const passed = at('2027-01-05T13:00');
    const cut = { ...db, transaction: db.transaction };
    cut.transaction = (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          run: (asked) => (asked.text.includes('into mails') ? Promise.reject(new Error('cut')) : tx.run(asked)),
        }),
      );
    await expect(markLateShipments(cut, site(), passed)).rejects.toThrow('cut');
    expect((await read(id)).isLate).toBe(false);
    expect(await markLateShipments(db, site(), passed)).toBe(1);
    expect((await lateMails(passed)).map(({ recipient }) => recipient)).toContain(picker);
  });
});

test('[WORK-12] a delivery photo is encoded again and hidden from other people, and other files are refused', async () => {
  const id = await sold();
  await move(warehouse, id, 'picking');
  await scan(id, 'SPEAKER');
  await move(warehouse, id, 'packed');
  await move(warehouse, id, 'sent');
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#00745b' } })
    .jpeg()
    .toBuffer();
  const save = async (photo = new Blob([Uint8Array.from(jpeg)])) => {
    const { payload, headers } = await formPayload({ photos: photo });
    return open.shop.inject({
      method: 'POST',
      url: `/v1/admin/shipments/${id}/proof`,
      payload,
      headers: { ...headers, cookie: warehouse.cookie, origin: open.shop.config.publicUrl },
    });
  };
  const stored = async (): Promise<string | undefined> =>
    (
      await open.shop.db.pool.query<{ path: string }>(
        `select proof_key as path from shipments s join orders o on o.id = s.order_id where o.number || '-' || s.n = $1`,
        [id],
      )
    ).rows[0]?.path;
  // The file type is detected by content, not by name.
  const page = new Blob(['<script>alert(1)</script>'], { type: 'image/jpeg' });
  expect((await save(page)).json()).toMatchObject({ status: 400, error: { code: 'RETURN_IMAGE_INVALID' } });
  expect([await stored(), (await read(id)).hasProof]).toEqual([null, false]);
  expect((await save()).json()).toMatchObject({ data: { hasProof: true } });
  const first = await stored();
  // A second photo replaces the first. The file of the first is then unclaimed, and the job deletes it.
  expect((await save()).json()).toMatchObject({ data: { hasProof: true } });
  expect(await stored()).not.toBe(first);
  const { rows: unwanted } = await open.shop.db.pool.query('select path from unclaimed_files where is_unwanted');
  expect(unwanted).toEqual([{ path: first }]);
  // Each photo has its own audit entry with the hash of its file, which identifies a replaced photo.
  const { rows: hashes } = await open.shop.db.pool.query(
    `select after ->> 'sha256' as sha256 from audit_entries where entity_id = $1 and operation = 'saveProof'`,
    [id],
  );
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(hashes).toEqual([{ sha256 }, { sha256 }]);
  expect((await move(warehouse, id, 'delivered', { receiver: 'Ana' })).data.state).toBe('delivered');
  // A photo of an attempt on the day before may be replaced with a photo of the delivery.
  const dayBefore = (...moments: string[]) =>
    open.shop.db.pool.query(
      `update shipments set ${moments.map((name) => `${name} = ${name} - interval '1 day'`).join(', ')} where proof_key is not null`,
    );
  await dayBefore('proof_at');
  expect((await save()).json()).toMatchObject({ data: { hasProof: true } });
  // From the next day on, the photo is final.
  await dayBefore('proof_at', 'since');
  expect((await save()).json()).toMatchObject({
    error: { code: 'TRANSITION_NOT_ALLOWED', message: 'La prueba de entrega se cambia solo el día en que se guardó.' },
  });
  expect((await read(id)).actions).not.toContain('proof');
  const shown = await warehouse.send('GET', `/v1/admin/shipments/${id}/proof`);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  const cashier = await openDesk(open.shop, 'cashier', ['BODEGA']);
  expect((await cashier.send('GET', `/v1/admin/shipments/${id}/proof`)).statusCode).toBe(200);
  for (const [desk, status] of [
    [await openDesk(open.shop, 'cashier', ['XELA']), 404],
    [await openDesk(open.shop, 'catalogue'), 403],
  ] as const)
    expect((await desk.send('GET', `/v1/admin/shipments/${id}/proof`)).statusCode).toBe(status);
  expect((await open.shop.inject({ method: 'GET', url: `/v1/admin/shipments/${id}/proof` })).statusCode).toBe(401);
});

test('[WORK-12] a saved proof does not change if a second is sent at the end of its day', async () => {
  const id = await sold();
  await move(warehouse, id, 'picking');
  await scan(id, 'SPEAKER');
  for (const to of ['packed', 'sent', 'delivered']) await move(warehouse, id, to, { receiver: 'Ana' });
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#00745b' } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = await formPayload({ photos: new Blob([Uint8Array.from(jpeg)]) });
  const { db, inject, config } = open.shop;
  const saved = await db.transaction(async (tx) => {
    await tx.run({ text: 'select from orders where number = $1 for update', values: [id.split('-')[0]] });
    const second = inject({
      method: 'POST',
      url: `/v1/admin/shipments/${id}/proof`,
      payload,
      headers: { ...headers, cookie: warehouse.cookie, origin: config.publicUrl },
    });
    await untilBlocked(db.pool, tx);
    await tx.run({
      text: `update shipments s set proof_key = 'first', proof_at = now() - interval '1 day', since = now() - interval '1 day'
        from orders o where o.id = s.order_id and o.number = $1`,
      values: [id.split('-')[0]],
    });
    return { second };
  });
  expect((await saved.second).json()).toMatchObject({ error: { code: 'TRANSITION_NOT_ALLOWED' } });
  const { rows } = await db.pool.query(
    'select proof_key from shipments s join orders o on o.id = s.order_id where o.number = $1',
    [id.split('-')[0]],
  );
  expect(rows).toEqual([{ proof_key: 'first' }]);
});
