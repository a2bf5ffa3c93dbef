import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelUnits } from '../orders/canceling/cancel-order.ts';
import { toFollowedOrder } from '../orders/history/order-history.routes.ts';
import { findOrderByNumber } from '../orders/history/order-history.store.ts';
import { orderCommands } from '../orders/order-command.ts';
import { ordersTasks } from '../orders/orders.tasks.ts';
import { reconcileOrders } from '../orders/placing/settle-order.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import type { Tx } from '../platform/db/database.ts';
import { shipmentCommands } from '../shipments/shipment-command.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { openFaultyLine } from '../testing/faulty-line.ts';
import { blockedBy } from '../testing/lock-waits.ts';
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
  type ReadyCart,
} from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { freePoints, overdue, programsOf, redeem, settle } from '../testing/points-calls.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { makeRefund } from './make-refund.ts';
import { lockOrderToRefund } from './order-to-refund.store.ts';
import { refundsTasks } from './refunds.tasks.ts';
import { sendRefunds } from './send-refunds.ts';
import { giveOutDue, lockTillDue } from './till-refunds.store.ts';

const runOrderCommand = typing(orderCommands, 'order');
const runShipmentCommand = typing(shipmentCommands, 'shipment');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let lens: number;
let cable: number;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
  lens = await createProduct(shop.db, { sku: 'LENS', price: 300_00, stock: 1_000, sellerId: 2, offerId: 'OF-1' });
  cable = await createProduct(shop.db, { sku: 'CABLE', price: 40_00, stock: 1_000 });
  await createWarranty(shop.db, { sku: 'W-SPEAKER', productId: speaker, amount: 10_00 });
  await shop.db.pool.query(`insert into coupons (code, label, amount) values ('MENOS50', 'Menos Q50', 5000)`);
});
afterAll(async () => {
  await reconcileOrders({ db: shop.db, gateway: gatewayAt(), log }, new Date());
  await settle(shop, programsOf(open.bank));
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const log = { info: () => {}, warn: () => {}, error: () => {} };
const gatewayAt = (url = shop.config.bank.url, timeoutMs = 60_000) =>
  createHttpGateway({ ...shop.config.bank, url, timeoutMs });

const place = async (cart: ReadyCart, ...payments: object[]): Promise<string> => {
  const cartId = await prepareCart(shop, cart);
  const answer = await postOrder(shop, { cartId, payments }, undefined, await mintProof(shop));
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return answer.json().data.orderNumber;
};

/** Three speakers with a coupon of Q50, and delivery of Q30. */
const threeSpeakers = { lines: [{ productId: 0, quantity: 3 }], couponCode: 'MENOS50' };
const placeThree = (...payments: object[]) =>
  place({ ...threeSpeakers, lines: [{ productId: speaker, quantity: 3 }] }, ...payments);

const command = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const call = { db: shop.db, args, actor: operator, now: new Date(), say: (text: string) => void said.push(text) };
  const isDone = await runOrderCommand(call);
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};
const by = ['--by', 'Ana Paz', '--reason', 'no hay'];
const cancelLine = (number: string, line: number, ...words: string[]) =>
  command('cancel', number, '--line', String(line), ...words, ...by);

const moneyOf = async (number: string): Promise<unknown[][]> => {
  const { rows } = await shop.db.pool.query(
    `select m.kind, m.amount, m.actor ->> 'id' as by, m.reason
     from money_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
    [number],
  );
  return rows.map((row) => [row.kind, row.amount, row.by, row.reason]);
};
const kindsOf = async (number: string) => (await moneyOf(number)).map(([kind, amount]) => [kind, amount]);

/** Returns the amount of an order's charge that the bank still has. */
const outstandingOf = async (number: string): Promise<number | undefined> => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    'select p.id from payments p join orders o on o.id = p.order_id where o.number = $1',
    [number],
  );
  return (await open.bank.charges()).find(({ key }) => key === rows[0]?.id)?.outstandingCentavos;
};

const viewOf = async (number: string) => {
  const row = await findOrderByNumber(shop.db.write, number);
  if (row === undefined) throw new Error(`no order ${number}`);
  return toFollowedOrder(row);
};

/** Expires all leases. */
const elapse = () =>
  shop.db.pool.query(`update refunds set send_after = now() - interval '1 second' where send_after is not null`);

const mailOf = async (number: string): Promise<string | undefined> => {
  const tasks = [
    ...ordersTasks({ ...shop, gateway: gatewayAt(), publicUrl: 'https://ceiba.example' }),
    ...refundsTasks({ ...shop, gateway: gatewayAt(), publicUrl: 'https://ceiba.example' }),
  ];
  const { rows: jobs } = await shop.db.pool.query<{ identifier: string; payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier in ('units-canceled', 'refund-at-till', 'order-canceled')
       and j.payload ->> 'orderId' = (select id::text from orders where number = $1)
     returning t.identifier, j.payload`,
    [number],
  );
  for (const { identifier, payload } of jobs)
    await tasks.find(({ name }) => name === identifier)?.run(payload, { now: new Date(), log });
  const { rows } = await shop.db.pool.query<{ text: string }>(
    `select text from mails where position($1 in subject) > 0 order by created_at desc, id desc limit 1`,
    [number],
  );
  return rows[0]?.text;
};

describe('a part of an order is canceled', () => {
  test('[DEC-76, DEC-137] a canceled part is refunded to the card minus the coupon and mailed to the buyer', async () => {
    const number = await placeThree(card(280));
    const before = await levelsOf(shop.db, speaker);
    const said = await cancelLine(number, 1, '--units', '1');
    expect(said).toBe(
      `done: Of Bocina SPEAKER in order ${number} 1 of 3 are now canceled; Q83.33 goes back to its card.`,
    );
    expect(await levelsOf(shop.db, speaker)).toEqual({ BODEGA: (before.BODEGA ?? 0) + 1 });
    expect(await kindsOf(number)).toEqual([
      ['capture', 280_00],
      ['refund_due', 83_33],
    ]);
    expect(await sendRefunds({ db: shop.db, gateway: gatewayAt(), log })).toBe(1);
    expect(await sendRefunds({ db: shop.db, gateway: gatewayAt(), log })).toBe(0);
    expect((await moneyOf(number)).at(-1)).toEqual(['refund', 83_33, 'Ana Paz', 'no hay']);
    expect(await outstandingOf(number)).toBe(280_00 - 83_33);
    const view = await viewOf(number);
    expect(view.status).toBe('processing');
    expect(view.total).toMatchObject({ grandTotal: { value: 280 }, canceled: { value: 83.33 } });
    expect(view.products).toMatchObject([{ quantityOrdered: 3, quantityCanceled: 1, status: 'processing' }]);
    const mail = await mailOf(number);
    expect(mail).toContain('1 × Bocina SPEAKER');
    expect(mail).toContain('El banco ya devolvió Q83.33 a tu Visa terminada en');
    expect(await command('show', number)).toContain('money     refund Q83.33');
  });

  test('[DEC-137] repeated and concurrent cancellations have one effect and one answer', async () => {
    const number = await placeThree(card(280));
    const all = await Promise.all(Array.from({ length: 20 }, () => cancelLine(number, 1, '--units', '2')));
    const changed = all.filter((said) => said.includes('are now canceled'));
    expect(changed).toHaveLength(1);
    expect(new Set(all.map((said) => said.replace('already', 'now'))).size).toBe(1);
    expect(await kindsOf(number)).toEqual([
      ['capture', 280_00],
      ['refund_due', 166_67],
    ]);
  });

  test('[DEC-76, DEC-137] the last unit cancels the order and refunds everything, also coupon and delivery', async () => {
    const number = await placeThree(card(280));
    const { rows: uses } = await shop.db.pool.query(`select used_count from coupons where code = 'MENOS50'`);
    await cancelLine(number, 1, '--units', '1');
    await cancelLine(number, 1, '--units', '2');
    expect(await cancelLine(number, 1)).toBe(
      `done: Of Bocina SPEAKER in order ${number} 3 of 3 are now canceled: order ${number} is canceled.`,
    );
    expect(await kindsOf(number)).toEqual([
      ['capture', 280_00],
      ['refund_due', 83_33],
      ['refund_due', 83_34],
      ['refund_due', 113_33],
    ]);
    expect(await mailOf(number)).toContain('Pedimos al banco que devuelva Q113.33 a tu');
    await sendRefunds({ db: shop.db, gateway: gatewayAt(), log });
    expect(await outstandingOf(number)).toBe(0);
    const { rows } = await shop.db.pool.query(`select used_count from coupons where code = 'MENOS50'`);
    expect(rows[0].used_count).toBe(uses[0].used_count - 1);
    expect(await cancelLine(number, 1, '--units', '1')).toContain('are already canceled');
  });

  test('[DEC-137] the last cancellation of an order is recorded with its author and reason', async () => {
    const shipment = async (number: string) => {
      const args = ['cancel', `${number}-1`, ...by];
      const call = { db: shop.db, args, actor: operator, now: new Date(), say: () => undefined };
      expect(await runShipmentCommand(call)).toBe(true);
    };
    const ways = [
      (number: string) => cancelLine(number, 1),
      shipment,
      (number: string) => command('cancel', number, ...by),
    ];
    for (const cancelAll of ways) {
      const [paid, unpaid] = [await placeThree(card(280)), await placeThree(cash(280))];
      await cancelAll(paid);
      await cancelAll(unpaid);
      expect((await moneyOf(paid)).at(-1)).toEqual(['refund_due', 280_00, 'Ana Paz', 'no hay']);
      const { rows } = await shop.db.pool.query(
        `select distinct p.decided_by ->> 'id' as payment_by, p.reason as payment, s.decided_by ->> 'id' as shipment_by, s.reason as shipment
         from orders o join payments p on p.order_id = o.id join shipments s on s.order_id = o.id where o.number = any ($1)`,
        [[paid, unpaid]],
      );
      expect(rows).toEqual([{ payment_by: 'Ana Paz', payment: 'no hay', shipment_by: 'Ana Paz', shipment: 'no hay' }]);
      // The mail does not contain the typed reason.
      expect(await mailOf(paid)).not.toContain('no hay');
    }
    const tasks = [
      ...ordersTasks({ ...shop, gateway: gatewayAt(), publicUrl: 'https://ceiba.example' }),
      ...refundsTasks({ ...shop, gateway: gatewayAt(), publicUrl: 'https://ceiba.example' }),
    ];
    for (const due of ['reconcile-orders', 'send-refunds'])
      await tasks.find(({ name }) => name === due)?.run({}, { now: new Date(), log });
  });

  test('[DEC-137] a cash order owes less: its payment, its page and its courier show the rest', async () => {
    const number = await place(
      { lines: [{ productId: speaker, quantity: 2, warrantySku: 'W-SPEAKER' }], donation: 5_00 },
      cash(255),
    );
    expect(await cancelLine(number, 1, '--units', '1')).toContain('; Q110.00 is no longer owed.');
    expect(await mailOf(number)).toContain('Ahora pagas Q145.00 al recibir tu pedido.');
    const { tracking } = await viewOf(number);
    expect(tracking[0]?.status.map(({ title }) => title)).toContain('Pagas Q145.00 al recibir');
    await command('ship', number);
    await command('deliver', number, '--amount', '145');
    expect(await kindsOf(number)).toEqual([['cash_collected', 145_00]]);
  });

  test('[DEC-114] points are refunded first, as points', async () => {
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
    const free = Number(await freePoints(open.bank));
    await redeem(shop, cartId, 50);
    const payments = [card(180), { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 50 }];
    const number: string = (await postOrder(shop, { cartId, payments })).json().data.orderNumber;
    await settle(shop, programsOf(open.bank));
    const taken = free - Number(await freePoints(open.bank));
    expect(await cancelLine(number, 1, '--units', '1')).toContain(
      `; Q50.00 goes back to its card; ${taken} points go back.`,
    );
    expect(await mailOf(number)).toContain(`puntos a tu cuenta de`);
    expect(await settle(shop, programsOf(open.bank))).toBe(1);
    expect(await freePoints(open.bank)).toBe(free);
    expect((await kindsOf(number)).sort()).toEqual([
      ['capture', 180_00],
      ['points_given', 50_00],
      ['points_taken', 50_00],
      ['refund_due', 50_00],
    ]);
  });

  test('[DEC-137] units in preparation cannot be canceled, and the order continues after its slow line is canceled', async () => {
    const cart = {
      lines: [
        { productId: speaker, quantity: 1 },
        { productId: lens, quantity: 1 },
      ],
    };
    const number = await place(cart, card(430));
    const shipment = (seller: string) =>
      runShipmentCommand({
        db: shop.db,
        args: ['advance', number, seller],
        now: new Date(),
        actor: operator,
        say: () => {},
      });
    for (let step = 0; step < 3; step += 1) await shipment('1');
    expect(await cancelLine(number, 1)).toBe(
      `refused: Line 1 of order ${number} is being prepared, or was sent. Nothing was changed.`,
    );
    expect(await cancelLine(number, 3)).toContain('has 2 lines, and no line 3.');
    expect(await cancelLine(number, 2, '--units', '2')).toContain('has 1 units.');
    expect(await cancelLine(number, 2)).toContain('1 of 1 are now canceled; Q300.00 goes back to its card.');
    const view = await viewOf(number);
    expect(view.status).toBe('delivered');
    expect(view.products.map(({ status }) => status)).toEqual(['delivered', 'canceled']);
    expect(view.tracking.map(({ status }) => status.at(-1)?.title)).toEqual(['Entregado', 'Envío cancelado']);
  });

  test.each([
    [['--line', '0', ...by]],
    [['--line', '1', '--units', 'all', ...by]],
    [['--line', '1', '--by', 'Ana']],
    [['--line', '1', '--reason', 'no hay']],
    [['--line', '1', '--linea', '1', ...by]],
  ])('the command %j is refused with its usage, and nothing changes', async (words) => {
    const number = await placeThree(card(280));
    expect(await command('cancel', number, ...words)).toContain('refused: ceiba order cancel <number>');
    expect(await kindsOf(number)).toEqual([['capture', 280_00]]);
  });
});

describe('a refund at the bank', () => {
  test.each(['never-arrives', 'answer-lost'] as const)(
    '[DEC-107] a refund whose call %s is requested again with its key, and is paid once',
    async (fate) => {
      const line = await openFaultyLine(open.bank.url);
      const number = await placeThree(card(280));
      // Sends the refunds that earlier tests have left.
      await sendRefunds({ db: shop.db, gateway: gatewayAt(), log });
      await cancelLine(number, 1, '--units', '1');
      line.fail(/refunds$/, [fate]);
      const faulty = gatewayAt(line.url);
      expect(await sendRefunds({ db: shop.db, gateway: faulty, log })).toBe(0);
      expect(await sendRefunds({ db: shop.db, gateway: faulty, log })).toBe(0);
      await elapse();
      expect(await sendRefunds({ db: shop.db, gateway: faulty, log })).toBe(1);
      expect(await outstandingOf(number)).toBe(280_00 - 83_33);
      expect((await kindsOf(number)).at(-1)).toEqual(['refund', 83_33]);
      await line.close();
    },
  );

  test('[DEC-107] only the acquirer of the charge is called, and an unknown charge is not a refusal', async () => {
    const number = await placeThree(card(280));
    await cancelLine(number, 1, '--units', '1');
    const other = createHttpGateway({ ...shop.config.bank, merchantKey: 'another account', timeoutMs: 60_000 });
    expect(await sendRefunds({ db: shop.db, gateway: other, log })).toBe(0);
    const forgetful = await openTestBank();
    expect(await sendRefunds({ db: shop.db, gateway: gatewayAt(forgetful.url), log })).toBe(0);
    await forgetful.close();
    expect(await kindsOf(number)).toEqual([
      ['capture', 280_00],
      ['refund_due', 83_33],
    ]);
    await elapse();
    expect(await sendRefunds({ db: shop.db, gateway: gatewayAt(), log })).toBe(1);
  });

  test('[DEC-12, DEC-140] a refund that the bank refuses is due at a till, and the buyer gets one mail before', async () => {
    const number = await placeThree(card(280));
    await cancelLine(number, 1, '--units', '1');
    expect(await mailOf(number)).toContain('Pedimos al banco que devuelva Q83.33 a tu Visa terminada en');
    const refusing = { ...gatewayAt(), refund: async () => ({ kind: 'refused', code: 'CLOSED' }) as const };
    expect(await sendRefunds({ db: shop.db, gateway: refusing, log })).toBe(1);
    expect(await sendRefunds({ db: shop.db, gateway: refusing, log })).toBe(0);
    const mail = await mailOf(number);
    expect(mail).toContain('El banco no pudo devolver Q83.33 a tu Visa terminada en');
    expect(mail).toContain(
      `Te devolvemos Q83.33 en la caja de cualquiera de nuestras tiendas. Preséntate con tu número de pedido, ${number}.`,
    );
    const { rows } = await shop.db.pool.query(`select from mails where subject = $1`, [
      `Pasa por la devolución de tu pedido ${number}`,
    ]);
    expect(rows).toHaveLength(1);
    expect(
      await command('refund', number, '--amount', 'Q83.33', '--receipt', 'D-9', '--by', 'Ana Paz', '--transfer'),
    ).toContain('Q83.33 are now given out');
    expect((await kindsOf(number)).at(-1)).toEqual(['till_refund', 83_33]);
  });

  test('[DEC-140] a till that repeats a receipt pays nothing, and a later debt needs a new receipt', async () => {
    const number = await placeThree(card(280));
    const refusing = { ...gatewayAt(), refund: async () => ({ kind: 'refused', code: 'CLOSED' }) as const };
    await cancelLine(number, 1, '--units', '1');
    await sendRefunds({ db: shop.db, gateway: refusing, log });
    const paper = `D-${number}`;
    const refund = (amount: string, receipt: string) =>
      command('refund', number, '--amount', amount, '--receipt', receipt, '--by', 'Ana Paz', '--transfer');
    await refund('Q83.33', paper);
    await cancelLine(number, 1, '--units', '2');
    await sendRefunds({ db: shop.db, gateway: refusing, log });
    expect(await refund('83.33', paper.toLowerCase())).toBe(
      `done: Of order ${number} Q83.33 were already given out, receipt ${paper.toLowerCase()}. Q83.34 are due since, on a paper of their own.`,
    );
    expect(await refund('83.34', paper)).toContain(`refused: On this receipt Q83.33 of order ${number} were given out`);
    expect((await kindsOf(number)).at(-1)).toEqual(['refund_due', 83_34]);
    expect(await refund('83.34', `${paper} b`)).toContain('Q83.34 are now given out');
    expect((await kindsOf(number)).at(-1)).toEqual(['till_refund', 83_34]);
  });

  test('[DEC-140] a refund that the bank refuses while a till pays another stays due', async () => {
    const number = await placeThree(card(280));
    const refusing = { ...gatewayAt(), refund: async () => ({ kind: 'refused', code: 'CLOSED' }) as const };
    await cancelLine(number, 1, '--units', '1');
    await sendRefunds({ db: shop.db, gateway: refusing, log });
    await cancelLine(number, 1, '--units', '2');
    let end: Promise<number> | undefined;
    await shop.db.transaction(async (tx) => {
      const held = await lockTillDue(tx, number);
      if (held === undefined) throw new Error('no order');
      expect(held.due).toBe(83_33);
      let isOver = false;
      end = sendRefunds({ db: shop.db, gateway: refusing, log }).finally(() => {
        isOver = true;
      });
      // The bank's refusal is either recorded, or waits for the order's lock.
      await until(async () => isOver || (await blockedBy(shop.db.pool, tx)).length > 0);
      expect(await giveOutDue(tx, held, { till: null, receipt: `D-${number}`, actor: operator })).toBe(true);
    });
    await end;
    expect((await kindsOf(number)).filter(([kind]) => kind === 'till_refund')).toEqual([['till_refund', 83_33]]);
    expect(
      await command('refund', number, '--amount', '83.34', '--receipt', `D2-${number}`, '--by', 'Ana', '--transfer'),
    ).toContain('Q83.34 are now given out');
  });

  test('[DEC-140] a paid refund is not paid again with another receipt', async () => {
    const number = await placeThree(card(280));
    const refusing = { ...gatewayAt(), refund: async () => ({ kind: 'refused', code: 'CLOSED' }) as const };
    await cancelLine(number, 1, '--units', '1');
    await sendRefunds({ db: shop.db, gateway: refusing, log });
    const held = await shop.db.transaction((tx) => lockTillDue(tx, number));
    if (held === undefined) throw new Error('no order');
    const giveOut = (receipt: string) =>
      shop.db.transaction((tx) => giveOutDue(tx, held, { till: null, receipt, actor: operator }));
    expect(await giveOut(`D-${number}`)).toBe(true);
    await expect(giveOut(`E-${number}`)).rejects.toThrow('is no longer due');
    const { rows } = await shop.db.pool.query('select receipt from till_papers where order_id = $1', [held.orderId]);
    expect(rows).toEqual([{ receipt: `D-${number}` }]);
  });

  /** Settles an order as charged, like an operator who does not know the bank's reference. */
  const forgetReference = (number: string) =>
    shop.db.pool.query(
      'update payments p set gateway_id = null from orders o where o.id = p.order_id and o.number = $1',
      [number],
    );

  test('[DEC-107] for a charge without a reference, a refund first looks up the charge by its key', async () => {
    const number = await placeThree(card(280));
    await cancelLine(number, 1, '--units', '1');
    await forgetReference(number);
    const silent = { ...gatewayAt(), findByKey: async () => ({ kind: 'unknown', reason: 'silence' }) as const };
    expect(await sendRefunds({ db: shop.db, gateway: silent, log })).toBe(0);
    expect(await outstandingOf(number)).toBe(280_00);
    await elapse();
    expect(await sendRefunds({ db: shop.db, gateway: gatewayAt(), log })).toBe(1);
    expect(await outstandingOf(number)).toBe(280_00 - 83_33);
    expect((await kindsOf(number)).at(-1)).toEqual(['refund', 83_33]);
    // From now on the reference is known.
    await cancelLine(number, 1, '--units', '2');
    expect(await sendRefunds({ db: shop.db, gateway: silent, log })).toBe(1);
  });

  test('[DEC-140] a refund that no acquirer can make is moved to a till, which pays it', async () => {
    const number = await placeThree(card(280));
    await cancelLine(number, 1, '--units', '1');
    const handOver = () => command('hand-over', number, '--by', 'Rosa', '--reason', 'el banco cerró la cuenta');
    const gone = createHttpGateway({ ...shop.config.bank, merchantKey: 'another account', timeoutMs: 60_000 });
    expect(await sendRefunds({ db: shop.db, gateway: gone, log })).toBe(0);
    expect(await handOver()).toBe(
      `done: Q83.33 of order ${number} are now due at a till; no bank is asked any more. The buyer's mail names the card: call the buyer.`,
    );
    expect(await handOver()).toBe(
      `refused: No refund of order ${number} waits for its bank; give back Q83.33 at a till. Nothing was changed.`,
    );
    expect(await sendRefunds({ db: shop.db, gateway: gatewayAt(), log })).toBe(0);
    expect(await outstandingOf(number)).toBe(280_00);
    expect(
      await command(
        'refund',
        number,
        '--amount',
        '83.33',
        '--receipt',
        `D-9-${number}`,
        '--by',
        'Ana Paz',
        '--transfer',
      ),
    ).toContain('Q83.33 are now given out');
    expect((await moneyOf(number)).at(-1)).toEqual([
      'till_refund',
      83_33,
      'Ana Paz',
      'no hay; el banco cerró la cuenta (Rosa)',
    ]);
    expect(await command('hand-over', '999999999', '--by', 'Rosa', '--reason', 'x')).toContain(
      'refused: There is no order 999999999.',
    );
    expect(await command('hand-over', number, '--by', 'Rosa')).toContain('refused: ceiba order hand-over <number>');
  });

  test('[DEC-107] a refund is not moved to a till during its bank call, and is never paid twice', async () => {
    const number = await placeThree(card(280));
    await cancelLine(number, 1, '--units', '1');
    const handOver = () => command('hand-over', number, '--by', 'Rosa', '--reason', 'no contesta');
    let meanwhile = '';
    const asked = {
      ...gatewayAt(),
      refund: async (...words: Parameters<ReturnType<typeof gatewayAt>['refund']>) => {
        meanwhile = await handOver();
        return gatewayAt().refund(...words);
      },
    };
    expect(await sendRefunds({ db: shop.db, gateway: asked, log })).toBe(1);
    expect(meanwhile).toBe(
      `refused: The bank is being asked for what is due of order ${number}: try again in a minute. Nothing was changed.`,
    );
    expect(await handOver()).toBe(`refused: No refund of order ${number} waits for its bank. Nothing was changed.`);
    expect((await kindsOf(number)).filter(([kind]) => kind === 'refund' || kind === 'till_refund')).toEqual([
      ['refund', 83_33],
    ]);
  });

  test('[DEC-107] of twenty concurrent refunds of a unit one succeeds, and none exceeds the payment', async () => {
    const number = await placeThree(card(280));
    const refund = (causeKey: string, more: object) =>
      shop.db.transaction(async (tx) => {
        const order = await lockOrderToRefund(tx, number);
        if (order === undefined) throw new Error('no order');
        const asked = { cause: 'desk' as const, causeKey, lines: [], courtesyReason: 'tarde', ...more };
        return makeRefund(tx, order, { ...asked, actor: operator, reason: 'tarde' });
      });
    const lines = [{ position: 1, units: 3 }];
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => refund(`n ${n}`, { lines })));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'UNITS_NOT_LEFT' } });
    const same = await Promise.all(Array.from({ length: 5 }, () => refund('courtesy', { goodwill: 30_00 })));
    expect(new Set(same.map((made) => made.ok && made.value.id)).size).toBe(1);
    expect(await refund('more', { goodwill: 1 })).toMatchObject({ error: { code: 'REFUND_EXCEEDS_CAPTURED' } });
    await sendRefunds({ db: shop.db, gateway: gatewayAt(), log });
    expect(await outstandingOf(number)).toBe(0);
    // No money is refunded twice: the cancellation of refunded units moves no money.
    const asked = { orderNumber: number, line: 1, units: 1, actor: operator, reason: null };
    expect(await cancelUnits(shop.db, asked, new Date())).toMatchObject({ value: { refund: { amount: 0 } } });
  });
});

describe('[DEC-114] taken and returned points are reported to a program once, for any order of events', () => {
  /**
   * Places an order of two speakers and, as line 2, a cable of Q40, with a certificate of Q100. Its points are reserved
   * and not taken yet.
   */
  const placeWithPoints = async (): Promise<{ number: string; free: unknown }> => {
    const lines = [
      { productId: speaker, quantity: 2 },
      { productId: cable, quantity: 1 },
    ];
    const cartId = await prepareCart(shop, { lines });
    const free = await freePoints(open.bank);
    await redeem(shop, cartId, 100);
    const payments = [card(170), { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 100 }];
    const answer = await postOrder(shop, { cartId, payments }, undefined, await mintProof(shop));
    if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
    return { number: answer.json().data.orderNumber, free };
  };
  const pointsOf = async (number: string): Promise<{ taken: number; given: number }> => {
    const all = (await moneyOf(number)).filter(([kind]) => String(kind).startsWith('points_'));
    const sum = (of: string) => all.reduce((so, [kind, amount]) => so + (kind === of ? Number(amount) : 0), 0);
    return { taken: sum('points_taken'), given: sum('points_given') };
  };
  const settleWith = async (programs = programsOf(open.bank)) => {
    await overdue(shop);
    await shop.db.pool.query(
      `update refunds set points_settle_after = now() - interval '1 second' where points_settle_after is not null`,
    );
    await settle(shop, programs);
  };
  const codeOf = async (number: string): Promise<string> => {
    const { rows } = await shop.db.pool.query<{ code: string }>(
      'select c.code from points_certificates c join orders o on o.id = c.order_id where o.number = $1',
      [number],
    );
    return rows[0]?.code ?? '';
  };
  const blocksSomebody = async (tx: Tx): Promise<boolean> => (await blockedBy(shop.db.pool, tx)).length > 0;

  test('one run settles a partial refund and then the rest', async () => {
    const { number, free } = await placeWithPoints();
    await settleWith();
    await cancelLine(number, 2);
    await command('cancel', number);
    await settleWith();
    expect(await pointsOf(number)).toEqual({ taken: 100_00, given: 100_00 });
    expect((await kindsOf(number)).filter(([kind]) => kind === 'points_given')).toEqual([
      ['points_given', 40_00],
      ['points_given', 60_00],
    ]);
    expect(await freePoints(open.bank)).toBe(free);
  });

  test('the whole certificate is returned while its partial refund has no answer, which is not sent again', async () => {
    const { number, free } = await placeWithPoints();
    await settleWith();
    await cancelLine(number, 2);
    await command('cancel', number);
    const silent = async () => ({ kind: 'unknown', reason: 'silence' }) as const;
    await settleWith({ ...programsOf(open.bank), giveBackPart: silent });
    expect(await pointsOf(number)).toEqual({ taken: 100_00, given: 100_00 });
    await settleWith();
    expect(await pointsOf(number)).toEqual({ taken: 100_00, given: 100_00 });
    expect(await freePoints(open.bank)).toBe(free);
  });

  test('points are partly returned while the return of the whole certificate is being written', async () => {
    const { number, free } = await placeWithPoints();
    await settleWith();
    await cancelLine(number, 2);
    await command('cancel', number);
    const code = await codeOf(number);
    expect(await programsOf(open.bank).giveBack(code)).toEqual({ kind: 'given_back' });
    let settling: Promise<unknown> = Promise.resolve();
    await shop.db.transaction(async (tx) => {
      const text = `update points_certificates set status = 'given_back', settle_after = null where code = $1`;
      await tx.run({ text, values: [code] });
      let isSettled = false;
      settling = settle(shop, programsOf(open.bank)).then(() => {
        isSettled = true;
      });
      await until(async () => isSettled || (await blocksSomebody(tx)));
    });
    await settling;
    expect(await pointsOf(number)).toEqual({ taken: 100_00, given: 100_00 });
    expect(await freePoints(open.bank)).toBe(free);
  });

  test('the program takes the points while a partial refund is being decided', async () => {
    const { number } = await placeWithPoints();
    let settling: Promise<unknown> = Promise.resolve();
    await shop.db.transaction(async (tx) => {
      const order = await lockOrderToRefund(tx, number);
      if (order === undefined) throw new Error('no order');
      let isSettled = false;
      settling = settleWith().then(() => {
        isSettled = true;
      });
      await until(async () => isSettled || (await blocksSomebody(tx)));
      const lines = [{ position: 2, units: 1 }];
      const asked = { cause: 'desk', causeKey: 'cable', lines, courtesyReason: 'se le prometió' } as const;
      expect(await makeRefund(tx, order, { ...asked, actor: operator, reason: null })).toMatchObject({
        value: { pointsAmount: 40_00 },
      });
    });
    await settling;
    await settleWith();
    const { taken, given } = await pointsOf(number);
    expect(taken - given).toBe(60_00);
  });

  test('a partial refund is requested while the capture of the points is being written', async () => {
    const { number } = await placeWithPoints();
    const code = await codeOf(number);
    expect(await programsOf(open.bank).capture(code)).toEqual({ kind: 'captured' });
    let canceling: Promise<unknown> = Promise.resolve();
    await shop.db.transaction(async (tx) => {
      const text = `update points_certificates set status = 'captured', settle_after = null where code = $1`;
      await tx.run({ text, values: [code] });
      let isCanceled = false;
      canceling = cancelLine(number, 2).then(() => {
        isCanceled = true;
      });
      await until(async () => isCanceled || (await blocksSomebody(tx)));
    });
    await canceling;
    await settleWith();
    expect(await pointsOf(number)).toEqual({ taken: 100_00, given: 40_00 });
  });
});
