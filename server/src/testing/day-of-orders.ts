import { randomUUID } from 'node:crypto';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { writeOrderMails } from '../orders/mails/write-order-mails.ts';
import { orderCommands } from '../orders/order-command.ts';
import { placeOrder } from '../orders/placing/place-order.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { shipmentCommands } from '../shipments/shipment-command.ts';
import type { BusyShop } from './busy-shop.ts';
import { done } from './cart-calls.ts';
import { placeOrderOf, placeStoreOrder } from './desk-orders.ts';
import { typingIn } from './operator.ts';
import { card, handOver, postOrder, prepareCart } from './order-calls.ts';
import { placingDeps } from './placing-deps.ts';
import { member, offeredCode, programsOf, redeem } from './points-calls.ts';
import { signInCustomer } from './sessions.ts';
import { createProduct } from './shop-fixtures.ts';
import { openDesk } from './test-desk.ts';
import type { TestShop } from './test-shop.ts';
import { until } from './until.ts';

const atStore = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;

/** Sells one unit of a product to a new buyer, paid by card and delivered to a door. */
const sell = ({ shop }: BusyShop, productId: number, more: Partial<Parameters<typeof placeOrderOf>[1]> = {}) =>
  placeOrderOf(shop, { lines: [{ productId, quantity: 1 }], amount: 130, ...more });

/** Places an order whose mail failed in a batch with others, and is now due separately. */
async function haveMailOfItsOwn(busy: BusyShop, productId: number): Promise<void> {
  const number = await sell(busy, productId);
  const { shop, services } = busy;
  const set = (discounts: string) =>
    shop.db.pool.query('update orders set discounts = $2 where number = $1', [number, discounts]);
  await set('[{}]');
  await writeOrderMails(services, new Date());
  await set('[]');
}

/** Cancels a unit that the card's bank does not refund, a unit that it refunds, and a whole order. */
async function cancelSome(busy: BusyShop, productId: number): Promise<void> {
  const { services, shop } = busy;
  const type = typingIn(shop);
  const cancel = (...args: string[]) =>
    type(orderCommands, 'order', 'cancel', ...args, '--by', 'Rosa', '--reason', 'Prueba');
  const refuse = async () => ({ kind: 'refused', code: 'CLOSED' }) as const;
  const cancelUnit = async () => {
    const two = await sell(busy, productId, { lines: [{ productId, quantity: 2 }], amount: 230 });
    await cancel(two, '--line', '1', '--units', '1');
  };
  await cancelUnit();
  await sendRefunds({ ...services, gateway: { ...services.gateway, refund: refuse } });
  await cancelUnit();
  await cancel(await sell(busy, productId));
}

/** Assigns the order to a member of the points program, so that its lines earn points. */
async function buyAsMember(shop: TestShop, number: string): Promise<void> {
  const { id } = await signInCustomer(shop.db, 'socia@correo.gt', new Date());
  await shop.db.pool.query('update customers set dpi = $2, has_loyalty = true where id = $1', [id, member.dpi]);
  await shop.db.pool.query('update orders set customer_id = $2 where number = $1', [number, id]);
}

/** Sends shipments: one arrives, one is refused at the door, one waits at its store, and one has an item missing on the shelf. */
async function sendSome(busy: BusyShop, productId: number): Promise<void> {
  const { shop } = busy;
  const type = (...args: string[]) => typingIn(shop)(shipmentCommands, 'shipment', ...args);
  const arrived = await sell(busy, productId, { isCash: true });
  await buyAsMember(shop, arrived);
  await shop.db.pool.query(handOver('$1'), [arrived]);
  const brought = await sell(busy, productId);
  for (const _step of [1, 2]) await type('advance', brought, '1');
  const refused = await sell(busy, productId);
  await type('send', `${refused}-1`);
  await type('undelivered', `${refused}-1`, '--reason', 'rechazado', '--by', 'Rosa');
  await type('send', `${await sell(busy, productId, { ...atStore, amount: 100 })}-1`);

  const last = await createProduct(shop.db, { sku: 'LAST', price: 100_00, stock: 1 });
  const id = `${await sell(busy, last)}-1`;
  const warehouse = await openDesk(shop, 'warehouse');
  const { version } = done(await warehouse.call('getShipment', { params: { id } })).data;
  const picking = await warehouse.call('moveShipment', { params: { id }, body: { to: 'picking', version } });
  const missing = { version: done(picking).data.version, line: 1, quantity: 1 };
  done(await warehouse.call('missUnits', { params: { id }, body: missing }));
}

/** Loses a charge on its way to the bank. Its buyer gets no further response about the order. */
async function loseCharge({ shop, services }: BusyShop, productId: number): Promise<void> {
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }], email: 'nadie@correo.gt' });
  const silent = { ...services.gateway, charge: async () => ({ kind: 'unknown', reason: 'silence' }) as const };
  const request = { cartId, payments: [{ ...card(130), paymentPlan: 1 }] };
  await placeOrder(placingDeps(shop, silent), {
    ...{ request, idempotencyKey: randomUUID(), now: new Date(), policy: shop.policy(), client: null },
  });
}

/** Uses points in four ways: they pay an order, stay in an abandoned cart, are offered, and are reserved for a certificate without a record. */
async function spendPoints({ shop, bank }: BusyShop, productId: number): Promise<void> {
  const cart = () => prepareCart(shop, { lines: [{ productId, quantity: 2 }] });
  const paid = await cart();
  await redeem(shop, paid, 100);
  const points = { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 100 };
  const answer = await postOrder(shop, { cartId: paid, payments: [points, card(130)] }, randomUUID());
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  await redeem(shop, await cart(), 50);
  const key = await offeredCode(shop, await cart(), 25);
  const { rows } = await shop.db.pool.query<{ account: string }>(
    'select account from points_certificates where code = $1',
    [key],
  );
  await programsOf(bank).reserve({ key, account: rows[0]?.account ?? '', points: 250 });
}

/** Sells gift cards that are due today. */
async function sellGiftCards(busy: BusyShop): Promise<void> {
  const productId = await createProduct(busy.shop.db, { sku: 'GIFT', kind: 'gift_card', price: 60_00 });
  const lines = [{ productId, quantity: 1, giftCardDate: guatemalaDate(new Date()) }];
  await sell(busy, productId, { lines, amount: 60 });
}

/** Transfers goodwill to its buyer's account. */
async function transferGoodwill(busy: BusyShop, productId: number): Promise<void> {
  const owner = await openDesk(busy.shop, 'owner');
  const orderNumber = await sell(busy, productId);
  const { version } = done(await owner.call('getDeskOrder', { params: { number: orderNumber } })).data;
  const given = await owner.call('createRefund', {
    body: { orderNumber, version, goodwill: 10, to: 'transfer', reason: 'Cortesía' },
  });
  const params = { id: done(given).data.id };
  const account = { bank: 'Banrural', account: '300-123-4567', name: 'Lucía Paz' };
  done(await owner.call('setRefundTransfer', { params, body: account }));
  done(await owner.call('payRefundByTransfer', { params, body: { reference: '998877', amount: 10 } }));
}

/** Saves a card with an order, and removes it again. */
async function keepCard({ shop }: BusyShop, productId: number): Promise<void> {
  const { headers } = await signInCustomer(shop.db, 'tarjeta@correo.gt', new Date());
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  const payments = [card(130, '4111111111111111', { savePaymentInstrument: true })];
  const answer = await shop.inject({ method: 'POST', url: '/v1/orders', payload: { cartId, payments }, headers });
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  const kept = async () => done(await shop.call('listSavedCards', {}, { headers }));
  await until(async () => (await kept()).length === 1);
  for (const { instrumentIdentifier } of await kept())
    done(await shop.call('deleteSavedCard', { params: { instrumentIdentifier } }, { headers }));
}

/** Leaves an unconfirmed cash order, and an advisor's order whose payment at the store was recorded by mistake and reversed. */
async function leaveUnpaid(busy: BusyShop, productId: number): Promise<void> {
  const { pool } = busy.shop.db;
  await sell(busy, productId, { isCash: true });
  await pool.query(
    `with due as (
       update orders set confirmation_due = now() + interval '1 hour' where id in (select order_id from payments where status = 'pending') returning id)
     update shipments s set state = 'waiting' from due where s.order_id = due.id`,
  );
  await pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`,
  );
  const lines = [{ productId, quantity: 1 }];
  const orderNumber = await placeStoreOrder(busy.shop, { lines, amount: 100, advisor: 'asesor', ...atStore });
  const type = typingIn(busy.shop);
  await type(orderCommands, 'order', 'pay', orderNumber);
  await type(orderCommands, 'order', 'unpay', orderNumber);
}

/** Sells a sponsored product to a buyer who saw it. */
async function sellSponsored(busy: BusyShop): Promise<void> {
  const { shop } = busy;
  const eventUrl = 'https://rmn.example/clic?sku=SPONSORED';
  const productId = await createProduct(shop.db, { sku: 'SPONSORED', price: 100_00 });
  await shop.db.pool.query('update products set event_url = $2 where id = $1', [productId, eventUrl]);
  await sell(busy, productId);
  done(await shop.call('sendSponsoredEvent', { body: { eventUrl } }));
}

/** Places a day's orders and continues them, so that every kind of job has work. */
export async function spendDayOfOrders(busy: BusyShop, productId: number): Promise<void> {
  await haveMailOfItsOwn(busy, productId);
  await leaveUnpaid(busy, productId);
  await cancelSome(busy, productId);
  await sendSome(busy, productId);
  await loseCharge(busy, productId);
  await spendPoints(busy, productId);
  await sellGiftCards(busy);
  await transferGoodwill(busy, productId);
  await keepCard(busy, productId);
  await sellSponsored(busy);
}
