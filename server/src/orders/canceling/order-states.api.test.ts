import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendGiftCards } from '../../gift-cards/send-gift-cards.ts';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { refundsTasks } from '../../refunds/refunds.tasks.ts';
import { mintProof } from '../../testing/captcha-proofs.ts';
import { passHoldRules } from '../../testing/gift-card-calls.ts';
import { loosenBudgets } from '../../testing/loose-budgets.ts';
import { operator, typing } from '../../testing/operator.ts';
import {
  card,
  cash,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { orderCommands } from '../order-command.ts';
import { ordersTasks } from '../orders.tasks.ts';
import { cancelUnconfirmed } from '../placing/confirm-cash-order.ts';

const runOrderCommand = typing(orderCommands, 'order');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  await open.shop.setPolicy('ordersPerAddress', '1000');
  await loosenBudgets(open.shop);
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  await open.shop.db.pool.query(`insert into coupons (code, label, amount) values ('MENOS50', 'Menos Q50', 5000)`);
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

let buyers = 0;
beforeEach(() => {
  buyers += 1;
});

/** Places an order of a new buyer in each test. Returns its number. */
const place = async (payment: object, more: Partial<ReadyCart> = {}): Promise<string> => {
  const email = `compra${buyers}@correo.gt`;
  const cartId = await prepareCart(open.shop, {
    lines: [{ productId: speaker, quantity: 1 }],
    couponCode: 'MENOS50',
    email,
    ...more,
  });
  await open.shop.db.pool.query(
    `update carts set shipping_address = shipping_address || jsonb_build_object('telephone', $2::text) where id = $1`,
    [cartId, String(55_000_000 + buyers)],
  );
  const answer = await postOrder(open.shop, { cartId, payments: [payment] }, undefined, await mintProof(open.shop));
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return answer.json().data.orderNumber;
};

const order = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const isDone = await runOrderCommand({
    db: open.shop.db,
    args,
    actor: operator,
    now: new Date(),
    say: (text) => void said.push(text),
  });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

const tasks = (db: TestShop['db']) => {
  const { shop } = open;
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  return [
    ...ordersTasks({ ...shop, db, gateway, publicUrl: 'https://ceiba.example' }),
    ...refundsTasks({ ...shop, db, gateway, publicUrl: 'https://ceiba.example' }),
  ];
};

const log = { info: () => {}, warn: () => {}, error: () => {} };
const runTask = async (name: string, payload: object = {}, db = open.shop.db): Promise<void> => {
  await tasks(db)
    .find((task) => task.name === name)
    ?.run(payload, { now: new Date(), log });
};

/** Runs all waiting jobs of this name once, in order. */
const runWaiting = async (name: string): Promise<number> => {
  const { rows } = await open.shop.db.pool.query<{ id: string; payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.id, j.payload`,
    [name],
  );
  for (const { payload } of rows) await runTask(name, payload);
  return rows.length;
};

const stateOf = async (number: string): Promise<string> => {
  const { rows } = await open.shop.db.pool.query<{ state: string }>(
    `select concat_ws(', ', o.status, p.status, c.status, (
       select string_agg(kind, ' ' order by e.id) from order_events e where e.order_id = o.id)) as state
     from orders o join payments p on p.order_id = o.id join carts c on c.id = o.cart_id where o.number = $1`,
    [number],
  );
  return rows[0]?.state ?? 'no such order';
};

const taken = async (): Promise<object> => {
  const { rows } = await open.shop.db.pool.query(
    `select (select sum(salable) from stock_totals) as salable, (select sum(used_count) from coupons) as used,
       (select count(*) from coupon_uses) as uses, (select sold_count from products where id = $1) as sold`,
    [speaker],
  );
  return { levels: await levelsOf(open.shop.db, speaker), rows };
};

const mailOf = async (number: string) => {
  const { rows } = await open.shop.db.pool.query<{ recipient: string; subject: string; html: string; text: string }>(
    `select m.recipient, m.subject, m.html, m.text from mails m
     join orders o on m.dedupe_key = 'order-canceled:' || o.id where o.number = $1`,
    [number],
  );
  return rows;
};

const gone = '000000001';

describe('an operator advances an order', () => {
  test('[DEC-137] a cash order is sent, then delivered and paid, and a repeated command changes nothing', async () => {
    const number = await place(cash(80));
    expect(await stateOf(number)).toBe('processing, pending, ordered, received');
    expect(await order('ship', number)).toBe(`done: Order ${number} is now shipped.`);
    expect(await order('ship', number)).toBe(`done: Order ${number} is already shipped.`);
    expect(await order('deliver', number)).toBe(
      `refused: Shipment ${number} is paid in cash: type what was collected, --amount Q80.00 if it was all of it. Nothing was changed.`,
    );
    expect(await order('deliver', number, '--amount', 'Q80.00')).toBe(`done: Order ${number} is now delivered.`);
    for (const amount of [['--amount', '80'], []]) {
      expect(await order('deliver', number, ...amount)).toBe(`done: Order ${number} is already delivered.`);
    }
    expect(await stateOf(number)).toBe('delivered, approved, ordered, received shipped paid delivered');
  });

  test('[DEC-137] a card order is already paid, and sending and delivering it do not change its charge', async () => {
    const number = await place(card(80));
    await order('ship', number);
    await order('deliver', number);
    expect(await stateOf(number)).toBe('delivered, approved, ordered, received paid shipped delivered');
  });

  test.each([
    ['deliver', [], 'processing'],
    ['cancel', ['ship'], 'shipped'],
    ['cancel', ['ship', 'deliver'], 'delivered'],
    ['ship', ['ship', 'deliver'], 'delivered'],
    ['ship', ['cancel'], 'canceled'],
    ['deliver', ['cancel'], 'canceled'],
  ])('[DEC-137] "%s" after %j is refused, and nothing changes: the order is %s', async (verb, before, status) => {
    const number = await place(cash(80));
    for (const step of before) await order(step, number, ...(step === 'deliver' ? ['--amount', '80'] : []));
    const [state, things] = [await stateOf(number), await taken()];
    expect(await order(verb, number)).toMatch(new RegExp(`^refused: Order ${number} is ${status}: it cannot become`));
    expect([await stateOf(number), await taken()]).toEqual([state, things]);
  });

  test.each([
    [['ship', gone], `refused: There is no order ${gone}. Nothing was changed.`],
    [['ship', '999999999'], 'refused: There is no order 999999999. Nothing was changed.'],
    [['ship', 'x'], 'refused: There is no order x. Nothing was changed.'],
    [['ship'], 'refused: ceiba order ship'],
    [['pack', '100000001'], 'refused: ceiba order ship'],
    [['constructor', '100000001'], 'refused: ceiba order ship'],
    [['ship', '100000001', 'now'], 'refused: ceiba order ship'],
    [[], 'refused: ceiba order ship'],
  ])('the command %j is refused with the reason', async (args, said) => {
    expect((await order(...args)).startsWith(said)).toBe(true);
  });

  test('[DEC-196] a buyer may have five open cash orders, and a delivered or canceled order no longer counts', async () => {
    /** Places an order of a buyer with a proven e-mail. */
    const placeConfirmed = async (): Promise<string> => {
      const number = await place(cash(80));
      await open.shop.db.pool.query('update orders set contact_confirmed = true where number = $1', [number]);
      return number;
    };
    const numbers: string[] = [];
    for (let placed = 0; placed < 5; placed += 1) numbers.push(await placeConfirmed());
    await expect(place(cash(80))).rejects.toThrow('429 RATE_LIMITED');
    await order('ship', numbers[0] ?? '');
    await expect(place(cash(80))).rejects.toThrow('429 RATE_LIMITED');
    await order('deliver', numbers[0] ?? '', '--amount', '80');
    await placeConfirmed();
    await expect(place(cash(80))).rejects.toThrow('429 RATE_LIMITED');
    await order('cancel', numbers[1] ?? '');
    await place(cash(80));
  });
});

describe('an operator cancels an order', () => {
  test('a canceled cash order gives back stock, coupon and sale once, and the buyer is mailed', async () => {
    await runTask('count-sales');
    const before = await taken();
    const number = await place(cash(80));
    await runTask('count-sales');
    expect(await taken()).not.toEqual(before);
    expect(await order('cancel', number)).toBe(`done: Order ${number} is now canceled.`);
    expect(await order('cancel', number)).toBe(`done: Order ${number} is already canceled.`);
    await runTask('count-sales');
    await runTask('count-sales');
    expect(await taken()).toEqual(before);
    expect(await stateOf(number)).toBe('canceled, refused, ordered, received canceled');
    expect(await runWaiting('order-canceled')).toBeGreaterThan(0);
    const [mail, ...others] = await mailOf(number);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: `compra${buyers}@correo.gt`,
      subject: `Tu pedido ${number} fue cancelado`,
      text: expect.stringContaining('No tienes que pagar nada.'),
      html: expect.stringContaining('Tuvimos que cancelar tu pedido. Si tienes dudas, llámanos al 4232-000.'),
    });
  });

  test('after a card order is canceled, the shop asks the bank to reverse the charge until it succeeds', async () => {
    const number = await place(card(80));
    const outstanding = async () => (await open.bank.charges()).at(-1)?.outstandingCentavos;
    expect(await outstanding()).toBe(80_00);
    expect(await order('cancel', number)).toBe(`done: Order ${number} is now canceled; its charge is being reversed.`);
    expect(await stateOf(number)).toBe('canceled, reversing, ordered, received paid canceled');
    expect(await runWaiting('reconcile-orders')).toBe(1);
    expect(await stateOf(number)).toBe('canceled, reversed, ordered, received paid canceled charge_reversed');
    expect(await outstanding()).toBe(0);
    expect(await order('cancel', number)).toBe(`done: Order ${number} is already canceled.`);
    await runWaiting('order-canceled');
    const [mail] = await mailOf(number);
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('El banco ya devolvió Q80.00 a tu Visa terminada en 1111.');
    }
  });

  test('canceling an order of Q0.00 does not ask the bank', async () => {
    await open.shop.db.pool.query(
      `insert into coupons (code, label, percent_bp) values ('GRATIS', 'Todo gratis', 10000)`,
    );
    const pickup: Partial<ReadyCart> = { couponCode: 'GRATIS', shippingMethod: 'pickup', storeCode: 'MAX' };
    const number = await place(card(0), pickup);
    const charges = await open.bank.charges();
    await order('cancel', number);
    expect(await stateOf(number)).toMatch(/^canceled, reversed/);
    expect(await open.bank.charges()).toEqual(charges);
  });

  test('an order that is canceled and sent concurrently is either canceled or sent, and the stock is right', async () => {
    const before = await taken();
    const numbers: string[] = [];
    for (let placed = 0; placed < 12; placed += 1) {
      buyers += 1;
      numbers.push(await place(placed % 2 === 0 ? cash(80) : card(80)));
    }
    const said = await Promise.all(
      numbers.flatMap((number) => ['cancel', 'ship', 'cancel'].map((verb) => order(verb, number))),
    );
    const canceled = said.filter((text) => text.includes('is now canceled')).length;
    const shipped = said.filter((text) => text.includes('is now shipped')).length;
    expect(canceled + shipped).toBe(12);
    const states = await Promise.all(numbers.map(stateOf));
    expect(states.filter((state) => state.startsWith('canceled'))).toHaveLength(canceled);
    await open.shop.db.pool.query(
      `with back as (update orders set status = 'processing' where status = 'shipped' and number = any ($1) returning id)
       update shipments s set state = 'ready', left_at = null from back where s.order_id = back.id`,
      [numbers],
    );
    for (const number of numbers) await order('cancel', number);
    await runWaiting('reconcile-orders');
    expect(await taken()).toEqual(before);
  });

  test('[GIFT-04] canceling an order voids its gift cards, even while their codes are sent, and the buyer is mailed', async () => {
    const today = guatemalaDate(new Date());
    const card100 = await createProduct(open.shop.db, { sku: 'GIFT', kind: 'gift_card', price: 100_00 });
    const gift = { lines: [{ productId: card100, quantity: 1, giftCardDate: today }], shippingMethod: null };
    const send = async () => {
      await passHoldRules(open.shop);
      return sendGiftCards({ db: open.shop.db, log }, { publicUrl: '', policy: open.shop.policy() }, new Date());
    };
    const sold = await place(card(100), gift);
    expect(await send()).toBe(1);
    expect(await order('cancel', sold)).toBe(
      `done: Order ${sold} is now canceled; the codes of its gift cards are void; its charge is being reversed.`,
    );
    await runWaiting('order-canceled');
    expect((await mailOf(sold))[0]?.text).toContain('La tarjeta de regalo que enviamos ya no es válida.');
    const numbers: string[] = [];
    for (let placed = 0; placed < 8; placed += 1) numbers.push(await place(card(100), gift));
    await Promise.all([send(), ...numbers.map((number) => order('cancel', number)), send()]);
    const { rows } = await open.shop.db.pool.query<{ status: string; cards: number }>(
      `select status, (select count(*)::integer from gift_cards g where g.order_id = o.id and voided_at is null) as cards
       from orders o where number = any ($1)`,
      [numbers],
    );
    for (const { status, cards } of rows) expect(cards).toBe(status === 'canceled' ? 0 : 1);
    await runWaiting('reconcile-orders');
  });

  test('[GIFT-04] the mail of a canceled order says that its gift card will not be sent', async () => {
    const gift = await createProduct(open.shop.db, { sku: 'GIFT-2', kind: 'gift_card', price: 100_00 });
    const lines = [{ productId: gift, quantity: 1, giftCardDate: guatemalaDate(new Date()) }];
    const number = await place(card(100), { lines, shippingMethod: null });
    await order('cancel', number);
    await runWaiting('order-canceled');
    expect((await mailOf(number))[0]?.text).toContain('Ya no enviaremos la tarjeta de regalo.');
    await runWaiting('reconcile-orders');
  });

  test('an order canceled before its confirmation was written gets only the cancellation mail', async () => {
    const number = await place(cash(80));
    await order('cancel', number);
    await runWaiting('order-canceled');
    await runTask('write-order-mails');
    expect(await mailOf(number)).toHaveLength(1);
    const { rows } = await open.shop.db.pool.query(
      `select from mails m join orders o on m.dedupe_key = 'order-confirmation:' || o.id where o.number = $1`,
      [number],
    );
    expect(rows).toEqual([]);
  });
});

test('an order canceled while its confirmation is being written gets only the cancellation mail', async () => {
  const number = await place(cash(80));
  const { rows } = await open.shop.db.pool.query('select id from orders where number = $1', [number]);
  const orderId: string = rows[0].id;
  const { db } = open.shop;
  let said = '';
  const late: typeof db = {
    ...db,
    transaction: async (work) => {
      said = await order('cancel', number);
      return db.transaction(work);
    },
  };
  await runTask('order-confirmation', { orderId }, late);
  expect(said).toBe(`done: Order ${number} is now canceled.`);
  await runTask('order-canceled', { orderId, reason: 'operator' });
  const mails = await db.pool.query('select dedupe_key from mails where dedupe_key like $1', [`%${orderId}`]);
  expect(mails.rows).toEqual([{ dedupe_key: `order-canceled:${orderId}` }]);
});

describe('cash orders that wait for the link in their mail', () => {
  beforeAll(() => open.shop.setPolicy('cashConfirmation', 'yes'));
  afterAll(() => open.shop.setPolicy('cashConfirmation', 'no'));

  test('an unconfirmed order cannot be sent, but can be canceled', async () => {
    const number = await place(cash(80));
    expect(await order('ship', number)).toBe(
      `refused: Order ${number} is processing, waits for the link in its mail: it cannot become shipped. Nothing was changed.`,
    );
    expect(await order('cancel', number)).toBe(`done: Order ${number} is now canceled.`);
  });

  test('an order that is not confirmed in time is canceled, and a mail gives the reason', async () => {
    const number = await place(cash(80));
    await cancelUnconfirmed({ db: open.shop.db, log }, new Date(Date.now() + 49 * 3_600_000));
    await runWaiting('order-canceled');
    const [mail] = await mailOf(number);
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('No confirmaste tu pedido a tiempo, así que lo cancelamos.');
      expect(text).toContain('No tienes que pagar nada.');
    }
  });
});
