import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf, runMinuteJobs } from '../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let desk: TestDesk;
let made = 0;
let sku = '';
let product = 0;

beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(open.shop.db);
  desk = await openDesk(open.shop, 'owner');
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});
/** A product with two units in the warehouse and three in XELA. */
beforeEach(async () => {
  made += 1;
  sku = `FAR-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 2 });
  await addStock(open.shop.db, product, 3, 'XELA');
});

/** Places an order of five units, by default. The warehouse prepares it if most units lie there. Returns its shipment. */
const sold = async (quantity: number, more: object = {}): Promise<string> => {
  const lines = [{ productId: product, quantity }];
  return `${await placeOrderOf(open.shop, { lines, amount: 100 * quantity, ...more })}-1`;
};
const pickup = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;

const post = (path: string, body: object, key: string = randomUUID()) =>
  desk.send('POST', `/v1/admin/${path}`, { body, headers: { 'idempotency-key': key } });
const bring = (id: string, key?: string) => post(`shipments/${id}/transfers`, {}, key);
/** Makes the only transfer that a shipment needs. Returns its number. */
const brought = async (id: string): Promise<string> => {
  const answer = await bring(id);
  expect(answer.statusCode, answer.payload).toBe(201);
  const { transfers } = answer.json().data;
  expect(transfers).toHaveLength(1);
  return transfers[0];
};
const shipmentOf = async (id: string) => done(await desk.call('getShipment', { params: { id } })).data;
const transferOf = async (number: string) => done(await desk.call('getTransfer', { params: { number } })).data;
const act = async (number: string, verb: string, body: object = {}, key: string = randomUUID()) =>
  post(`transfers/${number}/${verb}`, { version: (await transferOf(number)).version, ...body }, key);
const acted = async (...[number, verb, body]: Parameters<typeof act>): Promise<void> => {
  const answer = await act(number, verb, body);
  expect(answer.statusCode, answer.payload).toBe(200);
};
const move = async (id: string, to: string) =>
  post(`shipments/${id}/move`, { to, version: (await shipmentOf(id)).version });
const scanAll = async (id: string, units: number): Promise<void> => {
  for (let unit = 0; unit < units; unit += 1)
    done(await desk.call('scanShipment', { params: { id }, body: { scanId: randomUUID(), code: sku } }));
};
const cancel = async (id: string): Promise<void> => {
  const number = id.slice(0, 9);
  const { version } = done(await desk.call('getDeskOrder', { params: { number } })).data;
  done(await desk.call('cancelOrder', { params: { number }, body: { version, reason: 'Ya no lo quiere' } }));
};
const levels = () => levelsOf(open.shop.db, product);
const claims = async (id: string) => {
  const { rows } = await open.shop.db.pool.query<{ place: string; units: number }>(
    `select store_code as place, sum(quantity)::integer as units from stock_claims
     where order_id = (select id from orders where number = $1) and released_at is null group by store_code order by store_code`,
    [id.slice(0, 9)],
  );
  return Object.fromEntries(rows.map(({ place, units }) => [place, units]));
};
/** Units that lie at each place by the books. */
const lying = async () => {
  const { rows } = await open.shop.db.pool.query<{ place: string; units: number }>(
    `select store_code as place, stock_lying_at($1, store_code, clock_timestamp()) as units from stores order by store_code`,
    [product],
  );
  return Object.fromEntries(rows.filter(({ units }) => units !== 0).map(({ place, units }) => [place, units]));
};

test('[WORK-31] units in another store come by a transfer, and then the shipment is packed', async () => {
  const id = await sold(5);
  expect(await shipmentOf(id)).toMatchObject({ storeCode: 'XELA', actions: expect.arrayContaining(['bring']) });
  expect(await claims(id)).toEqual({ BODEGA: 2, XELA: 3 });
  const number = await brought(id);
  const transfer = await transferOf(number);
  expect(transfer).toMatchObject({ state: 'draft', fromStore: 'BODEGA', toStore: 'XELA', shipment: id });
  expect(transfer.lines).toMatchObject([{ sku, planned: 2, available: 2 }]);
  const shipment = await shipmentOf(id);
  expect(shipment).toMatchObject({ awaitsGoods: true, transfers: [{ number, from: 'BODEGA' }] });
  expect(shipment.actions).not.toContain('bring');
  expect(shipment.moves).not.toContain('picking');
  expect((await move(id, 'picking')).json().error.code).toBe('TRANSITION_NOT_ALLOWED');
  await acted(number, 'send');
  expect([await lying(), await levels()]).toEqual([{ XELA: 3 }, {}]);
  await acted(number, 'receive', { lines: [{ sku, quantity: 2 }] });
  expect([await claims(id), await lying(), await levels()]).toEqual([{ XELA: 5 }, { XELA: 5 }, {}]);
  expect(await shipmentOf(id)).toMatchObject({ awaitsGoods: false, transfers: [], lines: [{ comesFrom: [] }] });
  expect((await move(id, 'picking')).statusCode).toBe(200);
  await scanAll(id, 5);
  expect((await move(id, 'packed')).statusCode).toBe(200);
});

test('[WORK-31] a pickup is served from the warehouse; it is not packed while its units are under way', async () => {
  const id = await sold(1, pickup);
  expect((await move(id, 'picking')).statusCode).toBe(200);
  const number = await brought(id);
  expect(await transferOf(number)).toMatchObject({ fromStore: 'BODEGA', toStore: 'MAX' });
  await acted(number, 'send');
  await scanAll(id, 1);
  expect((await move(id, 'packed')).json().error).toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
    message: 'Sus unidades no han llegado: espera una preventa o un traslado.',
  });
  await acted(number, 'receive', { lines: [{ sku, quantity: 1 }] });
  expect((await move(id, 'packed')).statusCode).toBe(200);
  expect(await claims(id)).toEqual({ MAX: 1 });
});

test('[WORK-31] two people who ask at once, or one who asks twice, make one transfer', async () => {
  const id = await sold(1, pickup);
  const key = randomUUID();
  const answers = await Promise.all([bring(id, key), bring(id, key), bring(id), bring(id)]);
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 409).length).toBeGreaterThanOrEqual(2);
  expect((await shipmentOf(id)).transfers).toHaveLength(1);
  expect((await bring(id)).json().error).toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
    message: 'Este envío no tiene unidades en otra tienda, o ya vienen en un traslado.',
  });
  const here = await sold(1);
  expect((await bring(here)).json().error.code).toBe('TRANSITION_NOT_ALLOWED');
});

test('[WORK-31] units that arrive at once or twice are claimed once', async () => {
  const id = await sold(2, pickup);
  const number = await brought(id);
  await acted(number, 'send');
  const { version } = await transferOf(number);
  const body = { version, lines: [{ sku, quantity: 2 }] };
  const key = randomUUID();
  const answers = await Promise.all([
    ...[1, 2].map(() => post(`transfers/${number}/receive`, body, key)),
    post(`transfers/${number}/receive`, body),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1);
  expect([await claims(id), await levels()]).toEqual([{ MAX: 2 }, { XELA: 3 }]);
});

test('[WORK-31] a receipt that breaks off in the middle claims nothing, and is repeated', async () => {
  const id = await sold(2, pickup);
  const number = await brought(id);
  await acted(number, 'send');
  const { pool } = open.shop.db;
  await pool.query(
    `create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$`,
  );
  await pool.query('create trigger break_off before update of state on transfers execute function break_off()');
  const lines = [{ sku, quantity: 2 }];
  expect((await act(number, 'receive', { lines })).statusCode).toBe(500);
  await pool.query('drop trigger break_off on transfers');
  await pool.query('drop function break_off()');
  expect([await claims(id), await levels()]).toEqual([{}, { XELA: 3 }]);
  await acted(number, 'receive', { lines });
  expect([await claims(id), await levels()]).toEqual([{ MAX: 2 }, { XELA: 3 }]);
});

test('[WORK-31] units of a canceled order arrive as free stock, and units not sent stay where they lie', async () => {
  const [sent, draft] = [await sold(1, { ...pickup, isCash: true }), await sold(1, { ...pickup, isCash: true })];
  const [first, second] = [await brought(sent), await brought(draft)];
  await acted(first, 'send');
  await cancel(sent);
  await cancel(draft);
  expect(await levels()).toEqual({ BODEGA: 1, XELA: 3 });
  await acted(first, 'receive', { lines: [{ sku, quantity: 1 }] });
  expect(await levels()).toEqual({ BODEGA: 1, MAX: 1, XELA: 3 });
  await acted(second, 'close', { fate: 'back', reason: 'Ya no hace falta' });
  expect([await levels(), await lying()]).toEqual([
    { BODEGA: 1, MAX: 1, XELA: 3 },
    { BODEGA: 1, MAX: 1, XELA: 3 },
  ]);
});

test('[WORK-31] units that come back are claimed there again, and lost ones at another place or nowhere', async () => {
  const back = await sold(1, pickup);
  const returned = await brought(back);
  await acted(returned, 'send');
  await acted(returned, 'close', { fate: 'back', reason: 'El camión regresó' });
  expect([await claims(back), (await shipmentOf(back)).awaitsGoods]).toEqual([{ BODEGA: 1 }, false]);
  const id = await sold(1, pickup);
  const number = await brought(id);
  await acted(number, 'send');
  // A pickup gets units of the warehouse only, and it has none left.
  await acted(number, 'receive', { lines: [{ sku, quantity: 0, lost: 1, reason: 'Caja rota' }] });
  expect(await claims(id)).toEqual({});
  expect(await shipmentOf(id)).toMatchObject({ awaitsGoods: false, lines: [{ missing: 1 }] });
  await addStock(open.shop.db, product, 1);
  const other = await sold(1, pickup);
  const last = await brought(other);
  await acted(last, 'send');
  await addStock(open.shop.db, product, 1);
  await acted(last, 'close', { fate: 'lost', reason: 'Robo en ruta' });
  expect([await claims(other), (await shipmentOf(other)).lines]).toMatchObject([{ BODEGA: 1 }, [{ missing: 0 }]]);
});

test('[WORK-31] a shipment is not split while a transfer brings its units', async () => {
  const id = await sold(2, pickup);
  const number = await brought(id);
  const { version, actions } = await shipmentOf(id);
  expect(actions).not.toContain('split');
  const refused = (await post(`shipments/${id}/split`, { version, lines: [{ line: 1, quantity: 1 }] })).json().error;
  expect([refused.code, refused.message]).toEqual([
    'TRANSITION_NOT_ALLOWED',
    `Espera ${number}, que trae unidades de este envío, o ciérralo.`,
  ]);
});

test('[WORK-31] a receipt with lost units locks the levels of all places before it locks a total', async () => {
  const id = await sold(2, pickup);
  const number = await brought(id);
  await acted(number, 'send');
  const client = await open.shop.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select from stock_levels where product_id = $1 and store_code = 'XELA' for update`, [product]);
    const receiving = act(number, 'receive', { lines: [{ sku, quantity: 1, lost: 1, reason: 'Caja rota' }] });
    await untilBlocked(open.shop.db.pool, client);
    // The order that holds a level needs the total next.
    await client.query('select from stock_totals where product_id = $1 for update nowait', [product]);
    await client.query('commit');
    expect((await receiving).statusCode).toBe(200);
  } finally {
    client.release(true);
  }
  expect([await claims(id), (await shipmentOf(id)).lines]).toMatchObject([{ MAX: 1 }, [{ missing: 1 }]]);
});

test('[WORK-04, WORK-31] a shipment whose units a transfer brings becomes late as any other', async () => {
  const id = await sold(1, pickup);
  await runMinuteJobs(open.shop.db, new Date());
  const { dueAt } = await shipmentOf(id);
  expect(dueAt).not.toBeNull();
  await brought(id);
  expect(await shipmentOf(id)).toMatchObject({ dueAt, awaitsGoods: true });
  await open.shop.db.pool.query(
    `update shipments set since = now() - interval '60 days', due_at = null where order_id = (select id from orders where number = $1)`,
    [id.slice(0, 9)],
  );
  await runMinuteJobs(open.shop.db, new Date());
  expect(await shipmentOf(id)).toMatchObject({ isLate: true });
});
