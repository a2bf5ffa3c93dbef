import { randomUUID } from 'node:crypto';
import { examples } from '@ceiba/contract/testing/test-all';
import { centavos } from '@ceiba/domain/money/money';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderCommands } from '../orders/order-command.ts';
import type { Database } from '../platform/db/database.ts';
import { openServices } from '../services.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { placeOrderOf, placeStoreOrder } from '../testing/desk-orders.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { forgetAccounts } from './pay-refund.ts';

const runOrderCommand = typing(orderCommands, 'order');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let manager: TestDesk;
let cashier: TestDesk;
let tillId: string;

beforeAll(async () => {
  open = await openShopWithBank({ SECRETS_KEY: Buffer.alloc(32, 'caja').toString('base64') });
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina Onda', price: 100_00, stock: 10_000 });
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now()), ('otra', 'XELA', 'Rosa', now())`,
  );
  manager = await openDesk(shop, 'manager');
  cashier = await openDesk(shop, 'cashier', ['MAX']);
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

/** Places an advisor's order of Q100 that waits for its payment. Returns its number. */
const place = (advisor = 'asesor', telephone?: string): Promise<string> =>
  placeStoreOrder(shop, {
    ...{
      lines: [{ productId: speaker, quantity: 1 }],
      amount: 100,
      advisor,
      shippingMethod: 'pickup',
      storeCode: 'MAX',
    },
    ...(telephone && { telephone }),
  });

const openTill = async (float = 500): Promise<string> => {
  const made = value(
    await manager.call('createTill', { body: { storeCode: 'MAX', name: `Caja ${randomUUID().slice(0, 8)}` } }),
  );
  value(await cashier.call('openTill', { params: { id: made.id }, body: { version: made.version, float } }));
  return made.id;
};
beforeEach(async () => {
  tillId = await openTill();
});

const payment = (orderNumber: string, more: { amount?: number; kind?: 'cash' | 'card'; receipt?: string } = {}) => ({
  params: { id: tillId },
  body: { orderNumber, kind: 'cash' as const, amount: 100, ...more },
});

const state = async (id = tillId) => value(await cashier.call('getTill', { params: { id } }));

const close = async (counted: number, cards: number, reason?: string) => {
  const { version } = await state();
  return cashier.call('closeTill', {
    params: { id: tillId },
    body: { version, counted, cards, ...(reason && { reason }) },
  });
};

describe('[CASH-01] a till', () => {
  test('belongs to a store, has one open session with a counted float, and takes no money while closed', async () => {
    const { version, openedBy } = await state();
    expect(openedBy).toBe(cashier.name);
    const again = await cashier.call('openTill', { params: { id: tillId }, body: { version, float: 1 } });
    expect(codeOf(again)).toBe('TRANSITION_NOT_ALLOWED');
    expect(codeOf(await close(500, 0))).toBe('done');
    const number = await place();
    expect(codeOf(await cashier.call('payAtTill', payment(number)))).toBe('TILL_CLOSED');
    const stale = await cashier.call('openTill', { params: { id: tillId }, body: { version, float: 1 } });
    expect(codeOf(stale)).toBe('VERSION_CONFLICT');
  });

  test('is opened by only one of two people who try at the same time', async () => {
    await close(500, 0);
    const { version } = await state();
    const asked = { params: { id: tillId }, body: { version, float: 100 } };
    const answers = await Promise.all([cashier.call('openTill', asked), manager.call('openTill', asked)]);
    expect(answers.map(codeOf).sort()).toEqual(['VERSION_CONFLICT', 'done']);
  });

  test('of another store is hidden from people limited to their own stores', async () => {
    const other = await openDesk(shop, 'cashier', ['XELA']);
    expect(codeOf(await other.call('getTill', { params: { id: tillId } }))).toBe('NOT_FOUND');
    expect(codeOf(await other.call('payAtTill', payment(await place())))).toBe('NOT_FOUND');
    const rows = (await other.send('GET', '/v1/admin/tills')).json().data;
    expect(rows.map(({ storeCode }: { storeCode: string }) => storeCode)).toEqual(['XELA']);
  });

  test('`ceiba order pay` pays into the "Caja general" of its store, `order unpay` takes it out', async () => {
    const number = await place();
    await runOrderCommand({
      db: shop.db,
      args: ['pay', number, '--receipt', `G-${number}`, '--by', 'Andrea'],
      say: () => {},
    });
    const page = (await cashier.send('GET', '/v1/admin/tills?storeCode=MAX&limit=100')).json().data;
    const general = page.find(({ isGeneral }: { isGeneral: boolean }) => isGeneral).id;
    expect((await state(general)).movements[0]).toMatchObject({
      kind: 'payment',
      orderNumber: number,
      by: 'Andrea',
    });
    await runOrderCommand({ db: shop.db, args: ['unpay', number], say: () => {} });
    expect((await state(general)).movements[0]).toMatchObject({ kind: 'unpaid', orderNumber: number });
    const said: string[] = [];
    const typed = (till: string) =>
      runOrderCommand({ db: shop.db, args: ['pay', number, '--till', till], say: (text) => void said.push(text) });
    expect(await typed('Caja que no hay')).toBe(false);
    const { name } = await state();
    expect(await typed(name.toUpperCase())).toBe(true);
    expect((await state()).movements).toEqual([expect.objectContaining({ kind: 'payment', orderNumber: number })]);
    expect(said[0]).toContain('has no open till');
  });
});

describe('[CASH-02] a payment at the till', () => {
  test('finds a store payment of the same store by number, phone or the link in its mail', async () => {
    const phone = '42017788';
    const number = await place('asesor', phone);
    await place('otra', phone);
    for (const q of [number, '4201-7788', '+502 42017788', `https://ceiba.example/orders/${number}`]) {
      const found = value(await cashier.call('findTillOrders', { params: { id: tillId }, query: { q } }));
      expect(found.map(({ orderNumber, state, due }) => ({ orderNumber, state, due }))).toEqual([
        { orderNumber: number, state: 'payable', due: 100 },
      ]);
    }
    expect(value(await cashier.call('findTillOrders', { params: { id: tillId }, query: { q: 'nadie' } }))).toEqual([]);
  });

  test('takes cash, shows the change and prints a receipt, and the order continues', async () => {
    const number = await place();
    const paid = value(await cashier.call('payAtTill', payment(number, { amount: 120 })));
    expect(paid).toMatchObject({ amount: 100, received: 120, change: 20, orderStatus: 'processing' });
    expect(paid.receipt).toMatch(/^R-\d{2,}-000001$/);
    expect((await state()).movements).toEqual([
      expect.objectContaining({
        id: paid.movementId,
        kind: 'payment',
        by: cashier.name,
      }),
    ]);
    const too = await place();
    const little = await cashier.call('payAtTill', payment(too, { amount: 99.99 }));
    expect(little).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR', metadata: { fields: { amount: expect.anything() } } },
    });
  });

  test('[CASH-02, OFF-10] is made once: the second of two cashiers sees who took it', async () => {
    const number = await place();
    const answers = await Promise.all([
      cashier.call('payAtTill', payment(number)),
      manager.call('payAtTill', payment(number)),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(['TRANSITION_NOT_ALLOWED', 'done']);
    const { rows } = await shop.db.pool.query(
      `select operation from audit_entries where entity = 'orders' and entity_id = $1`,
      [number],
    );
    expect(rows).toEqual([{ operation: 'payAtTill' }]);
    expect((await state()).movements).toHaveLength(1);
  });

  test('takes the exact amount of a voucher, and names the order of a used voucher', async () => {
    const [first, second] = [await place(), await place()];
    const voucher = { kind: 'card' as const, receipt: `VOUCHER-${first}` };
    expect(codeOf(await cashier.call('payAtTill', payment(first, { kind: 'card' })))).toBe('VALIDATION_ERROR');
    expect(codeOf(await cashier.call('payAtTill', payment(first, { ...voucher, amount: 120 })))).toBe(
      'VALIDATION_ERROR',
    );
    expect(codeOf(await cashier.call('payAtTill', payment(first, voucher)))).toBe('done');
    // The zero-width space in the second receipt is invisible on a screen.
    for (const receipt of [voucher.receipt, `VOUCHER\u200B-${first}`]) {
      const used = await cashier.call('payAtTill', payment(second, { ...voucher, receipt }));
      expect(used).toMatchObject({ ok: false, error: { code: 'RECEIPT_USED', metadata: { orderNumber: first } } });
    }
    expect((await state()).movements).toHaveLength(1);
  });

  test('is refused for an order whose 48 hours have passed', async () => {
    const number = await place();
    await shop.db.pool.query(`update orders set placed_at = now() - interval '49 hours' where number = $1`, [number]);
    expect(codeOf(await cashier.call('payAtTill', payment(number)))).toBe('ORDER_EXPIRED');
    await shop.db.pool.query(`update orders set placed_at = now() where number = $1`, [number]);
  });

  test('a repeated call gets the same response and pays only once', async () => {
    const number = await place();
    const send = () =>
      cashier.send('POST', `/v1/admin/tills/${tillId}/payments`, {
        body: payment(number).body,
        headers: { 'idempotency-key': `clave-${number}` },
      });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one.json()).toEqual(two.json());
    expect((await state()).movements).toHaveLength(1);
  });

  test('is taken back if nothing has left: cash leaves the till, but a voucher moves no cash', async () => {
    const [inCash, byCard] = [await place(), await place()];
    await cashier.call('payAtTill', payment(inCash));
    await cashier.call('payAtTill', payment(byCard, { kind: 'card', receipt: `V-${byCard}` }));
    for (const orderNumber of [inCash, byCard]) {
      const undone = await cashier.call('unpayAtTill', {
        params: { id: tillId },
        body: { orderNumber, reason: 'Se cobró por error' },
      });
      expect(codeOf(undone)).toBe('done');
    }
    expect((await state()).movements.map(({ kind, means }) => [kind, means])).toEqual([
      ['unpaid', 'card'],
      ['unpaid', 'cash'],
      ['payment', 'card'],
      ['payment', 'cash'],
    ]);
    const again = await cashier.call('unpayAtTill', {
      params: { id: tillId },
      body: { orderNumber: inCash, reason: 'Otra vez' },
    });
    expect(codeOf(again)).toBe('TRANSITION_NOT_ALLOWED');
    expect(value(await close(500, 0)).closing?.amounts).toMatchObject({ difference: 0, cardsDifference: 0 });
  });
});

test('[CASH-04] change, withdrawals and bank bags each have a person and a reason', async () => {
  const move = (kind: 'in' | 'out' | 'deposit', amount: number) =>
    cashier.call('moveTillCash', { params: { id: tillId }, body: { kind, amount, reason: `Motivo ${kind}` } });
  expect(codeOf(await move('in', 50))).toBe('done');
  expect(codeOf(await move('out', 150.25))).toBe('done');
  expect(codeOf(await move('deposit', 399.75))).toBe('done');
  expect((await state()).movements).toEqual([
    expect.objectContaining({ kind: 'deposit', amount: -399.75 }),
    expect.objectContaining({ kind: 'out', amount: -150.25, reason: 'Motivo out', by: cashier.name }),
    expect.objectContaining({ kind: 'in', amount: 50 }),
  ]);
});

describe('[CASH-10] a refund that is due in cash', () => {
  /** Pays an order at this till and cancels it. Returns its number and its row in the list. */
  const owed = async () => {
    const number = await place();
    await cashier.call('payAtTill', payment(number));
    await runOrderCommand({ db: shop.db, args: ['cancel', number], say: () => {} });
    const list = (await cashier.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data;
    const payAt = [{ storeCode: 'MAX', name: expect.any(String) }];
    expect(list).toEqual([expect.objectContaining({ orderNumber: number, amount: 100, transfer: null, payAt })]);
    return { number, id: String(list[0].id) };
  };
  /** Refunds ten quetzales of an order at a till. Returns the refund. */
  const dueOf = async (number: string) => {
    const support = await openDesk(shop, 'support');
    const { version } = (await support.send('GET', `/v1/admin/orders/${number}`)).json().data;
    const body = { orderNumber: number, version, goodwill: 10, to: 'till', reason: 'Cortesía' };
    return (await support.send('POST', '/v1/admin/refunds', { body })).json().data.id as string;
  };
  const mailsOf = async (number: string): Promise<string[]> => {
    const { rows } = await shop.db.pool.query(
      `select subject from mails where dedupe_key like 'refund-paid:%' and subject like $1`,
      [`%${number}%`],
    );
    return rows.map(({ subject }) => subject);
  };

  test('is paid out at a till once, with its reference, and the buyer gets a mail', async () => {
    const { number, id } = await owed();
    const pay = (reference: string) =>
      cashier.call('payRefundAtTill', { params: { id }, body: { reference, tillId, amount: 100 } });
    const answers = await Promise.all([pay(`P-${number}`), pay(`Q-${number}`)]);
    expect(answers.map(codeOf).sort()).toEqual(['VERSION_CONFLICT', 'done']);
    expect((await state()).movements[0]).toMatchObject({ kind: 'refund', orderNumber: number });
    expect(await mailsOf(number)).toEqual([`Pedido ${number}: pagamos tu reembolso`]);
    expect((await cashier.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data).toEqual([]);
  });

  test('of a voucher payment is paid in cash only with a reason, or by reversing the voucher', async () => {
    const paidByCard = async () => {
      const number = await place();
      const receipt = `V-${number}`;
      value(await cashier.call('payAtTill', payment(number, { kind: 'card', receipt })));
      await runOrderCommand({ db: shop.db, args: ['cancel', number], say: () => {} });
      const [row] = (await cashier.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data;
      expect(row).toMatchObject({ orderNumber: number, amount: 100, voucher: expect.stringContaining(receipt) });
      return { number, id: String(row.id) };
    };
    const pay = (id: string, more: object) =>
      cashier.call('payRefundAtTill', { params: { id }, body: { reference: `A-${id.slice(-8)}`, tillId, ...more } });
    const [reversed, inCash] = [await paidByCard(), await paidByCard()];
    const silent = await pay(inCash.id, {});
    expect(silent).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { cashReason: expect.stringContaining('Se pagó con el voucher') } },
      },
    });
    value(await pay(inCash.id, { cashReason: 'La terminal no anula después del cierre' }));
    value(await pay(reversed.id, { means: 'voucher' }));
    const { movements } = await state();
    expect(movements[0]).toMatchObject({ kind: 'refund', means: 'card', orderNumber: reversed.number });
    expect(movements[1]).toMatchObject({ kind: 'refund', means: 'cash', orderNumber: inCash.number });
    const { id } = await owed();
    expect(await pay(id, { means: 'voucher' })).toMatchObject({
      error: { metadata: { fields: { means: 'Esta orden no se pagó con un voucher: devuelve en efectivo.' } } },
    });
  });

  test('without an amount, as documented, the call pays the due amount', async () => {
    const { number, id } = await owed();
    const paid = await cashier.call('payRefundAtTill', { params: { id }, body: { reference: `D-${number}`, tillId } });
    expect(value(paid)).toMatchObject({ orderNumber: number, amount: 100 });
    const again = await cashier.call('payRefundAtTill', { params: { id }, body: { reference: `E-${number}`, tillId } });
    expect(again.ok).toBe(false);
    expect((await state()).movements.filter(({ orderNumber }) => orderNumber === number)).toHaveLength(2);
  });

  test('without a named till, the only open till that may pay is used, and otherwise the call is refused', async () => {
    await openTill();
    const number = await placeOrderOf(shop, { lines: [{ productId: speaker, quantity: 10 }], amount: 1_000 });
    const id = await dueOf(number);
    const pay = (desk: TestDesk) =>
      desk.call('payRefundAtTill', { params: { id }, body: { reference: `S-${number}` } });
    const refusedFor = (tillId: string) => ({
      ok: false,
      error: { code: 'VALIDATION_ERROR', metadata: { fields: { tillId } } },
    });
    expect(await pay(cashier)).toMatchObject(refusedFor('Hay varias cajas abiertas: elige cuál lo paga.'));
    const elsewhere = await openDesk(shop, 'cashier', ['XELA']);
    expect(await pay(elsewhere)).toMatchObject(
      refusedFor('Ninguna tienda que paga este reembolso tiene una caja abierta.'),
    );
    const only = value(await manager.call('createTill', { body: { storeCode: 'XELA', name: `Caja de ${number}` } }));
    await elsewhere.call('openTill', { params: { id: only.id }, body: { version: only.version, float: 500 } });
    // A person with several stores must give their present store.
    expect(await pay(manager)).toMatchObject(refusedFor('Elige la caja que lo paga.'));
    expect(value(await pay(elsewhere))).toMatchObject({ orderNumber: number, amount: 10 });
    expect((await elsewhere.send('GET', `/v1/admin/tills/${only.id}`)).json().data.movements).toMatchObject([
      { kind: 'refund', orderNumber: number },
    ]);
    const { version } = (await elsewhere.send('GET', `/v1/admin/tills/${only.id}`)).json().data;
    const body = { version, counted: 490, cards: 0 };
    expect(codeOf(await elsewhere.call('closeTill', { params: { id: only.id }, body }))).toBe('done');
  });

  test('above the cash in the till is refused, and stays due', async () => {
    const { number, id } = await owed();
    await cashier.call('moveTillCash', {
      params: { id: tillId },
      body: { kind: 'deposit', amount: 550, reason: 'Al banco' },
    });
    const answer = await cashier.call('payRefundAtTill', {
      params: { id },
      body: { reference: `P-${number}`, tillId, amount: 100 },
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect((await cashier.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data).toHaveLength(1);
    expect(await mailsOf(number)).toEqual([]);
  });

  test('is paid at the store that took the money or hands the order out, and otherwise at any store', async () => {
    const elsewhere = await openDesk(shop, 'cashier', ['XELA']);
    const seen = async (number: string) =>
      Promise.all(
        [cashier, elsewhere].map(
          async (desk) => (await desk.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data.length,
        ),
      );
    const lines = [{ productId: speaker, quantity: 10 }];
    const brought = await placeOrderOf(shop, { lines, amount: 1_000 });
    const id = await dueOf(brought);
    expect(await seen(brought)).toEqual([1, 1]);
    const body = { reference: `P-${brought}`, tillId, amount: 10 };
    expect(codeOf(await cashier.call('payRefundAtTill', { params: { id }, body }))).toBe('done');
    const pickup = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;
    const handedOver = await placeOrderOf(shop, { lines, amount: 1_000, ...pickup });
    const other = await dueOf(handedOver);
    expect(await seen(handedOver)).toEqual([1, 0]);
    const paper = { reference: `P-${handedOver}`, tillId, amount: 10 };
    expect(codeOf(await elsewhere.call('payRefundAtTill', { params: { id: other }, body: paper }))).toBe('NOT_FOUND');
  });

  test('by transfer: the account is sealed, masked, readable only by the payer, and deleted after a month', async () => {
    const { number, id } = await owed();
    const support = await openDesk(shop, 'support');
    const accounting = await openDesk(shop, 'accounting');
    const account = { bank: 'Banrural', account: '300-123-4567', name: 'Lucía Paz' };
    const kept = await support.call('setRefundTransfer', { params: { id }, body: account });
    expect(value(kept)).toEqual({ transfer: 'Banrural …4567' });
    expect(codeOf(await support.call('openRefundTransfer', { params: { id } }))).toBe('FORBIDDEN');
    const accountSavedAt = expect.any(String);
    expect(value(await accounting.call('openRefundTransfer', { params: { id } }))).toEqual({
      ...account,
      accountSavedAt,
      amount: 100,
    });
    const elsewhere = await openDesk(shop, 'owner', ['OTRA']);
    const paper = { reference: 'P-otra', amount: 100 };
    for (const refused of [
      await elsewhere.call('openRefundTransfer', { params: { id } }),
      await elsewhere.call('setRefundTransfer', { params: { id }, body: account }),
      await elsewhere.call('payRefundByTransfer', { params: { id }, body: paper }),
    ])
      expect(codeOf(refused)).toBe('NOT_FOUND');
    const headers = { 'idempotency-key': 'read-account' };
    await accounting.send('POST', `/v1/admin/refunds/${id}/transfer/open`, { headers });
    const answers = await shop.db.pool.query(
      'select coalesce(string_agg(answer::text, $1), $1) as all from idempotency_keys',
      [' '],
    );
    expect(answers.rows[0].all).not.toContain('Banrural');
    const { rows } = await shop.db.pool.query(
      `select (select string_agg(t::text, ' ') from refund_transfers t) || (select string_agg(a::text, ' ') from audit_entries a)
         || (select string_agg(s::text, ' ') from sealed_secrets s) as everything`,
    );
    expect(rows[0].everything).not.toMatch(/3001234567|300-123-4567|Lucía Paz/);
    const before = (await state()).movements.length;
    expect(
      codeOf(
        await accounting.call('payRefundByTransfer', { params: { id }, body: { reference: '998877', amount: 100 } }),
      ),
    ).toBe('done');
    expect(
      codeOf(
        await accounting.call('payRefundByTransfer', { params: { id }, body: { reference: '998878', amount: 100 } }),
      ),
    ).toBe('NOT_FOUND');
    expect((await state()).movements).toHaveLength(before);
    expect(await mailsOf(number)).toHaveLength(1);
    const places = async () =>
      (await shop.db.pool.query(`select place from sealed_secrets where place like 'transfer:%'`)).rows;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const { sealedSecrets } = openServices(shop);
    await forgetAccounts(shop.db, sealedSecrets, inDays(29));
    expect(await places()).toHaveLength(1);
    await forgetAccounts(shop.db, sealedSecrets, inDays(31));
    expect(await places()).toEqual([]);
  });
});

/** After any events at tills, the counts equal the initial cash plus all movements plus the reported differences. */
test('[CASH-01] the sum of all movements equals the counted amounts and the reported differences', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('pay', 'voucher', 'unpay', 'cancel') }),
    fc.record({ do: fc.constantFrom('in', 'out', 'deposit'), amount: fc.integer({ min: 1, max: 300_00 }) }),
    fc.record({
      do: fc.constant('close'),
      off: fc.integer({ min: -50_00, max: 50_00 }),
      float: fc.integer({ min: 0, max: 900_00 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      tillId = await openTill(0);
      const paid: string[] = [];
      /** The cash in the drawer, and the cash that was put in or taken out between sessions. */
      let [held, atHand] = [0, 0];
      const till = { params: { id: tillId } };
      for (const each of steps) {
        if (each.do === 'pay' || each.do === 'voucher') {
          const number = await place();
          const kind = each.do === 'pay' ? ('cash' as const) : ('card' as const);
          const receipt = kind === 'card' ? { receipt: `V-${number}` } : {};
          value(await cashier.call('payAtTill', payment(number, { kind, ...receipt })));
          paid.push(number);
          if (kind === 'cash') held += 100_00;
        } else if (each.do === 'unpay' || each.do === 'cancel') {
          const number = paid.pop();
          if (number === undefined) continue;
          if (each.do === 'unpay') {
            const undone = await cashier.call('unpayAtTill', {
              ...till,
              body: { orderNumber: number, reason: 'Error' },
            });
            const before = await shop.db.pool.query(
              `select m.means from till_movements m join orders o on o.id = m.order_id where o.number = $1 and m.kind = 'payment'`,
              [number],
            );
            if (undone.ok && before.rows[0].means === 'cash') held -= 100_00;
            continue;
          }
          await runOrderCommand({ db: shop.db, args: ['cancel', number], say: () => {} });
          const list = (await cashier.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data;
          const given = await cashier.call('payRefundAtTill', {
            params: { id: list[0].id },
            body: { reference: `P-${number}`, tillId, amount: 100 },
          });
          if (given.ok) held -= 100_00;
        } else if ('amount' in each) {
          const kind = each.do === 'in' ? 'in' : each.do === 'out' ? 'out' : 'deposit';
          // Nobody can take more cash than the drawer contains.
          if (kind !== 'in' && each.amount > held) continue;
          const moved = await cashier.call('moveTillCash', {
            ...till,
            body: { kind, amount: each.amount / 100, reason: 'Prueba' },
          });
          if (moved.ok) held += kind === 'in' ? each.amount : -each.amount;
        } else if ('off' in each) {
          const counted = Math.max(0, held + each.off);
          const cards = 0;
          value(await close(counted / 100, cards, 'Conteo'));
          atHand += counted;
          const { version } = await state();
          await cashier.call('openTill', { ...till, body: { version, float: each.float / 100 } });
          atHand -= each.float;
          held = each.float;
        }
        expect(held).toBeGreaterThanOrEqual(0);
      }
      value(await close(held / 100, 0, 'Fin'));
      const { rows } = await shop.db.pool.query(
        `select (select coalesce(sum(m.amount), 0)::bigint from till_movements m join till_sessions s on s.id = m.session_id
             where s.till_id = $1 and m.means = 'cash') as moved,
           coalesce(sum(counted - float), 0)::bigint as counted, coalesce(sum(difference), 0)::bigint as difference
         from till_sessions where till_id = $1 and closed_at is not null`,
        [tillId],
      );
      expect(rows[0].moved).toBe(rows[0].counted - rows[0].difference);
      expect(centavos(rows[0].counted)).toBe(held + atHand);
    }),
    { numRuns: examples(8) },
  );
});

describe('[CASH-03] cash of a pickup', () => {
  /** Places a cash order of Q100 that waits at the store for its buyer. Returns its number and code. */
  const waiting = async (storeCode = 'MAX') => {
    const number = await ordered(storeCode);
    await bring(shop.db, number);
    return readPickup(number);
  };
  const ordered = (storeCode = 'MAX') =>
    placeOrderOf(shop, {
      lines: [{ productId: speaker, quantity: 1 }],
      amount: 100,
      isCash: true,
      shippingMethod: 'pickup',
      storeCode,
    });
  const bring = (db: Pick<Database, 'transaction'>, number: string) => {
    const send = { kind: 'send', courier: null, trackingNumber: null } as const;
    return moveShipment(
      db,
      { orderNumber: number, choice: { shipmentNumber: 1 }, action: send, actor: operator },
      new Date(),
    );
  };
  const readPickup = async (number: string) => {
    const { rows } = await shop.db.pool.query(
      'select pickup_code_of(o.id, 1) as code, s.version from orders o join shipments s on s.order_id = o.id where o.number = $1',
      [number],
    );
    return { number, code: String(rows[0].code), version: Number(rows[0].version) };
  };
  const handOver = ({ number, code, version }: Awaited<ReturnType<typeof waiting>>, at?: string, desk = cashier) =>
    desk.call('moveShipment', {
      params: { id: `${number}-1` },
      body: { to: 'delivered', version, code, amountReceived: 100, ...(at && { tillId: at }) },
    });

  test('is found at the till, and counts for it when the pickup is handed over', async () => {
    const pickup = await waiting();
    const found = value(await cashier.call('findTillOrders', { params: { id: tillId }, query: { q: pickup.number } }));
    expect(found).toEqual([
      expect.objectContaining({ kind: 'pickup', shipmentId: `${pickup.number}-1`, state: 'payable', due: 100 }),
    ]);
    expect(codeOf(await handOver(pickup, tillId))).toBe('done');
    expect((await state()).movements[0]).toMatchObject({ kind: 'collected', orderNumber: pickup.number });
    const wrong = await waiting();
    expect(codeOf(await handOver({ ...wrong, code: '000000' }, tillId))).not.toBe('done');
    expect((await state()).movements).toHaveLength(1);
  });

  test('is taken at the store’s only open till, needs a choice between two, and moves nothing without a till', async () => {
    const there = await openDesk(shop, 'cashier', ['XELA']);
    const openThere = async (): Promise<string> => {
      const { id, version } = value(
        await manager.call('createTill', { body: { storeCode: 'XELA', name: `Caja ${randomUUID().slice(0, 8)}` } }),
      );
      value(await there.call('openTill', { params: { id }, body: { version, float: 10 } }));
      return id;
    };
    const first = await waiting('XELA');
    expect(codeOf(await handOver(first, undefined, there))).toBe('TILL_CLOSED');
    const one = await openThere();
    expect(codeOf(await handOver(first, undefined, there))).toBe('done');
    const movementsAt = async (id: string) => value(await there.call('getTill', { params: { id } })).movements;
    expect((await movementsAt(one))[0]).toMatchObject({ kind: 'collected', orderNumber: first.number });
    const second = await waiting('XELA');
    const other = await openThere();
    expect(await handOver(second, undefined, there)).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR', metadata: { fields: { tillId: expect.any(String) } } },
    });
    expect(await movementsAt(other)).toEqual([]);
    expect(codeOf(await handOver(second, other, there))).toBe('done');
  });

  test('cannot be taken at a closed till', async () => {
    const pickup = await waiting();
    await close(500, 0);
    expect(codeOf(await handOver(pickup, tillId))).toBe('TILL_CLOSED');
    const elsewhere = await openDesk(shop, 'cashier', ['XELA']);
    expect(codeOf(await handOver(pickup, undefined, elsewhere))).toBe('NOT_FOUND');
    expect(codeOf(await handOver(pickup, tillId, await openDesk(shop, 'catalogue')))).toBe('FORBIDDEN');
  });

  test('counts for its till even if the shipment arrived at the store during the handover', async () => {
    const number = await ordered();
    const pickup = await readPickup(number);
    const { handed } = await shop.db.transaction(async (tx) => {
      await bring({ transaction: (work) => work({ run: tx.run, sentWithCommit: { run: tx.run } }) }, number);
      const handing = handOver({ ...pickup, version: pickup.version + 1 }, tillId);
      await untilBlocked(shop.db.pool, tx);
      return { handed: handing };
    });
    expect(codeOf(await handed)).toBe('done');
    expect((await state()).movements[0]).toMatchObject({ kind: 'collected', orderNumber: number });
  });
});
