import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants, nightlyReach } from '../../invariants/check-invariants.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import { operator, typing } from '../../testing/operator.ts';
import { card, cash, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { emptyPrograms } from '../../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { StubBank } from '../../testing/stub-bank.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { orderCommands } from '../order-command.ts';
import { ordersTasks } from '../orders.tasks.ts';
import { placeOrder } from './place-order.ts';
import { reconcileOrders } from './settle-order.ts';
import { beginVoiding } from './settling.store.ts';

const runOrderCommand = typing(orderCommands, 'order');

let shop: TestShop;
let speaker: number;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(() => shop.close());

const log = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Places an order whose bank gives no answer. The order is ten minutes old, or less than five minutes if `isYoung`. With `charge: 'lost'`
 * the bank charges the card, but its answer is lost.
 */
const openStuck = async (bank: StubBank, { isVoiding = false, isYoung = false } = {}): Promise<string> => {
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const request = { cartId, payments: [{ ...card(130), paymentPlan: 1 }] };
  const call = { request, idempotencyKey: randomUUID(), now: new Date(), policy: shop.policy(), client: null };
  expect((await placeOrder(placingDeps(shop, bank.gateway()), call)).result).toMatchObject({ ok: false });
  const orderAge = isYoung ? '4 minutes 30 seconds' : '10 minutes';
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `update orders set created_at = created_at - $2::interval where cart_id = $1 returning id`,
    [cartId, orderAge],
  );
  const id = rows[0]?.id ?? '';
  if (isVoiding) expect(await beginVoiding(shop.db.write, id, new Date())).toBe(true);
  return id;
};

const order = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const isDone = await runOrderCommand({ db: shop.db, args, actor: operator, now: new Date(), say });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

const reason = 'el banco lo dijo por teléfono';
const settle = (id: string, as: string, ...more: string[]): Promise<string> =>
  order('settle', id, '--as', as, '--by', 'Rosa', '--reason', reason, ...more);

/** Returns the states of order, payment and cart, and the order's units. Then returns each money movement: kind, author, reason. */
const readState = async (id: string): Promise<string[]> => {
  const { rows } = await shop.db.pool.query<{ state: string }>(
    `select concat_ws(', ', o.status, p.status, c.status, o.number is not null,
       (select sum(m.delta) from stock_movements m where m.order_id = o.id)) as state
     from orders o join payments p on p.order_id = o.id join carts c on c.id = o.cart_id where o.id = $1`,
    [id],
  );
  const money = await shop.db.pool.query<{ movement: string }>(
    `select concat_ws(', ', kind, actor ->> 'kind', actor ->> 'id', reason) as movement from money_movements where order_id = $1 order by id`,
    [id],
  );
  return [...rows.map(({ state }) => state), ...money.rows.map(({ movement }) => movement)];
};

const rosa = `command, Rosa, ${reason}`;
const reconcile = (gateway: PaymentGateway, aheadMs = 600_000) =>
  reconcileOrders({ db: shop.db, gateway, log }, new Date(), aheadMs);

/**
 * Returns the guard's findings about these orders, half an hour later. Orders of other tests are left out, because the stub bank does not
 * know them.
 */
const findingsOf = async (bank: StubBank, ids: readonly string[]): Promise<string[]> => {
  const later = new Date(Date.now() + 30 * 60_000);
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from payments where order_id = any ($1)', [ids]);
  const ours = [...ids, ...rows.map(({ id }) => id)];
  const books = { bank, programs: emptyPrograms };
  const found = await checkInvariants(shop.db, books, later, nightlyReach(later));
  return found.filter(({ samples }) => samples.some((id) => ours.includes(id))).map(({ invariant }) => invariant);
};

const mailOf = async (id: string): Promise<string | undefined> => {
  const tasks = ordersTasks({
    ...shop,
    gateway: new StubBank({ charge: 'lost' }).gateway(),
    publicUrl: 'https://c.example',
  });
  await tasks.find(({ name }) => name === 'order-not-placed')?.run({ orderId: id }, { now: new Date(), log });
  const { rows } = await shop.db.pool.query<{ text: string }>('select text from mails where dedupe_key = $1', [
    `order-not-placed:${id}`,
  ]);
  return rows[0]?.text;
};

describe('[DEC-131] if a bank never answers, an operator ends the order with the outcome from the bank’s desk', () => {
  test('entered as charged: the order is confirmed with number and author, and leaves findings and list', async () => {
    const bank = new StubBank({ charge: 'lost' });
    const id = await openStuck(bank);
    expect(await findingsOf(bank, [id])).toContain('order-not-stuck');
    expect(await order('stuck')).toContain(`${id}  placing: Q130.00, charge `);
    expect(await settle(id, 'charged', '--reference', 'R-77')).toMatch(
      /^done: Order \d{9} now stands, paid with Q130.00/,
    );
    expect(await readState(id)).toEqual(['processing, approved, ordered, t, -1', `capture, ${rosa}`]);
    const { rows } = await shop.db.pool.query('select reference from money_movements where order_id = $1', [id]);
    expect(rows).toEqual([{ reference: 'R-77' }]);
    expect(await findingsOf(bank, [id])).toEqual([]);
    expect(await order('stuck')).not.toContain(id);
    expect(await settle(id, 'charged')).toMatch(/^done: Order \d{9} stands already/);
    expect(await settle(id, 'not-charged')).toMatch(/^refused: The order is processing, and its payment is approved/);
    expect(await readState(id)).toHaveLength(2);
  });

  test('entered as not charged: stock, cart and key are as before, the buyer is mailed, and no money moves', async () => {
    const bank = new StubBank({ charge: 'dropped' });
    const id = await openStuck(bank);
    expect(await settle(id, 'not-charged')).toMatch(/^done: The order does not stand, .* is recorded now/);
    expect(await readState(id)).toEqual(['void, refused, open, f, 0']);
    expect(await findingsOf(bank, [id])).toEqual([]);
    expect(await mailOf(id)).toContain('No se hizo ningún cobro.');
    expect(await settle(id, 'not-charged')).toMatch(/^done: The order does not stand, .* was recorded before/);
    expect(await settle(id, 'charged')).toMatch(
      /^refused: The order is void, and its payment is refused\. .*ceiba payment reverse/,
    );
    expect(await readState(id)).toHaveLength(1);
  });

  test('entered as charged while voiding: the order stays void, and its charge is reversed later', async () => {
    const bank = new StubBank({ charge: 'lost' });
    const id = await openStuck(bank, { isVoiding: true });
    expect(await settle(id, 'charged')).toMatch(
      /^done: The order does not stand, and its charge of Q130.00 is now due/,
    );
    expect(await readState(id)).toEqual(['void, reversing, open, f, 0', `capture, ${rosa}`, `refund_due, ${rosa}`]);
    expect(await mailOf(id)).toContain('lo cobró. Como el pedido ya no se registró, le pedimos que te lo devuelva.');
    expect(await settle(id, 'charged')).toMatch(/already due to be reversed/);
    await reconcile(bank.gateway());
    expect(await readState(id)).toEqual([
      'void, reversed, open, f, 0',
      `capture, ${rosa}`,
      `refund_due, ${rosa}`,
      `reversal, ${rosa}`,
    ]);
    expect(await findingsOf(bank, [id])).toEqual([]);
  });

  test('entered as not charged while voiding or reversing: no reversal is due afterwards', async () => {
    const bank = new StubBank({ charge: 'lost', voids: ['unsent', 'unsent'] });
    const [voiding, reversing] = [
      await openStuck(bank, { isVoiding: true }),
      await openStuck(bank, { isVoiding: true }),
    ];
    expect(await settle(voiding, 'not-charged')).toMatch(/^done/);
    expect(await readState(voiding)).toEqual(['void, refused, open, f, 0']);
    await settle(reversing, 'charged');
    await shop.db.pool.query(`update payments set reversing_since = now() - interval '1 hour' where order_id = $1`, [
      reversing,
    ]);
    expect(await order('stuck')).toContain(`${reversing}  void: Q130.00`);
    expect(await settle(reversing, 'not-charged')).toMatch(/^done/);
    expect(await readState(reversing)).toEqual([
      'void, reversed, open, f, 0',
      `capture, ${rosa}`,
      `refund_due, ${rosa}`,
      `reversal, ${rosa}`,
    ]);
    expect(await order('stuck')).not.toContain(reversing);
  });
});

describe('only one of two concurrent calls ends the order', () => {
  test('two operators enter the same outcome, or different outcomes', async () => {
    const bank = new StubBank({ charge: 'lost' });
    const same = await openStuck(bank);
    const answers = await Promise.all([1, 2, 3, 4].map(() => settle(same, 'charged')));
    expect(answers.filter((answer) => answer.includes('now stands'))).toHaveLength(1);
    expect(answers.filter((answer) => answer.includes('stands already'))).toHaveLength(3);
    expect(await readState(same)).toEqual(['processing, approved, ordered, t, -1', `capture, ${rosa}`]);
    const other = await openStuck(bank);
    const words = await Promise.all([settle(other, 'charged'), settle(other, 'not-charged')]);
    expect(words.filter((answer) => answer.startsWith('done'))).toHaveLength(1);
    expect(await findingsOf(bank, [same])).toEqual([]);
  });

  test('a charge that the bank reports after an operator entered “not charged” is recorded and reversed', async () => {
    const bank = new StubBank({ charge: 'lost' });
    const id = await openStuck(bank);
    const gateway = bank.gateway();
    const slow: PaymentGateway = {
      ...gateway,
      findByKey: async (charge) => {
        await settle(id, 'not-charged');
        return gateway.findByKey(charge);
      },
    };
    await shop.db.pool.query(
      `update orders set settle_after = now() + interval '1 day' where id <> $1 and settle_after is not null`,
      [id],
    );
    await reconcile(slow);
    await reconcile(gateway, 1_200_000);
    expect((await readState(id))[0]).toBe('void, reversed, open, f, 0');
    expect((await readState(id)).slice(1).map((line) => line.split(',')[0])).toEqual([
      'capture',
      'refund_due',
      'reversal',
    ]);
    expect([...bank.charges.values()].map(({ status }) => status)).toEqual(['void']);
    expect(await findingsOf(bank, [id])).toEqual([]);
  });

  test('an operator enters “charged” while the bank’s answer arrives: the order is confirmed once', async () => {
    const bank = new StubBank({ charge: 'lost' });
    const id = await openStuck(bank);
    const gateway = bank.gateway();
    const slow: PaymentGateway = {
      ...gateway,
      findByKey: async (charge) => {
        const found = await gateway.findByKey(charge);
        await settle(id, 'charged');
        return found;
      },
    };
    await reconcile(slow);
    expect(await readState(id)).toEqual(['processing, approved, ordered, t, -1', `capture, ${rosa}`]);
  });
});

test('the guard reports a late answer of the bank that contradicts the entered outcome', async () => {
  const silent = new StubBank({ charge: 'dropped' });
  const unpaid = await openStuck(silent);
  await settle(unpaid, 'charged');
  expect(await findingsOf(silent, [unpaid])).toEqual(['payment-charged']);
  const bank = new StubBank({ charge: 'lost' });
  const charged = await openStuck(bank);
  await settle(charged, 'not-charged');
  expect(await findingsOf(bank, [charged])).toEqual(['charge-pays-order']);
});

test('an operator cannot end a running placement or a cash order, and wrong arguments are refused', async () => {
  const id = await openStuck(new StubBank({ charge: 'dropped' }), { isYoung: true });
  for (const as of ['charged', 'not-charged']) expect(await settle(id, as)).toMatch(/^refused: .*is being settled/);
  expect(await readState(id)).toEqual(['placing, pending, placing, f, -1']);
  expect(await order('stuck')).not.toContain(id);
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  expect((await postOrder(shop, { cartId, payments: [cash(130)] })).statusCode).toBe(200);
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where cart_id = $1', [cartId]);
  expect(await settle(rows[0]?.id ?? '', 'not-charged')).toMatch(/^refused: The order is not paid by card/);
  expect(await settle(randomUUID(), 'charged')).toMatch(/^refused: There is no order/);
  for (const words of [
    ['settle'],
    ['settle', '100000001', '--as', 'charged', '--by', 'Rosa', '--reason', reason],
    ['settle', id, '--as', 'maybe', '--by', 'Rosa', '--reason', reason],
    ['settle', id, '--as', 'charged', '--by', 'Rosa'],
    ['settle', id, '--as', 'charged', '--by', ' ', '--reason', reason],
    ['settle', id, '--as', 'charged', '--by', 'Rosa', '--reason', 'x'.repeat(301)],
    ['settle', id, '--as', 'charged', '--by', 'Rosa', '--reason', reason, 'now'],
  ])
    expect(await order(...words)).toMatch(/^refused: ceiba order settle <id>/);
});
