import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderCommands } from '../orders/order-command.ts';
import { ordersTasks } from '../orders/orders.tasks.ts';
import { createLog } from '../platform/operations/log.ts';
import { openServices } from '../services.ts';
import { placeStoreOrder } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { typing } from '../testing/operator.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';

// Tests to which till, session and receipt each amount belongs.

const runOrderCommand = typing(orderCommands, 'order');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let manager: TestDesk;

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

/** Places an order of Q100 that is to be paid at its advisor's store. Returns its number. */
const place = (advisor = 'asesor'): Promise<string> =>
  placeStoreOrder(shop, {
    ...{ lines: [{ productId: speaker, quantity: 1 }], amount: 100, advisor },
    ...{ shippingMethod: 'pickup', storeCode: 'MAX' },
  });

const openTill = async (storeCode = 'MAX', float = 500): Promise<string> => {
  const made = value(
    await manager.call('createTill', { body: { storeCode, name: `Caja ${randomUUID().slice(0, 8)}` } }),
  );
  value(await manager.call('openTill', { params: { id: made.id }, body: { version: made.version, float } }));
  return made.id;
};
const state = async (id: string) => value(await manager.call('getTill', { params: { id } }));
const close = async (id: string, counted: number, cards: number) => {
  const { version } = await state(id);
  return value(await manager.call('closeTill', { params: { id }, body: { version, counted, cards } })).closing?.amounts;
};
const pay = (id: string, orderNumber: string, more: { kind?: 'card'; receipt?: string } = {}) =>
  manager.call('payAtTill', { params: { id }, body: { orderNumber, kind: 'cash', amount: 100, ...more } });
const unpay = (id: string, orderNumber: string) =>
  manager.call('unpayAtTill', { params: { id }, body: { orderNumber, reason: 'Se cobró por error' } });
const command = (...args: string[]) => runOrderCommand({ db: shop.db, args, say: () => {} });

/** Returns the cash refund that is due for an order. */
const dueOf = async (number: string) =>
  (await manager.send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data[0] as { id: string; amount: number };
/** Pays an order at this till and cancels it. Returns its number and its due refund. */
const owed = async (till: string, advisor?: string) => {
  const number = await place(advisor);
  value(await pay(till, number));
  await command('cancel', number);
  return { number, id: (await dueOf(number)).id };
};

describe('[CASH-02] a voucher', () => {
  test('is taken back only at the till that has it, and the voucher sums of both tills are correct', async () => {
    const [mine, other] = [await openTill(), await openTill()];
    const number = await place();
    value(await pay(mine, number, { kind: 'card', receipt: `V-${number}` }));
    const { name } = await state(mine);
    expect(await unpay(other, number)).toMatchObject({
      ok: false,
      error: { code: 'TRANSITION_NOT_ALLOWED', message: `El voucher está en ${name}: anúlalo ahí.` },
    });
    expect((await state(other)).movements).toEqual([]);
    value(await unpay(mine, number));
    expect(await close(mine, 500, 0)).toMatchObject({ expectedCards: 0, cardsDifference: 0 });
    expect(await close(other, 500, 0)).toMatchObject({ expectedCards: 0, cardsDifference: 0 });
  });

  test('is final after the count: neither the till’s next session nor a command takes it back', async () => {
    const till = await openTill();
    const number = await place();
    value(await pay(till, number, { kind: 'card', receipt: `V-${number}` }));
    expect(await close(till, 500, 100)).toMatchObject({ cardsDifference: 0 });
    const { version } = await state(till);
    value(await manager.call('openTill', { params: { id: till }, body: { version, float: 500 } }));
    expect(await unpay(till, number)).toMatchObject({ ok: false, error: { code: 'TRANSITION_NOT_ALLOWED' } });
    expect(await command('unpay', number)).toBe(false);
    expect(await close(till, 500, 0)).toMatchObject({ expectedCards: 0 });
  });
});

describe('[CASH-10] the refund of an order paid by voucher', () => {
  /** Pays an order by voucher at this till and cancels it. Returns its due refund. */
  const owedByVoucher = async (till: string) => {
    const number = await place();
    value(await pay(till, number, { kind: 'card', receipt: `V-${number}` }));
    await command('cancel', number);
    return { number, id: (await dueOf(number)).id };
  };
  const give = (id: string, body: object) =>
    manager.call('payRefundAtTill', { params: { id }, body: { reference: `D-${id.slice(-8)}`, ...body } });

  test('is paid out as cash by a command only with a reason', async () => {
    const { name, id } = await state(await openTill());
    const { number } = await owedByVoucher(id);
    const paper = ['--receipt', `D-${number}`, '--amount', '100', '--by', 'Ana', '--till', name];
    expect(await command('refund', number, ...paper)).toBe(false);
    expect(await command('refund', number, ...paper, '--reason', 'La terminal no anula')).toBe(true);
  });

  test('is reversed at the till that has the voucher, before the count', async () => {
    const [mine, other] = [await openTill(), await openTill()];
    const [now, later] = [await owedByVoucher(mine), await owedByVoucher(mine)];
    const { name } = await state(mine);
    expect(await give(now.id, { tillId: other, means: 'voucher' })).toMatchObject({
      error: { metadata: { fields: { means: `El voucher está en ${name}: anúlalo ahí.` } } },
    });
    value(await give(now.id, { tillId: mine, means: 'voucher' }));
    expect(await close(mine, 500, 100)).toMatchObject({ difference: 0, cardsDifference: 0 });
    const { version } = await state(mine);
    value(await manager.call('openTill', { params: { id: mine }, body: { version, float: 500 } }));
    expect(await give(later.id, { tillId: mine, means: 'voucher' })).toMatchObject({
      error: {
        metadata: {
          fields: { means: 'El voucher ya se contó al cerrar su caja: devuelve en efectivo y escribe por qué.' },
        },
      },
    });
  });
});

test('[CASH-02] if the cash is too little, the till shows the missing amount and takes nothing', async () => {
  const till = await openTill();
  const orderNumber = await place();
  const body = { orderNumber, kind: 'cash' as const, amount: 30.05 };
  expect(await manager.call('payAtTill', { params: { id: till }, body })).toMatchObject({
    error: { metadata: { fields: { amount: 'Faltan Q69.95 por cobrar.' } } },
  });
  expect((await state(till)).movements).toEqual([]);
});

test('[CASH-02] a till skips its receipt numbers that were typed by hand', async () => {
  const till = await openTill();
  const first = value(await pay(till, await place())).receipt;
  const next = first.replace(/1$/, '2');
  expect(await command('pay', await place(), '--receipt', next)).toBe(true);
  expect(value(await pay(till, await place())).receipt).toBe(first.replace(/1$/, '3'));
});

test('[CASH-10] a refund by command leaves the given open till, or is a transfer, and opens no till', async () => {
  const number = await place('otra');
  const rows = async () => (await manager.send('GET', '/v1/admin/tills?storeCode=XELA&limit=100')).json().data;
  const general = async () => (await rows()).find(({ isGeneral }: { isGeneral: boolean }) => isGeneral);
  const till = await openTill('XELA');
  value(await pay(till, number));
  await command('cancel', number);
  const said: string[] = [];
  const refund = (...more: string[]) =>
    runOrderCommand({
      db: shop.db,
      args: ['refund', number, '--receipt', `D-${number}`, '--amount', '100', '--by', 'Ana', ...more],
      say: (text) => void said.push(text),
    });
  expect(await refund().catch(() => false)).toBe(false);
  const before = (await general()).state;
  expect(await refund('--till', 'Caja que no hay')).toBe(false);
  expect((await general()).state).toBe(before);
  value(
    await manager.call('moveTillCash', {
      params: { id: till },
      body: { kind: 'deposit', amount: 550, reason: 'Al banco' },
    }),
  );
  const { name } = await state(till);
  expect(await refund('--till', name, '--store', 'XELA')).toBe(false);
  expect(said.at(-1)).toContain('has less cash than Q100.00');
  value(
    await manager.call('moveTillCash', { params: { id: till }, body: { kind: 'in', amount: 60, reason: 'Cambio' } }),
  );
  expect(await refund('--till', name, '--store', 'XELA')).toBe(true);
  expect((await state(till)).movements[0]).toMatchObject({ kind: 'refund', orderNumber: number });
});

test('[CASH-02] taking back a payment by command needs an open till if the original till is closed', async () => {
  const till = await openTill('XELA');
  const number = await place('otra');
  value(await pay(till, number));
  await close(till, 600, 0);
  const { rows: general } = await shop.db.pool.query(`select id from tills where store_code = 'XELA' and is_general`);
  if ((await state(general[0].id)).state === 'open') await close(general[0].id, 0, 0);
  expect(await command('unpay', number)).toBe(false);
  const open = await openTill('XELA');
  expect(await command('unpay', number, '--till', (await state(open)).name)).toBe(true);
  expect((await state(open)).movements[0]).toMatchObject({ kind: 'unpaid', orderNumber: number });
});

test('[CASH-02] the buyer gets a mail each time a payment is taken back', async () => {
  const till = await openTill();
  const number = await place();
  const services = openServices(shop);
  const task = ordersTasks(services).find(({ name }) => name === 'payment-taken-back');
  const written = async () => {
    const { rows } = await shop.db.pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'payment-taken-back'`,
    );
    for (const { payload } of rows) await task?.run(payload, { now: new Date(), log: createLog('silent') });
    const mails = await shop.db.pool.query('select text from mails where subject = $1', [
      `Pedido ${number}: anulamos tu pago en la tienda`,
    ]);
    return mails.rows.map(({ text }) => String(text));
  };
  value(await pay(till, number));
  value(await unpay(till, number));
  const mails = await written();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('espera otra vez su pago de Q100.00');
  value(await pay(till, number));
  value(await unpay(till, number));
  expect(await written()).toHaveLength(2);
});

describe('[CASH-10] the account of a refund', () => {
  const account = { bank: 'Banrural', account: '300-123-4567', name: 'Lucía Paz' };
  const kept = async (number: string) =>
    (
      await shop.db.pool.query(
        `select (select count(*)::integer from refund_transfers t join orders o on o.id = t.order_id where o.number = $1) as transfers,
           (select count(*)::integer from sealed_secrets where place like 'transfer:%') as sealed`,
        [number],
      )
    ).rows[0];

  test.each([
    ['is paid anew', async (number: string) => void (await command('unpay', number))],
    [
      'is given out by a command',
      async (number: string) =>
        void (await command(
          'refund',
          number,
          '--receipt',
          `D-${number}`,
          '--amount',
          '100',
          '--by',
          'Ana',
          '--transfer',
        )),
    ],
  ])('is deleted with its seal when its order %s', async (_, happens) => {
    const { number, id } = await owed(await openTill());
    value(await manager.call('setRefundTransfer', { params: { id }, body: account }));
    expect(await kept(number)).toEqual({ transfers: 1, sealed: 1 });
    await happens(number);
    expect(await kept(number)).toEqual({ transfers: 0, sealed: 0 });
  });

  test('is mailed to the buyer when it is stored or changed', async () => {
    const { number, id } = await owed(await openTill());
    value(await manager.call('setRefundTransfer', { params: { id }, body: account }));
    const other = { bank: 'BAM', account: '300-987-6543', name: 'Otra Persona' };
    value(await manager.call('setRefundTransfer', { params: { id }, body: other }));
    const { rows } = await shop.db.pool.query<{ text: string; html: string }>(
      `select m.text, m.html from mails m join orders o on o.email = m.recipient
       where o.number = $1 and m.subject = $2 order by m.created_at, m.id`,
      [number, `Pedido ${number}: anotamos la cuenta de tu reembolso`],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.text).toMatch(/Banrural\nTermina en: …4567\n[\s\S]*Llámanos cuanto antes al/);
    expect(rows[1]?.text).toMatch(/BAM\nTermina en: …6543\n/);
    expect(JSON.stringify(rows)).not.toMatch(/300-?123|300-?987/);
  });

  test('is not marked paid if it changed since it was seen, even with the same last digits', async () => {
    const { number, id } = await owed(await openTill());
    const accounting = await openDesk(shop, 'accounting');
    const opened = async () => value(await accounting.call('openRefundTransfer', { params: { id } }));
    const paid = (accountSavedAt: string) =>
      accounting.call('payRefundByTransfer', {
        params: { id },
        body: { reference: `T-${number}`, amount: 100, accountSavedAt },
      });
    value(await manager.call('setRefundTransfer', { params: { id }, body: account }));
    const { accountSavedAt: first } = await opened();
    expect(await dueOf(number)).toMatchObject({ accountSavedAt: first });
    const corrected = { ...account, bank: 'BAM', account: '300-132-4567' };
    value(await manager.call('setRefundTransfer', { params: { id }, body: corrected }));
    const { accountSavedAt: second } = await opened();
    expect(await paid(first)).toMatchObject({
      ok: false,
      error: {
        code: 'VERSION_CONFLICT',
        message: 'La cuenta se cambió después de que la viste: ahora es BAM …4567.',
        metadata: { current: { transfer: 'BAM …4567', accountSavedAt: second } },
      },
    });
    expect(await dueOf(number)).toMatchObject({ amount: 100, accountSavedAt: second });
    expect(codeOf(await paid(second))).toBe('done');
    const { rows } = await shop.db.pool.query(
      `select after from audit_entries where operation = 'payRefundByTransfer' and entity_id = $1`,
      [number],
    );
    expect(rows).toEqual([{ after: { transfer: 'BAM …4567', amount: 100, reference: `T-${number}` } }]);
  });
});

test('[CASH-10] a wrong amount is refused with the due amount, and a repeated receipt pays nothing', async () => {
  const till = await openTill();
  const { number, id } = await owed(till);
  const give = (amount: number) =>
    manager.call('payRefundAtTill', {
      params: { id },
      body: { reference: `P-${number}`, tillId: till, amount },
    });
  const conflict = (amount: number, message: string) => ({
    ok: false,
    error: { code: 'VERSION_CONFLICT', message, metadata: { current: { amount } } },
  });
  expect(await give(99.99)).toMatchObject(conflict(100, 'Ahora se deben Q100.00.'));
  expect(codeOf(await give(100))).toBe('done');
  expect(await give(100)).toMatchObject(conflict(0, 'Este reembolso ya está pagado.'));
  expect((await state(till)).movements.map(({ kind }) => kind)).toEqual(['refund', 'payment']);
});

test('[CASH-10] a till of another store pays no refund of an order, for any person', async () => {
  const [here, elsewhere] = [await openTill('MAX'), await openTill('XELA')];
  const { number, id } = await owed(here);
  const give = (tillId: string) =>
    manager.call('payRefundAtTill', { params: { id }, body: { reference: `P-${number}`, tillId, amount: 100 } });
  expect(await give(elsewhere)).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { tillId: 'Este reembolso se paga en otra tienda.' } } },
  });
  expect((await state(elsewhere)).movements).toEqual([]);
  expect(codeOf(await give(here))).toBe('done');
});

test('[CASH-10] a store that took money and returned it does not pay the refund', async () => {
  const [here, elsewhere] = [await openTill('MAX'), await openTill('XELA')];
  const number = await place();
  await shop.db.pool.query(
    'update carts c set advisor_hash = null from orders o where o.cart_id = c.id and o.number = $1',
    [number],
  );
  value(await pay(elsewhere, number));
  value(await unpay(elsewhere, number));
  value(await pay(here, number));
  await command('cancel', number);
  const seen = async (store: string) =>
    (await (await openDesk(shop, 'cashier', [store])).send('GET', `/v1/admin/cash-refunds?q=${number}`)).json().data;
  expect(await seen('MAX')).toHaveLength(1);
  expect(await seen('XELA')).toEqual([]);
});

test('[CASH-10] a receipt belongs to its till: two stores may use the same numbers', async () => {
  const [here, there] = [await openTill('MAX'), await openTill('XELA')];
  const [first, second, third] = [await owed(here), await owed(there, 'otra'), await owed(there, 'otra')];
  const reference = `P-${first.number}`;
  const give = (id: string, tillId: string) =>
    manager.call('payRefundAtTill', { params: { id }, body: { reference, tillId, amount: 100 } });
  expect(codeOf(await give(first.id, here))).toBe('done');
  expect(codeOf(await give(second.id, there))).toBe('done');
  expect(await give(third.id, there)).toMatchObject({
    ok: false,
    error: { code: 'RECEIPT_USED', metadata: { orderNumber: second.number } },
  });
  const account = { bank: 'Banrural', account: '300-123-4567', name: 'Lucía Paz' };
  value(await manager.call('setRefundTransfer', { params: { id: third.id }, body: account }));
  const accounting = await openDesk(shop, 'accounting');
  const body = { reference: '998877', amount: 100 };
  expect(codeOf(await accounting.call('payRefundByTransfer', { params: { id: third.id }, body }))).toBe('done');
  const { rows } = await shop.db.pool.query(
    `select p.till, p.receipt from till_papers p join orders o on o.id = p.order_id where o.number = any ($1) order by o.number`,
    [[first.number, second.number, third.number]],
  );
  expect(rows).toEqual([
    { till: 'MAX', receipt: reference },
    { till: 'XELA', receipt: reference },
    { till: null, receipt: 'TRANSF-998877' },
  ]);
});
