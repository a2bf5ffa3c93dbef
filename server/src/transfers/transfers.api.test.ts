import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { restockCalls } from '../testing/restock-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
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
  await createShopBasics(open.shop.db);
  desk = await openDesk(open.shop, 'warehouse');
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});
/** A product with fifty units in the warehouse. */
beforeEach(async () => {
  made += 1;
  sku = `MOVED-${made}`;
  product = await createProduct(open.shop.db, { sku, price: 100_00, stock: 50 });
});

const post = (path: string, body: object, { key = randomUUIDv7(), by = desk } = {}) =>
  by.send('POST', `/v1/admin/transfers${path}`, { body, headers: { 'idempotency-key': key } });
const create = async (quantity: number, { from = 'BODEGA', to = 'MAX' } = {}) => {
  const answer = await post('', { from, to, lines: [{ sku, quantity }] });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data as { number: string; version: number };
};
const read = async (number: string) => done(await desk.call('getTransfer', { params: { number } })).data;
const act = async (number: string, verb: string, body: object) =>
  post(`/${number}/${verb}`, { version: (await read(number)).version, ...body });
const levels = () => levelsOf(open.shop.db, product);
const codeOf = (answer: Awaited<ReturnType<typeof post>>): string =>
  answer.statusCode < 300 ? 'ok' : answer.json().error.code;

test('[PROD-20] 30 units reach a store in two parts, one unit is lost, and units in transit are not salable', async () => {
  const { number } = await create(30);
  expect(number).toMatch(/^T-\d+$/);
  expect(codeOf(await act(number, 'send', { lines: [{ sku, quantity: 20 }] }))).toBe('ok');
  expect(await levels()).toEqual({ BODEGA: 30 });
  expect(await read(number)).toMatchObject({ state: 'sent', inTransit: 20, units: 30 });
  const stock = done(await desk.call('getProductStock', { params: { sku } })).data;
  expect(stock.places.find(({ storeCode }) => storeCode === 'MAX')).toMatchObject({ salable: 0, inTransit: 20 });
  expect(codeOf(await act(number, 'receive', { lines: [{ sku, quantity: 15 }] }))).toBe('ok');
  // Without lines, all remaining units are sent.
  expect(codeOf(await act(number, 'send', {}))).toBe('ok');
  expect(await levels()).toEqual({ BODEGA: 20, MAX: 15 });
  const silent = await act(number, 'receive', { lines: [{ sku, quantity: 14, lost: 1 }] });
  expect([codeOf(silent), Object.keys(silent.json().error.metadata.fields)]).toEqual([
    'VALIDATION_ERROR',
    ['lines.0.reason'],
  ]);
  const last = await act(number, 'receive', { lines: [{ sku, quantity: 14, lost: 1, reason: 'Caja rota' }] });
  expect(last.json().data).toMatchObject({
    state: 'closed',
    inTransit: 0,
    lines: [{ sku, planned: 30, sent: 30, received: 29, lost: 1 }],
    differences: [{ sku, units: 1, fate: 'lost', reason: 'Caja rota', by: desk.name }],
    actions: [],
  });
  expect(await levels()).toEqual({ BODEGA: 20, MAX: 29 });
});

test('[PROD-20] a transfer that arrives completely ends as received, and no step can follow', async () => {
  const { number } = await create(5);
  await act(number, 'send', {});
  const received = await act(number, 'receive', { lines: [{ sku, quantity: 5 }] });
  expect(received.json().data).toMatchObject({ state: 'received', actions: [] });
  expect(codeOf(await act(number, 'send', { lines: [{ sku, quantity: 1 }] }))).toBe('TRANSITION_NOT_ALLOWED');
  expect(codeOf(await act(number, 'close', { fate: 'lost', reason: 'No' }))).toBe('TRANSITION_NOT_ALLOWED');
});

test('[PROD-20] a transfer in transit is closed as returned or lost with a reason, and an unsent one is canceled', async () => {
  const [back, lost, draft] = [await create(10), await create(10), await create(10)];
  for (const { number } of [back, lost]) await act(number, 'send', {});
  expect(codeOf(await act(back.number, 'close', { fate: 'back' }))).toBe('VALIDATION_ERROR');
  const closed = await act(back.number, 'close', { fate: 'back', reason: 'El camión regresó' });
  expect(closed.json().data).toMatchObject({
    state: 'closed',
    closeReason: 'El camión regresó',
    differences: [{ units: 10, fate: 'back' }],
  });
  expect(await levels()).toEqual({ BODEGA: 40 });
  await act(lost.number, 'close', { fate: 'lost', reason: 'Robo en ruta' });
  expect(await read(lost.number)).toMatchObject({ state: 'closed', lines: [{ lost: 10, inTransit: 0 }] });
  const canceled = await act(draft.number, 'close', { fate: 'back', reason: 'Ya no hace falta' });
  expect(canceled.json().data).toMatchObject({ state: 'canceled', differences: [] });
  expect(await levels()).toEqual({ BODEGA: 40 });
});

test('[PROD-20] a batch of scans that is sent twice counts once, also concurrently', async () => {
  const { number } = await create(10);
  await act(number, 'send', {});
  const { version } = await read(number);
  const key = randomUUIDv7();
  const batch = { version, lines: [{ sku, quantity: 4 }] };
  const answers = await Promise.all([1, 2, 3].map(() => post(`/${number}/receive`, batch, { key })));
  expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
  expect((await read(number)).lines).toMatchObject([{ received: 4, inTransit: 6 }]);
  expect(await levels()).toEqual({ BODEGA: 40, MAX: 4 });
});

test('[PROD-20] people who receive concurrently never receive more than was sent', async () => {
  const { number } = await create(10);
  await act(number, 'send', {});
  const { version } = await read(number);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post(`/${number}/receive`, { version, lines: [{ sku, quantity: 7 }] })),
  );
  expect(answers.map(codeOf).sort()).toEqual([...Array(5).fill('VERSION_CONFLICT'), 'ok']);
  const more = await act(number, 'receive', { lines: [{ sku, quantity: 4 }] });
  expect([codeOf(more), more.json().error.message]).toEqual([
    'TRANSITION_NOT_ALLOWED',
    `De ${sku} vienen en camino 3.`,
  ]);
  expect(await levels()).toEqual({ BODEGA: 40, MAX: 7 });
});

test('[PROD-20] sending more than a place has is refused by name, and unrequested products may be sent', async () => {
  const other = `${sku}-B`;
  await createProduct(open.shop.db, { sku: other, stock: 3 });
  const { number } = await create(10);
  const short = await act(number, 'send', {
    lines: [
      { sku, quantity: 10 },
      { sku: other, quantity: 4 },
    ],
  });
  expect([codeOf(short), short.json().error.message]).toEqual([
    'STOCK_WOULD_BE_NEGATIVE',
    `En Bodega central quedan 3 de ${other} para mover.`,
  ]);
  expect(await levels()).toEqual({ BODEGA: 50 });
  const sent = await act(number, 'send', { lines: [{ sku: other, quantity: 2 }] });
  expect(sent.json().data.lines).toMatchObject([
    { sku, planned: 10, sent: 0 },
    { sku: other, planned: 0, sent: 2 },
  ]);
  expect(codeOf(await act(number, 'send', { lines: [{ sku: 'NO-HAY', quantity: 1 }] }))).toBe('PRODUCT_NOT_FOUND');
});

test('[PROD-20, OFF-08] the sender’s people send and close, the receiver’s people receive, and others see nothing', async () => {
  const { number } = await create(4);
  const [sender, receiver, other] = await Promise.all(
    ['BODEGA', 'MAX', 'XELA'].map((store) => openDesk(open.shop, 'warehouse', [store])),
  );
  const actions = async (by: TestDesk) => done(await by.call('getTransfer', { params: { number } })).data.actions;
  if (sender === undefined || receiver === undefined || other === undefined) throw new Error('nobody signed in');
  const version = async () => (await read(number)).version;
  expect(await actions(sender)).toEqual(['send', 'close']);
  expect(await actions(receiver)).toEqual([]);
  expect((await other.send('GET', `/v1/admin/transfers/${number}`)).statusCode).toBe(404);
  const send = async (by: TestDesk) => codeOf(await post(`/${number}/send`, { version: await version() }, { by }));
  expect([await send(receiver), await send(other), await send(sender)]).toEqual(['NOT_FOUND', 'NOT_FOUND', 'ok']);
  expect(await actions(receiver)).toEqual(['receive']);
  const receive = async (by: TestDesk) =>
    codeOf(await post(`/${number}/receive`, { version: await version(), lines: [{ sku, quantity: 4 }] }, { by }));
  expect([await receive(sender), await receive(receiver)]).toEqual(['NOT_FOUND', 'ok']);
  const catalogue = await openDesk(open.shop, 'catalogue');
  expect(
    (await post('', { from: 'BODEGA', to: 'MAX', lines: [{ sku, quantity: 1 }] }, { by: catalogue })).statusCode,
  ).toBe(403);
});

test('[PROD-19, PROD-20] a product with its last units in transit is sold out, and their arrival mails buyers once', async () => {
  const ana = await signInCustomer(open.shop.db, `ana-${made}@correo.gt`, new Date());
  const { ask, mailOf } = restockCalls(() => open.shop);
  const { number } = await create(50);
  await act(number, 'send', {});
  await ask(sku, ana);
  for (const quantity of [20, 30]) await act(number, 'receive', { lines: [{ sku, quantity }] });
  const { rows } = await open.shop.db.pool.query<{ jobs: number }>(
    `select count(*)::integer as jobs from graphile_worker.jobs where key = 'tell-restock:' || $1`,
    [product],
  );
  expect(rows).toEqual([{ jobs: 1 }]);
  const { run } = restockCalls(() => open.shop);
  for (let time = 0; time < 2; time += 1) await run('tell-restock', { productId: String(product) });
  expect(await mailOf(sku, ana)).toBeDefined();
});

test('[PROD-20] levels equal the sum of the movements while transfers and orders run concurrently', async () => {
  const second = await createProduct(open.shop.db, { sku: `${sku}-C`, price: 100_00, stock: 50 });
  await addStock(open.shop.db, product, 10, 'MAX');
  const both = [sku, `${sku}-C`];
  const carry = async (from: string, to: string, skus: readonly string[]) => {
    const lines = skus.map((each) => ({ sku: each, quantity: 2 }));
    const { number } = (await post('', { from, to, lines })).json().data;
    const sent = codeOf(await act(number, 'send', {}));
    if (sent !== 'ok') return sent;
    return codeOf(await act(number, 'receive', { lines: lines.map((line) => ({ ...line, quantity: 2 })) }));
  };
  const outcomes = await Promise.all([
    ...[both, both.toReversed(), both].map((skus) => carry('BODEGA', 'MAX', skus)),
    ...[1, 2].map(() => carry('MAX', 'XELA', [sku])),
    ...[1, 2, 3].map(() =>
      placeOrderOf(open.shop, {
        lines: [product, second].map((productId) => ({ productId, quantity: 1 })),
        amount: 230,
      }).then(() => 'ok'),
    ),
  ]);
  expect(outcomes).toEqual(Array(8).fill('ok'));
  const { rows } = await open.shop.db.pool.query(
    `select (select sum(quantity)::integer from stock_levels where product_id = p.id) as levels,
       (select sum(delta)::integer from stock_movements where product_id = p.id) as movements
     from products p where id = any ($1) order by id`,
    [[product, second]],
  );
  expect(rows).toEqual([
    { levels: 57, movements: 57 },
    { levels: 47, movements: 47 },
  ]);
});
