import { isFlag, isInteger, isListOf, isNullOr, isNumber, isOneOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { CostLine } from '@ceiba/domain/carts/cost-lines';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { type PaymentType, paymentTypes } from '@ceiba/domain/payments/payment-amounts';
import { orderStorageKeys } from '../platform/storage-keys.ts';

/** What the confirmation shows (DEC-43). Neither card nor document numbers are ever in it. */
export interface OrderSnapshot {
  cartId: string;
  /** Empty until it is known. */
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

export const keepSnapshot = (snapshot: OrderSnapshot): void =>
  writeStored('session', orderStorageKeys.placed, JSON.stringify(snapshot));

/** Null when this tab placed no order, or what is stored is not ours. */
export function readSnapshot(): OrderSnapshot | null {
  const stored = parseJson(readStored('session', orderStorageKeys.placed));
  return isOrderSnapshot(stored) ? stored : null;
}

export const dropSnapshot = (): void => writeStored('session', orderStorageKeys.placed, null);

/** An order that was pressed, as it will be shown. */
export interface OrderDraft {
  /** Of a payment link, which, and what opens the copy that was ordered; else null. */
  link: { id: string; token: string } | null;
  paidBy: PaymentType;
  order: OrderSnapshot;
}

/**
 * What a page that is loaded anew asks with what became of its order, and shows then. The order itself is in memory only: it
 * holds the card.
 */
export interface StoredAttempt extends OrderDraft {
  /** Idempotency keys of what was sent and nobody has refused; none once the order's number is known. */
  keys: readonly string[];
}

const isStoredAttempt = isShape<StoredAttempt>({
  keys: isListOf(isText),
  link: isNullOr(isShape<{ id: string; token: string }>({ id: isText, token: isText })),
  paidBy: isOneOf(...paymentTypes),
  order: isOrderSnapshot,
});

export const keepAttempt = (attempt: StoredAttempt): void =>
  writeStored('session', orderStorageKeys.sent, JSON.stringify(attempt));

export const dropAttempt = (): void => writeStored('session', orderStorageKeys.sent, null);

/** Null when nothing was kept, or what is stored is not ours. */
export function readAttempt(): StoredAttempt | null {
  const kept = parseJson(readStored('session', orderStorageKeys.sent));
  return isStoredAttempt(kept) ? kept : null;
}
