import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct } from '../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let manager: TestDesk;
beforeAll(async () => {
  open = await openShopWithDesk();
  await loosenBudgets(open.shop);
  await open.shop.db.pool.query(
    "insert into coupons (code, label, amount, total_limit) values ('UNO', 'Menos Q10', 1000, 1)",
  );
  manager = await openDesk(open.shop, 'manager');
});
afterAll(() => open.close());

const refund = async (orderNumber: string, body: object) => {
  const { version } = await open.see(orderNumber);
  const answer = await open.desk.send('POST', '/v1/admin/refunds', {
    body: { orderNumber, version, reason: 'Ya no lo quiere', ...body },
  });
  return { status: answer.statusCode, ...answer.json() };
};
const radios = (quantity: number) => ({ lines: [{ line: 2, quantity }] });
const courtesy = { unsent: 'send', courtesyReason: 'Se atrasó una semana' };

const stockOf = async (sku: string): Promise<number> => {
  const { rows } = await open.shop.db.pool.query<{ salable: number }>(
    'select t.salable from stock_totals t join products p on p.id = t.product_id where p.sku = $1',
    [sku],
  );
  return rows[0]?.salable ?? 0;
};

/** Starts waves in the warehouse until one contains this order. Returns that wave's ID (`pick`) and the order's units in it, by SKU. */
const takeWaveWith = async (orderNumber: string): Promise<{ pick: string; units: Record<string, number> }> => {
  for (;;) {
    const taken = done(await manager.call('takePick', { body: { storeCode: 'BODEGA', limit: 20 } })).data;
    if (taken.id === null) throw new Error('it is in no wave');
    if (!taken.shipments.some((id) => id.startsWith(orderNumber))) continue;
    const wave = done(await manager.call('getPick', { params: { id: taken.id } })).data;
    const own = wave.rows.flatMap(({ sku, shipments }) =>
      shipments.filter(({ id }) => id.startsWith(orderNumber)).map(({ quantity }) => [sku, quantity] as const),
    );
    return { pick: taken.id, units: Object.fromEntries(own) };
  }
};
const scan = async (pick: string, code: string) =>
  (await manager.send('POST', `/v1/admin/picks/${pick}/scan`, { body: { scanId: randomUUID(), code } })).json();
const versionOf = async (id: string) => done(await manager.call('getShipment', { params: { id } })).data.version;
const move = async (id: string, to: string) =>
  manager.send('POST', `/v1/admin/shipments/${id}/move`, { body: { to, version: await versionOf(id) } });

test('a refund of units not yet sent needs a decision about them, and a courtesy needs a reason', async () => {
  const number = await open.place();
  expect(await refund(number, radios(1))).toMatchObject({
    status: 400,
    error: {
      metadata: {
        fields: { unsent: 'Una parte no se ha enviado: elige si ya no se envía o si se envía igual por cortesía.' },
      },
    },
  });
  expect(await refund(number, { ...radios(1), unsent: 'send' })).toMatchObject({
    status: 400,
    error: { metadata: { fields: { courtesyReason: 'Escribe por qué se envía igual.' } } },
  });
  expect((await open.see(number)).refunds).toEqual([]);
  await open.send(number);
  expect((await refund(number, radios(1))).status).toBe(201);
});

test('[WORK-15, WORK-17] unsent units are canceled with their refund, and no wave or scan requires them', async () => {
  const number = await open.place();
  const before = await stockOf('RADIO');
  expect(await refund(number, { ...radios(2), unsent: 'cancel' })).toMatchObject({
    status: 201,
    data: { amount: 66.66 },
  });
  expect(await stockOf('RADIO')).toBe(before + 2);
  const { pick, units } = await takeWaveWith(number);
  expect(units).toEqual({ 'TV-55': 1, RADIO: 1 });
  await scan(pick, 'RADIO');
  expect(await scan(pick, 'RADIO')).toMatchObject({ status: 400 });
  // A scanned unit also goes back to its shelf.
  expect((await refund(number, { ...radios(1), unsent: 'cancel' })).status).toBe(201);
  expect(await stockOf('RADIO')).toBe(before + 3);
  expect(done(await manager.call('getPick', { params: { id: pick } })).data.rows.map(({ sku }) => sku)).not.toContain(
    'RADIO',
  );
  expect(await open.see(number)).toMatchObject({ status: 'processing', refundable: 1_500 });
});

test('[WORK-15, WORK-17] a refund of the last unsent unit cancels the order and refunds all of it', async () => {
  const number = await open.place({ couponCode: 'UNO' });
  const before = await stockOf('TV-55');
  const { paid } = await open.see(number);
  expect((await refund(number, { lines: [{ line: 1, quantity: 1 }], unsent: 'cancel' })).status).toBe(201);
  expect(await refund(number, { ...radios(3), unsent: 'cancel', to: 'till' })).toMatchObject({
    status: 201,
    data: { to: 'till', state: 'due' },
  });
  const after = await open.see(number);
  expect(after).toMatchObject({ status: 'canceled', refundable: 0 });
  expect(after.refunds.reduce((all, { amount }) => all + Math.round(amount * 100), 0)).toBe(
    Math.round((paid ?? 0) * 100),
  );
  expect(await stockOf('TV-55')).toBe(before + 1);
  // The coupon may be used again.
  expect(await open.order({ couponCode: 'UNO' })).toMatch(/^200 /);
});

test('[WORK-17] units sent as a courtesy are prepared as before, and refund, list and CSV show the reason', async () => {
  const number = await open.place();
  const made = await refund(number, { ...radios(3), ...courtesy });
  expect(made).toMatchObject({ status: 201, data: { courtesyReason: 'Se atrasó una semana' } });
  expect((await takeWaveWith(number)).units).toEqual({ 'TV-55': 1, RADIO: 3 });
  const rows = done(await open.desk.call('listRefunds', { query: { q: number } })).data;
  expect(rows).toMatchObject([{ courtesyReason: 'Se atrasó una semana' }]);
  const url = `/v1/admin/refunds/export?q=${number}&columns=orderNumber,courtesyReason`;
  expect((await open.desk.send('GET', url)).payload).toContain('Se atrasó una semana');
});

test('[WORK-10, WORK-17] a courtesy stays with its units after their shipment is split', async () => {
  const number = await open.place();
  expect((await refund(number, { ...radios(3), ...courtesy })).status).toBe(201);
  const body = { version: await versionOf(`${number}-1`), lines: [{ line: 2, quantity: 2 }] };
  done(await manager.call('splitShipment', { params: { id: `${number}-1` }, body }));
  expect((await takeWaveWith(number)).units.RADIO).toBeGreaterThan(0);
  for (const id of [`${number}-1`, `${number}-2`]) expect((await move(id, 'ready')).statusCode).not.toBe(500);
});

test('[WORK-17] single units of a packed shipment can only be refunded as a courtesy', async () => {
  const number = await open.place();
  await takeWaveWith(number);
  for (const code of ['TV-55', 'RADIO', 'RADIO', 'RADIO']) {
    const body = { scanId: randomUUID(), code };
    done(await manager.call('scanShipment', { params: { id: `${number}-1` }, body }));
  }
  expect((await move(`${number}-1`, 'packed')).statusCode).toBe(200);
  expect(await refund(number, { ...radios(1), unsent: 'cancel' })).toMatchObject({
    status: 409,
    error: {
      code: 'TRANSITION_NOT_ALLOWED',
      message: `El envío ${number}-1 ya está empacado: cancélalo, o regrésalo a preparación y vuelve a intentarlo.`,
    },
  });
  expect((await refund(number, { ...radios(1), ...courtesy })).status).toBe(201);
  expect((await move(`${number}-1`, 'sent')).statusCode).toBe(200);
});

test('[WORK-01, WORK-17] a shipment that was refunded on its way cannot be moved back or sent again', async () => {
  const number = await open.place();
  await open.send(number);
  expect((await refund(number, radios(3))).status).toBe(201);
  const id = `${number}-1`;
  const back = await manager.send('POST', `/v1/admin/shipments/${id}/move`, {
    body: { to: 'packed', version: await versionOf(id), reason: 'Me equivoqué' },
  });
  expect(back.json()).toMatchObject({
    error: { message: 'Una parte de este envío ya se reembolsó: cancela esas unidades en la orden.' },
  });
  const again = await manager.send('POST', `/v1/admin/shipments/${id}/again`, {
    body: { version: await versionOf(id), reason: 'Rechazado' },
  });
  expect(again.statusCode).toBe(409);
});

test('[WORK-17] units refunded before courtesies existed block lists and waves of their shipment until canceled', async () => {
  const number = await open.place();
  const id = `${number}-1`;
  expect((await refund(number, { ...radios(3), ...courtesy })).status).toBe(201);
  const { pool } = open.shop.db;
  await pool.query(
    'update refund_lines set is_courtesy = false where order_id = (select id from orders where number = $1)',
    [number],
  );
  await pool.query(
    'update shipment_lines set courtesy = 0 where order_id = (select id from orders where number = $1)',
    [number],
  );
  await expect(takeWaveWith(number)).rejects.toThrow('it is in no wave');
  expect(done(await manager.call('listShipments', { query: { q: number } })).data).toEqual([]);
  expect((await move(id, 'picking')).statusCode).toBe(409);
  const { version } = await open.see(number);
  const body = { version, reason: 'Ya se reembolsó', lines: [{ line: 2, quantity: 3 }] };
  done(await open.desk.call('cancelOrder', { params: { number }, body }));
  expect((await takeWaveWith(number)).units).toEqual({ 'TV-55': 1 });
});

test('[GIFT-04, WORK-17] a gift card refunded before its code is sent is canceled, even if the refund is a courtesy', async () => {
  const { shop, place, see } = open;
  const card = await createProduct(shop.db, { sku: 'CARD-UNSENT', kind: 'gift_card', price: 200_00 });
  const number = await place({
    lines: [
      { productId: open.radio, quantity: 2 },
      { productId: card, quantity: 1 },
    ],
  });
  const lines = (await see(number)).lines.map(({ line, sku }) => ({ line, quantity: 1, sku }));
  const asked = lines.map(({ line, quantity }) => ({ line, quantity }));
  expect((await refund(number, { lines: asked, ...courtesy })).status).toBe(201);
  const { rows } = await shop.db.pool.query(
    `select l.sku, l.canceled from order_lines l join orders o on o.id = l.order_id where o.number = $1 order by l.sku`,
    [number],
  );
  expect(rows).toEqual([
    { sku: 'CARD-UNSENT', canceled: 1 },
    { sku: 'RADIO', canceled: 0 },
  ]);
});

test('[WORK-19] the approval of a refund cancels its units, and it is refused after their shipment is sent', async () => {
  const { shop, see } = open;
  await shop.setPolicy('refundApprovalAbove', '50');
  const [kept, left] = [await open.place(), await open.place()];
  const ids: string[] = [];
  for (const number of [kept, left]) ids.push((await refund(number, { ...radios(2), unsent: 'cancel' })).data.id);
  const before = await stockOf('RADIO');
  expect((await see(kept)).lines[1]).toMatchObject({ refundedQuantity: 0 });
  await open.send(left);
  const approve = (id = '') => manager.send('POST', `/v1/admin/refunds/${id}/approve`, { body: {} });
  expect((await approve(ids[0])).statusCode).toBe(200);
  expect(await stockOf('RADIO')).toBe(before + 2);
  expect((await approve(ids[1])).json()).toMatchObject({
    error: { message: 'El envío avanzó desde que se pidió. Recházalo, y que se pida de nuevo.' },
  });
  await shop.setPolicy('refundApprovalAbove', '1000000');
});

test('all records agree after all tests', async () => {
  await open.sendRefunds();
  // One refund has no courtesy flag, as if it were older than courtesies.
  await expectSoundBooks(open.shop.db, open.bank);
});
