import { examples } from '@ceiba/contract/testing/test-all';
import { centavos } from '@ceiba/domain/money/money';
import type { ShipmentAction } from '@ceiba/domain/orders/shipment-action';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from '../testing/cart-calls.ts';
import { openFaultyLine } from '../testing/faulty-line.ts';
import { buyGiftCard } from '../testing/gift-card-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { merchantKey } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { overdue, programsOf, settle } from '../testing/points-calls.ts';
import { createProduct } from '../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk } from '../testing/test-desk.ts';
import { refundsTasks } from './refunds.tasks.ts';
import { refundCardCommands } from './reissue-refund-card.ts';

const runRefundCardCommand = typing(refundCardCommands, 'gift-card');

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
/** The only order with less collected cash than was due. */
let collectedShort = '';
beforeAll(async () => {
  open = await openShopWithDesk();
  await loosenBudgets(open.shop);
  await open.shop.db.pool.query("insert into coupons (code, label, amount) values ('MENOS10', 'Menos Q10', 1000)");
});
afterAll(() => open.close());

/** Unsent units are sent as a courtesy, because these tests are only about money. */
const asCourtesy = { unsent: 'send', courtesyReason: 'Se le prometió' };

const refund = async (orderNumber: string, body: object, person = open.desk) => {
  const { version } = await open.see(orderNumber);
  return person.send('POST', '/v1/admin/refunds', {
    body: { orderNumber, version, reason: 'Producto dañado', ...asCourtesy, ...body },
  });
};

test('[WORK-17, WORK-18] refunds of single units sum to the exact payment, with one bank call each', async () => {
  const { desk, place, see, sendRefunds } = open;
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
    error: { code: 'REFUND_EXCEEDS_CAPTURED' },
  });
  expect((await refund(number, { lines: [{ line: 2, quantity: 4 }] })).json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { lines: 'No se compraron tantas unidades: 2.' } } },
  });
  expect((await refund(number, { goodwill: 0.01 })).json()).toMatchObject({
    error: { code: 'REFUND_EXCEEDS_CAPTURED' },
  });
  await sendRefunds();
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

test('[WORK-17, OFF-21] one of twenty concurrent refunds of an order is made, and the others get a conflict', async () => {
  const { desk, place, see, tv } = open;
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

test('[WORK-17] twenty concurrent refunds with retries sum to exactly the captured amount', async () => {
  const { place, see, tv } = open;
  const number = await place({ lines: [{ productId: tv, quantity: 1 }] });
  const worker = async (): Promise<string> => {
    for (;;) {
      const answer = await refund(number, { goodwill: 200 });
      const code = answer.json<{ error?: { code: string } }>().error?.code ?? 'done';
      if (code !== 'VERSION_CONFLICT') return code;
    }
  };
  const codes = await Promise.all(Array.from({ length: 20 }, worker));
  expect(codes.filter((code) => code === 'done')).toHaveLength(7);
  expect(new Set(codes)).toEqual(new Set(['done', 'REFUND_EXCEEDS_CAPTURED']));
  expect((await see(number)).refundable).toBe(100);
});

test('[WORK-17] a refund is refused without an Idempotency-Key', async () => {
  const { desk, place, see, tv, shop } = open;
  const orderNumber = await place({ lines: [{ productId: tv, quantity: 1 }] });
  const body = { orderNumber, goodwill: 200, reason: 'Cortesía' };
  const { version } = await see(orderNumber);
  const unkeyed = await shop.inject({
    ...{ method: 'POST', url: '/v1/admin/refunds', payload: { ...body, version } },
    headers: { cookie: desk.cookie, origin: shop.config.publicUrl },
  });
  expect(unkeyed.json()).toMatchObject({
    status: 400,
    error: { metadata: { fields: { 'Idempotency-Key': 'Falta la clave de la solicitud.' } } },
  });
  expect((await see(orderNumber)).refundable).toBe(1_500);
});

test('[WORK-17] of twenty concurrent refunds of the same unit, one answers 201 and the others 409', async () => {
  const { place } = open;
  const number = await place();
  const worker = async (): Promise<number> => {
    for (;;) {
      const answer = await refund(number, { lines: [{ line: 1, quantity: 1 }] });
      if (answer.json<{ error?: { code: string } }>().error?.code !== 'VERSION_CONFLICT') return answer.statusCode;
    }
  };
  const statuses = await Promise.all(Array.from({ length: 20 }, worker));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
});

test('[WORK-17] a till or a transfer pays instead of the card, and an unpaid order is not refunded', async () => {
  const { shop, place } = open;
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

test('[WORK-18] refunds of single units sum to the exact payment, for every payment method', async () => {
  const { shop, place, see, radio } = open;
  const odd = await createProduct(shop.db, { sku: 'CABLE-7', price: 7_77, stock: 9_000 });
  const cheap = await createProduct(shop.db, { sku: 'PILA', price: 3_01, stock: 9_000 });
  await shop.db.pool.query("insert into coupons (code, label, percent_bp) values ('TERCIO', 'Un tercio', 3333)");
  const products = [radio, odd, cheap];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(undefined, 'TERCIO', 'MENOS10'),
      fc.constantFrom('card' as const, 'giftCard' as const, 'points' as const),
      fc.infiniteStream(fc.nat()),
      async (quantities, couponCode, means, draws) => {
        // The most expensive product is always in the cart, so that each payment method pays a part of it.
        const lines = [
          { productId: open.tv, quantity: 1 },
          ...quantities.map((quantity, at) => ({ productId: products[at] ?? odd, quantity })),
        ];
        const giftCard = means === 'giftCard' ? { ...(await buyGiftCard(shop, 100_01)), amount: 77.77 } : undefined;
        const number = await place(
          // A cart takes either a coupon or points, not both.
          { lines, ...(couponCode && means !== 'points' && { couponCode }) },
          { ...(giftCard && { giftCard }), ...(means === 'points' && { points: 100 }) },
        );
        const before = await see(number);
        const units = before.lines.flatMap(({ line, quantity }) => Array.from({ length: quantity }, () => line));
        let given = 0;
        while (units.length > 0) {
          const [line] = units.splice((draws.next().value ?? 0) % units.length, 1);
          const last = units.length === 0 ? { shipping: before.shippingLeft } : {};
          const made = await refund(number, { lines: [{ line, quantity: 1 }], ...last });
          expect(made.statusCode, made.payload).toBe(201);
          given += Math.round(made.json<{ data: { amount: number } }>().data.amount * 100);
        }
        // `total` is the amount left after points.
        const whole = Math.round((before.total ?? 0) * 100) + (means === 'points' ? 100_00 : 0);
        expect(Math.round((before.refundable ?? 0) * 100)).toBe(whole);
        expect(given).toBe(whole);
        const after = await see(number);
        expect(after.refundable).toBe(0);
        expect(after.lines.map(({ refunded }) => refunded)).toEqual(before.lines.map(({ worth }) => worth));
      },
    ),
    { numRuns: examples(12) },
  );
  await overdue(shop);
  await settle(shop, programsOf(open.bank));
});

test('[WORK-17] the desk refunds in every status after the payment, without a return', async () => {
  const { place, see, send, shop } = open;
  const number = await place();
  const statuses: string[] = [];
  const one = async (): Promise<void> => {
    statuses.push((await see(number)).status);
    expect((await refund(number, { goodwill: 1.5 })).statusCode).toBe(201);
  };
  await one();
  await send(number);
  await one();
  const action = { kind: 'deliver', cash: { amount: null, difference: null } } as const;
  await moveShipment(
    shop.db,
    { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
    new Date(),
  );
  await one();
  expect((await refund(number, { lines: [{ line: 2, quantity: 1 }] })).statusCode).toBe(201);
  expect(statuses).toEqual(['processing', 'shipped', 'delivered']);
  expect((await see(number)).refundable).toBe(1_599.99 - 4.5 - 33.33);
});

test('[WORK-12, WORK-17, WORK-20] missing cash is shown, set off against refunds, and explained to the buyer', async () => {
  const { place, see, send, shop, mailsOf } = open;
  const number = await place({}, 'cash');
  await send(number);
  collectedShort = number;
  const cash = { amount: centavos(1_580_00), difference: 'le faltó' };
  const delivery = {
    orderNumber: number,
    choice: { shipmentNumber: 1 },
    action: { kind: 'deliver', cash },
    actor: operator,
  } as const;
  await moveShipment(shop.db, delivery, new Date());
  expect(await see(number)).toMatchObject({ paid: 1_580, refundable: 1_580, shipments: [{ shortfall: 19.99 }] });
  const body = { orderNumber: number, sku: 'TV-55', quantity: 1, reason: 'Producto dañado' } as const;
  const asked = done(await open.desk.call('createReturn', { body })).data;
  expect(asked).toMatchObject({ worths: [1_500], shortfalls: [19.99] });
  expect((await refund(number, { lines: [{ line: 2, quantity: 1 }] })).json()).toMatchObject({
    data: { amount: 13.34, lines: [{ quantity: 1, amount: 13.34 }] },
  });
  const after = { refundable: 1_566.66, lines: [{}, { refunded: 13.34 }], shipments: [{ shortfall: 0 }] };
  expect(await see(number)).toMatchObject(after);
  const mail = (await mailsOf(number)).at(-1);
  expect(mail?.text).toContain('Te devolvemos Q13.34 en la caja');
  expect(mail?.text).toContain('Descontamos Q19.99 que faltaron al pagar en la entrega.');
});

test('[WORK-17] a refund whose answer is lost is settled by the reconciler, and paid once', async () => {
  const { shop, bank, place, see, log } = open;
  const number = await place();
  await open.sendRefunds();
  expect((await refund(number, { lines: [{ line: 2, quantity: 2 }] })).statusCode).toBe(201);
  const line = await openFaultyLine(bank.url);
  const gateway = createHttpGateway({ url: line.url, merchantKey, timeoutMs: 60_000 });
  const tasks = refundsTasks({ ...shop, gateway, publicUrl: shop.config.publicUrl });
  const reconcile = async (): Promise<void> => {
    await shop.db.pool.query(
      `update refunds set send_after = now() - interval '1 second' where send_after is not null`,
    );
    await tasks.find(({ name }) => name === 'send-refunds')?.run({}, { now: new Date(), log });
  };
  line.fail(/refunds$/, ['answer-lost', 'never-arrives']);
  await reconcile();
  await reconcile();
  expect((await see(number)).refunds).toMatchObject([{ amount: 66.66, state: 'sent' }]);
  await reconcile();
  const settled = await see(number);
  expect(settled.refunds).toMatchObject([{ amount: 66.66, state: 'done' }]);
  expect(settled.movements.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
  const charge = (await bank.charges()).find(
    ({ amountCentavos, outstandingCentavos }) => amountCentavos - outstandingCentavos === 66_66,
  );
  expect(charge?.amountCentavos).toBe(1_599_99);
  await line.close();
});

test('[WORK-20, WORK-17] a refund to a gift card mails a new card, and no bank or till pays it again', async () => {
  const { shop, place, see, order, radio, sendRefunds } = open;
  const email = 'regalo-devuelto@correo.gt';
  const number = await place({ email });
  const lines = [{ line: 2, quantity: 3 }];
  const twice = {
    body: { orderNumber: number, version: 1, reason: 'Dañado', lines, to: 'giftCard', ...asCourtesy },
    headers: { 'idempotency-key': number },
  };
  const answers = await Promise.all([1, 2].map(() => open.desk.send('POST', '/v1/admin/refunds', twice)));
  for (const answer of answers)
    expect(answer.json()).toMatchObject({ data: { to: 'giftCard', state: 'done', amount: 99.99 } });
  const { rows } = await shop.db.pool.query<{ text: string; is_secret: boolean }>(
    'select text, is_secret from mails where recipient = $1 and subject like $2',
    [email, `Tu tarjeta de regalo de Q99.99 por el pedido ${number}`],
  );
  expect(rows).toMatchObject([{ is_secret: true }]);
  const [code = ''] = rows[0]?.text.match(/(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}/) ?? [];
  await sendRefunds();
  const after = await see(number);
  expect(after).toMatchObject({ refunded: 99.99, refundable: 1_500, refunds: [{ to: 'giftCard', state: 'done' }] });
  expect(after.movements.at(-1)).toMatchObject({
    amount: 99.99,
    by: open.desk.name,
    reference: expect.stringContaining(code.slice(-4)),
  });
  expect(JSON.stringify(after)).not.toContain(code);
  expect(after.mails.filter(({ kind }) => kind === 'refund-gift-card')).toMatchObject([{ isOpen: false }]);
  expect(
    (await open.mailsOf(number)).find(({ text }) => text.includes('en otro correo una tarjeta de regalo de Q99.99')),
  ).toBeDefined();
  expect(await order({ lines: [{ productId: radio, quantity: 3 }] }, { giftCard: { code, amount: 99.99 } })).toMatch(
    /^200 /,
  );
  const sums = await shop.db.pool.query(
    `select count(*)::int as cards, (select count(*)::int from till_movements) as tills from gift_cards where refund_id in (
       select r.id from refunds r join orders o on o.id = r.order_id where o.number = $1)`,
    [number],
  );
  expect(sums.rows).toEqual([{ cards: 1, tills: 0 }]);
});

test('[WORK-10, WORK-17] if a line has two shipments, one on its way, the refund names the units’ shipment', async () => {
  const { shop, place, see } = open;
  const number = await place();
  const [first, second] = [`${number}-1`, `${number}-2`];
  const manager = await openDesk(shop, 'manager');
  const version = async (id: string): Promise<number> =>
    done(await manager.call('getShipment', { params: { id } })).data.version;
  done(
    await manager.call('splitShipment', {
      params: { id: first },
      body: { version: await version(first), lines: [{ line: 2, quantity: 1 }] },
    }),
  );
  const move = async (id: string, action: ShipmentAction): Promise<void> => {
    const choice = { shipmentNumber: Number(id.split('-')[1]) };
    await moveShipment(shop.db, { orderNumber: number, choice, action, actor: operator }, new Date());
  };
  for (const id of [first, second]) await move(id, { kind: 'send', courier: null, trackingNumber: null });
  await move(first, { kind: 'deliver', cash: { amount: 'due', difference: null } });
  const line = { line: 2, quantity: 1 };
  expect((await refund(number, { lines: [line] })).json()).toMatchObject({
    error: {
      code: 'VALIDATION_ERROR',
      metadata: { fields: { 'lines.0.shipment': 'Elige de qué envío: una parte no se ha entregado.' } },
    },
  });
  expect((await refund(number, { lines: [{ ...line, shipment: '100000000-1' }] })).json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { 'lines.0.shipment': 'No es un envío de esta orden.' } } },
  });
  expect((await refund(number, { lines: [{ ...line, shipment: second }] })).statusCode).toBe(201);
  await move(second, { kind: 'undelivered', reason: 'rechazado' });
  expect(await see(number)).toMatchObject({
    refunds: [expect.objectContaining({ amount: 33.33 }), expect.objectContaining({ amount: 0 })],
    lines: [expect.anything(), expect.objectContaining({ refundedQuantity: 1 })],
  });
});

test('[WORK-17, WORK-22] after a corrected e-mail, only people who approve refunds may refund to a gift card', async () => {
  const { shop, place, desk } = open;
  const email = 'quien-compro@correo.gt';
  const number = await place({ email });
  const params = { number };
  done(await desk.call('correctOrder', { params, body: { version: 1, contact: { phone: '41234567' } } }));
  const lines = [{ line: 2, quantity: 1 }];
  expect((await refund(number, { lines, to: 'giftCard' })).statusCode).toBe(201);
  const { version } = await open.see(number);
  done(await desk.call('correctOrder', { params, body: { version, contact: { email: 'de-soporte@correo.gt' } } }));
  expect((await refund(number, { lines, to: 'giftCard' })).json()).toMatchObject({
    error: {
      code: 'VALIDATION_ERROR',
      metadata: { fields: { to: 'El correo de esta orden se corrigió: devuelve por donde se pagó.' } },
    },
  });
  // A correction back to the old e-mail is a correction, too.
  const corrected = (await open.see(number)).version;
  done(await desk.call('correctOrder', { params, body: { version: corrected, contact: { email } } }));
  expect((await refund(number, { lines, to: 'giftCard' })).statusCode).toBe(400);
  expect((await open.see(number)).refunds).toHaveLength(1);
  expect((await refund(number, { lines, to: 'giftCard' }, await openDesk(shop, 'manager'))).statusCode).toBe(201);
  expect((await refund(number, { lines })).statusCode).toBe(201);
});

test('[WORK-20] an unspent refund gift card is issued once again, to the order’s current e-mail', async () => {
  const { shop, place, order, radio } = open;
  const number = await place({ email: 'buzon-lleno@correo.gt' });
  expect((await refund(number, { lines: [{ line: 2, quantity: 3 }], to: 'giftCard' })).statusCode).toBe(201);
  const codesOf = async (email: string) => {
    const { rows } = await shop.db.pool.query<{ text: string }>(
      `select text from mails where recipient = $1 and dedupe_key like 'refund-gift-card:%'`,
      [email],
    );
    return rows.map(({ text }) => /(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}/.exec(text)?.[0] ?? '');
  };
  const [first = ''] = await codesOf('buzon-lleno@correo.gt');
  await shop.db.pool.query(`update orders set email = 'corregido@correo.gt' where number = $1`, [number]);
  const reissue = async (code: string): Promise<string> => {
    const said: string[] = [];
    const args = ['reissue', `${number}/${code.slice(-4)}`, '--by', 'Ana', '--reason', 'rebotó'];
    await runRefundCardCommand({
      ...{ db: shop.db, config: shop.config },
      args,
      now: new Date(),
      say: (text) => void said.push(text),
      actor: operator,
    });
    return said.join();
  };
  const both = await Promise.all([reissue(first), reissue(first)]);
  expect(both.filter((text) => text.includes('is being mailed'))).toHaveLength(1);
  expect(both.filter((text) => text.includes('Nothing was changed.'))).toHaveLength(1);
  // The first mail, which was not sent yet, is never sent.
  expect(await codesOf('buzon-lleno@correo.gt')).toEqual([]);
  const [second = ''] = await codesOf('corregido@correo.gt');
  expect(both.join()).not.toContain(second);
  const spend = (code: string) =>
    order({ lines: [{ productId: radio, quantity: 3 }] }, { giftCard: { code, amount: 99.99 } });
  expect(await spend(first)).toContain('PAY_GIFT_CARD_UNAVAILABLE');
  expect(await spend(second)).toMatch(/^200 /);
  expect(await reissue(second)).toContain('a part of it was spent. Nothing was changed.');
});

test('all records agree after all tests', async () => {
  const { shop, sendRefunds } = open;
  await sendRefunds();
  await expectSoundBooks(shop.db, open.bank, ['cash-as-due']);
  const { rows: others } = await shop.db.pool.query(
    `select o.number::text, s.n, s.cash_due, s.cash_collected from shipments s join orders o on o.id = s.order_id
     where s.cash_collected <> s.cash_due and o.number::text <> $1`,
    [collectedShort],
  );
  expect(others).toEqual([]);
});

test('refunds are read alike with the stored words of this release and of the next', async () => {
  const { place, see, shop } = open;
  const number = await place();
  expect((await refund(number, { lines: [{ line: 2, quantity: 1 }], to: 'till' })).statusCode).toBe(201);
  const before = await see(number);
  const { pool } = shop.db;
  const ofOrder = '(select id from orders where number = $1)';
  const stored = await pool.query(
    `select array(select distinct kind from order_lines where order_id = ${ofOrder}) as kinds,
       array(select cause || ' ' || destination from refunds where order_id = ${ofOrder}) as refunds`,
    [number],
  );
  expect(stored.rows).toEqual([{ kinds: ['product'], refunds: ['goodwill till'] }]);
  await pool.query(`update order_lines set kind = 'goods' where order_id = ${ofOrder}`, [number]);
  await pool.query(`update refunds set cause = 'desk' where order_id = ${ofOrder}`, [number]);
  expect(await see(number)).toEqual(before);
  await pool.query(
    `update refunds set destination = 'owed_less', state = 'done', done_at = now() where order_id = ${ofOrder}`,
    [number],
  );
  const [owedLess] = (await see(number)).refunds;
  await pool.query(`update refunds set destination = 'bill' where order_id = ${ofOrder}`, [number]);
  expect((await see(number)).refunds).toEqual([owedLess]);
  expect(owedLess?.to).toBe('bill');
});
