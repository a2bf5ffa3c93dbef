import type { Cart } from '@ceiba/contract/carts';
import type { CallInput } from '@ceiba/contract/client';
import { countryCode } from '@ceiba/domain/addresses/address';
import { billingAddressOf } from '@ceiba/domain/billing/billing-address';
import type { BillingForm } from '@ceiba/domain/billing/billing-options';
import { binOf } from '@ceiba/domain/payments/card-number';
import { type InstallmentOffer, installmentsMethodCode } from '@ceiba/domain/payments/installments';
import { type PaymentType, paymentTypeOf } from '@ceiba/domain/payments/payment-amounts';
import type { PaymentMethod } from '@ceiba/domain/payments/payment-options';
import type { CheckoutData, Contact } from '../checkout/checkout-data.ts';
import { type CardForm, paymentBodyOf, planOf } from '../payments/card-form.ts';
import { coveredByPoints } from '../payments/covered-by-points.ts';
import type { SavedInstrument } from '../payments/saved-cards.ts';
import type { PaymentMethodToSet } from '../payments/use-installments.ts';
import { readOpenLink } from '../platform/open-link.ts';
import { type OrderSnapshot, snapshotOf } from './confirmed-order.ts';
import type { KeptAttempt } from './kept-attempt.ts';
import type { OrderToPlace, PlacedAs } from './placement.ts';

export interface OrderForms {
  cart: Cart;
  checkout: CheckoutData;
  contact: Contact;
  isGuest: boolean;
  billing: BillingForm;
  method: PaymentMethod;
  card: CardForm;
  /** Null: a new card, or none. */
  savedCard: SavedInstrument | null;
  offer: InstallmentOffer | null;
  fingerprintSessionId: string;
}

/** Everything the calls of a placement need but the key (DEC-133). */
export function orderToPlace(
  forms: OrderForms,
  now: Date,
): Omit<OrderToPlace, 'idempotencyKey' | 'policy' | 'isLinkCart' | 'press'> {
  const { cart, checkout, contact, method, card, savedCard, fingerprintSessionId } = forms;
  const shownTotal = cart.prices.grandTotal.value;
  const program = coveredByPoints(cart);
  const payment =
    program === null
      ? paymentBodyOf({ method, card, savedCard, amount: shownTotal, fingerprintSessionId }, now)
      : { paymentType: program, paymentPlan: 0, paymentAmount: shownTotal };
  const promise = deliveryPromiseOf(checkout, cart.isDigital);
  return {
    cartId: cart.id,
    email: contact.email,
    isGuest: forms.isGuest,
    billingAddress: billingBody(forms),
    paymentMethod: methodToSet(forms),
    shownTotal,
    order: {
      cartId: cart.id,
      payments: [payment, ...slotPayments(cart)],
      ...(promise === null ? {} : { deliveryPromise: promise }),
    },
  };
}

/** The order as its confirmation shows it. `isOwn`: it was made with these forms, so that how it was paid is known. */
export function pictureOf(forms: OrderForms, { orderNumber, confirmBefore }: PlacedAs, isOwn: boolean): OrderSnapshot {
  const { cart, checkout, contact, billing, method, card } = forms;
  const paid = isOwn && coveredByPoints(cart) === null ? { method, plan: planOf(card) ?? 0 } : null;
  const billingOption = billing.selectedOption;
  return snapshotOf({ cart, checkout, contact, orderNumber, confirmBefore, billingOption, paid });
}

/** What pays the order: the points of its certificate, or the chosen method. */
export const paidBy = ({ cart, method }: OrderForms): PaymentType => coveredByPoints(cart) ?? paymentTypeOf(method);

/** Of a payment link's page, which link, and what opens its copy; null on any other. */
export function openedLink(): KeptAttempt['link'] {
  const link = readOpenLink();
  return link && { id: link.linkId, token: link.token };
}

/** What is sent of an advisor's order that its buyer pays at the store (ADV-17); its code is asked for in between. */
export function storeOrder(forms: Pick<OrderForms, 'cart' | 'checkout' | 'contact' | 'billing'>) {
  const { cart, checkout, contact } = forms;
  const promise = deliveryPromiseOf(checkout, cart.isDigital);
  const paymentAmount = cart.prices.grandTotal.value;
  return {
    email: contact.email,
    billingAddress: billingBody(forms),
    order: (otp: string): CallInput<'placeStoreOrder'>['body'] => ({
      cartId: cart.id,
      payments: [
        { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount, otp, isPaymentInStore: true },
        ...slotPayments(cart),
      ],
      ...(promise === null ? {} : { deliveryPromise: promise }),
    }),
  };
}

/** ORD-01, DEC-104: what the cart's slot takes off is repeated as a payment, which adds nothing to the total. */
const slotPayments = ({ prices }: Cart): OrderToPlace['order']['payments'] =>
  prices.discounts
    .filter(({ id }) => id === 'DISCOUNT_UNDEFINED' || id === 'DISCOUNT_POINTS')
    .map(({ amount }) => ({ paymentType: 'Coupon', paymentPlan: 0, paymentAmount: amount }));

/** Who the invoice is made out to, as it is sent to the cart (BILL-19). */
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

/** DEC-103: the bin goes with cards only. */
function methodToSet({ cart, method, card, savedCard, offer }: OrderForms): PaymentMethodToSet {
  if (method === 'cashPayments' || coveredByPoints(cart) !== null) return { paymentMethod: 'kosmos_payment' };
  const bin = binOf(savedCard?.maskedInstrument ?? card.cardNumber);
  const isInstallments = method === 'monthlyPayments' && offer !== null;
  return { paymentMethod: isInstallments ? installmentsMethodCode(offer) : 'kosmos_payment', bin };
}

/** The dates shown to the shopper (DEL-32, DEC-101); null when none were. */
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
