import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { writeOrderMails } from '../orders/mails/write-order-mails.ts';
import { ordersTasks } from '../orders/orders.tasks.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { refundsTasks } from '../refunds/refunds.tasks.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { mintProof } from './captcha-proofs.ts';
import { done } from './cart-calls.ts';
import { byGiftCard } from './gift-card-calls.ts';
import {
  card,
  cash,
  merchantKey,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from './order-calls.ts';
import { redeem } from './points-calls.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import { openDesk } from './test-desk.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Other ways to pay an order: a card number, points and a gift card. In quetzales. */
interface PaidBy {
  number?: string;
  isCash?: boolean;
  points?: number;
  giftCard?: { code: string; amount: number };
}

/** Opens a shop with its bank, a television of Q1,500.00, radios of Q33.33, and a support person at its desk. */
export async function openShopWithDesk(env: Parameters<typeof openShopWithBank>[0] = {}) {
  const open = await openShopWithBank(env);
  const { shop, bank } = open;
  await createShopBasics(shop.db);
  const tv = await createProduct(shop.db, { sku: 'TV-55', price: 1_500_00, stock: 900 });
  const radio = await createProduct(shop.db, { sku: 'RADIO', price: 33_33, stock: 900 });
  const desk = await openDesk(shop, 'support');
  const gateway = createHttpGateway({ url: bank.url, merchantKey, timeoutMs: 60_000 });
  const tasks = [
    ...ordersTasks({ ...shop, gateway, publicUrl: shop.config.publicUrl }),
    ...refundsTasks({ ...shop, gateway, publicUrl: shop.config.publicUrl }),
  ];
  let buyers = 0;

  /**
   * Orders a television and three radios, each time as another buyer, unless `cart` changes that. Returns the server's response.
   * The amount that points (quetzales of a certificate) and a gift card do not cover is paid by card or in cash.
   */
  async function order(cart: Partial<ReadyCart> = {}, by: 'cash' | 'card' | PaidBy = 'card'): Promise<string> {
    buyers += 1;
    const lines = [
      { productId: tv, quantity: 1 },
      { productId: radio, quantity: 3 },
    ];
    const buyer = { email: `compra${buyers}@correo.gt`, telephone: String(41_000_000 + buyers) };
    const cartId = await prepareCart(shop, { lines, ...buyer, ...cart });
    const { number, points, giftCard, isCash } = typeof by === 'string' ? { isCash: by === 'cash' } : by;
    if (points !== undefined) await redeem(shop, cartId, points);
    const { prices } = done(await shop.call('getCart', { params: { id: cartId } }));
    const rest = (Math.round(prices.grandTotal.value * 100) - (giftCard?.amount ?? 0) * 100) / 100;
    const payments = [
      isCash === true ? cash(rest) : card(rest, number),
      ...(points === undefined ? [] : [{ paymentType: 'Coupon', paymentPlan: 0, paymentAmount: points }]),
      ...(giftCard === undefined ? [] : [byGiftCard(giftCard, giftCard.amount)]),
    ];
    return outcomeOf(await postOrder(shop, { cartId, payments }, undefined, await mintProof(shop)));
  }

  return {
    ...open,
    log,
    tv,
    radio,
    desk,
    order,
    /** Places such an order. Returns its number. */
    place: async (...asked: Parameters<typeof order>): Promise<string> => {
      const placed = await order(...asked);
      if (!/^200 \d{9}$/.test(placed)) throw new Error(placed);
      return placed.slice(4);
    },
    /** The address of the last buyer. */
    lastEmail: () => `compra${buyers}@correo.gt`,
    /** Returns the order as the desk shows it, to support by default. */
    see: async (number: string, person = desk) => done(await person.call('getDeskOrder', { params: { number } })).data,
    /** Writes the mails of new orders, and holds suspicious ones. */
    mail: (now = new Date(), policy = defaultShopPolicy) =>
      writeOrderMails({ db: shop.db, policy: () => policy, publicUrl: shop.config.publicUrl, log }, now),
    /** Returns all mails about an order, the oldest first. Writes waiting mails first. */
    mailsOf: async (orderNumber: string): Promise<{ subject: string; recipient: string; text: string }[]> => {
      await tasks.find(({ name }) => name === 'write-order-mails')?.run({}, { now: new Date(), log });
      const { rows: jobs } = await shop.db.pool.query<{ identifier: string; payload: object }>(
        `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier in ('order-canceled', 'units-canceled', 'order-refunded')
           and j.payload ->> 'orderId' = (select id::text from orders where number = $1)
         returning t.identifier, j.payload`,
        [orderNumber],
      );
      for (const { identifier, payload } of jobs)
        await tasks.find(({ name }) => name === identifier)?.run(payload, { now: new Date(), log });
      const { rows } = await shop.db.pool.query<{ subject: string; recipient: string; text: string }>(
        'select subject, recipient, text from mails where subject like $1 order by created_at, id',
        [`%${orderNumber}%`],
      );
      return rows;
    },
    /** Sends the order's first shipment. */
    send: (orderNumber: string) =>
      moveShipment(
        shop.db,
        {
          orderNumber,
          choice: { shipmentNumber: 1 },
          action: { kind: 'send', courier: null, trackingNumber: null },
          actor: { kind: 'command', id: 'test' },
        },
        new Date(),
      ),
    /** Runs the reconciler: requests due refunds from the bank. */
    sendRefunds: async () => {
      for (const due of ['reconcile-orders', 'send-refunds'])
        await tasks.find(({ name }) => name === due)?.run({}, { now: new Date(), log });
    },
  };
}
