import { randomUUID } from 'node:crypto';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toFollowedOrder } from '../orders/history/order-history.routes.ts';
import { findOrderByNumber } from '../orders/history/order-history.store.ts';
import { countPlaces } from '../stock/count-goods.store.ts';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf, runMinuteJobs } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let owner: TestDesk;
let supplierId = '';
let made = 0;
let sku = '';
let product = 0;

beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(open.shop.db);
  owner = await openDesk(open.shop, 'owner');
  const body = { name: 'Importadora Quetzal', email: 'ventas@quetzal.example', nit: '576937-K', leadDays: 10 };
  supplierId = done(await owner.call('createSupplier', { body })).data.id;
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

/** A presale with ten units to sell before they come. */
beforeEach(async () => {
  made += 1;
  sku = `SOON-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 0 });
  await open.shop.db.pool.query('update products set is_presale = true, presale_date = $2 where id = $1', [
    product,
    addDays(guatemalaDate(new Date()), 40),
  ]);
  await openUnits(10);
});

const adjust = (units: number, more: object = {}) =>
  owner.send('POST', `/v1/admin/products/${sku}/stock`, {
    body: { storeCode: 'BODEGA', units, reason: 'presale', note: null, ...more },
    headers: { 'idempotency-key': randomUUID() },
  });
const openUnits = async (units: number): Promise<void> => {
  const answer = await adjust(units);
  expect(answer.statusCode, answer.payload).toBe(200);
};

/** Places an order. Returns its shipment. */
const sold = async (quantity = 1, isCash = false): Promise<string> => {
  const lines = [{ productId: product, quantity }];
  return `${await placeOrderOf(open.shop, { lines, amount: 100 * quantity, isCash })}-1`;
};

const read = async (id: string) => done(await owner.call('getShipment', { params: { id } })).data;
const waiting = async (ids: readonly string[]): Promise<boolean[]> => {
  const shipments = await Promise.all(ids.map(read));
  return shipments.map(({ awaitsGoods }) => awaitsGoods);
};
const take = async () => done(await owner.call('takePick', { body: { storeCode: 'BODEGA', limit: 20 } })).data;
const mine = (ids: readonly string[], shipments: readonly string[]) => shipments.filter((id) => ids.includes(id));
const move = async (id: string, to: string) =>
  owner.send('POST', `/v1/admin/shipments/${id}/move`, { body: { to, version: (await read(id)).version } });

const purchase = async (quantity: number, storeCode = 'BODEGA'): Promise<string> => {
  const body = { supplierId, storeCode, lines: [{ sku, quantity }] };
  const { number, version } = done(await owner.call('createPurchase', { body })).data;
  done(await owner.call('orderPurchase', { params: { number }, body: { version } }));
  return number;
};
const receive = async (number: string, quantity: number, key: string = randomUUID()) => {
  const { version } = done(await owner.call('getPurchase', { params: { number } })).data;
  const body = { version, lines: [{ sku, quantity }] };
  return owner.send('POST', `/v1/admin/purchases/${number}/receive`, { body, headers: { 'idempotency-key': key } });
};
const received = async (number: string, quantity: number): Promise<void> => {
  const answer = await receive(number, quantity);
  expect(answer.statusCode, answer.payload).toBe(200);
};
const level = async () => (await levelsOf(open.shop.db, product))['BODEGA'] ?? 0;
const row = async () =>
  (await owner.send('GET', `/v1/admin/presales?sku=${sku}`)).json().data[0] as Record<string, unknown>;

test('[WORK-32] a purchase that arrives in parts makes the shipments ready in the order of placing', async () => {
  const ids = [await sold(2), await sold(3), await sold(1)];
  const number = await purchase(12);
  expect(await waiting(ids)).toEqual([true, true, true]);
  expect(await row()).toMatchObject({ units: 6, onOrder: 12, arrived: 0, toCome: 10, waiting: 3 });
  expect(mine(ids, (await take()).shipments)).toEqual([]);
  const refused = (await move(ids[0] ?? '', 'picking')).json().error;
  expect([refused.code, refused.message]).toEqual([
    'TRANSITION_NOT_ALLOWED',
    'Sus unidades no han llegado: espera una preventa o un traslado.',
  ]);
  // Two are enough for the first order. The next needs three, and the smaller one after it does not overtake.
  await received(number, 4);
  expect(await waiting(ids)).toEqual([false, true, true]);
  await received(number, 1);
  expect(await waiting(ids)).toEqual([false, false, true]);
  expect(mine(ids, (await take()).shipments)).toEqual(ids.slice(0, 2));
  expect(await row()).toMatchObject({ onOrder: 7, arrived: 5, toCome: 5, waiting: 1 });
  await received(number, 7);
  expect(await waiting(ids)).toEqual([false, false, false]);
  // Twelve came, six are sold: ten were for sale before, and two are new.
  expect(await level()).toBe(6);
  expect(await row()).toMatchObject({ onOrder: 0, arrived: 10, toCome: 0, waiting: 0 });
});

test('[WORK-32, DIF-39] the buyer sees when a presale is expected, until its units have come', async () => {
  const number = (await sold(1, true)).slice(0, 9);
  const tracking = async () => {
    const row = await findOrderByNumber(open.shop.db.write, number);
    if (row === undefined) throw new Error('there is no order');
    return toFollowedOrder(row).tracking[0]?.presale;
  };
  expect(await tracking()).toEqual({ deliveryDate: addDays(guatemalaDate(new Date()), 40) });
  await open.shop.db.pool.query('update products set presale_date = current_date - 9 where id = $1', [product]);
  expect(await tracking()).toEqual({ deliveryDate: null });
  await received(await purchase(1), 1);
  expect(await tracking()).toBeUndefined();
});

test('[WORK-32] a canceled order lets the next ones move up', async () => {
  const ids = [await sold(2, true), await sold(2, true)];
  await received(await purchase(2), 2);
  expect(await waiting(ids)).toEqual([false, true]);
  const number = (ids[0] ?? '').slice(0, 9);
  const { version } = done(await owner.call('getDeskOrder', { params: { number } })).data;
  done(await owner.call('cancelOrder', { params: { number }, body: { version, reason: 'Ya no lo quiere' } }));
  expect(await waiting(ids.slice(1))).toEqual([false]);
  expect(await level()).toBe(8);
});

test('[WORK-32] two receipts at once and one sent twice settle each unit once', async () => {
  const ids = [await sold(3), await sold(3)];
  const numbers = [await purchase(2), await purchase(2), await purchase(2)];
  const key = randomUUID();
  const answers = await Promise.all([
    ...numbers.slice(0, 2).map((number) => receive(number, 2)),
    ...[1, 2, 3].map(() => receive(numbers[2] ?? '', 2, key)),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await waiting(ids)).toEqual([false, false]);
  expect([await level(), (await row())['toCome']]).toEqual([4, 4]);
});

test('[WORK-32] orders and receipts at once keep the order of placing', async () => {
  const first = await sold(2);
  const numbers = await Promise.all([purchase(1), purchase(1), purchase(1)]);
  const [ids] = await Promise.all([
    Promise.all([1, 2, 3].map(() => sold(1))),
    ...numbers.map((number) => received(number, 1)),
  ]);
  const placed = [first, ...ids.toSorted()];
  expect(await waiting(placed)).toEqual([false, false, true, true]);
});

test('[WORK-32] a receipt that breaks off in the middle settles nothing, and is repeated', async () => {
  const id = await sold(2);
  const number = await purchase(2);
  const { pool } = open.shop.db;
  // The state of the purchase is written last.
  await pool.query(
    `create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$`,
  );
  await pool.query('create trigger break_off before update of state on purchases execute function break_off()');
  expect((await receive(number, 2)).statusCode).toBe(500);
  await pool.query('drop trigger break_off on purchases');
  await pool.query('drop function break_off()');
  expect([await waiting([id]), await level(), (await row())['toCome']]).toEqual([[true], 8, 10]);
  await received(number, 2);
  expect([await waiting([id]), await level(), (await row())['toCome']]).toEqual([[false], 8, 8]);
});

test('[WORK-32] units that come to another store reach the presale by a transfer', async () => {
  const id = await sold(2);
  await received(await purchase(2, 'MAX'), 2);
  expect(await waiting([id])).toEqual([true]);
  const body = { from: 'MAX', to: 'BODEGA', lines: [{ sku, quantity: 2 }] };
  const { number, version } = done(await owner.call('createTransfer', { body })).data;
  const params = { number };
  const sent = done(await owner.call('sendTransfer', { params, body: { version } })).data;
  expect(await waiting([id])).toEqual([true]);
  done(await owner.call('receiveTransfer', { params, body: { version: sent.version, lines: [{ sku, quantity: 2 }] } }));
  expect(await waiting([id])).toEqual([false]);
  expect([await level(), (await row())['toCome']]).toEqual([8, 8]);
});

test('[WORK-32] units that have not come are sold, but do not lie in the warehouse', async () => {
  await sold(2);
  const stock = done(await owner.call('getProductStock', { params: { sku } })).data;
  expect(stock.places.find(({ storeCode }) => storeCode === 'BODEGA')).toMatchObject({
    ...{ onHand: 0, salable: 8, claimed: 2, presale: 10 },
  });
  expect((await adjust(-1, { reason: 'damaged' })).json().error.code).toBe('STOCK_WOULD_BE_NEGATIVE');
  const counted = { product, place: 'BODEGA', quantity: 0, countedAt: new Date() };
  expect(await countPlaces(open.shop.db.write, [counted])).toMatchObject([{ outcome: 'equal', level: 8 }]);
  await received(await purchase(3), 3);
  const again = { ...counted, quantity: 3, countedAt: new Date() };
  expect(await countPlaces(open.shop.db.write, [again])).toMatchObject([{ outcome: 'equal', level: 8 }]);
});

test('[WORK-32] the units are opened only for a presale, and taken back only while nobody bought them', async () => {
  await sold(4);
  const refused = (await adjust(-7)).json().error;
  expect([refused.code, refused.message]).toEqual([
    'STOCK_WOULD_BE_NEGATIVE',
    'En Bodega central el cupo sin vender es menor.',
  ]);
  await openUnits(-6);
  expect(await level()).toBe(0);
  await received(await purchase(4), 4);
  expect(await level()).toBe(0);
  await open.shop.db.pool.query('update products set is_presale = false where id = $1', [product]);
  const noPresale = (await adjust(5)).json().error;
  expect([noPresale.code, Object.keys(noPresale.metadata.fields)]).toEqual(['VALIDATION_ERROR', ['reason']]);
});

test('[WORK-32, WORK-04] the time to prepare a shipment begins when its units have come', async () => {
  const id = await sold(1);
  await open.shop.db.pool.query(
    `update shipments set since = now() - interval '60 days' where order_id = (select id from orders where number = $1)`,
    [id.slice(0, 9)],
  );
  await runMinuteJobs(open.shop.db, new Date());
  expect(await read(id)).toMatchObject({ dueAt: null, isLate: false });
  await received(await purchase(1), 1);
  await runMinuteJobs(open.shop.db, new Date());
  const { dueAt, isLate } = await read(id);
  expect([isLate, (dueAt ?? '') > new Date().toISOString()]).toEqual([false, true]);
});
