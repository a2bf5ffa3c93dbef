import { addDays, type CivilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { failureReasons, type ShipmentState, shipmentStates, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendGiftCards } from '../gift-cards/send-gift-cards.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { orderCommands } from '../orders/order-command.ts';
import { ordersTasks } from '../orders/orders.tasks.ts';
import { createHttpBankLedger, createHttpGateway } from '../payments/http-gateway.ts';
import { createHttpPointsPrograms } from '../points/points-programs.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { decideReturn } from '../returns/decide-return.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { balanceOf, buyGiftCard, byGiftCard, passHoldRules } from '../testing/gift-card-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import {
  card,
  cash,
  merchantKey,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { shipmentCommands } from './shipment-command.ts';
import { shipmentsTasks } from './shipments.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
let glasses: number;
let gift: number;
/** Products of the first, the second and a third seller, by price. */
let cable: number;
let lamp: number;
let frame: number;
let strap: number;
let cap: number;
let ring: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  const { db } = open.shop;
  await createShopBasics(db);
  speaker = await createProduct(db, { sku: 'SPEAKER', title: 'Bocina', price: 500_00, stock: 1000 });
  glasses = await createProduct(db, { sku: 'GLASSES', title: 'Anteojos', price: 200_00, sellerId: 2, offerId: 'o-1' });
  gift = await createProduct(db, { sku: 'GIFT', kind: 'gift_card', price: 100_00 });
  await db.pool.query(`insert into sellers (id, title, slug, lead_days) values (3, 'Foto Sur', 'foto-sur', 1)`);
  cable = await createProduct(db, { sku: 'CABLE', price: 100_00 });
  lamp = await createProduct(db, { sku: 'LAMP', price: 500_00, sellerId: 2, offerId: 'o-2' });
  frame = await createProduct(db, { sku: 'FRAME', price: 50_00, sellerId: 2, offerId: 'o-3' });
  strap = await createProduct(db, { sku: 'STRAP', price: 30_00, sellerId: 3, offerId: 'o-4' });
  cap = await createProduct(db, { sku: 'CAP', price: 20_00, sellerId: 3, offerId: 'o-5' });
  ring = await createProduct(db, { sku: 'RING', price: 10_00, sellerId: 3, offerId: 'o-6' });
  await db.pool.query(`insert into coupons (code, label, amount) values ('MENOS70', 'Menos Q70', 7000)`);
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

let buyers = 0;
let email = '';
beforeEach(() => {
  buyers += 1;
  email = `envio${buyers}@correo.gt`;
});

const oneOf = (productId: number) => ({ productId, quantity: 1 });

/** Places an order of a new buyer; returns its number. */
const place = async (payment: object, more: Partial<ReadyCart> = {}, ...others: object[]): Promise<string> => {
  buyers += 1;
  const lines = [oneOf(speaker), oneOf(glasses)];
  const cartId = await prepareCart(open.shop, { lines, email, telephone: String(46_000_000 + buyers), ...more });
  await open.shop.db.pool.query(`update cart_lines set offer_id = 'o-1' where cart_id = $1 and product_id = $2`, [
    cartId,
    glasses,
  ]);
  const answer = await postOrder(
    open.shop,
    { cartId, payments: [...others, payment] },
    undefined,
    await mintProof(open.shop),
  );
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return answer.json().data.orderNumber;
};

const atStore = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;
const alone = { lines: [] as ReturnType<typeof oneOf>[] };
beforeAll(() => {
  alone.lines = [oneOf(speaker)];
});

const saying =
  (run: ReturnType<typeof typing>) =>
  async (...args: string[]): Promise<string> => {
    const said: string[] = [];
    const { db } = open.shop;
    const isDone = await run({ db, args, now: new Date(), actor: operator, say: (text) => said.push(text) });
    return `${isDone ? 'ok' : 'no'}: ${said.join('\n')}`;
  };
const shipment = saying(typing(shipmentCommands, 'shipment'));
const order = saying(typing(orderCommands, 'order'));

const by = ['--by', 'Ana Xol'];
const refused = ['--reason', 'rechazado', ...by];

/** The states of an order, its payment and its shipments, and its money movements. */
const stateOf = async (number: string): Promise<string> => {
  const { rows } = await open.shop.db.pool.query<{ state: string }>(
    `select concat_ws(', ', o.status, p.status,
       (select string_agg(s.state::text, ' ' order by s.n) from shipments s where s.order_id = o.id),
       (select string_agg(concat_ws(' ', m.kind, m.amount, right(m.reference, 2)), ' + ' order by m.id)
          from money_movements m where m.order_id = o.id)) as state
     from orders o join payments p on p.order_id = o.id where o.number = $1`,
    [number],
  );
  return rows[0]?.state ?? 'no such order';
};

const units = async (product = speaker): Promise<number> =>
  Object.values(await levelsOf(open.shop.db, product)).reduce((one, other) => one + other, 0);

const couponUses = async (): Promise<number> =>
  (await open.shop.db.pool.query<{ uses: number }>(`select used_count as uses from coupons where code = 'MENOS70'`))
    .rows[0]?.uses ?? 0;

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Writes the pending mails about ended shipments, and returns the mails to this test's buyer. */
const lostMails = async (): Promise<{ subject: string; text: string }[]> => {
  const { shop } = open;
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const tasks = shipmentsTasks({ ...shop, gateway, publicUrl: 'https://ceiba.example' });
  const { rows: jobs } = await shop.db.pool.query<{ payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'shipment-lost' returning j.payload`,
  );
  const task = tasks.find(({ name }) => name === 'shipment-lost');
  for (const { payload } of jobs) {
    await task?.run(payload, { now: new Date(), log });
    await task?.run(payload, { now: new Date(), log });
  }
  const { rows } = await shop.db.pool.query<{ subject: string; text: string }>(
    `select subject, text from mails where dedupe_key like 'shipment-lost:%' and recipient = $1 order by created_at`,
    [email],
  );
  return rows;
};

const follow = async (orderNumber: string) => {
  const answer = await open.shop.call('findOrder', { body: { orderNumber, email } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};

test('[WORK-02, DEC-137] SQL and domain give an order the same status, for any shipments', async () => {
  const twos = shipmentStates.flatMap((a) => shipmentStates.map((b) => [a, b]));
  const lists: ShipmentState[][] = [
    ...shipmentStates.map((a) => [a]),
    ...twos,
    ...twos.flatMap((two) => shipmentStates.map((c) => [...two, c])),
  ];
  for (const isPaidAtStore of [false, true]) {
    const { rows } = await open.shop.db.pool.query<{ status: string }>(
      `select status_of_shipments(array(select jsonb_array_elements_text(list))::shipment_state[], $2) as status
       from jsonb_array_elements($1::jsonb) with ordinality as l (list, n) order by n`,
      [JSON.stringify(lists), isPaidAtStore],
    );
    expect(rows.map(({ status }) => status)).toEqual(lists.map((states) => statusOfShipments(states, isPaidAtStore)));
  }
});

test('SQL and domain have the same states in the same order', async () => {
  const { rows } = await open.shop.db.pool.query('select enum_range(null::shipment_state)::text[]::text as states');
  expect(rows[0].states.slice(1, -1).split(',').toSorted()).toEqual(shipmentStates.toSorted());
});

describe('cash at the door', () => {
  test('[DEC-137] is collected per shipment: its lines minus discount, and the first also collects the delivery fee', async () => {
    const number = await place(cash(660), { couponCode: 'MENOS70' });
    expect(await stateOf(number)).toBe('processing, pending, ready ready');
    for (const shipmentNumber of [1, 2])
      expect(await shipment('send', `${number}-${shipmentNumber}`)).toMatch(/^ok: .* now sent\. The order is/);
    expect(await shipment('deliver', `${number}-1`)).toBe(
      `no: Shipment ${number}-1 is paid in cash: type what was collected, --amount Q460.00 if it was all of it. Nothing was changed.`,
    );
    expect(await shipment('deliver', `${number}-1`, '--amount', 'Q460.00', ...by)).toBe(
      `ok: Shipment ${number}-1 is now delivered. The order is shipped.`,
    );
    expect(await stateOf(number)).toBe('shipped, pending, delivered sent, cash_collected 46000 -1');
    expect((await follow(number)).dueAtDoor).toEqual({ value: 200, currency: 'GTQ' });
    expect(await order('deliver', number, '--amount', '200')).toBe(`ok: Order ${number} is now delivered.`);
    expect(await stateOf(number)).toBe(
      'delivered, approved, delivered delivered, cash_collected 46000 -1 + cash_collected 20000 -2',
    );
    expect((await follow(number)).dueAtDoor).toBeNull();
    const { rows } = await open.shop.db.pool.query(
      `select m.actor from money_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
      [number],
    );
    expect(rows[0]).toEqual({ actor: { kind: 'command', id: 'Ana Xol' } });
  });

  test('more than the due amount is refused, and less needs a reason that the guard reports', async () => {
    const number = await place(cash(530), alone);
    await order('ship', number);
    expect(await shipment('deliver', `${number}-1`, '--amount', '500')).toBe(
      `no: Shipment ${number}-1 has Q530.00 to collect. More is never collected: it is change. If less truly was, say why: --difference <reason>. Nothing was changed.`,
    );
    expect(await order('deliver', number, '--amount', '500')).toContain('no: ');
    const over = ['--amount', '530.01', '--difference', 'propina'];
    expect(await order('deliver', number, ...over)).toContain('no: ');
    expect(await shipment('deliver', `${number}-1`, ...over, ...by)).toContain('no: ');
    expect(await stateOf(number)).toBe('shipped, pending, sent');
    const short = ['--amount', '500', '--difference', 'no tenía más', ...by];
    expect(await shipment('deliver', `${number}-1`, ...short)).toContain('ok: ');
    expect(await shipment('deliver', `${number}-1`, ...short)).toContain('already delivered');
    expect(await shipment('deliver', `${number}-1`, '--amount', '530')).toBe(
      `no: Shipment ${number}-1 is delivered, and Q500.00 were collected. Nothing was changed.`,
    );
    expect(await stateOf(number)).toBe('delivered, approved, delivered, cash_collected 50000 -1');
    expect(await order('show', number)).toContain(
      `shipment  ${number}-1 of seller 1, delivered, to collect Q530.00, collected Q500.00, no tenía más`,
    );
    const { db } = open.shop;
    const bank = { url: open.bank.url, merchantKey };
    const books = { bank: createHttpBankLedger(bank), programs: createHttpPointsPrograms(bank) };
    const findings = await checkInvariants(db, books, new Date());
    expect(findings.map(({ invariant }) => invariant)).toEqual(['cash-as-due']);
    await db.pool.query(
      `with made_good as (update shipments set cash_due = cash_collected where cash_collected <> cash_due returning order_id, cash_due),
       ordered as (update orders o set subtotal = subtotal - 3000, total = total - 3000 from made_good m where o.id = m.order_id),
       paid as (update payments p set amount = amount - 3000 from made_good m where p.order_id = m.order_id)
       update order_lines l set unit_price = unit_price - 3000, goods_iva = null from made_good m where l.order_id = m.order_id`,
    );
  });

  test('several shipments cannot be sent or handed over by the order’s number', async () => {
    const number = await place(cash(730));
    for (const [verb, ...more] of [['ship'], ['deliver', '--amount', '730']] as const) {
      expect(await order(verb, number, ...more)).toBe(
        `no: Order ${number} goes in several shipments, each moves by itself: ceiba shipment … ${number}-1, ${number}-2. Nothing was changed.`,
      );
    }
    await shipment('send', `${number}-1`);
    expect(await order('ship', number)).toBe(`ok: Order ${number} is now shipped.`);
    expect(await stateOf(number)).toBe('shipped, pending, sent sent');
  });

  test('an order that is not paid in cash has nothing to collect', async () => {
    const number = await place(card(530), alone);
    await order('ship', number);
    expect(await order('deliver', number, '--amount', '530')).toContain('has Q0.00 to collect');
    expect(await order('deliver', number)).toBe(`ok: Order ${number} is now delivered.`);
  });
});

describe('undelivered', () => {
  test('[HIST-09] refused at the door: nothing is owed, the coupon is free, a person receives the goods', async () => {
    const before = [await units(), await couponUses()];
    const number = await place(cash(460), { ...alone, couponCode: 'MENOS70' });
    const id = `${number}-1`;
    await shipment('send', id, '--courier', 'Guatex', '--tracking', 'GX-77');
    expect((await follow(number)).tracking[0]?.status[2]?.description).toBe(
      'Tu pedido va hacia la dirección de entrega. Lo lleva Guatex, guía GX-77.',
    );
    expect(await shipment('undelivered', id, ...refused)).toBe(
      `ok: Shipment ${id} is now undelivered. The order is undelivered.`,
    );
    expect(await shipment('undelivered', id, ...refused)).toBe(
      `ok: Shipment ${id} is already undelivered. The order is undelivered.`,
    );
    expect(await stateOf(number)).toBe('undelivered, refused, undelivered');
    expect(await couponUses()).toBe(before[1]);
    expect(await units()).toBe((before[0] ?? 0) - 1);
    expect(await shipment('receive', id)).toBe(`ok: The goods of shipment ${id} are now back: restocked.`);
    expect(await shipment('receive', id)).toBe(`ok: The goods of shipment ${id} are already back: restocked.`);
    expect(await shipment('receive', id, '--scrap')).toBe(
      `no: The goods of shipment ${id} are back, and were restocked. Nothing was changed.`,
    );
    expect(await units()).toBe(before[0]);
    const { rows } = await open.shop.db.pool.query(
      `select m.reason, m.delta from stock_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
      [number],
    );
    expect(rows).toEqual([
      { reason: 'order', delta: -1 },
      { reason: 'returned', delta: 1 },
    ]);
    const followed = await follow(number);
    expect([followed.status, followed.products[0]?.status, followed.dueAtDoor]).toEqual([
      'undelivered',
      'undelivered',
      null,
    ]);
    expect(followed.total).toMatchObject({ owed: { value: 0 }, undelivered: { value: 430 } });
    expect(followed.tracking[0]?.status.map(({ title, complete }) => [title, complete])).toEqual([
      ['Orden recibida', true],
      ['Preparando tu pedido', true],
      ['En camino', true],
      ['No entregado', true],
    ]);
    const [mail, ...others] = await lostMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`No pudimos entregarte tu pedido ${number}`);
    expect(mail?.text).toContain('No tienes que pagar nada por él.');
    expect(mail?.text).toContain('1 × Bocina');
  });

  test('goods that are broken when they come back are written off and cannot be sold', async () => {
    const before = await units();
    const number = await place(cash(530), alone);
    await order('ship', number);
    await shipment('undelivered', `${number}-1`, ...refused);
    expect(await shipment('receive', `${number}-1`, '--scrap')).toContain('now back: scrapped');
    expect(await units()).toBe(before - 1);
    const { rows } = await open.shop.db.pool.query(
      `select m.reason, m.delta from stock_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
      [number],
    );
    expect(rows.slice(1)).toEqual([
      { reason: 'returned', delta: 1 },
      { reason: 'damaged', delta: -1 },
    ]);
  });

  test('ends after two attempts, each recorded with its reason, or if the buyer refused it', async () => {
    const number = await place(cash(530), alone);
    const id = `${number}-1`;
    const nobody = ['--reason', 'nadie', ...by];
    const first = ['--number', '1', ...nobody];
    expect(await shipment('attempt', id, ...first)).toBe(
      `no: Shipment ${id} is ready; from there it goes to: waiting, picking, canceled. Nothing was changed.`,
    );
    await order('ship', number);
    expect(await shipment('undelivered', id, ...nobody)).toContain('was brought in vain 0 times of 2');
    // Two concurrent or repeated calls count as one attempt.
    const twice = await Promise.all([shipment('attempt', id, ...first), shipment('attempt', id, ...first)]);
    expect(twice.sort()).toEqual(
      ['already', 'now'].map(
        (when) => `ok: Shipment ${id} is ${when} sent, brought in vain 1 times. The order is shipped.`,
      ),
    );
    expect(await shipment('attempt', id, '--number', '3', ...nobody)).toBe(
      `no: Shipment ${id} was brought in vain 1 times: the next is --number 2. Nothing was changed.`,
    );
    expect(await shipment('undelivered', id, ...nobody)).toContain('was brought in vain 1 times of 2');
    await shipment('attempt', id, '--number', '2', '--reason', 'direccion');
    expect(await shipment('undelivered', id, ...nobody)).toContain('now undelivered');
    const { rows } = await open.shop.db.pool.query(
      `select e.kind, e.detail from order_events e join orders o on o.id = e.order_id
       where o.number = $1 and e.kind like '%ed' and e.detail <> '{}' order by e.id`,
      [number],
    );
    expect(rows).toEqual([
      { kind: 'delivery_attempted', detail: { shipment: 1, reason: failureReasons.nadie } },
      { kind: 'delivery_attempted', detail: { shipment: 1, reason: failureReasons.direccion } },
      { kind: 'shipment_undelivered', detail: { shipment: 1, reason: failureReasons.nadie } },
    ]);
  });

  test('paid by card: the shop owes the buyer its price, and keeps the charge', async () => {
    const number = await place(card(660), { couponCode: 'MENOS70' });
    const charges = await open.bank.charges();
    for (const shipmentNumber of [1, 2]) await shipment('send', `${number}-${shipmentNumber}`);
    expect(await shipment('undelivered', `${number}-2`, ...refused)).toBe(
      `ok: Shipment ${number}-2 is now undelivered; its buyer is owed Q200.00. The order is shipped.`,
    );
    const uses = await couponUses();
    await shipment('deliver', `${number}-1`);
    expect(await stateOf(number)).toMatch(
      /^delivered, approved, delivered undelivered, capture 66000 \S+ \+ refund_due 20000 -2$/,
    );
    expect(await couponUses()).toBe(uses);
    expect(await open.bank.charges()).toEqual(charges);
    const followed = await follow(number);
    expect(followed.products.map(({ status }) => status)).toEqual(['delivered', 'undelivered']);
    expect(followed.total).toMatchObject({ canceled: { value: 0 }, undelivered: { value: 200 }, owed: { value: 660 } });
    const [mail] = await lostMails();
    expect(mail?.subject).toBe(`No pudimos entregarte un envío de tu pedido ${number}`);
    expect(mail?.text).toContain('Pedimos al banco que devuelva Q200.00 a tu Visa terminada en');
    expect(mail?.text).toContain('Lo demás de tu pedido sigue igual.');
    expect(mail?.text).toContain('Lo que traía\n1 × Anteojos\n\n');
  });

  test('[DEC-12] its mail lists no canceled units and no gift cards that were mailed before', async () => {
    const mailed = { productId: gift, quantity: 1, giftCardDate: guatemalaDate(new Date()) };
    const number = await place(card(1_100), { lines: [{ productId: speaker, quantity: 2 }, mailed] });
    await passHoldRules(open.shop);
    await sendGiftCards({ db: open.shop.db, log }, { publicUrl: '', policy: open.shop.policy() }, new Date());
    await order('cancel', number, '--line', '1', '--units', '1', ...refused);
    await order('ship', number);
    await shipment('undelivered', `${number}-1`, ...refused);
    const [mail] = await lostMails();
    expect(mail?.text).toContain('Lo que traía\n1 × Bocina\n\n');
  });

  test('[HIST-09] a pickup that nobody collects is undelivered after the store reports it', async () => {
    const number = await place(card(500), { ...alone, ...atStore });
    const id = `${number}-1`;
    expect(await shipment('send', id)).toBe(`ok: Shipment ${id} is now at_store. The order is shipped.`);
    const { rows } = await open.shop.db.pool.query(
      'select s.store_code from shipments s join orders o on o.id = s.order_id where o.number = $1',
      [number],
    );
    expect(rows).toEqual([{ store_code: 'MAX' }]);
    expect(await shipment('undelivered', id, '--reason', 'no-recogido', ...by)).toContain('owed Q500.00');
    expect((await follow(number)).tracking[0]?.status.at(-1)).toMatchObject({
      title: 'No entregado',
      description: 'Este envío no se recogió en la tienda.',
    });
    const [mail] = await lostMails();
    expect(mail?.subject).toBe(`No se recogió tu pedido ${number}`);
  });
});

describe('a shipment that never comes', () => {
  const reason = ['--reason', 'el vendedor no lo envía', ...by];

  test('[HIST-09, DEC-136] is canceled alone: its stock is free, and its price is owed', async () => {
    const before = [await units(), await units(glasses)];
    const number = await place(card(730));
    expect(await shipment('cancel', `${number}-2`, ...reason)).toBe(
      `ok: Shipment ${number}-2 is now canceled; its buyer is owed Q200.00. The order is processing.`,
    );
    expect(await shipment('cancel', `${number}-2`, ...reason)).toContain('already canceled');
    expect([await units(), await units(glasses)]).toEqual([(before[0] ?? 0) - 1, before[1]]);
    const followed = await follow(number);
    expect(followed.products.map(({ status }) => status)).toEqual(['processing', 'canceled']);
    expect(followed.tracking[1]?.status.at(-1)?.title).toBe('Envío cancelado');
    expect((await lostMails())[0]?.subject).toBe(`Cancelamos un envío de tu pedido ${number}`);
    await order('ship', number);
    expect(await order('deliver', number)).toBe(`ok: Order ${number} is now delivered.`);
  });

  test('the whole order is canceled afterwards, and the rest of its price is owed to the centavo', async () => {
    const uses = await couponUses();
    const number = await place(card(660), { couponCode: 'MENOS70' });
    await shipment('cancel', `${number}-1`, ...reason);
    expect(await order('cancel', number)).toBe(`ok: Order ${number} is now canceled.`);
    expect(await order('cancel', number)).toBe(`ok: Order ${number} is already canceled.`);
    expect(await stateOf(number)).toMatch(
      /^canceled, approved, canceled canceled, .*refund_due 43000 -1 \+ refund_due 23000 -2$/,
    );
    expect(await couponUses()).toBe(uses);
  });

  test('canceling the only shipment cancels the whole order, and the charge is reversed', async () => {
    const number = await place(card(530), alone);
    expect(await shipment('cancel', `${number}-1`, ...reason)).toBe(
      `ok: Shipment ${number}-1 is now canceled. The order is canceled; its charge is being reversed.`,
    );
    expect(await stateOf(number)).toMatch(/^canceled, reversing, canceled/);
    const gateway = createHttpGateway({ ...open.shop.config.bank, timeoutMs: 60_000 });
    await ordersTasks({ ...open.shop, gateway, publicUrl: '' })
      .find(({ name }) => name === 'reconcile-orders')
      ?.run({}, { now: new Date(), log });
    expect(await stateOf(number)).toMatch(/^canceled, reversed, canceled/);
  });

  test('canceling a cash shipment collects nothing for it, and shipments that have left are not canceled', async () => {
    const number = await place(cash(730));
    await shipment('send', `${number}-1`);
    expect(await shipment('cancel', `${number}-1`, ...reason)).toBe(
      `no: Shipment ${number}-1 is sent; from there it goes to: sent, undelivered, delivered. Nothing was changed.`,
    );
    await shipment('cancel', `${number}-2`, ...reason);
    expect((await follow(number)).dueAtDoor).toEqual({ value: 530, currency: 'GTQ' });
    expect(await shipment('deliver', `${number}-1`, '--amount', '530')).toContain('The order is delivered.');
    expect(await stateOf(number)).toBe('delivered, approved, delivered canceled, cash_collected 53000 -1');
  });

  test('in cash, all units canceled one by one: the other shipment collects its delivery fee', async () => {
    const number = await place(cash(730));
    expect(await order('cancel', number, '--line', '1', ...reason)).toMatch(/^ok/);
    expect((await follow(number)).dueAtDoor).toEqual({ value: 230, currency: 'GTQ' });
    await shipment('send', `${number}-2`);
    expect(await shipment('deliver', `${number}-2`, '--amount', '230')).toContain('The order is delivered.');
    expect(await stateOf(number)).toBe('delivered, approved, canceled delivered, cash_collected 23000 -2');
  });

  test('in cash, if the second is handed over first, the delivery fee is not owed', async () => {
    const number = await place(cash(730));
    await shipment('send', `${number}-2`);
    await shipment('deliver', `${number}-2`, '--amount', '200');
    expect(await shipment('cancel', `${number}-1`, ...reason)).toContain('The order is delivered.');
    expect(await stateOf(number)).toBe('delivered, approved, canceled delivered, cash_collected 20000 -2');
    expect((await follow(number)).dueAtDoor).toBeNull();
  });

  test('[DEC-199] with gift cards as part payment, only the remaining goods are paid, and the cards get the rest', async () => {
    const gift = await buyGiftCard(open.shop, 560_00);
    const number = await place(cash(170), {}, byGiftCard(gift, 560));
    await shipment('send', `${number}-2`);
    await shipment('deliver', `${number}-2`, '--amount', '170');
    await shipment('cancel', `${number}-1`, ...reason);
    expect(await stateOf(number)).toMatch(
      /^delivered, approved, canceled delivered, gift_card_taken 56000 \S+ \+ cash_collected 17000 -2 \+ gift_card_given 50000 /,
    );
    expect(await balanceOf(open.shop, gift)).toBe(500_00);
  });

  test('[DEC-199] only cash pays for a purchased gift card, with any event of the other shipment', async () => {
    const lines = [
      oneOf(speaker),
      { productId: gift, quantity: 1, giftCardDate: addDays(guatemalaDate(new Date()), 5) },
      oneOf(glasses),
    ];
    const paying = await buyGiftCard(open.shop, 730_00);
    const number = await place(cash(100), { lines }, byGiftCard(paying, 730));
    for (const shipmentNumber of [1, 2]) await shipment('send', `${number}-${shipmentNumber}`);
    expect(await shipment('deliver', `${number}-1`)).toContain('--amount Q100.00');
    await shipment('deliver', `${number}-1`, '--amount', '100');
    await shipment('undelivered', `${number}-2`, ...refused);
    expect(await stateOf(number)).toMatch(
      /^delivered, approved, delivered undelivered, gift_card_taken 73000 \S+ \+ cash_collected 10000 -1 \+ gift_card_given 20000 /,
    );
  });

  /** Returns a unit of a line, and receives it. */
  const giveBack = async (number: string, position: number): Promise<void> => {
    const { db } = open.shop;
    const { rows } = await db.pool.query<{ number: number }>(
      `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
       select gen_random_uuid(), id, $2, 1, 'damaged', '', now() from orders where number = $1 returning number`,
      [number, position],
    );
    const outcomes = [{ fate: 'scrap' as const, quantity: 1, storeCode: null, reason: null }];
    const site = { publicUrl: '', policy: open.shop.policy(), now: new Date() };
    await decideReturn(db, { number: rows[0]?.number ?? 0, outcomes, actor: operator }, site);
  };

  test('[DEC-142, DEC-199] a return first reduces the cash to collect with another shipment', async () => {
    const paying = await buyGiftCard(open.shop, 380_00);
    const number = await place(cash(350), {}, byGiftCard(paying, 380));
    await shipment('send', `${number}-2`);
    await shipment('deliver', `${number}-2`, '--amount', '200');
    await giveBack(number, 2);
    await shipment('send', `${number}-1`);
    await shipment('undelivered', `${number}-1`, ...refused);
    expect(await stateOf(number)).toMatch(
      /^delivered, approved, undelivered delivered, gift_card_taken 38000 \S+ \+ cash_collected 20000 -2 \+ refund_due 20000 \+ gift_card_given 35000 /,
    );
    expect(await balanceOf(open.shop, paying)).toBe(350_00);
  });

  test('[DEC-199] a return refunds only its own shipment’s cash, and a gift card’s part returns to the card', async () => {
    const paying = await buyGiftCard(open.shop, 500_00);
    const lines = [oneOf(speaker), oneOf(lamp), oneOf(cap)];
    const number = await place(cash(520), { lines }, byGiftCard(paying, 500));
    for (const [shipmentNumber, amount] of [
      [1, []],
      [2, ['--amount', '500']],
    ] as const) {
      await shipment('send', `${number}-${shipmentNumber}`);
      await shipment('deliver', `${number}-${shipmentNumber}`, ...amount);
    }
    await giveBack(number, 1);
    expect(await stateOf(number)).toMatch(
      /^processing, pending, delivered delivered ready, gift_card_taken 50000 \S+ \+ cash_collected 50000 -2 \+ gift_card_given 50000 \S+$/,
    );
    await giveBack(number, 2);
    expect(await stateOf(number)).toMatch(/ \+ refund_due 50000$/);
  });

  test('[DEC-199] the shop keeps a donation when goods of its shipment are returned for cash', async () => {
    const paying = await buyGiftCard(open.shop, 65_00);
    const lines = [oneOf(cable), oneOf(glasses)];
    const number = await place(cash(270), { lines, donation: 5_00 }, byGiftCard(paying, 65));
    await shipment('send', `${number}-1`);
    await shipment('deliver', `${number}-1`, '--amount', '70');
    await giveBack(number, 1);
    expect(await stateOf(number)).toMatch(
      /^processing, pending, delivered ready, gift_card_taken 6500 \S+ \+ cash_collected 7000 -1 \+ gift_card_given 3500 \S+ \+ refund_due 6500$/,
    );
  });

  test('[DEC-199] the donation of a canceled shipment is collected with the next shipment', async () => {
    const paying = await buyGiftCard(open.shop, 200_00);
    const lines = [oneOf(cable), oneOf(frame), oneOf(strap), oneOf(ring)];
    const number = await place(cash(25), { lines, donation: 5_00 }, byGiftCard(paying, 200));
    await shipment('send', `${number}-2`);
    await shipment('deliver', `${number}-2`);
    await shipment('cancel', `${number}-1`, ...reason);
    await order('cancel', number, '--line', '3', ...reason);
    expect(await balanceOf(open.shop, paying)).toBe(110_00);
    expect((await follow(number)).dueAtDoor).toEqual({ value: 5, currency: 'GTQ' });
  });

  test('[DEC-76, WORK-27] moved cash is collected with a shipment that has not left yet', async () => {
    const lines = [oneOf(cable), oneOf(frame), oneOf(strap)];
    const number = await place(cash(215), { lines, donation: 5_00 });
    const dues = async () =>
      (
        await open.shop.db.pool.query<{ due: string }>(
          `select string_agg(concat_ws(' ', s.n, s.state, s.cash_due, s.version), ', ' order by s.n) as due
           from shipments s join orders o on o.id = s.order_id where o.number = $1`,
          [number],
        )
      ).rows[0]?.due;
    await shipment('send', `${number}-2`);
    const before = (await dues())?.split(', ');
    await shipment('cancel', `${number}-1`, ...reason);
    const after = (await dues())?.split(', ');
    expect(after?.[1]).toBe(before?.[1]);
    expect([before?.[2], after?.[2]]).toEqual(['3 ready 3000 1', '3 ready 6500 2']);
  });

  test('[DEC-76] canceling the last units after another shipment was lost also refunds the delivery', async () => {
    const number = await place(card(730));
    await shipment('cancel', `${number}-2`, ...reason);
    expect(await order('cancel', number, '--line', '1', ...reason)).toContain('1 of 1 are now canceled');
    expect(await stateOf(number)).toMatch(
      /^canceled, approved, canceled canceled, .*refund_due 20000 -2 \+ refund_due 53000/,
    );
  });

  test('[GIFT-04] a mailed gift card stays valid, and an unmailed gift card is never sent', async () => {
    const today = guatemalaDate(new Date());
    const later = addDays(today, 5);
    const send = async () => {
      await passHoldRules(open.shop);
      return sendGiftCards({ db: open.shop.db, log }, { publicUrl: '', policy: open.shop.policy() }, new Date());
    };
    const withCard = (giftCardDate: CivilDate) => ({
      lines: [oneOf(glasses), oneOf(speaker), { productId: gift, quantity: 1, giftCardDate }],
    });
    const mailed = await place(card(830), withCard(today));
    await send();
    expect(await shipment('cancel', `${mailed}-2`, ...reason)).toContain('A gift card of shipment');
    await shipment('send', `${mailed}-2`);
    expect(await shipment('undelivered', `${mailed}-2`, ...refused)).toContain('owed Q500.00');
    const waiting = await place(card(830), withCard(later));
    expect(await shipment('cancel', `${waiting}-2`, ...reason)).toContain('owed Q600.00');
    const { rows } = await open.shop.db.pool.query(
      `select l.gift_cards_sent_at::text as sent from order_lines l join orders o on o.id = l.order_id
       where o.number = $1 and l.gift_card is not null`,
      [waiting],
    );
    expect(rows).toEqual([{ sent: '-infinity' }]);
  });
});

describe('words', () => {
  test.each([
    [['deliver', '999999998-1'], 'There is no order 999999998. Nothing was changed.'],
    [['receive', '999999998-1'], 'There is no shipment 999999998-1. Nothing was changed.'],
    [['deliver', '999999998'], 'ceiba shipment deliver <shipment>'],
    [['deliver', '999999998-1', '--amount', 'mucho'], 'ceiba shipment deliver <shipment>'],
    [['deliver', '999999998-1', '--amount', '-1'], 'ceiba shipment deliver <shipment>'],
    [['deliver', '999999998-1', '--difference', 'x'], 'ceiba shipment deliver <shipment>'],
    [['undelivered', '999999998-1', '--reason', 'rechazado'], 'ceiba shipment undelivered <shipment>'],
    [['undelivered', '999999998-1', '--reason', 'nada', ...by], 'ceiba shipment undelivered <shipment>'],
    [['attempt', '999999998-1', '--reason', 'nadie'], 'ceiba shipment attempt <shipment>'],
    [['attempt', '999999998-1', '--number', '1'], 'ceiba shipment attempt <shipment>'],
    [['cancel', '999999998-1', ...by], 'ceiba shipment cancel <shipment>'],
    [['send', '999999998-1', '--tracking', 'GX-1'], 'ceiba shipment send <shipment>'],
    [['send', '999999998-1', '--colour', 'red'], 'ceiba shipment send <shipment>'],
    [['send', '999999998-1', 'now'], 'ceiba shipment send <shipment>'],
    [['receive', '999999998-1', '--lost'], 'ceiba shipment receive <shipment>'],
    [['constructor', '999999998-1'], 'ceiba shipment advance'],
    [[], 'ceiba shipment advance'],
  ])('%j', async (args, words) => {
    expect(await shipment(...args)).toContain(`no: ${words}`);
  });

  test('unknown shipments, and goods that cannot come back, are refused', async () => {
    const number = await place(cash(730));
    expect(await shipment('send', `${number}-3`)).toBe(
      `no: Order ${number} has no shipment ${number}-3; its shipments: ${number}-1 of seller 1, ${number}-2 of seller 2. Nothing was changed.`,
    );
    expect(await shipment('receive', `${number}-1`)).toBe(
      `no: Shipment ${number}-1 is ready: nothing of it comes back. Nothing was changed.`,
    );
  });
});

describe('concurrent moves', () => {
  const race = async (commands: readonly (readonly string[])[], times: number): Promise<string[]> => {
    const ends: string[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const number = await place(cash(730));
      for (const shipmentNumber of [1, 2]) await shipment('send', `${number}-${shipmentNumber}`);
      const said = await Promise.all(
        commands.flatMap(([verb = '', ...more]) => [
          shipment(verb, `${number}-1`, ...more),
          shipment(verb, `${number}-1`, ...more),
        ]),
      );
      expect(said.filter((text) => text.includes(' is now '))).toHaveLength(1);
      ends.push(await stateOf(number));
    }
    return ends;
  };

  test('handed over, undelivered and canceled concurrently: one succeeds, and its money moves once', async () => {
    const commands = [
      ['deliver', '--amount', '530'],
      ['undelivered', ...refused],
      ['cancel', '--reason', 'x', ...by],
    ];
    for (const end of await race(commands, 8)) {
      expect([
        'shipped, pending, delivered sent, cash_collected 53000 -1',
        'shipped, pending, undelivered sent',
      ]).toContain(end);
    }
  });

  test('canceled, sent and its order canceled concurrently: stock and money agree', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const number = await place(card(730));
      await Promise.all([
        shipment('cancel', `${number}-2`, '--reason', 'x', ...by),
        shipment('send', `${number}-1`),
        order('cancel', number),
        shipment('cancel', `${number}-2`, '--reason', 'x', ...by),
      ]);
      expect(await stateOf(number)).toMatch(
        /^(canceled, (reversing|approved), canceled canceled|shipped, approved, sent canceled|processing, approved, sent ready|processing, approved, sent canceled)/,
      );
    }
    const gateway = createHttpGateway({ ...open.shop.config.bank, timeoutMs: 60_000 });
    await ordersTasks({ ...open.shop, gateway, publicUrl: '' })
      .find(({ name }) => name === 'reconcile-orders')
      ?.run({}, { now: new Date(), log });
    await sendRefunds({ db: open.shop.db, gateway, log });
  });

  test('received by two concurrent calls: the goods come back once', async () => {
    const before = await units();
    const number = await place(cash(530), alone);
    await order('ship', number);
    await shipment('undelivered', `${number}-1`, ...refused);
    const said = await Promise.all([1, 2, 3].map(() => shipment('receive', `${number}-1`)));
    expect(said.filter((text) => text.includes('now back'))).toHaveLength(1);
    expect(await units()).toBe(before);
  });
});
