import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderCommands } from '../orders/order-command.ts';
import { ordersTasks } from '../orders/orders.tasks.ts';
import { reconcileOrders } from '../orders/placing/settle-order.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import {
  card,
  cash,
  openShopWithBank,
  openTestBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { createHttpGateway } from './http-gateway.ts';

const runOrderCommand = typing(orderCommands, 'order');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(() => open.close());

const log = { info: () => {}, warn: () => {}, error: () => {} };

const place = async (payment: object): Promise<string> => {
  const cartId = await prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const answer = await postOrder(open.shop, { cartId, payments: [payment] }, undefined, await mintProof(open.shop));
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return answer.json().data.orderNumber;
};

const order = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  await runOrderCommand({
    db: open.shop.db,
    args,
    actor: operator,
    now: new Date(),
    say: (text) => void said.push(text),
  });
  return said.join('\n');
};

const gatewayAt = (url: string) => createHttpGateway({ ...open.shop.config.bank, url, timeoutMs: 60_000 });

let turns = 0;
/** Runs the reconciler after the lease of the previous run. */
const reconcile = (gateway = gatewayAt(open.shop.config.bank.url)) => {
  turns += 1;
  return reconcileOrders({ db: open.shop.db, gateway, log }, new Date(), turns * 60_000);
};

/** Returns an order's money movements, oldest first: kind, centavos, acquirer, whether the movement has a reference, author, reason. */
const moneyOf = async (number: string): Promise<unknown[][]> => {
  const { rows } = await open.shop.db.pool.query(
    `select m.kind, m.amount, m.acquirer, m.reference is not null as is_named, m.actor, m.reason
     from money_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
    [number],
  );
  return rows.map((row) => [row.kind, row.amount, row.acquirer, row.is_named, row.actor, row.reason]);
};

/** Returns the cancellation mail of an order, written while the shop uses this acquirer. */
const cancellationMail = async (number: string, gateway = gatewayAt(open.shop.config.bank.url)): Promise<string> => {
  const { rows } = await open.shop.db.pool.query<{ id: string }>('select id from orders where number = $1', [number]);
  const orderId = rows[0]?.id;
  const tasks = ordersTasks({ ...open.shop, gateway, publicUrl: 'https://ceiba.example' });
  const tell = tasks.find(({ name }) => name === 'order-canceled');
  await tell?.run({ orderId, reason: 'operator' }, { now: new Date(), log });
  const mails = await open.shop.db.pool.query('select text from mails where dedupe_key = $1', [
    `order-canceled:${orderId}`,
  ]);
  return mails.rows[0]?.text;
};

const guest = { kind: 'customer', id: null };

describe('movements record the money that an order received and gave back', () => {
  test('[PAY-01] charge and reversal are recorded with acquirer, reference and author', async () => {
    const { account } = gatewayAt(open.shop.config.bank.url);
    const number = await place(card(130));
    expect(await moneyOf(number)).toEqual([['capture', 130_00, account, true, guest, null]]);
    await order('cancel', number);
    expect((await moneyOf(number))[1]).toEqual(['refund_due', 130_00, account, true, operator, 'operator']);
    expect(await cancellationMail(number)).toContain(
      'Pedimos al banco que devuelva Q130.00 a tu Visa terminada en 1111. Cuando lo haga, puede tardar unos días',
    );
    await reconcile();
    expect((await moneyOf(number))[2]).toEqual(['reversal', 130_00, account, true, operator, 'operator']);
    expect(await order('show', number)).toContain('money     reversal Q130.00');
  });

  test('[DEC-137] cash is recorded once the buyer has paid at the door, with the person who reported it', async () => {
    const number = await place(cash(130));
    await order('ship', number);
    expect(await moneyOf(number)).toEqual([]);
    await order('deliver', number, '--amount', 'Q130.00');
    expect(await moneyOf(number)).toEqual([['cash_collected', 130_00, null, true, operator, null]]);
  });
});

test('a manual change records its own author, not the author of the previous change', async () => {
  const number = await place(card(130));
  await open.shop.db.pool.query(
    `update payments set status = 'reversed' where order_id = (select id from orders where number = $1)`,
    [number],
  );
  expect((await moneyOf(number))[1]?.[4]).toMatchObject({ kind: 'command', id: 'ceiba' });
});

test('a movement cannot be changed or deleted', async () => {
  await place(card(130));
  for (const change of [
    'update money_movements set amount = amount + 1',
    'delete from money_movements',
    'truncate money_movements',
  ])
    await expect(open.shop.db.pool.query(change)).rejects.toMatchObject({ constraint: 'money_movements_append_only' });
});

describe('money at another bank is not recorded as refunded', () => {
  test('after the shop changes its account, a charge can only be reversed by the former acquirer', async () => {
    const number = await place(card(130));
    await order('cancel', number);
    const other = createHttpGateway({ ...open.shop.config.bank, merchantKey: 'another account', timeoutMs: 60_000 });
    await reconcile(other);
    expect(await moneyOf(number)).toHaveLength(2);
    // The mail does not promise that the money is on its way.
    expect(await cancellationMail(number, other)).toContain(
      'El banco debe devolver Q130.00 a tu Visa terminada en 1111, y todavía lo estamos gestionando con él.',
    );
    await reconcile();
    expect((await moneyOf(number)).map(([kind]) => kind)).toEqual(['capture', 'refund_due', 'reversal']);
  });

  test('without an answer to its look-up a key is not barred, and otherwise a charge would count as returned', async () => {
    const number = await place(card(130));
    await order('cancel', number);
    const forgetful = await openTestBank();
    const silent = {
      ...gatewayAt(forgetful.url),
      findByKey: async () => ({ kind: 'unknown', reason: 'silence' }) as const,
    };
    await reconcile(silent);
    expect(await moneyOf(number)).toHaveLength(2);
    await reconcile(gatewayAt(forgetful.url));
    expect(await moneyOf(number)).toHaveLength(2);
    await forgetful.close();
    await reconcile();
    expect((await moneyOf(number)).map(([kind]) => kind)).toEqual(['capture', 'refund_due', 'reversal']);
  });

  test('a charge that the bank lacks after a restore from a backup does not count as refunded', async () => {
    const number = await place(card(130));
    await order('cancel', number);
    const forgetful = await openTestBank();
    await reconcile(gatewayAt(forgetful.url));
    expect(await moneyOf(number)).toHaveLength(2);
    await forgetful.close();
    await reconcile();
    expect((await moneyOf(number)).map(([kind]) => kind)).toEqual(['capture', 'refund_due', 'reversal']);
  });
});
