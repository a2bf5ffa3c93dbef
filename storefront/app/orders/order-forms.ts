import type { Cart } from '@ceiba/contract/carts';
import type { CallInput } from '@ceiba/contract/client';
import { countryCode } from '@ceiba/domain/addresses/address';
import { billingAddressOf } from '@ceiba/domain/billing/billing-address';
import { type BillingForm, documentTypes } from '@ceiba/domain/billing/billing-options';
import { groupBySeller, isDigital } from '@ceiba/domain/carts/cart-line';
import { costLines } from '@ceiba/domain/carts/cost-lines';
import { unknownDateText } from '@ceiba/domain/dates/spanish-date';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import { giftCardLines } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, toQuetzales } from '@ceiba/domain/money/money';
import { paymentText } from '@ceiba/domain/orders/confirmation-texts';
import { binOf } from '@ceiba/domain/payments/card-number';
import { type InstallmentOffer, installmentsMethodCode } from '@ceiba/domain/payments/installments';
import { paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import type { PaymentMethod } from '@ceiba/domain/payments/payment-options';
import { visitText } from '@ceiba/domain/visits/visit';
import { readSession } from '../auth/session-store.ts';
import type { Billing } from '../billing/use-billing.ts';
import { type CartLine, cartLines, cartTotals } from '../carts/cart-lines.ts';
import { type CheckoutData, type Contact, receiverOf } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { deliveryDateText, pickupDateText, placeText } from '../delivery/delivery-texts.ts';
import { type GiftCardPart, type GiftCards, isPaidByGiftCards } from '../gift-cards/use-gift-cards.ts';
import { type CardForm, paymentBodyOf, planOf } from '../payments/card-form.ts';
import { coveredByPoints } from '../payments/covered-by-points.ts';
import type { SavedInstrument } from '../payments/saved-cards.ts';
import type { PaymentMethodToSet } from '../payments/use-installments.ts';
import type { Payment } from '../payments/use-payment.ts';
import { readOpenLink } from '../platform/open-link.ts';
import type { ShownDraft } from './attempt.ts';
import type { OrderSnapshot } from './attempt-storage.ts';
import type { OrderToPlace, StoreOrderToPlace } from './place-order.ts';

export interface OrderForms {
  cart: Cart;
  checkout: CheckoutData;
  contact: Contact;
  isGuest: boolean;
  billing: BillingForm;
  /** The amount that each gift card pays (DEC-199). */
  giftCards: readonly GiftCardPart[];
  /** The amount left for the payment method. */
  rest: Centavos;
  method: PaymentMethod;
  card: CardForm;
  /** Null for a new card or without a card. */
  savedCard: SavedInstrument | null;
  offer: InstallmentOffer | null;
  fingerprintSessionId: string;
}

/** Reads all typed values at the moment of the press. Null if no method is chosen (PAY-05). */
export function readForms(
  cart: Cart,
  { payment, giftCards, billing }: { payment: Payment; giftCards: Pick<GiftCards, 'parts'>; billing: Billing },
  fingerprintSessionId: string,
): OrderForms | null {
  const checkout = useCheckout.getState();
  const { contact } = checkout;
  if (contact === null || payment.method === null) return null;
  return {
    cart,
    checkout,
    contact,
    isGuest: readSession() === null,
    billing: billing.form.getValues(),
    giftCards: giftCards.parts ?? [],
    rest: payment.rest,
    method: payment.method,
    card: payment.form.getValues(),
    savedCard: payment.savedCards.chosen,
    offer: payment.installments.offer,
    fingerprintSessionId,
  };
}

/** All data for the calls of a placement, except the key (DEC-133). */
export function orderToPlace(
  forms: OrderForms,
  now: Date,
): Omit<OrderToPlace, 'idempotencyKey' | 'policy' | 'isLinkCart'> {
  const { cart, checkout, contact } = forms;
  const promise = deliveryPromiseOf(checkout, cart.isDigital);
  return {
    cartId: cart.id,
    email: contact.email,
    isGuest: forms.isGuest,
    billingAddress: billingBody(forms),
    paymentMethod: methodToSet(forms),
    shownTotal: cart.prices.grandTotal.value,
    order: {
      cartId: cart.id,
      payments: [...cardPayments(forms), ...methodPayments(forms, now), ...slotPayments(cart)],
      ...(promise === null ? {} : { deliveryPromise: promise }),
    },
  };
}

/** The payments by gift card (DEC-199). */
const cardPayments = ({ giftCards }: OrderForms): OrderToPlace['order']['payments'] =>
  giftCards.map(({ code, amount }) => ({
    paymentType: 'GiftCard',
    paymentPlan: 0,
    paymentAmount: toQuetzales(amount),
    code,
  }));

/** The points that cover the order, or the chosen method with the amount left by gift cards, if any. */
function methodPayments(forms: OrderForms, now: Date): OrderToPlace['order']['payments'] {
  const { cart, method, card, savedCard, rest, fingerprintSessionId } = forms;
  const program = coveredByPoints(cart);
  if (program !== null) return [{ paymentType: program, paymentPlan: 0, paymentAmount: cart.prices.grandTotal.value }];
  if (isPaidByCards(forms)) return [];
  return [paymentBodyOf({ method, card, savedCard, amount: toQuetzales(rest), fingerprintSessionId }, now)];
}

/** True if gift cards leave nothing to pay. */
const isPaidByCards = ({ giftCards, rest }: Pick<OrderForms, 'giftCards' | 'rest'>): boolean =>
  isPaidByGiftCards({ parts: [...giftCards], rest });

/** The order to show and measure. Built while the order's cart is known, before the order has a number. */
export function draftOf(forms: OrderForms): ShownDraft {
  const { cart, method } = forms;
  const link = readOpenLink();
  return {
    cart,
    link: link && { id: link.linkId, token: link.token },
    // The payment of the order: with the points of its certificate, gift cards alone, or the chosen method.
    paidBy: coveredByPoints(cart) ?? (isPaidByCards(forms) ? 'GiftCard' : paymentTypeOf(method)),
    order: snapshotOf(forms),
  };
}

function snapshotOf({ cart, checkout, contact, billing, method, card, giftCards, rest }: OrderForms): OrderSnapshot {
  const totals = cartTotals(cart);
  const deliveryType = cart.isDigital ? null : checkout.userData.deliver;
  const isPaidHere = coveredByPoints(cart) === null && !isPaidByCards({ giftCards, rest });
  return {
    cartId: cart.id,
    orderNumber: '',
    email: contact.email,
    firstname: contact.firstname,
    shipments: shipmentsOf(cart, checkout),
    costs: [
      ...costLines(totals, { deliveryType, isDeliveryOpen: false, isDigitalOnly: cart.isDigital }),
      ...giftCardLines(totals.grandTotal, giftCards),
    ],
    delivery: deliveryType === null ? null : { deliveryType, ...placeOf(checkout, contact) },
    payment: isPaidHere ? paymentText({ method, plan: planOf(card) ?? 0, total: rest }) : null,
    isCash: isPaidHere && method === 'cashPayments',
    documentType: documentTypes[billing.selectedOption],
  };
}

function shipmentsOf(cart: Cart, { deliveryTime, userData }: CheckoutData): OrderSnapshot['shipments'] {
  const textOf = userData.deliver === 'storepickup' ? pickupDateText : deliveryDateText;
  const dateOf = (lines: readonly CartLine[]): string => {
    const visit = lines.find(({ item }) => item.visit !== undefined)?.item.visit;
    if (lines.every(isDigital)) return visit === undefined ? deliveryTexts.digital : visitText(visit);
    const group = deliveryTime.find(({ skus }) => lines.some((line) => skus.includes(line.item.sku)));
    return group === undefined ? unknownDateText : textOf(group);
  };
  return groupBySeller(cartLines(cart)).map((group) => ({
    sellerTitle: group.sellerTitle,
    dateText: dateOf(group.lines),
    lines: group.lines.map(({ item, quantity }) => ({
      id: item.cartItemId,
      title: item.title,
      quantity,
      image: item.mainImage,
      lineTotal: item.lineTotal.value,
    })),
  }));
}

function placeOf(checkout: CheckoutData, contact: Contact): { place: string; receiver: string } {
  const { userData, storeLocationSelected } = checkout;
  const store = userData.deliver === 'storepickup' ? storeLocationSelected : null;
  const home = { street: userData.address, zone: userData.zone, city: userData.city };
  return {
    place: store === null ? placeText(home) : `${store.name}, ${placeText(store)}`,
    receiver: receiverOf({ ...checkout, contact }).fullName,
  };
}

/** The request body of an advisor's order that its buyer pays at the store (ADV-17), without a payment method. */
export function storeOrder(
  forms: Pick<OrderForms, 'cart' | 'checkout' | 'contact' | 'billing'>,
): Omit<StoreOrderToPlace, 'idempotencyKey' | 'policy'> {
  const { cart, checkout, contact } = forms;
  const promise = deliveryPromiseOf(checkout, cart.isDigital);
  const paymentAmount = cart.prices.grandTotal.value;
  return {
    cartId: cart.id,
    email: contact.email,
    billingAddress: billingBody(forms),
    order: (otp) => ({
      cartId: cart.id,
      payments: [
        { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount, otp, isPaymentInStore: true },
        ...slotPayments(cart),
      ],
      ...(promise === null ? {} : { deliveryPromise: promise }),
    }),
  };
}

/** Repeats the discount of a coupon or certificate as a payment. It adds nothing to the total (ORD-01, DEC-104). */
const slotPayments = ({ prices }: Cart): OrderToPlace['order']['payments'] =>
  prices.discounts
    .filter(({ id }) => id === 'DISCOUNT_UNDEFINED' || id === 'DISCOUNT_POINTS')
    .map(({ amount }) => ({ paymentType: 'Coupon', paymentPlan: 0, paymentAmount: amount }));

/** The recipient of the invoice, as sent to the cart (BILL-19). */
export function billingBody({
  billing,
  cart,
  checkout,
  contact,
}: Pick<OrderForms, 'billing' | 'cart' | 'checkout' | 'contact'>): OrderToPlace['billingAddress'] {
  const { deliver, city, region } = checkout.userData;
  const store = checkout.storeLocationSelected;
  const place = deliver === 'delivery' ? { city, regionId: Number(region) } : store;
  const isPlaced = !cart.isDigital && place !== null && place.city !== '';
  const address = billingAddressOf(billing, {
    firstname: contact.firstname,
    lastname: contact.lastname,
    telephone: contact.telephone.replace(/\D/g, ''),
    city: isPlaced ? place.city : null,
    regionId: isPlaced ? place.regionId : null,
  });
  return { ...address, country_code: countryCode };
}

/** The payment method to send. The bin is only sent for cards (DEC-103). */
function methodToSet(forms: OrderForms): PaymentMethodToSet {
  const { cart, method, card, savedCard, offer } = forms;
  if (method === 'cashPayments' || coveredByPoints(cart) !== null || isPaidByCards(forms))
    return { paymentMethod: 'kosmos_payment' };
  const bin = binOf(savedCard?.maskedInstrument ?? card.cardNumber);
  const isInstallments = method === 'monthlyPayments' && offer !== null;
  return { paymentMethod: isInstallments ? installmentsMethodCode(offer) : 'kosmos_payment', bin };
}

/** The dates shown to the shopper (DEL-32, DEC-101). Null if no dates were shown. */
function deliveryPromiseOf(
  { userData, deliveryTime }: CheckoutData,
  isDigital: boolean,
): NonNullable<CallInput<'placeOrder'>['body']['deliveryPromise']> | null {
  if (isDigital || deliveryTime.length === 0) return null;
  return {
    shippingMethod: userData.deliver,
    groups: deliveryTime.map(({ sellerId, shopId, deliveryDate, pickupDate, pickupTime }) => ({
      sellerId,
      shopId,
      deliveryDate,
      pickupDate,
      pickupTime,
    })),
  };
}
