import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { getShopSecret } from '../../platform/db/shop-secrets.store.ts';
import { cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { countSales } from '../order-upkeep.store.ts';
import { ordersTasks } from '../orders.tasks.ts';
import { cancelUnconfirmed, confirmationToken } from './confirm-cash-order.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  await open.shop.db.pool.query(`insert into coupons (code, label, amount) values ('MENOS50', 'Menos Q50', 5000)`);
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

interface OrderRow {
  id: string;
  status: string;
  confirmation_due: Date | null;
  placed_at: Date;
  payment: string;
}

const orderNumbered = async (number: string): Promise<OrderRow> => {
  const { rows } = await open.shop.db.pool.query<OrderRow>(
    `select o.id, o.status, o.confirmation_due, o.placed_at, p.status as payment
     from orders o join payments p on p.order_id = o.id where o.number = $1`,
    [number],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no order ${number}`);
  return row;
};

/** Places a cash order of one speaker with a coupon. Returns the order and the token of its link. */
const place = async (): Promise<OrderRow & { number: string; token: string }> => {
  const cartId = await prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }], couponCode: 'MENOS50' });
  const answer = await postOrder(open.shop, { cartId, payments: [cash(80)] });
  expect(outcomeOf(answer)).toMatch(/^200/);
  const number: string = answer.json().data.orderNumber;
  const order = await orderNumbered(number);
  const token = confirmationToken(order.id, await getShopSecret(open.shop.db.write, 'order-confirmation'));
  return { ...order, number, token };
};

const confirm = async (token: string): Promise<string> => {
  const answer = await open.shop.call('confirmOrder', { body: { token } });
  return answer.ok ? `${answer.value.data.state} ${answer.value.data.orderNumber}` : answer.error.code;
};

/** Returns stock, coupon uses and units sold. An order changes these amounts; a cancellation restores them. */
const readAmounts = async (): Promise<object> => {
  const { rows } = await open.shop.db.pool.query(
    `select (select sum(salable) from stock_totals) as salable, (select used_count from coupons) as used,
       (select count(*) from coupon_uses) as uses, (select sold_count from products where id = $1) as sold`,
    [speaker],
  );
  return { levels: await levelsOf(open.shop.db, speaker), rows };
};

const failures: object[] = [];
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) };
const cancelDue = (now: Date): Promise<number> => cancelUnconfirmed({ db: open.shop.db, log }, now);

const hour = 3_600_000;
const after = ({ confirmation_due: due }: OrderRow, milliseconds: number): Date =>
  new Date((due?.getTime() ?? Number.NaN) + milliseconds);

describe('with the policy cashConfirmation off, which is the default', () => {
  test('a cash order does not wait for its link, however much time passes', async () => {
    const order = await place();
    expect(order.confirmation_due).toBeNull();
    expect(await cancelDue(new Date(Date.now() + 1000 * hour))).toBe(0);
    expect(await confirm(order.token)).toBe(`alreadyConfirmed ${order.number}`);
  });
});

describe('with the policy cashConfirmation on', () => {
  beforeAll(() => open.shop.setPolicy('cashConfirmation', 'yes'));
  afterAll(() => open.shop.setPolicy('cashConfirmation', 'no'));

  test('an order waits 48 hours for its link, and a confirmed order is not canceled afterwards', async () => {
    const order = await place();
    expect(after(order, 0)).toEqual(new Date(order.placed_at.getTime() + 48 * hour));
    expect(await confirm(order.token)).toBe(`confirmed ${order.number}`);
    expect(await confirm(order.token)).toBe(`alreadyConfirmed ${order.number}`);
    expect(await cancelDue(after(order, hour))).toBe(0);
    expect(await orderNumbered(order.number)).toMatchObject({ status: 'processing', confirmation_due: null });
  });

  test('an unconfirmed order is canceled only after its time limit, and everything is given back', async () => {
    await countSales(open.shop.db.write);
    const before = await readAmounts();
    const order = await place();
    expect(await readAmounts()).not.toEqual(before);
    // While an order waits for its link, its units are not counted as sold.
    await countSales(open.shop.db.write);
    expect(await cancelDue(after(order, -1))).toBe(0);
    expect(await cancelDue(after(order, 0))).toBe(1);
    expect(await cancelDue(after(order, 0))).toBe(0);
    await countSales(open.shop.db.write);
    expect(await readAmounts()).toEqual(before);
    expect(await orderNumbered(order.number)).toMatchObject({ status: 'canceled', payment: 'refused' });
    expect(await confirm(order.token)).toBe(`canceled ${order.number}`);
  });

  test('an order that cannot be canceled is reported, and delays no other order', async () => {
    const [stuck, other] = [await place(), await place()];
    await open.shop.db.pool.query(`
      create function poison() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$;
      create trigger poison before update of status on orders for each row when (old.email = 'poisoned') execute function poison()`);
    await open.shop.db.pool.query(`update orders set email = 'poisoned' where id = $1`, [stuck.id]);
    expect(await cancelDue(after(other, 0))).toBe(1);
    expect((await orderNumbered(other.number)).status).toBe('canceled');
    expect(failures).toMatchObject([{ orderId: stuck.id, err: { message: expect.stringContaining('poisoned') } }]);
    await open.shop.db.pool.query('drop trigger poison on orders');
    expect(await cancelDue(after(other, 0))).toBe(1);
  });

  test('a link followed too late cancels the order immediately, even before the job runs', async () => {
    const before = await readAmounts();
    const order = await place();
    open.shop.setNow(after(order, 0));
    try {
      expect(await confirm(order.token)).toBe(`canceled ${order.number}`);
    } finally {
      open.shop.setNow(new Date());
    }
    expect(await readAmounts()).toEqual(before);
  });

  test('if link and job run concurrently, exactly one of them ends the order’s wait, and the stock is right', async () => {
    const before = await readAmounts();
    const orders = [];
    for (let placed = 0; placed < 24; placed += 1) orders.push(await place());
    const last = Math.max(...orders.map((order) => after(order, 0).getTime()));
    // The time limit has passed for the job, but not for the clicks. Only the database decides which call was first.
    const [states] = await Promise.all([
      Promise.all(orders.flatMap(({ token }) => [confirm(token), confirm(token)])),
      cancelDue(new Date(last)),
      cancelDue(new Date(last)),
    ]);
    const ends = await Promise.all(orders.map(({ number }) => orderNumbered(number)));
    const confirmed = ends.filter(({ status }) => status === 'processing').length;
    expect(confirmed + ends.filter(({ status }) => status === 'canceled').length).toBe(24);
    expect(states.filter((state) => state.startsWith('confirmed'))).toHaveLength(confirmed);
    for (const { id, status } of ends) {
      if (status !== 'processing') continue;
      await open.shop.db.pool.query(`update orders set confirmation_due = now() where id = $1`, [id]);
    }
    await cancelDue(new Date(Date.now() + hour));
    expect(await readAmounts()).toEqual(before);
  });

  test.each([
    ['a foreign token', 'enlace'],
    ['another order’s signature', ''],
  ])('a link with %s is rejected', async (_, text) => {
    const [one, other] = [await place(), await place()];
    const token = text === '' ? `${one.id}.${other.token.split('.')[1]}` : text;
    expect(await confirm(token)).toBe('NOT_FOUND');
    expect((await orderNumbered(one.number)).confirmation_due).not.toBeNull();
  });

  test('an order that waits for its link cannot be sent', async () => {
    const { id } = await place();
    const ship = open.shop.db.pool.query(`update orders set status = 'shipped' where id = $1`, [id]);
    await expect(ship).rejects.toThrow('orders_confirmed_before_shipping');
  });

  test('the order’s mail contains the link and the time until which it works', async () => {
    const { shop } = open;
    const { id, token } = await place();
    const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
    const tasks = ordersTasks({ ...shop, gateway, publicUrl: 'https://ceiba.example' });
    const task = tasks.find(({ name }) => name === 'order-confirmation');
    await task?.run({ orderId: id }, { now: new Date(), log });
    const { rows } = await shop.db.pool.query<{ html: string; text: string }>(
      'select html, text from mails where dedupe_key = $1',
      [`order-confirmation:${id}`],
    );
    const link = `https://ceiba.example/confirm-order#order=${token}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain(link);
    expect(rows[0]?.html).toContain(link);
    expect(rows[0]?.text).toContain('Si no lo confirmas antes del');
  });
});
