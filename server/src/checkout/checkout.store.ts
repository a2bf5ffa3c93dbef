import type { Identity } from '@ceiba/domain/billing/tax-document';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import type { CartStatus, StoredBillingAddress, StoredShippingAddress } from '../carts/cart-snapshot.ts';
import type { LockRefusal } from '../carts/carts.store.ts';
import type { Tx } from '../platform/database.ts';
import type { RequestContext } from '../platform/route.ts';
import { statement } from '../platform/statement.ts';

/** Who writes, and when: whoever only knows the cart has no `viewerId` (see `ownerRefusal`, DEC-05). */
export type CartWriter = Pick<RequestContext, 'viewerId' | 'now'>;

/** As the statements below take them. */
const byWhom = ({ now, viewerId }: CartWriter) => [now, viewerId ?? null] as const;

/** An address as it comes in: its department known by id only. */
export type AddressOf<Stored extends { region: { regionId: number } }> = Omit<Stored, 'region'>;

/** What was saved of an address; else what of it is unknown, or the cart is not open, or another's. */
export interface SavedAddress {
  /** As stored; null = it was not. */
  address: StoredShippingAddress | null;
  /** A shipping method was chosen before, whose price the address may change. */
  hasMethod: boolean;
  isRegionKnown: boolean;
  /** True where none is named. */
  isStoreKnown: boolean;
}

/** SQL: the address $2 as it is stored, with the name of its department `d`. */
const typedAddress = `$2::jsonb || jsonb_build_object('region', jsonb_build_object('regionId', d.region_id, 'region', d.title))`;

const updateShippingAddress = statement<
  { address: StoredShippingAddress | null; has_method: boolean | null; has_region: boolean; has_store: boolean },
  [cart: string, address: string, region: number, store: string | null, now: Date, viewer: string | null]
>(
  'checkout.shipping-address',
  `with region as materialized (select region_id, title from departments where region_id = $3),
   known as materialized (
     select exists (select from region) as region,
       $4::text is null or exists (select from stores where store_code = $4 and is_pickup) as store),
   saved as (
     update carts c
     set shipping_address = ${typedAddress}, updated_at = $5
     from region d, known
     where c.id = $1 and c.status = 'open' and known.store and coalesce(cart_owner(c) = $6, cart_owner(c) is null)
     returning c.shipping_address as address, c.shipping_method is not null as has_method)
   select address, has_method, known.region as has_region, known.store as has_store from known left join saved on true`,
);

export async function saveShippingAddress(
  tx: Tx,
  cartId: string,
  address: AddressOf<StoredShippingAddress>,
  regionId: number,
  writer: CartWriter,
): Promise<SavedAddress> {
  const values = [cartId, JSON.stringify(address), regionId, address.storeCode, ...byWhom(writer)] as const;
  const [row] = await updateShippingAddress(tx, [...values]);
  if (row === undefined) throw new Error('a statement of exactly one row answered none');
  const { address: stored, has_method: hasMethod } = row;
  return { address: stored, hasMethod: hasMethod === true, isRegionKnown: row.has_region, isStoreKnown: row.has_store };
}

export type ShippingMethodRefusal = LockRefusal | 'SHIPPING_ADDRESS_REQUIRED' | 'SHIPPING_METHOD_NOT_ALLOWED';

const callShippingMethod = statement<
  { refusal: ShippingMethodRefusal | null },
  [cart: string, method: 'delivery' | 'pickup', now: Date]
>('checkout.shipping-method', 'select set_cart_shipping_method($1, $2, $3) as refusal');

/** Null = done, else why nothing was written. */
export async function saveShippingMethod(
  tx: Tx,
  cartId: string,
  type: DeliveryType,
  now: Date,
): Promise<ShippingMethodRefusal | null> {
  const [row] = await callShippingMethod(tx, [cartId, type === 'storepickup' ? 'pickup' : 'delivery', now]);
  return row?.refusal ?? null;
}

/**
 * DEL-20: in an advisor's hands the address `nit` is the NIT of the invoice, "CF" where that names none. `identity`: SQL of
 * the json the invoice is made out to.
 */
const shippingAddressWithNit = (identity: string): string => `case
  when c.advisor_hash is null or c.shipping_address is null then c.shipping_address
  else c.shipping_address || jsonb_build_object('nit',
    case ${identity} ->> 'documentType' when 'NIT' then ${identity} ->> 'nit' else 'CF' end) end`;

const updateBillingAddress = statement<
  { billing_address: StoredBillingAddress },
  [cart: string, address: string, region: number, now: Date, viewer: string | null]
>(
  'checkout.billing-address',
  `update carts c
   set billing_address = ${typedAddress},
     shipping_address = ${shippingAddressWithNit('$2::jsonb')},
     updated_at = $4
   from departments d
   where c.id = $1 and c.status = 'open' and d.region_id = $3 and coalesce(cart_owner(c) = $5, cart_owner(c) is null)
   returning c.billing_address`,
);

/** The address as stored; undefined when the cart is not open or another's, or the department unknown. */
export async function saveBillingAddress(
  tx: Tx,
  cartId: string,
  address: AddressOf<StoredBillingAddress>,
  regionId: number,
  writer: CartWriter,
): Promise<StoredBillingAddress | undefined> {
  const [row] = await updateBillingAddress(tx, [cartId, JSON.stringify(address), regionId, ...byWhom(writer)]);
  return row?.billing_address;
}

const selectShippingNit = statement<{ nit: string | null }, [cart: string]>(
  'checkout.shipping-nit',
  `select shipping_address ->> 'nit' as nit from carts where id = $1`,
);

/** The number a shipping address carries; undefined without cart or address. */
export async function findShippingNit(tx: Tx, cartId: string): Promise<string | undefined> {
  const [row] = await selectShippingNit(tx, [cartId]);
  return row?.nit ?? undefined;
}

const shippingAsBilling = `(c.shipping_address - '{latitude,longitude,storeCode,zone,trustedPerson}'::text[])
       || jsonb_build_object('nit', $2::text, 'documentType', $3::text)`;

const copyShippingAddress = statement<
  { billing_address: StoredBillingAddress },
  [cart: string, nit: string, documentType: Identity['documentType'], now: Date, viewer: string | null]
>(
  'checkout.billing-as-shipping',
  `update carts c
   set billing_address = ${shippingAsBilling},
     shipping_address = ${shippingAddressWithNit("jsonb_build_object('nit', $2::text, 'documentType', $3::text)")},
     updated_at = $4
   where c.id = $1 and c.status = 'open' and c.shipping_address is not null
     and coalesce(cart_owner(c) = $5, cart_owner(c) is null)
   returning c.billing_address`,
);

/**
 * Bills to the shipping address (`same_as_shipping`, DEC-110), which the answer repeats; undefined when the cart is not open or
 * another's, or has none.
 */
export async function billToShippingAddress(
  tx: Tx,
  cartId: string,
  identity: Identity,
  writer: CartWriter,
): Promise<StoredBillingAddress | undefined> {
  const values = [cartId, identity.nit, identity.documentType, ...byWhom(writer)] as const;
  const [row] = await copyShippingAddress(tx, [...values]);
  return row?.billing_address;
}

interface RefusalRow {
  status: CartStatus | null;
  owner_id: string | null;
  number: number | null;
  has_address: boolean;
  has_region: boolean;
}

const selectReasons = statement<RefusalRow, [cart: string, region: number]>(
  'checkout.explain',
  `select c.status, cart_owner(c) as owner_id, o.number, c.shipping_address is not null as has_address,
     exists (select from departments where region_id = $2) as has_region
   from (select) one
     left join carts c on c.id = $1
     left join orders o on o.cart_id = c.id and o.status <> 'void'`,
);

export interface RefusalReasons {
  /** Undefined: there is no such cart. */
  cart: { status: CartStatus; orderNumber: string | null; ownerId: string | null } | undefined;
  hasAddress: boolean;
  isRegionKnown: boolean;
}

/** What stood in the way of a conditional update that changed nothing. */
export async function explainRefusal(tx: Tx, asked: { cartId: string; regionId: number }): Promise<RefusalReasons> {
  const [row] = await selectReasons(tx, [asked.cartId, asked.regionId]);
  if (row === undefined) throw new Error('a statement of exactly one row answered none');
  const { status, number, owner_id: ownerId } = row;
  return {
    cart: status === null ? undefined : { status, orderNumber: number === null ? null : String(number), ownerId },
    hasAddress: row.has_address,
    isRegionKnown: row.has_region,
  };
}
