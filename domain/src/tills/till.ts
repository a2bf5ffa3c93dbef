import { checkPhone } from '../customers/phone.ts';
import { type Centavos, centavos, quetzales, subtract, times } from '../money/money.ts';
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

/** Whether somebody has to say why so much is missing, or too much. */
export const needsReason = (difference: number): boolean => Math.abs(difference) > differenceWithoutReason;

/** Subject of a till's difference: the opening float, or the cash or vouchers counted at closing. */
export const tillDifferenceKinds = {
  opening: 'Fondo al abrir',
  cash: 'Efectivo al cerrar',
  cards: 'Vouchers al cerrar',
} as const;
export type TillDifferenceKind = keyof typeof tillDifferenceKinds;

/** Movements whose amount a cashier types: they can be corrected (CASH-04). */
export const typedMovementKinds = ['in', 'out', 'deposit'] as const satisfies readonly TillMovementKind[];

export const isTypedMovement = (kind: TillMovementKind): kind is (typeof typedMovementKinds)[number] =>
  typedMovementKinds.some((each) => each === kind);

const [bandOfCash, leastMargin] = [quetzales(5_000), quetzales(1_000)];

/**
 * The most that one withdrawal takes from a till that should hold so much. The bound is a multiple of Q5,000, at least Q1,000 above the cash:
 * a refusal catches a wrong digit, and tells nobody what the till should hold before it is counted (CASH-05).
 */
export const mostTaken = (expected: Centavos): Centavos =>
  times(bandOfCash, Math.ceil((Math.max(expected, 0) + leastMargin) / bandOfCash));

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
  const phone = checkPhone(text);
  return phone.ok ? { phone: phone.value.national } : undefined;
}

/** What a buyer is likely to hand over of an amount in cash: round sums from it on, the smallest first, at most three. */
export function roundSums(due: Centavos): Centavos[] {
  const sums = [quetzales(50), quetzales(100), quetzales(500)].flatMap((note) => {
    const first = Math.ceil(due / note) * note;
    return [first, first + note];
  });
  return [...new Set(sums)]
    .filter((sum) => sum > due)
    .sort((a, b) => a - b)
    .slice(0, 3)
    .map(centavos);
}

/** Notes and coins of the country, in centavos, the largest first. */
const cashPieces = [200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 1_00, 50, 25, 10, 5, 1];

/** The change in notes and coins, as few as there can be: "1 de Q100 y 1 de Q1". Empty of none. */
export function changeWords(change: Centavos): string {
  const words: string[] = [];
  let left: number = change;
  for (const piece of cashPieces) {
    const count = Math.floor(left / piece);
    left -= count * piece;
    if (count > 0) words.push(`${count} de ${piece >= 100 ? `Q${piece / 100}` : `${piece} centavos`}`);
  }
  const last = words.pop();
  if (last === undefined) return '';
  return words.length === 0 ? last : `${words.join(', ')} y ${last}`;
}
