import { setCartPaymentMethod } from '@ceiba/contract/checkout';
import { isInstallmentsOptionVisible, type PaymentMethodCode } from '@ceiba/domain/payments/installments';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, refuse } from '@ceiba/domain/result';
import { toPaymentMethodAnswer, toPrices } from '../carts/cart-answer.ts';
import { changeRefusal } from '../carts/cart-refusal.ts';
import { type CartSnapshot, priceCart } from '../carts/cart-snapshot.ts';
import { readCart } from '../carts/carts.store.ts';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { savePaymentMethod } from './checkout.store.ts';

export const paymentMethodRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartPaymentMethod, async ({ params: { id }, body }, { now, policy }) => {
    const cart = await readCart(db.write, id, now, policy);
    const closed = changeRefusal(cart);
    if (cart === undefined || closed !== null) return refuse(closed ?? { code: 'CART_NOT_FOUND' });
    const code = methodRefusal(cart, body.paymentMethod, policy);
    if (code !== null) return refuse({ code });
    const choice = { method: body.paymentMethod, bin: body.bin ?? null };
    const saved = await savePaymentMethod(db.write, id, choice, now);
    if (saved?.status !== 'open') return refuse({ code: 'ORDER_IN_PROGRESS' });
    if (saved.stored === null) return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
    const prices = toPrices(priceCart({ ...cart, paymentMethod: saved.stored, card: saved.card }, policy));
    return ok({ status: 201, data: { selectedPaymentMethod: toPaymentMethodAnswer(body.paymentMethod), prices } });
  }),
];

/** Installments need a minimum (CONST-09) and, as every card payment, a cart without donation (DIF-17). */
function methodRefusal(cart: CartSnapshot, method: PaymentMethodCode, policy: ShopPolicy) {
  if (method === 'kosmos_payment') return null;
  if (cart.donation !== null) return 'PAY_METHOD_NOT_ALLOWED';
  return isInstallmentsOptionVisible(cart.totalBeforeBankPromotion, policy) ? null : 'PAY_PLAN_NOT_ALLOWED';
}
