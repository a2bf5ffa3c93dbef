import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeStoreOrder } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';

// Tests the counts of a till, and amounts that nobody may see before the count.

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let manager: TestDesk;
let cashier: TestDesk;
let colleague: TestDesk;
let accounting: TestDesk;
let tillId: string;

/** Amounts that occur nowhere else. A text that contains one of them reveals it. */
const float = 531.07;

beforeAll(async () => {
  open = await openShopWithBank({ SECRETS_KEY: Buffer.alloc(32, 'caja').toString('base64') });
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina Onda', price: 97_31, stock: 10_000 });
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`,
  );
  manager = await openDesk(shop, 'manager');
  cashier = await openDesk(shop, 'cashier', ['MAX']);
  colleague = await openDesk(shop, 'cashier', ['MAX']);
  accounting = await openDesk(shop, 'accounting');
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const value = <T>(answer: { ok: true; value: { data: T } } | { ok: false; error: { code: string } }): T => {
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};
const codeOf = (answer: { ok: boolean; error?: { code: string } }): string =>
  answer.ok ? 'done' : (answer.error?.code ?? '');

const place = (): Promise<string> =>
  placeStoreOrder(shop, {
    ...{ lines: [{ productId: speaker, quantity: 1 }], amount: 97.31, advisor: 'asesor' },
    ...{ shippingMethod: 'pickup', storeCode: 'MAX' },
  });

const state = async (desk = cashier) => value(await desk.call('getTill', { params: { id: tillId } }));
const openAgain = async (amount: number, desk = cashier) =>
  desk.call('openTill', { params: { id: tillId }, body: { version: (await state()).version, float: amount } });
const close = async (counted: number, cards = 0, reason?: string, desk = cashier) =>
  desk.call('closeTill', {
    params: { id: tillId },
    body: { version: (await state()).version, counted, cards, ...(reason && { reason }) },
  });
const recount = async (
  kind: 'opening' | 'closing',
  counted: number,
  { cards = 0, desk = cashier }: { cards?: number; desk?: TestDesk } = {},
) => {
  const body = { version: (await state()).version, kind, counted, reason: 'Conté mal' };
  return desk.call('recountTill', { params: { id: tillId }, body: { ...body, ...(kind === 'closing' && { cards }) } });
};
const move = (kind: 'in' | 'out' | 'deposit', amount: number, desk = cashier) =>
  desk.call('moveTillCash', { params: { id: tillId }, body: { kind, amount, reason: 'Motivo' } });
const pay = async (more: { kind?: 'card'; receipt?: string } = {}) => {
  const orderNumber = await place();
  const body = { orderNumber, kind: 'cash' as const, amount: 97.31, ...more };
  value(await cashier.call('payAtTill', { params: { id: tillId }, body }));
  return orderNumber;
};
const differences = async (desk = accounting) =>
  (await desk.send('GET', '/v1/admin/till-differences?limit=100'))
    .json()
    .data.filter((row: { tillId: string }) => row.tillId === tillId);

beforeEach(async () => {
  const made = value(
    await manager.call('createTill', { body: { storeCode: 'MAX', name: `Caja ${randomUUID().slice(0, 8)}` } }),
  );
  tillId = made.id;
  value(await openAgain(float));
});

describe('[CASH-05] before a till is counted', () => {
  test('no response, list, export or audit row reveals its float or payments', async () => {
    const number = await pay();
    await pay({ kind: 'card', receipt: `V-${randomUUID()}` });
    value(await move('out', 12.34));
    const urls = [
      `/v1/admin/tills/${tillId}`,
      '/v1/admin/tills?limit=100',
      '/v1/admin/tills/export',
      '/v1/admin/till-closings?limit=100',
      '/v1/admin/till-closings/export',
      '/v1/admin/till-differences?limit=100',
      '/v1/admin/till-differences/export',
      `/v1/admin/audit/of/tills/${tillId}`,
      '/v1/admin/audit?entity=tills&limit=100',
      '/v1/admin/audit?operation=payAtTill&limit=100',
      '/v1/admin/audit/export',
    ];
    // Float, payments, and the expected cash: 531.07 + 97.31 - 12.34.
    for (const desk of [cashier, manager, accounting])
      for (const url of urls) expect((await desk.send('GET', url)).body, url).not.toMatch(/531\.07|97\.31|616\.04/);
    // A person who may only use tills cannot see today's sales of the store either.
    expect((await cashier.send('GET', '/v1/admin/home')).json().data.today).toMatchObject({ netSales: null });
    expect((await state(manager)).movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['out', -12.34],
      ['payment', null],
      ['payment', null],
    ]);
    const stale = await manager.call('closeTill', {
      params: { id: tillId },
      body: { version: 99, counted: 1, cards: 0 },
    });
    expect(codeOf(stale)).toBe('VERSION_CONFLICT');
    expect(JSON.stringify(stale)).not.toMatch(/531\.07|97\.31|616\.04/);
    // The order's own history shows that it was paid. After the count, everything is shown.
    value(await close(616.04, 97.31));
    const history = await manager.send('GET', `/v1/admin/audit/of/tills/${tillId}`);
    expect(history.body).toContain('531.07');
    expect((await manager.send('GET', `/v1/admin/audit/of/orders/${number}`)).body).toContain('97.31');
  });

  test('any count closes it, because a refusal would let people try out amounts', async () => {
    const closed = value(await close(1)).closing;
    expect(closed).toMatchObject({ isUnexplained: true, counts: 1, amounts: { counted: 1, difference: 1 - float } });
    expect(codeOf(await close(float))).toBe('TILL_CLOSED');
  });

  test('every withdrawal is recorded, and after one refund above its cash it refuses no other', async () => {
    expect(codeOf(await move('out', 4_500))).toBe('done');
    expect(codeOf(await move('in', 4_100))).toBe('done');
    // The till contains Q131.07.
    const [first, second] = [await pay(), await pay()];
    value(await move('out', 300));
    const undo = (orderNumber: string, desk = cashier) =>
      desk.call('unpayAtTill', { params: { id: tillId }, body: { orderNumber, reason: 'Error' } });
    const refused = await undo(first);
    expect(refused).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    value(await move('in', 5_000));
    // The refused person brings change and tries again, and is refused.
    expect(await undo(first)).toEqual(expect.objectContaining({ ok: false }));
    value(await move('in', 1, colleague));
    expect(codeOf(await undo(first))).toBe('done');
    expect(codeOf(await undo(second))).toBe('done');
    const { rows } = await shop.db.pool.query(
      `select operation, actor_id from audit_entries where entity_id = $1 and after = '{"isShort": true}' order by id`,
      [tillId],
    );
    expect(rows).toEqual([
      { operation: 'unpayAtTill', actor_id: cashier.id },
      { operation: 'unpayAtTill', actor_id: cashier.id },
    ]);
  });
});

describe('[CASH-05] a second count', () => {
  test('is a second row with person and reason, and the first row and its difference stay', async () => {
    value(await close(500));
    const again = value(await recount('closing', float, { desk: colleague }));
    expect(again.closing).toMatchObject({ counts: 2, reason: 'Conté mal', amounts: { difference: 0 } });
    const { rows } = await shop.db.pool.query(
      `select c.kind, c.counted, c.difference, c.reason, c.actor ->> 'id' as by from till_counts c
       join till_sessions s on s.id = c.session_id where s.till_id = $1 order by c.id`,
      [tillId],
    );
    expect(rows).toEqual([
      { kind: 'opening', counted: 531_07, difference: null, reason: null, by: cashier.id },
      { kind: 'closing', counted: 500_00, difference: -31_07, reason: null, by: cashier.id },
      { kind: 'closing', counted: 531_07, difference: 0, reason: 'Conté mal', by: colleague.id },
    ]);
    const audit = await shop.db.pool.query(
      `select operation, before, after, reason from audit_entries where entity_id = $1 and operation = 'recountTill'`,
      [tillId],
    );
    expect(audit.rows).toEqual([
      {
        operation: 'recountTill',
        before: { counted: 500, difference: -31.07, cards: 0, cardsDifference: 0 },
        after: { counted: float, difference: 0, cards: 0, cardsDifference: 0 },
        reason: 'Conté mal',
      },
    ]);
    expect(await differences()).toMatchObject([{ kind: 'cash', difference: 0, first: -31.07, counts: 2 }]);
  });

  test('by two people at the same time is written once', async () => {
    value(await close(500));
    const { version } = await state();
    const body = { version, kind: 'closing' as const, counted: 520, cards: 0, reason: 'Otra vez' };
    const ask = () => cashier.call('recountTill', { params: { id: tillId }, body });
    expect((await Promise.all([ask(), ask()])).map(codeOf).sort()).toEqual(['VERSION_CONFLICT', 'done']);
  });

  test('of the float needs another person, while the till is open', async () => {
    expect(codeOf(await recount('opening', 513.07))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await recount('opening', 513.07, { desk: colleague }))).toBe('done');
    expect(value(await close(513.07)).closing?.amounts).toMatchObject({ float: 513.07, difference: 0 });
    expect(codeOf(await recount('opening', 500, { desk: colleague }))).toBe('TILL_CLOSED');
  });
});

describe('[CASH-05] a difference', () => {
  test('above Q5 needs an explanation, by anybody, before the till opens again', async () => {
    value(await close(500));
    expect(await openAgain(500)).toMatchObject({
      ok: false,
      error: { code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: ['explain'] } },
    });
    const { version } = await state();
    const explained = await colleague.call('explainTill', {
      params: { id: tillId },
      body: { version, reason: 'Vuelto' },
    });
    expect(value(explained).closing).toMatchObject({ reason: 'Vuelto', isUnexplained: false });
    expect(codeOf(await openAgain(500))).toBe('done');
  });

  test('of the float from the last count has its own row, and so has a difference of vouchers', async () => {
    await pay({ kind: 'card', receipt: `V-${randomUUID()}` });
    value(await close(float, 90, 'Se perdió un voucher'));
    value(await openAgain(241.07, colleague));
    const rows = await differences();
    expect(rows).toMatchObject([
      // The float is shown after the count.
      { kind: 'opening', difference: -290, expected: null, counted: null, state: 'open', by: colleague.name },
      { kind: 'cards', difference: -7.31, expected: 97.31, counted: 90, state: 'explained', by: cashier.name },
    ]);
    const { rows: audit } = await shop.db.pool.query(
      `select after from audit_entries where entity_id = $1 and operation = 'closeTill'`,
      [tillId],
    );
    expect(audit).toEqual([{ after: { counted: float, difference: 0, cards: 90, cardsDifference: -7.31 } }]);
    const explain = (desk: TestDesk) =>
      desk.call('explainTillDifference', { params: { id: rows[0].id }, body: { reason: 'Estaba en la caja fuerte' } });
    expect(codeOf(await explain(cashier))).toBe('FORBIDDEN');
    expect(codeOf(await explain(accounting))).toBe('done');
    expect(await differences()).toMatchObject([{ state: 'explained', reason: 'Estaba en la caja fuerte' }, {}]);
    const csv = (await accounting.send('GET', '/v1/admin/till-differences/export')).body;
    expect(csv).toContain('Fondo al abrir');
  });

  test('"Caja general" starts with the last counted amount when a command opens it', async () => {
    const { rows } = await shop.db.pool.query(`select id from tills where store_code = 'MAX' and is_general`);
    tillId = rows[0].id;
    const { orderCommands } = await import('../orders/order-command.ts');
    const { typing } = await import('../testing/operator.ts');
    const command = typing(orderCommands, 'order');
    const paid = async () => command({ db: shop.db, args: ['pay', await place()], say: () => {} });
    await paid();
    value(await close(97.31, 0));
    await paid();
    expect(value(await close(194.62)).closing?.amounts).toMatchObject({ float: 97.31, difference: 0 });
  });
});

describe('[CASH-04] a mistyped amount', () => {
  test('is refused with a message if no till has the amount, and changes nothing', async () => {
    for (const kind of ['out', 'deposit'] as const)
      expect(await move(kind, 99_999)).toMatchObject({
        error: { metadata: { fields: { amount: 'En esta caja no puede haber tanto. Revisa el monto.' } } },
      });
    value(await move('in', 99_999));
    expect((await state()).movements).toHaveLength(1);
  });

  test('is reversed completely by the person who typed it, once, while the till is open', async () => {
    value(await move('out', 200.1));
    const [out] = (await state()).movements;
    const undo = () =>
      cashier.call('undoTillMovement', {
        params: { id: tillId, movement: out?.id ?? '' },
        body: { reason: 'No se retiró' },
      });
    expect((await Promise.all([undo(), undo()])).map(codeOf).sort()).toEqual(['TRANSITION_NOT_ALLOWED', 'done']);
    expect((await state()).movements[0]).toMatchObject({ kind: 'in', amount: 200.1, corrects: out?.id });
    expect(value(await close(531.07)).closing?.amounts).toMatchObject({ expected: 531.07, difference: 0 });
    expect(codeOf(await undo())).toBe('TILL_CLOSED');
  });

  test('is corrected by another person, with a reason, before or after the count', async () => {
    value(await move('out', 200));
    value(await move('deposit', 50));
    const [bag, out] = (await state()).movements;
    const correct = (id: string | undefined, amount: number, desk: TestDesk) =>
      desk.call('correctTillMovement', {
        params: { id: tillId, movement: id ?? '' },
        body: { amount, reason: 'Eran veinte' },
      });
    expect(codeOf(await correct(out?.id, 20, cashier))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await correct(out?.id, 20, colleague))).toBe('done');
    expect((await state()).movements[0]).toMatchObject({
      kind: 'in',
      amount: 180,
      corrects: out?.id,
      reason: 'Eran veinte',
    });
    expect(codeOf(await correct(out?.id, 20, cashier))).toBe('TRANSITION_NOT_ALLOWED');
    // 531.07 - 20 - 50, but the bag really contained Q150.
    expect(value(await close(361.07)).closing?.amounts).toMatchObject({ expected: 461.07, difference: -100 });
    expect(codeOf(await correct(bag?.id, 150, colleague))).toBe('done');
    expect((await state()).closing?.amounts).toMatchObject({ expected: 361.07, difference: 0 });
    expect(codeOf(await correct('999999', 1, colleague))).toBe('NOT_FOUND');
  });
});

describe('[CASH-05] accounting', () => {
  test('reads tills, closings, differences, due refunds and manifests, and cannot change them', async () => {
    value(await close(500, 0, 'Vuelto'));
    for (const url of [
      '/v1/admin/tills',
      `/v1/admin/tills/${tillId}`,
      '/v1/admin/till-closings',
      '/v1/admin/till-closings/export',
      '/v1/admin/till-differences',
      '/v1/admin/cash-refunds',
      '/v1/admin/manifests',
      '/v1/admin/door-cash',
      '/v1/admin/door-cash/export',
    ])
      expect((await accounting.send('GET', url)).statusCode, url).toBe(200);
    const seen = value(await accounting.call('getTill', { params: { id: tillId } }));
    expect(seen).toMatchObject({ actions: [], closing: { amounts: { difference: -31.07 } } });
    expect(codeOf(await openAgain(1, accounting))).toBe('FORBIDDEN');
    // The next cashier counts the float without seeing the amount that was left.
    expect((await state(colleague)).closing?.amounts).toBeNull();
    const paper = `/v1/admin/tills/${tillId}/closings/${seen.closing?.id}?size=strip`;
    expect((await colleague.send('GET', paper)).statusCode).toBe(404);
    expect((await cashier.send('GET', paper)).statusCode).toBe(200);
    expect((await accounting.send('GET', paper)).statusCode).toBe(200);
  });
});
