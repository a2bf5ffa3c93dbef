import { isFlag, isInteger, isListOf, isNullOr, isNumber, isOneOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { CostLine } from '@ceiba/domain/carts/cost-lines';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { type PaymentType, paymentTypes } from '@ceiba/domain/payments/payment-amounts';
import { orderStorageKeys } from '../platform/storage-keys.ts';

/** The data of the confirmation page (DEC-43). Never contains card or document numbers. */
export interface OrderSnapshot {
  cartId: string;
  /** Empty until known. */
  orderNumber: string;
  email: string;
  firstname: string;
  shipments: OrderShipment[];
  costs: CostLine[];
  /** Null for digital orders. */
  delivery: { deliveryType: DeliveryType; place: string; receiver: string } | null;
  /** "12 cuotas de Q812.67". Null if the payment of the order is not known. */
  payment: string | null;
  isCash: boolean;
  /** Until when the order waits for the link in its mail (DEC-218). */
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
    /** In quetzales, with decimals. */
    lineTotal: number;
  }[];
}

const isOrderSnapshot = isShape<OrderSnapshot>({
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
      kind: isOneOf('subtotal', 'discount', 'warranties', 'delivery', 'total', 'giftCard', 'rest'),
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

export const saveSnapshot = (snapshot: OrderSnapshot): void =>
  writeStored('session', orderStorageKeys.placed, JSON.stringify(snapshot));

/** Null if this tab placed no order, or the stored text is not a snapshot. */
export function readSnapshot(): OrderSnapshot | null {
  const stored = parseJson(readStored('session', orderStorageKeys.placed));
  return isOrderSnapshot(stored) ? stored : null;
}

export const dropSnapshot = (): void => writeStored('session', orderStorageKeys.placed, null);

/** A submitted order, with the data to show. */
export interface SubmittedOrder {
  /** The payment link's ID and the token that opens the ordered copy. Null for another cart. */
  link: { id: string; token: string } | null;
  paidBy: PaymentType;
  order: OrderSnapshot;
}

/**
 * Data with which a reloaded page polls and shows the outcome of its order. Does not contain the order, which has card data and exists only in
 * memory.
 */
export interface StoredAttempt extends SubmittedOrder {
  /** Idempotency keys that were sent and not refused. Empty once the order's number is known. */
  keys: readonly string[];
}

const isStoredAttempt = isShape<StoredAttempt>({
  keys: isListOf(isText),
  link: isNullOr(isShape<{ id: string; token: string }>({ id: isText, token: isText })),
  paidBy: isOneOf(...paymentTypes),
  order: isOrderSnapshot,
});

export const saveAttempt = (attempt: StoredAttempt): void =>
  writeStored('session', orderStorageKeys.sent, JSON.stringify(attempt));

export const dropAttempt = (): void => writeStored('session', orderStorageKeys.sent, null);

/** Null if nothing is stored, or the stored text is not an attempt. */
export function readAttempt(): StoredAttempt | null {
  const stored = parseJson(readStored('session', orderStorageKeys.sent));
  return isStoredAttempt(stored) ? stored : null;
}
