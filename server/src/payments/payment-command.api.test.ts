import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { centavos } from '@ceiba/domain/money/money';
import { openTestBank } from '@ceiba/sandbox-bank/testing/test-bank';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants, nightlyReach } from '../invariants/check-invariants.ts';
import { invariantsTask } from '../invariants/invariants-task.ts';
import { cancelUnits } from '../orders/canceling/cancel-order.ts';
import { reconcileOrders } from '../orders/placing/settle-order.ts';
import { giveOutRefund } from '../orders/store-payment/pay-at-store.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { card, merchantKey, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { emptyPrograms } from '../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { BankLedger, PaymentGateway } from './gateway.ts';
import { createHttpBankLedger, createHttpGateway } from './http-gateway.ts';
import { paymentCommands } from './payment-command.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await loosenBudgets(open.shop);
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(() => open.close());

const log = { info: () => {}, warn: () => {}, error: () => {} };
const gatewayAt = (url = open.bank.url, key = merchantKey): PaymentGateway =>
  createHttpGateway({ url, merchantKey: key, timeoutMs: 60_000 });
const ledgerAt = (url = open.bank.url): BankLedger => createHttpBankLedger({ url, merchantKey });

/** Places an order. Returns its number and the key of its payment. */
const place = async (quantity = 1): Promise<{ number: string; key: string }> => {
  const cartId = await prepareCart(open.shop, { lines: [{ productId: speaker, quantity }] });
  const payments = [card(100 * quantity + 30)];
  const answer = await postOrder(open.shop, { cartId, payments }, undefined, await mintProof(open.shop));
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  const number = answer.json().data.orderNumber;
  const { rows } = await open.shop.db.pool.query<{ id: string }>(
    'select p.id from payments p join orders o on o.id = p.order_id where o.number = $1',
    [number],
  );
  return { number, key: rows[0]?.id ?? '' };
};

const post = async (path: string, body: object, url = open.bank.url): Promise<void> => {
  const headers = { authorization: `Bearer ${merchantKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
};

/** Creates a charge without an order, as if a backup lacked the order. */
const chargeOfNobody = async (key: string = randomUUIDv7()): Promise<string> => {
  const of = { number: '4111111111111111', expiry: '12/39', cvv: '123', holder: 'ANA' };
  const plain = { currency: 'GTQ', plan: 1, description: 'Ceiba', saveCard: false };
  await post('/charges', { key, amountCentavos: 75_00, card: of, ...plain });
  return key;
};

const outstanding = async (key: string): Promise<unknown> =>
  (await open.bank.charges()).find((charge) => charge.key === key)?.outstandingCentavos;

/** Runs the command ten minutes from now, when every charge is old enough to be checked. */
const payment = (args: readonly string[], gateway = gatewayAt(), ledger = ledgerAt()): Promise<string> =>
  paymentAt(new Date(Date.now() + 10 * 60_000), args, gateway, ledger);

const paymentAt = async (
  now: Date,
  args: readonly string[],
  gateway = gatewayAt(),
  ledger = ledgerAt(),
): Promise<string> => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const { db, config } = open.shop;
  const run = typing(
    paymentCommands(() => ({ gateway, ledger })),
    'payment',
  );
  const isDone = await run({ db, config, args, now, say });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

const word = ['--by', 'Rosa', '--reason', 'copia restaurada'];
const reverse = (key: string, ...more: Parameters<typeof payment> extends [unknown, ...infer Rest] ? Rest : never) =>
  payment(['reverse', key, ...word], ...more);

/** Returns all movements of this key or its order: kind, centavos, whether the movement has an order, author and reason. */
const moneyOf = async (key: string): Promise<string[]> => {
  const { rows } = await open.shop.db.pool.query<{ told: string }>(
    `select concat_ws(', ', kind, amount, order_id is not null, actor ->> 'id', reason) as told from money_movements
     where reference = $1 and order_id is null or order_id = (select order_id from payments where id = $1::uuid) order by id`,
    [key],
  );
  return rows.map(({ told }) => told);
};

/** Returns the guard's findings, over all data or only recent data, whose samples contain this key. */
const found = async (key: string, reach: typeof nightlyReach = nightlyReach, bank = ledgerAt()): Promise<string[]> => {
  const later = new Date(Date.now() + 10 * 60_000);
  const findings = await checkInvariants(open.shop.db, { bank, programs: emptyPrograms }, later, reach(later));
  return findings.filter(({ samples }) => samples.includes(key)).map(({ invariant }) => invariant);
};

const nobodysMoney = ['capture, 7500, f, Rosa, copia restaurada', 'reversal, 7500, f, Rosa, copia restaurada'];

describe('[ORD-10] the command lists a charge without an order, and reverses it by its key', () => {
  test('a charge without an order is recorded and reversed once by its key, even if commands run concurrently', async () => {
    const key = await chargeOfNobody();
    expect(await found(key)).toEqual(['charge-pays-order']);
    expect(await payment(['strays'])).toContain(`${key}  Q75.00 of Q75.00, charged `);
    const answers = await Promise.all([reverse(key), reverse(key), reverse(key)]);
    expect(answers.filter((answer) => answer.startsWith('done')).length).toBeGreaterThan(0);
    expect(await outstanding(key)).toBe(0);
    expect(await moneyOf(key)).toEqual(nobodysMoney);
    expect(await reverse(key)).toMatch(/^refused: The bank has no such charge, or nothing is left of it/);
    expect(await moneyOf(key)).toEqual(nobodysMoney);
    expect(await found(key)).toEqual([]);
    expect(await payment(['strays'])).not.toContain(key);
  });

  test('the list marks a charge that is too recent, with the time from which it counts as a stray', async () => {
    const key = await chargeOfNobody();
    const { number, key: paid } = await place();
    const young = await paymentAt(new Date(), ['strays']);
    expect(young).toMatch(new RegExp(`${key}  Q75.00 of Q75.00, charged \\S+, too young to be judged before \\S+Z`));
    expect(young).not.toContain(paid);
    expect(number).toMatch(/^\d{9}$/);
    expect(await payment(['strays'])).not.toMatch(new RegExp(`${key}.*too young`));
    await reverse(key);
  });

  test('a repeated command ends an interrupted reversal, and until then the guard reports it', async () => {
    const key = await chargeOfNobody();
    const silent: PaymentGateway = { ...gatewayAt(), voidByKey: async () => ({ kind: 'unknown', reason: 'silence' }) };
    expect(await reverse(key, silent)).toMatch(/^refused: The bank did not say that it was given back \(silence\)/);
    expect(await moneyOf(key)).toEqual(nobodysMoney.slice(0, 1));
    await gatewayAt().voidByKey({ key, askedAt: new Date(), amount: centavos(75_00) });
    expect(await found(key)).toEqual(['stray-money-returned']);
    expect(await reverse(key)).toBe('done: The charge of Q75.00 was given back by the bank.');
    expect(await moneyOf(key)).toEqual(nobodysMoney);
    expect(await found(key)).toEqual([]);
  });

  test('the command names the order, and does not reverse, if the charge’s order is live or being placed', async () => {
    const { number, key } = await place();
    expect(await reverse(key)).toBe(
      `refused: It pays order ${number}: ceiba order cancel ${number} gives it back. Nothing was changed.`,
    );
    expect(await outstanding(key)).toBe(130_00);
    expect(await payment(['strays'])).not.toContain(key);
  });

  test('the charge of a payment marked as refused is recorded and reversed with its order', async () => {
    const { key } = await place();
    await open.shop.db.pool.query(
      `with o as (update orders set status = 'void', number = null where id = (select order_id from payments where id = $1) returning id)
       update payments set status = 'refused', refusal_code = 'NOT_CHARGED' where id = $1`,
      [key],
    );
    const other = gatewayAt(open.bank.url, 'another account');
    expect(await reverse(key, other)).toMatch(
      /^refused: bank\/\w+ was asked to charge it, which is not the acquirer of now/,
    );
    expect(await reverse(key)).toBe(
      'done: The charge of Q130.00 is due to be reversed: the bank is asked until it has.',
    );
    expect(await reverse(key)).toMatch(/^done: .* is due to be reversed/);
    await reconcileOrders({ db: open.shop.db, gateway: gatewayAt(), log }, new Date(), 60_000);
    expect(await outstanding(key)).toBe(0);
    expect((await moneyOf(key)).slice(1)).toEqual([
      'capture, 13000, t, Rosa, copia restaurada',
      'refund_due, 13000, t, Rosa, copia restaurada',
      'reversal, 13000, t, Rosa, copia restaurada',
    ]);
    expect(await reverse(key)).toBe('done: The charge of Q130.00 was given back before.');
  });

  test('an unknown charge and wrong arguments are refused, and a silent bank lists nothing', async () => {
    expect(await reverse(randomUUID())).toMatch(/^refused: The bank has no such charge/);
    for (const args of [[], ['reverse'], ['reverse', 'all', ...word], ['reverse', randomUUID(), '--by', 'Rosa']])
      expect(await payment(args)).toMatch(/^refused: ceiba payment (?:strays|reverse)/);
    const gone = await openTestBank();
    await gone.close();
    expect(await payment(['strays'], gatewayAt(gone.url), ledgerAt(gone.url))).toMatch(/^refused: .*cannot be read/);
    expect(await reverse(randomUUID(), gatewayAt(gone.url), ledgerAt(gone.url))).toMatch(/^refused: .*cannot be read/);
  });
});

describe('[ORD-10] the bank refunds a live order on its own', () => {
  test('the guard reports the refund until an operator records it with the reason', async () => {
    const { number, key } = await place();
    const charge = await gatewayAt().findByKey({ key, askedAt: new Date(), amount: centavos(130_00) });
    if (charge.kind !== 'approved') throw new Error(charge.kind);
    await post(`/charges/${charge.gatewayId}/refunds`, { key: randomUUID(), amountCentavos: 30_00 });
    expect(await found(key)).toEqual(['refund-of-order']);
    const move = (kind: string, amount: number) =>
      open.shop.db.pool.query(
        `insert into money_movements (order_id, kind, amount, actor) select id, $2::money_movement_kind, $3, '{"kind": "staff", "id": "Rosa"}'
         from orders where number = $1`,
        [number, kind, amount],
      );
    // The refund is recorded as due before the bank is called. So a refund that the bank makes in the meantime causes no finding.
    await move('refund_due', 29_99);
    expect(await found(key)).toEqual(['refund-of-order']);
    await move('refund', 30_00);
    expect(await found(key)).toEqual([]);
  });
});

/** Places an order of two speakers (Q230) and cancels one speaker. Its refund is due at the bank. */
const placePartly = async (): Promise<{
  number: string;
  key: string;
  cancelUnits: (units: number) => Promise<void>;
}> => {
  const placed = await place(2);
  const cancel = async (units: number): Promise<void> => {
    const asked = { orderNumber: placed.number, line: 1, units, actor: operator, reason: 'no hay' };
    expect(await cancelUnits(open.shop.db, asked, new Date())).toMatchObject({ ok: true });
  };
  await cancel(1);
  return { ...placed, cancelUnits: cancel };
};
const send = (gateway: Partial<PaymentGateway> = {}) =>
  sendRefunds({ db: open.shop.db, gateway: { ...gatewayAt(), ...gateway }, log });
const refusing = { refund: async () => ({ kind: 'refused', code: 'CLOSED' }) as const };

/** Gives back part of a charge, as the bank's staff would. */
const giveBackAtBank = async (key: string, amount: number, of: number): Promise<void> => {
  const charge = await gatewayAt().findByKey({ key, askedAt: new Date(), amount: centavos(of) });
  if (charge.kind !== 'approved') throw new Error(charge.kind);
  await post(`/charges/${charge.gatewayId}/refunds`, { key: randomUUID(), amountCentavos: amount });
};

describe('[ORD-10] a canceled order whose charge is refunded in parts', () => {
  test('the charge is not also reversed, neither before nor after the bank has made the refunds', async () => {
    const { number, key, cancelUnits: cancel } = await placePartly();
    await cancel(2);
    const refusal = `refused: What it paid of order ${number} is given back in parts: ceiba order show ${number}. Nothing was changed.`;
    expect(await reverse(key)).toBe(refusal);
    expect(await outstanding(key)).toBe(230_00);
    await send();
    expect(await outstanding(key)).toBe(0);
    expect(await reverse(key)).toBe(refusal);
    expect(await found(key)).toEqual([]);
  });

  test('the guard reports an additional refund by the bank', async () => {
    const { number, key, cancelUnits: cancel } = await placePartly();
    await send(refusing);
    await cancel(2);
    await send();
    expect(await outstanding(key)).toBe(100_00);
    expect(await found(key)).toEqual([]);
    const receipt = `D-${number}`;
    const given = { orderNumber: number, receipt, amount: centavos(100_00), actor: operator };
    expect(await giveOutRefund(open.shop.db, given)).toMatchObject({ ok: true });
    expect(await found(key)).toEqual([]);
    await giveBackAtBank(key, 100_00, 230_00);
    expect(await found(key)).toEqual(['refund-of-order']);
  });
});

describe('[ORD-10] refunds of a live order that differ from the bank’s books', () => {
  test('the guard reports a refund that both a till and the bank paid', async () => {
    const { number, key } = await placePartly();
    expect(await found(key)).toEqual([]);
    await send(refusing);
    const receipt = `D-${number}`;
    const given = { orderNumber: number, receipt, amount: centavos(100_00), actor: operator };
    expect(await giveOutRefund(open.shop.db, given)).toMatchObject({ ok: true });
    expect(await found(key)).toEqual([]);
    await giveBackAtBank(key, 100_00, 230_00);
    expect(await found(key)).toEqual(['refund-of-order']);
  });

  test('the guard does not report a refund whose answer was lost, because the shop still requests it', async () => {
    const { key } = await placePartly();
    await send({
      refund: async (...asked) => {
        await gatewayAt().refund(...asked);
        return { kind: 'unknown', reason: 'silence' };
      },
    });
    expect(await outstanding(key)).toBe(130_00);
    expect(await found(key)).toEqual([]);
  });

  test('the guard reports a refund that is missing in the bank’s books after a day, not before', async () => {
    const { number, key } = await place();
    const move = (kind: string, hours: number) =>
      open.shop.db.pool.query(
        `insert into money_movements (order_id, kind, amount, at, actor)
         select id, $2::money_movement_kind, 1000, now() - $3::integer * interval '1 hour', '{"kind": "staff", "id": "Rosa"}'
         from orders where number = $1`,
        [number, kind, hours],
      );
    await move('refund_due', 24);
    await move('refund', 23);
    expect(await found(key)).toEqual([]);
    await move('refund_due', 26);
    await move('refund', 25);
    expect(await found(key)).toEqual(['refund-of-order']);
    await giveBackAtBank(key, 20_00, 130_00);
    expect(await found(key)).toEqual([]);
  });
});

describe('[ORD-10] the bank’s list is read from where the last run without findings ended', () => {
  test('only a run without findings moves the start forward, and “everything” reads from the first day', async () => {
    const bank = ledgerAt();
    const begins: Date[] = [];
    const account = `bank/${randomUUID()}`;
    const listed: { charges: string[] } = { charges: [] };
    const watched: BankLedger = {
      ...bank,
      account,
      listCharges: async (since) => {
        begins.push(since);
        const approved = listed.charges.map((key) => ({
          key,
          amount: centavos(100),
          outstanding: centavos(100),
          createdAt: new Date(Date.now() - 3_600_000),
        }));
        return { approved, next: null };
      },
    };
    const run = async (reach: string): Promise<number> => {
      const now = new Date();
      const task = invariantsTask({ db: open.shop.db, books: { bank: watched, programs: emptyPrograms } });
      await task.run({ reach }, { now, log });
      return Math.round((now.getTime() - (begins.at(-1)?.getTime() ?? 0)) / 60_000);
    };
    const twoDays = 48 * 60;
    listed.charges = [randomUUID()];
    expect([await run('recent'), await run('recent')]).toEqual([twoDays, twoDays]);
    listed.charges = [];
    // The run repeats one hour. It does not yet check charges of the last five minutes.
    expect([await run('recent'), await run('recent')]).toEqual([twoDays, 65]);
    listed.charges = [randomUUID()];
    await open.shop.db.pool.query(
      `update bank_ledger_positions set read_until = read_until - interval '2 hours' where account = $1`,
      [account],
    );
    expect([await run('recent'), await run('recent')]).toEqual([185, 185]);
    await run('everything');
    expect(begins.at(-1)).toEqual(new Date(0));
  });

  test('if a run’s clock is ten minutes fast, the start does not move beyond the database’s clock', async () => {
    const account = `bank/${randomUUID()}`;
    const bank: BankLedger = { ...ledgerAt(), account, listCharges: async () => ({ approved: [], next: null }) };
    const task = invariantsTask({ db: open.shop.db, books: { bank, programs: emptyPrograms } });
    await task.run({}, { now: new Date(Date.now() + 10 * 60_000), log });
    const { rows } = await open.shop.db.pool.query<{ is_early: boolean }>(
      `select read_until <= now() - interval '5 minutes' as is_early from bank_ledger_positions where account = $1`,
      [account],
    );
    expect(rows).toEqual([{ is_early: true }]);
  });
});
