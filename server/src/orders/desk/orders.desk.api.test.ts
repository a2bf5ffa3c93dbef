import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { centavos } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants, nightlyReach } from '../../invariants/check-invariants.ts';
import { createHttpBankLedger } from '../../payments/http-gateway.ts';
import { createHttpPointsPrograms } from '../../points/points-programs.ts';
import { moveShipment } from '../../shipments/move-shipment.ts';
import { done } from '../../testing/cart-calls.ts';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { operator } from '../../testing/operator.ts';
import { merchantKey } from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { createProduct } from '../../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../../testing/shop-with-desk.ts';
import { openDesk } from '../../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
});
afterAll(() => open.close());

/** Advances a shipment as if all its units had been scanned. */
const stepTo = (orderNumber: string, to: 'picking' | 'packed') =>
  moveShipment(
    open.shop.db,
    {
      ...{ orderNumber, choice: { shipmentNumber: 1 }, action: { kind: 'step', to, unitsLeft: 0 } },
      actor: { kind: 'command', id: 'test' },
    },
    new Date(),
  );

test('[WORK-05] an order’s page shows all its parts in at most six statements', async () => {
  const { shop, place, see, mail, lastEmail } = open;
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
    mails: [{ kind: 'order-confirmation', to: lastEmail(), isOpen: true }],
  });
  expect(order.timeline.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Orden recibida', 'Pago confirmado', 'Cobro de Q1,599.99']),
  );
  expect(order.actions).toEqual(['edit', 'promise', 'tag', 'cancel', 'hold', 'note', 'resend', 'refund']);
});

test('[WORK-05] the page of an order with 200 lines also takes at most six statements', async () => {
  const { shop, place, see } = open;
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

test('warehouse staff see only the amount to collect, and no billing data', async () => {
  const { shop, place, see } = open;
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

test('a person limited to a store sees only orders of that store', async () => {
  const { shop, place, see } = open;
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

test('an advisor sees only their own assigned orders, and no sales of the shop', async () => {
  const { shop, desk, place, see } = open;
  const [own, other] = [await place(), await place()];
  const advisor = await openDesk(shop, 'advisor');
  done(await desk.call('correctOrder', { params: { number: own }, body: { version: 1, assigneeId: advisor.id } }));
  const listed = async (query: string) =>
    (await advisor.send('GET', `/v1/admin/orders?${query}`))
      .json<{ data: { number: string }[] }>()
      .data.map(({ number }) => number);
  expect(await listed('')).toEqual([own]);
  expect(await listed(`q=${other}`)).toEqual([]);
  expect(await listed(`assignee=${desk.id}`)).toEqual([own]);
  expect((await see(own, advisor)).number).toBe(own);
  expect(await advisor.call('getDeskOrder', { params: { number: other } })).toMatchObject({
    error: { code: 'ORDER_NOT_FOUND' },
  });
  const note = { params: { number: other }, body: { text: 'Hola', mentions: [] } };
  expect(await advisor.call('addOrderNote', note)).toMatchObject({ error: { code: 'ORDER_NOT_FOUND' } });
  const found = done(await advisor.call('searchDesk', { query: { q: other } })).data;
  expect(found).toEqual([]);
  expect(done(await advisor.call('getDeskHome', {})).data).toMatchObject({ today: { orders: null, netSales: null } });
});

test('[WORK-22] correcting the reference of an address does not change its receiver', async () => {
  const { desk, place } = open;
  const number = await place();
  const body = { version: 1, shippingAddress: { reference: 'Portón verde' } };
  const { data } = done(await desk.call('correctOrder', { params: { number }, body }));
  expect(data.delivery).toMatchObject({ firstname: 'Lucía', reference: 'Portón verde', receiver: null });
});

test('[WORK-22] contact, address and billing can be corrected until packing, and the buyer is mailed', async () => {
  const { shop, desk, place, see } = open;
  const number = await place();
  const { email: former } = await see(number);
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
    timeline: expect.arrayContaining([
      expect.objectContaining({ kind: 'event', text: expect.stringMatching(/Teléfono, \d{8} → 55512345/) }),
    ]),
  });
  const mails = data.mails.filter(({ kind }) => kind === 'order-corrected');
  expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual(
    ['nuevo@correo.gt', former].sort().map((to) => [to, `Corregimos los datos de tu pedido ${number}`]),
  );
  expect(done(await desk.call('listOrderRows', { query: { q: '55512345' } })).data.map((row) => row.number)).toEqual([
    number,
  ]);
  // A person who may not see amounts does not see the order's NIT.
  const clerk = await see(number, await openDesk(shop, 'warehouse'));
  const corrections = clerk.timeline.filter(({ text }) => text.startsWith('Datos corregidos'));
  expect(JSON.stringify(corrections)).toContain('Portón verde');
  expect(JSON.stringify(corrections)).not.toContain('NIT');
  // The audit names the fields and shortens their values (record 0073).
  const { rows: written } = await shop.db.pool.query(
    "select before, after from audit_entries where operation = 'correctOrder' and entity_id = $1",
    [number],
  );
  expect(written).toMatchObject([
    {
      before: { 'contact.email': 'c…@c….g…' },
      after: { 'contact.phone': '…2345', 'contact.email': 'n…@c….g…', 'shippingAddress.street': ['6… a… 1…-2…'] },
    },
  ]);
  expect(JSON.stringify(written)).not.toMatch(new RegExp(`${former}|nuevo@|55512345|Mario|avenida|Portón`));
  const correct = (changes: object) =>
    desk.call('correctOrder', { params: { number }, body: { version: 3, ...changes } });
  expect(await stepTo(number, 'picking')).toMatchObject({ ok: true });
  done(await desk.call('correctOrder', { params: { number }, body: { version: 2, contact: { phone: '55500000' } } }));
  // The order is packed while its page is open elsewhere.
  expect(await stepTo(number, 'packed')).toMatchObject({ ok: true });
  for (const changes of [
    { contact: { phone: '55500001' } },
    { shippingAddress: { receiver: 'Ana Ajú' } },
    { billingAddress: { nit: '576937K', documentType: 'NIT' } },
    { promises: [{ shipmentId: `${number}-1`, promisedOn: addDays(guatemalaDate(new Date()), 9) }] },
  ])
    expect(await correct(changes)).toMatchObject({
      error: {
        status: 409,
        code: 'TRANSITION_NOT_ALLOWED',
        message: 'La orden ya está empacada o terminó: solo se cambian sus etiquetas y su encargado.',
        metadata: { allowed: ['tags', 'assigneeId'] },
      },
    });
  expect(await see(number)).toMatchObject({ version: 3, contact: { phone: '55500000' } });
  const tagged = done(
    await desk.call('correctOrder', {
      params: { number },
      body: { version: 3, tags: ['Llamar antes'], assigneeId: desk.id },
    }),
  );
  expect(tagged.data).toMatchObject({ tags: ['Llamar antes'], assignee: { id: desk.id } });
  expect(tagged.data.mails).toHaveLength(3);
});

test('[WORK-22] only a manager moves an order to another department, and the delivery fee stays the same', async () => {
  const { shop, desk, place } = open;
  const number = await place({ lines: [{ productId: open.radio, quantity: 1 }] });
  const { shipping, total } = await open.see(number);
  expect(shipping).toBeGreaterThan(0);
  const body = { version: 1, shippingAddress: { region: 493, city: 'Quetzaltenango' } };
  expect(await desk.call('correctOrder', { params: { number }, body })).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'settings.edit' } },
  });
  await shop.db.pool.query(
    "insert into municipios (ine_code, region_id, name, position) values ('0901', 493, 'Quetzaltenango', 1)",
  );
  const regions = done(await desk.call('listRegions', {})).data;
  expect(regions).toEqual([{ regionId: 493, region: 'Quetzaltenango', cities: ['Quetzaltenango'] }]);
  const manager = await openDesk(shop, 'manager');
  const { data } = done(await manager.call('correctOrder', { params: { number }, body }));
  expect(data.delivery).toMatchObject({ city: 'Quetzaltenango', region: { regionId: 493, region: 'Quetzaltenango' } });
  expect(data).toMatchObject({ shipping, total });
});

test('[WORK-22] a changed promised day is shown on the buyer’s order page and mailed to the buyer', async () => {
  const { shop, desk, place, mailsOf } = open;
  const email = 'promesa@correo.gt';
  const number = await place({ email });
  const promise = (promisedOn: string, shipmentId = `${number}-1`) =>
    desk.call('correctOrder', { params: { number }, body: { version: 1, promises: [{ shipmentId, promisedOn }] } });
  const today = guatemalaDate(new Date());
  const later = addDays(today, 20);
  const fields = async (answer: ReturnType<typeof promise>) => {
    const refused = await answer;
    return refused.ok ? 'done' : refused.error.metadata.fields;
  };
  expect(await fields(promise(addDays(today, -1)))).toEqual({ promises: 'Ese día ya pasó.' });
  expect(await fields(promise(later, `${number}-2`))).toEqual({
    promises: 'La orden no tiene ese envío por entregar.',
  });
  const { data } = done(await promise(later));
  expect(shop.lastStatements().length).toBeLessThanOrEqual(8);
  expect(data.shipments).toMatchObject([{ promisedOn: later }]);
  const found = await shop.inject({
    method: 'POST',
    url: '/v1/orders/lookups',
    payload: { orderNumber: number, email },
  });
  expect(found.json()).toMatchObject({ data: { deliveryPromise: { groups: [{ sellerId: 1, deliveryDate: later }] } } });
  const mail = (await mailsOf(number)).find(({ subject }) => subject.startsWith('Corregimos'));
  expect(mail?.text).toContain('La fecha de entrega prometida');
});

test('[WORK-22] until packing, quantities can be lowered but not raised, and the buyer is mailed', async () => {
  const { shop, desk, place, mailsOf } = open;
  const number = await place();
  const cancel = (version: number, quantity: number) =>
    desk.send('POST', `/v1/admin/orders/${number}/cancel`, {
      body: { version, reason: 'Sin existencias', lines: [{ line: 2, quantity }] },
    });
  expect((await cancel(1, -1)).statusCode).toBe(400);
  expect((await cancel(1, 4)).json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { lines: 'No hay tantas unidades de Bocina RADIO.' } } },
  });
  const more = { version: 1, lines: [{ line: 2, quantity: 9 }] };
  expect((await desk.send('PATCH', `/v1/admin/orders/${number}`, { body: more })).statusCode).toBe(400);
  expect((await cancel(1, 1)).statusCode).toBe(200);
  const mail = (await mailsOf(number)).at(-1);
  expect(mail?.text).toMatch(/1 × RADIO|RADIO/);
  expect(mail?.text).toContain('Q33.33');
  expect(await stepTo(number, 'picking')).toMatchObject({ ok: true });
  expect(await stepTo(number, 'packed')).toMatchObject({ ok: true });
  const late = await cancel(2, 1);
  expect(late.statusCode).toBe(409);
  expect(late.json().message).toBe('No quedan tantas unidades de Bocina RADIO sin empacar.');
  const { rows } = await shop.db.pool.query(
    'select sum(quantity - canceled)::int as units from order_lines l join orders o on o.id = l.order_id where o.number = $1',
    [number],
  );
  expect(rows).toEqual([{ units: 3 }]);
});

test.each(['packed', 'corrected'] as const)(
  '[WORK-22] if an order is packed and corrected concurrently, %s first, its address never changes after packing',
  async (first) => {
    const { shop, desk, place, see } = open;
    const { pool } = shop.db;
    const number = await place();
    expect(await stepTo(number, 'picking')).toMatchObject({ ok: true });
    const acts = {
      packed: () => stepTo(number, 'packed'),
      corrected: () =>
        desk.call('correctOrder', {
          params: { number },
          body: { version: 1, shippingAddress: { street: ['6a avenida 1-20'] } },
        }),
    };
    const second = first === 'packed' ? 'corrected' : 'packed';
    // Both calls wait for the order's lock. The call that waits longer gets the lock first.
    const held = await pool.connect();
    await held.query('begin');
    await held.query('select from orders where number = $1 for update', [number]);
    const before = acts[first]();
    await untilBlocked(pool, held);
    const after = acts[second]();
    await untilBlocked(pool, held, 2);
    await held.query('commit');
    held.release();
    expect(await before).toMatchObject({ ok: true });
    const late = first === 'packed' ? { ok: false, error: { code: 'TRANSITION_NOT_ALLOWED' } } : { ok: true };
    expect(await after).toMatchObject(late);
    const { delivery, shipments, version } = await see(number);
    expect([shipments[0]?.state, version, delivery?.street.includes('6a avenida 1-20')]).toEqual(
      first === 'packed' ? ['packed', 1, false] : ['packed', 2, true],
    );
  },
);

test('[WORK-15] the refusal to cancel units gives the reason: codes were sent, or the order has ended', async () => {
  const { shop, desk, place, send } = open;
  const number = await place();
  const cancel = async () => {
    const body = { version: 1, reason: 'Ya no lo quiere', lines: [{ line: 2, quantity: 1 }] };
    return (await desk.send('POST', `/v1/admin/orders/${number}/cancel`, { body })).json().message;
  };
  const setLine = (values: string) =>
    shop.db.pool.query(
      `update order_lines set ${values} where position = 2 and order_id = (select id from orders where number = $1)`,
      [number],
    );
  // The line then looks like a line of sent gift cards.
  await setLine(`gift_card = '{}', gift_cards_sent_at = now()`);
  expect(await cancel()).toBe('El código de Bocina RADIO ya se envió: no se puede cancelar.');
  await setLine('gift_card = null, gift_cards_sent_at = null');
  for (const to of ['picking', 'packed'] as const) expect(await stepTo(number, to)).toMatchObject({ ok: true });
  expect(await send(number)).toMatchObject({ ok: true });
  const delivered = { kind: 'deliver', cash: { amount: 'due', difference: null } } as const;
  const asked = { orderNumber: number, choice: { shipmentNumber: 1 }, action: delivered, actor: operator };
  expect(await moveShipment(shop.db, asked, new Date())).toMatchObject({ ok: true });
  expect(await cancel()).toBe('La orden ya terminó: no se cancela nada de ella.');
});

test('[OFF-21] a change of an older version is refused with the order’s state, its editor and the conflicts', async () => {
  const { shop, desk, place, see } = open;
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

test('[WORK-16] the page shows each money movement, and paid, owed and refunded amounts are sums of them', async () => {
  const { shop, desk, place, see, sendRefunds, send } = open;
  const number = await place();
  const { version } = await see(number);
  const refund = { orderNumber: number, version, lines: [{ line: 2, quantity: 1 }], reason: 'Dañado' };
  const asCourtesy = { unsent: 'send', courtesyReason: 'Se le prometió' } as const;
  done(await desk.call('createRefund', { body: { ...asCourtesy, shipping: 0, goodwill: 0, to: 'origin', ...refund } }));
  await sendRefunds();
  const { rows } = await shop.db.pool.query<{ acquirer: string; gateway_id: string }>(
    'select p.acquirer, p.gateway_id from payments p join orders o on o.id = p.order_id where o.number = $1',
    [number],
  );
  const order = await see(number);
  expect(order.movements).toEqual([
    expect.objectContaining({
      kind: 'capture',
      amount: 1_599.99,
      by: 'Cliente',
      acquirer: rows[0]?.acquirer,
      reference: rows[0]?.gateway_id,
    }),
    expect.objectContaining({ kind: 'refund_due', amount: 33.33, by: desk.name, reason: 'Dañado' }),
    expect.objectContaining({
      kind: 'refund',
      amount: 33.33,
      by: desk.name,
      acquirer: rows[0]?.acquirer,
      reference: expect.stringMatching(/./),
    }),
  ]);
  expect(order).toMatchObject({ paid: 1_599.99, refunded: 33.33, due: 0 });
  const inCash = await place({}, 'cash');
  expect(await see(inCash)).toMatchObject({ paid: 0, due: 1_599.99, refunded: 0, movements: [] });
  await send(inCash);
  const cash = { amount: centavos(1_599_99), difference: null };
  await moveShipment(
    shop.db,
    { orderNumber: inCash, choice: { shipmentNumber: 1 }, action: { kind: 'deliver', cash }, actor: operator },
    new Date(),
  );
  expect(await see(inCash)).toMatchObject({
    paid: 1_599.99,
    due: 0,
    movements: [{ kind: 'cash_collected', amount: 1_599.99, by: 'pruebas', reference: `${inCash}-1` }],
  });
  await expectSoundBooks(shop.db, open.bank);
  // The sums are not stored: a further movement changes them. The guard reports a movement that nothing explains.
  await shop.db.pool.query(
    `insert into money_movements (order_id, kind, amount, reference, actor) select id, 'till_payment', 100, 'MAX/R-1', '{"kind": "command", "id": "nadie"}'
     from orders where number = $1`,
    [number],
  );
  expect((await see(number)).paid).toBe(1_600.99);
  const books = {
    bank: createHttpBankLedger({ url: open.bank.url, merchantKey }),
    programs: createHttpPointsPrograms({ url: open.bank.url, merchantKey }),
  };
  const found = await checkInvariants(shop.db, books, new Date(), nightlyReach(new Date()));
  expect(found.map(({ invariant }) => invariant)).toContain('money-of-payments');
});
