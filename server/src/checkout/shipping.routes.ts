import * as calls from '@ceiba/contract/checkout';
import type { Parsed } from '@ceiba/contract/endpoint';
import { deliveryTypeOf } from '@ceiba/domain/delivery/delivery-choice';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { toPrices, type toShippingAddressAnswer, toShippingMethodAnswer } from '../carts/cart-answer.ts';
import { changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import { findCartState } from '../carts/carts.store.ts';
import { changeCart } from '../carts/change-cart.ts';
import { readPricedCart } from '../carts/read-cart.store.ts';
import { toMoney } from '../catalog/product-card.ts';
import type { Database } from '../platform/database.ts';
import { type RefusalOf, type RequestContext, type Route, route } from '../platform/route.ts';
import { type CartWriter, type SavedAddress, saveShippingAddress, saveShippingMethod } from './checkout.store.ts';
import { shippingAddressOf } from './typed-addresses.ts';

export const shippingRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.setCartShippingAddress, ({ params, body }, context) => setAddress(db, params.id, body, context, 201)),
  route(calls.changeCartShippingAddress, ({ params, body }, context) => setAddress(db, params.id, body, context, 200)),

  route(calls.setCartShippingMethod, async ({ params: { id }, body }, { now, policy, viewerId }) => {
    const type = deliveryTypeOf(body);
    if (type === null) return refuse({ code: 'SHIPPING_METHOD_NOT_ALLOWED' });
    const changed = await changeCart(db, { id, now, policy, viewerId }, readPricedCart, (tx) =>
      saveShippingMethod(tx, id, type, now),
    );
    if (changed.change !== null) return changed.refuse(changed.change);
    const cart = changed.cart();
    const selectedShippingMethod = toShippingMethodAnswer(cart);
    // Taken away again between the two statements, by a line that does not allow it.
    if (selectedShippingMethod === null) return refuse({ code: 'SHIPPING_METHOD_NOT_ALLOWED' });
    return ok({ status: 201, data: { selectedShippingMethod, prices: toPrices(cart) } });
  }),

  route(calls.getCartTableRate, async ({ params }, { now, policy }) => {
    const cart = await readPricedCart(db.write, params.id, now, policy);
    return cart === undefined ? refuse({ code: 'CART_NOT_FOUND' }) : ok({ status: 200, data: toMoney(cart.tableRate) });
  }),
];

type Call = typeof calls.setCartShippingAddress;

async function setAddress(
  db: Database,
  cartId: string,
  body: Parsed<Call>['body'],
  context: CartWriter & Pick<RequestContext, 'policy'>,
  status: 200 | 201,
): Promise<
  Result<{ status: number; data: { shippingAddress: ReturnType<typeof toShippingAddressAnswer> } }, RefusalOf<Call>>
> {
  const { now, policy, viewerId } = context;
  const address = shippingAddressOf(body);
  const saved = await saveShippingAddress(db.write, cartId, address, body.region, context);
  if (saved.address === null) return refuse(addressRefusal(await findCartState(db.write, cartId), saved, viewerId));
  // Most addresses come before the method: nothing of the cart is asked then.
  const cart = saved.hasMethod ? await readPricedCart(db.write, cartId, now, policy) : undefined;
  const selectedShippingMethod = cart === undefined ? null : toShippingMethodAnswer(cart);
  return ok({ status, data: { shippingAddress: { ...saved.address, selectedShippingMethod } } });
}

function addressRefusal(
  cart: Awaited<ReturnType<typeof findCartState>>,
  { isRegionKnown, isStoreKnown }: SavedAddress,
  viewerId: string | undefined,
): RefusalOf<Call> {
  const refusal = ownerRefusal(cart, viewerId) ?? changeRefusal(cart, viewerId);
  if (refusal !== null) return refusal;
  if (!isRegionKnown) {
    return { code: 'VALIDATION_ERROR', metadata: { fields: { region: 'El departamento no es válido.' } } };
  }
  return isStoreKnown ? { code: 'ORDER_IN_PROGRESS' } : { code: 'STORE_NOT_FOUND' };
}
