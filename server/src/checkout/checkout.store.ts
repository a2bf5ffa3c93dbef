import type { setCartBillingAddress, setCartShippingAddress } from '@ceiba/contract/checkout';
import type { Parsed } from '@ceiba/contract/endpoint';
import { countryCode, cutStreet } from '@ceiba/domain/addresses/address';
import { defaultFiscalAddress } from '@ceiba/domain/billing/billing-options';
import { type Identity, normalizeFinalConsumer } from '@ceiba/domain/billing/tax-document';
import { defaultZones } from '@ceiba/domain/delivery/delivery-choice';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type {
  CartStatus,
  StoredBillingAddress,
  StoredCart,
  StoredPaymentMethod,
  StoredShippingAddress,
} from '../carts/cart-snapshot.ts';
import type { LockRefusal } from '../carts/carts.store.ts';
import { cardBinJson, holdsPromotion } from '../platform/db/card-bin-row.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import type { RequestContext } from '../platform/http/route.ts';

/** The caller and the time. A caller who only knows the cart's ID has no `viewerId` (see `ownerRefusal`, DEC-05). */
export type CartWriter = Pick<RequestContext, 'viewerId' | 'now'>;

/** The caller's parameters, in the order in which the statements take them. */
const writerValues = ({ now, viewerId }: CartWriter) => [now, viewerId ?? null] as const;

/** An address as received: with the ID of its department, but without the department's name. */
type AddressOf<Stored extends { region: { regionId: number } }> = Omit<Stored, 'region'>;

/** The result of saving an address. Nothing is saved if part of it is unknown, the cart is not open, or the cart is not the caller's. */
export interface SavedAddress {
  /** The stored address. Null if nothing was stored. */
  address: StoredShippingAddress | null;
  /** True if a shipping method was already chosen. The address may change the method's price. */
  hasMethod: boolean;
  isRegionKnown: boolean;
  /** Also true if the address names no store. */
  isStoreKnown: boolean;
  /** True if every visit of the cart is possible at the address. */
  isVisited: boolean;
}

/** SQL for the address $2 as stored, with the name of its department `d`. */
const typedAddress = `$2::jsonb || jsonb_build_object('region', jsonb_build_object('regionId', d.region_id, 'region', d.title))`;

const updateShippingAddress = statement(
  'checkout.shipping-address',
  `with region as materialized (select region_id, title from departments where region_id = $3),
   known as materialized (
     select exists (select from region) as region,
       $4::text is null or exists (select from stores where store_code = $4 and is_pickup) as store,
       cart_visits_cover($1, $3, $2::jsonb ->> 'city') as visits),
   saved as (
     update carts c
     set shipping_address = ${typedAddress}, updated_at = $5
     from region d, known
     where c.id = $1 and c.status = 'open' and known.store and known.visits and coalesce(cart_owner(c) = $6, cart_owner(c) is null)
     returning c.shipping_address as address, c.shipping_method is not null as has_method)
   select address, has_method, known.region as has_region, known.store as has_store, known.visits as is_visited from known left join saved on true`,
  { address: column<StoredShippingAddress>(), isVisited: neverNull() },
);

export async function saveShippingAddress(
  tx: Tx,
  cartId: string,
  address: AddressOf<StoredShippingAddress>,
  regionId: number,
  writer: CartWriter,
): Promise<SavedAddress> {
  const values = [cartId, JSON.stringify(address), regionId, address.storeCode, ...writerValues(writer)] as const;
  const [row] = await updateShippingAddress(tx, [...values]);
  if (row === undefined) throw new Error('a statement of exactly one row answered none');
  const { address: stored, hasMethod } = row;
  const { hasRegion: isRegionKnown, hasStore: isStoreKnown, isVisited } = row;
  return { address: stored, hasMethod: hasMethod === true, isRegionKnown, isStoreKnown, isVisited };
}

type DeliveryTypeRefusal = LockRefusal | 'SHIPPING_ADDRESS_REQUIRED' | 'SHIPPING_METHOD_NOT_ALLOWED';

const callShippingMethod = statement(
  'checkout.shipping-method',
  'select set_cart_shipping_method($1, $2, $3) as refusal',
  { refusal: column<DeliveryTypeRefusal>() },
);

/** Saves the shipping method. A refusal contains the reason why nothing was written. */
export async function saveShippingMethod(
  tx: Tx,
  cartId: string,
  type: DeliveryType,
  now: Date,
): Promise<Result<null, { code: DeliveryTypeRefusal }>> {
  const [row] = await callShippingMethod(tx, [cartId, type === 'storepickup' ? 'pickup' : 'delivery', now]);
  return row?.refusal ? refuse({ code: row.refusal }) : ok(null);
}

/**
 * In a cart with an advisor, the address gets the invoice's NIT, or "CF" if the invoice has no NIT (DEL-20).
 * `identity`: SQL for the JSON with the invoice's name and number.
 */
const shippingAddressWithNit = (identity: string): string => `case
  when c.advisor_hash is null or c.shipping_address is null then c.shipping_address
  else c.shipping_address || jsonb_build_object('nit',
    case ${identity} ->> 'documentType' when 'NIT' then ${identity} ->> 'nit' else 'CF' end) end`;

const updateBillingAddress = statement(
  'checkout.billing-address',
  `update carts c
   set billing_address = ${typedAddress},
     shipping_address = ${shippingAddressWithNit('$2::jsonb')},
     updated_at = $4
   from departments d
   where c.id = $1 and c.status = 'open' and d.region_id = $3 and coalesce(cart_owner(c) = $5, cart_owner(c) is null)
   returning c.billing_address`,
  { billingAddress: neverNull<StoredBillingAddress>() },
);

/** Returns the stored address. Undefined if the cart is not open or not the caller's, or the department is unknown. */
export async function saveBillingAddress(
  tx: Tx,
  cartId: string,
  address: AddressOf<StoredBillingAddress>,
  regionId: number,
  writer: CartWriter,
): Promise<StoredBillingAddress | undefined> {
  const [row] = await updateBillingAddress(tx, [cartId, JSON.stringify(address), regionId, ...writerValues(writer)]);
  return row?.billingAddress;
}

const selectShippingNit = statement(
  'checkout.shipping-nit',
  `select shipping_address ->> 'nit' as nit from carts where id = $1`,
);

/** The NIT of the shipping address. Undefined if there is no cart or no address. */
export async function findShippingNit(tx: Tx, cartId: string): Promise<string | undefined> {
  const [row] = await selectShippingNit(tx, [cartId]);
  return row?.nit ?? undefined;
}

const shippingAsBilling = `(c.shipping_address - '{latitude,longitude,storeCode,zone,trustedPerson}'::text[])
       || jsonb_build_object('nit', $2::text, 'documentType', $3::text)`;

const copyShippingAddress = statement(
  'checkout.billing-as-shipping',
  `update carts c
   set billing_address = ${shippingAsBilling},
     shipping_address = ${shippingAddressWithNit("jsonb_build_object('nit', $2::text, 'documentType', $3::text)")},
     updated_at = $4
   where c.id = $1 and c.status = 'open' and c.shipping_address is not null
     and coalesce(cart_owner(c) = $5, cart_owner(c) is null)
   returning c.billing_address`,
  { billingAddress: neverNull<StoredBillingAddress>() },
);

/**
 * Bills to the shipping address (`same_as_shipping`, DEC-110) and returns it. Undefined if the cart is not open, not
 * the caller's, or has no shipping address.
 */
export async function billToShippingAddress(
  tx: Tx,
  cartId: string,
  identity: Identity,
  writer: CartWriter,
): Promise<StoredBillingAddress | undefined> {
  const values = [cartId, identity.nit, identity.documentType, ...writerValues(writer)] as const;
  const [row] = await copyShippingAddress(tx, [...values]);
  return row?.billingAddress;
}

const selectReasons = statement(
  'checkout.explain',
  `select c.status, cart_owner(c) as owner_id, o.number, c.shipping_address is not null as has_address,
     exists (select from departments where region_id = $2) as has_region
   from (select) one
     left join carts c on c.id = $1
     left join orders o on o.cart_id = c.id and o.status <> 'void'`,
);

interface RefusalReasons {
  /** Undefined if the cart does not exist. */
  cart: { status: CartStatus; orderNumber: string | null; ownerId: string | null } | undefined;
  hasAddress: boolean;
  isRegionKnown: boolean;
}

/** Finds the reasons why a conditional update may have changed nothing. */
export async function explainRefusal(tx: Tx, asked: { cartId: string; regionId: number }): Promise<RefusalReasons> {
  const [row] = await selectReasons(tx, [asked.cartId, asked.regionId]);
  if (row === undefined) throw new Error('a statement of exactly one row answered none');
  const { status, number, ownerId } = row;
  return {
    cart: status === null ? undefined : { status, orderNumber: number === null ? null : String(number), ownerId },
    hasAddress: row.hasAddress,
    isRegionKnown: row.hasRegion,
  };
}

const updatePaymentMethod = statement(
  'checkout.payment-method',
  `with cart as (select status from carts where id = $1 for update),
   known as (select * from card_bins where bin = $3),
   changed as (
     update carts set
       payment_method = jsonb_build_object('method', $2::text, 'bin', $3::text),
       updated_at = $4
     where id = $1 and status = 'open' and ($2 = 'kosmos_payment' or exists (
       select from known where cardinality(plans) > 0 and (${holdsPromotion('known', '$4')} or $2 <> 'bamMaxVisaInstallments')))
     returning payment_method)
   select status, (select payment_method from changed) as payment_method, ${cardBinJson('known', '$4')} as card_bin
   from cart left join known on true`,
  { cardBin: column<CardBin>(), paymentMethod: column<StoredPaymentMethod>() },
);

/**
 * Sets the payment method if the BIN allows it (DEC-103). Installments need a local BIN with plans. Installments of the
 * promotion need a BIN that has the promotion. Returns the cart's status, the stored method (null if no method was
 * stored), and the known facts about the BIN's cards.
 */
export async function savePaymentMethod(
  tx: Tx,
  cartId: string,
  choice: { method: StoredPaymentMethod['method']; bin: string | null },
  now: Date,
): Promise<(Pick<StoredCart, 'card' | 'status'> & { stored: StoredPaymentMethod | null }) | undefined> {
  const [row] = await updatePaymentMethod(tx, [cartId, choice.method, choice.bin, now]);
  return row && { status: row.status, stored: row.paymentMethod, card: row.cardBin };
}

/** The e-mail that a cart had before it was overwritten. */
interface ReplacedEmail {
  email: string | null;
  /** The time of the cart's previous change. The database's text form, because a `Date` would lose the microseconds. */
  updatedAt: string;
  /** The version of the cart's row after this write. Any later change gives the row another version. */
  version: string;
}

const updateEmail = statement(
  'checkout.email',
  `with before as (select id, email, updated_at::text from carts where id = $1 for update)
   update carts c set email = $2, updated_at = $3
   from before b
   where c.id = b.id and c.status = 'open' and coalesce(cart_owner(c) = $4, cart_owner(c) is null)
   returning b.email, b.updated_at, c.xmin::text as version`,
  { version: neverNull() },
);

/**
 * Saves the e-mail and returns the former e-mail. Undefined if nothing was written, because the cart is not open or not
 * the caller's.
 */
export async function saveEmail(
  tx: Tx,
  cartId: string,
  email: string,
  { now, viewerId }: CartWriter,
): Promise<ReplacedEmail | undefined> {
  const [replaced] = await updateEmail(tx, [cartId, email, now, viewerId ?? null]);
  return replaced;
}

const restoreEmail = statement(
  'checkout.email-back',
  'update carts set email = $2, updated_at = $3 where id = $1 and xmin::text = $4',
);

/**
 * Restores the e-mail that `saveEmail` replaced. Skipped if the cart has changed since, because the same e-mail may be
 * valid by now. If two refused confirmations overlap, or the process dies before this call, the refused e-mail stays.
 * It cannot lead to an order, because placing repeats all these checks.
 */
export async function undoEmailChange(tx: Tx, cartId: string, replaced: ReplacedEmail): Promise<void> {
  const { email, updatedAt, version } = replaced;
  await restoreEmail(tx, [cartId, email, updatedAt, version]);
}

const selectCustomer = statement('checkout.customer-email', 'select email from customers where email = $1');

/** Returns whether an account has this e-mail (in lower case). */
export const isRegistered = async (tx: Tx, email: string): Promise<boolean> =>
  (await selectCustomer(tx, [email])).length > 0;

/** The stored shipping address. The zone's default depends on the destination (DEL-21). */
export const shippingAddressOf = ({
  region: _,
  zone,
  nit,
  ...body
}: Parsed<typeof setCartShippingAddress>['body']): AddressOf<StoredShippingAddress> => ({
  ...body,
  zone: zone ?? defaultZones[body.storeCode === null ? 'delivery' : 'storepickup'],
  nit: normalizeFinalConsumer(nit),
});

/** The stored billing address: missing fields take the defaults of a digital purchase (DEC-84, CONST-20..25). */
export function billingAddressOf(
  body: Omit<Parsed<typeof setCartBillingAddress>['body'], 'same_as_shipping'>,
  identity: Identity,
): AddressOf<StoredBillingAddress> {
  const street = [body.street ?? defaultFiscalAddress].flat().map((line) => cutStreet(line.trim()));
  return {
    firstname: body.firstname ?? '',
    lastname: body.lastname ?? '',
    street: (street[0] ?? '') === '' ? [defaultFiscalAddress] : street,
    city: body.city || defaultFiscalAddress,
    postcode: body.postcode,
    country_code: countryCode,
    telephone: body.telephone,
    ...identity,
  };
}
