import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportAll } from '../imports/export-file.ts';
import { exportKinds } from '../imports/export-kinds.ts';
import { applyImport, checkFile } from '../imports/import-file.ts';
import { listErrors } from '../imports/import-rows.store.ts';
import { rowCommands } from '../imports/row-commands.ts';
import { stockKind } from '../imports/supply-kinds.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { otherSystemOf } from '../testing/other-system.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { countPlaces } from './count-goods.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let desk: TestDesk;
let folder = '';
let made = 0;
let sku = '';
let product = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-counts-'));
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(open.shop.db);
  desk = await openDesk(open.shop, 'manager');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  const { db, log, config } = open.shop;
  await sendRefunds({ db, gateway: createHttpGateway({ ...config.bank, timeoutMs: 60_000 }), log });
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});
/** A product with 79 units in the warehouse, received an hour ago. */
beforeEach(async () => {
  made += 1;
  sku = `SHELF-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 0 });
  await receive(79);
  await open.shop.db.pool.query(
    `update stock_movements set created_at = now() - interval '1 hour' where product_id = $1`,
    [product],
  );
});

const receive = (units: number) =>
  open.shop.db.pool.query(`select move_stock($1, 'BODEGA', $2, 'received')`, [product, units]);

/** Sells units by card. Returns the number of the shipment that claims them. */
const sell = async (quantity: number, more: object = {}): Promise<string> =>
  `${await placeOrderOf(open.shop, { lines: [{ productId: product, quantity }], amount: 100 * quantity, ...more })}-1`;

const post = async (path: string, body: object) => {
  const answer = await desk.send('POST', `/v1/admin/${path}`, { body });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
};
const move = async (id: string, to: string, more: object = {}) => {
  const { version } = (await desk.send('GET', `/v1/admin/shipments/${id}`)).json().data;
  await post(`shipments/${id}/move`, { to, version, ...more });
};
const send = async (id: string) => {
  await move(id, 'picking');
  await post(`shipments/${id}/scan`, { scanId: crypto.randomUUID(), code: sku });
  await move(id, 'packed');
  await move(id, 'sent', { courier: 'Cargo Expreso', trackingNumber: `CX-${id}` });
};
const cancel = async (id: string) => {
  const number = id.split('-')[0];
  const { version } = (await desk.send('GET', `/v1/admin/orders/${number}`)).json().data;
  await post(`orders/${number}/cancel`, { version, reason: 'El cliente lo pidió' });
};

/** Reads a file of counts into a run. */
const check = async (text: string) => {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  await writeFile(path, text);
  const read = await checkFile(open.shop.db, { kind: stockKind, path, format: {}, actor: operator, now: new Date() });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
};
const apply = async ({ run }: Awaited<ReturnType<typeof check>>) => {
  const applied = await applyImport(open.shop.db, run.id, { now: new Date() });
  const errors = (await listErrors(open.shop.db.write, run.id, 0, 9)).flatMap((row) => row.errors);
  return applied.ok ? applied.value.counts : { code: applied.error.code, errors };
};
const free = async () => (await levelsOf(open.shop.db, product)).BODEGA ?? 0;

describe('a count includes all units at the place', () => {
  test('a file with 79 units for 72 free and 7 claimed units changes nothing', async () => {
    await sell(7);
    const read = await check(`sku,tienda,existencia\n${sku},BODEGA,79\n`);
    expect(read.counts).toMatchObject({ changed: 0, equal: 1 });
    await apply(read);
    expect(await free()).toBe(72);
    expect(await apply(await check(`sku,tienda,existencia\n${sku},BODEGA,80\n`))).toMatchObject({ changed: 1 });
    expect(await free()).toBe(73);
  });

  test('a command and another system count in the same way as a file', async () => {
    await sell(7);
    const ceiba = (...args: string[]) =>
      typing(rowCommands, 'stock')({ db: open.shop.db, args, say: () => {}, actor: operator });
    expect(await ceiba('set', sku, 'BODEGA', 'existencia=79')).toBe(true);
    expect(await free()).toBe(72);
    const headers = await otherSystemOf(open.shop.db);
    const payload = { asOf: new Date().toISOString(), rows: [{ sku, storeCode: 'BODEGA', units: 78 }] };
    const answer = await open.shop.inject({ method: 'POST', url: '/v1/feed/stock', payload, headers });
    expect(answer.json().data.rows).toEqual([{ outcome: 'applied', level: 71 }]);
  });

  test('[BULK-11] an export includes claimed units, and importing it again changes nothing', async () => {
    await sell(7);
    const kind = exportKinds.find(({ name }) => name === 'stock');
    if (kind === undefined) throw new Error('stock is exported');
    let text = '';
    await exportAll(open.shop.db, kind, 'csv', async (part) => {
      text += part;
    });
    expect(text).toContain(`${sku},BODEGA,79`);
    expect(await apply(await check(text))).toMatchObject({ new: 0, changed: 0, wrong: 0 });
    expect(await free()).toBe(72);
  });

  test('a file with the time of the count preserves later sales, shipments and receipts', async () => {
    const early = await sell(1);
    await sell(6);
    const { pool } = open.shop.db;
    const ago = (minutes: number) => `now() - interval '${minutes} minutes'`;
    await pool.query(`update stock_movements set created_at = ${ago(40)} where product_id = $1 and reason = 'order'`, [
      product,
    ]);
    // Half an hour ago there were 79. Since then 1 left, 4 were sold and 10 came.
    await send(early);
    await pool.query(
      `update shipments set left_at = ${ago(10)} where order_id = (select id from orders where number = $1)`,
      [early.split('-')[0]],
    );
    await sell(4);
    await receive(10);
    const at = new Date(Date.now() - 30 * 60_000 - 6 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    const file = (units: number) => `sku,tienda,existencia,contado_el\n${sku},BODEGA,${units},${at}\n`;
    expect(await free()).toBe(78);
    expect((await check(file(79))).counts).toMatchObject({ equal: 1 });
    expect(await apply(await check(file(77)))).toMatchObject({ changed: 1 });
    expect(await free()).toBe(76);
    // Without a time, the file counts now: 76 are free, and 10 sold units have not left.
    expect((await check(`sku,tienda,existencia\n${sku},BODEGA,86\n`)).counts).toMatchObject({ equal: 1 });
  });

  test('a future time, and a time for received goods, are errors in their cells', async () => {
    const late = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
    const file = `sku,tienda,existencia,recibidas,documento,contado_el\n${sku},BODEGA,5,,,${late}\n${sku},MAX,,5,F-1,2026-01-01 08:00\n`;
    expect(await apply(await check(file))).toMatchObject({
      code: 'IMPORT_INVALID',
      errors: [
        { column: 'contado_el', text: 'Ese momento todavía no llega: di cuándo se contó.' },
        { column: 'contado_el', text: 'Solo lo contado (existencia) dice cuándo se contó.' },
      ],
    });
  });

  test('a count below the claims of orders is refused with advice, and changes nothing', async () => {
    await sell(7);
    expect(await apply(await check(`sku,tienda,existencia\n${sku},BODEGA,5\n`))).toMatchObject({
      code: 'IMPORT_INVALID',
      errors: [{ column: 'existencia', code: 'CLAIMED', text: expect.stringContaining('No encontrado') }],
    });
    expect(await free()).toBe(72);
  });
});

test('[PROD-22] 20 orders placed between counting and applying, or during it, stay sold', async () => {
  const read = await check(`sku,tienda,existencia\n${sku},BODEGA,70\n`);
  for (let round = 0; round < 10; round += 1) await sell(1);
  const [applied] = await Promise.all([apply(read), ...Array.from({ length: 10 }, () => sell(1))]);
  expect(applied).toMatchObject({ changed: 1 });
  expect(await free()).toBe(50);
});

test('a correct count changes nothing, in any state of a shipment', async () => {
  const moments: { at: Date; lying: number; after: string }[] = [];
  let lying = 79;
  const then = async (after: string, change: number) => {
    lying += change;
    const { rows } = await open.shop.db.pool.query<{ at: Date }>(`select clock_timestamp() + interval '1 ms' as at`);
    const at = rows[0]?.at ?? new Date();
    moments.push({ at, lying, after });
    // Waits, so that the next event is later than this time.
    const isOver = 'select clock_timestamp() > $1::timestamptz as over';
    await until(async () => (await open.shop.db.pool.query(isOver, [at])).rows[0].over);
  };
  await then('the beginning', 0);
  const sent = await sell(1);
  await then('a sale', 0);
  await send(sent);
  await then('its sending', -1);
  const canceled = await sell(3, { isCash: true });
  await then('another sale', 0);
  await cancel(canceled);
  await then('its cancellation', 0);
  await move(sent, 'undelivered', { reason: 'Rechazado' });
  await then('a delivery that was refused', 0);
  const { version } = (await desk.send('GET', `/v1/admin/shipments/${sent}`)).json().data;
  await post(`shipments/${sent}/receive`, { version, fate: 'restock' });
  await then('its coming back', 1);
  await receive(4);
  await then('goods received', 4);
  const again = await sell(1);
  await send(again);
  await then('a second sending', -1);
  for (const reason of ['Nadie en casa', 'Nadie en casa']) await move(again, 'sent', { reason });
  const former = (await desk.send('GET', `/v1/admin/shipments/${again}`)).json().data;
  await post(`shipments/${again}/again`, { version: former.version, reason: 'Nadie en casa' });
  await then('its coming back to be sent again', 1);
  await move(again.replace(/-1$/, '-2'), 'sent', { courier: 'Cargo Expreso', trackingNumber: 'CX-2' });
  await then('its sending again', -1);
  const missing = await sell(2);
  await move(missing, 'picking');
  await then('what is being picked', 0);
  const answers = await Promise.all(
    moments.map(async ({ at, after }) => {
      const { rows } = await open.shop.db.pool.query<{ lying: number }>(
        `select stock_lying_at($1, 'BODEGA', $2) as lying`,
        [product, at],
      );
      return { after, lying: rows[0]?.lying };
    }),
  );
  expect(answers).toEqual(moments.map(({ after, lying: units }) => ({ after, lying: units })));
  const before = await free();
  for (const { at, lying: quantity } of moments)
    expect(
      await open.shop.db.transaction((tx) => countPlaces(tx, [{ product, place: 'BODEGA', quantity, countedAt: at }])),
    ).toMatchObject([{ outcome: 'equal', level: before }]);
});

test('goods of a pickup count at their store until the handover', async () => {
  await open.shop.db.pool.query(`select move_stock($1, 'MAX', 5, 'received')`, [product]);
  const id = await sell(1, { shippingMethod: 'pickup', storeCode: 'MAX' });
  await move(id, 'picking');
  await post(`shipments/${id}/scan`, { scanId: crypto.randomUUID(), code: sku });
  await move(id, 'packed');
  await move(id, 'at_store');
  const lying = async () =>
    (await open.shop.db.pool.query(`select stock_lying_at($1, 'MAX', clock_timestamp()) as lying`, [product])).rows[0]
      .lying;
  expect(await lying()).toBe(5);
  const { rows } = await open.shop.db.pool.query<{ code: string }>(
    'select pickup_code_of(id, 1) as code from orders where number = $1',
    [id.split('-')[0]],
  );
  await move(id, 'delivered', { code: rows[0]?.code });
  expect(await lying()).toBe(4);
});
