import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { startJobs } from '../start-jobs.ts';
import { done } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { type SignedInCustomer, signInCustomer, signToken } from '../testing/sessions.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let ana: SignedInCustomer;
let luis: SignedInCustomer;
let worker: { close(): Promise<void> } | undefined;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  luis = await signInCustomer(shop.db, 'luis@correo.gt', new Date());
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});
afterAll(() => open.close());

const ask = (sku: string, who: Partial<Pick<SignedInCustomer, 'headers'>> = ana, payload: object = {}) =>
  shop.inject({ method: 'POST', url: `/v1/customers/restockNotification/${sku}`, payload, headers: who.headers ?? {} });

const outcome = async (call: ReturnType<typeof ask>): Promise<string> => {
  const answer = await call;
  return `${answer.statusCode} ${answer.json().error?.code ?? ''}`.trim();
};

const waiting = async (sku: string): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ n: number }>(
    'select count(*)::int as n from restock_notices r join products p on p.id = r.product_id where p.sku = $1',
    [sku],
  );
  return rows[0]?.n ?? 0;
};

const mailsTo = async (to: string) => done(await shop.call('listDemoMails', { query: { to } })).data;

/** Lets a worker run all jobs. */
const work = async (): Promise<void> => {
  worker ??= await startJobs(openServices(shop), shop.url);
  await until(async () => {
    const { rows } = await shop.db.pool.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'tell-restock'`,
    );
    return rows[0]?.n === 0;
  });
};

/** `neverThere` has no row of stock. The last unit of the other product was counted away. */
const neverThere = (sku: string) => createProduct(shop.db, { sku, stock: 0 });
const soldOut = async (sku: string): Promise<number> => {
  const id = await createProduct(shop.db, { sku, stock: 1 });
  await addStock(shop.db, id, -1);
  return id;
};

const run = async (name: string): Promise<void> => {
  const task = tasksOf(openServices(shop)).find((each) => each.name === name);
  await task?.run({}, { now: new Date(), log: shop.log });
};

test('[RST-01, API-07] a notice is requested with an empty body, by the session alone', async () => {
  await soldOut('OUT-1');
  const answer = await ask('OUT-1');
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ status: 201, data: { result: true } });
  expect(await waiting('OUT-1')).toBe(1);
  expect(await outcome(ask('OUT-1', ana, { email: 'other@correo.gt' }))).toBe('400 VALIDATION_ERROR');
});

test('[API-07] 401 without a session, 404 for an unknown product, 409 for one in stock', async () => {
  await soldOut('OUT-2');
  await createProduct(shop.db, { sku: 'IN-2', stock: 1 });
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: ana.id, iat: now - 90_000, exp: now - 3_600, jti: ana.id };
  const expired = { headers: { authorization: `Bearer ${signToken(ana.secret, claims)}` } };
  const forged = { headers: { authorization: `Bearer ${signToken('mine', { ...claims, exp: now + 60 })}` } };
  const nobody = { ...claims, sub: '00000000-0000-4000-8000-000000000000', exp: now + 60 };
  const gone = { headers: { authorization: `Bearer ${signToken(ana.secret, nobody)}` } };
  for (const who of [{}, expired, forged, gone]) expect(await outcome(ask('OUT-2', who))).toBe('401 UNAUTHORIZED');
  // Without a session, the response reveals nothing about a body or a product.
  expect(await outcome(ask('NONE', {}, { x: 1 }))).toBe('401 UNAUTHORIZED');
  expect(await outcome(ask('NONE'))).toBe('404 PRODUCT_NOT_FOUND');
  expect(await outcome(ask('IN-2'))).toBe('409 PRODUCT_IN_STOCK');
  expect(await waiting('OUT-2')).toBe(0);
});

test('[DEC-143] a repeated request, also a concurrent one, gets 201 without a duplicate', async () => {
  await soldOut('OUT-3');
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('OUT-3')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  expect(await waiting('OUT-3')).toBe(1);
});

test('customers see only their own notices, newest first, and can remove them', async () => {
  const eva = await signInCustomer(shop.db, 'eva@correo.gt', new Date());
  for (const sku of ['WAIT-6', 'WAIT-7']) {
    await soldOut(sku);
    await ask(sku, eva);
    await ask(sku, luis);
  }
  const list = async ({ headers }: SignedInCustomer) =>
    done(await shop.call('listRestockNotices', {}, { headers })).data;
  const cancel = (sku: string) => shop.call('cancelRestockNotice', { params: { sku } }, { headers: eva.headers });
  const asked = await list(eva);
  expect(shop.lastStatements()).toEqual(['auth.session', 'restock.list']);
  expect(asked).toMatchObject([
    {
      sku: 'WAIT-7',
      slug: 'wait-7',
      title: 'Bocina WAIT-7',
      brand: { title: 'Volcán' },
      mainImage: { url: expect.any(String) },
    },
    { sku: 'WAIT-6' },
  ]);
  expect(done(await cancel('WAIT-7')).data).toEqual({ result: true });
  expect(done(await cancel('WAIT-7')).data).toEqual({ result: true });
  expect(await cancel('NONE')).toMatchObject({ error: { status: 404, code: 'PRODUCT_NOT_FOUND' } });
  expect((await list(eva)).map(({ sku }) => sku)).toEqual(['WAIT-6']);
  expect(await waiting('WAIT-7')).toBe(1);
  expect((await list(luis)).map(({ sku }) => sku)).toEqual(expect.arrayContaining(['WAIT-6', 'WAIT-7']));
});

test('[RST-02] when stock returns, each subscriber gets one e-mail, and no e-mail at the next return', async () => {
  const id = await neverThere('OUT-4');
  await ask('OUT-4');
  await ask('OUT-4', luis);
  await addStock(shop.db, id, 3);
  await work();
  for (const { email } of [ana, luis]) {
    const mails = (await mailsTo(email)).filter(({ subject }) => subject.includes('OUT-4'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^Ya está disponible: /);
    expect(mails[0]?.html).toContain('/out-4"');
    expect(mails[0]?.text).toContain('No te escribiremos más por este producto');
  }
  expect(await waiting('OUT-4')).toBe(0);
  await shop.db.pool.query("select move_stock($1, 'BODEGA', -3, 'counted')", [id]);
  await addStock(shop.db, id, 1);
  await work();
  expect((await mailsTo(ana.email)).filter(({ subject }) => subject.includes('OUT-4'))).toHaveLength(1);
});

test('[DEC-143] after the mail, a new request gets a mail for the next return', async () => {
  const id = await soldOut('OUT-5');
  for (const round of [1, 2]) {
    await ask('OUT-5');
    await addStock(shop.db, id, 1);
    await work();
    expect((await mailsTo(ana.email)).filter(({ subject }) => subject.includes('OUT-5'))).toHaveLength(round);
    await shop.db.pool.query("select move_stock($1, 'BODEGA', -1, 'counted')", [id]);
  }
});

test('[RST-02] stock from a canceled order also sends mails', async () => {
  const id = await createProduct(shop.db, { sku: 'LAST', price: 300_00, stock: 1 });
  const cartId = await prepareCart(shop, { lines: [{ productId: id, quantity: 1 }] });
  await shop.setPolicy('cashConfirmation', 'yes');
  expect((await postOrder(shop, { cartId, payments: [cash(330)] })).statusCode).toBe(200);
  await ask('LAST');
  expect(await waiting('LAST')).toBe(1);
  await shop.db.pool.query(`select cancel_unconfirmed_order(id, confirmation_due) from orders where cart_id = $1`, [
    cartId,
  ]);
  await shop.setPolicy('cashConfirmation', 'default');
  await work();
  expect((await mailsTo(ana.email)).filter(({ subject }) => subject.includes('LAST'))).toHaveLength(1);
});

test('[DEC-143] a product that sells out again before the mail is written causes no mail', async () => {
  const id = await soldOut('OUT-6');
  await ask('OUT-6');
  await addStock(shop.db, id, 1);
  await shop.db.pool.query("select move_stock($1, 'BODEGA', -1, 'counted')", [id]);
  await work();
  expect((await mailsTo(ana.email)).filter(({ subject }) => subject.includes('OUT-6'))).toEqual([]);
  expect(await waiting('OUT-6')).toBe(1);
});

test.each([
  ['lists no more', 'is_listed'],
  ['shows no more', 'is_published'],
])('[RST-02] a product that the shop %s sends no mail, and its notices wait', async (_, column) => {
  const sku = `OUT-${column}`;
  const id = await soldOut(sku);
  await ask(sku);
  await shop.db.pool.query(`update products set ${column} = false where id = $1`, [id]);
  await addStock(shop.db, id, 1);
  await work();
  await run('tell-all-restocks');
  expect((await mailsTo(ana.email)).filter(({ subject }) => subject.includes(sku))).toEqual([]);
  expect(await waiting(sku)).toBe(1);
});

/** Adds stock in a transaction that `meanwhile` commits. */
const whileStockComes = async (
  id: number,
  meanwhile: (commit: () => Promise<unknown>, coming: pg.ClientBase) => Promise<void>,
) => {
  const coming = await shop.db.pool.connect();
  try {
    await coming.query('begin');
    await coming.query("select move_stock($1, 'BODEGA', 2, 'received')", [id]);
    await meanwhile(() => coming.query('commit'), coming);
  } finally {
    coming.release();
  }
};

test('[DEC-143] a request during the return of stock waits for it, and is refused', async () => {
  await whileStockComes(await soldOut('OUT-7'), async (commit, coming) => {
    const asked = outcome(ask('OUT-7'));
    await untilBlocked(shop.db.pool, coming);
    await commit();
    expect(await asked).toBe('409 PRODUCT_IN_STOCK');
  });
});

test('[RST-02] a request during the first arrival of stock gets its mail from the regular job', async () => {
  await whileStockComes(await neverThere('OUT-9'), async (commit) => {
    expect(await outcome(ask('OUT-9'))).toBe('201');
    await commit();
  });
  await run('tell-all-restocks');
  expect((await mailsTo(ana.email)).filter(({ subject }) => subject.includes('OUT-9'))).toHaveLength(1);
});

test('a notice is stored as long as the policy allows, and deleted with the account', async () => {
  await soldOut('OUT-8');
  await ask('OUT-8');
  await ask('OUT-8', luis);
  await shop.db.pool.query(
    `update restock_notices set created_at = now() - interval '40 days' where customer_id = $1`,
    [ana.id],
  );
  await shop.setPolicy('restockNoticeDays', '30');
  await run('delete-old-restock-notices');
  expect(await waiting('OUT-8')).toBe(1);
  await shop.db.pool.query('delete from customers where id = $1', [luis.id]);
  expect(await waiting('OUT-8')).toBe(0);
});
