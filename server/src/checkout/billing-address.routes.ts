import { setCartBillingAddress } from '@ceiba/contract/checkout';
import type { Parsed } from '@ceiba/contract/endpoint';
import { checkIdentity, type Identity } from '@ceiba/domain/billing/tax-document';
import { defaultRegionId } from '@ceiba/domain/delivery/regions';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import type { Database } from '../platform/database.ts';
import { type RefusalOf, type Route, route } from '../platform/route.ts';
import { billToShippingAddress, explainRefusal, findShippingNit, saveBillingAddress } from './checkout.store.ts';
import { billingAddressOf } from './typed-addresses.ts';

export const billingAddressRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartBillingAddress, async ({ params: { id }, body }, writer) => {
    const regionId = body.region ?? defaultRegionId;
    const identity = await readIdentity(db, id, body);
    if (!identity.ok) return identity;
    const billingAddress = body.same_as_shipping
      ? await billToShippingAddress(db.write, id, identity.value, writer)
      : await saveBillingAddress(db.write, id, billingAddressOf(body, identity.value), regionId, writer);
    if (billingAddress === undefined)
      return refuse(await billingRefusal(db, id, body, { regionId, viewerId: writer.viewerId }));
    return ok({ status: 201, data: { billingAddress } });
  }),
];

type Call = typeof setCartBillingAddress;
type Body = Parsed<Call>['body'];

/**
 * The identity given, else that of the shipping address (DEC-110). It is the checked one that is written: an address
 * replaced at this very moment cannot bring in another (DEC-189).
 */
async function readIdentity(db: Database, cartId: string, body: Body): Promise<Result<Identity, RefusalOf<Call>>> {
  const number = body.nit || (await findShippingNit(db.write, cartId)) || 'CF';
  const identity = checkIdentity(number, body.documentType);
  return identity.ok
    ? identity
    : refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { nit: identity.error.message } } });
}

async function billingRefusal(
  db: Database,
  cartId: string,
  body: Body,
  { regionId, viewerId }: { regionId: number; viewerId: string | undefined },
): Promise<RefusalOf<Call>> {
  const reasons = await explainRefusal(db.write, { cartId, regionId });
  const refusal = ownerRefusal(reasons.cart, viewerId) ?? changeRefusal(reasons.cart, viewerId);
  if (refusal !== null) return refusal;
  if (body.same_as_shipping && !reasons.hasAddress) return { code: 'SHIPPING_ADDRESS_REQUIRED' };
  if (!body.same_as_shipping && !reasons.isRegionKnown) {
    return { code: 'VALIDATION_ERROR', metadata: { fields: { region: 'El departamento no es válido.' } } };
  }
  return { code: 'ORDER_IN_PROGRESS' };
}
