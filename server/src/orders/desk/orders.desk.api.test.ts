import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { sendRefunds } from '../../refunds/send-refunds.ts';
import { done } from '../../testing/cart-calls.ts';
import {
  card,
  cash,
  merchantKey,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../../testing/test-desk.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { moveShipment } from '../afterwards/move-shipment.ts';
import { writeOrderMails } from '../afterwards/write-order-mails.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let desk: TestDesk;
let tv: number;
let radio: number;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV-55', price: 1_500_00, stock: 900 });
  radio = await createProduct(shop.db, { sku: 'RADIO', price: 33_33, stock: 900 });
  await shop.db.pool.query("insert into coupons (code, label, amount) values ('MENOS10', 'Menos Q10', 1000)");
  desk = await openDesk(shop, 'support');
});
afterAll(() => open.close());

const log = { info: () => {}, warn: () => {}, error: () => {} };
const mail = (now = new Date()) =>
  writeOrderMails({ db: shop.db, policy: () => defaultShopPolicy, publicUrl: shop.config.publicUrl, log }, now);

let buyers = 0;

/** Places an order of a television and three radios, each by another buyer; answers its number. */
async function place(cart: Partial<ReadyCart> = {}, payment: 'card' | 'cash' = 'card'): Promise<string> {
  buyers += 1;
  const lines = [
    { productId: tv, quantity: 1 },
    { productId: radio, quantity: 3 },
  ];
  const buyer = { email: `compra${buyers}@correo.gt`, telephone: String(41_000_000 + buyers) };
  const cartId = await prepareCart(shop, { lines, ...buyer, ...cart });
  const { prices } = done(await shop.call('getCart', { params: { id: cartId } }));
  const total = prices.grandTotal.value;
  const placed = outcomeOf(
    await postOrder(shop, { cartId, payments: [payment === 'card' ? card(total) : cash(total)] }),
  );
  expect(placed).toMatch(/^200 \d{9}$/);
  return placed.slice(4);
}

const see = async (number: string, person = desk) =>
  done(await person.call('getDeskOrder', { params: { number } })).data;

const send = (orderNumber: string) => {
  const deed = { kind: 'send', courier: null, trackingNumber: null } as const;
  return moveShipment(
    shop.db,
    { orderNumber, choice: { n: 1 }, deed, actor: { kind: 'command', id: 'test' } },
    new Date(),
  );
};

test('[WORK-05] an order shows its lines with their worth and tax, its shipments, money, mails, notes and timeline, in at most six statements', async () => {
  const number = await place();
  await mail();
  const order = await see(number);
  expect(shop.lastStatements().length).toBeLessThanOrEqual(6);
  expect(order).toMatchObject({
    number,
    status: 'processing',
    isHeld: false,
    isUnconfirmed: false,
    total: 1_599.99,
    paid: 1_599.99,
    refunded: 0,
    due: 0,
    refundable: 1_599.99,
    documents: [],
    version: 1,
    lines: [
      { line: 1, sku: 'TV-55', quantity: 1, worth: 1_500, iva: 160.71, refunded: 0, shipmentId: `${number}-1` },
      { line: 2, sku: 'RADIO', quantity: 3, worth: 99.99, iva: 10.71, refunded: 0 },
    ],
    shipments: [
      {
        id: `${number}-1`,
        state: 'ready',
        lines: [
          { line: 1, quantity: 1 },
          { line: 2, quantity: 3 },
        ],
        cashToCollect: 0,
      },
    ],
    movements: [{ kind: 'capture', amount: 1_599.99, by: 'Cliente' }],
    mails: [{ kind: 'order-confirmation', to: `compra${buyers}@correo.gt`, isOpen: true }],
  });
  expect(order.timeline.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Orden recibida', 'Pago confirmado', 'Cobro de Q1,599.99']),
  );
  expect(order.actions).toEqual(['edit', 'tag', 'cancel', 'hold', 'note', 'resend', 'refund']);
});

test('[WORK-05] with 200 lines as well', async () => {
  const many = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      createProduct(shop.db, { sku: `CABLE-${index}`, price: 10_00, stock: 50 }),
    ),
  );
  const number = await place({ lines: many.map((productId) => ({ productId, quantity: 1 })) });
  await shop.db.pool.query(
    `insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price)
     select order_id, 50 + n, product_id, sku, title, brand, picture_url, seller_id, 1, 0, 0 from order_lines, generate_series(1, 150) n
     where position = 1 and order_id = (select id from orders where number = $1)`,
    [number],
  );
  expect((await see(number)).lines).toHaveLength(200);
  expect(shop.lastStatements().length).toBeLessThanOrEqual(6);
  await shop.db.pool.query('delete from order_lines where position > 50');
});

test('who prepares orders sees of their amounts what is to be collected alone, and no billing', async () => {
  const number = await place({}, 'cash');
  const order = await see(number, await openDesk(shop, 'warehouse'));
  expect(order).toMatchObject({
    total: null,
    paid: null,
    billing: null,
    movements: [],
    lines: [{ worth: null, iva: null }, {}],
  });
  expect(order.shipments).toMatchObject([{ cashToCollect: 1_599.99 }]);
  expect(JSON.stringify({ ...order, shipments: [], mails: [], timeline: [] })).not.toMatch(/1599\.99|576937K/);
  expect(JSON.stringify(order.timeline)).not.toContain('1,599');
});

test('somebody who is limited to a store sees its orders alone', async () => {
  const number = await place({ shippingMethod: 'pickup', storeCode: 'MAX' });
  const other = await place();
  const clerk = await openDesk(shop, 'cashier', ['XELA']);
  const own = await openDesk(shop, 'cashier', ['MAX']);
  expect(await clerk.call('getDeskOrder', { params: { number } })).toMatchObject({
    error: { code: 'ORDER_NOT_FOUND' },
  });
  expect((await see(number, own)).number).toBe(number);
  expect(await own.call('getDeskOrder', { params: { number: other } })).toMatchObject({
    error: { code: 'ORDER_NOT_FOUND' },
  });
  const listed = done(await own.call('listOrderRows', { query: {} }));
  expect(listed.data.map((row) => row.number)).toEqual([number]);
  expect(done(await clerk.call('listOrderRows', { query: {} })).data).toEqual([]);
});

test('[WORK-22] until it is packed contact, address and billing are corrected, and the buyer is mailed what changed; later they are not', async () => {
  const number = await place();
  const body = {
    version: 1,
    contact: { phone: '55512345', email: 'nuevo@correo.gt' },
    shippingAddress: { street: ['6a avenida 1-20'], zone: 'Zona 1', reference: 'Portón verde', receiver: 'Mario Ajú' },
    billingAddress: { nit: 'CF', documentType: 'CF' as const },
  };
  const { data } = done(await desk.call('correctOrder', { params: { number }, body }));
  expect(shop.lastStatements().length).toBeLessThanOrEqual(8);
  expect(data).toMatchObject({
    version: 2,
    email: 'nuevo@correo.gt',
    contact: { phone: '55512345', firstName: 'Lucía' },
    delivery: {
      street: ['6a avenida 1-20'],
      zone: 'Zona 1',
      city: 'Guatemala',
      reference: 'Portón verde',
      receiver: 'Mario Ajú',
    },
    billing: { nit: 'CF' },
    mails: [{ kind: 'order-corrected', to: 'nuevo@correo.gt', subject: `Corregimos los datos de tu pedido ${number}` }],
  });
  expect(done(await desk.call('listOrderRows', { query: { q: '55512345' } })).data.map((row) => row.number)).toEqual([
    number,
  ]);
  expect(await send(number)).toMatchObject({ ok: true });
  const late = await desk.call('correctOrder', {
    params: { number },
    body: { version: 2, contact: { phone: '55500000' } },
  });
  expect(late).toMatchObject({
    error: { code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: ['tags', 'assigneeId'] } },
  });
  const tagged = done(
    await desk.call('correctOrder', {
      params: { number },
      body: { version: 2, tags: ['Llamar antes'], assigneeId: desk.id },
    }),
  );
  expect(tagged.data).toMatchObject({ tags: ['Llamar antes'], assignee: { id: desk.id } });
  expect(tagged.data.mails).toHaveLength(1);
});

test('[WORK-22] another department needs a manager', async () => {
  const number = await place();
  const body = { version: 1, shippingAddress: { region: 493 } };
  expect(await desk.call('correctOrder', { params: { number }, body })).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'settings.edit' } },
  });
  const manager = await openDesk(shop, 'manager');
  const { data } = done(await manager.call('correctOrder', { params: { number }, body }));
  expect(data.delivery?.region).toEqual({ regionId: 493, region: 'Quetzaltenango' });
  expect(data.total).toBe(1_599.99);
});

test('[OFF-21] a change that saw an older version is told how it stands, who changed it and what both changed; nothing of it is written', async () => {
  const number = await place();
  const other = await openDesk(shop, 'manager');
  done(
    await other.call('correctOrder', {
      params: { number },
      body: { version: 1, contact: { phone: '42107765' }, tags: ['Frecuente'] },
    }),
  );
  const stale = await desk.call('correctOrder', {
    params: { number },
    body: { version: 1, contact: { phone: '55551111' }, shippingAddress: { reference: 'Frente al parque' } },
  });
  expect(stale).toMatchObject({
    ok: false,
    error: {
      code: 'VERSION_CONFLICT',
      metadata: {
        current: { version: 2, contact: { phone: '42107765' }, tags: ['Frecuente'] },
        changedBy: other.name,
        changedAt: expect.stringMatching(/^\d{4}-/),
        conflicts: ['contact.phone'],
      },
    },
  });
  expect((await see(number)).delivery?.reference).toBe('');
  const missing = await desk.send('PATCH', `/v1/admin/orders/${number}`, { body: { tags: [] } });
  expect(missing.statusCode).toBe(400);
});

test('[WORK-15] units are canceled at the desk, then the whole order; the same again changes nothing', async () => {
  const number = await place();
  const part = { version: 1, reason: 'Sin existencias', lines: [{ line: 2, quantity: 2 }] };
  const { data } = done(await desk.call('cancelOrder', { params: { number }, body: part }));
  expect(data).toMatchObject({
    status: 'processing',
    version: 2,
    lines: [{}, { canceledQuantity: 2, refunded: 66.66 }],
  });
  expect(data.shipments).toMatchObject([
    {
      lines: [
        { line: 1, quantity: 1 },
        { line: 2, quantity: 1 },
      ],
    },
  ]);
  const cancel = (version: number) =>
    desk.call('cancelOrder', { params: { number }, body: { version, reason: 'El cliente lo pidió' } });
  const both = await Promise.all([cancel(2), cancel(2)]);
  expect(both.map((answer) => done(answer).data.status)).toEqual(['canceled', 'canceled']);
  expect(done(await cancel(2)).data.version).toBe(3);
  const { rows } = await shop.db.pool.query(
    "select reason from audit_entries where operation = 'cancelOrder' and entity_id = $1 order by id",
    [number],
  );
  expect(rows).toEqual([{ reason: 'Sin existencias' }, { reason: 'El cliente lo pidió' }]);
});

test('[WORK-15] what has left is not canceled', async () => {
  const number = await place();
  expect(await send(number)).toMatchObject({ ok: true });
  const refused = await desk.call('cancelOrder', { params: { number }, body: { version: 1, reason: 'Tarde' } });
  expect(refused).toMatchObject({ error: { code: 'TRANSITION_NOT_ALLOWED' } });
});

test('[WORK-24] what is held is not prepared until it is released', async () => {
  const number = await place();
  const held = done(
    await desk.call('holdOrder', { params: { number }, body: { version: 1, reason: 'Llamar al cliente' } }),
  ).data;
  expect(held).toMatchObject({ isHeld: true, holdReasons: ['Llamar al cliente'], version: 2 });
  expect(held.actions).toContain('release');
  expect(
    done(await desk.call('listOrderRows', { query: { held: 'true' } as never })).data.map((row) => row.number),
  ).toContain(number);
  expect(await send(number)).toMatchObject({ error: { code: 'SHIPMENT_STANDS', isHeld: true } });
  done(
    await desk.call('releaseOrder', { params: { number }, body: { version: 2, reason: 'Confirmado por teléfono' } }),
  );
  expect(await send(number)).toMatchObject({ ok: true });
});

test('[WORK-24] orders are held by rules: a dear first order of a guest, a phone with three e-mails', async () => {
  const dear = await place({ lines: [{ productId: tv, quantity: 7 }] });
  const cheap = await place({ lines: [{ productId: tv, quantity: 6 }] });
  const phone = { telephone: '49998888', lines: [{ productId: radio, quantity: 1 }] };
  const ofPhone = [await place(phone), await place(phone)];
  await mail();
  for (const number of [cheap, ...ofPhone]) expect((await see(number)).isHeld, number).toBe(false);
  const third = await place(phone);
  await mail();
  expect((await see(dear)).holdReasons).toEqual(['guestAmount']);
  expect((await see(third)).holdReasons).toEqual(['phoneEmails']);
  const { rows } = await shop.db.pool.query<{ detail: object }>(
    "select e.detail from order_events e join orders o on o.id = e.order_id where o.number = $1 and e.kind = 'held'",
    [dear],
  );
  expect(rows).toHaveLength(1);
});

test('[WORK-24] and after declined cards in an hour, or where billing and delivery are of other departments', async () => {
  const lines = [{ productId: radio, quantity: 1 }];
  const tries = async (email: string, cards: readonly string[]): Promise<string> => {
    for (const number of cards) {
      const cartId = await prepareCart(shop, { lines, email });
      const { prices } = done(await shop.call('getCart', { params: { id: cartId } }));
      expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(prices.grandTotal.value, number)] }))).toMatch(
        /^400 /,
      );
    }
    return place({ lines, email });
  };
  const declined = '4000000000000002';
  // Of this address, too, charges count: each try is from an hour of its own.
  const alone = async (): Promise<void> => {
    await shop.db.pool.query('update orders set client_key = gen_random_uuid()::text');
  };
  await alone();
  const twice = await tries('dos@correo.gt', [declined, declined]);
  await alone();
  const thrice = await tries('tres@correo.gt', [declined, declined, declined]);
  await alone();
  const other = await place({ lines });
  await shop.db.pool.query(
    `update orders set billing_address = jsonb_set(billing_address, '{region,regionId}', '493') where number = $1`,
    [other],
  );
  await mail();
  expect((await see(twice)).isHeld).toBe(false);
  expect((await see(thrice)).holdReasons).toEqual(['declines']);
  expect((await see(other)).holdReasons).toEqual(['otherDepartment']);
});

test('[WORK-23] notes and tags are in no answer to a customer, nor in a mail or the log of what changed', async () => {
  const canary = 'CANARIO-7f3a';
  const email = 'canario@correo.gt';
  const number = await place({ email });
  const noted = done(
    await desk.call('addOrderNote', { params: { number }, body: { text: `Cliente molesto ${canary}` } }),
  ).data;
  done(await desk.call('correctOrder', { params: { number }, body: { version: 1, tags: [`${canary}-tag`] } }));
  await mail();
  expect(noted.notes).toMatchObject([{ text: `Cliente molesto ${canary}`, by: desk.name, isOwn: true }]);
  expect(noted.timeline.filter(({ kind }) => kind === 'note')).toHaveLength(1);
  const found = await shop.inject({ method: 'POST', url: '/v1/orders/find', payload: { orderNumber: number, email } });
  const { rows } = await shop.db.pool.query(
    'select html, text from mails union all select before::text, after::text from audit_entries where after::text not like \'%"tags"%\'',
  );
  expect(found.payload + JSON.stringify(rows)).not.toContain(canary);
  const [note] = noted.notes;
  const other = await openDesk(shop, 'support');
  expect(await other.call('removeOrderNote', { params: { number, id: note?.id ?? '' } })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  expect(done(await desk.call('removeOrderNote', { params: { number, id: note?.id ?? '' } })).data.notes).toEqual([]);
});

test('[WORK-23] a mail is seen as it was sent, and sent again to its address or the corrected one, five times a day', async () => {
  const number = await place();
  const old = `compra${buyers}@correo.gt`;
  await mail();
  const [sent] = (await see(number)).mails;
  const opened = done(await desk.call('getOrderMail', { params: { number, id: sent?.id ?? '' } })).data;
  expect(opened.html).toContain(number);
  done(
    await desk.call('correctOrder', {
      params: { number },
      body: { version: 1, contact: { email: 'corregido@correo.gt' } },
    }),
  );
  const resend = (to?: string) =>
    desk.call('resendOrderMail', {
      params: { number },
      body: { kind: 'order-confirmation', ...(to === undefined ? {} : { to }) },
    });
  const again = done(await resend('corregido@correo.gt')).data.mails.at(-1);
  expect(again).toMatchObject({ kind: 'order-confirmation', to: 'corregido@correo.gt' });
  expect(await resend('otro@correo.gt')).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  for (let times = 0; times < 4; times += 1) done(await resend(old));
  expect(await resend(old)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
});

const refund = async (orderNumber: string, body: object, person = desk) => {
  const { version } = await see(orderNumber);
  return person.send('POST', '/v1/admin/refunds', {
    body: { orderNumber, version, reason: 'Producto dañado', ...body },
  });
};

test('[WORK-17, WORK-18] every unit of an order, one by one, gives back what was paid exactly; each is asked of its bank once', async () => {
  const number = await place({ couponCode: 'MENOS10' });
  const before = await see(number);
  expect(before.paid).toBe(1_589.99);
  const amounts: number[] = [];
  for (const line of [2, 1, 2, 2]) {
    const made = await refund(number, { lines: [{ line, quantity: 1 }] });
    expect(made.statusCode).toBe(201);
    amounts.push(made.json<{ data: { amount: number } }>().data.amount);
  }
  expect(amounts.reduce((all, amount) => all + Math.round(amount * 100), 0)).toBe(158_999);
  expect((await refund(number, { lines: [{ line: 2, quantity: 1 }] })).json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
  });
  expect((await refund(number, { goodwill: 0.01 })).json()).toMatchObject({
    error: { code: 'REFUND_EXCEEDS_CAPTURED' },
  });
  const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
  await sendRefunds({ db: shop.db, gateway, log });
  const after = await see(number);
  expect(after).toMatchObject({
    refunded: 1_589.99,
    refundable: 0,
    lines: [
      { refundedQuantity: 1, parts: [{ firstUnit: 0, quantity: 1, refunded: 1 }] },
      { refundedQuantity: 3, parts: [{ firstUnit: 0, quantity: 3, refunded: 3 }] },
    ],
  });
  expect(after.movements.filter(({ kind }) => kind === 'refund')).toHaveLength(4);
  expect(after.movements.at(-1)?.by).toBe(desk.name);
  const listed = done(await desk.call('listRefunds', { query: { q: number } })).data;
  expect(listed).toHaveLength(4);
  expect(listed[0]).toMatchObject({
    orderNumber: number,
    to: 'origin',
    state: 'done',
    reason: 'Producto dañado',
    by: desk.name,
  });
});

test('[WORK-17, OFF-21] of twenty refunds at once of one order one is made; the others are told, and none gives back more than was captured', async () => {
  const number = await place({ lines: [{ productId: tv, quantity: 1 }] });
  const { version } = await see(number);
  const codeOf = (answer: Awaited<ReturnType<typeof refund>>) =>
    answer.json<{ error?: { code: string } }>().error?.code ?? 'done';
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(number, { version, goodwill: 200 })));
  expect(answers.filter((answer) => codeOf(answer) === 'done')).toHaveLength(1);
  const stale = answers.filter((answer) => codeOf(answer) === 'VERSION_CONFLICT');
  expect(stale).toHaveLength(19);
  expect(stale[0]?.json()).toMatchObject({ error: { metadata: { current: { version: version + 1 } } } });
  const more: string[] = [];
  for (let each = 0; each < 8; each += 1) more.push(codeOf(await refund(number, { goodwill: 200 })));
  expect(more.filter((code) => code === 'done')).toHaveLength(6);
  expect(more.slice(6)).toEqual(['REFUND_EXCEEDS_CAPTURED', 'REFUND_EXCEEDS_CAPTURED']);
  expect((await see(number)).refundable).toBe(100);
  const keyed = {
    body: { orderNumber: number, version: (await see(number)).version, goodwill: 50, reason: 'Cortesía' },
    headers: { 'idempotency-key': 'una-sola-vez' },
  };
  const twice = await Promise.all([
    desk.send('POST', '/v1/admin/refunds', keyed),
    desk.send('POST', '/v1/admin/refunds', keyed),
  ]);
  expect(new Set(twice.map((answer) => answer.json<{ data: { id: string } }>().data.id)).size).toBe(1);
  expect((await see(number)).refundable).toBe(50);
});

test('[WORK-17] a till or a transfer gives it out where the card is not wanted; what nobody has paid is not given back', async () => {
  const number = await place();
  const atTill = (await refund(number, { lines: [{ line: 2, quantity: 1 }], to: 'till' })).json();
  const byTransfer = (await refund(number, { lines: [{ line: 2, quantity: 1 }], to: 'transfer' })).json();
  expect(atTill).toMatchObject({ data: { to: 'till', state: 'due', amount: 33.33 } });
  expect(byTransfer).toMatchObject({ data: { to: 'transfer', state: 'due' } });
  const unpaid = await place({}, 'cash');
  expect((await refund(unpaid, { lines: [{ line: 2, quantity: 1 }] })).json()).toMatchObject({
    error: { code: 'TRANSITION_NOT_ALLOWED' },
  });
  expect((await refund(number, {}, await openDesk(shop, 'warehouse'))).json()).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'orders.refund' } },
  });
});

test('the books are sound after all of it', async () => {
  const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
  await sendRefunds({ db: shop.db, gateway, log });
  await expectSoundBooks(shop.db, open.bank);
});
