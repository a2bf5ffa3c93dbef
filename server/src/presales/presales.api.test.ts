import { addDays, type CivilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { dayOfDelivery, deliveryDate } from '@ceiba/domain/delivery/delivery-date';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { movePresalePromises } from './move-promises.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let desk: TestDesk;
let made = 0;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  desk = await openDesk(shop, 'owner');
});
afterAll(() => open.close());

const inDays = (days: number): CivilDate => addDays(guatemalaDate(new Date()), days);

/** A presale product that is delivered in forty days. */
const presale = async (): Promise<{ id: number; sku: string }> => {
  made += 1;
  const sku = `PRE-${made}`;
  const id = await createProduct(shop.db, { sku, price: 100_00 });
  await shop.db.pool.query('update products set is_presale = true, presale_date = $2 where id = $1', [id, inDays(40)]);
  await shop.db.pool.query('delete from presale_changes');
  return { id, sku };
};

const order = (id: number, email: string) =>
  placeOrderOf(shop, { lines: [{ productId: id, quantity: 2 }], email, amount: 230 });

const setDate = (id: number, date: CivilDate) =>
  shop.db.pool.query('update products set presale_date = $2 where id = $1', [id, date]);

/** Runs the job as if so many minutes had passed. */
const runJob = (minutes: number): Promise<number> =>
  movePresalePromises(shop.db, new Date(Date.now() + minutes * 60_000), {
    policy: defaultShopPolicy,
    publicUrl: 'https://ceiba.example',
  });

const promiseOf = async (number: string) => {
  const { rows } = await shop.db.pool.query<{ promised: string; shown: string }>(
    `select s.promised_on::text as promised, o.delivery_promise -> 'groups' -> 0 ->> 'deliveryDate' as shown
     from orders o join shipments s on s.order_id = o.id where o.number = $1`,
    [number],
  );
  return rows[0];
};

const mailsTo = async (email: string) =>
  (
    await shop.db.pool.query<{ subject: string; text: string }>(
      "select subject, text from mails where recipient = $1 and dedupe_key like 'presale:%' order by created_at",
      [email],
    )
  ).rows;

test('[PROD-12] a changed presale date moves the promises of open orders, and each buyer gets one mail', async () => {
  const { id, sku } = await presale();
  const [first, second] = [await order(id, 'ana@correo.gt'), await order(id, 'Ana@correo.gt')];
  const other = await order(id, 'eva@correo.gt');
  expect(await promiseOf(first)).toEqual({ promised: inDays(40), shown: inDays(40) });
  await setDate(id, inDays(60));
  expect(await runJob(4)).toBe(0);
  await runJob(6);
  for (const number of [first, second, other])
    expect(await promiseOf(number)).toEqual({ promised: inDays(60), shown: inDays(60) });
  const mails = [...(await mailsTo('ana@correo.gt')), ...(await mailsTo('Ana@correo.gt'))];
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe(`Cambió la fecha de tu preventa: Bocina ${sku}`);
  expect(mails[0]?.text).toContain(`Pedido ${first}`);
  expect(mails[0]?.text).toContain(`Pedido ${second}`);
  expect(await mailsTo('eva@correo.gt')).toHaveLength(1);
  const history = (await desk.send('GET', `/v1/admin/audit/of/orders/${first}`)).json().data;
  expect(history[0]).toMatchObject({ actor: { kind: 'job' }, after: { promises: [{ promisedOn: inDays(60) }] } });
  await runJob(30);
  expect(await mailsTo('eva@correo.gt')).toHaveLength(1);
});

test('[PROD-12] a date that changes several times causes one mail, or none if it returns to the old date', async () => {
  const { id } = await presale();
  const number = await order(id, 'to-and-fro@correo.gt');
  for (const days of [60, 50, 60, 55, 55]) await setDate(id, inDays(days));
  await runJob(6);
  expect(await mailsTo('to-and-fro@correo.gt')).toHaveLength(1);
  expect((await promiseOf(number))?.promised).toBe(inDays(55));
  for (const days of [80, 55]) await setDate(id, inDays(days));
  await runJob(6);
  expect(await mailsTo('to-and-fro@correo.gt')).toHaveLength(1);
  await setDate(id, inDays(45));
  await runJob(6);
  expect(await mailsTo('to-and-fro@correo.gt')).toHaveLength(2);
  expect((await promiseOf(number))?.promised).toBe(inDays(45));
});

test('[PROD-12] an earlier or past date promises no day before the day of a new order for the same goods', async () => {
  const { id } = await presale();
  const other = await createProduct(shop.db, { sku: `DROP-${made}`, price: 100_00 });
  await shop.db.pool.query('update products set is_dropshipping = true where id = $1', [other]);
  const alone = await order(id, 'alone@correo.gt');
  const mixed = await placeOrderOf(shop, {
    lines: [id, other].map((productId) => ({ productId, quantity: 1 })),
    email: 'mixed@correo.gt',
    amount: 230,
  });
  const now = new Date(Date.now() + 6 * 60_000);
  const dayOf = (isDropshipping: boolean) => {
    const item = { isDigital: false, presale: null, isDropshipping, sellerLeadDays: 0 };
    return dayOfDelivery(deliveryDate(item, 485, now, defaultShopPolicy));
  };
  await setDate(id, inDays(1));
  await runJob(6);
  expect([(await promiseOf(alone))?.promised, (await promiseOf(mixed))?.promised]).toEqual([inDays(1), dayOf(true)]);
  await setDate(id, inDays(40));
  await runJob(6);
  await setDate(id, inDays(-3));
  await runJob(6);
  expect([(await promiseOf(alone))?.promised, (await promiseOf(mixed))?.promised]).toEqual([dayOf(false), dayOf(true)]);
});

test('[PROD-12] two jobs at the same time mail a buyer once', async () => {
  const { id } = await presale();
  await order(id, 'twice@correo.gt');
  await setDate(id, inDays(70));
  await Promise.all([runJob(6), runJob(6), runJob(6)]);
  expect(await mailsTo('twice@correo.gt')).toHaveLength(1);
});

test('[PROD-12] an order that was sent keeps its promise, and its buyer gets no mail', async () => {
  const { id } = await presale();
  const number = await order(id, 'sent@correo.gt');
  await shop.db.pool.query(
    "update shipments set state = 'sent', left_at = now() where order_id = (select id from orders where number = $1)",
    [number],
  );
  await setDate(id, inDays(70));
  await runJob(6);
  expect((await promiseOf(number))?.promised).toBe(inDays(40));
  expect(await mailsTo('sent@correo.gt')).toEqual([]);
});

test('a product that stops being a presale moves no promise', async () => {
  const { id } = await presale();
  const number = await order(id, 'arrived@correo.gt');
  await setDate(id, inDays(70));
  await shop.db.pool.query('update products set is_presale = false where id = $1', [id]);
  await runJob(6);
  expect((await promiseOf(number))?.promised).toBe(inDays(40));
  expect((await shop.db.pool.query('select from presale_changes')).rowCount).toBe(0);
});

test('the list of presales counts the units of open orders by product and date', async () => {
  const { id, sku } = await presale();
  await order(id, 'list@correo.gt');
  await order(id, 'list@correo.gt');
  const list = async (query: string) => (await desk.send('GET', `/v1/admin/presales?${query}`)).json().data;
  expect(await list(`sku=${sku}`)).toMatchObject([{ sku, presaleDate: inDays(40), units: 4, orders: 2 }]);
  expect(await list(`sku=${sku}&presaleDateFrom=${inDays(41)}`)).toEqual([]);
  expect(await list(`sku=${sku}&presaleDateFrom=${inDays(40)}&presaleDateTo=${inDays(40)}`)).toHaveLength(1);
  const cashier = await openDesk(shop, 'cashier');
  expect((await cashier.send('GET', '/v1/admin/presales')).statusCode).toBe(403);
});
