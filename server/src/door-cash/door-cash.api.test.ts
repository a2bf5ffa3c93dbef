import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '../invariants/check-invariants.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { doorCashCommands } from './door-cash-command.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let sender: TestDesk;
let accounting: TestDesk;
let manager: TestDesk;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina Onda', price: 284_90, stock: 1_000 });
  sender = await openDesk(shop, 'manager');
  accounting = await openDesk(shop, 'accounting');
  manager = await openDesk(shop, 'manager');
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const runCommand = typing(doorCashCommands, 'shipment');

const codeOf = (answer: { ok: boolean; error?: { code: string } }): string =>
  answer.ok ? 'done' : (answer.error?.code ?? '');
const total = 314.9;

/** Places a cash order for which a courier hands over less than was due. Returns its shipment. */
const delivered = async (amountReceived: number, storeCode?: string): Promise<string> => {
  const pickup = storeCode === undefined ? {} : ({ shippingMethod: 'pickup', storeCode } as const);
  const lines = [{ productId: speaker, quantity: 1 }];
  const amount = storeCode === undefined ? total : 284.9;
  const orderNumber = await placeOrderOf(shop, { lines, amount, isCash: true, ...pickup });
  const send = { kind: 'send', courier: 'Guatex', trackingNumber: 'G-1' } as const;
  await moveShipment(
    shop.db,
    { orderNumber, choice: { shipmentNumber: 1 }, action: send, actor: operator },
    new Date(),
  );
  const { rows } = await shop.db.pool.query(
    'select s.version, pickup_code_of(o.id, 1) as code from shipments s join orders o on o.id = s.order_id where o.number = $1',
    [orderNumber],
  );
  const id = `${orderNumber}-1`;
  const body = {
    ...{ to: 'delivered' as const, version: Number(rows[0].version), amountReceived, reason: 'Así lo dijo' },
    ...(storeCode !== undefined && { code: String(rows[0].code) }),
  };
  const moved = await sender.call('moveShipment', { params: { id }, body });
  if (!moved.ok) throw new Error(JSON.stringify(moved.error));
  return id;
};

const rowOf = async (id: string, desk = accounting) =>
  (await desk.send('GET', `/v1/admin/door-cash?q=${id}`)).json().data[0];
const settle = async (
  id: string,
  kind: 'correction' | 'payment' | 'writeOff',
  amount: number,
  { desk = accounting, tillId }: { desk?: TestDesk; tillId?: string } = {},
) => {
  const { version } = await rowOf(id);
  const body = { version, kind, amount, reason: 'Escribió 28 por 284.90', ...(tillId && { tillId }) };
  return desk.call('settleDoorCash', { params: { id }, body });
};
const orderOf = async (id: string) =>
  (await manager.send('GET', `/v1/admin/orders/${id.split('-')[0]}`)).json().data as {
    due: number;
    paid: number;
    movements: { kind: string; amount: number; reason: string | null; by: string }[];
  };
const redOf = async (id: string): Promise<boolean> => {
  const found = await checkDatabase(shop.db, new Date());
  const { rows } = await shop.db.pool.query('select id from orders where number = $1', [id.split('-')[0]]);
  return found.some(({ invariant, samples }) => invariant === 'cash-as-due' && samples.includes(rows[0].id));
};
const openTill = async (storeCode: string): Promise<string> => {
  const made = await manager.call('createTill', { body: { storeCode, name: `Caja ${randomUUID().slice(0, 8)}` } });
  if (!made.ok) throw new Error(made.error.code);
  const { id, version } = made.value.data;
  await manager.call('openTill', { params: { id }, body: { version, float: 0 } });
  return id;
};

describe('[CASH-07] cash at the door that was entered wrong', () => {
  test('has an open row until another person corrects it by a movement with a reason', async () => {
    const id = await delivered(28);
    expect(await rowOf(id)).toMatchObject({
      due: total,
      collected: 28,
      missing: 286.9,
      state: 'open',
      courier: 'Guatex',
    });
    expect(await orderOf(id)).toMatchObject({ due: 286.9, paid: 28 });
    expect(await redOf(id)).toBe(true);
    expect(codeOf(await settle(id, 'correction', total, { desk: sender }))).toBe('APPROVAL_REQUIRED');
    expect(await settle(id, 'correction', 314.91)).toMatchObject({
      error: { metadata: { fields: { amount: 'Escribe a lo sumo Q314.90.' } } },
    });
    expect(await settle(id, 'correction', total)).toMatchObject({ ok: true, value: { data: { missing: 0 } } });
    expect(await rowOf(id)).toMatchObject({ collected: total, missing: 0, state: 'settled' });
    expect(await orderOf(id)).toMatchObject({
      due: 0,
      paid: total,
      movements: [
        { kind: 'cash_collected', amount: 28 },
        { kind: 'cash_collected', amount: 286.9, reason: 'Escribió 28 por 284.90', by: accounting.name },
      ],
    });
    expect(await redOf(id)).toBe(false);
    const { rows } = await shop.db.pool.query(
      `select before, after, reason from audit_entries where operation = 'settleDoorCash' and entity_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        before: { cashCollected: 28, cashWrittenOff: 0 },
        after: { cashCollected: total, cashWrittenOff: 0 },
        reason: 'Escribió 28 por 284.90',
      },
    ]);
  });

  test('can also be corrected downward, and again by another person', async () => {
    const id = await delivered(total);
    // A row without a difference is only found by its number.
    const listed = (await accounting.send('GET', '/v1/admin/door-cash?limit=100')).json().data;
    expect(listed.map((row: { id: string }) => row.id)).not.toContain(id);
    expect(await rowOf(id)).toMatchObject({ state: 'whole' });
    expect(codeOf(await settle(id, 'correction', 300))).toBe('done');
    expect((await orderOf(id)).movements.at(-1)).toMatchObject({ kind: 'cash_uncollected', amount: 14.9 });
    expect(codeOf(await settle(id, 'payment', 14.9))).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await settle(id, 'payment', 14.9, { desk: manager }))).toBe('done');
    expect(await redOf(id)).toBe(false);
  });

  test('can be paid later in parts, with or without a till, and a write-off settles the rest', async () => {
    const id = await delivered(0);
    const tillId = await openTill('MAX');
    expect(codeOf(await settle(id, 'payment', 100, { tillId }))).toBe('done');
    const till = await manager.call('getTill', { params: { id: tillId } });
    expect(till.ok && till.value.data.movements).toMatchObject([{ kind: 'collected', orderNumber: id.split('-')[0] }]);
    expect(codeOf(await settle(id, 'payment', 200, { desk: manager }))).toBe('done');
    expect(await rowOf(id)).toMatchObject({ collected: 300, missing: 14.9, state: 'open' });
    const role = await (await openDesk(shop, 'owner')).call('createRole', {
      body: { label: 'Liquida', permissions: ['cash.read', 'cash.settle'] },
    });
    const settler = await openDesk(shop, role.ok ? role.value.data.id : '');
    expect(codeOf(await settle(id, 'writeOff', 14.9, { desk: settler }))).toBe('FORBIDDEN');
    expect(codeOf(await settle(id, 'writeOff', 15))).toBe('VALIDATION_ERROR');
    expect(codeOf(await settle(id, 'writeOff', 14.9))).toBe('done');
    expect(await rowOf(id)).toMatchObject({ writtenOff: 14.9, missing: 0, state: 'settled' });
    expect(await orderOf(id)).toMatchObject({ due: 0, paid: 300 });
    expect(await redOf(id)).toBe(false);
  });

  test('stays settled after a write-off when the goods come back', async () => {
    const id = await delivered(300);
    expect(codeOf(await settle(id, 'writeOff', 14.9))).toBe('done');
    const orderNumber = id.split('-')[0] ?? '';
    const { version } = (await manager.send('GET', `/v1/admin/orders/${orderNumber}`)).json().data;
    const body = { orderNumber, version, lines: [{ line: 1, quantity: 1 }], reason: 'Producto dañado' };
    const refund = await manager.send('POST', '/v1/admin/refunds', { body });
    // Q14.90 of the due cash was never paid (record 0077).
    expect(refund.json()).toMatchObject({ data: { amount: 270 } });
    expect(await rowOf(id)).toMatchObject({ missing: 0, state: 'settled' });
    expect((await orderOf(id)).due).toBe(0);
    expect(await redOf(id)).toBe(false);
    expect(await settle(id, 'payment', 1, { desk: manager })).toMatchObject({
      error: { metadata: { fields: { amount: 'No falta nada de este envío.' } } },
    });
  });

  test('is settled once by two concurrent calls, and a repeated call does not count again', async () => {
    const id = await delivered(14.9);
    const { version } = await rowOf(id);
    const body = { version, kind: 'payment' as const, amount: 150, reason: 'Lo trajo' };
    const ask = (desk: TestDesk) => desk.call('settleDoorCash', { params: { id }, body });
    expect((await Promise.all([ask(accounting), ask(manager)])).map(codeOf).sort()).toEqual([
      'VERSION_CONFLICT',
      'done',
    ]);
    const again = await rowOf(id);
    expect(again).toMatchObject({ collected: 164.9, missing: 150 });
    const key = { 'idempotency-key': randomUUID() };
    const other = await openDesk(shop, 'accounting');
    const send = () =>
      other.send('POST', `/v1/admin/door-cash/${id}/settle`, {
        body: { ...body, version: again.version },
        headers: key,
      });
    const [one, two] = [await send(), await send()];
    expect([one.statusCode, two.json()]).toEqual([200, one.json()]);
    expect(await rowOf(id)).toMatchObject({ collected: 314.9, missing: 0 });
  });

  test('of a pickup belongs to the till that took it, even after the till was counted', async () => {
    const tillId = await openTill('XELA');
    const id = await delivered(28, 'XELA');
    const read = async () => {
      const till = await manager.call('getTill', { params: { id: tillId } });
      if (!till.ok) throw new Error(till.error.code);
      return till.value.data;
    };
    const body = { version: (await read()).version, counted: 284.9, cards: 0, reason: 'No sé' };
    await manager.call('closeTill', { params: { id: tillId }, body });
    expect((await read()).closing?.amounts).toMatchObject({ expected: 28, difference: 256.9 });
    expect(await rowOf(id)).toMatchObject({ courier: expect.stringContaining('X'), missing: 256.9 });
    expect(await settle(id, 'payment', 256.9)).toMatchObject({
      error: { metadata: { fields: { tillId: 'Elige en qué caja se cobra.' } } },
    });
    expect(codeOf(await settle(id, 'correction', 284.9))).toBe('done');
    expect((await read()).closing?.amounts).toMatchObject({ expected: 284.9, difference: 0 });
  });

  test('can be settled by command, but not by the person who recorded it', async () => {
    const id = await delivered(28);
    const said: string[] = [];
    const typed = (...args: string[]) =>
      runCommand({
        db: shop.db,
        args: ['cash', id, ...args, '--reason', 'Contado'],
        say: (text) => void said.push(text),
      });
    expect(await typed('--paid', '100', '--by', sender.name)).toBe(false);
    expect(await typed('--paid', '100', '--by', 'Rosa')).toBe(true);
    expect(said.at(-1)).toContain('Q128.00 of Q314.90 are collected, and Q186.90 are missing');
    expect(await typed('--lost', '186.90', '--by', 'Rosa')).toBe(false);
    expect(await typed('--lost', '186.90', '--by', 'Ana')).toBe(true);
    expect(await redOf(id)).toBe(false);
  });

  test('cannot be settled without the permission, or by staff of another store', async () => {
    const id = await delivered(28);
    for (const role of ['cashier', 'warehouse', 'support'] as const)
      expect((await (await openDesk(shop, role)).send('GET', '/v1/admin/door-cash')).statusCode, role).toBe(403);
    const elsewhere = await openDesk(shop, 'accounting', ['OTRA']);
    expect(await rowOf(id, elsewhere)).toBeUndefined();
    expect(codeOf(await settle(id, 'correction', total, { desk: elsewhere }))).toBe('NOT_FOUND');
    expect(codeOf(await settle(id, 'correction', total))).toBe('done');
  });
});
