import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let manager: TestDesk;
beforeAll(async () => {
  open = await openShopWithDesk();
  manager = await openDesk(open.shop, 'manager');
  await mayBeMailed(manager);
});
afterAll(() => open.close());

/** Mails go only to people who have accepted their invitation. */
const mayBeMailed = ({ id }: TestDesk) =>
  open.shop.db.pool.query(`update staff_members set password_hash = 'x' where id = $1`, [id]);

interface Answered {
  status: number;
  id: string;
  state: string;
  amount: number;
  code: string;
}

/** Requests a refund of an order with its current version. Each test has its own desk users, who have refunded nothing that day. */
const refund = async (person: TestDesk, orderNumber: string, body: object): Promise<Answered> => {
  const { version } = await open.see(orderNumber);
  const answer = await person.send('POST', '/v1/admin/refunds', {
    body: {
      orderNumber,
      version,
      reason: 'Producto dañado',
      unsent: 'send',
      courtesyReason: 'Se le prometió',
      ...body,
    },
  });
  const { data, error } = answer.json();
  return { status: answer.statusCode, code: error?.code ?? '', ...data };
};

const decide = async (person: TestDesk, id: string, verb: 'approve' | 'reject', body: object = {}) => {
  const answer = await person.send('POST', `/v1/admin/refunds/${id}/${verb}`, { body });
  const { data, error } = answer.json();
  return { status: answer.statusCode, code: error?.code ?? '', message: error?.message ?? '', ...data };
};

const tvOrder = () => open.place({ lines: [{ productId: open.tv, quantity: 2 }] });
const tv = { lines: [{ line: 1, quantity: 1 }] };

test('[WORK-19] one person refunds up to Q1,000.00 a day alone, and with a centavo more the refund waits', async () => {
  const { shop } = open;
  for (const to of ['origin', 'till', 'transfer', 'giftCard']) {
    const person = await openDesk(shop, 'support');
    const number = await tvOrder();
    expect(await refund(person, number, { goodwill: 600, to })).toMatchObject({ status: 201, amount: 600 });
    const above = await refund(person, number, { goodwill: 400.01, to });
    expect(above).toMatchObject({ status: 201, state: 'awaiting_approval', amount: 400.01, to });
    expect((await refund(person, number, { goodwill: 400, to })).state).not.toBe('awaiting_approval');
    expect((await open.see(number)).refundable).toBe(2_000);
  }
  const other = await openDesk(shop, 'support');
  expect(await refund(other, await tvOrder(), tv)).toMatchObject({ state: 'awaiting_approval', amount: 1_500 });
  // A refund that waits for approval does not count. A new day starts at midnight in Guatemala.
  expect((await refund(other, await tvOrder(), { goodwill: 1_000 })).state).toBe('due');
  expect((await refund(other, await tvOrder(), { goodwill: 1 })).state).toBe('awaiting_approval');
  await shop.db.pool.query(`update refunds set created_at = created_at - interval '1 day' where actor ->> 'id' = $1`, [
    other.id,
  ]);
  expect((await refund(other, await tvOrder(), { goodwill: 1 })).state).toBe('due');
});

test('[WORK-19] a waiting refund does not change its order, and another person with the permission approves it once', async () => {
  const { shop, see } = open;
  const person = await openDesk(shop, 'support');
  const number = await tvOrder();
  const before = await see(number);
  const asked = await refund(person, number, { ...tv, to: 'giftCard' });
  expect(asked).toMatchObject({ state: 'awaiting_approval', to: 'giftCard', money: 1_500, actions: [] });
  expect(asked).toMatchObject({ lines: [{ line: 1, sku: 'TV-55', quantity: 1, amount: 1_500 }] });
  const waiting = await see(number);
  expect(waiting).toMatchObject({ refundable: before.refundable, refunds: [], movements: before.movements });
  // The order's page shows the waiting refund and its units.
  expect(waiting.waitingRefunds).toEqual([
    {
      ...{ id: asked.id, amount: 1_500, to: 'giftCard', reason: 'Producto dañado', by: person.name },
      ...{ at: expect.any(String), lines: [{ line: 1, shipmentId: `${number}-1`, quantity: 1 }] },
    },
  ]);
  expect(done(await manager.call('getRefund', { params: { id: asked.id } })).data.actions).toEqual([
    'approve',
    'reject',
  ]);
  expect(await decide(person, asked.id, 'approve')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  const both = await Promise.all([decide(manager, asked.id, 'approve'), decide(manager, asked.id, 'approve')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 200)).toMatchObject({
    ...{ id: asked.id, state: 'done', amount: 1_500, to: 'giftCard' },
    ...{ by: person.name, decidedBy: manager.name, courtesyReason: 'Se le prometió' },
  });
  expect(await see(number)).toMatchObject({
    ...{ refundable: 1_500, refunds: [{ id: asked.id, to: 'giftCard' }], waitingRefunds: [] },
  });
  const { rows } = await shop.db.pool.query(
    `select count(*)::int as cards from gift_cards where refund_id::text = $1`,
    [asked.id],
  );
  expect(rows).toEqual([{ cards: 1 }]);
});

test('[WORK-19] nobody decides their own refund, and the requester may have been disabled in the meantime', async () => {
  const { shop } = open;
  const owner = await openDesk(shop, 'owner');
  const number = await tvOrder();
  const asked = await refund(owner, number, tv);
  for (const verb of ['approve', 'reject'] as const)
    expect(await decide(owner, asked.id, verb, verb === 'reject' ? { reason: 'No' } : {})).toMatchObject({
      status: 409,
      code: 'APPROVAL_REQUIRED',
      message: 'Tú pediste este reembolso: lo decide otra persona.',
    });
  await shop.db.pool.query('update staff_members set disabled_at = now() where id = $1', [owner.id]);
  expect(await decide(manager, asked.id, 'approve')).toMatchObject({ status: 200, by: owner.name });
});

test('[WORK-19] a rejected refund shows the reason, changes nothing, and cannot be decided again', async () => {
  const { shop, see } = open;
  const person = await openDesk(shop, 'support');
  await mayBeMailed(person);
  const number = await tvOrder();
  const { id } = await refund(person, number, tv);
  expect(await decide(manager, id, 'reject', {})).toMatchObject({ status: 400 });
  expect(await decide(manager, id, 'reject', { reason: 'Falta la foto' })).toMatchObject({
    ...{ status: 200, state: 'rejected', rejection: 'Falta la foto', decidedBy: manager.name, actions: [] },
  });
  expect(await decide(manager, id, 'approve')).toMatchObject({ status: 409, code: 'TRANSITION_NOT_ALLOWED' });
  expect((await see(number)).refundable).toBe(3_000);
  const listed = done(await person.call('listRefunds', { query: { q: number, state: ['rejected'] } })).data;
  expect(listed).toMatchObject([{ id, amount: 1_500, state: 'rejected', by: person.name, decidedBy: manager.name }]);
  const csv = (await person.send('GET', `/v1/admin/refunds/export?q=${number}`)).payload;
  expect(csv).toContain('Rechazado');
  const { rows } = await shop.db.pool.query<{ text: string }>(
    `select text from mails where dedupe_key = 'refund-decided:' || $1`,
    [id],
  );
  expect(rows[0]?.text).toContain('Falta la foto');
});

test('[WORK-19, OFF-12] approvers get one mail per hour, and see only the refunds of their stores', async () => {
  const { shop } = open;
  const elsewhere = await openDesk(shop, 'manager', ['XELA']);
  const number = await tvOrder();
  const { id } = await refund(await openDesk(shop, 'support'), number, tv);
  await refund(await openDesk(shop, 'support'), number, tv);
  const queueOf = async (person: TestDesk) =>
    done(await person.call('getDeskHome', {})).data.queues.find(({ name }) => name === 'refundsToApprove');
  const queue = await queueOf(manager);
  expect(queue?.href).toBe('/admin/ordenes/reembolsos?state=awaiting_approval');
  const waiting = done(await manager.call('listRefunds', { query: { state: ['awaiting_approval'] } }));
  expect(waiting.total.value).toBe(queue?.count);
  expect(waiting.data.map((row) => row.id)).toContain(id);
  expect((await queueOf(elsewhere))?.count).toBe(0);
  expect(await decide(elsewhere, id, 'approve')).toMatchObject({ status: 404 });
  const { rows } = await shop.db.pool.query<{ recipient: string }>(
    `select recipient from mails where dedupe_key like 'refund-to-approve:' || $1 || ':%'`,
    [manager.id],
  );
  expect(rows).toHaveLength(1);
});

test('[WORK-19] concurrent refunds of many orders by one person never exceed the limit for one person', async () => {
  const person = await openDesk(open.shop, 'support');
  const numbers = await Promise.all(Array.from({ length: 5 }, () => tvOrder()));
  const states = await Promise.all(
    numbers.map(async (number) => (await refund(person, number, { goodwill: 400 })).state),
  );
  expect(states.toSorted()).toEqual(['awaiting_approval', 'awaiting_approval', 'awaiting_approval', 'due', 'due']);
});

test('[WORK-19] a refund that is no longer possible as requested can only be rejected', async () => {
  const { see } = open;
  const person = await openDesk(open.shop, 'support');
  const number = await tvOrder();
  const first = await refund(person, number, { lines: [{ line: 1, quantity: 2 }] });
  expect(await refund(manager, number, { goodwill: 900 })).toMatchObject({ status: 201, state: 'due' });
  expect(await decide(await openDesk(open.shop, 'owner'), first.id, 'approve')).toMatchObject({
    ...{ status: 409, code: 'TRANSITION_NOT_ALLOWED' },
    message: expect.stringContaining('Recházalo, y que se pida de nuevo.'),
  });
  expect((await see(number)).refundable).toBe(2_100);
});

test('[WORK-19] a refund to a gift card is not approved after somebody corrected the e-mail', async () => {
  const person = await openDesk(open.shop, 'support');
  const number = await tvOrder();
  const asked = await refund(person, number, { ...tv, to: 'giftCard' });
  const { version } = await open.see(number);
  const contact = { email: 'otra.persona@correo.gt' };
  done(await person.call('correctOrder', { params: { number }, body: { version, contact } }));
  expect(await decide(manager, asked.id, 'approve')).toMatchObject({
    ...{ status: 409, code: 'TRANSITION_NOT_ALLOWED' },
    message: expect.stringContaining('El correo de la orden se corrigió después de que se pidió.'),
  });
  expect((await open.see(number)).refunds).toEqual([]);
  // A refund to the original payment can go to nobody else.
  const other = await refund(person, number, tv);
  expect(await decide(manager, other.id, 'approve')).toMatchObject({ status: 200 });
});

test('[WORK-19] the limit is a policy of the shop', async () => {
  const { setPolicy } = open.shop;
  await setPolicy('refundApprovalAbove', '50');
  const person = await openDesk(open.shop, 'support');
  const number = await tvOrder();
  expect((await refund(person, number, { goodwill: 50 })).state).toBe('due');
  expect((await refund(person, number, { goodwill: 0.01 })).state).toBe('awaiting_approval');
  await setPolicy('refundApprovalAbove', '1000');
});

test('all records agree after all tests', async () => {
  await open.sendRefunds();
  await expectSoundBooks(open.shop.db, open.bank);
});
