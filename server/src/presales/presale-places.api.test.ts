import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { applyImport, checkFile } from '../imports/import-file.ts';
import { listErrors } from '../imports/import-rows.store.ts';
import { findKind } from '../imports/kinds.ts';
import { countPlaces } from '../stock/count-goods.store.ts';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let owner: TestDesk;
let supplierId = '';
let folder = '';
let made = 0;
let sku = '';
let product = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-presales-'));
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(open.shop.db);
  owner = await openDesk(open.shop, 'owner');
  const body = { name: 'Importadora Quetzal', email: 'ventas@quetzal.example', nit: '576937-K', leadDays: 10 };
  supplierId = done(await owner.call('createSupplier', { body })).data.id;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

/** A presale with ten units to sell before they come. */
beforeEach(async () => {
  made += 1;
  sku = `CUPO-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 0 });
  await open.shop.db.pool.query('update products set is_presale = true, presale_date = $2 where id = $1', [
    product,
    addDays(guatemalaDate(new Date()), 40),
  ]);
  expect((await adjust(10)).statusCode).toBe(200);
});
/** The answer about one shipment and the list of all shipments must agree. */
afterEach(async () => {
  const { rows } = await open.shop.db.pool.query(
    `select s.order_id, s.n from shipments s
     where awaits_goods(s.order_id, s.n) <> ((s.order_id, s.n) in (select a.order_id, a.n from awaiting_shipments() a))`,
  );
  expect(rows).toEqual([]);
});

const post = (path: string, body: object) =>
  owner.send('POST', `/v1/admin/${path}`, { body, headers: { 'idempotency-key': randomUUID() } });
const adjust = (units: number) =>
  post(`products/${sku}/stock`, { storeCode: 'BODEGA', units, reason: 'presale', note: null });
const pickup = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;
const sold = async (quantity: number, more: object = {}): Promise<string> => {
  const lines = [{ productId: product, quantity }];
  return `${await placeOrderOf(open.shop, { lines, amount: 100 * quantity, ...more })}-1`;
};
const received = async (quantity: number): Promise<void> => {
  const lines = [{ sku, quantity }];
  const bought = done(await owner.call('createPurchase', { body: { supplierId, storeCode: 'BODEGA', lines } })).data;
  const params = { number: bought.number };
  const { version } = done(await owner.call('orderPurchase', { params, body: { version: bought.version } })).data;
  done(await owner.call('receivePurchase', { params, body: { version, lines } }));
};
const read = async (id: string) => done(await owner.call('getShipment', { params: { id } })).data;
/** The level of the warehouse, and its units that have not come. */
const books = async () => {
  const { rows } = await open.shop.db.pool.query<{ quantity: number }>(
    `select quantity from presale_units where product_id = $1 and store_code = 'BODEGA'`,
    [product],
  );
  return [(await levelsOf(open.shop.db, product))['BODEGA'] ?? 0, rows[0]?.quantity];
};
const count = (quantity: number) =>
  countPlaces(open.shop.db.write, [{ product, place: 'BODEGA', quantity, countedAt: new Date() }]);
/** Imports a file. Returns the errors of its rows, or the number of equal and changed rows. */
const load = async (name: string, text: string) => {
  const kind = findKind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const path = join(folder, `${randomUUID()}.csv`);
  await writeFile(path, text);
  const now = new Date();
  const actor = { kind: 'command', id: 'prueba' } as const;
  const checked = await checkFile(open.shop.db, { kind, path, format: {}, actor, now, isAgain: true });
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const { counts, run } = checked.value;
  if (counts.wrong > 0) {
    const wrong = await listErrors(open.shop.db.write, run.id, 0, 10);
    return wrong.flatMap(({ errors }) => errors.map(({ column, code, text: said }) => `${column} ${code} ${said}`));
  }
  await applyImport(open.shop.db, run.id, { onlyValid: false, now });
  return counts;
};
/** Sends units of the warehouse to another store. Returns the transfer. */
const sent = async (quantity: number) => {
  const body = { from: 'BODEGA', to: 'MAX', lines: [{ sku, quantity }] };
  const { number, version } = done(await owner.call('createTransfer', { body })).data;
  return done(await owner.call('sendTransfer', { params: { number }, body: { version } })).data;
};

test('[WORK-31, WORK-32] units of a presale are brought from another store only after they have come', async () => {
  const id = await sold(2, pickup);
  expect(await read(id)).toMatchObject({ storeCode: 'MAX', awaitsGoods: true });
  expect((await read(id)).actions).not.toContain('bring');
  const refused = (await post(`shipments/${id}/transfers`, {})).json().error;
  expect([refused.code, refused.message]).toEqual([
    'TRANSITION_NOT_ALLOWED',
    'Sus unidades no han llegado: espera la preventa antes de traerlas.',
  ]);
  await received(2);
  const brought = await post(`shipments/${id}/transfers`, {});
  expect(brought.statusCode, brought.payload).toBe(201);
  const [number] = brought.json().data.transfers;
  // A count finds none of the two. They are sold, so later units are for this shipment.
  expect(await count(0)).toMatchObject([{ outcome: 'counted', level: 6 }]);
  const { version, lines } = done(await owner.call('getTransfer', { params: { number } })).data;
  expect(lines).toMatchObject([{ planned: 2, available: 0 }]);
  const short = await post(`transfers/${number}/send`, { version });
  expect(short.json().error.code).toBe('STOCK_WOULD_BE_NEGATIVE');
  await received(2);
  expect((await post(`transfers/${number}/send`, { version })).statusCode).toBe(200);
  expect(await books()).toEqual([6, 6]);
});

test('[WORK-32] a product stays a presale while units have not come, at the desk and in a file', async () => {
  const text = 'Todavía hay cupo de preventa por llegar: quita el cupo que no se vendió, o espera las unidades.';
  const change = async () => {
    const { version } = (await owner.send('GET', `/v1/admin/products/${sku}`)).json().data;
    return owner.send('PATCH', `/v1/admin/products/${sku}`, { body: { version, isPresale: false } });
  };
  expect((await change()).json().error).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { fields: { isPresale: text } },
  });
  const file = `sku,preventa\n${sku},no\n`;
  expect(await load('products', file)).toEqual([`preventa INVALID_VALUE ${text}`]);
  expect((await adjust(-10)).statusCode).toBe(200);
  expect(await load('products', file)).toMatchObject({ changed: 1 });
  expect((await adjust(1)).json().error.code).toBe('VALIDATION_ERROR');
});

test('[WORK-32] units are not opened while another person ends the presale', async () => {
  expect((await adjust(-10)).statusCode).toBe(200);
  const client = await open.shop.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('update products set is_presale = false where id = $1', [product]);
    const opening = adjust(5);
    await untilBlocked(open.shop.db.pool, client);
    await client.query('commit');
    expect((await opening).json().error).toMatchObject({
      code: 'VALIDATION_ERROR',
      metadata: { fields: { reason: 'Solo un producto en preventa tiene cupo: márcalo primero en su página.' } },
    });
  } finally {
    client.release();
  }
  expect(await books()).toEqual([0, 0]);
});

test('[WORK-32, BULK-11] a file counts the units that lie there, not those that are sold before they come', async () => {
  await sold(2);
  const file = (existencia: number) => load('stock', `sku,tienda,existencia\n${sku},BODEGA,${existencia}\n`);
  expect(await file(0)).toMatchObject({ equal: 1, wrong: 0 });
  await received(3);
  expect(await file(3)).toMatchObject({ equal: 1, wrong: 0 });
  expect(await books()).toEqual([8, 7]);
});

test('[WORK-08, WORK-32] a found unit is not a unit that has not come', async () => {
  const id = await sold(2);
  await received(2);
  const move = { to: 'picking' as const, version: (await read(id)).version };
  expect((await post(`shipments/${id}/move`, move)).statusCode).toBe(200);
  const { version } = await read(id);
  done(await owner.call('missUnits', { params: { id }, body: { version, line: 1, quantity: 1 } }));
  expect(await read(id)).toMatchObject({ lines: [{ missing: 1 }] });
  expect(await books()).toEqual([8, 8]);
  for (const scanId of [randomUUID(), randomUUID()])
    done(await owner.call('scanShipment', { params: { id }, body: { scanId, code: sku } }));
  expect(await read(id)).toMatchObject({ lines: [{ missing: 0 }] });
  expect(await books()).toEqual([8, 8]);
});

test('[WORK-32] units that come back to their place, or that a supplier replaces, are no arrival', async () => {
  await received(3);
  expect(await books()).toEqual([10, 7]);
  const { number, version } = await sent(2);
  expect(await books()).toEqual([8, 7]);
  const back = { version, fate: 'back', reason: 'El camión regresó' };
  expect((await post(`transfers/${number}/close`, back)).statusCode).toBe(200);
  expect(await books()).toEqual([10, 7]);
  const lines = [{ sku, quantity: 2 }];
  const note = { storeCode: 'BODEGA', supplier: 'Importadora Quetzal', reason: 'No encienden', lines };
  const made = (await post('supplier-notes', note)).json().data;
  const settled = { version: made.version, outcome: 'replaced', reference: 'Cambio 7' };
  expect((await post(`supplier-notes/${made.number}/settle`, settled)).statusCode).toBe(200);
  expect(await books()).toEqual([10, 7]);
});

test('[WORK-32] one shipment and the list agree on who waits, at each step of an arrival', async () => {
  const ids: string[] = [];
  for (const units of [1, 3, 2, 1]) ids.push(await sold(units, { isCash: true }));
  for (const [step, units] of [1, 2, 1, 3].entries()) {
    await received(units);
    const waits = await Promise.all(ids.map(async (id) => (await read(id)).awaitsGoods));
    const expected = [
      [false, true, true, true],
      [false, true, true, true],
      [false, false, true, true],
      [false, false, false, false],
    ];
    expect(waits).toEqual(expected[step]);
  }
});
