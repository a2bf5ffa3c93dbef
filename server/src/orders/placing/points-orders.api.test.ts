import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import type { Tx } from '../../platform/db/database.ts';
import { beginReservation, emptyStaleSlots } from '../../points/points.store.ts';
import { settlePoints } from '../../points/settle-points.ts';
import { moveOrder } from '../../shipments/move-order.ts';
import { addProduct, codeOf, done, readCart } from '../../testing/cart-calls.ts';
import { operator } from '../../testing/operator.ts';
import { card, cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../../testing/order-facts.ts';
import {
  applyPoints,
  biCard,
  freePoints,
  offeredCode,
  overdue,
  programsOf,
  redeem,
  reservationsOf,
  settle,
} from '../../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { cancelWholeOrder } from '../canceling/cancel-order.ts';
import { toFollowedOrder } from '../history/order-history.routes.ts';
import { findOrderById } from '../history/order-history.store.ts';
import { ordersTasks } from '../orders.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
});
afterAll(async () => {
  await settle(shop, programsOf(open.bank));
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const declined = '4000000000000002';

/** Creates a cart with one or more speakers of Q100, and Q30 for shipping. */
const readyCart = (quantity = 2): Promise<string> => prepareCart(shop, { lines: [{ productId: speaker, quantity }] });

const couponEntry = (amount: number) => ({ paymentType: 'Coupon', paymentPlan: 0, paymentAmount: amount });

const stateOfCertificate = async (code: string): Promise<string | undefined> => {
  const { rows } = await shop.db.pool.query<{ status: string }>(
    'select status from points_certificates where code = $1',
    [code],
  );
  return rows[0]?.status;
};

/** Returns the movements of points for the order of a certificate. */
const pointsMoneyOf = async (code: string): Promise<string[]> => {
  const { rows } = await shop.db.pool.query<{ line: string }>(
    `select concat_ws(' ', m.kind, m.amount, m.actor ->> 'kind', m.actor ->> 'id') as line
     from money_movements m join points_certificates c on c.order_id = m.order_id
     where c.code = $1 and m.kind in ('points_taken', 'points_given') order by m.id`,
    [code],
  );
  return rows.map(({ line }) => line);
};

const runTask = async (name: string, payload: object): Promise<void> => {
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  const tasks = ordersTasks({ ...shop, gateway, publicUrl: 'https://ceiba.example' });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await tasks.find((task) => task.name === name)?.run(payload, { now: new Date(), log });
};

/** Runs the job that asks the bank to reverse the charges of canceled orders. */
const reverseCharges = async (): Promise<void> => {
  await runTask('reconcile-orders', {});
  const { rows } = await shop.db.pool.query("select from payments where status = 'reversing'");
  expect(rows).toEqual([]);
};

/** Returns the text of an order's cancellation mail. */
const cancellationMail = async (orderNumber: string): Promise<string | undefined> => {
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where number = $1', [orderNumber]);
  const orderId = rows[0]?.id;
  await runTask('order-canceled', { orderId, reason: 'operator' });
  const { rows: mails } = await shop.db.pool.query<{ text: string }>('select text from mails where dedupe_key = $1', [
    `order-canceled:${orderId}`,
  ]);
  return mails[0]?.text;
};

const numberOf = (answer: Awaited<ReturnType<typeof postOrder>>): string => {
  const [, number = ''] = /^200 (\d{9})$/.exec(outcomeOf(answer)) ?? [];
  expect(number, outcomeOf(answer)).not.toBe('');
  return number;
};

describe('an order with a certificate', () => {
  test('[DEC-115, PTS-13] a bank’s points do not pay for third-party goods that were added to the cart later', async () => {
    await createProduct(shop.db, { sku: 'LENS', price: 300_00, sellerId: 2, offerId: 'OF-1' });
    const cartId = await readyCart();
    await redeem(shop, cartId, 25, biCard());
    for (const { cartItemId } of (await readCart(shop, cartId)).items)
      done(await shop.call('changeCartProduct', { params: { id: cartId }, body: { cartItemId, quantity: 0 } }));
    done(await addProduct(shop, cartId, 'LENS', { offerId: 'OF-1' }));
    const total = (await readCart(shop, cartId)).prices.grandTotal.value;
    const answer = await postOrder(shop, { cartId, payments: [card(total), couponEntry(25)] });
    expect(outcomeOf(answer)).toBe('409 PAY_POINTS_UNAVAILABLE');
    // The advice of the refusal helps: without the certificate, the order is placed.
    done(await shop.call('removeCoupon', { params: { id: cartId } }));
    const whole = (await readCart(shop, cartId)).prices.grandTotal.value;
    expect(whole).toBe(total + 25);
    numberOf(await postOrder(shop, { cartId, payments: [card(whole)] }));
    expect(await settle(shop, programsOf(open.bank))).toBe(1);
  });

  test('[DEC-114, DEC-104, PAY-01] points lower the price of a card order, and are taken once it is paid', async () => {
    const cartId = await readyCart();
    const before = Number(await freePoints(open.bank));
    const { data } = await redeem(shop, cartId, 100);
    const { code } = data.appliedCoupon;
    const answer = await postOrder(shop, { cartId, payments: [couponEntry(100), card(130)] });
    numberOf(answer);
    const { rows } = await shop.db.pool.query(
      'select status, discount, total, certificate_code, discounts from orders where cart_id = $1',
      [cartId],
    );
    expect(rows).toMatchObject([
      {
        status: 'processing',
        discount: 100_00,
        total: 130_00,
        certificate_code: code,
        discounts: [{ id: 'DISCOUNT_POINTS', amount: 100_00 }],
      },
    ]);
    expect(await stateOfCertificate(code)).toBe('capturing');
    expect(await settle(shop, programsOf(open.bank))).toBe(1);
    expect(await stateOfCertificate(code)).toBe('captured');
    expect(await reservationsOf(open.bank)).toMatchObject({ [code]: 'captured' });
    expect(await freePoints(open.bank)).toBe(before - 1_000);
    expect(await pointsMoneyOf(code)).toEqual(['points_taken 10000 job settle-points']);
  });

  test('[PTS-11, DEC-137] an order with nothing left to pay accepts only the payment type of its program', async () => {
    const cartId = await prepareCart(shop, {
      lines: [{ productId: speaker, quantity: 1 }],
      shippingMethod: 'pickup',
      storeCode: 'MAX',
    });
    const { data } = await redeem(shop, cartId, 100);
    expect(data.grandTotal.value).toBe(0);
    const points = (paymentType: string) => ({
      paymentType,
      paymentPlan: 0,
      paymentAmount: 0,
      dpi: '1234567890101',
      birthDate: '1990-05-15',
    });
    const send = (...payments: object[]) => postOrder(shop, { cartId, payments: [couponEntry(100), ...payments] });
    expect(outcomeOf(await send(points('BiPoints')))).toBe('409 PAY_POINTS_UNAVAILABLE');
    expect(outcomeOf(await send(points('MaxpointsPoints'), points('MaxpointsPoints')))).toBe(
      '409 PAY_POINTS_UNAVAILABLE',
    );
    expect(outcomeOf(await send())).toBe('400 PAY_METHOD_NOT_ALLOWED');
    numberOf(await send(points('MaxpointsPoints')));
    const { rows } = await shop.db.pool.query('select status, payment_type, total from orders where cart_id = $1', [
      cartId,
    ]);
    expect(rows).toEqual([{ status: 'processing', payment_type: 'MaxpointsPoints', total: 0 }]);
    await settle(shop, programsOf(open.bank));
    expect(await stateOfCertificate(data.appliedCoupon.code)).toBe('captured');
  });

  test('[HIST-07] if points paid an order completely, its page and its mail name the program', async () => {
    const cartId = await prepareCart(shop, {
      lines: [{ productId: speaker, quantity: 1 }],
      shippingMethod: 'pickup',
      storeCode: 'MAX',
    });
    await redeem(shop, cartId, 100);
    const points = { paymentType: 'MaxpointsPoints', paymentPlan: 0, paymentAmount: 0, dpi: '1234567890101' };
    const answer = await postOrder(shop, {
      cartId,
      payments: [couponEntry(100), { ...points, birthDate: '1990-05-15' }],
    });
    const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where number = $1', [
      numberOf(answer),
    ]);
    const row = await findOrderById(shop.db.read, rows[0]?.id ?? '');
    expect(row && toFollowedOrder(row).paymentMethods).toEqual([{ name: 'Puntos MAX' }]);
    await settle(shop, programsOf(open.bank));
  });

  test('[DEC-114] the points of a cash order are taken on delivery, when the rest is paid', async () => {
    const cartId = await readyCart();
    const { data } = await redeem(shop, cartId, 100);
    const { code } = data.appliedCoupon;
    const orderNumber = numberOf(await postOrder(shop, { cartId, payments: [cash(130)] }));
    expect(await stateOfCertificate(code)).toBe('claimed');
    const moves = [{ to: 'shipped' }, { to: 'delivered', cash: { amount: 'due', difference: null } }] as const;
    for (const move of moves) {
      expect(await moveOrder(shop.db, { orderNumber, move, actor: operator }, new Date())).toMatchObject({ ok: true });
    }
    await settle(shop, programsOf(open.bank));
    expect(await stateOfCertificate(code)).toBe('captured');
  });

  test('[DEC-104, CONST-52] points have five payment types, and without a certificate these pay nothing', async () => {
    const cartId = await readyCart();
    const pay = async (paymentType: string) => {
      const points = { ...biCard(), name: undefined, paymentType, paymentPlan: 0, paymentAmount: 230 };
      return outcomeOf(await postOrder(shop, { cartId, payments: [points] }));
    };
    for (const name of ['MaxpointsPoints', 'VisanetPoints', 'BiPoints', 'BacPoints', 'PromericaPoints'])
      expect(await pay(name), name).toBe('409 PAY_POINTS_UNAVAILABLE');
    expect(await pay('OtherPoints')).toBe('400 PAY_METHOD_NOT_ALLOWED');
  });
});

describe('points that are given back', () => {
  test('[DEC-114] after a declined card, the certificate stays in the cart and its points stay blocked', async () => {
    const cartId = await readyCart();
    const { data } = await redeem(shop, cartId, 100);
    const [before, points] = [await stateOf(shop.db, cartId), await freePoints(open.bank)];
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(130, declined)] }))).toBe('400 PAY_DECLINED');
    expect(await stateOf(shop.db, cartId)).toEqual(before);
    expect(await freePoints(open.bank)).toBe(points);
    expect(await stateOfCertificate(data.appliedCoupon.code)).toBe('held');
    numberOf(await postOrder(shop, { cartId, payments: [card(130)] }));
  });

  test.each([
    ['before they were taken', false],
    ['after they were taken', true],
  ])('[DEC-114] an order canceled %s gives its points back', async (_, isTaken) => {
    const cartId = await readyCart();
    const before = await freePoints(open.bank);
    const { data } = await redeem(shop, cartId, 100);
    const orderNumber = numberOf(await postOrder(shop, { cartId, payments: [card(130)] }));
    if (isTaken) await settle(shop, programsOf(open.bank));
    const canceled = await cancelWholeOrder(shop.db, { orderNumber, actor: operator, reason: null }, new Date());
    expect(canceled).toMatchObject({ ok: true });
    await settle(shop, programsOf(open.bank));
    expect(await stateOfCertificate(data.appliedCoupon.code)).toBe('given_back');
    expect(await pointsMoneyOf(data.appliedCoupon.code)).toEqual(
      isTaken ? ['points_taken 10000 job settle-points', 'points_given 10000 job settle-points'] : [],
    );
    expect(await freePoints(open.bank)).toBe(before);
    expect(await cancellationMail(orderNumber)).toContain(
      'Ya tienes de vuelta 1,000 puntos en tu cuenta de Puntos MAX.',
    );
    await reverseCharges();
  });

  test('[DEC-114] a cart that was deleted, or not ordered for a day, gives its points back', async () => {
    const before = await freePoints(open.bank);
    const [gone, stale] = [await readyCart(), await readyCart()];
    await redeem(shop, gone, 100);
    const { data } = await redeem(shop, stale, 25);
    await shop.db.pool.query('delete from carts where id = $1', [gone]);
    const dayMs = 86_400_000;
    expect(await emptyStaleSlots(shop.db.write, new Date(Date.now() - dayMs))).toBe(0);
    expect(await emptyStaleSlots(shop.db.write, new Date(Date.now() + 1_000))).toBeGreaterThan(0);
    expect(await settle(shop, programsOf(open.bank))).toBeGreaterThan(1);
    expect(await stateOfCertificate(data.appliedCoupon.code)).toBe('given_back');
    expect(await freePoints(open.bank)).toBe(before);
    expect(await readCart(shop, stale)).toMatchObject({ certificate: null, prices: { grandTotal: { value: 230 } } });
  });
});

describe('[DEC-127] points that are no longer available', () => {
  test('an order is refused without a charge if the program released its points, and placed without points', async () => {
    const cartId = await readyCart();
    const { data } = await redeem(shop, cartId, 100);
    const before = await stateOf(shop.db, cartId);
    await programsOf(open.bank).giveBack(data.appliedCoupon.code);
    const answer = await postOrder(shop, { cartId, payments: [couponEntry(100), card(130)] });
    expect(outcomeOf(answer)).toBe('409 PAY_POINTS_UNAVAILABLE');
    expect(answer.json()).toMatchObject({ message: 'Revierte el canje e intenta de nuevo.' });
    expect(await stateOf(shop.db, cartId)).toEqual(before);
    done(await shop.call('removeCoupon', { params: { id: cartId } }));
    numberOf(await postOrder(shop, { cartId, payments: [card(230)] }));
    await settle(shop, programsOf(open.bank));
  });

  test('an order is refused if its certificate is larger than the amount that it may pay', async () => {
    const cartId = await readyCart(3);
    await redeem(shop, cartId, 300);
    await shop.db.pool.query('update cart_lines set quantity = 2 where cart_id = $1', [cartId]);
    expect(await readCart(shop, cartId)).toMatchObject({ prices: { grandTotal: { value: 30 } } });
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(30)] }))).toBe('409 PAY_POINTS_UNAVAILABLE');
    done(await shop.call('removeCoupon', { params: { id: cartId } }));
    await settle(shop, programsOf(open.bank));
  });
});

describe('concurrent uses of points', () => {
  test('[DEC-114] only one of 200 concurrent applications of a certificate blocks its points', async () => {
    const cartId = await readyCart();
    const before = Number(await freePoints(open.bank));
    const code = await offeredCode(shop, cartId, 100);
    const codes = await Promise.all(
      Array.from({ length: 200 }, async () => codeOf(await applyPoints(shop, cartId, code))),
    );
    expect(codes).toContain('ok');
    const others = ['CERTIFICATE_NOT_VALID', 'COUPON_ALREADY_APPLIED'];
    expect(codes.filter((each) => each !== 'ok' && !others.includes(each))).toEqual([]);
    await settle(shop, programsOf(open.bank));
    expect(await freePoints(open.bank)).toBe(before - 1_000);
    expect(await readCart(shop, cartId)).toMatchObject({ certificate: { code, amount: 100 } });
  });

  test('[DIF-33, DEC-114] of several certificates for a cart only one stays, and the other points are free again', async () => {
    const cartId = await readyCart();
    const before = Number(await freePoints(open.bank));
    const codes: string[] = [];
    for (let offer = 0; offer < 10; offer += 1) codes.push(await offeredCode(shop, cartId, 25));
    const answers = await Promise.all(codes.map(async (code) => codeOf(await applyPoints(shop, cartId, code))));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    await settle(shop, programsOf(open.bank));
    expect(await freePoints(open.bank)).toBe(before - 250);
  });

  test('[DEC-114, DEC-172] of 200 orders with one certificate only one is placed, and its points are taken once', async () => {
    const cartId = await readyCart();
    const before = Number(await freePoints(open.bank));
    await redeem(shop, cartId, 100);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) =>
        outcomeOf(await postOrder(shop, { cartId, payments: [card(130)] }, `points-${index}-${cartId}`)),
      ),
    );
    expect(answers.filter((answer) => answer.startsWith('200'))).toHaveLength(1);
    await settle(shop, programsOf(open.bank));
    expect(await freePoints(open.bank)).toBe(before - 1_000);
  });

  test('[DEC-114] if an order and the removal of its points run concurrently, only one of them gets the points', async () => {
    for (let round = 0; round < 10; round += 1) {
      const cartId = await readyCart();
      const before = Number(await freePoints(open.bank));
      await redeem(shop, cartId, 100);
      const [order, revert] = await Promise.all([
        postOrder(shop, { cartId, payments: [cash(130)] }),
        shop.call('removeCoupon', { params: { id: cartId } }),
      ]);
      await settle(shop, programsOf(open.bank));
      const isOrdered = outcomeOf(order).startsWith('200');
      expect(revert.ok).toBe(!isOrdered);
      expect(await freePoints(open.bank)).toBe(isOrdered ? before - 1_000 : before);
    }
  });
});

describe('[DEC-107] the connection to the program fails while points are blocked', () => {
  test.each([
    ['the answer is lost', '4000000000000424', 502],
    ['a proxy answers', '4000000000000713', 502],
    ['not at the first try', '4000000000000614', 400],
    ['refused', '4000000000009995', 400],
  ])('%s: the shopper gets an error, and no points stay blocked', async (_, number, status) => {
    const cartId = await readyCart();
    const code = await offeredCode(shop, cartId, 100, biCard(number));
    expect(await applyPoints(shop, cartId, code)).toMatchObject({ error: { status } });
    expect(await readCart(shop, cartId)).toMatchObject({ certificate: null });
    await settle(shop, programsOf(open.bank));
    expect(await stateOfCertificate(code)).toBe('given_back');
    expect(await freePoints(open.bank, biCard(number))).toBe(25_000);
    // The shopper tries again with the same points.
    if (number !== '4000000000000424') return;
    expect(codeOf(await applyPoints(shop, cartId, await offeredCode(shop, cartId, 100)))).toBe('ok');
    done(await shop.call('removeCoupon', { params: { id: cartId } }));
    await settle(shop, programsOf(open.bank));
  });

  test('a hold that arrives after the shop gave it up is refused by the program', async () => {
    const cartId = await readyCart();
    const late = biCard('4000000000000432');
    const code = await offeredCode(shop, cartId, 100, late);
    expect(await beginReservation(shop.db.write, code, { now: new Date(), leaseMs: 60_000 })).toBe(true);
    const { rows } = await shop.db.pool.query<{ account: string }>(
      'select account from points_certificates where code = $1',
      [code],
    );
    const programs = programsOf(open.bank);
    const arriving = programs.reserve({ key: code, account: rows[0]?.account ?? '', points: 1_000 });
    await overdue(shop);
    expect(await settle(shop, programs)).toBe(1);
    open.bank.arrive();
    expect(await arriving).toEqual({ kind: 'refused' });
    expect(await freePoints(open.bank, late)).toBe(25_000);
  });

  test('each run asks a silent program about one portion of certificates, and the next run about others', async () => {
    const cartIds = await Promise.all(Array.from({ length: 25 }, () => readyCart(1)));
    for (const cartId of cartIds) await redeem(shop, cartId, 25);
    await shop.db.pool.query(
      'update carts set certificate_code = null, certificate_amount = null where id = any ($1)',
      [cartIds],
    );
    const asked: string[] = [];
    const silent = {
      ...programsOf(open.bank),
      giveBack: async (code: string) => {
        asked.push(code);
        // Simulates a program that is silent until the lease of these certificates has expired.
        await overdue(shop);
        return { kind: 'unknown' as const, reason: 'silent' };
      },
    };
    expect(await settle(shop, silent)).toBe(0);
    expect(asked).toHaveLength(10);
    expect(new Set(asked).size).toBe(10);
    await overdue(shop);
    expect(await settle(shop, programsOf(open.bank))).toBe(25);
  });

  test('a certificate whose answer was not recorded is asked again later, and delays no other', async () => {
    const cartIds = await Promise.all([readyCart(1), readyCart(1)]);
    for (const cartId of cartIds) await redeem(shop, cartId, 25);
    await shop.db.pool.query(
      'update carts set certificate_code = null, certificate_amount = null where id = any ($1)',
      [cartIds],
    );
    const { write } = shop.db;
    let failures = 0;
    const failing: Tx = {
      run: async (query) => {
        if (query.name !== 'points.end-settling' || failures > 0) return write.run(query);
        failures += 1;
        throw new Error('the connection is gone');
      },
    };
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    expect(await settlePoints({ db: { write: failing }, programs: programsOf(open.bank), log })).toBe(1);
    await overdue(shop);
    expect(await settle(shop, programsOf(open.bank))).toBe(1);
  });

  test('points wait while the program cannot be reached, and are taken or released afterwards', async () => {
    const cartId = await readyCart();
    const before = await freePoints(open.bank);
    await redeem(shop, cartId, 100);
    done(await shop.call('removeCoupon', { params: { id: cartId } }));
    expect(await settle(shop, programsOf({ url: 'http://127.0.0.1:9' }))).toBe(0);
    expect(await settle(shop, programsOf(open.bank)), 'leased to whoever asked').toBe(0);
    await overdue(shop);
    expect(await settle(shop, programsOf(open.bank))).toBe(1);
    expect(await freePoints(open.bank)).toBe(before);
  });
});
