import type { Cart } from '@ceiba/contract/carts';
import { type BillingOption, documentTypes } from '@ceiba/domain/billing/billing-options';
import { groupBySeller, isDigital } from '@ceiba/domain/carts/cart-line';
import { type CostLine, costLines } from '@ceiba/domain/carts/cost-lines';
import { unknownDateText } from '@ceiba/domain/dates/spanish-date';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { paymentText } from '@ceiba/domain/orders/confirmation-texts';
import type { PaymentMethod } from '@ceiba/domain/payments/payment-options';
import { type CartLine, cartLines, cartTotals } from '../carts/cart-lines.ts';
import { type CheckoutData, type Contact, receiverOf } from '../checkout/checkout-data.ts';
import { deliveryDateText, pickupDateText, placeText } from '../delivery/delivery-texts.ts';
import { orderStorageKeys } from '../platform/checkout-storage.ts';
import { isFlag, isInteger, isListOf, isNullOr, isNumber, isOneOf, isShape, isText } from '../platform/guards.ts';
import { parseJson, readStored, writeStored } from '../platform/storage.ts';

/** What the confirmation shows (DEC-43). Neither card nor document numbers are ever in it. */
export interface OrderSnapshot {
  cartId: string;
  orderNumber: string;
  email: string;
  firstname: string;
  shipments: OrderShipment[];
  costs: CostLine[];
  /** Null for digital orders. */
  delivery: { deliveryType: DeliveryType; place: string; receiver: string } | null;
  /** "12 cuotas de Q812.67"; null where it is not known how the order was paid. */
  payment: string | null;
  isCash: boolean;
  /** It waits so long for the link in its mail (DEC-218). */
  confirmBefore?: string | undefined;
  documentType: string;
}

interface OrderShipment {
  sellerTitle: string;
  /** "martes 24 de noviembre", "Hoy mismo", "Fecha por estimar". */
  dateText: string;
  lines: {
    id: string;
    title: string;
    quantity: number;
    image: { url: string; label: string };
    /** Decimal quetzales. */
    lineTotal: number;
  }[];
}

export const isOrderSnapshot = isShape<OrderSnapshot>({
  cartId: isText,
  orderNumber: isText,
  email: isText,
  firstname: isText,
  shipments: isListOf(
    isShape<OrderShipment>({
      sellerTitle: isText,
      dateText: isText,
      lines: isListOf(
        isShape<OrderShipment['lines'][number]>({
          id: isText,
          title: isText,
          quantity: isInteger,
          image: isShape({ url: isText, label: isText }),
          lineTotal: isNumber,
        }),
      ),
    }),
  ),
  costs: isListOf(
    isShape<CostLine>({
      kind: isOneOf('subtotal', 'discount', 'warranties', 'delivery', 'total'),
      label: isText,
      text: isText,
    }),
  ),
  delivery: isNullOr(isShape({ deliveryType: isOneOf('delivery', 'storepickup'), place: isText, receiver: isText })),
  payment: isNullOr(isText),
  isCash: isFlag,
  confirmBefore: (value) => value === undefined || isText(value),
  documentType: isText,
});

export const keepSnapshot = (snapshot: OrderSnapshot): void =>
  writeStored('session', orderStorageKeys.placed, JSON.stringify(snapshot));

/** Null when this tab placed no order, or what is stored is not ours. */
export function readSnapshot(): OrderSnapshot | null {
  const stored = parseJson(readStored('session', orderStorageKeys.placed));
  return isOrderSnapshot(stored) ? stored : null;
}

export const dropSnapshot = (): void => writeStored('session', orderStorageKeys.placed, null);

export interface PlacedOrder {
  cart: Cart;
  checkout: CheckoutData;
  contact: Contact;
  orderNumber: string;
  confirmBefore: string | undefined;
  billingOption: BillingOption;
  /** How it was paid; null for an order that another attempt placed. */
  paid: { method: PaymentMethod; plan: number } | null;
}

/** What the confirmation will show of an order, taken while its cart is still at hand. */
export function snapshotOf(order: PlacedOrder): OrderSnapshot {
  const { cart, checkout, contact, orderNumber, confirmBefore, billingOption, paid } = order;
  const { userData } = checkout;
  const totals = cartTotals(cart);
  const deliveryType = cart.isDigital ? null : userData.deliver;
  return {
    cartId: cart.id,
    orderNumber,
    email: contact.email,
    firstname: contact.firstname,
    shipments: shipmentsOf(cart, checkout),
    costs: costLines(totals, { deliveryType, isDeliveryOpen: false, isDigitalOnly: cart.isDigital }),
    delivery: deliveryType === null ? null : { deliveryType, ...placeOf(checkout, contact) },
    payment: paid === null ? null : paymentText({ ...paid, total: totals.grandTotal }),
    isCash: paid?.method === 'cashPayments',
    confirmBefore,
    documentType: documentTypes[billingOption],
  };
}

function shipmentsOf(cart: Cart, { deliveryTime, userData }: CheckoutData): OrderSnapshot['shipments'] {
  const textOf = userData.deliver === 'storepickup' ? pickupDateText : deliveryDateText;
  const dateOf = (lines: readonly CartLine[]): string => {
    if (lines.every(isDigital)) return deliveryTexts.digital;
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
