import { createHash } from 'node:crypto';
import type { Parsed } from '@ceiba/contract/endpoint';
import type { placeOrder } from '@ceiba/contract/orders';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { lineAmountsOf, taxRateOf } from '@ceiba/domain/orders/line-amounts';
import { firstOrderStatus } from '@ceiba/domain/orders/order';
import { firstShipmentState } from '@ceiba/domain/orders/shipment';
import { cashOfShipments, worthOfSellers } from '@ceiba/domain/orders/shipment-worth';
import { checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import type { PricedCart, SoldCart } from '../carts/cart-snapshot.ts';
import type { PaymentToTake } from '../payments/check-payments.ts';
import type { Payer } from '../payments/gateway.ts';
import type { RefusalOf } from '../platform/route.ts';

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

/** Where units of a product are taken from. */
export interface PlacedClaim {
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

const amountsOf = ({ lines, totals }: Pick<SoldCart, 'lines' | 'totals'>) =>
  lineAmountsOf(
    lines.map((line) => ({ ...line, warrantyAmount: line.warranty?.amount ?? null })),
    totals.discounts,
  );

/** The lines as they were bought: texts, pictures and prices of this moment (ORD-10), with their shares of the discounts. The donation is no line. */
export function orderLinesOf({ lines, totals }: SoldCart) {
  const amounts = amountsOf({ lines, totals });
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
    tax_rate: taxRateOf(line),
  }));
}

/**
 * What each seller sends of an order that stands as soon as it is written, and what is collected with it at the door (`cashOfShipments`).
 */
export function orderShipmentsOf({ cart, payment, isConfirmed, confirmationDue }: ShippedDraft) {
  if (!isConfirmed) return [];
  const amounts = amountsOf(cart);
  const sellers = worthOfSellers(
    cart.lines.map(({ sellerId, kind }, index) => ({
      sellerId,
      net: amounts[index]?.net ?? zero,
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
    state,
    cash_due: cash[index] ?? zero,
  }));
}

type ShippedDraft = Pick<OrderDraft, 'cart' | 'payment' | 'isConfirmed' | 'confirmationDue'>;
