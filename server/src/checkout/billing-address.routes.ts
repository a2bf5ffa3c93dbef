import { setCartBillingAddress } from '@ceiba/contract/checkout';
import type { Parsed } from '@ceiba/contract/endpoint';
import { countryCode, cutStreet } from '@ceiba/domain/addresses/address';
import { splitName } from '@ceiba/domain/billing/billing-address';
import { defaultFiscalAddress } from '@ceiba/domain/billing/billing-options';
import { normalizeDpi } from '@ceiba/domain/billing/dpi';
import { normalizeNit } from '@ceiba/domain/billing/nit';
import { isFinalConsumer } from '@ceiba/domain/billing/tax-document';
import { defaultRegionId } from '@ceiba/domain/delivery/delivery-choice';
import { ok, refuse } from '@ceiba/domain/result';
import { changeRefusal } from '../carts/cart-refusal.ts';
import type { StoredBillingAddress } from '../carts/cart-snapshot.ts';
import type { Database } from '../platform/database.ts';
import { type RefusalOf, type Route, route } from '../platform/route.ts';
import { type AddressOf, billToShippingAddress, explainRefusal, saveBillingAddress } from './checkout.store.ts';

export const billingAddressRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartBillingAddress, async ({ params: { id }, body }, { now }) => {
    const regionId = body.region ?? defaultRegionId;
    const billingAddress = body.same_as_shipping
      ? await billToShippingAddress(db.write, id, givenDocument(body), now)
      : await saveBillingAddress(db.write, id, toAddress(body), regionId, now);
    if (billingAddress === undefined) return refuse(await billingRefusal(db, id, body, regionId));
    return ok({ status: 201, data: { billingAddress } });
  }),
];

type Call = typeof setCartBillingAddress;
type Body = Parsed<Call>['body'];
type Document = Pick<StoredBillingAddress, 'nit' | 'documentType'>;

/** What the shopper left out takes the defaults of a digital purchase (DEC-84, CONST-20..25). */
function toAddress(body: Body): AddressOf<StoredBillingAddress> {
  const name = splitName(body.firstname ?? '');
  const street = [body.street ?? defaultFiscalAddress].flat().map((line) => cutStreet(line.trim()));
  return {
    firstname: body.lastname ? (body.firstname ?? '') : name.firstname,
    lastname: body.lastname || name.lastname,
    street: (street[0] ?? '') === '' ? [defaultFiscalAddress] : street,
    city: body.city || defaultFiscalAddress,
    postcode: body.postcode,
    country_code: countryCode,
    telephone: body.telephone,
    ...toDocument(body.nit ?? '', body.documentType),
  };
}

const givenDocument = ({ nit, documentType }: Body): Document | null =>
  nit === undefined || nit === '' ? null : toDocument(nit, documentType);

/** DEC-110: CF in its one spelling; a number whose document is not named is a NIT. */
function toDocument(number: string, named: Document['documentType'] | undefined): Document {
  if (isFinalConsumer(number) || named === 'CF') return { nit: 'CF', documentType: 'CF' };
  const documentType = named ?? 'NIT';
  if (documentType === 'NIT') return { nit: normalizeNit(number), documentType };
  return { nit: documentType === 'DPI' ? normalizeDpi(number) : number.trim(), documentType };
}

async function billingRefusal(db: Database, cartId: string, body: Body, regionId: number): Promise<RefusalOf<Call>> {
  const reasons = await explainRefusal(db.write, { cartId, regionId });
  const refusal = changeRefusal(reasons.cart);
  if (refusal !== null) return refusal;
  if (body.same_as_shipping && !reasons.hasAddress) return { code: 'SHIPPING_ADDRESS_REQUIRED' };
  if (!body.same_as_shipping && !reasons.isRegionKnown) {
    return { code: 'VALIDATION_ERROR', metadata: { fields: { region: 'El departamento no es válido.' } } };
  }
  return { code: 'ORDER_IN_PROGRESS' };
}
