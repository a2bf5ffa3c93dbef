import { returnNumberOf } from '@ceiba/domain/returns/return-window';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpGateway } from '../payments/http-gateway.ts';
import type { Tx } from '../platform/db/database.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { formPayload } from '../testing/form-payload.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { answerReturn, findDeskReturn } from './desk-returns.store.ts';
import { markReceived, receiveReturn } from './operator-returns.store.ts';
import { returnCommands } from './return-command.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let ana: SignedInCustomer;
let speaker: number;
let support: TestDesk;
let warehouse: TestDesk;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00, stock: 1_000 });
  ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  support = await openDesk(shop, 'support');
  warehouse = await openDesk(shop, 'warehouse', ['BODEGA']);
});
afterAll(async () => {
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  await sendRefunds({ db: shop.db, gateway, log: { info: () => {}, warn: () => {}, error: () => {} } });
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

type Answer<T> = { ok: true; value: { data: T } } | { ok: false; error: { code: string } };
const value = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};
const codeOf = (answer: Answer<unknown>): string => (answer.ok ? 'done' : answer.error.code);

/** Creates Ana's order of the given number of speakers, paid by card and delivered. */
const delivered = async (quantity: number): Promise<string> => {
  const number = await placeOrderOf(shop, { lines: [{ productId: speaker, quantity }], amount: 100 * quantity + 30 });
  await shop.db.pool.query('update orders set customer_id = $1, email = $2 where number = $3', [
    ana.id,
    ana.email,
    number,
  ]);
  const action = { kind: 'advance', cash: { amount: 'due', difference: null } } as const;
  for (const _step of [1, 2, 3])
    await moveShipment(
      shop.db,
      { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
      new Date(),
    );
  return number;
};

const ask = async (orderNumber: string, quantity: number): Promise<string> => {
  const fields = {
    orderNumber,
    sku: 'SPEAKER',
    quantity: String(quantity),
    reason: 'Producto dañado',
    description: '',
  };
  const form = await formPayload(fields);
  const headers = { ...form.headers, ...ana.headers, 'x-recaptcha': await mintProof(shop) };
  const answer = await shop.inject({ method: 'POST', url: '/v1/customers/returns', ...form, headers });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data.returnNumber;
};

const get = async (number: string, desk = support) => value(await desk.call('getDeskReturn', { params: { number } }));
const own = async (number: string) => {
  const answer = await shop.inject({ method: 'GET', url: '/v1/customers/returns', headers: ana.headers });
  return answer.json().returns.find(({ returnNumber }: { returnNumber: string }) => returnNumber === number);
};
const mailsOf = async (number: string): Promise<string[]> => {
  const { rows } = await shop.db.pool.query('select subject from mails where subject like $1 order by created_at, id', [
    `%${number}:%`,
  ]);
  return rows.map(({ subject }) => subject.split(': ')[1]);
};
const version = async (number: string): Promise<number> => (await get(number)).version;
const approve = async (number: string, instructions?: string) =>
  support.call('approveReturn', {
    params: { number },
    body: { version: await version(number), ...(instructions && { instructions }) },
  });
const receive = async (number: string, desk = warehouse) =>
  desk.call('receiveReturn', { params: { number }, body: { version: await version(number) } });

test('[WORK-20] a return is approved with a message, received, and each unit gets its outcome', async () => {
  const order = await delivered(4);
  const number = await ask(order, 4);
  expect(await get(number)).toMatchObject({
    state: 'requested',
    worths: [100, 100, 100, 100],
    paidBy: expect.stringMatching(/^Tarjeta/),
  });
  expect(value(await approve(number, 'Déjala en Ceiba Zona 10.'))).toMatchObject({ state: 'approved' });
  expect(await own(number)).toMatchObject({ status: 'approved', answer: 'Déjala en Ceiba Zona 10.' });
  expect(value(await receive(number))).toMatchObject({ state: 'received', codes: ['SPEAKER'] });
  const before = await levelsOf(shop.db, speaker);
  const units = [
    { quantity: 1, fate: 'restock' as const, storeCode: 'BODEGA' },
    { quantity: 1, fate: 'scrap' as const, storeCode: 'MAX' },
    { quantity: 1, fate: 'toSupplier' as const, reason: 'No carga' },
  ];
  const keeper = await openDesk(shop, 'warehouse', ['BODEGA', 'MAX']);
  const decide = async (body: object) =>
    keeper.call('decideReturnUnits', {
      params: { number },
      body: { version: await version(number), units, ...body },
    });
  expect(codeOf(await decide({ units: [{ quantity: 1, fate: 'reject' }] }))).toBe('VALIDATION_ERROR');
  expect(codeOf(await decide({ units: [{ quantity: 1, fate: 'restock' }] }))).toBe('VALIDATION_ERROR');
  // Only people with the permission see amounts. The warehouse has none.
  const unseen = { refunded: null, worths: null, paidBy: null };
  expect(await get(number, warehouse)).toMatchObject(unseen);
  expect(value(await decide({}))).toMatchObject({ state: 'received', ...unseen });
  expect(await get(number)).toMatchObject({ refunded: 300, worths: [100] });
  const rejected = value(await decide({ units: [{ quantity: 1, fate: 'reject', reason: 'Está golpeada' }] }));
  expect(rejected).toMatchObject({ state: 'toSendBack', refunded: null, actions: ['sendBack'] });
  const after = await levelsOf(shop.db, speaker);
  expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
  const { rows } = await shop.db.pool.query(
    `select reason, delta, store_code from stock_movements m join orders o on o.id = m.order_id
     where o.number = $1 and reason in ('returned', 'damaged', 'to_supplier') order by m.id`,
    [order],
  );
  // A scrapped unit is booked at the named place, or without a name at the place that it had left. Neither unit is on a shelf.
  expect(rows.map(({ reason, delta, store_code: place }) => [place, reason, delta])).toEqual([
    ['BODEGA', 'returned', 1],
    ['MAX', 'returned', 1],
    ['MAX', 'damaged', -1],
    ['BODEGA', 'returned', 1],
    ['BODEGA', 'to_supplier', -1],
  ]);
  const { rows: wrong } = await shop.db.pool.query(
    `select from stock_levels l where product_id = $1 and quantity <> (
       select coalesce(sum(delta), 0) from stock_movements m where m.product_id = l.product_id and m.store_code = l.store_code)`,
    [speaker],
  );
  expect(wrong).toEqual([]);
  expect((await get(number)).outcomes).toMatchObject([
    { fate: 'restock', storeCode: 'BODEGA' },
    { fate: 'scrap', storeCode: 'MAX' },
    { fate: 'toSupplier', storeCode: 'BODEGA' },
    { fate: 'reject', storeCode: null },
  ]);
  const texts = (await get(number)).history.map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Se desecha: 1 unidad (MAX)', 'Va al proveedor: 1 unidad (BODEGA)']));
  expect(await mailsOf(number)).toEqual([
    'recibimos tu solicitud',
    'puedes enviarla',
    'ya la tenemos',
    'ya la revisamos',
    'ya la revisamos',
  ]);
});

test('[WORK-20] a return with rejected goods stays open until staff record how they went back', async () => {
  const number = await ask(await delivered(2), 2);
  value(await receive(number));
  const decide = async (fate: 'restock' | 'reject') => {
    const unit = fate === 'reject' ? { fate, reason: 'Está golpeada' } : { fate, storeCode: 'BODEGA' };
    const body = { version: await version(number), units: [{ quantity: 1, ...unit }] };
    return value(await warehouse.call('decideReturnUnits', { params: { number }, body }));
  };
  const sendBack = async (desk = warehouse) =>
    desk.call('sendReturnBack', {
      params: { number },
      body: { version: await version(number), how: 'Guatex, guía 77' },
    });
  const isOpen = async () => {
    const data = value(await support.call('listDeskReturns', { query: { open: 'true' } }));
    return data.some((each) => each.number === number);
  };
  // One unit is decided and the other is not. Nothing is sent back yet.
  expect(await decide('reject')).toMatchObject({ state: 'received' });
  expect(await sendBack()).toMatchObject({
    error: { code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: ['outcome'] } },
  });
  expect(await decide('restock')).toMatchObject({ state: 'toSendBack', actions: ['sendBack'] });
  expect(await isOpen()).toBe(true);
  const sent = value(await sendBack());
  expect(sent).toMatchObject({ state: 'resolved', actions: [] });
  expect(sent.history[0]).toMatchObject({ text: 'Regresada al cliente: Guatex, guía 77', by: warehouse.name });
  expect(await isOpen()).toBe(false);
  const own = await shop.inject({ method: 'GET', url: '/v1/customers/returns', headers: ana.headers });
  expect(own.json().returns.find((each: { returnNumber: string }) => each.returnNumber === number)).toMatchObject({
    sentBack: { how: 'Guatex, guía 77', isKept: false },
  });
  expect(codeOf(await sendBack(support))).toBe('TRANSITION_NOT_ALLOWED');
  const { rows } = await shop.db.pool.query(`select text from mails where subject = $1`, [
    `Devolución ${number}: va de regreso`,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).toMatch(/1 × [\s\S]*Guatex, guía 77/);
});

test('[WORK-20] a buyer who does not want rejected goods gets no mail about sending', async () => {
  const number = await ask(await delivered(1), 1);
  value(await receive(number));
  const units = [{ quantity: 1, fate: 'reject', reason: 'Está golpeada' } as const];
  value(
    await warehouse.call('decideReturnUnits', { params: { number }, body: { version: await version(number), units } }),
  );
  const how = 'Dijo por teléfono que no la quiere';
  const body = { version: await version(number), how, isKept: true };
  const ended = value(await warehouse.call('sendReturnBack', { params: { number }, body }));
  expect(ended).toMatchObject({ state: 'resolved', actions: [] });
  expect(ended.history[0]?.text).toBe(`Se queda en la tienda, no la quiso de regreso: ${how}`);
  const own = await shop.inject({ method: 'GET', url: '/v1/customers/returns', headers: ana.headers });
  expect(own.json().returns.find((each: { returnNumber: string }) => each.returnNumber === number)).toMatchObject({
    sentBack: { how, isKept: true },
  });
  const { rows } = await shop.db.pool.query('select text from mails where subject = $1', [
    `Devolución ${number}: se queda con nosotros`,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).toContain(how);
});

test('[WORK-20, OFF-21] a person with an outdated order cannot refund units that were decided since', async () => {
  const order = await delivered(2);
  const number = await ask(order, 1);
  value(await approve(number));
  value(await receive(number));
  const seen = value(await support.call('getDeskOrder', { params: { number: order } })).version;
  const refund = (version: number) =>
    support.send('POST', '/v1/admin/refunds', {
      body: { orderNumber: order, version, lines: [{ line: 1, quantity: 1 }], reason: 'Producto dañado' },
    });
  const units = [{ quantity: 1, fate: 'scrap' as const }];
  const body = { version: await version(number), units };
  value(await warehouse.call('decideReturnUnits', { params: { number }, body }));
  expect((await refund(seen)).json()).toMatchObject({
    error: { code: 'VERSION_CONFLICT', metadata: { current: { version: seen + 1 } } },
  });
  expect((await refund(seen + 1)).statusCode).toBe(201);
  expect(value(await support.call('getDeskOrder', { params: { number: order } })).version).toBe(seen + 2);
});

test('[WORK-20] a rejected return shows the reason and refunds nothing, and a new return may have its units', async () => {
  const order = await delivered(1);
  const number = await ask(order, 1);
  const body = { version: await version(number), reason: 'Le falta la caja.' };
  expect(value(await support.call('rejectReturn', { params: { number }, body }))).toMatchObject({
    state: 'rejected',
    actions: [],
  });
  expect(await own(number)).toMatchObject({ status: 'rejected', answer: 'Le falta la caja.' });
  expect(await mailsOf(number)).toEqual(['recibimos tu solicitud', 'no podemos aceptarla']);
  expect(codeOf(await receive(number))).toBe('TRANSITION_NOT_ALLOWED');
  const said: string[] = [];
  const run = typing(
    returnCommands(() => ({ save: async () => {}, read: async () => undefined, remove: async () => {} }) as never),
    'return',
  );
  await run({ db: shop.db, args: ['receive', number], say: (text) => void said.push(text), config: shop.config });
  expect(said.join()).toContain('was rejected or canceled');
  expect(await ask(order, 1)).not.toBe(number);
});

test('[WORK-20] receiving an unapproved return approves it', async () => {
  const number = await ask(await delivered(1), 1);
  const received = value(await receive(number));
  expect(received).toMatchObject({ state: 'received', approvedAt: received.receivedAt });
});

const cancel = (number: string, headers = ana.headers) =>
  shop.inject({ method: 'POST', url: `/v1/customers/returns/${number}/cancel`, headers });

/** Runs a decision of one person while another person's call waits for it. */
const whileDeciding = <T>(order: string, comes: () => Promise<T>, decides: (tx: Tx) => Promise<unknown>) =>
  shop.db.transaction(async (tx) => {
    await tx.run({ text: 'select from orders where number = $1 for update', values: [order] });
    const late = comes();
    await untilBlocked(shop.db.pool, tx);
    await decides(tx);
    return { late };
  });

test('[WORK-20] the buyer, or the desk, can cancel a return until it is received', async () => {
  const order = await delivered(3);
  const number = await ask(order, 1);
  const bob = await signInCustomer(shop.db, 'bob@correo.gt', new Date());
  expect((await cancel(number, bob.headers)).statusCode).toBe(404);
  expect((await cancel(number)).statusCode).toBe(204);
  expect((await cancel(number)).statusCode).toBe(204);
  expect(await own(number)).toMatchObject({ status: 'canceled' });
  const arrived = await ask(order, 1);
  await receive(arrived);
  expect((await cancel(arrived)).json()).toMatchObject({ error: { code: 'TRANSITION_NOT_ALLOWED' } });
  const another = await ask(order, 1);
  const body = { version: await version(another) };
  expect(value(await support.call('cancelDeskReturn', { params: { number: another }, body }))).toMatchObject({
    state: 'canceled',
  });
  expect(await mailsOf(another)).toEqual(['recibimos tu solicitud', 'cancelada']);
});

test('[WORK-20] a buyer who cancels during the desk’s decision waits, and sees that the goods have arrived', async () => {
  const order = await delivered(1);
  const number = await ask(order, 1);
  const { late } = await whileDeciding(
    order,
    () => cancel(number),
    (tx) => markReceived(tx, returnNumberOf(number), new Date(), operator),
  );
  expect((await late).json()).toMatchObject({ error: { code: 'TRANSITION_NOT_ALLOWED' } });
  expect(await own(number)).toMatchObject({ status: 'received' });
});

test('[WORK-20] a receipt by command during the desk’s rejection waits, and reports that no goods will come', async () => {
  const order = await delivered(1);
  const number = await ask(order, 1);
  const { id } = (await findDeskReturn(shop.db.write, returnNumberOf(number))) ?? { id: '' };
  const site = { publicUrl: shop.config.publicUrl, policy: shop.policy(), now: new Date() };
  const { late } = await whileDeciding(
    order,
    () => receiveReturn(shop.db, returnNumberOf(number), site),
    (tx) => answerReturn(tx, id, { step: 'reject', answer: 'Está usada', actor: operator }, new Date()),
  );
  expect(await late).toEqual({ ok: false, error: { code: 'RETURN_ENDED' } });
});

test('[WORK-20] support opens a return for a caller, also for a guest, by the same rules', async () => {
  const order = await delivered(2);
  await shop.db.pool.query('update orders set customer_id = null where number = $1', [order]);
  const body = { orderNumber: order, sku: 'SPEAKER', quantity: 2, reason: 'Otro' as const, description: 'Llamó.' };
  const opened = value(await support.call('createReturn', { body }));
  expect(opened).toMatchObject({
    state: 'approved',
    quantity: 2,
    history: [{ text: 'Aprobada' }, { text: 'Solicitada por teléfono', by: support.name }],
  });
  expect(codeOf(await support.call('createReturn', { body }))).toBe('RETURN_QUANTITY');
  expect(codeOf(await support.call('createReturn', { body: { ...body, sku: 'NADA' } }))).toBe('PRODUCT_NOT_FOUND');
  expect(codeOf(await support.call('createReturn', { body: { ...body, orderNumber: '999999999' } }))).toBe(
    'ORDER_NOT_FOUND',
  );
});

test('[WORK-20, OFF-21] of two concurrent decisions one succeeds, and the other gets the result', async () => {
  const number = await ask(await delivered(1), 1);
  await receive(number);
  const asked = {
    params: { number },
    body: { version: await version(number), units: [{ quantity: 1, fate: 'scrap' as const }] },
  };
  const answers = await Promise.all([
    support.call('decideReturnUnits', asked),
    warehouse.call('decideReturnUnits', asked),
  ]);
  expect(answers.map(codeOf).sort()).toEqual(['VERSION_CONFLICT', 'done']);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({
    error: { metadata: { current: { state: 'resolved' } } },
  });
});

test('[WORK-20] people limited to stores restock only there, and other refund methods need orders.refund', async () => {
  const number = await ask(await delivered(1), 1);
  await receive(number);
  const before = await levelsOf(shop.db, speaker);
  const decide = async (desk: TestDesk, unit: object, refundTo?: 'till' | 'transfer' | 'giftCard') =>
    desk.send('POST', `/v1/admin/returns/${number}/outcome`, {
      body: { version: await version(number), units: [{ quantity: 1, ...unit }], ...(refundTo && { refundTo }) },
    });
  const restock = (storeCode: string) => ({ fate: 'restock', storeCode });
  const [other, none] = [await decide(warehouse, restock('XELA')), await decide(warehouse, restock('NINGUNA'))];
  expect(other.statusCode).toBe(404);
  expect(other.json().error).toMatchObject({ code: 'STORE_NOT_FOUND', message: none.json().error.message });
  for (const way of ['till', 'transfer', 'giftCard'] as const)
    expect((await decide(warehouse, { fate: 'scrap' }, way)).json()).toMatchObject({
      error: { code: 'FORBIDDEN', metadata: { permission: 'orders.refund' } },
    });
  expect(await levelsOf(shop.db, speaker)).toEqual(before);
  expect((await decide(warehouse, restock('BODEGA'))).json()).toMatchObject({ data: { state: 'resolved' } });
});

test('[WORK-20] a return’s refund may be paid at a till instead', async () => {
  const order = await delivered(1);
  const number = await ask(order, 1);
  await receive(number);
  const body = {
    version: await version(number),
    units: [{ quantity: 1, fate: 'scrap' as const }],
    refundTo: 'till' as const,
  };
  value(await support.call('decideReturnUnits', { params: { number }, body }));
  const due = (await support.send('GET', `/v1/admin/cash-refunds?q=${order}`)).json().data;
  expect(due).toEqual([expect.objectContaining({ orderNumber: order, amount: 100 })]);
});

test('[WORK-20] a refund may go to a new gift card, with its own mail, unless the order has no e-mail', async () => {
  const order = await delivered(1);
  const number = await ask(order, 1);
  await receive(number);
  const decide = async () => {
    const units = [{ quantity: 1, fate: 'restock' as const, storeCode: 'MAX' }];
    const body = { version: await version(number), units, refundTo: 'giftCard' as const };
    return support.call('decideReturnUnits', { params: { number }, body });
  };
  const { rows: buyers } = await shop.db.pool.query('select email from orders where number = $1', [order]);
  await shop.db.pool.query("update orders set email = '' where number = $1", [order]);
  expect(await decide()).toMatchObject({ error: { metadata: { fields: { refundTo: expect.any(String) } } } });
  await shop.db.pool.query('update orders set email = $2 where number = $1', [order, buyers[0]?.email]);
  value(await decide());
  const { rows } = await shop.db.pool.query(
    `select g.amount::int as amount, g.balance::int as balance, m.text, m.recipient from gift_cards g join refunds r on r.id = g.refund_id
       join orders o on o.id = r.order_id join mails m on m.dedupe_key = 'refund-gift-card:' || r.id where o.number = $1`,
    [order],
  );
  expect(rows).toEqual([
    {
      amount: 100_00,
      balance: 100_00,
      recipient: buyers[0]?.email,
      text: expect.stringMatching(/(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}/),
    },
  ]);
  const mails = await shop.db.pool.query('select text from mails where subject like $1', [`%${number}%`]);
  expect(mails.rows.map(({ text }) => String(text)).join(' ')).toContain(
    'en otro correo una tarjeta de regalo de Q100.00',
  );
});

test('[WORK-20] the list filters by state, and a person limited to another store sees no return', async () => {
  const number = await ask(await delivered(1), 1);
  const rows = (await warehouse.send('GET', `/v1/admin/returns?state=requested&q=${number.toLowerCase()}`)).json().data;
  expect(rows).toEqual([expect.objectContaining({ number, state: 'requested', title: 'Bocina', quantity: 1 })]);
  expect((await warehouse.send('GET', `/v1/admin/returns?open=false&q=${number}`)).json().data).toEqual([]);
  const xela = await openDesk(shop, 'warehouse', ['XELA']);
  expect((await xela.send('GET', '/v1/admin/returns')).json().data).toEqual([]);
  expect(codeOf(await xela.call('getDeskReturn', { params: { number } }))).toBe('NOT_FOUND');
  // They also get no information about an order that its buyer could still return.
  const far = await openDesk(shop, 'support', ['XELA']);
  const { rows: orders } = await shop.db.pool.query<{ number: string }>(
    'select number::text from orders order by number',
  );
  for (const orderNumber of [orders[0]?.number ?? '', '999999999'])
    for (const sku of ['BOCINA', 'NADA'])
      expect(
        codeOf(
          await far.call('createReturn', {
            body: { orderNumber, sku, quantity: 1, reason: 'Otro', description: 'x' },
          }),
        ),
      ).toBe('ORDER_NOT_FOUND');
});
