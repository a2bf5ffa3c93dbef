import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { sendGiftCards } from '../gift-cards/send-gift-cards.ts';
import { ceibaPolicy } from './mailed-policy.ts';
import { card, postOrder, prepareCart } from './order-calls.ts';
import { createProduct } from './shop-fixtures.ts';
import type { TestShop } from './test-shop.ts';

/** A gift card as its receiver gets it. */
export interface ReceivedGiftCard {
  code: string;
  lastFour: string;
  /** The number of the order that bought it. */
  orderNumber: string;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Lets placed orders pass the hold rules, which run before their first mails are written. Writes no mail. */
export const passHoldRules = (shop: Pick<TestShop, 'db'>) => shop.db.pool.query('delete from order_mail_outbox');

let products = 0;

/**
 * Buys a number of gift cards of an amount (centavos) by card. Reads their codes in the mail, which is then deleted. `beside`:
 * one unit of goods bought with them, and its price with delivery.
 */
export async function buyGiftCards(
  shop: TestShop,
  amount: number,
  quantity = 1,
  beside?: { productId: number; costs: number },
): Promise<ReceivedGiftCard[]> {
  products += 1;
  const to = `regalo-${products}@correo.gt`;
  const productId = await createProduct(shop.db, { sku: `CARD-${products}`, kind: 'gift_card', price: amount });
  const now = new Date();
  const cartId = await prepareCart(shop, {
    lines: [
      { productId, quantity, giftCardDate: guatemalaDate(now) },
      ...(beside === undefined ? [] : [{ productId: beside.productId, quantity: 1 }]),
    ],
  });
  await shop.db.pool.query(
    `update cart_lines set gift_card = gift_card || jsonb_build_object('giftcardEmail', $2::text) where cart_id = $1 and gift_card is not null`,
    [cartId, to],
  );
  const answer = await postOrder(shop, { cartId, payments: [card((amount * quantity + (beside?.costs ?? 0)) / 100)] });
  const orderNumber: string = answer.json().data?.orderNumber ?? '';
  if (orderNumber === '') throw new Error(answer.payload);
  await passHoldRules(shop);
  await sendGiftCards({ db: shop.db, log: silent }, { publicUrl: 'https://tienda.example', policy: ceibaPolicy }, now);
  const { rows } = await shop.db.pool.query<{ text: string }>('delete from mails where recipient = $1 returning text', [
    to,
  ]);
  const codes = rows[0]?.text.match(/(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}/g) ?? [];
  if (codes.length !== quantity) throw new Error('its mail brings other codes');
  return codes.map((code) => ({ code, lastFour: code.slice(-4), orderNumber }));
}

/** Buys one gift card. */
export async function buyGiftCard(shop: TestShop, amount: number): Promise<ReceivedGiftCard> {
  const [bought] = await buyGiftCards(shop, amount);
  if (bought === undefined) throw new Error('no card was bought');
  return bought;
}

/** A payment by gift card. `amount` in quetzales. */
export const byGiftCard = ({ code }: Pick<ReceivedGiftCard, 'code'>, amount: number) => ({
  paymentType: 'GiftCard',
  paymentAmount: amount,
  code,
});

/** Returns a card's balance in centavos. */
export async function balanceOf(shop: TestShop, { orderNumber, lastFour }: ReceivedGiftCard): Promise<number> {
  const { rows } = await shop.db.pool.query<{ balance: number }>(
    `select g.balance::integer as balance from gift_cards g join orders o on o.id = g.order_id
     where o.number = $1 and g.last_four = $2`,
    [orderNumber, lastFour],
  );
  return rows[0]?.balance ?? Number.NaN;
}
