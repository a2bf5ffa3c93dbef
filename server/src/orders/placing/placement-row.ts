import { type Centavos, sum, zero } from '@ceiba/domain/money/money';
import { firstOrderStatus, type OrderStatus } from '@ceiba/domain/orders/order';
import { firstShipmentState } from '@ceiba/domain/orders/shipment';
import { cashOfShipments, worthOfSellers } from '@ceiba/domain/orders/shipment-worth';
import { binOf } from '@ceiba/domain/payments/card-number';
import type { PricedCart, SoldCart } from '../../carts/cart-snapshot.ts';
import { wireLineKinds } from '../../platform/db/line-kinds.ts';
import type { PlacedClaim, PlacementDraft } from './placement.ts';
import { claimMode } from './plan-stock.ts';

/** A placement as `orders.place` receives it. Names and types are those of the statement's JSON. Amounts are in centavos. */
export interface PlacementRow {
  order_id: string;
  /** True if the order is confirmed immediately, because it is paid later or nothing has to be charged. */
  is_confirmed: boolean;
  /** The status of an order that is confirmed immediately. */
  first_status: OrderStatus;
  cart_id: string;
  customer_id: string | null;
  email: string | null;
  contact: object;
  shipping_method: string | null;
  shipping_address: object | null;
  billing_address: object | null;
  payment_type: string;
  payment_plan: number;
  coupon_code: string | null;
  certificate_code: string | null;
  subtotal: Centavos;
  warranties: Centavos;
  donation: Centavos;
  shipping: Centavos;
  /** Basis points. */
  shipping_tax_rate: number;
  delivery_rate: Centavos;
  discount: Centavos;
  total: Centavos;
  /** The part of the order that gift cards pay. */
  gift_cards: Centavos;
  /** Null if no gift card pays. */
  taken_cards: readonly { card_id: string; amount: Centavos }[] | null;
  discounts: readonly object[];
  delivery_promise: object | null;
  idempotency_key: string | null;
  /** Milliseconds. */
  settle_after_ms: number;
  client_key: string | null;
  network_key: string | null;
  contact_confirmed: boolean;
  /** An ISO text, as in the answers. */
  confirmation_due: string | null;
  now: Date;
  payment_id: string;
  payment_amount: Centavos;
  card_brand: string | null;
  card_masked: string | null;
  card_bin: string | null;
  card_key: string | null;
  acquirer: string | null;
  lines: ReturnType<typeof orderLinesOf>;
  shipments: ReturnType<typeof orderShipmentsOf>;
  claims: readonly { shipment_number: number; product_id: number; store_code: string; quantity: number }[];
}

export function rowOf({ cart, payment, giftCards, claims, ...draft }: PlacementDraft): PlacementRow {
  const { totals } = cart;
  return {
    order_id: draft.orderId,
    is_confirmed: draft.isConfirmed,
    first_status: firstOrderStatus(payment.type, payment.amount === 0),
    cart_id: cart.id,
    customer_id: cart.customerId,
    email: cart.email,
    contact: contactOf(cart),
    shipping_method: cart.needsNoPlace ? null : cart.deliveryType,
    shipping_address: cart.shippingAddress,
    billing_address: cart.billingAddress,
    payment_type: payment.type,
    payment_plan: payment.plan,
    coupon_code: cart.coupon?.code ?? null,
    certificate_code: cart.certificate?.code ?? null,
    subtotal: totals.subtotal,
    warranties: totals.warranties,
    donation: cart.donation ?? zero,
    shipping: totals.shipping,
    shipping_tax_rate: cart.shopTaxRate,
    delivery_rate: cart.tableRate,
    discount: totals.discount,
    total: totals.grandTotal,
    gift_cards: sum(giftCards.map(({ amount }) => amount)),
    taken_cards: giftCards.length === 0 ? null : giftCards.map(({ id, amount }) => ({ card_id: id, amount })),
    discounts: totals.discounts,
    delivery_promise: draft.deliveryPromise,
    idempotency_key: draft.idempotencyKey ?? null,
    settle_after_ms: draft.settleAfterMs,
    client_key: draft.clientKey,
    network_key: draft.networkKey,
    contact_confirmed: draft.isContactConfirmed,
    confirmation_due: draft.confirmationDue?.toISOString() ?? null,
    now: draft.now,
    payment_id: draft.paymentId,
    payment_amount: payment.amount,
    card_brand: payment.card?.brand ?? null,
    card_masked: payment.card?.masked ?? null,
    card_bin: binOf(payment.card?.masked ?? ''),
    card_key: payment.card === null ? null : draft.cardKey,
    acquirer: payment.card === null ? null : draft.acquirer,
    lines: orderLinesOf(cart),
    shipments: orderShipmentsOf({ cart, claims, payment, ...draft }),
    claims: claims.map((claim) => ({
      shipment_number: claim.shipmentNumber,
      product_id: claim.productId,
      store_code: claim.storeCode,
      quantity: claim.quantity,
    })),
  };
}

/** Returns the order's contact: its receiver, or for digital orders the person who is billed (DEC-84). */
function contactOf({ shippingAddress, billingAddress }: PricedCart) {
  const person = shippingAddress ?? billingAddress;
  return {
    firstName: person?.firstname ?? '',
    lastName: person?.lastname ?? '',
    phone: person?.telephone ?? '',
  };
}

/**
 * Returns the lines as they are bought: with the current texts, pictures and prices (ORD-10), their shares of the discounts, and the IVA of
 * their invoice (DEC-233). The donation is not a line.
 */
function orderLinesOf({ lines, amounts }: Pick<SoldCart, 'lines' | 'amounts'>) {
  return lines.map((line, index) => ({
    position: index + 1,
    product_id: line.productId,
    sku: line.sku,
    title: line.title,
    brand: line.brand,
    picture_url: line.pictureUrl,
    seller_id: line.sellerId,
    quantity: line.quantity,
    unit_price: line.salesPrice,
    regular_price: line.regularPrice,
    warranty: line.warranty && { sku: line.warranty.sku, label: line.warranty.label, amount: line.warranty.amount },
    gift_card: line.giftCard,
    free_gifts: line.gifts,
    event_url: line.eventUrl,
    offer_id: line.offerId,
    kind: wireLineKinds[line.kind],
    discount: amounts[index]?.discount ?? zero,
    points_share: amounts[index]?.pointsShare ?? zero,
    tax_rate: amounts[index]?.goods.taxRate ?? 0,
    goods_iva: amounts[index]?.goods.iva ?? zero,
    warranty_points: amounts[index]?.warranty?.points ?? zero,
    warranty_tax_rate: amounts[index]?.warranty?.taxRate ?? null,
    warranty_iva: amounts[index]?.warranty?.iva ?? zero,
    reference_price: line.referencePrice,
  }));
}

/** Returns the shipments of an order that is confirmed immediately, one per seller, with the cash to collect at the door (`cashOfShipments`). */
function orderShipmentsOf({ cart, claims, payment, isConfirmed, confirmationDue }: ShippedDraft) {
  if (!isConfirmed) return [];
  const sellers = worthOfSellers(
    cart.lines.map(({ sellerId, kind }, index) => ({
      sellerId,
      net: cart.amounts[index]?.net ?? zero,
      isGiftCard: kind === 'gift_card',
    })),
  );
  const besides = { shipping: cart.totals.shipping, donation: cart.donation ?? zero };
  const isCash = payment.type === 'Cash';
  const cash = isCash ? cashOfShipments([...sellers.values()], { ...besides, unpaid: payment.amount }) : [];
  const state = firstShipmentState(firstOrderStatus(payment.type, payment.amount === 0), confirmationDue !== null);
  return [...sellers.keys()].map((sellerId, index) => ({
    shipment_number: index + 1,
    seller_id: sellerId,
    place: placeOf(
      cart,
      claims.filter(({ shipmentNumber }) => shipmentNumber === index + 1),
    ),
    state,
    cash_due: cash[index] ?? zero,
  }));
}

type ShippedDraft = Pick<PlacementDraft, 'cart' | 'claims' | 'payment' | 'isConfirmed' | 'confirmationDue'>;

/**
 * Returns the place that prepares a shipment: the store that hands it out, otherwise the place with most of its units. For orders that are
 * confirmed later, `place_of_claims` in SQL does the same.
 */
function placeOf(cart: PricedCart, claims: readonly PlacedClaim[]): string | null {
  const mode = claimMode(cart);
  if (mode.kind === 'pickup') return mode.storeCode;
  const units = new Map<string, number>();
  for (const { storeCode, quantity } of claims) units.set(storeCode, (units.get(storeCode) ?? 0) + quantity);
  const [fullest] = [...units].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1));
  return fullest?.[0] ?? null;
}
