import { randomUUID } from 'node:crypto';
import type { Centavos } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BankLedger } from '../payments/gateway.ts';
import { createHttpBankLedger } from '../payments/http-gateway.ts';
import type { Tx } from '../platform/db/database.ts';
import { createLog } from '../platform/operations/log.ts';
import { createMetrics, registerMeasures } from '../platform/operations/metrics.ts';
import { releaseStrayReservations } from '../points/stray-reservations.ts';
import { typing } from '../testing/operator.ts';
import {
  card,
  cash,
  merchantKey,
  openShopWithBank,
  openTestBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type TestBank,
} from '../testing/order-calls.ts';
import { freePoints, offeredCode, programsOf, redeem, reservationsOf, settle } from '../testing/points-calls.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { checkCharges } from './check-charges.store.ts';
import { checkCommand } from './check-command.ts';
import { checkInvariants, frequentReach, invariantNames, nightlyReach, type OutsideBooks } from './check-invariants.ts';
import { invariantMeasures } from './findings.store.ts';
import { firstUuidOf } from './invariant.ts';
import { invariantsTask } from './invariants-task.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let books: OutsideBooks;
let tv: number;

const booksOf = (side: Pick<TestBank, 'url'>): OutsideBooks => ({
  bank: createHttpBankLedger({ url: side.url, merchantKey }),
  programs: programsOf(side),
});

/** Returns a time after every placement of these tests has ended, so that a charge without an order is a violation. */
const later = (): Date => new Date(Date.now() + 10 * 60_000);

const place = async (cart: Parameters<typeof prepareCart>[1], payment: object, key?: string): Promise<string> => {
  const cartId = await prepareCart(open.shop, cart);
  return outcomeOf(await postOrder(open.shop, { cartId, payments: [payment] }, key));
};

beforeAll(async () => {
  open = await openShopWithBank();
  books = booksOf(open.bank);
  const { db } = open.shop;
  await createShopBasics(db);
  tv = await createProduct(db, { sku: 'TV', price: 1_000_00 });
  await createWarranty(db, { sku: 'W-TV', productId: tv, amount: 100_00 });
  await db.pool.query(`insert into coupons (code, label, amount) values ('MENOS50', 'Menos Q50', 5000)`);
  const line = { productId: tv, quantity: 2, warrantySku: 'W-TV' };
  expect(await place({ lines: [line] }, card(2_200), 'key-of-card')).toMatch(/^200/);
  expect(await place({ lines: [line], donation: 5_00, couponCode: 'MENOS50' }, cash(2_155))).toMatch(/^200/);
  expect(await place({ lines: [{ productId: tv, quantity: 1 }] }, card(1_000))).toMatch(/^200/);
  expect(await place({ lines: [line] }, card(2_200, '4000000000000002'), 'key-of-refusal')).toBe('400 PAY_DECLINED');
});
afterAll(() => open.close());

const namesOf = (findings: readonly { invariant: string }[]): string[] =>
  findings.map(({ invariant }) => invariant).sort();

class RolledBack extends Error {}

/** Returns the findings while a fault is in place, then rolls the fault back. */
const foundWith = async (fault: string, reach = frequentReach(later())): Promise<string[]> => {
  const { db } = open.shop;
  let names: string[] = [];
  await db
    .transaction(async (tx) => {
      for (const text of fault.split(';')) await tx.run({ text, values: [] });
      names = namesOf(await checkInvariants({ ...db, read: tx, write: tx }, books, reach.now, reach));
      throw new RolledBack();
    })
    .catch((error: Error) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return names;
};

test('[ORD-10] a shop with cash orders, card orders and a refused order violates no invariant', async () => {
  expect(await checkInvariants(open.shop.db, books, new Date())).toEqual([]);
  expect(await checkInvariants(open.shop.db, books, later())).toEqual([]);
  expect(await checkInvariants(open.shop.db, books, later(), nightlyReach(later()))).toEqual([]);
});

const cardOrder = `(select id from orders where payment_type = 'Card' and status = 'processing' and total = 220000)`;
const cashOrder = `(select id from orders where payment_type = 'Cash')`;
const voidOrder = `(select id from orders where status = 'void')`;
const cartOf = (order: string): string => `(select cart_id from orders where id = ${order})`;

/** Creates a placement whose process died after the bank had charged, before the reconciler finished the placement. */
const diedAfterCharge = `
  update carts set status = 'placing' where id = ${cartOf(cardOrder)};
  update payments set status = 'pending' where order_id = ${cardOrder};
  delete from shipments where order_id = ${cardOrder};
  alter table money_movements disable trigger money_movements_append_only;
  delete from money_movements where order_id = ${cardOrder};
  update orders set status = 'placing', number = null, settle_after = now() where id = ${cardOrder}`;

/** Requests a return of units of the paid order's line, which has two units. */
const returnOf = (quantity: number): string => `
  insert into returns (id, order_id, position, quantity, reason, description, requested_at)
    select gen_random_uuid(), order_id, position, ${quantity}, 'damaged', '', now() from order_lines where order_id = ${paidOrder}`;

/** Advances the only shipment of an order, and the order, to a state. */
const bringTo = (order: string, state: string, status: string, more = ''): string => `
  update shipments set state = '${state}', left_at = now(), ended_at = case when '${state}' in ('delivered', 'undelivered', 'canceled') then now() end
    ${more} where order_id = ${order};
  update orders set status = '${status}' where id = ${order}`;

const paidOrder = `(select id from orders where payment_type = 'Card' and total = 220000 and number is not null)`;
const deliveredCardOrder = bringTo(paidOrder, 'delivered', 'delivered');

/** Refunds the paid order's only shipment at a till: all its units, and an additional amount. */
const owe = (besides = 0): string => `
  insert into refunds (id, order_id, cause, cause_key, payment_id, amount, goodwill, destination, state, actor)
    select '00000000-0000-4000-8000-0000000000f2', order_id, 'shipment', 'shipment 1', id, amount + ${besides}, ${besides}, 'till', 'due',
      '{"kind": "command", "id": "x"}'
    from payments where order_id = ${paidOrder};
  insert into refund_lines (refund_id, order_id, n, position, quantity, amount)
    select '00000000-0000-4000-8000-0000000000f2', order_id, 1, position, quantity, net from order_lines where order_id = ${paidOrder}`;

/**
 * Refunds one unit of an order's only line at a till. The refund is lower by the goodwill set off and the cash missing
 * at the door.
 */
const unitBack = (order: string, { setOff = 0, shortfall = 0 } = {}): string => `
  insert into refunds (id, order_id, cause, cause_key, payment_id, amount, goodwill, destination, state, actor, courtesy_reason)
    select '00000000-0000-4000-8000-0000000000f4', l.order_id, 'goodwill', 'desk y', p.id, l.net / 2 - ${setOff + shortfall}, -${setOff}, 'till', 'due',
      '{"kind": "staff", "id": "1"}', 'x'
    from order_lines l join payments p on p.order_id = l.order_id where l.order_id = ${order};
  insert into refund_lines (refund_id, order_id, n, position, quantity, amount, shortfall, is_courtesy)
    select '00000000-0000-4000-8000-0000000000f4', order_id, 1, position, 1, net / 2, ${shortfall}, true from order_lines where order_id = ${order}`;

const receivedReturn = `${deliveredCardOrder}; ${returnOf(1)}; update returns set received_at = now(), approved_at = now()`;

const outcomeOfReturn = (fate: string, store = 'null'): string => `
  insert into return_outcomes (return_id, fate, quantity, store_code, reason, actor)
    select id, '${fate}', 1, ${store}, 'x', '{"kind": "command", "id": "x"}' from returns`;

/** Refunds a unit of the paid order's line at a till, for a return. */
const refundOfReturn = `
  insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor)
    select '00000000-0000-4000-8000-0000000000f1', order_id, 'return', 'return D-1: 1', id, 110000, 'till', 'due', '{"kind": "command", "id": "x"}'
    from payments where order_id = ${paidOrder};
  insert into refund_lines (refund_id, order_id, n, position, quantity, amount)
    select '00000000-0000-4000-8000-0000000000f1', ${paidOrder}, 1, 1, 1, 110000`;

/** The paid order was not delivered, and its goods are in stock again. */
const receivedBack = `${bringTo(paidOrder, 'undelivered', 'undelivered', ', received_at = now(), is_scrapped = false')};
  select release_stock(${paidOrder}, null, 'returned', now())`;

/** The cash order was delivered, but Q10.00 are missing. */
const collectedShort = `${bringTo(cashOrder, 'delivered', 'delivered', ', cash_collected = cash_due - 1000')};
  update payments set status = 'approved', decided_at = now() where order_id = ${cashOrder}`;

const placingOrder = `(select id from orders where status = 'placing')`;

/** Turns the two units of the paid order into gift cards that were due yesterday. */
const giftCardLine = `update order_lines set gift_card = jsonb_build_object('giftcardDeliveryDate',
  to_char(now() - interval '2 days', 'YYYY-MM-DD')) where order_id = ${cardOrder}`;

/** Inserts a gift card that an order sold. `amount`: centavos. */
const cardSoldBy = (order: string, amount: number): string => `
  insert into gift_cards (code_key, last_four, order_id, position, unit, amount, issued_at, expires_on)
    values ('C', 'VT4E', ${order}, 1, 1, ${amount}, now(), current_date + 1);
  insert into gift_card_movements (card_id, kind, amount, actor)
    select id, 'issued', amount, '{"kind": "job", "id": "x"}' from gift_cards where code_key = 'C'`;

/** Both gift cards of the paid order were sent. The code of each has the value of its price. */
const soldCards = `${giftCardLine};
  update order_lines set gift_cards_sent_at = now() where order_id = ${cardOrder};
  insert into gift_cards (code_key, last_four, order_id, position, unit, amount, issued_at, expires_on)
    select 'C' || unit, 'VT4E', order_id, position, unit, unit_price, now(), current_date + 1 from order_lines, unnest('{1,2}'::int[]) unit
    where order_id = ${cardOrder};
  insert into gift_card_movements (card_id, kind, amount, actor)
    select id, 'issued', amount, '{"kind": "job", "id": "x"}' from gift_cards`;

/** Makes goodwill for the paid order due at a till. `amount`: centavos. */
const goodwillAtTill = (amount: number): string => `
  insert into refunds (id, order_id, cause, cause_key, payment_id, amount, goodwill, destination, state, actor)
    select '00000000-0000-4000-8000-0000000000f8', order_id, 'goodwill', 'desk z', id, ${amount}, ${amount}, 'till', 'due', '{"kind": "staff", "id": "1"}'
    from payments where order_id = ${paidOrder}`;

/** Lets a gift card pay this amount of the cash order. The paid order sold the card for Q10.00. */
const cardPays = (amount: number): string => `${cardSoldBy(cardOrder, 1000)};
  insert into gift_card_movements (card_id, kind, amount, order_id, actor)
    select id, 'taken', -${amount}, ${cashOrder}, '{"kind": "customer", "id": null}' from gift_cards where code_key = 'C'`;

/** Creates the gift card of a refund. */
const refundCard = (refund: string, amount: number): string => `
  insert into gift_cards (code_key, last_four, refund_id, amount, issued_at, expires_on)
    values ('R', 'VT4E', '${refund}', ${amount}, now(), current_date + 1);
  insert into gift_card_movements (card_id, kind, amount, actor)
    select id, 'issued', amount, '{"kind": "job", "id": "x"}' from gift_cards where code_key = 'R'`;

/** Refunds Q10.00 of the paid order with a gift card that is not issued yet. */
const refundToCard = `
  insert into refunds (id, order_id, cause, cause_key, payment_id, amount, goodwill, destination, state, actor)
    select '00000000-0000-4000-8000-0000000000f6', order_id, 'goodwill', 'desk x', id, 1000, 1000, 'giftCard', 'due', '{"kind": "staff", "id": "1"}'
    from payments where order_id = ${paidOrder};
  update refunds set state = 'done', done_at = now();
  insert into till_papers (till, receipt, order_id, amount) select null, 'Tarjeta VT4E', order_id, amount from refunds`;
const cardOfRefund = refundCard('00000000-0000-4000-8000-0000000000f6', 1000);

/** Lets a certificate of Q25.00 pay part of an order, as if the order had been placed with the certificate. */
const certificateOf = (order: string, status: string): string => `
  insert into points_certificates (code, offer_id, cart_id, program, account, amount, points, status, issued_at, applied_at)
    select '00000000-0000-4000-8000-000000000003', gen_random_uuid(), cart_id, 'BiPoints', 'a', 2500, 250, 'issued', now(), now()
    from orders where id = ${order};
  update points_certificates set order_id = ${order}, status = '${status}' where code = '00000000-0000-4000-8000-000000000003';
  delete from coupon_uses where order_id = ${order};
  update coupons set used_count = (select count(*) from coupon_uses);
  update orders set certificate_code = '00000000-0000-4000-8000-000000000003', coupon_code = null, subtotal = subtotal + 2500, discount = discount + 2500,
      discounts = discounts || '[{"id": "DISCOUNT_POINTS", "amount": 2500}]'::jsonb
    where id = ${order};
  update order_lines set unit_price = unit_price + 1250, points_share = 2500 where order_id = ${order}`;

/** Inserts an open cart with a certificate of Q25.00. The cart shows a discount of this amount, in centavos. */
const openCartWith = (amount: number): string => `
  insert into carts (id) values ('00000000-0000-4000-8000-0000000000c1');
  insert into points_certificates (code, offer_id, cart_id, program, account, amount, points, status, issued_at, applied_at)
    values ('00000000-0000-4000-8000-000000000002', gen_random_uuid(), '00000000-0000-4000-8000-0000000000c1', 'BiPoints', 'a',
      2500, 250, 'held', now(), now());
  update carts set certificate_code = '00000000-0000-4000-8000-000000000002', certificate_amount = ${amount}
    where id = '00000000-0000-4000-8000-0000000000c1'`;

/** A staff member, for records that name one. */
const personOf = `person as (insert into staff_members (id, email, name, role)
  values ('00000000-0000-4000-8000-0000000000d1', 'libros@ceiba.example', 'Libros', 'owner') returning id)`;

const faults: readonly [fault: string, sql: string, found: string[]][] = [
  [
    'a stock level was overwritten',
    `update stock_levels set quantity = 7 where store_code = 'BODEGA'`,
    ['stock-level'],
  ],
  [
    'a count released units that orders had claimed',
    `with claimed as (select product_id, store_code, sum(quantity)::integer as units from stock_claims
         where store_code = 'BODEGA' and released_at is null group by product_id, store_code),
       counted as (insert into stock_movements (product_id, store_code, delta, reason, counted)
         select c.product_id, c.store_code, c.units, 'counted', l.quantity + c.units
         from claimed c join stock_levels l using (product_id, store_code))
     update stock_levels l set quantity = l.quantity + c.units from claimed c
       where l.product_id = c.product_id and l.store_code = c.store_code`,
    ['count-of-place'],
  ],
  [
    'a count excludes the units that orders had claimed: no fault',
    `update stock_movements set counted = delta where reason = 'counted'`,
    [],
  ],
  [
    'a transfer has sent units without a movement',
    `with ${personOf},
       made as (insert into transfers (from_store, to_store, state, note, created_at, created_by)
         select 'BODEGA', 'MAX', 'sent', '', now(), id from person returning number)
     insert into transfer_lines (transfer, product_id, planned, sent) select made.number, p.id, 1, 1 from made, products p where p.sku = 'TV'`,
    ['transfer-moved'],
  ],
  [
    'a transfer ended with units in transit',
    `with ${personOf},
       made as (insert into transfers (from_store, to_store, state, note, created_at, created_by, ended_at)
         select 'BODEGA', 'MAX', 'received', '', now(), id, now() from person returning number),
       moved as (insert into stock_movements (product_id, store_code, delta, reason, document)
         select p.id, 'BODEGA', -1, 'transfer_out', 'T-' || made.number from made, products p where p.sku = 'TV' returning product_id),
       taken as (update stock_levels l set quantity = l.quantity - 1 from moved m
         where l.product_id = m.product_id and l.store_code = 'BODEGA')
     insert into transfer_lines (transfer, product_id, planned, sent) select made.number, p.id, 1, 1 from made, products p where p.sku = 'TV'`,
    ['transfer-ended'],
  ],
  [
    'a supplier note has no movement',
    `with ${personOf},
       made as (insert into supplier_notes (store_code, supplier, reason, created_at, created_by)
         select 'BODEGA', 'Volcán', 'Rotas', now(), id from person returning number)
     insert into supplier_note_lines (note, product_id, quantity) select made.number, p.id, 1 from made, products p where p.sku = 'TV'`,
    ['supplier-note-moved'],
  ],
  [
    'an approved count has no movement',
    `with ${personOf},
       made as (insert into stock_counts (store_code, scope, state, created_at, created_by, ended_at)
         select 'BODEGA', 'place', 'approved', now(), id, now() from person returning number)
     insert into stock_count_lines (count_number, product_id, counted, booked, recounted, recounted_at, outcome)
       select made.number, p.id, 5, 6, 5, now(), 'counted' from made, products p where p.sku = 'TV'`,
    ['count-booked'],
  ],
  ['a salable quantity is wrong', 'update stock_totals set salable = salable + 1', ['stock-total']],
  [
    'a claim has more units than were ordered',
    `update stock_claims set quantity = quantity + 1 where order_id = ${cardOrder}`,
    ['claims-moved', 'claims-of-order', 'claims-of-shipment'],
  ],
  [
    'a void order kept its claims',
    `update stock_claims set released_at = null where order_id = ${voidOrder}`,
    ['claims-moved', 'claims-of-order'],
  ],
  [
    'a released claim has no movement',
    `delete from stock_movements where reason = 'order_released'`,
    ['claims-moved', 'stock-level'],
  ],
  [
    'a certificate was taken for an order without a certificate',
    `insert into points_certificates (code, offer_id, cart_id, order_id, program, account, amount, points, status, issued_at)
       select gen_random_uuid(), gen_random_uuid(), cart_id, id, 'BiPoints', 'a', 2500, 250, 'captured', now()
       from orders where id = ${cardOrder}`,
    ['certificate-of-order', 'money-of-points'],
  ],
  [
    'the points of a paid order are not being taken',
    certificateOf(cardOrder, 'claimed'),
    ['certificate-at-program', 'certificate-follows-payment'],
  ],
  [
    'points are taken for an order that is not paid yet',
    certificateOf(cashOrder, 'captured'),
    ['certificate-at-program', 'certificate-follows-payment', 'coupon-discount-of-coupon'],
  ],
  ['the shop has written off points: no fault', certificateOf(cardOrder, 'written_off'), []],
  [
    'an open cart has a certificate without blocked points',
    `${openCartWith(2500)};
     update points_certificates set status = 'given_back' where code = '00000000-0000-4000-8000-000000000002'`,
    ['certificate-in-slot'],
  ],
  [
    'an open cart has a certificate with another amount',
    `${openCartWith(2400)}`,
    ['certificate-at-program', 'certificate-in-slot'],
  ],
  [
    'an order paid with points has a total above zero and no certificate',
    `update orders set payment_type = 'BiPoints' where id = ${cardOrder}`,
    ['payment-as-ordered', 'points-order-paid-once'],
  ],
  [
    'an order has an unknown payment type',
    `update orders set payment_type = 'Trueque' where id = ${cashOrder}`,
    ['payment-as-ordered', 'payment-type-known'],
  ],
  ['a coupon was used too often', 'update coupons set total_limit = 0', ['coupon-limits']],
  ['a coupon was used too often by one e-mail', 'update coupons set customer_limit = 0', ['coupon-limits']],
  [
    'the uses of a coupon with a limit per e-mail lost their e-mail: no fault',
    "update coupons set customer_limit = 0; update coupon_uses set email = ''",
    [],
  ],
  [
    'points are blocked for a cart without the certificate',
    `insert into points_certificates (code, offer_id, cart_id, program, account, amount, points, status, issued_at, applied_at)
       select gen_random_uuid(), gen_random_uuid(), cart_id, 'BiPoints', 'a', 2500, 250, 'held', now(), now()
       from orders where id = ${cardOrder}`,
    ['certificate-at-program', 'certificate-of-cart'],
  ],
  [
    'points are blocked for a closed cart',
    `insert into points_certificates (code, offer_id, cart_id, program, account, amount, points, status, issued_at, applied_at)
       select '00000000-0000-4000-8000-000000000001', gen_random_uuid(), cart_id, 'BiPoints', 'a', 2500, 250, 'held', now(), now()
       from orders where id = ${cardOrder};
     update carts set certificate_code = '00000000-0000-4000-8000-000000000001', certificate_amount = 2500
       where id = ${cartOf(cardOrder)}`,
    ['certificate-at-program', 'certificate-of-cart'],
  ],
  [
    'a program never released the points of a cart',
    `insert into points_certificates (code, offer_id, cart_id, program, account, amount, points, status, issued_at, settle_after, unsettled_since)
       select gen_random_uuid(), gen_random_uuid(), cart_id, 'BiPoints', 'a', 2500, 250, 'giving_back', now(), now(), now()
       from orders where id = ${cardOrder}`,
    ['points-settled'],
  ],
  [
    'an order was paid twice',
    `insert into payments (id, order_id, kind, amount, status)
       select gen_random_uuid(), id, 'Coupon', total, 'approved' from orders where id = ${cardOrder}`,
    ['card-order-paid-once', 'payment-as-ordered'],
  ],
  [
    'the bank charged an order whose payment is recorded as refused',
    `update payments set status = 'refused' where order_id = ${cardOrder}`,
    ['card-order-paid-once', 'charge-pays-order', 'money-of-payments'],
  ],
  [
    'a charged order was canceled without releasing its stock',
    `update stock_claims set released_at = now() where order_id = ${cardOrder};
     ${bringTo(paidOrder, 'canceled', 'canceled')}`,
    ['canceled-order-unpaid', 'charge-pays-order', 'claims-moved', 'refund-of-lost-shipment'],
  ],
  [
    'a canceled order kept its coupon, its stock and its payment',
    bringTo(cashOrder, 'canceled', 'canceled'),
    [
      'canceled-order-unpaid',
      'claims-of-order',
      'claims-of-shipment',
      'coupon-use-of-order',
      'refund-of-lost-shipment',
    ],
  ],
  ['a void order sold a gift card', cardSoldBy(voidOrder, 1), ['gift-card-of-live-order']],
  [
    'a gift card pays a part of an order: no fault',
    `${cardPays(1000)};
     update orders set gift_cards = 1000 where id = ${cashOrder}; update payments set amount = amount - 1000 where order_id = ${cashOrder};
     update shipments set cash_due = cash_due - 1000 where order_id = ${cashOrder}`,
    [],
  ],
  [
    'a gift card’s balance is above the sum of its movements',
    `${cardSoldBy(cardOrder, 1000)}; update gift_cards set balance = 999`,
    ['gift-card-balance'],
  ],
  [
    'a gift card’s original amount is above its first movement',
    `${cardSoldBy(cardOrder, 1000)}; update gift_cards set amount = 1001`,
    ['gift-card-balance'],
  ],
  ['a refund has a gift card: no fault', `${refundToCard}; ${cardOfRefund}`, []],
  ['a refund to a gift card has no card', refundToCard, ['gift-card-of-refund']],
  [
    'the gift card of a refund has another amount',
    `${refundToCard}; ${refundCard('00000000-0000-4000-8000-0000000000f6', 1001)}`,
    ['gift-card-of-refund'],
  ],
  [
    'the gift card of a refund is void and was not replaced',
    `${refundToCard}; ${cardOfRefund};
     insert into gift_card_movements (card_id, kind, amount, actor) select id, 'voided', -balance, '{"kind": "job", "id": "x"}' from gift_cards where code_key = 'R';
     update gift_cards set voided_at = now() where code_key = 'R'`,
    ['gift-card-of-refund'],
  ],
  [
    'a refund that a till pays out also has a gift card',
    `${refundToCard}; ${cardOfRefund}; update refunds set destination = 'till'`,
    ['gift-card-of-refund'],
  ],
  [
    'a refund to a gift card is still due',
    `${refundToCard}; ${cardOfRefund}; update refunds set state = 'due', done_at = null`,
    ['gift-card-of-refund', 'money-of-payments', 'refund-on-paper'],
  ],
  [
    'a gift card belongs to no refund',
    refundCard('00000000-0000-4000-8000-0000000000f7', 1000),
    ['gift-card-of-refund'],
  ],
  ['a gift card paid for an order that does not record it', cardPays(1000), ['gift-cards-of-order']],
  [
    'a refund returned an amount to a gift card without a movement',
    `${cardPays(1000)};
     update orders set gift_cards = 1000 where id = ${cashOrder};
     update payments set amount = amount - 1000 where order_id = ${cashOrder};
     update shipments set cash_due = cash_due - 1000 where order_id = ${cashOrder};
     insert into refunds (id, order_id, cause, cause_key, payment_id, amount, gift_card_amount, goodwill, destination, state, actor, done_at)
       select gen_random_uuid(), order_id, 'goodwill', 'x', id, 0, 500, 500, 'bill', 'done', '{"kind": "command", "id": "x"}', now()
       from payments where order_id = ${cashOrder}`,
    ['gift-cards-of-order'],
  ],
  [
    'the gift card amount of a canceled order was not returned',
    `${cardPays(1000)};
     update orders set gift_cards = 1000 where id = ${cashOrder};
     update payments set amount = amount - 1000 where order_id = ${cashOrder};
     ${bringTo(cashOrder, 'canceled', 'canceled')}`,
    [
      'canceled-order-unpaid',
      'claims-of-order',
      'claims-of-shipment',
      'coupon-use-of-order',
      'gift-cards-of-order',
      'refund-of-lost-shipment',
    ],
  ],
  [
    'a money movement of a gift card has no card movement',
    `insert into money_movements (order_id, kind, amount, actor)
       select id, 'gift_card_given', 1, '{"kind": "command", "id": "x"}' from orders where id = ${cardOrder}`,
    ['money-of-gift-cards'],
  ],
  [
    'an order is recorded as paid by a gift card that paid nothing',
    `update orders set payment_type = 'GiftCard' where id = ${cardOrder}`,
    ['gift-card-order-paid-once', 'payment-as-ordered'],
  ],
  [
    'a money movement records points that no program took',
    `insert into money_movements (order_id, kind, amount, actor)
       select id, 'points_taken', 1, '{"kind": "job", "id": "settle-points"}' from orders where id = ${cardOrder}`,
    ['money-of-points'],
  ],
  [
    'a gift card that is paid and due was not sent',
    `${giftCardLine};
     update orders set updated_at = now() - interval '2 hours' where id = ${cardOrder}`,
    ['gift-card-sent-in-time'],
  ],
  [
    'the mail of a gift card has been refused since yesterday',
    `insert into mails (id, dedupe_key, recipient, subject, html, text, created_at, last_error, is_secret)
       select gen_random_uuid(), 'gift-card:' || ${cardOrder} || ':1', '', '', '', '', now() - interval '25 hours', '550', true`,
    ['gift-card-mail-sent'],
  ],
  [
    'the mail of a refund’s gift card has been refused since yesterday',
    `insert into mails (id, dedupe_key, recipient, subject, html, text, created_at, last_error, is_secret)
       select gen_random_uuid(), 'refund-gift-card:00000000-0000-4000-8000-0000000000f5', '', '', '', '', now() - interval '25 hours', '550', true`,
    ['gift-card-mail-sent'],
  ],
  [
    'one of two sent gift cards has no code',
    `${giftCardLine};
     update order_lines set gift_cards_sent_at = now() where order_id = ${cardOrder};
     ${cardSoldBy(cardOrder, 1_000_00)}`,
    ['gift-card-codes'],
  ],
  [
    'the gift cards of an order are worth more than was paid',
    `${giftCardLine};
     update order_lines set gift_cards_sent_at = now() where order_id = ${cardOrder};
     insert into gift_cards (code_key, last_four, order_id, position, unit, amount, issued_at, expires_on)
       select 'C' || unit, 'VT4E', order_id, position, unit, unit_price + 1, now(), current_date + 1 from order_lines, unnest('{1,2}'::int[]) unit
       where order_id = ${cardOrder};
     insert into gift_card_movements (card_id, kind, amount, actor)
       select id, 'issued', amount, '{"kind": "job", "id": "x"}' from gift_cards`,
    ['gift-card-codes'],
  ],
  ['a refunded gift card has a code', `${soldCards}; ${unitBack(cardOrder)}`, ['gift-card-backed', 'gift-card-codes']],
  [
    'a refunded gift card has no code: no fault',
    `${soldCards}; ${unitBack(cardOrder)};
     insert into gift_card_movements (card_id, kind, amount, actor)
       select id, 'voided', -amount, '{"kind": "job", "id": "x"}' from gift_cards where unit = 2;
     update gift_cards set voided_at = now() where unit = 2`,
    [],
  ],
  ['goodwill pays back the value of sent gift cards', `${soldCards}; ${goodwillAtTill(1)}`, ['gift-card-backed']],
  [
    'a line without sent gift cards has a code',
    `${giftCardLine}; ${cardSoldBy(cardOrder, 1_000_00)}`,
    ['gift-card-codes'],
  ],
  [
    'goodwill is set off although more than gift cards and a donation is left',
    `${giftCardLine}; update order_lines set gift_cards_sent_at = '-infinity' where order_id = ${cardOrder};
     ${goodwillAtTill(100_00)}; ${unitBack(cardOrder, { setOff: 100_00 })}`,
    [],
  ],
  [
    'a refunded unit is still waiting to be sent',
    `${unitBack(paidOrder)}; update refund_lines set is_courtesy = false; update shipment_lines set courtesy = 0 where order_id = ${paidOrder}`,
    ['refunded-not-sent'],
  ],
  [
    'a refunded unit is sent as a courtesy without a reason',
    `${unitBack(paidOrder)}; update refunds set courtesy_reason = null`,
    ['refunded-not-sent'],
  ],
  [
    'a unit counts as a courtesy without a refund that says so',
    `${unitBack(paidOrder)}; update refund_lines set is_courtesy = false`,
    ['refunded-not-sent'],
  ],
  ['a refunded unit is sent as a courtesy with its reason: no fault', unitBack(paidOrder), []],
  [
    'a canceled order counts as a sale',
    `update carts set status = 'ordered' where id = ${cartOf(voidOrder)};
     insert into shipments (order_id, n, seller_id, state, ended_at) select id, 1, 1, 'canceled', now() from orders where id = ${voidOrder};
     insert into shipment_lines (order_id, n, position, quantity)
       select order_id, 1, position, quantity from order_lines where order_id = ${voidOrder};
     update orders set status = 'canceled', number = 1, is_counted = true, updated_at = now() - interval '4 hours'
       where id = ${voidOrder}`,
    ['canceled-order-no-sale'],
  ],
  [
    'a job stays with a worker that died',
    `insert into job_workers values ('gone', now() - interval '6 minutes');
     select graphile_worker.add_job('count-sales');
     update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - interval '6 minutes'
       where id = (select max(id) from graphile_worker._private_jobs)`,
    ['job-in-living-hands'],
  ],
  ['three of two units are returned', `${deliveredCardOrder}; ${returnOf(2)}; ${returnOf(1)}`, ['returned-units']],
  ['both of two units are returned: no fault', `${deliveredCardOrder}; ${returnOf(1)}; ${returnOf(1)}`, []],
  ['a unit is returned before its delivery', returnOf(1), ['returned-after-delivery']],
  [
    'an accepted return is refunded: no fault',
    `${receivedReturn}; ${outcomeOfReturn('scrap', `'BODEGA'`)}; ${refundOfReturn}`,
    [],
  ],
  [
    'an accepted return is not refunded',
    `${receivedReturn}; ${outcomeOfReturn('scrap', `'BODEGA'`)}`,
    ['refunded-is-returned'],
  ],
  [
    'a rejected unit is refunded',
    `${receivedReturn}; ${outcomeOfReturn('reject')}; ${refundOfReturn}`,
    ['refunded-is-returned'],
  ],
  ['a unit is decided without an outcome', `${receivedReturn}; update returns set decided = 1`, ['outcomes-of-return']],
  [
    'a restocked unit has no movement',
    `${receivedReturn}; ${outcomeOfReturn('restock', `'BODEGA'`)}; ${refundOfReturn};
     delete from stock_movements where reason = 'returned';
     update stock_levels set quantity = quantity - 1 where store_code = 'BODEGA'`,
    ['restocked-is-moved'],
  ],
  [
    'a scrapped unit has no movement',
    `${receivedReturn}; ${outcomeOfReturn('scrap', `'BODEGA'`)}; ${refundOfReturn}; delete from stock_movements where reason = 'damaged';
     update stock_levels set quantity = quantity + 1 where store_code = 'BODEGA'`,
    ['restocked-is-moved'],
  ],
  [
    'a unit is scrapped for an order that was not delivered',
    `${receivedReturn}; ${outcomeOfReturn('scrap', `'MAX'`)}; ${refundOfReturn};
     update stock_claims set released_at = now() where order_id = ${paidOrder}`,
    ['claims-moved', 'claims-of-order', 'claims-of-shipment', 'scrapped-was-delivered'],
  ],
  [
    'a unit goes to its supplier without a movement',
    `${receivedReturn}; ${outcomeOfReturn('toSupplier')}; ${refundOfReturn}`,
    ['restocked-is-moved'],
  ],
  [
    'goods come back without a return',
    `select move_stock((select id from products where sku = 'TV'), 'BODEGA', 1, 'returned', ${cardOrder})`,
    ['restocked-is-moved'],
  ],
  [
    'a shipment has no due time',
    `update shipments set since = now() - interval '15 minutes', due_at = null where order_id = ${cardOrder}`,
    ['shipment-dated'],
  ],
  [
    'a late shipment is not marked',
    `update shipments set due_at = now() - interval '15 minutes' where order_id = ${cardOrder}`,
    ['shipment-dated'],
  ],
  [
    'a late shipment is marked: no fault',
    `update shipments set due_at = now() - interval '15 minutes', late_since = now() where order_id = ${cardOrder}`,
    [],
  ],
  [
    'ended staff sessions are not deleted',
    `insert into staff_members (id, email, name, role) values ('00000000-0000-4000-8000-0000000000f5', 'guardia@ceiba.example', 'Guardia', 'owner');
     insert into staff_sessions (id, token_hash, staff_id, created_at, used_at, expires_at, confirmed_at)
       select gen_random_uuid(), '\\x01', id, now(), now(), now() - interval '3 hours', now() from staff_members`,
    ['staff-session-deleted'],
  ],
  [
    'mails about orders are not written',
    `insert into order_mail_outbox (order_id, since) values (${cardOrder}, now() - interval '61 minutes')
       on conflict (order_id) do update set since = excluded.since`,
    ['order-told'],
  ],
  [
    'the copies of purchases are not written',
    `insert into purchase_message_outbox (order_id) values (${cardOrder}) on conflict do nothing;
     update purchase_message_outbox set since = now() - interval '61 minutes'`,
    ['purchase-recorded'],
  ],
  [
    'the messaging service has refused a message since yesterday',
    `insert into analytics_messages (id, event, data, created_at, last_error)
       values (gen_random_uuid(), 'checkout_payment', '{}', now() - interval '25 hours', 'status 500')`,
    ['message-sent'],
  ],
  [
    'the bank charged another amount than the shop recorded',
    `update payments set amount = amount - 1 where order_id = ${cardOrder}`,
    ['card-order-paid-once', 'charge-pays-order', 'money-of-payments'],
  ],
  [
    'a line has a price of zero, and the totals agree',
    `update orders o set subtotal = subtotal - l.unit_price * l.quantity, total = total - l.unit_price * l.quantity
       from order_lines l where o.id = ${cashOrder} and l.order_id = o.id and l.position = 1;
     update payments p set amount = o.total from orders o where o.id = p.order_id and p.order_id = ${cashOrder};
     update shipments s set cash_due = o.total from orders o where o.id = s.order_id and o.id = ${cashOrder};
     update order_lines set unit_price = 0 where order_id = ${cashOrder} and position = 1`,
    ['line-has-price', 'tax-of-lines'],
  ],
  [
    'the shipping is missing, and the totals agree',
    `update orders set delivery_rate = 3000 where id = ${cashOrder}`,
    ['delivery-paid'],
  ],
  [
    'an order without a coupon has a coupon discount',
    `delete from coupon_uses where order_id = ${cashOrder};
     update coupons set used_count = 0;
     update orders set coupon_code = null where id = ${cashOrder}`,
    ['coupon-discount-of-coupon'],
  ],
  [
    'unpaid cash counts as paid',
    `update payments set status = 'approved' where order_id = ${cashOrder}`,
    ['cash-paid-at-door'],
  ],
  [
    'a delivered cash order is not paid',
    bringTo(cashOrder, 'delivered', 'delivered'),
    ['cash-of-shipment', 'cash-paid-at-door'],
  ],
  [
    'a card payment is recorded as cash',
    `update payments set kind = 'Cash' where order_id = ${cardOrder}`,
    ['cash-due-of-order', 'money-of-payments', 'payment-as-ordered'],
  ],
  [
    'a payment has another plan than its order',
    `update payments set plan = 6 where order_id = ${cardOrder}`,
    ['payment-as-ordered'],
  ],
  [
    'a money movement has no payment',
    `insert into money_movements (order_id, kind, amount, actor)
       select id, 'capture', 1, '{"kind": "command", "id": "x"}' from orders where id = ${cardOrder}`,
    ['money-of-payments'],
  ],
  [
    'a refund is due for money that no till took',
    `insert into money_movements (order_id, kind, amount, actor)
       select id, 'refund_due', 1, '{"kind": "command", "id": "x"}' from orders where id = ${cashOrder}`,
    ['money-of-payments'],
  ],
  [
    'a money movement has no order',
    `insert into money_movements (order_id, kind, amount, actor)
       select overlay(id::text placing '0000' from 33)::uuid, 'capture', 1, '{"kind": "command", "id": "x"}' from orders
       where id = ${cardOrder}`,
    ['money-of-order'],
  ],
  [
    'a charge has an unknown acquirer',
    `update payments set acquirer = 'nobody/1' where order_id = ${cardOrder}`,
    ['charge-of-acquirer'],
  ],
  [
    'a cash order has no payment',
    `delete from payments where order_id = ${cashOrder}`,
    ['cash-due-of-order', 'cash-order-recorded-once'],
  ],
  [
    'a paid order waits for its payment at the store',
    `update shipments set state = 'waiting', cash_due = 0 where order_id = ${cashOrder};
     update orders set payment_type = 'StorePayment', status = 'pending_payment' where id = ${cashOrder};
     update payments set kind = 'StorePayment', status = 'approved'
       where order_id = (select id from orders where payment_type = 'StorePayment')`,
    ['store-order-recorded-once'],
  ],
  [
    'a void order was paid',
    `update payments set status = 'approved', kind = 'Coupon' where order_id = ${voidOrder}`,
    ['void-order-unpaid'],
  ],
  [
    'the charge of a live order is being reversed',
    `update payments set status = 'reversing', reverse_after = now() where order_id = ${cardOrder}`,
    ['card-order-paid-once', 'charge-pays-order', 'reversal-not-stuck', 'reversal-of-void-order'],
  ],
  [
    'the charge of a live order was reversed',
    `update payments set status = 'reversed' where order_id = ${cardOrder}`,
    ['card-order-paid-once', 'charge-pays-order', 'reversal-of-void-order'],
  ],
  [
    'a reversal was never finished',
    `update payments set status = 'reversing', reverse_after = now() where order_id = ${voidOrder}`,
    ['reversal-not-stuck'],
  ],
  [
    'the bank is asked to reverse money that a till took',
    `update payments set kind = 'StorePayment', status = 'reversing', reverse_after = now() where order_id = ${voidOrder}`,
    ['reversal-not-stuck', 'till-money-not-reversed'],
  ],
  [
    'money that a till took is recorded as reversed by the bank',
    `update payments set kind = 'StorePayment', status = 'reversed' where order_id = ${voidOrder};
     insert into order_events (order_id, kind, created_at) values (${voidOrder}, 'charge_reversed', now())`,
    ['money-of-payments', 'till-money-not-reversed'],
  ],
  [
    'a receipt belongs to an order without money at a till',
    `insert into till_receipts (order_id, receipt, kept_at) select id, 'R-1', now() from orders where id = ${cashOrder}`,
    ['receipt-of-paid-order'],
  ],
  [
    'a total does not add up',
    `update orders set shipping = 1 where id = ${cashOrder}`,
    ['delivery-paid', 'order-total'],
  ],
  ['lines changed after the order', 'update order_lines set unit_price = unit_price + 1', ['order-lines-total']],
  [
    'an order has a discount that was not shown',
    `update orders set discounts = '[]' where id = ${cashOrder}`,
    ['coupon-discount-of-coupon', 'order-discounts'],
  ],
  [
    'a line lacks a centavo of its share of a discount',
    `update order_lines set discount = discount - 1 where order_id = ${cashOrder}`,
    ['lines-of-order'],
  ],
  [
    'goods are sold without tax',
    `update order_lines set tax_rate = 0, goods_iva = 0 where order_id = ${cardOrder}`,
    ['tax-of-lines'],
  ],
  [
    'a line has a centavo more IVA than its charge contains',
    `update order_lines set goods_iva = goods_iva + 1 where order_id = ${cardOrder}`,
    ['tax-of-lines'],
  ],
  [
    'a line has the tax of a warranty that it does not have',
    `update order_lines set warranty_tax_rate = case when warranty is null then 1200 end`,
    ['tax-of-lines'],
  ],
  [
    'a refund of all units takes off less IVA than they contain',
    `${owe()}; ${bringTo(paidOrder, 'undelivered', 'undelivered')};
     update refund_lines f set charged = l.net, iva = l.goods_iva - 1 from order_lines l where l.order_id = f.order_id and l.position = f.position`,
    ['tax-of-refunds'],
  ],
  [
    'a refund has IVA that its lines and its delivery do not contain',
    `${owe()}; ${bringTo(paidOrder, 'undelivered', 'undelivered')};
     update refund_lines f set charged = l.net, iva = l.goods_iva from order_lines l where l.order_id = f.order_id and l.position = f.position;
     update refunds r set iva = f.iva + 1 from refund_lines f where f.refund_id = r.id`,
    ['tax-of-refunds'],
  ],
  [
    'a refund exceeds its units, delivery and goodwill',
    `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor, send_after)
       select gen_random_uuid(), order_id, 'goodwill', 'x', id, 1, 'origin', 'due', '{"kind": "staff", "id": "1"}', now()
       from payments where order_id = ${cardOrder}`,
    ['kept-is-paid', 'refund-not-stuck', 'refund-of-units'],
  ],
  [
    'a till paid out money without a paper',
    `${owe()}; ${bringTo(paidOrder, 'undelivered', 'undelivered')}; update refunds set state = 'done', done_at = now()`,
    ['refund-on-paper'],
  ],
  [
    'a paper has a lower amount than its refunds',
    `${owe()}; ${bringTo(paidOrder, 'undelivered', 'undelivered')}; update refunds set state = 'done', done_at = now();
     insert into till_papers (till, receipt, order_id, amount) select null, 'D-1', order_id, amount - 1 from refunds`,
    ['refund-on-paper'],
  ],
  [
    'a till was closed with a wrong difference',
    `insert into till_sessions (till_id, float, opened_by, closed_at, closed_by, counted, difference, counted_cards, cards_difference)
       select id, 500, '{}', now(), '{}', 500, 100, 0, 0 from tills where store_code = 'MAX'`,
    ['till-adds-up'],
  ],
  [
    'money that a store took is on no till',
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now());
     update carts set advisor_hash = 'asesor' from orders o where o.cart_id = carts.id and o.id = ${paidOrder};
     alter table money_movements disable trigger money_movements_till;
     insert into money_movements (order_id, kind, amount, actor) values (${paidOrder}, 'till_payment', 1, '{"kind": "command", "id": "x"}')`,
    ['money-of-payments', 'money-on-till'],
  ],
  [
    'money that a store paid out is on no till',
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now());
     update carts set advisor_hash = 'asesor' from orders o where o.cart_id = carts.id and o.id = ${paidOrder};
     alter table money_movements disable trigger money_movements_till;
     insert into money_movements (order_id, kind, amount, actor) values (${paidOrder}, 'till_refund', 1, '{"kind": "command", "id": "x"}')`,
    ['money-of-payments', 'money-on-till'],
  ],
  [
    'a voucher is voided in a session that did not take it',
    `insert into till_sessions (till_id, float, opened_by) select id, 0, '{}' from tills where store_code = 'MAX';
     insert into till_movements (session_id, kind, means, amount, order_id, money_id, actor)
       select id, 'unpaid', 'card', -1, ${paidOrder}, 0, '{"kind": "command", "id": "x"}' from till_sessions`,
    ['money-on-till', 'voucher-of-session'],
  ],
  [
    'a bank account is kept without a due refund',
    `insert into refund_transfers (order_id, bank, account_mask, asked_at) values (${paidOrder}, 'Banrural', '…4567', now())`,
    ['account-of-due-refund'],
  ],
  [
    'a till refunds cash that another courier must still collect',
    `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor)
       select '00000000-0000-4000-8000-0000000000f3', order_id, 'return', 'return D-1: 1', id, 1, 'till', 'due', '{"kind": "command", "id": "x"}'
       from payments where order_id = ${cashOrder};
     insert into refund_lines (refund_id, order_id, n, position, quantity, amount)
       select '00000000-0000-4000-8000-0000000000f3', order_id, 1, position, 1, 1 from order_lines where order_id = ${cashOrder}`,
    ['cash-of-return', 'refund-within-payment', 'refunded-is-returned', 'refunded-not-sent'],
  ],
  [
    'a till refunds more than was collected with the shipment',
    `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor)
       select '00000000-0000-4000-8000-0000000000f3', order_id, 'return', 'return D-1: 1', id, 1, 'till', 'due', '{"kind": "command", "id": "x"}'
       from payments where order_id = ${cashOrder};
     insert into refund_lines (refund_id, order_id, n, position, quantity, amount, cash)
       select '00000000-0000-4000-8000-0000000000f3', order_id, 1, position, 1, 1, 1 from order_lines where order_id = ${cashOrder}`,
    ['cash-of-return', 'refund-within-payment', 'refunded-is-returned', 'refunded-not-sent'],
  ],
  [
    'one unit of a line is in no shipment, another in two',
    `update shipment_lines set first_unit = 1 where order_id = ${cardOrder}`,
    ['units-of-line'],
  ],
  [
    'more is set off against goodwill than was given',
    `${owe(-100)}; ${bringTo(paidOrder, 'undelivered', 'undelivered')}`,
    ['goodwill-of-order'],
  ],
  [
    'goodwill is set off although a part of the payment is left',
    `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, goodwill, destination, state, actor)
       select gen_random_uuid(), order_id, 'goodwill', 'desk x', id, 100, 100, 'till', 'due', '{"kind": "staff", "id": "1"}'
       from payments where order_id = ${paidOrder};
     ${unitBack(paidOrder, { setOff: 100 })}`,
    ['goodwill-of-order'],
  ],
  [
    'a unit is fully refunded although cash of its shipment is missing',
    `${collectedShort}; ${unitBack(cashOrder)}`,
    ['cash-as-due', 'shortfall-of-shipment'],
  ],
  [
    'the refunds of a cash order exceed the collected cash',
    `${collectedShort}; ${unitBack(cashOrder, { shortfall: 1000 })};
     insert into refunds (id, order_id, cause, cause_key, payment_id, amount, goodwill, destination, state, actor)
       select gen_random_uuid(), order_id, 'goodwill', 'desk x', id, amount / 2 + 1000, amount / 2 + 1000, 'till', 'due', '{"kind": "staff", "id": "1"}'
       from payments where order_id = ${cashOrder}`,
    ['refund-within-payment'],
  ],
  [
    'surplus cash is refunded: no fault of the refund',
    `${bringTo(cashOrder, 'delivered', 'delivered', ', cash_collected = cash_due + 1000')};
     update payments set status = 'approved', decided_at = now() where order_id = ${cashOrder};
     insert into refunds (id, order_id, cause, cause_key, payment_id, amount, goodwill, destination, state, actor)
       select gen_random_uuid(), order_id, 'goodwill', 'desk x', id, amount + 1000, amount + 1000, 'till', 'due', '{"kind": "staff", "id": "1"}'
       from payments where order_id = ${cashOrder}`,
    ['cash-as-due'],
  ],
  [
    'more than the missing cash of a shipment is set off',
    `${collectedShort}; ${unitBack(cashOrder, { shortfall: 1001 })}`,
    ['shortfall-of-shipment'],
  ],
  ['cash that is not missing is set off', unitBack(paidOrder, { shortfall: 1 }), ['shortfall-of-shipment']],
  [
    'units count as refunded without a refund',
    `update order_lines set refunded = 1 where order_id = ${cardOrder}`,
    ['refund-within-payment', 'units-of-line'],
  ],
  [
    'a line is canceled without releasing its stock',
    `update order_lines set canceled = 1, refunded = 1 where order_id = ${cardOrder}`,
    ['refund-within-payment', 'units-of-line'],
  ],
  [
    'a due refund has no money movement',
    `insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, goodwill, actor)
       select gen_random_uuid(), order_id, 'goodwill', 'x', id, 1, 'till', 'due', 1, '{"kind": "staff", "id": "1"}'
       from payments where order_id = ${cardOrder};
     alter table money_movements disable trigger money_movements_append_only;
     delete from money_movements where kind = 'refund_due'`,
    ['money-of-payments'],
  ],
  ['a coupon use is missing', 'delete from coupon_uses', ['coupon-count', 'coupon-use-of-order']],
  ['a coupon counts too many uses', 'update coupons set used_count = 2', ['coupon-count']],
  ['a placement was never finished', diedAfterCharge, ['charge-pays-order', 'order-not-stuck']],
  [
    'an unconfirmed order was not canceled in time',
    `update shipments set state = 'waiting' where order_id = ${cashOrder};
     update orders set confirmation_due = now() - interval '1 hour' where id = ${cashOrder}`,
    ['order-confirmed-in-time'],
  ],
  [
    'a confirmed order has no number',
    `alter table orders drop constraint orders_number_when_confirmed;
     update orders set number = null where id = ${cashOrder}`,
    ['order-number', 'units-of-line'],
  ],
  [
    'an order is ahead of its shipments',
    `update orders set status = 'shipped' where id = ${cardOrder}`,
    ['order-follows-shipments'],
  ],
  [
    'units of an order are in no shipment',
    `delete from shipments where order_id = ${cardOrder}`,
    ['order-follows-shipments', 'units-of-line'],
  ],
  [
    'a shipment waits although its order waits for nothing',
    `update shipments set state = 'waiting' where order_id = ${cardOrder}`,
    ['shipment-waits-with-order'],
  ],
  [
    'a courier must collect another amount than the order’s total',
    `update shipments set cash_due = cash_due - 1 where order_id = ${cashOrder}`,
    ['cash-due-of-order'],
  ],
  [
    'a courier collected another amount than was due',
    `${bringTo(cashOrder, 'delivered', 'delivered', ', cash_collected = cash_due - 100')};
     update payments set status = 'approved' where order_id = ${cashOrder}`,
    ['cash-as-due'],
  ],
  [
    'cash was collected without a movement',
    `alter table shipments disable trigger shipments_cash;
     ${bringTo(cashOrder, 'delivered', 'delivered', ', cash_collected = cash_due')};
     update payments set status = 'approved' where order_id = ${cashOrder}`,
    ['cash-of-shipment', 'money-of-payments'],
  ],
  [
    'an undelivered cash order still has a pending payment and its coupon',
    bringTo(cashOrder, 'undelivered', 'undelivered'),
    ['cash-paid-at-door', 'coupon-use-of-order', 'refund-of-lost-shipment', 'refund-of-undelivered'],
  ],
  [
    'the refund of an undelivered shipment is missing',
    bringTo(paidOrder, 'undelivered', 'undelivered'),
    ['refund-of-lost-shipment'],
  ],
  [
    'the refund of an undelivered shipment is due: no fault',
    `${owe()}; ${bringTo(paidOrder, 'undelivered', 'undelivered')}`,
    [],
  ],
  [
    'the refund of an undelivered order lacks the delivery',
    `update order_lines set unit_price = unit_price - 1250, goods_iva = null where order_id = ${paidOrder};
     update orders set subtotal = subtotal - 2500, shipping = 2500, delivery_rate = 2500 where id = ${paidOrder};
     update payments set amount = amount - 2500 where order_id = ${paidOrder};
     ${owe()}; update payments set amount = amount + 2500 where order_id = ${paidOrder};
     ${bringTo(paidOrder, 'undelivered', 'undelivered')}`,
    ['refund-of-undelivered'],
  ],
  [
    'a due amount has no refund',
    `insert into money_movements (order_id, kind, amount, actor)
       select id, 'refund_due', 1, '{"kind": "command", "id": "x"}' from orders where id = ${cardOrder}`,
    ['money-of-payments'],
  ],
  [
    'the due refunds exceed the payment',
    `${owe(1)}; ${bringTo(paidOrder, 'undelivered', 'undelivered')}`,
    ['refund-within-payment'],
  ],
  [
    'goods are back, but their stock is still claimed',
    `${owe()};
     ${bringTo(paidOrder, 'undelivered', 'undelivered', ', received_at = now(), is_scrapped = false')}`,
    ['claims-of-order', 'claims-of-shipment'],
  ],
  [
    'a unit of an undelivered shipment counts as restocked by a return',
    `${receivedReturn}; ${outcomeOfReturn('restock', `'BODEGA'`)}; update returns set decided = 1; ${owe()};
     ${receivedBack}; delete from stock_movements where reason = 'returned' and delta = 1;
     update stock_levels set quantity = quantity - 1 where store_code = 'BODEGA' and product_id = (select product_id from order_lines where order_id = ${paidOrder} and position = 1)`,
    ['claims-moved', 'restocked-is-moved', 'returned-after-delivery'],
  ],
  [
    'stock of an undelivered shipment is free before its goods are back',
    `${owe()}; ${bringTo(paidOrder, 'undelivered', 'undelivered')};
     update stock_claims set released_at = now() where order_id = ${paidOrder}`,
    ['claims-moved', 'claims-of-order', 'claims-of-shipment'],
  ],
  [
    'an ordered cart was opened again',
    `update carts set status = 'open' where id = ${cartOf(cashOrder)}`,
    ['cart-of-order'],
  ],
  [
    'a cart is in placement without an order',
    `insert into carts (id, status) values (gen_random_uuid(), 'placing')`,
    ['order-of-cart'],
  ],
  [
    'the cart of a void order is closed',
    `update carts set status = 'ordered' where id = ${cartOf(voidOrder)}`,
    ['order-of-cart'],
  ],
  [
    'a row of the list of products lacks a code of its product',
    `alter table product_codes disable trigger product_codes_row;
     insert into product_codes (code, product_id) select '7409999', product_id from stock_movements order by id desc limit 1`,
    ['product-row'],
  ],
  [
    'a row of the list of products is older than its product',
    `update product_rows set title = 'Antes' where product_id = (select product_id from stock_movements order by id desc limit 1)`,
    ['product-row'],
  ],
  [
    'an idempotency key is never unlocked',
    `update idempotency_keys set answer = null, status = null where key = 'key-of-card'`,
    ['key-not-locked'],
  ],
];

test.each(faults)('[ORD-10] the guard finds: %s', async (_fault, sql, found) => {
  expect(await foundWith(sql)).toEqual(found);
});

test('[ORD-10] the guard accepts goods of an undelivered shipment that are in stock again', async () => {
  expect(await foundWith(`${owe()}; ${receivedBack}`)).toEqual([]);
});

test('[ORD-10] the guard accepts a placement in progress, unless its payment is not pending', async () => {
  const now = frequentReach(new Date());
  expect(await foundWith(diedAfterCharge, now)).toEqual([]);
  const unpaid = `${diedAfterCharge}; update payments set status = 'refused' where order_id = ${placingOrder}`;
  expect(await foundWith(unpaid, now)).toEqual(['placing-order-pending-once']);
});

test('[ORD-10] the guard finds an order that is not paid at the store an hour after its 48 hours', async () => {
  const waiting = `update orders set payment_type = 'StorePayment', status = 'pending_payment' where id = ${cashOrder}`;
  const looked = async (hours: number): Promise<boolean> =>
    (await foundWith(waiting, frequentReach(new Date(Date.now() + hours * 3_600_000)))).includes(
      'unpaid-order-not-stuck',
    );
  expect([await looked(48.9), await looked(49.1)]).toEqual([false, true]);
});

test('[ORD-10] only a full check finds old violations', async () => {
  const fault = `insert into carts (id, status) values (gen_random_uuid(), 'ordered')`;
  expect(await foundWith(fault)).toEqual([]);
  expect(await foundWith(fault, nightlyReach(later()))).toEqual(['order-of-cart']);
});

test('the guard finds charges without an order, and payments without a charge', async () => {
  const other = await openTestBank();
  const headers = { authorization: `Bearer ${merchantKey}`, 'content-type': 'application/json' };
  const stray = {
    key: '0199aaaa-0000-7000-8000-000000000001',
    amountCentavos: 100,
    currency: 'GTQ',
    plan: 1,
    description: 'Nobody’s',
    card: { number: '4111111111111111', expiry: '12/39', cvv: '123', holder: 'ANA' },
    saveCard: false,
  };
  await fetch(`${other.url}/charges`, { method: 'POST', headers, body: JSON.stringify(stray) });
  const theirs = { ...books, bank: booksOf(other).bank };
  const findings = await checkInvariants(open.shop.db, theirs, later());
  expect(namesOf(findings)).toEqual(['charge-pays-order', 'payment-charged']);
  expect(findings.map(({ count }) => count)).toEqual([1, 2]);
  expect(findings[0]?.samples).toEqual([stray.key]);
  await fetch(`${other.url}/charges/by-key/${stray.key}/void`, { method: 'POST', headers, body: '{}' });
  expect(namesOf(await checkInvariants(open.shop.db, theirs, later()))).toEqual(['payment-charged']);
  await other.close();
  const silent = booksOf(other);
  expect(namesOf(await checkInvariants(open.shop.db, silent, later()))).toEqual([
    'bank-ledger-read',
    'points-ledger-read',
  ]);
});

/** Writes approved payments of invented orders that no bank has charged. The transaction is rolled back. */
const uncharged = async (tx: Tx, count: number): Promise<string> => {
  const begun = firstUuidOf(new Date()).slice(0, 24);
  await tx.run({ text: 'set local session_replication_role = replica', values: [] });
  await tx.run({
    text: `insert into payments (id, order_id, kind, plan, amount, status, acquirer, created_at, decided_at)
           select ($1 || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), 'Card', 1, 100, 'approved', 'bank/lost', now(), now()
           from generate_series(1, $2::integer) n`,
    values: [begun, count],
  });
  return begun;
};

/** Returns the findings about the bank's charges, then rolls the fault back. */
const chargesWith = async (
  fault: (tx: Tx) => Promise<{ begun: string; listCharges: BankLedger['listCharges'] }>,
): Promise<{ uncharged: string[]; bank: string[] }> => {
  const { db } = open.shop;
  const found = { uncharged: [''], bank: [''] };
  const work = db.transaction(async (tx) => {
    const { begun, listCharges } = await fault(tx);
    const bank = { account: 'bank/lost', settlingMs: 0, reachMs: 86_400_000, listCharges };
    const faults = await checkCharges({ ...db, read: tx, write: tx }, bank, frequentReach(later()));
    found.uncharged = faults['payment-charged'].filter((id) => id.startsWith(begun));
    found.bank = faults['bank-ledger-read'];
    throw new RolledBack();
  });
  await expect(work).rejects.toThrow(RolledBack);
  return found;
};

test('if a bank has lost too many charges to compare all payments, the check counts as incomplete', async () => {
  const found = await chargesWith(async (tx) => ({
    begun: await uncharged(tx, 10_000),
    listCharges: async () => ({ approved: [], next: null }),
  }));
  expect(found.bank).toEqual(['bank']);
  expect(found.uncharged.length).toBeGreaterThan(900);
});

test('payments without a charge are found even after a thousand that were refunded during the comparison', async () => {
  const found = await chargesWith(async (tx) => {
    const begun = await uncharged(tx, 1_500);
    return {
      begun,
      listCharges: async (_since, after) => {
        if (after === null) {
          const charge = { key: randomUUID(), amount: 100 as Centavos, outstanding: 0 as Centavos, createdAt: later() };
          return { approved: [charge], next: 'more' };
        }
        await tx.run({
          text: `update payments set status = 'reversed' where id <= ($1 || '000000001000')::uuid`,
          values: [begun],
        });
        return { approved: [], next: null };
      },
    };
  });
  expect(found.bank).toEqual([]);
  expect(found.uncharged.map((id) => Number(id.slice(-4)))).toEqual(
    Array.from({ length: 500 }, (_, index) => 1_001 + index),
  );
});

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

test('[DEC-114] points blocked without a certificate are found, and released when they are old', async () => {
  const { shop, bank } = open;
  const programs = programsOf(bank);
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 1 }] });
  const key = await offeredCode(shop, cartId, 100);
  const { rows } = await shop.db.pool.query<{ account: string }>(
    'select account from points_certificates where code = $1',
    [key],
  );
  expect(await programs.reserve({ key, account: rows[0]?.account ?? '', points: 1_000 })).toEqual({ kind: 'held' });
  const found = await checkInvariants(shop.db, books, later());
  expect(found).toMatchObject([{ invariant: 'hold-of-certificate', count: 1, samples: [key.slice(0, 8)] }]);
  const deps = { db: shop.db, programs, log: silentLog };
  const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
  expect(await releaseStrayReservations(deps, minutesFromNow(59))).toBe(0);
  expect(await freePoints(bank)).toBe(39_000);
  expect(await releaseStrayReservations(deps, minutesFromNow(61))).toBe(1);
  expect(await freePoints(bank)).toBe(40_000);
  expect(await releaseStrayReservations(deps, minutesFromNow(61))).toBe(0);
  expect(await checkInvariants(shop.db, books, later())).toEqual([]);
});

test('[DEC-114] a used certificate is found if its program released the points', async () => {
  const { shop, bank } = open;
  const programs = programsOf(bank);
  const cartId = await prepareCart(shop, { lines: [{ productId: tv, quantity: 1 }] });
  await redeem(shop, cartId, 50);
  const [held] = Object.entries(await reservationsOf(bank)).find(([, status]) => status === 'held') ?? [];
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await releaseStrayReservations({ db: shop.db, programs, log: silentLog }, tomorrow)).toBe(0);
  expect(await checkInvariants(shop.db, books, later())).toEqual([]);
  await programs.giveBack(held ?? '');
  expect(namesOf(await checkInvariants(shop.db, books, later()))).toEqual(['certificate-at-program']);
  await shop.db.pool.query('update carts set certificate_code = null, certificate_amount = null where id = $1', [
    cartId,
  ]);
  await settle(shop, programs);
  expect(await checkInvariants(shop.db, books, later())).toEqual([]);
});

test('[DEC-08] the job stores its findings and /metrics shows them', async () => {
  const { db } = open.shop;
  const said: object[] = [];
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => void said.push(fields) };
  const job = invariantsTask({ db, books });
  const { registry } = createMetrics();
  registerMeasures(registry, invariantMeasures({ upkeepDb: db }), createLog('silent'));
  await db.pool.query('update stock_totals set salable = salable + 1');
  await job.run({ reach: 'everything' }, { now: new Date(), log });
  expect(said).toMatchObject([{ invariant: 'stock-total', count: 1, samples: [String(tv)] }]);
  expect(await registry.metrics()).toContain('ceiba_invariant_findings{invariant="stock-total",reach="everything"} 1');
  await db.pool.query('update stock_totals set salable = salable - 1');
  await job.run({}, { now: new Date(), log });
  const text = await registry.metrics();
  expect(text.match(/^ceiba_invariant_findings\{.*reach="recent"\} 0$/gm)).toHaveLength(invariantNames.length);
});

test('[DEC-08] the command prints each finding with its rule, and whether there are any findings', async () => {
  const { db } = open.shop;
  const said: string[] = [];
  const { config } = open.shop;
  const run = () =>
    typing(
      [checkCommand(() => books)],
      'check',
    )({ db, config, args: [], now: later(), say: (text) => said.push(text) });
  expect(await run()).toBe(true);
  await db.pool.query('update coupons set used_count = used_count + 1');
  expect(await run()).toBe(false);
  await db.pool.query('update coupons set used_count = used_count - 1');
  expect(said.join('\n')).toContain('✗ coupon-count: 1\n    A coupon’s count is the number of its uses.\n    MENOS50');
});
