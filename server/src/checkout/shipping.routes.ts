import * as calls from '@ceiba/contract/checkout';
import type { Parsed } from '@ceiba/contract/endpoint';
import { normalizeFinalConsumer } from '@ceiba/domain/billing/tax-document';
import { defaultZones, deliveryTypeOf } from '@ceiba/domain/delivery/delivery-choice';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { toPrices, toShippingAddressAnswer, toShippingMethodAnswer } from '../carts/cart-answer.ts';
import { answerRefusal, changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import type { StoredShippingAddress } from '../carts/cart-snapshot.ts';
import { getChangedCart, readCart } from '../carts/carts.store.ts';
import { toMoney } from '../catalog/product-card.ts';
import type { Database } from '../platform/database.ts';
import { type RefusalOf, type RequestContext, type Route, route } from '../platform/route.ts';
import { type AddressOf, explainRefusal, saveShippingAddress, saveShippingMethod } from './checkout.store.ts';

export const shippingRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.setCartShippingAddress, ({ params, body }, context) => setAddress(db, params.id, body, context, 201)),
  route(calls.changeCartShippingAddress, ({ params, body }, context) => setAddress(db, params.id, body, context, 200)),

  route(calls.setCartShippingMethod, async ({ params: { id }, body }, { now, policy }) => {
    const type = deliveryTypeOf(body);
    if (type === null) return refuse({ code: 'SHIPPING_METHOD_NOT_ALLOWED' });
    const refusal = await saveShippingMethod(db.write, id, type, now);
    if (refusal !== null) return answerRefusal(db.write, id, refusal);
    const cart = await getChangedCart(db.write, id, now, policy);
    const selectedShippingMethod = toShippingMethodAnswer(cart);
    // Taken away again between the two statements, by a line that does not allow it.
    if (selectedShippingMethod === null) return refuse({ code: 'SHIPPING_METHOD_NOT_ALLOWED' });
    return ok({ status: 201, data: { selectedShippingMethod, prices: toPrices(cart) } });
  }),

  route(calls.getCartTableRate, async ({ params }, { now, policy }) => {
    const cart = await readCart(db.write, params.id, now, policy);
    return cart === undefined ? refuse({ code: 'CART_NOT_FOUND' }) : ok({ status: 200, data: toMoney(cart.tableRate) });
  }),
];

type Call = typeof calls.setCartShippingAddress;

async function setAddress(
  db: Database,
  cartId: string,
  body: Parsed<Call>['body'],
  { now, policy, customer }: Pick<RequestContext, 'now' | 'policy' | 'customer'>,
  status: 200 | 201,
): Promise<
  Result<{ status: number; data: { shippingAddress: ReturnType<typeof toShippingAddressAnswer> } }, RefusalOf<Call>>
> {
  const address = toAddress(body);
  const viewerId = customer?.id ?? null;
  if (!(await saveShippingAddress(db.write, cartId, address, body.region, { now, viewerId }))) {
    return refuse(await addressRefusal(db, cartId, body, viewerId));
  }
  const cart = await getChangedCart(db.write, cartId, now, policy);
  if (cart.shippingAddress === null) throw new Error('a shipping address vanished after it was stored');
  return ok({ status, data: { shippingAddress: toShippingAddressAnswer(cart, cart.shippingAddress) } });
}

/** DEL-21: the zone's default depends on where the cart goes. */
const toAddress = ({ region: _, zone, nit, ...body }: Parsed<Call>['body']): AddressOf<StoredShippingAddress> => ({
  ...body,
  zone: zone ?? defaultZones[body.storeCode === null ? 'delivery' : 'storepickup'],
  nit: normalizeFinalConsumer(nit),
});

async function addressRefusal(
  db: Database,
  cartId: string,
  body: Parsed<Call>['body'],
  viewerId: string | null,
): Promise<RefusalOf<Call>> {
  const { region: regionId, storeCode } = body;
  const reasons = await explainRefusal(db.write, { cartId, regionId, storeCode });
  const refusal = ownerRefusal(reasons.cart, viewerId) ?? changeRefusal(reasons.cart);
  if (refusal !== null) return refusal;
  if (!reasons.isRegionKnown) {
    return { code: 'VALIDATION_ERROR', metadata: { fields: { region: 'El departamento no es válido.' } } };
  }
  return storeCode !== null && !reasons.isStoreKnown ? { code: 'STORE_NOT_FOUND' } : { code: 'ORDER_IN_PROGRESS' };
}
