import { createHash } from 'node:crypto';
import type { Parsed } from '@ceiba/contract/endpoint';
import type { placeOrder } from '@ceiba/contract/orders';
import { isBankDiscounted } from '@ceiba/domain/carts/cart-totals';
import { checkReadiness } from '@ceiba/domain/carts/readiness';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { isDeliveryDateOpen } from '@ceiba/domain/gift-cards/recipient';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { firstOrderStatus } from '@ceiba/domain/orders/order';
import { firstShipmentState } from '@ceiba/domain/orders/shipment';
import { cashOfShipments, worthOfSellers } from '@ceiba/domain/orders/shipment-worth';
import { checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import { installmentOffer } from '@ceiba/domain/payments/installments';
import { isPayableInCash } from '@ceiba/domain/payments/payment-options';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type ClaimMode, planClaims } from '@ceiba/domain/stock/claim-plan';
import { toPlace } from '../../carts/cart-answer.ts';
import { type LineFacts, type PricedCart, payableByGiftCardsOf, type SoldCart } from '../../carts/cart-snapshot.ts';
import type { CartSupply } from '../../delivery/delivery.store.ts';
import {
  type Demand,
  deliveryTimes,
  type Moment,
  noPickup,
  pickupTimes,
  type Times,
} from '../../delivery/delivery-times.ts';
import { findCardBin } from '../../payments/card-bins.store.ts';
import {
  type CardLookUps,
  checkPayments,
  type OfferedPayment,
  type PaymentToTake,
} from '../../payments/check-payments.ts';
import type { Payer } from '../../payments/gateway.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RefusalOf } from '../../platform/http/route.ts';
import type { PlaceOrderCall, Proven } from './place-order.ts';
import type { LockedLevel } from './placing.store.ts';

export type OrderRequest = Parsed<typeof placeOrder>['body'];

/** DEC-101. */
export type DeliveryPromise = NonNullable<OrderRequest['deliveryPromise']>;

/** Why an order is not placed: the codes of the endpoint. */
export type OrderRefusal = RefusalOf<typeof placeOrder>;

/**
 * `wants`: the claim stops only because this is not proven yet: the captcha (of the harder kind, or not), that the program still blocks the
 * points of the cart's certificate, or that this one-time code is right. Of gift cards that pay nothing, so many, it is proven that their
 * client has named few of them.
 */
export type ClaimRefusal = OrderRefusal & { wants?: Wanted };

export type Wanted =
  | { proof: 'captcha'; isHard: boolean }
  | { proof: 'hold' }
  | { proof: 'code'; code: string }
  | { proof: 'giftCards'; wrong: number };

/**
 * Tells whether two calls with one Idempotency-Key ask for the same. A card counts by its masked number and nothing of
 * its CVV, of a one-time code, a gift card or a points account goes in: a hash of them could be undone by trying them all (DEC-10).
 */
export function fingerprintOf({ payments, ...rest }: OrderRequest): string {
  const withoutSecrets = payments.map(
    ({ ccNumber, ccCVV: _cvv, code: _code, otp: _otp, dpi: _dpi, birthDate: _born, ...payment }) => {
      const number = checkCardNumber(ccNumber ?? '');
      return { ...payment, card: number.ok ? maskCardNumber(number.value) : null };
    },
  );
  return createHash('sha256')
    .update(JSON.stringify({ ...rest, payments: withoutSecrets }))
    .digest('base64url');
}

/** The codes of its gift cards, as they were typed (DEC-199). */
export const giftCardCodesOf = ({ payments }: OrderRequest): string[] =>
  payments.flatMap(({ paymentType, code = '' }) => (paymentType === 'GiftCard' ? [code] : []));

/** The payment that is charged to a card, as it was asked for: other kinds may carry a card number, too. */
export const cardPaymentOf = ({ payments }: OrderRequest) =>
  payments.find(({ paymentType }) => paymentType === 'Card' || paymentType === 'CardInstallments');

/** Where units of a product are taken from, and with which of the order's shipments they go: the n-th, n from 1. */
interface PlacedClaim {
  n: number;
  productId: number;
  storeCode: string;
  quantity: number;
}

/** What a gift card pays of the order. */
export interface PlacedGiftCard {
  id: string;
  amount: Centavos;
}

/** Everything a placement writes, decided before. */
export interface OrderDraft {
  orderId: string;
  /** The key at the gateway. */
  paymentId: string;
  /** Nothing is to be charged: the order stands as soon as it is written. */
  isConfirmed: boolean;
  cart: SoldCart;
  payment: PaymentToTake;
  giftCards: readonly PlacedGiftCard[];
  claims: readonly PlacedClaim[];
  /** Null: a digital order. */
  deliveryPromise: DeliveryPromise | null;
  idempotencyKey: string | undefined;
  /** Hash of the address it is placed from (DEC-196); null when no client asked. */
  clientKey: string | null;
  /** The same of its network; null where the client is its own. */
  networkKey: string | null;
  /** Its buyer reads the mail of this e-mail: a customer who confirmed it. */
  isContactConfirmed: boolean;
  /** Of the card that is charged (`CardKeys`, DEC-219). */
  cardKey: string | null;
  /** A cash order waits so long for the link in its mail (policy `cashConfirmation`); null = for nothing. */
  confirmationDue: Date | null;
  now: Date;
  /** From the commit until the reconciler may take over an order that is still placing. Milliseconds. */
  settleAfterMs: number;
  /** Whom a charge of it is asked of (`PaymentGateway.account`). */
  acquirer: string;
}

/** Who the order is for: whoever receives it, else whoever is billed (digital orders, DEC-84). */
export function contactOf({ shippingAddress, billingAddress }: PricedCart) {
  const person = shippingAddress ?? billingAddress;
  return {
    firstName: person?.firstname ?? '',
    lastName: person?.lastname ?? '',
    phone: person?.telephone ?? '',
  };
}

/** Who is billed, else who receives it: what a card's bank may compare with what it knows of its owner. */
export function payerOf({ email, shippingAddress, billingAddress }: PricedCart): Payer {
  const person = billingAddress ?? shippingAddress;
  return {
    firstName: person?.firstname ?? '',
    lastName: person?.lastname ?? '',
    email: email ?? '',
    street: person?.street[0] ?? '',
    city: person?.city ?? '',
    region: person?.region.region ?? '',
  };
}

/**
 * The lines as they were bought: texts, pictures and prices of this moment (ORD-10), with their shares of the discounts and the IVA
 * that an invoice will state (DEC-233). The donation is no line.
 */
export function orderLinesOf({ lines, amounts }: Pick<SoldCart, 'lines' | 'amounts'>) {
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
    kind: line.kind,
    discount: amounts[index]?.discount ?? zero,
    points_share: amounts[index]?.pointsShare ?? zero,
    tax_rate: amounts[index]?.goods.taxRate ?? 0,
    goods_iva: amounts[index]?.goods.iva ?? zero,
    warranty_points: amounts[index]?.warranty?.points ?? zero,
    warranty_tax_rate: amounts[index]?.warranty?.taxRate ?? null,
    warranty_iva: amounts[index]?.warranty?.iva ?? zero,
  }));
}

/**
 * What each seller sends of an order that stands as soon as it is written, and what is collected with it at the door (`cashOfShipments`).
 */
export function orderShipmentsOf({ cart, claims, payment, isConfirmed, confirmationDue }: ShippedDraft) {
  if (!isConfirmed) return [];
  const sellers = worthOfSellers(
    cart.lines.map(({ sellerId, kind }, index) => ({
      sellerId,
      net: cart.amounts[index]?.net ?? zero,
      isGiftCard: kind === 'giftCard',
    })),
  );
  const besides = { shipping: cart.totals.shipping, donation: cart.donation ?? zero };
  const isCash = payment.type === 'Cash';
  const cash = isCash ? cashOfShipments([...sellers.values()], { ...besides, unpaid: payment.amount }) : [];
  const state = firstShipmentState(firstOrderStatus(payment.type, payment.amount === 0), confirmationDue !== null);
  return [...sellers.keys()].map((sellerId, index) => ({
    n: index + 1,
    seller_id: sellerId,
    place: placeOf(
      cart,
      claims.filter(({ n }) => n === index + 1),
    ),
    state,
    cash_due: cash[index] ?? zero,
  }));
}

type ShippedDraft = Pick<OrderDraft, 'cart' | 'claims' | 'payment' | 'isConfirmed' | 'confirmationDue'>;

/** Where a shipment is prepared: the store that hands it out, else where most of it is claimed. In SQL `place_of_claims`. */
function placeOf(cart: PricedCart, claims: readonly PlacedClaim[]): string | null {
  const mode = claimMode(cart);
  if (mode.kind === 'pickup') return mode.storeCode;
  const units = new Map<string, number>();
  for (const { storeCode, quantity } of claims) units.set(storeCode, (units.get(storeCode) ?? 0) + quantity);
  const [fullest] = [...units].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1));
  return fullest?.[0] ?? null;
}

/** DEC-83: a gift card may lie in a cart until its delivery date is past. */
function checkGiftCardDates({ lines }: PricedCart, now: Date): Result<null, OrderRefusal> {
  const today = guatemalaDate(now);
  const fields: Record<string, string> = {};
  for (const { giftCard, sku } of lines) {
    const date = giftCard && parseCivilDate(giftCard.giftcardDeliveryDate);
    if (date === null || (date.ok && isDeliveryDateOpen(date.value, today))) continue;
    fields[`items.${sku}.giftcardDeliveryDate`] = staleGiftCard;
  }
  if (Object.keys(fields).length === 0) return ok(null);
  return refuse({ code: 'GIFT_CARD_DATA_REQUIRED', message: staleGiftCard, metadata: { fields } });
}

const staleGiftCard =
  'La fecha de entrega de tu tarjeta de regalo ya pasó. Elimínala del carrito y agrégala de nuevo con otra fecha.';

/** Dates of gift cards, readiness (DEC-135), then the payments. */
export async function checkOrder(
  tx: Tx,
  cart: PricedCart,
  offered: readonly OfferedPayment[],
  { now, policy, isStorePayment = false }: Pick<PlaceOrderCall, 'now' | 'policy' | 'isStorePayment'>,
  { savedCard }: Pick<Proven, 'savedCard'>,
): Promise<Result<PaymentToTake, OrderRefusal>> {
  const dated = checkGiftCardDates(cart, now);
  if (!dated.ok) return dated;
  const ready = checkReadiness(toPlace(cart), 'placeOrder', policy);
  if (!ready.ok) return ready;
  const toPay = {
    grandTotal: cart.totals.grandTotal,
    hasDonation: cart.donation !== null,
    isDigitalOnly: cart.isDigitalOnly,
    isPayableInCash: isPayableInCash(cart.totalBeforeBankPromotion, policy),
    hasBankDiscount: isBankDiscounted(cart.totals.discounts),
    payableByGiftCards: payableByGiftCardsOf(cart),
    pointsProgram: cart.certificate?.program ?? null,
    isStorePaymentCall: isStorePayment,
  };
  return checkPayments(offered, toPay, now, cardLookUps(tx, cart, { policy, savedCard }));
}

/** The cart has read what is known of the card it was told of (DEC-103), most often the one that pays. */
function cardLookUps(
  tx: Tx,
  { totalBeforeBankPromotion: total, paymentMethod, card }: PricedCart,
  { policy, savedCard }: Pick<PlaceOrderCall, 'policy'> & Pick<Proven, 'savedCard'>,
): CardLookUps {
  return {
    offerOf: async (bin) =>
      installmentOffer(bin === paymentMethod?.bin ? card : await findCardBin(tx, bin), total, policy),
    findSavedCard: (token) =>
      savedCard?.id === token ? { card: savedCard, offer: installmentOffer(savedCard.bin, total, policy) } : undefined,
  };
}

/** Decides where what the order wants comes from, given what is locked; what was bought away meanwhile is refused (ORD-10). */
export function claimStock(
  cart: PricedCart,
  levels: readonly LockedLevel[],
  policy: ShopPolicy,
): Result<PlacedClaim[], OrderRefusal> {
  const { claims, short } = allocateStock(cart, levels);
  if (short.size === 0) return ok(claims);
  const ready = checkReadiness(toPlace(withStock(cart, short)), 'placeOrder', policy);
  return ready.ok ? refuse({ code: 'QUANTITY_GREATER_THAN_STOCK' }) : ready;
}

/** Units wanted of each product with limited stock, by its id: lines of one product share what there is (DEC-81). */
function demandOf(lines: readonly LineFacts[]): Map<number, number> {
  const demand = new Map<number, number>();
  for (const { kind, productId, quantity } of lines) {
    if (kind === 'product') demand.set(productId, (demand.get(productId) ?? 0) + quantity);
  }
  return demand;
}

const claimMode = ({ shippingMethod, shippingAddress }: PricedCart): ClaimMode =>
  shippingMethod === 'storepickup'
    ? { kind: 'pickup', storeCode: shippingAddress?.storeCode ?? '' }
    : { kind: 'delivery' };

/**
 * Where each unit is taken from, given the levels under lock. `short`: what this order can get of the products that do
 * not suffice, by product id; a pickup order gets what its store and the warehouse hold.
 */
function allocateStock(
  cart: PricedCart,
  levels: readonly LockedLevel[],
): { claims: PlacedClaim[]; short: Map<number, number> } {
  const claims: PlacedClaim[] = [];
  const short = new Map<number, number>();
  for (const [productId, quantity] of demandOf(cart.lines)) {
    const plan = planClaims(
      levels.filter((level) => level.productId === productId),
      quantity,
      claimMode(cart),
    );
    if (plan.ok) claims.push(...claimsByShipment(cart.lines, productId, plan.value));
    else short.set(productId, plan.error.available);
  }
  return { claims, short };
}

/** Lines of one product may be of several sellers, and go with their shipments: in their order each takes what it needs of the claims. */
function claimsByShipment(
  lines: readonly LineFacts[],
  productId: number,
  planned: readonly { storeCode: string; quantity: number }[],
): PlacedClaim[] {
  const sellers = [...new Set(lines.map(({ sellerId }) => sellerId))];
  const left = planned.map((claim) => ({ ...claim }));
  return sellers.flatMap((sellerId, index) => {
    const own = lines.filter(
      (line) => line.sellerId === sellerId && line.productId === productId && line.kind === 'product',
    );
    let needed = own.reduce((units, { quantity }) => units + quantity, 0);
    return left.flatMap((claim) => {
      const taken = Math.min(needed, claim.quantity);
      needed -= taken;
      claim.quantity -= taken;
      return taken === 0 ? [] : [{ n: index + 1, productId, storeCode: claim.storeCode, quantity: taken }];
    });
  });
}

/** The cart as it is with what is really there: the readiness checks then name what is missing. */
const withStock = (cart: PricedCart, short: ReadonlyMap<number, number>): PricedCart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const available = short.get(line.productId);
    if (available === undefined) return line;
    return { ...line, salableQuantity: available, status: available === 0 ? 'OUT_OF_STOCK' : line.status };
  }),
});

/** Lines of one product are one demand, as they share its stock. */
const demandsOf = ({ lines }: PricedCart, { products }: CartSupply): Demand[] => {
  const demands = new Map<string, Demand>();
  for (const { sku, quantity } of lines) {
    const row = products.get(sku);
    if (row !== undefined) demands.set(sku, { row, quantity: (demands.get(sku)?.quantity ?? 0) + quantity });
  }
  return [...demands.values()];
};

const timesOf = (cart: PricedCart, demands: readonly Demand[], { places, store }: CartSupply, at: Moment): Times => {
  const { shippingMethod, shippingAddress } = cart;
  if (shippingMethod === 'delivery') return deliveryTimes(demands, shippingAddress?.region.regionId ?? 0, places, at);
  // The snapshot knows of no store that hands out no orders any more (DEC-97), the address as it is stored does.
  if (store === null || store.store_code !== shippingAddress?.storeCode) return noPickup;
  return pickupTimes(demands, store, places, at) ?? noPickup;
};

/**
 * What the shop promises for a cart at the moment it is ordered, seller by seller (DEC-101): worked out here, whatever the
 * browser says it has shown. `supply` was read while the cart's stock was locked and not yet taken. Null for digital orders.
 */
export function promiseOf(cart: PricedCart, supply: CartSupply, at: Moment): DeliveryPromise | null {
  const { shippingMethod } = cart;
  if (cart.needsNoPlace || shippingMethod === null) return null;
  const groups = [...Map.groupBy(demandsOf(cart, supply), ({ row }) => row.seller_id)];
  return {
    shippingMethod,
    groups: groups.map(([sellerId, demands]) => {
      const { shopId, deliveryDate, pickupDate, pickupTime } = timesOf(cart, demands, supply, at);
      return { sellerId, shopId, deliveryDate, pickupDate, pickupTime };
    }),
  };
}
