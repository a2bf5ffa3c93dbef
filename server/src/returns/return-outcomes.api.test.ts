import type { ReturnFate } from '@ceiba/domain/returns/return-outcome';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderCommands } from '../orders/order-command.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { makeRefund } from '../refunds/make-refund.ts';
import { lockOrderToRefund } from '../refunds/order-to-refund.store.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { openServices } from '../services.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { lockShipment } from '../shipments/shipments.store.ts';
import { splitShipment } from '../shipments/split-shipment.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { blockedBy } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import {
  card,
  cash,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../testing/order-calls.ts';
import { expectSoundBooks, levelsOf } from '../testing/order-facts.ts';
import { freePoints, programsOf, redeem, settle } from '../testing/points-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { returnCommands } from './return-command.ts';

const runOrderCommand = typing(orderCommands, 'order');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let ana: SignedInCustomer;
let speaker: number;
let lens: number;
let visit: number;
let giftCard: number;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00, stock: 1_000 });
  lens = await createProduct(shop.db, { sku: 'LENS', price: 300_00, stock: 1_000, sellerId: 2, offerId: 'OF-1' });
  visit = await createProduct(shop.db, { sku: 'VISIT', title: 'Visita', price: 80_00, kind: 'service' });
  giftCard = await createProduct(shop.db, { sku: 'GIFT', title: 'Tarjeta', price: 50_00, kind: 'gift_card' });
  await shop.db.pool.query(`insert into coupons (code, label, amount) values ('MENOS50', 'Menos Q50', 5000)`);
  ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
});
afterAll(async () => {
  await settle(shop, programsOf(open.bank));
  await send();
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const log = { info: () => {}, warn: () => {}, error: () => {} };
const send = () =>
  sendRefunds({ db: shop.db, gateway: createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 }), log });

const own = async (number: string): Promise<string> => {
  await shop.db.pool.query('update orders set customer_id = $1, email = $2 where number = $3', [
    ana.id,
    ana.email,
    number,
  ]);
  return number;
};

const place = async (cart: ReadyCart, ...payments: object[]): Promise<string> => {
  const cartId = await prepareCart(shop, cart);
  const answer = await postOrder(shop, { cartId, payments }, undefined, await mintProof(shop));
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return own(String(answer.json().data.orderNumber));
};

const deliver = async (number: string, seller = 1): Promise<void> => {
  const action = { kind: 'advance', cash: { amount: 'due', difference: null } } as const;
  for (const _step of [1, 2, 3])
    await moveShipment(
      shop.db,
      { orderNumber: number, choice: { sellerId: seller }, action, actor: operator },
      new Date(),
    );
};

/** Three delivered speakers of Q100 with a coupon of Q50 and delivery of Q30. Their net prices: Q83.33, Q83.34 and Q83.33. */
const threeSpeakers = async (...payments: object[]): Promise<string> => {
  const cart = { lines: [{ productId: speaker, quantity: 3 }], couponCode: 'MENOS50' };
  const number = await place(cart, ...(payments.length === 0 ? [card(280)] : payments));
  await deliver(number);
  return number;
};

const ask = async (orderNumber: string, quantity = 1, sku = 'SPEAKER'): Promise<string> => {
  const fields = { orderNumber, sku, quantity: String(quantity), reason: 'Producto dañado', description: '' };
  const form = await formPayload(fields);
  const headers = { ...form.headers, ...ana.headers, 'x-recaptcha': await mintProof(shop) };
  const answer = await shop.inject({ method: 'POST', url: '/v1/customers/returns', ...form, headers });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data.returnNumber;
};

/** Writes a return of a gift card directly, because no call accepts one. */
const writeReturn = async (orderNumber: string): Promise<string> => {
  const { rows } = await shop.db.pool.query<{ number: number }>(
    `insert into returns (id, order_id, position, quantity, reason, description, requested_at)
     select gen_random_uuid(), id, 1, 1, 'Otro', '', now() from orders where number = $1 returning number`,
    [orderNumber],
  );
  return `D-${rows[0]?.number}`;
};

const operate = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const { files, db, config, policy } = openServices(shop);
  const runReturnCommand = typing(
    returnCommands(() => files),
    'return',
  );
  const command = { db, config, policy: policy(), now: new Date(), actor: operator };
  const isDone = await runReturnCommand({ ...command, args, say: (text) => said.push(text) });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};
const by = ['--by', 'Ana Paz'];
const decide = (number: string, ...words: string[]) => operate('outcome', number, ...words, ...by);

const orderCommand = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const call = { db: shop.db, args, actor: operator, now: new Date(), say: (text: string) => void said.push(text) };
  return `${(await runOrderCommand(call)) ? 'done' : 'refused'}: ${said.join('\n')}`;
};

const moneyOf = async (number: string): Promise<unknown[][]> => {
  const { rows } = await shop.db.pool.query(
    `select m.kind, m.amount, m.actor ->> 'id' as by, m.reason
     from money_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
    [number],
  );
  return rows.map((row) => [row.kind, row.amount, row.by, row.reason]);
};
/** Returns the money movements of an order without its payment. */
const backOf = async (number: string) =>
  (await moneyOf(number))
    .map(([kind, amount]) => [kind, amount])
    .filter(([kind]) => !['capture', 'cash_collected'].includes(String(kind)));

const returnedOf = async (number: string): Promise<unknown[][]> => {
  const { rows } = await shop.db.pool.query(
    `select m.store_code, m.reason, m.delta from stock_movements m join orders o on o.id = m.order_id
     where o.number = $1 and m.reason in ('returned', 'damaged', 'to_supplier') order by m.id`,
    [number],
  );
  return rows.map((row) => [row.store_code, row.reason, row.delta]);
};

/** Sums the units by place. */
const sumBy = (moves: readonly unknown[][]): Record<string, number> => {
  const units: Record<string, number> = {};
  for (const [store, , delta] of moves) units[String(store)] = (units[String(store)] ?? 0) + Number(delta);
  return units;
};

/** The stock movements of one unit of each fate. */
const movesOf: Record<ReturnFate, unknown[][]> = {
  restock: [['BODEGA', 'returned', 1]],
  scrap: [
    ['BODEGA', 'returned', 1],
    ['BODEGA', 'damaged', -1],
  ],
  toSupplier: [
    ['BODEGA', 'returned', 1],
    ['BODEGA', 'to_supplier', -1],
  ],
  reject: [],
};

const mailsOf = async (returnNumber: string) =>
  done(await shop.call('listDemoMails', { query: { to: ana.email } })).data.filter(({ subject }) =>
    subject.startsWith(`Devolución ${returnNumber}: ya la revisamos`),
  );
const ownReturn = async (returnNumber: string) =>
  (await shop.inject({ method: 'GET', url: '/v1/customers/returns', headers: ana.headers }))
    .json()
    .returns.find((one: { returnNumber: string }) => one.returnNumber === returnNumber);

describe('outcomes of a return', () => {
  test('[DEC-142, DEC-76] one call restocks, scraps and rejects: stock rises and the card gets its share', async () => {
    const number = await threeSpeakers();
    const returned = await ask(number, 3);
    await operate('receive', returned);
    expect(await operate('list', '--undecided')).toContain(returned);
    const before = await levelsOf(shop.db, speaker);
    const words = [
      '--restock',
      '1',
      '--store',
      'BODEGA',
      '--scrap',
      '1',
      '--reject',
      '1',
      '--reason',
      'La pantalla está rota',
    ];
    const standing = `of order ${number}: 3 of 3 × Bocina are`;
    const fates = 'decided: 1 restock at BODEGA, 1 scrap, 1 reject; Q166.67 goes back to its card.';
    expect(await decide(returned, ...words)).toBe(`done: Return ${returned} ${standing} now ${fates}`);
    expect(await decide(returned, ...words)).toBe(`done: Return ${returned} ${standing} already ${fates}`);
    expect(await operate('list', '--undecided')).not.toContain(returned);
    expect(await levelsOf(shop.db, speaker)).toEqual({ ...before, BODEGA: (before.BODEGA ?? 0) + 1 });
    expect(await returnedOf(number)).toEqual([
      ['BODEGA', 'returned', 1],
      ['BODEGA', 'returned', 1],
      ['BODEGA', 'damaged', -1],
    ]);
    expect((await moneyOf(number)).slice(1)).toEqual([['refund_due', 166_67, 'Ana Paz', returned]]);
    await send();
    expect(await backOf(number)).toEqual([
      ['refund_due', 166_67],
      ['refund', 166_67],
    ]);
    const [mail, ...others] = await mailsOf(returned);
    expect(others).toEqual([]);
    for (const part of ['html', 'text'] as const) {
      expect(mail?.[part]).toContain(`De tu devolución ${returned} aceptamos 2 unidades y no aceptamos 1.`);
      expect(mail?.[part]).toContain('Pedimos al banco que devuelva Q166.67 a tu Visa terminada en 1111.');
      expect(mail?.[part]).toContain('1 × Bocina: La pantalla está rota');
      expect(mail?.[part]).toContain('Te contactaremos para acordar cómo te regresamos lo que no aceptamos.');
    }
    expect(await ownReturn(returned)).toMatchObject({
      status: 'received',
      refunded: { value: 166.67, currency: 'GTQ' },
      outcomes: [
        { result: 'accepted', quantity: 1, reason: null },
        { result: 'accepted', quantity: 1, reason: null },
        { result: 'rejected', quantity: 1, reason: 'La pantalla está rota' },
      ],
    });
  });

  test('[DEC-142] an outcome also receives the return, its units are totals, and other units stay undecided', async () => {
    const number = await threeSpeakers();
    const returned = await ask(number, 2);
    expect(await ownReturn(returned)).toMatchObject({ status: 'requested', outcomes: [], refunded: { value: 0 } });
    expect(await decide(returned, '--to-supplier', '1')).toContain('1 of 2 × Bocina are now decided');
    expect(await ownReturn(returned)).toMatchObject({ status: 'received', outcomes: [{ quantity: 1 }] });
    expect((await mailsOf(returned))[0]?.text).toContain('Seguimos revisando lo demás.');
    expect(await decide(returned, '--to-supplier', '1')).toContain('1 of 2 × Bocina are already decided');
    expect(await decide(returned, '--to-supplier', '3')).toBe(
      `refused: Of return ${returned} 1 units wait for their outcome. Nothing was changed.`,
    );
    expect(await decide(returned, '--to-supplier', '2')).toContain('2 of 2 × Bocina are now decided');
    expect(await backOf(number)).toEqual([
      ['refund_due', 83_33],
      ['refund_due', 83_34],
    ]);
    expect(await mailsOf(returned)).toHaveLength(2);
    expect(await returnedOf(number)).toEqual([
      ['BODEGA', 'returned', 1],
      ['BODEGA', 'to_supplier', -1],
      ['BODEGA', 'returned', 1],
      ['BODEGA', 'to_supplier', -1],
    ]);
    expect(await operate('receive', returned)).toContain('has already arrived.');
  });

  test('[DEC-142] the mail of a later rejection does not repeat the earlier refund', async () => {
    const number = await threeSpeakers();
    const returned = await ask(number, 2);
    expect(await decide(returned, '--scrap', '1')).toContain('Q83.33 goes back to its card.');
    expect(await decide(returned, '--scrap', '1', '--reject', '1', '--reason', 'Está usada')).toBe(
      `done: Return ${returned} of order ${number}: 2 of 2 × Bocina are now decided: 1 scrap, 1 reject.`,
    );
    expect(await backOf(number)).toEqual([['refund_due', 83_33]]);
  });

  test('[DEC-142] if all units are rejected, nothing is refunded, and the mail promises nothing', async () => {
    const number = await threeSpeakers();
    const returned = await ask(number);
    expect(await decide(returned, '--reject', '1', '--reason', 'Está usada')).toContain('1 reject.');
    expect(await backOf(number)).toEqual([]);
    const [mail] = await mailsOf(returned);
    expect(mail?.text).toContain(`No aceptamos tu devolución ${returned}.`);
    expect(mail?.text).toContain('1 × Bocina: Está usada');
    expect(mail?.text).not.toContain('Te devolvemos');
  });

  test('[DEC-142] an order paid in cash at the door is refunded at a till', async () => {
    const number = await threeSpeakers(cash(280));
    const returned = await ask(number);
    expect(await decide(returned, '--restock', '1', '--store', 'BODEGA')).toContain('; Q83.33 is due at its till.');
    expect((await mailsOf(returned))[0]?.text).toContain(
      `Te devolvemos Q83.33 en la caja de cualquiera de nuestras tiendas. Preséntate con tu número de pedido, ${number}.`,
    );
    expect(
      await orderCommand('refund', number, '--amount', '83.33', '--receipt', 'N-1', ...by, '--transfer'),
    ).toContain('Q83.33 are now given out');
    expect(await backOf(number)).toEqual([
      ['refund_due', 83_33],
      ['till_refund', 83_33],
    ]);
  });

  test('[DEC-142] while another part is still in transit, the collected cash is refunded at a till', async () => {
    const cart = {
      lines: [
        { productId: speaker, quantity: 1 },
        { productId: lens, quantity: 1 },
      ],
    };
    const number = await place(cart, cash(430));
    await deliver(number, 1);
    const returned = await ask(number);
    expect(await decide(returned, '--scrap', '1')).toContain('; Q100.00 is due at its till.');
    expect((await mailsOf(returned))[0]?.text).toContain(
      'Te devolvemos Q100.00 en la caja de cualquiera de nuestras tiendas.',
    );
    await deliver(number, 2);
    expect((await moneyOf(number)).map(([kind, amount]) => [kind, amount])).toEqual([
      ['cash_collected', 130_00],
      ['refund_due', 100_00],
      ['cash_collected', 300_00],
    ]);
  });

  test('[DEC-142, DEC-114] points are refunded first, as points', async () => {
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
    const free = Number(await freePoints(open.bank));
    await redeem(shop, cartId, 50);
    const payments = [card(180), { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 50 }];
    const number = await own(String((await postOrder(shop, { cartId, payments })).json().data.orderNumber));
    await settle(shop, programsOf(open.bank));
    const taken = free - Number(await freePoints(open.bank));
    await deliver(number);
    const returned = await ask(number);
    expect(await decide(returned, '--scrap', '1')).toContain(
      `; Q50.00 goes back to its card; ${taken} points go back.`,
    );
    const text = (await mailsOf(returned))[0]?.text;
    expect(text).toContain('Pedimos al banco que devuelva Q50.00 a tu Visa terminada en 1111.');
    expect(text).toContain('puntos a tu cuenta de');
    await settle(shop, programsOf(open.bank));
    expect(await freePoints(open.bank)).toBe(free);
    expect((await ownReturn(returned)).refunded.value).toBe(100);
  });

  test('[DEC-142] points are returned even if the outcome is decided during the write of their capture', async () => {
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
    await redeem(shop, cartId, 50);
    const payments = [card(180), { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 50 }];
    const number = await own(String((await postOrder(shop, { cartId, payments })).json().data.orderNumber));
    await deliver(number);
    const returned = await ask(number);
    const certificate = 'from orders o where o.id = c.order_id and o.number = $1';
    const { rows } = await shop.db.pool.query<{ code: string }>(
      `select c.code from points_certificates c, orders o where o.id = c.order_id and o.number = $1`,
      [number],
    );
    expect(await programsOf(open.bank).capture(rows[0]?.code ?? '')).toEqual({ kind: 'captured' });
    let deciding: Promise<unknown> = Promise.resolve();
    await shop.db.transaction(async (tx) => {
      const text = `update points_certificates c set status = 'captured', settle_after = null ${certificate}`;
      await tx.run({ text, values: [number] });
      let isDecided = false;
      deciding = decide(returned, '--scrap', '1').then(() => {
        isDecided = true;
      });
      await until(async () => isDecided || (await blockedBy(shop.db.pool, tx)).length > 0);
    });
    await deciding;
    await settle(shop, programsOf(open.bank));
    const points = (await moneyOf(number)).filter(([kind]) => String(kind).startsWith('points_'));
    expect(points.map(([kind, amount]) => [kind, amount])).toEqual([
      ['points_taken', 50_00],
      ['points_given', 50_00],
    ]);
  });

  test('[DEC-142] a unit that was refunded without a return is not refunded again', async () => {
    const number = await threeSpeakers();
    const returned = await ask(number, 3);
    await shop.db.transaction(async (tx) => {
      const order = await lockOrderToRefund(tx, number);
      if (order === undefined) throw new Error('no order');
      const lines = [{ position: 1, units: 2 }];
      await makeRefund(tx, order, { cause: 'desk', causeKey: 'two', lines, actor: operator, reason: null });
    });
    expect(await decide(returned, '--scrap', '2')).toContain('; Q83.33 goes back to its card.');
    expect(await decide(returned, '--scrap', '3')).toMatch(/: 3 scrap\.$/);
    expect((await mailsOf(returned)).map(({ text }) => text).join()).toContain(
      'De lo que aceptamos no queda nada por devolverte.',
    );
    expect(await backOf(number)).toEqual([
      ['refund_due', 166_67],
      ['refund_due', 83_33],
    ]);
  });

  test('[DEC-142] a service cannot be restocked, and a gift card can only be rejected', async () => {
    const [service, gift] = [
      await place({ lines: [{ productId: visit, quantity: 1 }] }, card(80)),
      await place({ lines: [{ productId: giftCard, quantity: 1 }] }, card(50)),
    ];
    await deliver(service);
    await deliver(gift);
    const returned = await ask(service, 1, 'VISIT');
    const restock = ['--restock', '1', '--store', 'BODEGA'];
    expect(await decide(returned, ...restock)).toBe(
      `refused: What return ${returned} is about is a service, which no store keeps. Nothing was changed.`,
    );
    expect(await decide(returned, '--scrap', '1')).toContain('; Q80.00 goes back to its card.');
    const card1 = await writeReturn(gift);
    for (const words of [restock, ['--scrap', '1']])
      expect(await decide(card1, ...words)).toContain(
        'is a gift card, which can only be rejected. Nothing was changed.',
      );
    expect(await decide(card1, '--reject', '1', '--reason', 'No se devuelve')).toMatch(/^done/);
    expect(await backOf(gift)).toEqual([]);
  });

  test('[DEC-142] a restocked last unit is for sale again, and waiting people get a mail', async () => {
    const last = await createProduct(shop.db, { sku: 'LAST', price: 300_00, stock: 1 });
    const number = await place({ lines: [{ productId: last, quantity: 1 }] }, card(330));
    await deliver(number);
    const returned = await ask(number, 1, 'LAST');
    const standing = async () => {
      const { rows } = await shop.db.pool.query<{ salable: number; found: number; told: boolean }>(
        `select t.salable, get_byte(s.record, 0) as found, exists (
           select from graphile_worker._private_jobs where key = 'tell-restock:' || t.product_id) as told
         from stock_totals t join product_search s using (product_id) where t.product_id = $1`,
        [last],
      );
      return rows;
    };
    expect(await standing()).toEqual([{ salable: 0, found: 0, told: false }]);
    const waits = await shop.call(
      'requestRestockNotice',
      { params: { sku: 'LAST' }, body: {} },
      { headers: ana.headers },
    );
    expect(waits.ok).toBe(true);
    await decide(returned, '--restock', '1', '--store', 'BODEGA');
    expect(await standing()).toEqual([{ salable: 1, found: 1, told: true }]);
  });

  test('[DEC-142] a wrong outcome is refused with an explanation, and nothing changes', async () => {
    const number = await threeSpeakers();
    const returned = await ask(number);
    expect(await decide('D-999999', '--scrap', '1')).toContain('There is no return D-999999. Nothing was changed.');
    expect(await decide(returned, '--restock', '1', '--store', 'LUNA')).toContain(
      'There is no store LUNA. Nothing was',
    );
    for (const words of [
      ['--restock', '1'],
      ['--store', 'BODEGA', '--scrap', '1'],
      ['--reject', '1'],
      ['--scrap', '0'],
      ['--scrap'],
      ['--keep', '1'],
      [],
    ])
      expect(await decide(returned, ...words)).toContain('refused: ceiba return outcome <number>');
    expect(await operate('outcome', returned, '--scrap', '1')).toContain('refused: ceiba return outcome <number>');
    expect(await ownReturn(returned)).toMatchObject({ status: 'requested', outcomes: [] });
    expect(await backOf(number)).toEqual([]);
  });
});

describe('concurrent outcomes', () => {
  test('[DEC-142] of twenty concurrent outcomes of a unit, one is carried out', async () => {
    const number = await threeSpeakers();
    const returned = await ask(number);
    const fates = [
      ['--restock', '1', '--store', 'BODEGA'],
      ['--scrap', '1'],
      ['--to-supplier', '1'],
      ['--reject', '1', '--reason', 'Usada'],
    ];
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => decide(returned, ...(fates[n % 4] ?? []))));
    expect(all.filter((said) => said.includes('are now decided'))).toHaveLength(1);
    // A repeated outcome gets the same response. Any other outcome finds no unit left.
    expect(all.filter((said) => said.includes('are already decided'))).toHaveLength(4);
    expect(all.filter((said) => said.includes(' 0 units wait for their outcome.'))).toHaveLength(15);
    const { rows } = await shop.db.pool.query(
      `select u.fate, u.quantity from return_outcomes u join returns r on r.id = u.return_id where r.number = $1`,
      [returned.slice(2)],
    );
    expect(rows).toHaveLength(1);
    const isKept = rows[0].fate !== 'reject';
    expect(await backOf(number)).toEqual(isKept ? [['refund_due', 83_33]] : []);
    expect(await returnedOf(number)).toEqual(movesOf[rows[0].fate as ReturnFate]);
    expect(await mailsOf(returned)).toHaveLength(1);
  });

  test('[DEC-142] a repeated outcome for two returns of one line counts and refunds each unit once', async () => {
    const number = await threeSpeakers();
    const both = [await ask(number, 2), await ask(number, 1)];
    const before = await levelsOf(shop.db, speaker);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        decide(both[n % 2] ?? '', '--restock', n % 2 === 0 ? '2' : '1', '--store', 'BODEGA'),
      ),
    );
    expect(all.filter((said) => said.includes('are now decided'))).toHaveLength(2);
    expect(all.filter((said) => said.includes('are already decided'))).toHaveLength(18);
    expect(await levelsOf(shop.db, speaker)).toEqual({ ...before, BODEGA: (before.BODEGA ?? 0) + 3 });
    const back = await backOf(number);
    expect(back.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(250_00);
    expect(back).toHaveLength(2);
  });

  test('[DEC-137, DEC-142] a concurrent outcome and cancellation have the same results as one after the other', async () => {
    const cart = {
      lines: [
        { productId: speaker, quantity: 1 },
        { productId: lens, quantity: 1 },
      ],
    };
    const number = await place(cart, card(430));
    await deliver(number, 1);
    const returned = await ask(number);
    const cancel = (line: number) =>
      orderCommand('cancel', number, '--line', String(line), ...by, '--reason', 'no hay');
    const [outcome, other, its] = await Promise.all([
      decide(returned, '--restock', '1', '--store', 'BODEGA'),
      cancel(2),
      cancel(1),
    ]);
    expect(outcome).toContain('; Q100.00 goes back to its card.');
    expect(other).toContain('; Q300.00 goes back to its card.');
    // The shipment was handed over. The order therefore counts as delivered once its other line is canceled.
    expect(its).toMatch(/(is being prepared, or was sent|is delivered)\. Nothing was changed\.$/);
    expect((await backOf(number)).map(([, amount]) => amount).sort()).toEqual([100_00, 300_00]);
  });
});

test('[WORK-20] units scrapped from two shipments are booked at the places that they had left', async () => {
  const { db } = shop;
  const stand = await createProduct(db, { sku: 'STAND', title: 'Base', price: 100_00, stock: 1 });
  await addStock(db, stand, 3, 'MAX');
  const number = await place({ lines: [{ productId: stand, quantity: 4 }] }, card(430));
  await db.transaction(async (tx) => {
    const first = await lockShipment(tx, `${number}-1`);
    return first && splitShipment(tx, first, [{ line: 1, quantity: 2 }], new Date());
  });
  for (const _shipment of [1, 2]) await deliver(number);
  const before = await levelsOf(db, stand);
  const returned = await ask(number, 4, 'STAND');
  expect(await decide(returned, '--scrap', '1', '--to-supplier', '2', '--restock', '1', '--store', 'MAX')).toMatch(
    /^done/,
  );
  const moved = await returnedOf(number);
  expect(sumBy(moved.filter(([, reason]) => reason !== 'returned'))).toEqual({ BODEGA: -1, MAX: -2 });
  expect(sumBy(moved.filter(([, reason]) => reason === 'returned'))).toEqual({ BODEGA: 1, MAX: 3 });
  expect(await levelsOf(db, stand)).toEqual({ ...before, MAX: (before.MAX ?? 0) + 1 });
  // The response lists each fate once, for all places of its units.
  expect(await decide(returned, '--to-supplier', '2')).toContain('already decided');
});

test('[DEC-142] an outcome never changes, and no more units are decided than were returned', async () => {
  const number = await threeSpeakers();
  const returned = await ask(number);
  await decide(returned, '--scrap', '1');
  const ofReturn = `return_id = (select id from returns where number = ${returned.slice(2)})`;
  for (const sql of [
    `update return_outcomes set quantity = 2 where ${ofReturn}`,
    `delete from return_outcomes where ${ofReturn}`,
    `insert into return_outcomes (return_id, fate, quantity, actor) select return_id, 'scrap', 1, actor from return_outcomes where ${ofReturn}`,
  ])
    await expect(shop.db.pool.query(sql), sql).rejects.toThrow(/never changed|returns_units_left/);
});

test('[DEC-142] an order has not ended while a returned unit has no outcome', async () => {
  const number = await threeSpeakers();
  const isOver = async () =>
    (await shop.db.pool.query('select is_order_over(id) as over from orders where number = $1', [number])).rows[0].over;
  expect(await isOver()).toBe(true);
  const returned = await ask(number, 2);
  await operate('receive', returned);
  await decide(returned, '--scrap', '1');
  expect(await isOver()).toBe(false);
  await decide(returned, '--scrap', '2');
  expect(await isOver()).toBe(true);
});
