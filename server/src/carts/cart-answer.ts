import type { Cart, CartItem, CartLinesAnswer, CartPrices } from '@ceiba/contract/carts';
import { donationSku, firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { mustBeRemoved } from '@ceiba/domain/carts/line-removal';
import type { CartToPlace } from '@ceiba/domain/carts/readiness';
import { deliveryTypeLabels, shippingMethodOf } from '@ceiba/domain/delivery/delivery-choice';
import { type Centavos, times, toQuetzales } from '@ceiba/domain/money/money';
import type { PaymentMethodCode } from '@ceiba/domain/payments/installments';
import { seenPriceOf, toMoney } from '../catalog/product-card.ts';
import { ownerRefusal } from './cart-refusal.ts';
import {
  type CartLine,
  type CartSnapshot,
  type PricedCart,
  type StoredBillingAddress,
  stockedLines,
} from './cart-snapshot.ts';

const endOf = ({ status }: CartSnapshot): Cart['ended'] =>
  status === 'ordered' || status === 'closed' ? status : null;

/**
 * True once the cart has become an order or is closed. Every caller with its ID then sees the goods, but never the
 * buyer's data.
 */
const isOver = (cart: CartSnapshot): boolean => endOf(cart) !== null;

/** The caller. A caller without a `viewerId` has no session and knows only the cart's ID. */
export interface CartViewer {
  viewerId?: string | undefined;
}

const seesPersonal = (cart: CartSnapshot, { viewerId }: CartViewer): boolean =>
  ownerRefusal(cart, viewerId) === null && !isOver(cart);

/** Removes the map position from a billing address. The position is stored for deliveries to that address. */
const toBilling = (stored: StoredBillingAddress): StoredBillingAddress => {
  const { firstname, lastname, street, city, postcode, country_code, telephone, region, nit, documentType } = stored;
  return { firstname, lastname, street, city, postcode, country_code, telephone, region, nit, documentType };
};

/**
 * Returns the whole cart as the API answers it (CART-01). `status` repeats the HTTP status. Personal fields need the owner's session
 * (DEC-05), and are absent once the cart has become an order.
 */
export function toCartAnswer(cart: CartSnapshot, status: 200 | 201, viewer: CartViewer = {}): Cart {
  const personal = {
    email: cart.email,
    shippingAddresses: cart.shippingAddress === null ? [] : [toShippingAddressAnswer(cart, cart.shippingAddress)],
    billingAddress: cart.billingAddress && toBilling(cart.billingAddress),
  };
  return {
    ...toLinesAnswer(cart, status, viewer),
    id: cart.id,
    cartId: cart.id,
    selectedPaymentMethod: cart.paymentMethod === null ? null : toPaymentMethodAnswer(cart.paymentMethod.method),
    ended: endOf(cart),
    ...(seesPersonal(cart, viewer) ? personal : {}),
    ...(cart.isSoldByLink && !isOver(cart) ? { isSoldByLink: true as const } : {}),
  };
}

/**
 * Returns the answer to calls that change lines (CART-20). A gift card's recipient is personal data, so it needs the owner's
 * session (DEC-05).
 */
export function toLinesAnswer<S extends number>(
  cart: CartSnapshot,
  status: S,
  viewer: CartViewer = {},
): CartLinesAnswer & { status: S } {
  const { coupon, certificate } = cart;
  // In a customer's cart, only the customer sees the code. In a guest's cart, every caller with its ID sees the code.
  const isOwn = ownerRefusal(cart, viewer.viewerId) === null;
  return {
    status,
    items: toItems(cart, seesPersonal(cart, viewer)),
    totalQuantity: cart.totalQuantity,
    prices: toPrices(cart),
    is3p: cart.isThirdParty,
    isDigital: cart.needsNoPlace,
    donation: cart.donation === null ? null : toQuetzales(cart.donation),
    appliedCoupons: [coupon, isOwn ? certificate : null].flatMap((entry) =>
      entry === null ? [] : [{ code: entry.code }],
    ),
    couponProblem:
      cart.couponCode !== null && cart.couponProblem !== null
        ? { code: cart.couponCode, condition: cart.couponProblem }
        : null,
    certificate: certificate && {
      ...(isOwn ? { code: certificate.code } : {}),
      program: certificate.program,
      amount: toQuetzales(certificate.amount),
    },
  };
}

export const toPrices = ({
  totals,
  tax,
  totalBeforeBankPromotion,
}: Pick<CartSnapshot, 'totals' | 'tax' | 'totalBeforeBankPromotion'>): CartPrices => ({
  grandTotal: toMoney(totals.grandTotal),
  subtotal: toMoney(totals.subtotal),
  warranties: toMoney(totals.warranties),
  shipping: toMoney(totals.shipping),
  discount: toMoney(totals.discount),
  discounts: totals.discounts.map(({ id, amount, label }) => ({
    id,
    amount: toQuetzales(amount),
    label,
    currency: 'GTQ',
  })),
  totalBeforeBankPromotion: toMoney(totalBeforeBankPromotion),
  tax: toMoney(tax),
});

export const toShippingAddressAnswer = (
  cart: DeliveryOfCart,
  address: NonNullable<CartSnapshot['shippingAddress']>,
): NonNullable<Cart['shippingAddresses']>[number] => ({
  ...address,
  selectedShippingMethod: toShippingMethodAnswer(cart),
});

/** The fields of a cart that describe its shipping. */
type DeliveryOfCart = Pick<CartSnapshot, 'deliveryType' | 'totals'>;

/** Returns the shipping method with its title (CONST-26). Null until a method is chosen. */
export function toShippingMethodAnswer(cart: DeliveryOfCart) {
  if (cart.deliveryType === null) return null;
  const { carrierCode, methodCode } = shippingMethodOf(cart.deliveryType);
  const carrierTitle = deliveryTypeLabels[cart.deliveryType];
  return { carrierCode, methodCode, carrierTitle, amount: toMoney(cart.totals.shipping) };
}

const paymentMethodTitles: Record<PaymentMethodCode, string> = {
  kosmos_payment: 'Pago al contado',
  otherVisaInstallments: 'Cuotas',
  bamMaxVisaInstallments: 'Cuotas BAM-MAX',
};

export const toPaymentMethodAnswer = (code: PaymentMethodCode) => ({ code, title: paymentMethodTitles[code] });

function toItems(cart: CartSnapshot, isPersonal: boolean): CartItem[] {
  const toRemove = new Set(stockedLines(cart).flatMap((line) => (mustBeRemoved(line) ? [line.lineId] : [])));
  const items = cart.lines.map((line) => toItem(line, { mustRemove: toRemove.has(line.id), isPersonal }));
  return cart.donation === null ? items : [...items, toDonationItem(cart.id, cart.donation)];
}

function toItem(line: CartLine, { mustRemove, isPersonal }: { mustRemove: boolean; isPersonal: boolean }): CartItem {
  const { flashSale, lowStock, motorcycle, parentId, ...product } = line.product;
  return {
    ...product,
    cartItemId: line.id,
    quantity: line.quantity,
    status: line.status,
    onSale: line.onSale,
    warranties: line.warranty === null ? [] : [toWarranty(line.id, line.warranty)],
    productNeedsToBeRemovedFromCart: mustRemove,
    isDonation: false,
    giftCard: isPersonal ? line.giftCard : null,
    kind: line.kind,
    lineTotal: toMoney(times(line.salesPrice, line.quantity)),
    ...(line.visitRefusal === undefined ? {} : { visitRefusal: line.visitRefusal }),
    ...seenPriceOf(line.seenPrice, line.status === 'IN_STOCK' ? line.salesPrice : null),
  };
}

function toWarranty(cartItemId: string, { id, sku, label, amount }: NonNullable<CartLine['warranty']>) {
  const price = toMoney(amount);
  return {
    id: String(id),
    sku,
    label,
    amount: price.value,
    title: label,
    cartItemId,
    salesPrice: price,
    regularPrice: price,
  };
}

/** Returns the donation as an item (DON-01). The item has the cart's ID, because a donation is not a stored line. */
function toDonationItem(cartId: string, donation: Centavos): CartItem {
  const price = toMoney(donation);
  const url = '/art/sin-foto.svg';
  return {
    sku: donationSku,
    slug: '',
    title: 'Donación',
    brand: { id: 0, title: '', link: '' },
    status: 'IN_STOCK',
    tags: [],
    mainImage: { url, label: 'Donación' },
    thumbnailImage: { url },
    salesPrice: price,
    regularPrice: price,
    discount: null,
    categories: [],
    salableQuantity: null,
    seller: { id: firstPartySellerId, title: '', offerId: null },
    is3p: false,
    dropshipping: false,
    presale: null,
    lealPoints: null,
    internalTags: [],
    restricted: false,
    cartItemId: cartId,
    quantity: 1,
    onSale: false,
    warranties: [],
    productNeedsToBeRemovedFromCart: false,
    isDonation: true,
    giftCard: null,
    kind: 'donation',
    lineTotal: price,
    freeProducts: [],
  };
}

/** Returns the input of the readiness checks (DEC-135). */
export const cartToPlace = (cart: PricedCart): CartToPlace => ({
  lines: stockedLines(cart),
  email: cart.email,
  deliveryType: cart.deliveryType,
  storeCode: cart.shippingAddress?.storeCode ?? null,
  billing: cart.billingAddress,
  hasPaymentMethod: cart.paymentMethod !== null,
  isEmployee: cart.isEmployee,
  grandTotal: cart.totals.grandTotal,
});
