import type { Identity } from '@ceiba/domain/billing/tax-document';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import type {
  CartStatus,
  StoredBillingAddress,
  StoredCart,
  StoredPaymentMethod,
  StoredShippingAddress,
} from '../carts/cart-snapshot.ts';
import type { LockRefusal } from '../carts/carts.store.ts';
import { type CardBinColumn, cardBinJson } from '../platform/card-bin-row.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** Whose session asks, null without one: personal data of a customer's cart is that customer's alone (DEC-05). */
export interface CartViewer {
  viewerId: string | null;
  now: Date;
}

/** An address as it comes in: its department known by id only. */
export type AddressOf<Stored extends { region: { regionId: number } }> = Omit<Stored, 'region'>;

const updateShippingAddress = statement<
  { id: string },
  [cart: string, address: string, region: number, store: string | null, now: Date, viewer: string | null]
>(
  'checkout.shipping-address',
  `update carts c
   set shipping_address = $2::jsonb || jsonb_build_object('region', jsonb_build_object('regionId', d.region_id, 'region', d.title)),
     updated_at = $5
   from departments d
   where c.id = $1 and c.status = 'open' and d.region_id = $3
     and ($4::text is null or exists (select from stores where store_code = $4 and is_pickup))
     and (c.customer_id is null or c.customer_id = $6)
   returning c.id`,
);

/** False when the cart is not open or another's, or department or store are unknown: `explainRefusal` tells which. */
export const saveShippingAddress = async (
  tx: Tx,
  cartId: string,
  address: AddressOf<StoredShippingAddress>,
  regionId: number,
  { now, viewerId }: CartViewer,
): Promise<boolean> => {
  const values = [cartId, JSON.stringify(address), regionId, address.storeCode, now, viewerId] as const;
  return (await updateShippingAddress(tx, [...values])).length > 0;
};

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

const updateBillingAddress = statement<
  { billing_address: StoredBillingAddress },
  [cart: string, address: string, region: number, now: Date, viewer: string | null]
>(
  'checkout.billing-address',
  `update carts c
   set billing_address = $2::jsonb || jsonb_build_object('region', jsonb_build_object('regionId', d.region_id, 'region', d.title)),
     updated_at = $4
   from departments d
   where c.id = $1 and c.status = 'open' and d.region_id = $3 and (c.customer_id is null or c.customer_id = $5)
   returning c.billing_address`,
);

/** The address as stored; undefined when the cart is not open or another's, or the department unknown. */
export async function saveBillingAddress(
  tx: Tx,
  cartId: string,
  address: AddressOf<StoredBillingAddress>,
  regionId: number,
  { now, viewerId }: CartViewer,
): Promise<StoredBillingAddress | undefined> {
  const [row] = await updateBillingAddress(tx, [cartId, JSON.stringify(address), regionId, now, viewerId]);
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

const copyShippingAddress = statement<
  { billing_address: StoredBillingAddress },
  [cart: string, nit: string, documentType: Identity['documentType'], now: Date, viewer: string | null]
>(
  'checkout.billing-as-shipping',
  `update carts c
   set billing_address = (c.shipping_address - '{latitude,longitude,storeCode,zone,trustedPerson}'::text[])
       || jsonb_build_object('nit', $2::text, 'documentType', $3::text),
     updated_at = $4
   where c.id = $1 and c.status = 'open' and c.shipping_address is not null
     and (c.customer_id is null or c.customer_id = $5)
   returning c.billing_address`,
);

/** Bills to the shipping address (`same_as_shipping`, DEC-110); undefined when the cart is not open or another's, or has none. */
export async function billToShippingAddress(
  tx: Tx,
  cartId: string,
  identity: Identity,
  { now, viewerId }: CartViewer,
): Promise<StoredBillingAddress | undefined> {
  const [row] = await copyShippingAddress(tx, [cartId, identity.nit, identity.documentType, now, viewerId]);
  return row?.billing_address;
}

const updatePaymentMethod = statement<
  CardBinColumn & { status: CartStatus; payment_method: StoredPaymentMethod | null },
  [cart: string, method: StoredPaymentMethod['method'], bin: string | null, now: Date]
>(
  'checkout.payment-method',
  `with cart as (select status from carts where id = $1 for update),
   known as (select * from card_bins where bin = $3),
   changed as (
     update carts set
       payment_method = jsonb_build_object('method', $2::text, 'bin', $3::text),
       updated_at = $4
     where id = $1 and status = 'open' and ($2 = 'kosmos_payment' or exists (
       select from known where cardinality(plans) > 0 and (has_discount or $2 <> 'bamMaxVisaInstallments')))
     returning payment_method)
   select status, (select payment_method from changed) as payment_method, ${cardBinJson('known')} as card_bin
   from cart left join known on true`,
);

/**
 * Sets the method when the bin suits it (DEC-103): installments need a local bin with plans, those of the promotion a bin
 * that carries it. Answers the cart's status, what was stored (null: nothing) and what is known of the bin's card.
 */
export async function savePaymentMethod(
  tx: Tx,
  cartId: string,
  choice: { method: StoredPaymentMethod['method']; bin: string | null },
  now: Date,
): Promise<(Pick<StoredCart, 'card' | 'status'> & { stored: StoredPaymentMethod | null }) | undefined> {
  const [row] = await updatePaymentMethod(tx, [cartId, choice.method, choice.bin, now]);
  return row && { status: row.status, stored: row.payment_method, card: row.card_bin };
}

const updateEmail = statement<{ id: string }, [cart: string, email: string, now: Date, viewer: string | null]>(
  'checkout.email',
  `update carts set email = $2, updated_at = $3
   where id = $1 and status = 'open' and (customer_id is null or customer_id = $4) returning id`,
);

/** False when the cart is not open, or another's. */
export const saveEmail = async (
  tx: Tx,
  cartId: string,
  email: string,
  { now, viewerId }: CartViewer,
): Promise<boolean> => (await updateEmail(tx, [cartId, email, now, viewerId])).length > 0;

interface RefusalRow {
  status: CartStatus | null;
  customer_id: string | null;
  number: number | null;
  has_address: boolean;
  has_region: boolean;
  has_store: boolean;
}

const selectReasons = statement<RefusalRow, [cart: string, region: number | null, store: string | null]>(
  'checkout.explain',
  `select c.status, c.customer_id, o.number, c.shipping_address is not null as has_address,
     exists (select from departments where region_id = $2) as has_region,
     exists (select from stores where store_code = $3 and is_pickup) as has_store
   from (select) one
     left join carts c on c.id = $1
     left join orders o on o.cart_id = c.id and o.status <> 'void'`,
);

export interface RefusalReasons {
  /** Undefined: there is no such cart. */
  cart: { status: CartStatus; orderNumber: string | null; customerId: string | null } | undefined;
  hasAddress: boolean;
  isRegionKnown: boolean;
  isStoreKnown: boolean;
}

/** What stood in the way of a conditional update that changed nothing. */
export async function explainRefusal(
  tx: Tx,
  asked: { cartId: string; regionId?: number; storeCode?: string | null },
): Promise<RefusalReasons> {
  const [row] = await selectReasons(tx, [asked.cartId, asked.regionId ?? null, asked.storeCode ?? null]);
  if (row === undefined) throw new Error('a statement of exactly one row answered none');
  const { status, number, customer_id: customerId } = row;
  return {
    cart: status === null ? undefined : { status, orderNumber: number === null ? null : String(number), customerId },
    hasAddress: row.has_address,
    isRegionKnown: row.has_region,
    isStoreKnown: row.has_store,
  };
}

const selectCustomer = statement<{ email: string }, [email: string]>(
  'checkout.customer-email',
  'select email from customers where email = $1',
);

/** `email` in lower case. */
export const isRegistered = async (tx: Tx, email: string): Promise<boolean> =>
  (await selectCustomer(tx, [email])).length > 0;
