import { confirmCart, validateGuestCheckout } from '@ceiba/contract/checkout';
import { checkReadiness } from '@ceiba/domain/carts/readiness';
import { checkEmail, emailMessages } from '@ceiba/domain/customers/email';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import type { PricedCart } from '../carts/cart-snapshot.ts';
import { toPlace } from '../carts/cart-to-place.ts';
import { changeCart } from '../carts/change-cart.ts';
import { readPricedCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/database.ts';
import { type Refusal, type Route, route } from '../platform/route.ts';
import { billingAddressRoutes } from './billing-address.routes.ts';
import { isRegistered, putEmailBack, saveEmail } from './cart-email.store.ts';
import { paymentMethodRoutes } from './payment-method.routes.ts';
import { shippingRoutes } from './shipping.routes.ts';

export const checkoutRoutes = ({ db }: { db: Database }): Route[] => [
  ...shippingRoutes({ db }),
  ...billingAddressRoutes({ db }),
  ...paymentMethodRoutes({ db }),

  route(confirmCart, async ({ params: { id }, body }, writer) => {
    const { now, policy, viewerId } = writer;
    const email = readEmail(body.email);
    if (!email.ok) return email;
    // In one round trip: nearly every cart that is confirmed is ready, and one that is not gets its e-mail back.
    const { change: replaced, found: cart } = await changeCart(
      db,
      { id, now, policy, viewerId },
      readPricedCart,
      (tx) => saveEmail(tx, id, email.value, writer),
    );
    const closed = ownerRefusal(cart, viewerId) ?? changeRefusal(cart, viewerId);
    if (cart === undefined || closed !== null) return refuse(closed ?? { code: 'CART_NOT_FOUND' });
    if (replaced === undefined) return refuse({ code: 'ORDER_IN_PROGRESS' });
    const unready = readinessRefusal(cart, policy);
    if (unready !== null) {
      await putEmailBack(db.write, id, replaced);
      return refuse({ code: unready });
    }
    return ok({ status: 200, data: { cartId: id, email: email.value } });
  }),

  route(validateGuestCheckout, async ({ body }) => {
    const email = readEmail(body.email);
    if (!email.ok) return email;
    const isKnown = await isRegistered(db.write, email.value);
    return ok({ status: 200, data: isKnown ? { result: false, suggestedEmail: email.value } : { result: true } });
  }),
];

/** The first failing check of the call's part of DEC-135; null = ready. */
function readinessRefusal(cart: PricedCart, policy: ShopPolicy) {
  const ready = checkReadiness(toPlace(cart), 'confirmCart', policy);
  if (ready.ok) return null;
  const code = confirmCart.errors.find((listed) => listed === ready.error.code);
  if (code === undefined) throw new Error(`${ready.error.code} is no refusal of confirmCart`);
  return code;
}

/** In lower case, as it is stored and compared. */
function readEmail(input: string): Result<string, Refusal<'VALIDATION_ERROR'>> {
  const email = checkEmail(input);
  if (email.ok) return email;
  return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { email: emailMessages.contact.invalid } } });
}
