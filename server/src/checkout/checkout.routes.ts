import * as calls from '@ceiba/contract/checkout';
import {
  confirmCart,
  setCartBillingAddress,
  setCartPaymentMethod,
  validateGuestCheckout,
} from '@ceiba/contract/checkout';
import type { Parsed } from '@ceiba/contract/endpoint';
import { checkIdentity, type Identity } from '@ceiba/domain/billing/tax-document';
import { checkReadiness } from '@ceiba/domain/carts/readiness';
import { deliveryTypeOf } from '@ceiba/domain/delivery/delivery-choice';
import { homeRegionId, unknownRegionText } from '@ceiba/domain/delivery/regions';
import { isInstallmentsOptionVisible } from '@ceiba/domain/payments/installments';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import {
  cartToPlace,
  toPaymentMethodAnswer,
  toPrices,
  type toShippingAddressAnswer,
  toShippingMethodAnswer,
} from '../carts/cart-answer.ts';
import { changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import { type PricedCart, priceCart } from '../carts/cart-snapshot.ts';
import { findCartState } from '../carts/carts.store.ts';
import { changeCart, unchanged } from '../carts/change-cart.ts';
import { readPricedCart } from '../carts/read-cart.store.ts';
import { toMoney } from '../catalog/product-card.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type RefusalOf, type RequestContext, type Route, route } from '../platform/http/route.ts';
import {
  billingAddressOf,
  billToShippingAddress,
  type CartWriter,
  explainRefusal,
  findShippingNit,
  isRegistered,
  type SavedAddress,
  saveBillingAddress,
  saveEmail,
  savePaymentMethod,
  saveShippingAddress,
  saveShippingMethod,
  shippingAddressOf,
  undoEmailChange,
} from './checkout.store.ts';

const paymentMethodRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartPaymentMethod, async ({ params: { id }, body }, { now, policy, viewerId }) => {
    const choice = { method: body.paymentMethod, bin: body.bin ?? null };
    const save = (tx: Tx) => savePaymentMethod(tx, id, choice, now);
    const { cart, saved, code } =
      choice.method === 'kosmos_payment'
        ? await saveMethod(db, { id, now, policy }, save)
        : await saveInstallmentsIfAllowed(db, { id, now, policy }, save);
    const cartRefusal = changeRefusal(cart, viewerId);
    if (cart === undefined || cartRefusal !== null) return refuse(cartRefusal ?? { code: 'CART_NOT_FOUND' });
    if (code !== null) return refuse({ code });
    if (saved?.status !== 'open') return refuse({ code: 'ORDER_IN_PROGRESS' });
    if (saved.stored === null) return refuse({ code: 'PAY_METHOD_NOT_ALLOWED' });
    const prices = toPrices(priceCart({ ...cart, paymentMethod: saved.stored, card: saved.card }, policy));
    return ok({ status: 201, data: { selectedPaymentMethod: toPaymentMethodAnswer(body.paymentMethod), prices } });
  }),
];

interface CartRead {
  id: string;
  now: Date;
  policy: ShopPolicy;
}
type Save = (tx: Tx) => ReturnType<typeof savePaymentMethod>;

/** Saves a method that every cart allows. No check comes first, so the write and the read of the cart take one round trip. */
async function saveMethod(db: Database, { id, now, policy }: CartRead, save: Save) {
  const [saved, cart] = await db.batch(save, (tx) => readPricedCart(tx, id, now, policy));
  return { saved, cart, code: null };
}

/** Saves an installments method if the cart allows installments. */
async function saveInstallmentsIfAllowed(db: Database, { id, now, policy }: CartRead, save: Save) {
  const cart = await readPricedCart(db.write, id, now, policy);
  if (cart?.status !== 'open') return { cart, code: null, saved: undefined };
  const code = installmentsRefusal(cart, policy);
  return { cart, code, saved: code === null ? await save(db.write) : undefined };
}

/**
 * Returns why the cart allows no installments. They need a minimum total (CONST-09) and, like every card payment, a cart without donation (DIF-17).
 */
function installmentsRefusal(
  cart: PricedCart,
  policy: ShopPolicy,
): 'PAY_METHOD_NOT_ALLOWED' | 'PAY_PLAN_NOT_ALLOWED' | null {
  if (cart.donation !== null) return 'PAY_METHOD_NOT_ALLOWED';
  return isInstallmentsOptionVisible(cart.totalBeforeBankPromotion, policy) ? null : 'PAY_PLAN_NOT_ALLOWED';
}

const billingAddressRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartBillingAddress, async ({ params: { id }, body }, context) => {
    const regionId = body.region ?? homeRegionId;
    const identity = await readIdentity(db, id, body);
    if (!identity.ok) return identity;
    const billingAddress = body.same_as_shipping
      ? await billToShippingAddress(db.write, id, identity.value, context)
      : await saveBillingAddress(db.write, id, billingAddressOf(body, identity.value), regionId, context);
    if (billingAddress === undefined)
      return refuse(await billingRefusal(db, id, body, { regionId, viewerId: context.viewerId }));
    return ok({ status: 201, data: { billingAddress } });
  }),
];

type BillingCall = typeof setCartBillingAddress;
type BillingBody = Parsed<BillingCall>['body'];

/**
 * Returns the identity in the call, otherwise the identity of the shipping address (DEC-110). The caller writes the
 * returned identity, so that a concurrent change of the address cannot add an unchecked identity (DEC-189).
 */
async function readIdentity(
  db: Database,
  cartId: string,
  body: BillingBody,
): Promise<Result<Identity, RefusalOf<BillingCall>>> {
  const number = body.nit || (await findShippingNit(db.write, cartId)) || 'CF';
  const identity = checkIdentity(number, body.documentType);
  return identity.ok
    ? identity
    : refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { nit: identity.error.message } } });
}

async function billingRefusal(
  db: Database,
  cartId: string,
  body: BillingBody,
  { regionId, viewerId }: { regionId: number; viewerId: string | undefined },
): Promise<RefusalOf<BillingCall>> {
  const reasons = await explainRefusal(db.write, { cartId, regionId });
  const refusal = ownerRefusal(reasons.cart, viewerId) ?? changeRefusal(reasons.cart, viewerId);
  if (refusal !== null) return refusal;
  if (body.same_as_shipping && !reasons.hasAddress) return { code: 'SHIPPING_ADDRESS_REQUIRED' };
  if (!body.same_as_shipping && !reasons.isRegionKnown) {
    return { code: 'VALIDATION_ERROR', metadata: { fields: { region: unknownRegionText } } };
  }
  return { code: 'ORDER_IN_PROGRESS' };
}

const cartDeliveryRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.setCartShippingAddress, ({ params, body }, context) => setAddress(db, params.id, body, context, 201)),
  route(calls.changeCartShippingAddress, ({ params, body }, context) => setAddress(db, params.id, body, context, 200)),

  route(calls.setCartShippingMethod, async ({ params: { id }, body }, { now, policy, viewerId }) => {
    const type = deliveryTypeOf(body);
    if (type === null) return refuse({ code: 'SHIPPING_METHOD_NOT_ALLOWED' });
    const changed = await changeCart(db, { id, now, policy, viewerId }, readPricedCart, (tx) =>
      saveShippingMethod(tx, id, type, now),
    );
    if (!changed.ok) return changed;
    const { cart } = changed.value;
    const selectedShippingMethod = toShippingMethodAnswer(cart);
    // A product that this method cannot deliver was added between the write and the read, and cleared the method.
    if (selectedShippingMethod === null) return refuse({ code: 'SHIPPING_METHOD_NOT_ALLOWED' });
    return ok({ status: 201, data: { selectedShippingMethod, prices: toPrices(cart) } });
  }),

  route(calls.getCartTableRate, async ({ params }, { now, policy }) => {
    const cart = await readPricedCart(db.write, params.id, now, policy);
    return cart === undefined ? refuse({ code: 'CART_NOT_FOUND' }) : ok({ status: 200, data: toMoney(cart.tableRate) });
  }),
];

type AddressCall = typeof calls.setCartShippingAddress;

async function setAddress(
  db: Database,
  cartId: string,
  body: Parsed<AddressCall>['body'],
  context: CartWriter & Pick<RequestContext, 'policy'>,
  status: 200 | 201,
): Promise<
  Result<
    { status: number; data: { shippingAddress: ReturnType<typeof toShippingAddressAnswer> } },
    RefusalOf<AddressCall>
  >
> {
  const { now, policy, viewerId } = context;
  const address = shippingAddressOf(body);
  const saved = await saveShippingAddress(db.write, cartId, address, body.region, context);
  if (saved.address === null) return refuse(addressRefusal(await findCartState(db.write, cartId), saved, viewerId));
  // Most buyers save the address before they choose a method. Then the cart need not be read.
  const cart = saved.hasMethod ? await readPricedCart(db.write, cartId, now, policy) : undefined;
  const selectedShippingMethod = cart === undefined ? null : toShippingMethodAnswer(cart);
  return ok({ status, data: { shippingAddress: { ...saved.address, selectedShippingMethod } } });
}

function addressRefusal(
  cart: Awaited<ReturnType<typeof findCartState>>,
  { isRegionKnown, isStoreKnown, isVisited }: SavedAddress,
  viewerId: string | undefined,
): RefusalOf<AddressCall> {
  const refusal = ownerRefusal(cart, viewerId) ?? changeRefusal(cart, viewerId);
  if (refusal !== null) return refusal;
  if (!isRegionKnown) {
    return { code: 'VALIDATION_ERROR', metadata: { fields: { region: unknownRegionText } } };
  }
  if (!isStoreKnown) return { code: 'STORE_NOT_FOUND' };
  return { code: isVisited ? 'ORDER_IN_PROGRESS' : 'VISIT_NOT_COVERED' };
}

export const checkoutRoutes = ({ db }: { db: Database }): Route[] => [
  ...cartDeliveryRoutes({ db }),
  ...billingAddressRoutes({ db }),
  ...paymentMethodRoutes({ db }),

  route(confirmCart, async ({ params: { id }, body }, context) => {
    const { now, policy, viewerId } = context;
    const { email } = body;
    // Saves the e-mail and reads the cart in one round trip, because nearly every cart is ready. If the cart is not ready, the former
    // e-mail is restored.
    const confirmed = await changeCart(
      db,
      { id, now, policy, viewerId, isOwnersOnly: true },
      readPricedCart,
      async (tx) => {
        const saved = await saveEmail(tx, id, email, context);
        return saved === undefined ? refuse(unchanged) : ok(saved);
      },
    );
    if (!confirmed.ok) return confirmed;
    const { cart, change: replaced } = confirmed.value;
    // The cart was ordered between the two statements.
    const cartRefusal = changeRefusal(cart, viewerId);
    if (cartRefusal !== null) return refuse(cartRefusal);
    const unready = readinessRefusal(cart, policy);
    if (unready !== null) {
      await undoEmailChange(db.write, id, replaced);
      return refuse({ code: unready });
    }
    return ok({ status: 200, data: { cartId: id, email } });
  }),

  route(validateGuestCheckout, async ({ body: { email } }) => {
    const isKnown = await isRegistered(db.write, email);
    return ok({ status: 200, data: isKnown ? { result: false, suggestedEmail: email } : { result: true } });
  }),
];

/** Returns the first failing check of `confirmCart` (DEC-135). Null if the cart is ready. */
function readinessRefusal(cart: PricedCart, policy: ShopPolicy) {
  const ready = checkReadiness(cartToPlace(cart), 'confirmCart', policy);
  if (ready.ok) return null;
  const code = confirmCart.errors.find((listed) => listed === ready.error.code);
  if (code === undefined) throw new Error(`${ready.error.code} is no refusal of confirmCart`);
  return code;
}
