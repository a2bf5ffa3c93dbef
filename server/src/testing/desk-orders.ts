import { mintProof } from './captcha-proofs.ts';
import { card, cash, outcomeOf, postOrder, prepareCart, type ReadyCart } from './order-calls.ts';
import type { TestShop } from './test-shop.ts';

let buyers = 0;

interface PlacedOrder extends Partial<ReadyCart> {
  lines: ReadyCart['lines'];
  /** Quetzales in all, with what delivery costs. */
  amount: number;
  isCash?: boolean;
}

/** Places an order of somebody new; answers its number. */
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
