import { setCartPaymentMethod } from '@ceiba/contract/checkout';
import { isInstallmentsOptionVisible } from '@ceiba/domain/payments/installments';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, refuse } from '@ceiba/domain/result';
import { toPaymentMethodAnswer, toPrices } from '../carts/cart-answer.ts';
import { changeRefusal } from '../carts/cart-refusal.ts';
import { type PricedCart, priceCart } from '../carts/cart-snapshot.ts';
import { readPricedCart } from '../carts/read-cart.store.ts';
import type { Database, Tx } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { savePaymentMethod } from './payment-method.store.ts';

export const paymentMethodRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartPaymentMethod, async ({ params: { id }, body }, { now, policy, viewerId }) => {
    const choice = { method: body.paymentMethod, bin: body.bin ?? null };
    const save = (tx: Tx) => savePaymentMethod(tx, id, choice, now);
    const { cart, saved, code } =
      choice.method === 'kosmos_payment'
        ? await saveAndRead(db, { id, now, policy }, save)
        : await readAndSave(db, { id, now, policy }, save);
    const closed = changeRefusal(cart, viewerId);
    if (cart === undefined || closed !== null) return refuse(closed ?? { code: 'CART_NOT_FOUND' });
    if (code !== null) return refuse({ code });
    if (saved?.status !== 'open') return refuse({ code: 'ORDER_IN_PROGRESS' });
    if (saved.stored === null) return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
    const prices = toPrices(priceCart({ ...cart, paymentMethod: saved.stored, card: saved.card }, policy));
    return ok({ status: 201, data: { selectedPaymentMethod: toPaymentMethodAnswer(body.paymentMethod), prices } });
  }),
];

interface Asked {
  id: string;
  now: Date;
  policy: ShopPolicy;
}
type Save = (tx: Tx) => ReturnType<typeof savePaymentMethod>;

/** A method that every cart allows: written without looking, and read in the same round trip. */
async function saveAndRead(db: Database, { id, now, policy }: Asked, save: Save) {
  const [saved, cart] = await db.batch(save, (tx) => readPricedCart(tx, id, now, policy));
  return { saved, cart, code: null };
}

/** Installments: decided by what the cart holds. */
async function readAndSave(db: Database, { id, now, policy }: Asked, save: Save) {
  const cart = await readPricedCart(db.write, id, now, policy);
  if (cart?.status !== 'open') return { cart, code: null, saved: undefined };
  const code = installmentsRefusal(cart, policy);
  return { cart, code, saved: code === null ? await save(db.write) : undefined };
}

/** Installments need a minimum (CONST-09) and, as every card payment, a cart without donation (DIF-17). */
function installmentsRefusal(
  cart: PricedCart,
  policy: ShopPolicy,
): 'PAY_METHOD_NOT_ALLOWED' | 'PAY_PLAN_NOT_ALLOWED' | null {
  if (cart.donation !== null) return 'PAY_METHOD_NOT_ALLOWED';
  return isInstallmentsOptionVisible(cart.totalBeforeBankPromotion, policy) ? null : 'PAY_PLAN_NOT_ALLOWED';
}
