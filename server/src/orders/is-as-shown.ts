import { isDeepStrictEqual } from 'node:util';
import { checkIdentity } from '@ceiba/domain/billing/tax-document';
import { checkEmail } from '@ceiba/domain/customers/email';
import { defaultRegionId } from '@ceiba/domain/delivery/regions';
import type { PricedCart } from '../carts/cart-snapshot.ts';
import { billingAddressOf, shippingAddressOf } from '../checkout/typed-addresses.ts';
import type { OrderRequest } from './order-draft.ts';

type Shown = Pick<PricedCart, 'email' | 'shippingAddress' | 'shippingMethod' | 'billingAddress'> & {
  lines: readonly (Pick<PricedCart['lines'][number], 'id' | 'sku' | 'quantity' | 'giftCard'> & {
    warranty: { sku: string } | null;
  })[];
};

/**
 * Whether the cart still says what the order says that its page shows: what is bought, to whom its mail goes, where it goes itself,
 * and who is billed (record 0037). What an order does not say is not asked.
 */
export const isAsShown = (
  cart: Shown,
  { items, email, deliverTo, billTo }: Pick<OrderRequest, 'items' | 'email' | 'deliverTo' | 'billTo'>,
): boolean =>
  (items === undefined || isOf(cart, items)) &&
  (email === undefined || isMailedTo(cart, email)) &&
  (deliverTo === undefined || isDeliveredTo(cart, deliverTo)) &&
  (billTo === undefined || isBilledTo(cart, billTo));

/** The lines, in any order. A donation is none, and its amount stands in the total. */
function isOf({ lines }: Shown, items: NonNullable<OrderRequest['items']>): boolean {
  const shown = new Map(items.map((item) => [item.cartItemId, item]));
  return (
    shown.size === lines.length &&
    lines.every(({ id, sku, quantity, warranty, giftCard }) =>
      isDeepStrictEqual(shown.get(id), { cartItemId: id, sku, quantity, warranty: warranty?.sku ?? null, giftCard }),
    )
  );
}

function isMailedTo(cart: Shown, email: string): boolean {
  const shown = checkEmail(email);
  return shown.ok && shown.value === cart.email;
}

/** The NIT of this address is none of the payer's: it follows the invoice in an advisor's hands (DEL-20). */
function isDeliveredTo(cart: Shown, body: NonNullable<OrderRequest['deliverTo']>): boolean {
  if (cart.shippingAddress === null) return false;
  const { nit: _, region, ...address } = cart.shippingAddress;
  const { nit: _shown, ...shown } = shippingAddressOf(body);
  return (
    cart.shippingMethod === (body.storeCode === null ? 'delivery' : 'storepickup') &&
    region.regionId === body.region &&
    isDeepStrictEqual(address, shown)
  );
}

function isBilledTo(cart: Shown, body: NonNullable<OrderRequest['billTo']>): boolean {
  const identity = checkIdentity(body.nit ?? '', body.documentType);
  if (cart.billingAddress === null || !identity.ok) return false;
  const { region, ...address } = cart.billingAddress;
  const shown = billingAddressOf(body, identity.value);
  return region.regionId === (body.region ?? defaultRegionId) && isDeepStrictEqual(address, shown);
}
