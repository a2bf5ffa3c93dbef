import type { Cart } from '@ceiba/contract/carts';
import { fullNameOf } from '@ceiba/domain/addresses/trusted-person';
import { type BillingOption, documentTypes } from '@ceiba/domain/billing/billing-options';
import { groupBySeller, isDigital } from '@ceiba/domain/carts/cart-line';
import { costLines } from '@ceiba/domain/carts/cost-lines';
import { unknownDateText } from '@ceiba/domain/dates/spanish-date';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import { formatQ } from '@ceiba/domain/money/money';
import { installmentAmount, planLabel } from '@ceiba/domain/payments/installments';
import { cashTexts, type PaymentMethod } from '@ceiba/domain/payments/payment-options';
import { z } from 'zod';
import { type CartLine, cartLines, cartTotals } from '../carts/cart-lines.ts';
import type { CheckoutData, Contact } from '../checkout/checkout-store.ts';
import { deliveryDateText, pickupDateText, placeText } from '../delivery/delivery-texts.ts';
import { chosenReceiver } from '../delivery/shipping-address.ts';

/** What the confirmation shows (DEC-43). Neither card nor document numbers are ever in it. */
const orderSnapshot = z.object({
  cartId: z.string(),
  orderNumber: z.string(),
  email: z.string(),
  firstname: z.string(),
  shipments: z.array(
    z.object({
      sellerTitle: z.string(),
      /** "martes 24 de noviembre", "Hoy mismo", "Fecha por estimar". */
      dateText: z.string(),
      lines: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          quantity: z.int(),
          image: z.object({ url: z.string(), label: z.string() }),
          /** Decimal quetzales. */
          lineTotal: z.number(),
        }),
      ),
    }),
  ),
  costs: z.array(
    z.object({
      kind: z.enum(['subtotal', 'discount', 'warranties', 'delivery', 'total']),
      label: z.string(),
      text: z.string(),
    }),
  ),
  /** Null for digital orders. */
  delivery: z
    .object({ deliveryType: z.enum(['delivery', 'storepickup']), place: z.string(), receiver: z.string() })
    .nullable(),
  /** "12 cuotas de Q812.67"; null where it is not known how the order was paid. */
  payment: z.string().nullable(),
  isCash: z.boolean(),
  documentType: z.string(),
});
export type OrderSnapshot = z.infer<typeof orderSnapshot>;

/** Session storage: the tab's last order. */
const storageKey = 'ceiba.confirmation';

/** Where storage is refused the confirmation lasts as long as the page. */
let unstored: OrderSnapshot | null = null;

export function keepSnapshot(snapshot: OrderSnapshot): void {
  unstored = snapshot;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(snapshot));
  } catch {
    // Kept in memory above.
  }
}

/** Null when this tab placed no order, or what is stored is not ours. */
export function readSnapshot(): OrderSnapshot | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const read = orderSnapshot.safeParse(stored);
    return read.success ? read.data : unstored;
  } catch {
    return unstored;
  }
}

export function dropSnapshot(): void {
  unstored = null;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}

export interface PlacedOrder {
  cart: Cart;
  checkout: CheckoutData;
  contact: Contact;
  orderNumber: string;
  billingOption: BillingOption;
  /** How it was paid; null for an order that another attempt placed. */
  paid: { method: PaymentMethod; plan: number } | null;
}

/** What the confirmation will show of an order, taken while its cart is still at hand. */
export function snapshotOf({ cart, checkout, contact, orderNumber, billingOption, paid }: PlacedOrder): OrderSnapshot {
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
    payment: paid === null ? null : paymentText(paid, cart),
    isCash: paid?.method === 'cashPayments',
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

function placeOf({ userData, trustPeople }: CheckoutData, contact: Contact): { place: string; receiver: string } {
  const store = userData.deliver === 'storepickup' ? userData.storeLocationSelected : null;
  const home = { street: userData.address, zone: userData.zone, city: userData.city };
  const person = chosenReceiver(userData, trustPeople);
  return {
    place: store === null ? placeText(home) : `${store.name}, ${placeText(store)}`,
    receiver: person === null ? `${contact.firstname} ${contact.lastname}` : fullNameOf(person),
  };
}

function paymentText({ method, plan }: { method: PaymentMethod; plan: number }, cart: Cart): string {
  if (method === 'cashPayments') return cashTexts.label;
  if (method === 'singlePayment') return 'Tarjeta al contado';
  return `${planLabel(plan)} de ${formatQ(installmentAmount(cartTotals(cart).grandTotal, plan))}`;
}
