import { randomUUID } from 'node:crypto';
import { purchaseFields } from '@ceiba/contract/desk/purchase-fields';
import { maxPurchaseLines, maxPurchaseUnits } from '@ceiba/domain/purchases/purchase';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { formPayload } from '../testing/form-payload.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let owner: TestDesk;
let warehouse: TestDesk;
let supplierId = '';
let made = 0;

beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(open.shop.db);
  owner = await openDesk(open.shop, 'owner');
  warehouse = await openDesk(open.shop, 'warehouse');
  const body = { name: 'Importadora Quetzal', email: 'ventas@quetzal.example', nit: '576937-K', leadDays: 10 };
  supplierId = done(await owner.call('createSupplier', { body })).data.id;
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

let sku = '';
let product = 0;
beforeEach(async () => {
  made += 1;
  sku = `GOODS-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 0 });
});

type Line = { sku: string; quantity: number; unitCost?: number | null };
const draft = async (lines: Line[], more: { extraCost?: number } = {}) =>
  done(await owner.call('createPurchase', { body: { supplierId, storeCode: 'BODEGA', lines, ...more } })).data;
const ordered = async (lines: Line[], more: { extraCost?: number } = {}) => {
  const { number, version } = await draft(lines, more);
  return done(await owner.call('orderPurchase', { params: { number }, body: { version } })).data;
};
type Arrived = { sku: string; quantity: number; rejected?: number; reason?: string };
const receive = (number: string, version: number, lines: Arrived[], more: object = {}, headers = {}) =>
  warehouse.send('POST', `/v1/admin/purchases/${number}/receive`, {
    body: { version, lines, ...more },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  });
const received = async (number: string, lines: Arrived[], more: object = {}) => {
  const { version } = done(await owner.call('getPurchase', { params: { number } })).data;
  const answer = await receive(number, version, lines, more);
  expect(answer.statusCode, answer.body).toBe(200);
};
const averageOf = async (of = sku) =>
  done(await owner.call('getProductSupply', { params: { sku: of } })).data.averageCost;
const inWarehouse = async () => (await levelsOf(open.shop.db, product))['BODEGA'] ?? 0;

test('[BUY-10, BUY-06, PROD-19] a movement names its purchase, and units on order are shown but not salable', async () => {
  const { number } = await ordered([{ sku, quantity: 10 }]);
  await received(number, [{ sku, quantity: 8 }]);
  const { movements, places } = done(await owner.call('getProductStock', { params: { sku } })).data;
  expect(movements.map(({ cause, document, units }) => [cause, document, units])).toEqual([['received', number, 8]]);
  const ofPlace = places.find(({ storeCode }) => storeCode === 'BODEGA');
  expect(ofPlace).toMatchObject({ onHand: 8, salable: 8, onOrder: 2 });
  expect(places.filter(({ onOrder }) => onOrder > 0)).toHaveLength(1);
});

test('[BUY-04] the average cost includes units that a transfer carries', async () => {
  const first = await ordered([{ sku, quantity: 10, unitCost: 100 }]);
  await received(first.number, [{ sku, quantity: 10 }]);
  const body = { from: 'BODEGA', to: 'MAX', lines: [{ sku, quantity: 9 }] };
  const transfer = done(await owner.call('createTransfer', { body })).data;
  done(await owner.call('sendTransfer', { params: { number: transfer.number }, body: { version: transfer.version } }));
  const second = await ordered([{ sku, quantity: 10, unitCost: 200 }]);
  await received(second.number, [{ sku, quantity: 10 }]);
  expect(await averageOf()).toBe(150);
});

test('[BUY-02] a purchase of the highest amounts has a total, and a higher cost is refused at its line', async () => {
  const most = { sku, quantity: maxPurchaseUnits, unitCost: purchaseFields.unitCost.max };
  expect((await draft([most])).total).toBe(maxPurchaseUnits * purchaseFields.unitCost.max);
  const body = { supplierId, storeCode: 'BODEGA', lines: [{ ...most, unitCost: most.unitCost + 1 }] };
  const refused = await owner.send('POST', '/v1/admin/purchases', { body });
  expect(refused.json().error).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { fields: { 'lines.0.unitCost': expect.any(String) } },
  });
  const centavosOfAll = 100 * maxPurchaseLines * maxPurchaseUnits * purchaseFields.unitCost.max;
  expect(centavosOfAll).toBeLessThan(Number.MAX_SAFE_INTEGER);
});

test('[BUY-03] a product twice in one receipt is refused at its line', async () => {
  const { number, version } = await ordered([{ sku, quantity: 10 }]);
  const answer = await receive(number, version, [
    { sku, quantity: 6 },
    { sku, quantity: 6 },
  ]);
  expect(answer.json().error).toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { fields: { 'lines.1.sku': 'Ese producto ya está.' } },
  });
  expect(await inWarehouse()).toBe(0);
});

describe('[BUY-02] a purchase', () => {
  test('goes from a draft to received, and is named C-n', async () => {
    const { number, state, version, actions, total } = await draft([{ sku, quantity: 4, unitCost: 12.5 }], {
      extraCost: 10,
    });
    expect({ state, total, actions }).toEqual({ state: 'draft', total: 60, actions: ['edit', 'order', 'close'] });
    expect(number).toMatch(/^C-\d+$/);
    const body = { version, lines: [{ sku, quantity: 6, unitCost: 12.5 }] };
    const changed = done(await owner.call('changePurchase', { params: { number }, body })).data;
    expect(changed).toMatchObject({ units: 6, total: 85 });
    const after = done(
      await owner.call('orderPurchase', { params: { number }, body: { version: changed.version } }),
    ).data;
    expect(after).toMatchObject({ state: 'ordered', actions: ['edit', 'send', 'receive', 'close'] });
    const lines = await owner.send('PATCH', `/v1/admin/purchases/${number}`, {
      body: { version: after.version, lines: [{ sku, quantity: 1 }] },
    });
    expect(lines.json().error.code).toBe('TRANSITION_NOT_ALLOWED');
    await received(number, [{ sku, quantity: 5 }]);
    expect(done(await owner.call('getPurchase', { params: { number } })).data.state).toBe('partlyReceived');
    await received(number, [{ sku, quantity: 1 }]);
    expect(done(await owner.call('getPurchase', { params: { number } })).data).toMatchObject({
      state: 'received',
      actions: [],
    });
  });

  test('is closed with a reason, and receives nothing afterwards', async () => {
    const { number, version } = await ordered([{ sku, quantity: 4 }]);
    const body = { version, reason: 'El proveedor ya no lo fabrica' };
    const closed = done(await owner.call('closePurchase', { params: { number }, body })).data;
    expect(closed).toMatchObject({ state: 'closed', closeReason: body.reason });
    expect((await receive(number, closed.version, [{ sku, quantity: 1 }])).json().error.code).toBe(
      'TRANSITION_NOT_ALLOWED',
    );
    expect(await inWarehouse()).toBe(0);
  });

  test('has each product once, only products with stock, and an active supplier', async () => {
    await createProduct(open.shop.db, { sku: 'SERVICE', kind: 'service' });
    const post = (body: object) =>
      owner.send('POST', '/v1/admin/purchases', { body: { supplierId, storeCode: 'BODEGA', lines: [], ...body } });
    const twice = await post({
      lines: [
        { sku, quantity: 1 },
        { sku, quantity: 2 },
      ],
    });
    expect(twice.json().error.metadata.fields).toHaveProperty(['lines.1.sku']);
    expect((await post({ lines: [{ sku: 'SERVICE', quantity: 1 }] })).json().error.code).toBe('VALIDATION_ERROR');
    const retired = done(await owner.call('createSupplier', { body: { name: 'Ya no', isActive: false } })).data.id;
    expect((await post({ supplierId: retired })).statusCode).toBe(404);
    expect((await post({ storeCode: 'NADA' })).json().error.code).toBe('STORE_NOT_FOUND');
  });

  test.each([
    ['pdf', 'application/pdf', '%PDF'],
    ['csv', 'text/csv', '\uFEFFCódigo,'],
  ] as const)('is mailed to its supplier as %s', async (mail, type, start) => {
    const { number, version } = await draft([{ sku, quantity: 4, unitCost: 12.5 }]);
    done(await owner.call('orderPurchase', { params: { number }, body: { version, mail } }));
    const { rows } = await open.shop.db.pool.query<{ recipient: string; name: string; type: string; bytes: Buffer }>(
      `select m.recipient, a.name, a.type, a.bytes from mails m join mail_attachments a on a.mail_id = m.id where m.subject like $1`,
      [`Orden de compra ${number} %`],
    );
    expect(rows).toMatchObject([
      { recipient: 'ventas@quetzal.example', name: `orden-de-compra-${number}.${mail}`, type },
    ]);
    expect(rows[0]?.bytes.toString('utf8').startsWith(start)).toBe(true);
    // Repeated presses within an hour cause one mail, besides the mail of the order.
    for (const _ of ['first', 'repeated'])
      done(await owner.call('sendPurchase', { params: { number }, body: { mail } }));
    const { rowCount } = await open.shop.db.pool.query('select from mails where subject like $1', [
      `Orden de compra ${number} %`,
    ]);
    expect(rowCount).toBe(2);
  });

  test('is not ordered if its supplier has no e-mail address', async () => {
    const other = done(await owner.call('createSupplier', { body: { name: `Sin correo ${made}` } })).data.id;
    const body = { supplierId: other, storeCode: 'BODEGA', lines: [{ sku, quantity: 1 }] };
    const { number, version } = done(await owner.call('createPurchase', { body })).data;
    const sent = await owner.send('POST', `/v1/admin/purchases/${number}/order`, { body: { version, mail: 'pdf' } });
    expect(sent.json().error.metadata.fields.mail).toContain('no tiene correo');
    expect(done(await owner.call('getPurchase', { params: { number } })).data.state).toBe('draft');
  });
});

describe('[BUY-03] receiving', () => {
  test('accepts 40 lines in two deliveries: 8 of 10 units, one rejected unit, two units too many', async () => {
    const others = await Promise.all(
      Array.from({ length: 39 }, async (_, at) => {
        const of = `${sku}-${at}`;
        await createProduct(open.shop.db, { sku: of, stock: 0 });
        return { sku: of, quantity: 3, unitCost: 5 };
      }),
    );
    const { number, version } = await ordered([{ sku, quantity: 10, unitCost: 20 }, ...others]);
    const first = [
      { sku, quantity: 8, rejected: 1, reason: 'Caja rota' },
      ...others.slice(0, 20).map((line) => ({ sku: line.sku, quantity: 3 })),
    ];
    const answer = await receive(number, version, first, { note: 'Envío 7731' });
    expect(answer.json().data).toMatchObject({
      state: 'partlyReceived',
      received: 68,
      lines: expect.arrayContaining([expect.objectContaining({ sku, received: 8, rejected: 1 })]),
      receipts: [expect.objectContaining({ n: 1, note: 'Envío 7731' })],
    });
    const second = [{ sku, quantity: 4 }, ...others.slice(20).map((line) => ({ sku: line.sku, quantity: 3 }))];
    const next = answer.json().data.version;
    const refused = await receive(number, next, second);
    expect(refused.json().error.metadata.fields['lines.0.quantity']).toContain('2 unidades más de lo pedido');
    expect(await inWarehouse()).toBe(8);
    const taken = await receive(number, next, second, { takesExtra: true });
    expect(taken.json().data).toMatchObject({ state: 'received' });
    expect(await inWarehouse()).toBe(12);
    const { rows } = await open.shop.db.pool.query(
      'select delta, reason, reference from stock_movements where product_id = $1 order by id',
      [product],
    );
    expect(rows).toEqual([
      { delta: 8, reason: 'received', reference: `${number}/1` },
      { delta: 4, reason: 'received', reference: `${number}/2` },
    ]);
  });

  test('counts a repeated receipt once, and concurrent receipts need a confirmation to exceed the order', async () => {
    const { number, version } = await ordered([{ sku, quantity: 10 }]);
    const key = { 'idempotency-key': randomUUID() };
    const lines = [{ sku, quantity: 6 }];
    const both = await Promise.all([
      receive(number, version, lines, {}, key),
      receive(number, version, lines, {}, key),
    ]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await inWarehouse()).toBe(6);
    const now = both[0]?.json().data.version;
    const rivals = await Promise.all([
      receive(number, now, [{ sku, quantity: 4 }]),
      receive(number, now, [{ sku, quantity: 4 }]),
    ]);
    expect(rivals.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await inWarehouse()).toBe(10);
  });

  test('refuses goods of another purchase, and rejected units without a reason', async () => {
    const { number, version } = await ordered([{ sku, quantity: 10 }]);
    const other = await receive(number, version, [{ sku: 'OTHER', quantity: 1 }]);
    expect(other.json().error.metadata.fields['lines.0.sku']).toContain('recíbelo sin orden');
    const silent = await receive(number, version, [{ sku, quantity: 1, rejected: 1 }]);
    expect(silent.json().error.metadata.fields).toHaveProperty(['lines.0.reason']);
    const keyless = await open.shop.inject({
      ...{
        method: 'POST',
        url: `/v1/admin/purchases/${number}/receive`,
        payload: { version, lines: [{ sku, quantity: 1 }] },
      },
      headers: { cookie: warehouse.cookie, origin: open.shop.config.publicUrl },
    });
    expect(keyless.statusCode).toBe(400);
  });

  test('accepts goods without an order, and stores their supplier and cost as a received purchase', async () => {
    const lines = [{ sku, quantity: 5, unitCost: 30 }];
    const body = { supplierId, storeCode: 'BODEGA', note: 'Factura 12', extraCost: 10, lines };
    const data = done(await owner.call('receiveWithoutPurchase', { body })).data;
    expect(data).toMatchObject({ state: 'received', isDirect: true, received: 5, supplier: 'Importadora Quetzal' });
    expect([await inWarehouse(), await averageOf()]).toEqual([5, 32]);
    // A person who may not see costs receives goods. The cost stays as before.
    const plain = { supplierId, storeCode: 'BODEGA', lines: [{ sku, quantity: 5 }] };
    expect(done(await warehouse.call('receiveWithoutPurchase', { body: plain })).data.state).toBe('received');
    expect([await inWarehouse(), await averageOf()]).toEqual([10, 32]);
    const costly = await warehouse.call('receiveWithoutPurchase', { body });
    expect(costly.ok ? '' : costly.error.code).toBe('FORBIDDEN');
  });

  test('is limited to the purchases of a person’s store', async () => {
    const { number, version } = await ordered([{ sku, quantity: 10 }]);
    const elsewhere = await openDesk(open.shop, 'warehouse', ['MAX']);
    expect((await elsewhere.send('GET', `/v1/admin/purchases/${number}`)).statusCode).toBe(404);
    const body = { version, lines: [{ sku, quantity: 1 }] };
    const headers = { 'idempotency-key': randomUUID() };
    const tried = await elsewhere.send('POST', `/v1/admin/purchases/${number}/receive`, { body, headers });
    expect(tried.statusCode).toBe(404);
    expect(done(await elsewhere.call('listPurchases', { query: {} })).data).toEqual([]);
  });

  test('stores a photo of the damage for people who may see the purchase', async () => {
    const { number } = await ordered([{ sku, quantity: 10 }]);
    await received(number, [{ sku, quantity: 9, rejected: 1, reason: 'Mojado' }]);
    const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#00745b' } })
      .jpeg()
      .toBuffer();
    const save = async (of: string) => {
      const { payload, headers } = await formPayload({ photos: new Blob([Uint8Array.from(jpeg)]) });
      return open.shop.inject({
        ...{ method: 'POST', url: `/v1/admin/purchases/${number}/receipts/1/pictures/${of}`, payload },
        headers: { ...headers, cookie: warehouse.cookie, origin: open.shop.config.publicUrl },
      });
    };
    expect((await save('OTHER')).statusCode).toBe(404);
    expect((await save(sku)).json().data.receipts[0].lines[0]).toMatchObject({ hasPicture: true, reason: 'Mojado' });
    const path = `/v1/admin/purchases/${number}/receipts/1/pictures/${sku}`;
    expect((await warehouse.send('GET', path)).headers['content-type']).toBe('image/webp');
    expect((await (await openDesk(open.shop, 'support')).send('GET', path)).statusCode).toBe(403);
  });

  test('leaves levels equal to their movements after parallel receipts and moves', async () => {
    const body = { supplierId, storeCode: 'BODEGA', lines: [{ sku, quantity: 2, unitCost: 10 }] };
    const take = { storeCode: 'BODEGA', units: -1, reason: 'damaged' as const };
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) =>
        at % 3 === 2
          ? owner.call('moveProductStock', { params: { sku }, body: take })
          : done(await owner.call('receiveWithoutPurchase', { body })),
      ),
    );
    const { rows } = await open.shop.db.pool.query(
      `select l.quantity, (select sum(m.delta)::integer from stock_movements m where m.product_id = l.product_id) as moved
       from stock_levels l where l.product_id = $1`,
      [product],
    );
    expect(rows).toEqual([{ quantity: rows[0]?.moved, moved: rows[0]?.moved }]);
    expect(await averageOf()).toBe(10);
  });
});

describe('[BUY-04] cost', () => {
  test('is averaged at each receipt, with freight by value, but not at a receipt without a cost', async () => {
    const other = `${sku}-B`;
    await createProduct(open.shop.db, { sku: other, stock: 10 });
    expect([await averageOf(), await averageOf(other)]).toEqual([null, null]);
    // The freight is Q30. The first line has two thirds of the value.
    const { number } = await ordered(
      [
        { sku, quantity: 10, unitCost: 20 },
        { sku: other, quantity: 10, unitCost: 10 },
      ],
      { extraCost: 30 },
    );
    await received(number, [
      { sku, quantity: 5 },
      { sku: other, quantity: 10 },
    ]);
    // The ten units of the other product had an unknown cost, which is not zero.
    expect([await averageOf(), await averageOf(other)]).toEqual([22, 11]);
    const next = await ordered([{ sku, quantity: 5, unitCost: 32 }]);
    await received(next.number, [{ sku, quantity: 5 }]);
    expect(await averageOf()).toBe(27);
    const free = await ordered([{ sku, quantity: 5 }]);
    await received(free.number, [{ sku, quantity: 5 }]);
    expect(await averageOf()).toBe(27);
  });

  test('of an order is the cost of the day on which it left, or null if the product had no cost', async () => {
    const plain = await createProduct(open.shop.db, { sku: `${sku}-PLAIN`, price: 100_00, stock: 5 });
    const bought = await ordered([{ sku, quantity: 10, unitCost: 40 }]);
    await received(bought.number, [{ sku, quantity: 10 }]);
    const lines = [
      { productId: product, quantity: 2 },
      { productId: plain, quantity: 1 },
    ];
    const number = await placeOrderOf(open.shop, { lines, amount: 300 });
    const costs = async () =>
      (
        await open.shop.db.pool.query(
          'select l.unit_cost from order_lines l join orders o on o.id = l.order_id where o.number = $1 order by l.position',
          [number],
        )
      ).rows.map((row) => row.unit_cost);
    expect(await costs()).toEqual([null, null]);
    const id = `${number}-1`;
    const move = async (to: string, more: object = {}) => {
      const { version } = (await warehouse.send('GET', `/v1/admin/shipments/${id}`)).json().data;
      const moved = await warehouse.send('POST', `/v1/admin/shipments/${id}/move`, { body: { to, version, ...more } });
      expect(moved.statusCode, moved.body).toBe(200);
    };
    await move('picking');
    for (const code of [sku, sku, `${sku}-PLAIN`])
      await warehouse.send('POST', `/v1/admin/shipments/${id}/scan`, { body: { scanId: randomUUID(), code } });
    await move('packed');
    await move('sent', { courier: 'Cargo Expreso', trackingNumber: `CX-${id}` });
    expect(await costs()).toEqual([40_00, null]);
    const later = await ordered([{ sku, quantity: 8, unitCost: 60 }]);
    await received(later.number, [{ sku, quantity: 8 }]);
    expect(await averageOf()).toBe(50);
    expect(await costs()).toEqual([40_00, null]);
  });
});

test('[BUY-06] ordered units are shown as on order and are never for sale', async () => {
  const { number } = await ordered([{ sku, quantity: 10 }]);
  await draft([{ sku, quantity: 7 }]);
  const supply = async () => done(await warehouse.call('getProductSupply', { params: { sku } })).data;
  expect(await supply()).toMatchObject({
    onOrder: 10,
    purchases: [{ number, units: 10, storeName: 'Bodega central' }],
  });
  const { salable } = (
    await open.shop.db.pool.query(
      'select coalesce(sum(salable), 0)::integer as salable from stock_totals where product_id = $1',
      [product],
    )
  ).rows[0];
  expect(salable).toBe(0);
  await received(number, [{ sku, quantity: 4, rejected: 1, reason: 'Golpeado' }]);
  expect(await supply()).toMatchObject({ onOrder: 6 });
});

test('[BUY-05] sold products are proposed by supplier, and one press makes a draft for each supplier', async () => {
  await open.shop.db.pool.query(`select move_stock($1, 'BODEGA', 4, 'counted')`, [product]);
  for (let sold = 0; sold < 3; sold += 1)
    await placeOrderOf(open.shop, { lines: [{ productId: product, quantity: 1 }], amount: 100 });
  const { number } = await ordered([{ sku, quantity: 1, unitCost: 15 }]);
  const proposals = async () => done(await owner.call('listReplenishment', {})).data;
  const mine = (await proposals()).find((row) => row.sku === sku);
  // Demand: three a month for 30 days, plus ten days of delivery, is four units. One unit is on the shelf and one is on order.
  expect(mine).toMatchObject({
    ...{ sold30: 3, sold90: 3, salable: 1, onOrder: 1, leadDays: 10, coverDays: 10, proposed: 2 },
    ...{ supplierId, lastCost: 15 },
  });
  const body = { storeCode: 'BODEGA', rows: [{ sku, supplierId, quantity: 2 }] };
  const headers = { 'idempotency-key': randomUUID() };
  const press = () => owner.send('POST', '/v1/admin/replenishment/drafts', { body, headers });
  const [first, again] = [await press(), await press()];
  expect(again.json()).toEqual(first.json());
  const [drafted] = first.json().data;
  expect(drafted).toMatchObject({ supplier: 'Importadora Quetzal' });
  expect(done(await owner.call('getPurchase', { params: { number: drafted.number } })).data).toMatchObject({
    state: 'draft',
    lines: [{ sku, quantity: 2, unitCost: 15 }],
  });
  await received(number, [{ sku, quantity: 1 }]);
});

test('the general search finds a purchase by its number for people who may read it', async () => {
  const { number } = await ordered([{ sku, quantity: 1 }]);
  const search = async (desk: TestDesk) =>
    done(await desk.call('searchDesk', { query: { q: number.toLowerCase() } })).data;
  expect(await search(warehouse)).toMatchObject([{ kind: 'purchase', id: number, href: `/admin/compras/${number}` }]);
  expect(await search(await openDesk(open.shop, 'warehouse', ['MAX']))).toEqual([]);
  expect(await search(await openDesk(open.shop, 'support'))).toEqual([]);
});

test('[BUY-01] a product is found by its codes and by the article numbers of a supplier', async () => {
  done(await owner.call('createSupplierCode', { body: { supplierId, sku, code: `IQ-${made}` } }));
  const find = async (q: string) => done(await warehouse.call('findGoods', { query: { q, supplierId } })).data;
  expect(await find(`IQ-${made}`)).toMatchObject([{ sku, supplierCode: `IQ-${made}`, isExact: true }]);
  expect(await find(sku)).toMatchObject([{ sku, isExact: true }]);
  const { number } = await ordered([{ sku, quantity: 1 }]);
  expect(done(await owner.call('getPurchase', { params: { number } })).data.lines[0]).toMatchObject({
    supplierCode: `IQ-${made}`,
    codes: expect.arrayContaining([sku, `IQ-${made}`]),
  });
});
