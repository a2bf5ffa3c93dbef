import { type Centavos, quetzales, subtract } from '../money/money.ts';
import { isOrderNumber } from '../orders/order.ts';
import { ok, type Result, refuse } from '../result.ts';

/** What came to a till or left it (CASH-01 to CASH-04), as its movements are named in SQL (`till_movement_kind`). */
export const tillMovementKinds = ['payment', 'unpaid', 'collected', 'refund', 'in', 'out', 'deposit'] as const;
export type TillMovementKind = (typeof tillMovementKinds)[number];

/** In words of whoever works at the till. */
export const tillMovementLabels: Record<TillMovementKind, string> = {
  payment: 'Cobro',
  unpaid: 'Cobro anulado',
  collected: 'Entrega',
  refund: 'Reembolso',
  in: 'Ingreso de cambio',
  out: 'Retiro',
  deposit: 'Bolsa al banco',
};

/** A difference of a closing up to this needs no reason (CASH-05). */
export const differenceWithoutReason = quetzales(5);

/** Whether whoever closes a till has to say why so much is missing, or too much. */
export const needsReason = (difference: number): boolean => Math.abs(difference) > differenceWithoutReason;

export type PaidRefusal = { code: 'TOO_LITTLE' } | { code: 'NOT_EXACT' };

/** The change of what a buyer hands over: in cash at least what is due, by a card's voucher just that. */
export function changeOf(
  means: 'cash' | 'card',
  { due, received }: { due: Centavos; received: Centavos },
): Result<Centavos, PaidRefusal> {
  if (means === 'card' && received !== due) return refuse({ code: 'NOT_EXACT' });
  return received < due ? refuse({ code: 'TOO_LITTLE' }) : ok(subtract(received, due));
}

/** A till's own receipt: R-02-004418. */
export const receiptNumber = (till: number, count: number): string =>
  `R-${String(till).padStart(2, '0')}-${String(count).padStart(6, '0')}`;

/** What is looked for at a till: an order by its number, a phone, or nothing that either can be (CASH-02). */
export type TillSearch = { orderNumber: string } | { phone: string } | undefined;

/** Reads what was typed or scanned: a number, a sub-order number, a link with one in it, or a phone with or without its country. */
export function readTillSearch(text: string): TillSearch {
  const [orderNumber] = text.split(/\D+/).filter(isOrderNumber);
  if (orderNumber !== undefined) return { orderNumber };
  const digits = text.replace(/\D/g, '');
  const national = digits.replace(/^(?:00)?502(?=\d{8}$)/, '');
  return /^[\d\s+().-]+$/.test(text.trim()) && /^[2-7]\d{7}$/.test(national) ? { phone: national } : undefined;
}
