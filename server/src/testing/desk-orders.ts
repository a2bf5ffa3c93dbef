import { mintProof } from './captcha-proofs.ts';
import { card, cash, outcomeOf, postOrder, prepareCart, type ReadyCart } from './order-calls.ts';
import type { TestShop } from './test-shop.ts';

let buyers = 0;

interface PlacedOrder extends Partial<ReadyCart> {
  lines: ReadyCart['lines'];
  /** The total in quetzales, delivery included. */
  amount: number;
  isCash?: boolean;
}

/** Places an order of a new buyer. Returns its number. */
export async function placeOrderOf(shop: TestShop, { amount, isCash = false, ...cart }: PlacedOrder): Promise<string> {
  buyers += 1;
  const cartId = await prepareCart(shop, {
    email: `mesa${buyers}@correo.gt`,
    telephone: String(47_000_000 + buyers),
    ...cart,
  });
  const payments = [isCash ? cash(amount) : card(amount)];
  const answer = await postOrder(shop, { cartId, payments }, undefined, await mintProof(shop));
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return answer.json().data.orderNumber;
}

interface StoreOrder extends Partial<ReadyCart> {
  lines: ReadyCart['lines'];
  amount: number;
  /** The advisor of the payment link. The order is paid at the advisor's store. */
  advisor: string;
}

/** Places an advisor's order of a new buyer, to be paid at the store. Returns its number. */
export async function placeStoreOrder(shop: TestShop, { amount, advisor, ...cart }: StoreOrder): Promise<string> {
  buyers += 1;
  const cartId = await prepareCart(shop, {
    email: `caja${buyers}@correo.gt`,
    telephone: String(41_000_000 + buyers),
    ...cart,
  });
  await shop.db.pool.query('update carts set advisor_hash = $2 where id = $1', [cartId, advisor]);
  const otp = (await shop.inject({ method: 'GET', url: `/v1/resources/otp/${cartId}` })).json().data.otp;
  const payment = { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: amount, otp, isPaymentInStore: true };
  const answer = await shop.inject({
    method: 'POST',
    url: '/v1/orders/storePayment',
    payload: { cartId, payments: [payment] },
  });
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  return String(answer.json().data.orderNumber);
}
