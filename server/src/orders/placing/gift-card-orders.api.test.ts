import { randomUUID } from 'node:crypto';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { centavos } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recallSentGiftCards } from '../../gift-cards/gift-cards.store.ts';
import { voidGiftCard } from '../../gift-cards/redeem-gift-card.ts';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { refundsTasks } from '../../refunds/refunds.tasks.ts';
import { sendRefunds } from '../../refunds/send-refunds.ts';
import { moveOrder, type OrderMove } from '../../shipments/move-order.ts';
import { moveShipment } from '../../shipments/move-shipment.ts';
import { done } from '../../testing/cart-calls.ts';
import {
  balanceOf,
  buyGiftCard,
  buyGiftCards,
  byGiftCard,
  type ReceivedGiftCard,
} from '../../testing/gift-card-calls.ts';
import { untilBlocked } from '../../testing/lock-waits.ts';
import { loosenBudgets } from '../../testing/loose-budgets.ts';
import { operator } from '../../testing/operator.ts';
import {
  card,
  cash,
  installments,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../../testing/order-facts.ts';
import { placingDeps } from '../../testing/placing-deps.ts';
import { createProduct, createShopBasics, createWarranty } from '../../testing/shop-fixtures.ts';
import { StubBank } from '../../testing/stub-bank.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { cancelUnits, cancelWholeOrder } from '../canceling/cancel-order.ts';
import { toFollowedOrder } from '../history/order-history.routes.ts';
import { findOrderByNumber } from '../history/order-history.store.ts';
import { writeMailOfOrder } from '../mails/write-order-mails.ts';
import { ordersTasks } from '../orders.tasks.ts';
import { showOrder } from '../reading/order-sheet.store.ts';
import { placeOrder } from './place-order.ts';
import { reconcileOrders } from './settle-order.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  await loosenBudgets(shop);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
  await createWarranty(shop.db, { sku: 'W-SPEAKER', productId: speaker, amount: 20_00 });
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const log = { info: () => {}, warn: () => {}, error: () => {} };
const declined = '4000000000000002';

/** Creates a cart with one or more speakers of Q100, and Q30 for shipping. */
const readyCart = (quantity = 1): Promise<string> => prepareCart(shop, { lines: [{ productId: speaker, quantity }] });

const pay = async (cartId: string, ...payments: object[]): Promise<string> =>
  outcomeOf(await postOrder(shop, { cartId, payments }));

const numberOf = (outcome: string): string => {
  const [, number = ''] = /^200 (\d{9})$/.exec(outcome) ?? [];
  expect(number, outcome).not.toBe('');
  return number;
};

const moneyOf = async (number: string): Promise<string[]> => {
  const { rows } = await shop.db.pool.query<{ line: string }>(
    `select concat_ws(' ', m.kind, m.amount, m.actor ->> 'kind') as line
     from money_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id`,
    [number],
  );
  return rows.map(({ line }) => line);
};

const idOf = async (number: string): Promise<string> => {
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where number = $1', [number]);
  return rows[0]?.id ?? '';
};

const textOfMail = async (key: string): Promise<string> => {
  const { rows } = await shop.db.pool.query<{ text: string }>('select text from mails where dedupe_key = $1', [key]);
  return rows[0]?.text ?? '';
};

const seenBy = async (number: string) => {
  const row = await findOrderByNumber(shop.db.read, number);
  if (row === undefined) throw new Error('there is no such order');
  return toFollowedOrder(row);
};

describe('payments by gift card', () => {
  test('[DEC-199] a gift card pays a part of goods and delivery, and a bank card pays the rest', async () => {
    const gift = await buyGiftCard(shop, 200_00);
    const number = numberOf(await pay(await readyCart(2), byGiftCard(gift, 180), card(50)));
    expect(await balanceOf(shop, gift)).toBe(20_00);
    expect((await open.bank.charges()).filter(({ amountCentavos }) => amountCentavos === 50_00)).toHaveLength(1);
    expect(await moneyOf(number)).toEqual(['gift_card_taken 18000 customer', 'capture 5000 customer']);
    const name = `Tarjeta de regalo •••• ${gift.lastFour}`;
    expect((await seenBy(number)).paymentMethods).toEqual([
      { name, amount: { value: 180, currency: 'GTQ' } },
      { name: 'Tarjeta al contado', amount: { value: 50, currency: 'GTQ' } },
    ]);
    await writeMailOfOrder(
      { db: shop.db, policy: shop.policy, publicUrl: 'https://tienda.example' },
      await idOf(number),
      new Date(),
    );
    const mail = await textOfMail(`order-confirmation:${await idOf(number)}`);
    expect(mail).toContain(`Total: Q230.00\n${name}: -Q180.00\nCon otro método de pago: Q50.00`);
    expect(mail).not.toContain(gift.code);
  });

  test('[DEC-199] a gift card can pay a whole order with warranty and delivery, without another payment', async () => {
    const gift = await buyGiftCard(shop, 150_00);
    const charges = (await open.bank.charges()).length;
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1, warrantySku: 'W-SPEAKER' }] });
    const number = numberOf(await pay(cartId, byGiftCard(gift, 150)));
    expect(await balanceOf(shop, gift)).toBe(0);
    expect((await open.bank.charges()).length).toBe(charges);
    expect(await moneyOf(number)).toEqual(['gift_card_taken 15000 customer']);
    const followed = await seenBy(number);
    expect(followed).toMatchObject({ status: 'processing', total: { grandTotal: { value: 150 } } });
    expect(followed.paymentMethods).toEqual([
      { name: `Tarjeta de regalo •••• ${gift.lastFour}`, amount: { value: 150, currency: 'GTQ' } },
    ]);
  });

  test('[DEC-199] several gift cards and cash pay one order, and each card keeps its unspent balance', async () => {
    const [first, second] = [await buyGiftCard(shop, 100_00), await buyGiftCard(shop, 100_00)];
    const number = numberOf(await pay(await readyCart(2), byGiftCard(first, 90), byGiftCard(second, 70.5), cash(69.5)));
    expect([await balanceOf(shop, first), await balanceOf(shop, second)]).toEqual([10_00, 29_50]);
    const { tracking } = await seenBy(number);
    expect(JSON.stringify(tracking)).toContain('Pagas Q69.50 al recibir');
    const move = (move: OrderMove) => moveOrder(shop.db, { orderNumber: number, move, actor: operator }, new Date());
    expect((await move({ to: 'shipped' })).ok).toBe(true);
    const paid = await move({ to: 'delivered', cash: { amount: centavos(69_50), difference: null } });
    expect(paid.ok).toBe(true);
    expect(await moneyOf(number)).toEqual([
      'gift_card_taken 9000 customer',
      'gift_card_taken 7050 customer',
      'cash_collected 6950 command',
    ]);
  });

  test('[DEC-199] a gift card’s code is accepted in any spelling', async () => {
    const gift = await buyGiftCard(shop, 130_00);
    const code = ` ${gift.code.toLowerCase().replaceAll('-', ' ')} `;
    numberOf(await pay(await readyCart(), byGiftCard({ code }, 130)));
  });

  test('[DEC-199] a gift card cannot pay a donation or another gift card, and another payment can', async () => {
    const gift = await buyGiftCard(shop, 500_00);
    const withDonation = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }], donation: 5_00 });
    expect(await pay(withDonation, byGiftCard(gift, 135))).toBe('409 PAY_AMOUNT_MISMATCH');
    expect(await pay(withDonation, byGiftCard(gift, 130.01), cash(4.99))).toBe('409 PAY_AMOUNT_MISMATCH');
    expect(await pay(withDonation, byGiftCard(gift, 130), card(5))).toBe('400 PAY_METHOD_NOT_ALLOWED');
    numberOf(await pay(withDonation, byGiftCard(gift, 130), cash(5)));
    const { rows } = await shop.db.pool.query<{ id: number }>(
      `select id::integer as id from products where kind = 'gift_card' limit 1`,
    );
    const sold = { productId: rows[0]?.id ?? 0, quantity: 1, giftCardDate: guatemalaDate(new Date()) };
    const cardsAlone = await prepareCart(shop, { lines: [sold] });
    expect(await pay(cardsAlone, byGiftCard(gift, 200))).toBe('400 PAY_METHOD_NOT_ALLOWED');
    const mixed = await prepareCart(shop, { lines: [sold, { productId: speaker, quantity: 1 }] });
    expect(await pay(mixed, byGiftCard(gift, 130.01), card(199.99))).toBe('409 PAY_AMOUNT_MISMATCH');
    numberOf(await pay(mixed, byGiftCard(gift, 130), card(200)));
    expect(await balanceOf(shop, gift)).toBe(240_00);
  });

  test('[DEC-199] the limits for cash and installments apply to the total before gift cards', async () => {
    const gift = await buyGiftCard(shop, 600_00);
    await shop.setPolicy('cashLimit', '600');
    expect(await pay(await readyCart(6), byGiftCard(gift, 580), cash(50))).toBe('400 PAY_METHOD_NOT_ALLOWED');
    await shop.setPolicy('cashLimit', 'none');
    numberOf(await pay(await readyCart(5), byGiftCard(gift, 430), installments(100, 6)));
  });

  test('[DEC-199] the server refuses wrong sums, signs and shares of payments, and nothing changes', async () => {
    const gift = await buyGiftCard(shop, 200_00);
    const cartId = await readyCart();
    const before = await stateOf(shop.db, cartId);
    for (const payments of [
      [byGiftCard(gift, 130.01)],
      [byGiftCard(gift, 129.99)],
      [byGiftCard(gift, 0), card(130)],
      [byGiftCard(gift, -1), card(131)],
      [byGiftCard(gift, 100), card(29.99)],
    ])
      expect(await pay(cartId, ...payments)).toBe('409 PAY_AMOUNT_MISMATCH');
    expect(await stateOf(shop.db, cartId)).toEqual(before);
    expect(await balanceOf(shop, gift)).toBe(200_00);
  });
});

describe('payments that a gift card cannot replace', () => {
  test('[DEC-199, DEC-79] a gift card does not replace the bank card that gets a discount', async () => {
    const tv = await createProduct(shop.db, { sku: 'TV-BAM', price: 500_00, stock: 100 });
    const shelf = await createProduct(shop.db, { sku: 'SHELF-BAM', price: 200_00, stock: 100, sellerId: 2 });
    const gift = await buyGiftCard(shop, 900_00);
    const order = async (gifted: number, rest: number) => {
      const lines = [tv, shelf].map((productId) => ({ productId, quantity: 1 }));
      const cartId = await prepareCart(shop, { lines, payment: { method: 'bamMaxVisaInstallments', bin: '424242' } });
      return pay(cartId, byGiftCard(gift, gifted), installments(rest, 6, '4242424242424242'));
    };
    const before = (await open.bank.charges()).length;
    for (const rest of [0, 0.01, 449.99]) expect(await order(680 - rest, rest)).toBe('409 PAY_AMOUNT_MISMATCH');
    expect(await balanceOf(shop, gift)).toBe(900_00);
    expect(await open.bank.charges()).toHaveLength(before);
    const number = numberOf(await order(230, 450));
    expect(await moneyOf(number)).toEqual(['gift_card_taken 23000 customer', 'capture 45000 customer']);
  });

  test.each([
    ['in cash', cash(0)],
    ['by card', card(0)],
    ['in installments', installments(0, 6)],
  ])(
    '[DEC-199, DEC-104] if gift cards pay the whole order, another payment of Q0.00 %s is refused',
    async (_, nothing) => {
      const gift = await buyGiftCard(shop, 700_00);
      const cartId = await readyCart(6);
      expect(await pay(cartId, byGiftCard(gift, 630), nothing)).toBe('409 PAY_AMOUNT_MISMATCH');
      expect(await balanceOf(shop, gift)).toBe(700_00);
      numberOf(await pay(cartId, byGiftCard(gift, 630)));
    },
  );
});

test('[DEC-199] unknown, empty, void, expired, repeated and short gift codes get the same answer', async () => {
  const { pool } = shop.db;
  const [empty, over, blocked, recalled, short] = [
    await buyGiftCard(shop, 130_00),
    await buyGiftCard(shop, 130_00),
    await buyGiftCard(shop, 130_00),
    await buyGiftCard(shop, 130_00),
    await buyGiftCard(shop, 130_00),
  ];
  numberOf(await pay(await readyCart(), byGiftCard(empty, 130)));
  await pool.query('update gift_cards set expires_on = $1 where last_four = $2', [
    addDays(guatemalaDate(new Date()), -1),
    over.lastFour,
  ]);
  await pool.query('update gift_cards set blocked_at = now() where last_four = $1', [blocked.lastFour]);
  await recallSentGiftCards(shop.db.write, recalled.orderNumber, new Date());
  const cartId = await readyCart();
  const before = await stateOf(shop.db, cartId);
  const answers = new Set<string>();
  for (const payments of [
    [byGiftCard({ code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG' }, 130)],
    [byGiftCard({ code: '' }, 130)],
    [byGiftCard(empty, 130)],
    [byGiftCard(over, 130)],
    [byGiftCard(blocked, 130)],
    [byGiftCard(recalled, 130)],
    [byGiftCard(short, 65), byGiftCard(short, 65)],
  ]) {
    const answer = await postOrder(shop, { cartId, payments });
    answers.add(answer.payload.replace(/"requestId":"[^"]*"/, '"requestId":""'));
  }
  const [answer = '', ...more] = answers;
  expect(more).toEqual([]);
  expect(JSON.parse(answer)).toMatchObject({
    status: 409,
    error: {
      code: 'PAY_GIFT_CARD_UNAVAILABLE',
      message: 'Quita tu tarjeta de regalo, aplícala otra vez e intenta de nuevo.',
    },
  });
  expect(await stateOf(shop.db, cartId)).toEqual(before);
  // A gift card still pays on its last day.
  await pool.query('update gift_cards set expires_on = $1 where last_four = $2', [
    guatemalaDate(new Date()),
    over.lastFour,
  ]);
  numberOf(await pay(cartId, byGiftCard(over, 130)));
});

test('[DEC-199, DEC-172] a repeated call takes no more money from the card, and gets the same answer', async () => {
  const gift = await buyGiftCard(shop, 130_00);
  const body = { cartId: await readyCart(), payments: [byGiftCard(gift, 130)] };
  const key = randomUUID();
  const first = await postOrder(shop, body, key);
  const again = await postOrder(shop, body, key);
  expect([outcomeOf(again), again.headers['idempotent-replayed']]).toEqual([outcomeOf(first), 'true']);
  expect(await balanceOf(shop, gift)).toBe(0);
});

describe('amounts that return to a gift card', () => {
  test('[DEC-199] a gift card gets its money back if the bank card is declined', async () => {
    const gift = await buyGiftCard(shop, 100_00);
    const cartId = await readyCart();
    expect(await pay(cartId, byGiftCard(gift, 100), card(30, declined))).toBe('400 PAY_DECLINED');
    expect(await balanceOf(shop, gift)).toBe(100_00);
    numberOf(await pay(cartId, byGiftCard(gift, 100), card(30)));
    expect(await balanceOf(shop, gift)).toBe(0);
  });

  test('[DEC-199] a gift card gets its money back if the process dies before the bank card is charged', async () => {
    const gift = await buyGiftCard(shop, 100_00);
    const cartId = await readyCart();
    class Died extends Error {}
    const pausePoints = {
      reach: async (name: string) => {
        if (name === 'placing.afterClaim') throw new Died();
      },
    };
    const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
    const deps = placingDeps(shop, gateway, { pausePoints, settleAfterMs: 0 });
    const request = {
      cartId,
      payments: [
        { ...byGiftCard(gift, 100), paymentPlan: 0 },
        { ...card(30), paymentPlan: 1 },
      ],
    };
    const placing = placeOrder(deps, {
      request,
      idempotencyKey: randomUUID(),
      now: new Date(),
      policy: shop.policy(),
      client: null,
    });
    await expect(placing).rejects.toThrow(Died);
    expect(await balanceOf(shop, gift)).toBe(0);
    await until(async () => {
      await reconcileOrders({ db: shop.db, gateway, log }, new Date());
      return (await balanceOf(shop, gift)) === 100_00;
    });
    const { rows } = await shop.db.pool.query('select status from orders where cart_id = $1', [cartId]);
    expect(rows).toEqual([{ status: 'void' }]);
  });

  test('[DEC-199] a valid gift card gets its money back, and its expiry date stays the same', async () => {
    const gift = await buyGiftCard(shop, 130_00);
    const number = numberOf(await pay(await readyCart(), byGiftCard(gift, 130)));
    const lastDay = async () =>
      (await shop.db.pool.query('select expires_on::text as day from gift_cards where last_four = $1', [gift.lastFour]))
        .rows;
    const today = guatemalaDate(new Date());
    await shop.db.pool.query('update gift_cards set expires_on = $1 where last_four = $2', [
      addDays(today, 1),
      gift.lastFour,
    ]);
    await cancelWholeOrder(shop.db, { orderNumber: number, actor: operator, reason: null }, new Date());
    expect(await balanceOf(shop, gift)).toBe(130_00);
    expect(await lastDay()).toEqual([{ day: addDays(today, 1) }]);
  });

  test('[DEC-199] a canceled order gives the money back once, and an expired gift card is valid for thirty more days', async () => {
    const [gift, old] = [await buyGiftCard(shop, 80_00), await buyGiftCard(shop, 40_00)];
    const number = numberOf(await pay(await readyCart(), byGiftCard(gift, 80), byGiftCard(old, 40), card(10)));
    const today = guatemalaDate(new Date());
    await shop.db.pool.query('update gift_cards set expires_on = $1 where last_four = $2', [
      addDays(today, -1),
      old.lastFour,
    ]);
    const cancel = () => cancelWholeOrder(shop.db, { orderNumber: number, actor: operator, reason: null }, new Date());
    await Promise.all([cancel(), cancel(), cancel()]);
    expect([await balanceOf(shop, gift), await balanceOf(shop, old)]).toEqual([80_00, 40_00]);
    const { rows } = await shop.db.pool.query('select expires_on::text as day from gift_cards where last_four = $1', [
      old.lastFour,
    ]);
    expect(rows).toEqual([{ day: addDays(today, 30) }]);
    expect((await moneyOf(number)).filter((line) => line.startsWith('gift_card_given')).sort()).toEqual([
      'gift_card_given 4000 command',
      'gift_card_given 8000 command',
    ]);
    const tasks = ordersTasks({
      ...shop,
      gateway: new StubBank({ charge: 'refused' }).gateway(),
      publicUrl: 'https://ceiba.example',
    });
    const orderId = await idOf(number);
    await tasks
      .find(({ name }) => name === 'order-canceled')
      ?.run({ orderId, reason: 'operator' }, { now: new Date(), log });
    expect(await textOfMail(`order-canceled:${orderId}`)).toContain(
      `Tarjeta de regalo •••• ${gift.lastFour}: tiene de vuelta Q80.00.`,
    );
    const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
    await until(async () => {
      await reconcileOrders({ db: shop.db, gateway, log }, new Date());
      return (await moneyOf(number)).some((line) => line.startsWith('reversal'));
    });
  });

  test('[DEC-199, DEC-216] a gift card gets a part back, and mail, page and tracking show that no cash is due', async () => {
    const gift = await buyGiftCard(shop, 180_00);
    const number = numberOf(await pay(await readyCart(2), byGiftCard(gift, 180), cash(50)));
    const asked = { orderNumber: number, line: 1, units: 1, actor: operator, reason: null };
    const part = await cancelUnits(shop.db, asked, new Date());
    const orderId = await idOf(number);
    const refundId = part.ok ? (part.value.refund?.id ?? '') : '';
    const tasks = refundsTasks({
      ...shop,
      gateway: new StubBank({ charge: 'refused' }).gateway(),
      publicUrl: 'https://ceiba.example',
    });
    await tasks.find(({ name }) => name === 'units-canceled')?.run({ orderId, refundId }, { now: new Date(), log });
    const mail = await textOfMail(`units-canceled:${refundId}`);
    expect(mail).toContain(
      'No tienes que pagar nada al recibirlo.\nQ50.00 ya están de vuelta en tu tarjeta de regalo.',
    );
    const seen = await seenBy(number);
    expect(seen.paymentMethods).toEqual([
      { name: `Tarjeta de regalo •••• ${gift.lastFour}`, amount: { value: 180, currency: 'GTQ' } },
    ]);
    expect([seen.dueAtDoor, seen.total.owed.value]).toEqual([null, 0]);
    expect(seen.tracking[0]?.status[3]).toMatchObject({ description: 'No tienes que pagar nada al recibirlo.' });
    expect(JSON.stringify(seen.tracking) + mail).not.toContain('Q0.00');
    const sheet = (await shop.db.transaction((tx) => showOrder(tx, number)))?.shown;
    expect(sheet).toContain(`payment   gift card ${gift.lastFour} Q180.00`);
    expect(sheet).toContain('refund    cancellation Q50.00 and Q50.00 on gift cards, owed_less: done');
  });

  test('[DEC-199] a voided gift card gets nothing back, and the cancellation mail explains that', async () => {
    const gift = await buyGiftCard(shop, 80_00);
    const number = numberOf(await pay(await readyCart(), byGiftCard(gift, 80), cash(50)));
    await voidGiftCard(shop.db, { name: gift.code, actor: operator, reason: 'robada' }, new Date());
    await cancelWholeOrder(shop.db, { orderNumber: number, actor: operator, reason: null }, new Date());
    const orderId = await idOf(number);
    const tasks = ordersTasks({
      ...shop,
      gateway: new StubBank({ charge: 'refused' }).gateway(),
      publicUrl: 'https://ceiba.example',
    });
    const payload = { orderId, reason: 'operator' };
    await tasks.find(({ name }) => name === 'order-canceled')?.run(payload, { now: new Date(), log });
    const mail = await textOfMail(`order-canceled:${orderId}`);
    expect(mail).toContain(`•••• ${gift.lastFour}: pagó Q80.00, pero fue anulada y no se puede usar.`);
    expect(mail).not.toContain('tiene de vuelta');
  });

  test('[DEC-199] a refunded line first pays back the gift card that was used last', async () => {
    const [first, second] = [await buyGiftCard(shop, 80_00), await buyGiftCard(shop, 50_00)];
    const number = numberOf(await pay(await readyCart(), byGiftCard(first, 80), byGiftCard(second, 50)));
    const orderId = await idOf(number);
    const give = async (most: number): Promise<number> => {
      const { rows } = await shop.db.pool.query<{ given: number }>(
        `select give_back_gift_cards($1, $2, '{"kind": "command", "id": "x"}', 'returned')::integer as given`,
        [orderId, most],
      );
      return rows[0]?.given ?? 0;
    };
    expect(await give(60_00)).toBe(60_00);
    expect([await balanceOf(shop, first), await balanceOf(shop, second)]).toEqual([10_00, 50_00]);
    // Refunds never exceed the amount taken, even if several calls run concurrently.
    expect((await Promise.all([give(50_00), give(50_00)])).sort()).toEqual([20_00, 50_00]);
    expect([await balanceOf(shop, first), await balanceOf(shop, second)]).toEqual([80_00, 50_00]);
    // While the order is live, the guard would require refunds that explain this money. So the order is canceled.
    await cancelWholeOrder(shop.db, { orderNumber: number, actor: operator, reason: null }, new Date());
  });
});

describe('concurrent uses of a gift card', () => {
  test('[DEC-199] two concurrent orders spend a card’s balance only once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const gift = await buyGiftCard(shop, 200_00);
      const carts = await Promise.all([readyCart(), readyCart(), readyCart()]);
      const outcomes = await Promise.all(carts.map((cartId) => pay(cartId, byGiftCard(gift, 130))));
      expect(outcomes.filter((outcome) => outcome.startsWith('200'))).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === '409 PAY_GIFT_CARD_UNAVAILABLE')).toHaveLength(2);
      expect(await balanceOf(shop, gift)).toBe(70_00);
    }
  });

  test('[DEC-199] two orders that name the same two cards in opposite order do not deadlock, nor do cancellations', async () => {
    const [one, two] = [await buyGiftCard(shop, 400_00), await buyGiftCard(shop, 400_00)];
    const placed = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const [first, second] = index % 2 === 0 ? [one, two] : [two, one];
        const outcome = await pay(await readyCart(), byGiftCard(first, 20), byGiftCard(second, 20), cash(90));
        const number = numberOf(outcome);
        if (index % 4 < 2)
          await cancelWholeOrder(shop.db, { orderNumber: number, actor: operator, reason: null }, new Date());
        return number;
      }),
    );
    expect(new Set(placed).size).toBe(8);
    expect([await balanceOf(shop, one), await balanceOf(shop, two)]).toEqual([320_00, 320_00]);
  });

  test('[DEC-199] if a card pays while the order that sold it is canceled, only one of the two succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const gift = await buyGiftCard(shop, 130_00);
      const cartId = await readyCart();
      const [outcome, canceled] = await Promise.all([
        pay(cartId, byGiftCard(gift, 130)),
        cancelWholeOrder(shop.db, { orderNumber: gift.orderNumber, actor: operator, reason: null }, new Date()),
      ]);
      expect(outcome.startsWith('200')).toBe(!canceled.ok);
      expect(await balanceOf(shop, gift)).toBe(0);
    }
    await reverseAll();
  });
});

test('[DEC-199] canceling an order that sold a card, while the card pays for the same goods, does not deadlock', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [gift] = await buyGiftCards(shop, 130_00, 1, { productId: speaker, costs: 130_00 });
    if (gift === undefined) throw new Error('no card');
    const cartId = await readyCart();
    const [outcome, canceled] = await Promise.all([
      pay(cartId, byGiftCard(gift, 130)),
      cancelWholeOrder(shop.db, { orderNumber: gift.orderNumber, actor: operator, reason: null }, new Date()),
    ]);
    expect(outcome).toMatch(canceled.ok ? /^409 PAY_GIFT_CARD_UNAVAILABLE$/ : /^200/);
  }
  await reverseAll();
});

test('[DEC-199] canceling the last line of an order locks its gift card before any stock', async () => {
  const gift = await buyGiftCard(shop, 100_00);
  const shelf = await createProduct(shop.db, { sku: 'SHELF-LAST', price: 200_00, stock: 100, sellerId: 2 });
  const lines = [speaker, shelf].map((productId) => ({ productId, quantity: 1 }));
  const orderNumber = numberOf(await pay(await prepareCart(shop, { lines }), byGiftCard(gift, 50), card(280)));
  // The first cancellation gives back everything that the card had paid.
  const action = { kind: 'cancel', reason: 'no viene' } as const;
  await moveShipment(shop.db, { orderNumber, choice: { shipmentNumber: 2 }, action, actor: operator }, new Date());
  const asked = { orderNumber, line: 1, units: null, actor: operator, reason: null };
  let canceled: ReturnType<typeof cancelUnits> | undefined;
  // Takes the same locks as a placement: the card first, then the stock.
  await shop.db.transaction(async (tx) => {
    await tx.run({ text: 'select from gift_cards where last_four = $1 for update', values: [gift.lastFour] });
    canceled = cancelUnits(shop.db, asked, new Date());
    await untilBlocked(shop.db.pool, tx);
    const held = 'select from stock_levels where product_id = $1 order by store_code for no key update nowait';
    await tx.run({ text: held, values: [speaker] });
  });
  expect(await canceled).toMatchObject({ ok: true, value: { status: 'canceled' } });
  expect(await balanceOf(shop, gift)).toBe(100_00);
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  await sendRefunds({ db: shop.db, gateway, log });
});

/** Lets the bank reverse the charges of canceled orders. */
const reverseAll = async (): Promise<void> => {
  const gateway = createHttpGateway({ ...shop.config.bank, timeoutMs: 60_000 });
  await until(async () => {
    await reconcileOrders({ db: shop.db, gateway, log }, new Date());
    const { rows } = await shop.db.pool.query(`select from payments where status = 'reversing'`);
    return rows.length === 0;
  });
};

describe('spent gift cards', () => {
  const canceled = (gift: ReceivedGiftCard) =>
    cancelWholeOrder(shop.db, { orderNumber: gift.orderNumber, actor: operator, reason: null }, new Date());

  test('[DEC-199] an order that sold a used card cannot be canceled, and its codes are not mailed again', async () => {
    const [spent] = await buyGiftCards(shop, 130_00, 2);
    if (spent === undefined) throw new Error('no card');
    const number = numberOf(await pay(await readyCart(), byGiftCard(spent, 50), cash(80)));
    expect(await canceled(spent)).toMatchObject({
      ok: false,
      error: { code: 'ORDER_CHANGE_NOT_ALLOWED', state: { status: 'processing', hasUsedGiftCards: true } },
    });
    expect(await recallSentGiftCards(shop.db.write, spent.orderNumber, new Date())).toBe(-1);
    expect(await balanceOf(shop, spent)).toBe(80_00);
    // The database refuses the cancellation for every caller.
    await expect(
      shop.db.pool.query("update orders set status = 'canceled' where number = $1", [spent.orderNumber]),
    ).rejects.toMatchObject({ constraint: 'gift_cards_unspent' });
    // When the card has its money back, the card counts as unused.
    await cancelWholeOrder(shop.db, { orderNumber: number, actor: operator, reason: null }, new Date());
    expect(await canceled(spent)).toMatchObject({ ok: true });
    expect(await balanceOf(shop, spent)).toBe(0);
    await reverseAll();
  });
});

test('[DEC-199] movements of a card cannot be changed, and its balance cannot fall below zero', async () => {
  const gift = await buyGiftCard(shop, 100_00);
  const { pool } = shop.db;
  const append = { constraint: 'gift_card_movements_append_only' };
  await expect(pool.query('update gift_card_movements set amount = amount')).rejects.toMatchObject(append);
  await expect(pool.query('delete from gift_card_movements')).rejects.toMatchObject(append);
  await expect(pool.query('truncate gift_card_movements cascade')).rejects.toMatchObject(append);
  await expect(
    pool.query(
      `insert into gift_card_movements (card_id, kind, amount, receipt, nth, actor)
       select id, 'redeemed', -10001, 'R-1', 1, '{"kind": "command", "id": "x"}' from gift_cards where last_four = $1`,
      [gift.lastFour],
    ),
  ).rejects.toMatchObject({ constraint: 'gift_cards_balance' });
  expect(done(await shop.call('getGiftCardBalance', { params: { code: gift.code } })).data.balance).toBe(100);
});
