import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import type { Tx } from '../../platform/db/database.ts';
import { shipmentCommands } from '../../shipments/shipment-command.ts';
import { mintProof } from '../../testing/captcha-proofs.ts';
import { operator, typing } from '../../testing/operator.ts';
import { card, cash, installments, openShopWithBank, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, realShop } from '../../testing/test-shop.ts';
import { ordersTasks } from '../orders.tasks.ts';
import { lookUpOrder } from './look-up-order.ts';
import { findOrderByNumber, listCustomerOrders } from './order-history.store.ts';

const runShipmentCommand = typing(shipmentCommands, 'shipment');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
let glasses: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 500_00, stock: 1000 });
  glasses = await createProduct(open.shop.db, {
    sku: 'GLASSES',
    title: 'Anteojos',
    price: 200_00,
    sellerId: 2,
    offerId: 'o-1',
  });
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const email = 'lucia@correo.gt';
let phones = 44_000_000;

/** Places an order of both sellers: Q700, and Q30 for delivery. Returns its number. */
const place = async (payment: object = card(730), more: Partial<Parameters<typeof prepareCart>[1]> = {}) => {
  phones += 1;
  const lines = [
    { productId: speaker, quantity: 1 },
    { productId: glasses, quantity: 1 },
  ];
  const cartId = await prepareCart(open.shop, { lines, email, telephone: String(phones), ...more });
  await open.shop.db.pool.query(`update cart_lines set offer_id = 'o-1' where cart_id = $1 and product_id = $2`, [
    cartId,
    glasses,
  ]);
  const answer = await postOrder(open.shop, { cartId, payments: [payment] }, undefined, await mintProof(open.shop));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return String(answer.json().data.orderNumber);
};

const shipment = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const { db } = open.shop;
  const isDone = await runShipmentCommand({
    db,
    args,
    now: new Date(),
    actor: operator,
    say: (text) => said.push(text),
  });
  return `${isDone ? 'ok' : 'no'}: ${said.join(' ')}`;
};

const find = async (orderNumber: string, by = email) => {
  const answer = await open.shop.call('findOrder', { body: { orderNumber, email: by } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};

const doneSteps = async (orderNumber: string): Promise<string[]> =>
  (await find(orderNumber)).tracking.map(
    ({ seller, status }) => `${seller}: ${status.findLast(({ complete }) => complete)?.title}`,
  );

describe('shipments advance', () => {
  test('[DEC-138, DEC-163] ceiba shipment advance moves a shipment one step, and the order follows its slowest shipment', async () => {
    const number = await place();
    expect(await doneSteps(number)).toEqual(['Ceiba: Pago confirmado', 'Óptica y Más: Pago confirmado']);
    expect(await shipment('advance', number, '1')).toBe(
      `ok: Seller 1 of order ${number}: Preparando tu pedido. The order is processing.`,
    );
    expect(await shipment('advance', number, '1')).toContain('En camino. The order is processing.');
    expect(await doneSteps(number)).toEqual(['Ceiba: En camino', 'Óptica y Más: Pago confirmado']);
    expect((await find(number)).products.map(({ status }) => status)).toEqual(['shipped', 'processing']);
    await shipment('advance', number, '2');
    expect(await shipment('advance', number, '2')).toContain('En camino. The order is shipped.');
    await shipment('advance', number, '1');
    expect(await shipment('advance', number, '2')).toContain('Entregado. The order is delivered.');
    expect(await shipment('advance', number, '2')).toBe(
      `no: The shipment of seller 2 of order ${number} is delivered. Nothing was changed.`,
    );
    const { status, tracking } = await find(number);
    expect(status).toBe('delivered');
    const times = tracking.flatMap((each) => each.status.map(({ datetime }) => Date.parse(datetime ?? '')));
    expect(times.map(Number.isNaN)).not.toContain(true);
    expect(times.slice(0, 5)).toEqual(times.slice(0, 5).toSorted((a, b) => a - b));
  });

  test('two operators who advance a shipment concurrently move it two steps', async () => {
    const number = await place();
    const said = await Promise.all([shipment('advance', number, '1'), shipment('advance', number, '1')]);
    expect(said.map((text) => /: ([^:.]+)\. The order/.exec(text)?.[1]).toSorted()).toEqual([
      'En camino',
      'Preparando tu pedido',
    ]);
  });

  const statusOf = async (orderNumber: string) =>
    (await find(orderNumber)).tracking.map(({ status }) => status.map(({ title, complete }) => [title, complete]));

  test('[DEC-216] cash is paid at the door: the payment step comes just before delivery', async () => {
    const number = await place(cash(730));
    expect(await doneSteps(number)).toEqual(['Ceiba: Orden recibida', 'Óptica y Más: Orden recibida']);
    expect(await shipment('advance', number, '1')).toContain('Preparando tu pedido');
    expect(await shipment('advance', number, '1')).toContain('En camino');
    expect((await statusOf(number))[0]).toEqual([
      ['Orden recibida', true],
      ['Preparando tu pedido', true],
      ['En camino', true],
      ['Pagas al recibir', false],
      ['Entregado', false],
    ]);
    expect(await shipment('advance', number, '1')).toBe(
      'no: Shipment of seller 1 is paid in cash: type what was collected, --amount Q530.00 if it was all of it. Nothing was changed.',
    );
    await shipment('advance', number, '1', '--amount', 'Q530.00');
    for (const words of [[], [], ['--amount', '200']]) await shipment('advance', number, '2', ...words);
    const delivered = ['Orden recibida', 'Preparando tu pedido', 'En camino', 'Pago confirmado', 'Entregado'];
    const done = delivered.map((title) => [title, true]);
    expect(await statusOf(number)).toEqual([done, done]);
    const { rows } = await open.shop.db.pool.query(
      'select p.status from payments p join orders o on o.id = p.order_id where o.number = $1',
      [number],
    );
    expect(rows).toEqual([{ status: 'approved' }]);
  });

  test('[DEC-138] the steps of a pickup order name the store', async () => {
    const lines = [{ productId: speaker, quantity: 1 }];
    const number = await place(card(500), { lines, shippingMethod: 'pickup', storeCode: 'MAX' });
    await shipment('advance', number, '1');
    expect(await shipment('advance', number, '1')).toContain('Listo para recoger. The order is shipped.');
    expect((await find(number)).tracking[0]?.status.map(({ title }) => title)).toContain('Listo para recoger');
  });

  test.each([
    [['advance', '999999998', '1'], 'There is no order 999999998. Nothing was changed.'],
    [['advance', 'x', '1'], 'There is no order x. Nothing was changed.'],
    [['advance', '999999998'], 'ceiba shipment advance <number> <seller>'],
    [['back', '999999998', '1'], 'ceiba shipment advance <number> <seller>'],
  ])('the command %j is refused with a message', async (args, words) => {
    expect(await shipment(...args)).toContain(`no: ${words}`);
  });

  test('advancing a seller without a shipment, or a canceled order, is refused with a message', async () => {
    const number = await place(cash(730));
    expect(await shipment('advance', number, '7')).toBe(
      `no: Seller 7 sends nothing of order ${number}; its sellers: 1, 2. Nothing was changed.`,
    );
    await open.shop.db.pool.query(`select cancel_order($1, '{waiting,ready}', now(), null)`, [number]);
    expect(await shipment('advance', number, '1')).toBe(
      `no: Order ${number} is canceled: its shipments stand. Nothing was changed.`,
    );
    expect((await find(number)).products.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  });

  test('[DEC-216] the tracking of a canceled order ends with the cancellation', async () => {
    const number = await place(cash(730));
    await open.shop.db.pool.query(`select cancel_order($1, '{waiting,ready}', now(), null)`, [number]);
    const { tracking } = await find(number);
    const titles = ['Orden recibida', 'Pedido cancelado'];
    expect(tracking.map(({ status }) => status.map(({ title }) => title))).toEqual([titles, titles]);
    expect(Date.parse(tracking[0]?.status.at(-1)?.datetime ?? '')).not.toBeNaN();
  });

  test('[DEC-163] the demo shop has a call that advances a shipment, and a real shop does not', async () => {
    const number = await place();
    const advance = (orderNumber: string, sellerId: number) =>
      open.shop.call('advanceDemoShipment', { body: { orderNumber, sellerId } });
    expect(await advance(number, 2)).toMatchObject({
      ok: true,
      value: { status: 200, data: { step: 'Preparando tu pedido' } },
    });
    expect(await advance(number, 9)).toMatchObject({ ok: false, error: { code: 'ORDER_NOT_FOUND' } });
    for (const _step of [1, 2]) await advance(number, 2);
    expect(await advance(number, 2)).toMatchObject({ ok: false, error: { code: 'SHIPMENT_NOT_MOVABLE' } });
    const real = await openTestShop(realShop);
    const refused = await real.call('advanceDemoShipment', { body: { orderNumber: number, sellerId: 2 } });
    expect(refused).toMatchObject({ ok: false, error: { status: 404 } });
    await real.close();
  });
});

test('[DEC-163] [DEC-83] the demo shop’s call does not deliver an order with an unpaid gift card', async () => {
  const giftCard = await createProduct(open.shop.db, { sku: 'DEMO-CARD', kind: 'gift_card', price: 100_00 });
  const lines = [
    { productId: speaker, quantity: 1 },
    { productId: giftCard, quantity: 1, giftCardDate: guatemalaDate(new Date()) },
  ];
  const advance = async (orderNumber: string) => {
    const answer = await open.shop.call('advanceDemoShipment', { body: { orderNumber, sellerId: 1 } });
    return answer.ok ? answer.value.data.step : answer.error.code;
  };
  expect(await advance(await place(cash(630), { lines }))).toBe('SHIPMENT_NOT_MOVABLE');
  expect(await advance(await place(card(630), { lines }))).toBe('Preparando tu pedido');
});

describe('a guest follows an order', () => {
  test('a guest finds an order by its number and e-mail, in any spelling, and sees no address', async () => {
    const number = await place(installments(730, 12));
    const found = await find(number, 'LUCIA@Correo.gt');
    expect(found).toMatchObject({
      number,
      status: 'processing',
      carrier: 'A domicilio',
      paymentMethods: [{ name: '12 cuotas' }],
      total: { grandTotal: { value: 730 }, subtotal: { value: 700 }, total_shipping: { value: 30 }, discounts: [] },
      confirmBefore: null,
    });
    expect(found.products.map(({ productName, subOrderId }) => [productName, subOrderId])).toEqual([
      ['Bocina', `${number}-1`],
      ['Anteojos', `${number}-2`],
    ]);
    const answer = JSON.stringify(found);
    for (const secret of ['12 calle', 'Lucía', 'lucia@', '55554444', '576937K', '1111'])
      expect(answer).not.toContain(secret);
  });

  test('every wrong pair of number and e-mail gets the same answer after the same statements', async () => {
    const number = await place(cash(730));
    const answers: unknown[] = [];
    for (const [orderNumber, by] of [
      [number, 'otra@correo.gt'],
      ['999999997', email],
      ['999999997', 'otra@correo.gt'],
    ]) {
      const answer = await open.shop.inject({
        method: 'POST',
        url: '/v1/orders/lookups',
        payload: { orderNumber, email: by },
      });
      const { error, ...rest } = answer.json();
      answers.push({ ...rest, code: error.code, statements: open.shop.lastStatements() });
    }
    const none = { status: 404, message: 'No encontramos un pedido con esos datos.', code: 'ORDER_NOT_FOUND' };
    expect(answers).toEqual(
      Array(3).fill({
        ...none,
        statements: ['platform.add-calls', 'platform.add-calls', 'orders.by-number-and-email'],
      }),
    );
  });

  /** Looks an order up for a client. Returns `found`, `none`, or the code of the refusal. */
  const lookUp = async (
    orderNumber: string,
    by: string,
    { from = '10.4.0.1', now = new Date('2026-11-24T16:00:00Z') }: { from?: string; now?: Date } = {},
  ) => {
    const asked = { orderNumber, email: by };
    const found = await lookUpOrder(open.shop.db, asked, { client: from, now, factor: 1 });
    if (!found.ok) return found.error.code;
    return found.value === undefined ? 'none' : 'found';
  };

  /** Places an order for an e-mail that no other test uses. */
  const placeFor = async (owner: string) => {
    const number = await place(cash(730));
    await open.shop.db.pool.query('update orders set email = $1 where number = $2', [owner, number]);
    return number;
  };

  test('a network may try ten wrong numbers for an e-mail in an hour, and right numbers do not count', async () => {
    const owner = 'perseguida@correo.gt';
    const number = await placeFor(owner);
    for (let right = 0; right < 11; right += 1) expect(await lookUp(number, owner)).toBe('found');
    for (const by of [owner, 'nadie-tiene@correo.gt']) {
      const wrong = await Promise.all(Array.from({ length: 15 }, () => lookUp('999999997', by)));
      expect(wrong.filter((outcome) => outcome === 'none')).toHaveLength(10);
      expect(wrong.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(5);
    }
    expect(await lookUp(number, owner.toUpperCase())).toBe('RATE_LIMITED');
    const hourLater = new Date('2026-11-24T17:00:00.001Z');
    expect(await lookUp(number, owner, { now: hourLater })).toBe('found');
  });

  test('a stranger who tries wrong numbers for an e-mail does not lock out the owner of the e-mail', async () => {
    const owner = 'vecina@correo.gt';
    const number = await placeFor(owner);
    // Look-ups that are refused for one network do not count for all networks.
    for (let tried = 0; tried < 120; tried += 1) await lookUp('999999997', owner, { from: '10.4.1.1' });
    expect(await lookUp(number, owner, { from: '10.4.1.1' })).toBe('RATE_LIMITED');
    expect(await lookUp(number, owner, { from: '10.4.1.2' })).toBe('found');
    // All clients of an IPv6 line are one network.
    for (let tried = 0; tried < 10; tried += 1) await lookUp('999999997', owner, { from: `2001:db8:7:${tried}::/64` });
    expect(await lookUp(number, owner, { from: '2001:db8:7:a::/64' })).toBe('RATE_LIMITED');
    expect(await lookUp(number, owner, { from: '2001:db8:8:a::/64' })).toBe('found');
  });

  test('after a hundred wrong numbers for an e-mail from ten networks, each network may try two per hour', async () => {
    const owner = 'buscada@correo.gt';
    const number = await placeFor(owner);
    for (let tried = 0; tried < 100; tried += 1)
      expect(await lookUp('999999997', owner, { from: `10.5.${tried % 10}.1` })).toBe('none');
    const home = { from: '10.6.1.1', now: new Date('2026-11-24T16:30:00Z') };
    expect(await lookUp('999999997', owner, home)).toBe('none');
    for (let right = 0; right < 3; right += 1) expect(await lookUp(number, owner, home)).toBe('found');
    expect(await lookUp('999999997', owner, home)).toBe('none');
    for (let right = 0; right < 12; right += 1) expect(await lookUp(number, owner, home)).toBe('RATE_LIMITED');
    const { rows } = await open.shop.db.pool.query(
      `select calls from call_budgets where budget = 'order-lookup-email'
         and caller = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [owner],
    );
    expect(rows).toEqual([{ calls: 102 }]);
    expect(await lookUp(number, 'otra-buscada@correo.gt', home)).toBe('none');
    // An hour has passed since the tries of the other networks, but not since the tries of this network.
    expect(await lookUp(number, owner, { ...home, now: new Date('2026-11-24T17:00:00.001Z') })).toBe('found');
  });

  test('an order that is being placed, or that failed, cannot be looked up', async () => {
    const lines = [{ productId: speaker, quantity: 1 }];
    const cartId = await prepareCart(open.shop, { lines, email: 'nadie@correo.gt' });
    await postOrder(open.shop, { cartId, payments: [card(530, '4000000000000002')] });
    const answer = await open.shop.call('findOrder', { body: { orderNumber: '100000001', email: 'nadie@correo.gt' } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'ORDER_NOT_FOUND' } });
  });

  test('clients that guess pairs are rate limited, and all clients of an IPv6 line share a limit', async () => {
    const shop = await openTestShop({ RATE_LIMIT_FACTOR: '0.1' });
    let asked = 0;
    const askedBy = () => {
      asked += 1;
      return `cliente${asked}@correo.gt`;
    };
    const ask = async (remoteAddress: string, by = askedBy()) =>
      (
        await shop.inject({
          remoteAddress,
          method: 'POST',
          url: '/v1/orders/lookups',
          payload: { orderNumber: '100000001', email: by },
        })
      ).statusCode;
    const statuses: number[] = [];
    for (let tried = 0; tried < 4; tried += 1) statuses.push(await ask('10.1.1.1'));
    expect(statuses).toEqual([404, 404, 404, 429]);
    const line: number[] = [];
    for (let client = 0; client < 49; client += 1) line.push(await ask(`2001:db8:7:${client.toString(16)}::1`));
    expect(line.filter((status) => status === 404)).toHaveLength(48);
    expect(line.at(-1)).toBe(429);
    // With this factor, one network may try one wrong number for an e-mail, and all networks together a hundred.
    const byEmail: number[] = [];
    for (const place of ['10.3.1.1', '10.3.1.1', '10.3.1.2']) byEmail.push(await ask(place, 'perseguida@correo.gt'));
    expect(byEmail).toEqual([404, 429, 404]);
    for (let place = 3; place <= 100; place += 1)
      expect(await ask(`10.3.1.${place}`, 'perseguida@correo.gt')).toBe(404);
    expect(await ask('10.3.1.101', 'perseguida@correo.gt')).toBe(429);
    await shop.close();
  });

  test('[DEC-12] the link in the order’s mail only shows the order, and the shop stores only the link’s hash', async () => {
    const number = await place(cash(730));
    const { db } = open.shop;
    const { rows } = await db.pool.query<{ id: string }>('select id from orders where number = $1', [number]);
    const gateway = createHttpGateway({ ...open.shop.config.bank, timeoutMs: 60_000 });
    const tasks = ordersTasks({ ...open.shop, gateway, publicUrl: 'https://ceiba.example' });
    const confirmation = tasks.find(({ name }) => name === 'order-confirmation');
    await confirmation?.run({ orderId: rows[0]?.id }, { now: new Date(), log: open.shop.log });
    const mails = await db.pool.query<{ html: string; text: string }>(
      'select html, text from mails where dedupe_key = $1',
      [`order-confirmation:${rows[0]?.id}`],
    );
    const [mail] = mails.rows;
    const token = /https:\/\/ceiba\.example\/track-order#link=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(mail?.html).toContain(`/track-order#link=${token}`);
    const opened = await open.shop.call('openOrderLink', { body: { link: token } });
    expect(opened).toMatchObject({ ok: true, value: { data: { number, status: 'processing' } } });
    expect(await open.shop.call('openOrderLink', { body: { link: `${token.slice(0, -1)}_` } })).toMatchObject({
      ok: false,
      error: { code: 'ORDER_NOT_FOUND' },
    });
    expect(await open.shop.call('confirmOrder', { body: { token } })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
    });
    const kept = await db.pool.query<{ text: string }>('select order_links::text as text from order_links');
    expect(kept.rows.some(({ text }) => text.includes(token))).toBe(false);
  });
});

describe('a customer’s orders', () => {
  const now = new Date();
  const ask = async (url: string, headers: Record<string, string> = {}) =>
    open.shop.inject({ method: 'GET', url, headers });

  test('[HIST-11, DIF-50, DEC-169, API-45, API-46, API-47, API-48, DEC-51] only the owner sees their orders', async () => {
    const { db } = open.shop;
    const ana = await signInCustomer(db, 'ana@correo.gt', now);
    const other = await signInCustomer(db, 'otra@correo.gt', now);
    const number = await place(installments(730, 6));
    const { rows } = await db.pool.query<{ id: string }>(
      'update orders set customer_id = $1 where number = $2 returning id',
      [ana.id, number],
    );
    const id = rows[0]?.id ?? '';
    const paths = [
      '/v1/orders/',
      `/v1/orders/${number}`,
      `/v1/orders/${id}/traking`,
      `/v1/orders/number/${number}/traking`,
    ];
    for (const path of paths) expect((await ask(path)).statusCode).toBe(401);
    const [list, one, byId, byNumber] = await Promise.all(paths.map((path) => ask(path, ana.headers)));
    expect(list?.json()).toMatchObject({ status: 200, orders: [{ number }], next: null });
    expect(list?.json().orders[0]).toEqual(one?.json());
    expect(byId?.json()).toEqual(byNumber?.json());
    expect(byId?.json().data).toMatchObject([
      { orderId: id, seller: 'Ceiba', subOrderId: `${number}-1` },
      { orderId: id, seller: 'Óptica y Más', subOrderId: `${number}-2` },
    ]);
    const strangers = await Promise.all(paths.map((path) => ask(path, other.headers)));
    expect(strangers[0]?.json()).toEqual({ status: 200, orders: [], next: null });
    expect(strangers.slice(1).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    for (const path of ['/v1/orders/999999996', '/v1/orders/number/999999996/traking', '/v1/orders/x/traking']) {
      expect((await ask(path, ana.headers)).json()).toMatchObject({ status: 404, error: { code: 'ORDER_NOT_FOUND' } });
    }
  });

  test('[HIST-07, HIST-08, HIST-09] an order, its products and its shipments have the documented fields', async () => {
    const { db } = open.shop;
    const ana = await signInCustomer(db, 'campos@correo.gt', now);
    const number = await place(card(730));
    await db.pool.query('update orders set customer_id = $1 where number = $2', [ana.id, number]);
    const order = (await ask(`/v1/orders/${number}`, ana.headers)).json();
    expect(order).toMatchObject({
      id: expect.any(String),
      number,
      status: 'processing',
      orderDate: expect.stringMatching(/^\d{4}-/),
      carrier: 'A domicilio',
      billingAddress: { city: 'Guatemala', region: 'Guatemala', street: ['12 calle 1-25'] },
      delivery: { store: null, street: ['12 calle 1-25'], city: 'Guatemala', region: 'Guatemala' },
      paymentMethods: [{ name: 'Tarjeta al contado' }],
      total: {
        grandTotal: { value: 730 },
        baseGrandTotal: { value: 730 },
        subtotal: { value: 700 },
        total_shipping: { value: 30 },
        discounts: [],
      },
    });
    expect(order.products[1]).toEqual({
      id: '2',
      productName: 'Anteojos',
      productSku: 'GLASSES',
      productsThumbnail: { url: expect.any(String) },
      productSalePrice: { value: 200, currency: 'GTQ' },
      quantityOrdered: 1,
      quantityCanceled: 0,
      sellerId: 2,
      sellerName: 'Óptica y Más',
      subOrderId: `${number}-2`,
      status: 'processing',
      returnable: null,
    });
    const { data } = (await ask(`/v1/orders/number/${number}/traking`, ana.headers)).json();
    expect(data[0].status[0]).toEqual({
      title: 'Orden recibida',
      datetime: expect.stringMatching(/^\d{4}-/),
      description: 'Recibimos tu pedido.',
      complete: true,
    });
  });

  test('only the signed-in customer sees address, receiver and billing, and guests see at most the store', async () => {
    const { db } = open.shop;
    const ana = await signInCustomer(db, 'recibe@correo.gt', now);
    const lines = [{ productId: speaker, quantity: 1 }];
    // The address of a delivery may name a store, too.
    const brought = await place(card(730), { storeCode: 'MAX' });
    const picked = await place(card(500), { lines, storeCode: 'MAX', shippingMethod: 'pickup' });
    await db.pool.query(
      `update orders set customer_id = $1, shipping_address = shipping_address || case number::text when $2 then
         '{"trustedPerson": {"firstName": "Ana", "lastName": "Xol", "message": "5512-3480|Portón verde"}, "zone": "Zona 10"}'::jsonb
         else '{"zone": "Zone 00"}' end
       where number::text in ($2, $3)`,
      [ana.id, brought, picked],
    );
    const ofOrder = async (number: string) => (await ask(`/v1/orders/${number}`, ana.headers)).json();
    expect(await ofOrder(brought)).toMatchObject({
      billingAddress: { name: 'Lucía Paz', nit: '576937K', documentType: 'NIT' },
      delivery: { store: null, zone: 'Zona 10', receiver: 'Ana Xol', phone: '55123480', extras: 'Portón verde' },
    });
    const { rows } = await db.pool.query<{ name: string }>("select name from stores where store_code = 'MAX'");
    const store = rows[0]?.name ?? '';
    expect((await ofOrder(picked)).delivery).toMatchObject({ store, zone: '', receiver: 'Lucía Paz', extras: '' });
    expect((await find(brought)).pickupStore).toBeNull();
    expect((await find(picked)).pickupStore).toBe(store);
    for (const number of [brought, picked])
      expect(JSON.stringify(await find(number))).not.toMatch(/Lucía|Ana|Xol|12 calle|576937K|55123480|Portón/);
  });

  test('a customer with a thousand orders gets them in pages, and each page takes at most two statements', async () => {
    const shop = await openTestShop();
    await createShopBasics(shop.db);
    const productId = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00 });
    const ana = await signInCustomer(shop.db, 'ana@correo.gt', now);
    const template = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
    const placed = await postOrder(shop, { cartId: template, payments: [cash(130)] });
    expect(placed.statusCode).toBe(200);
    await shop.db.pool.query(
      `with carts_of as (
         insert into carts (id, status) select gen_random_uuid(), 'ordered' from generate_series(1, 1000) returning id),
       copies as (
         insert into orders (id, number, cart_id, status, customer_id, email, contact, shipping_method, shipping_address,
           billing_address, payment_type, subtotal, shipping, total, placed_at)
         select gen_random_uuid(), nextval('order_numbers'), c.id, 'processing', $1, o.email, o.contact, o.shipping_method,
           o.shipping_address, o.billing_address, o.payment_type, o.subtotal, o.shipping, o.total, o.placed_at
         from orders o, carts_of c returning id),
       shipped as (insert into shipments (order_id, n, seller_id, state) select id, 1, 1, 'ready' from copies),
       units as (insert into shipment_lines (order_id, n, position, quantity) select id, 1, 1, 1 from copies)
       insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price)
       select id, 1, $2, 'SPEAKER', 'Bocina', 'Volcán', '/p.webp', 1, 1, 10000, 10000 from copies`,
      [ana.id, productId],
    );
    await shop.db.pool.query('analyze orders, order_lines, shipments');
    const plans: string[] = [];
    const planning: Tx = {
      run: async ({ text, values }) => {
        const { rows } = await shop.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
        plans.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      },
    };
    await listCustomerOrders(planning, ana.id, '100000500', 21);
    await findOrderByNumber(planning, '100000500');
    expect(plans.filter((line) => / on orders o/.test(line))).toHaveLength(2);
    expect(plans.filter((line) => /Seq Scan on (orders|order_lines|payments|shipments)/.test(line))).toEqual([]);
    // The process has already loaded the session secret, so the statements below do not include it.
    await shop.inject({ method: 'GET', url: '/v1/orders/', headers: ana.headers });
    const numbers: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const url: string = `/v1/orders/${after === '' ? '' : `?after=${after}`}`;
      const page = await shop.inject({ method: 'GET', url, headers: ana.headers });
      expect(shop.lastStatements().length).toBeLessThanOrEqual(2);
      const { orders, next }: { orders: { number: string }[]; next: string | null } = page.json();
      numbers.push(...orders.map((order) => order.number));
      after = next;
    }
    expect(numbers).toHaveLength(1_000);
    expect(new Set(numbers).size).toBe(1_000);
    expect(numbers).toEqual(numbers.toSorted((a, b) => Number(b) - Number(a)));
    await shop.close();
  });
});
