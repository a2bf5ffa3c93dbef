import { checkPhone } from '../customers/phone.ts';
import { type Centavos, centavos, quetzales, subtract, times } from '../money/money.ts';
import { isOrderNumber } from '../orders/order.ts';
import { ok, type Result, refuse } from '../result.ts';

/** Kinds of till movements (CASH-01 to CASH-04), as SQL names them (`till_movement_kind`). */
export const tillMovementKinds = ['payment', 'unpaid', 'collected', 'refund', 'in', 'out', 'deposit'] as const;
export type TillMovementKind = (typeof tillMovementKinds)[number];

/** Labels for the people who work at the till. */
export const tillMovementLabels: Record<TillMovementKind, string> = {
  payment: 'Cobro',
  unpaid: 'Cobro anulado',
  collected: 'Entrega',
  refund: 'Reembolso',
  in: 'Ingreso de cambio',
  out: 'Retiro',
  deposit: 'Bolsa al banco',
};

/** A difference at closing up to this amount needs no reason (CASH-05). */
export const differenceWithoutReason = quetzales(5);

/** Returns whether a missing or surplus amount needs a reason. */
export const needsReason = (difference: number): boolean => Math.abs(difference) > differenceWithoutReason;

/** Subjects of a till's difference: the opening float, or the cash or vouchers counted at closing. */
export const tillDifferenceKinds = {
  opening: 'Fondo al abrir',
  cash: 'Efectivo al cerrar',
  cards: 'Vouchers al cerrar',
} as const;
export type TillDifferenceKind = keyof typeof tillDifferenceKinds;

/** Movements whose amount a cashier types. Such movements can be corrected (CASH-04). */
export const typedMovementKinds = ['in', 'out', 'deposit'] as const satisfies readonly TillMovementKind[];

export const isTypedMovement = (kind: TillMovementKind): kind is (typeof typedMovementKinds)[number] =>
  typedMovementKinds.some((each) => each === kind);

const [bandOfCash, leastMargin] = [quetzales(5_000), quetzales(1_000)];

/**
 * Returns the maximum of one withdrawal from a till with this expected cash. The maximum is a multiple of Q5,000, at
 * least Q1,000 above the cash. So a refusal detects a wrong digit, but does not reveal the expected cash before the
 * count (CASH-05).
 */
export const maxTaken = (expected: Centavos): Centavos =>
  times(bandOfCash, Math.ceil((Math.max(expected, 0) + leastMargin) / bandOfCash));

export type PaidRefusal = { code: 'TOO_LITTLE' } | { code: 'NOT_EXACT' };

/** Returns the change for the amount that a buyer hands over. Cash must be at least the due amount, a card voucher exactly that amount. */
export function changeOf(
  means: 'cash' | 'card',
  { due, received }: { due: Centavos; received: Centavos },
): Result<Centavos, PaidRefusal> {
  if (means === 'card' && received !== due) return refuse({ code: 'NOT_EXACT' });
  return received < due ? refuse({ code: 'TOO_LITTLE' }) : ok(subtract(received, due));
}

/** Returns the number of a receipt from a till: R-02-004418. */
export const receiptNumber = (till: number, count: number): string =>
  `R-${String(till).padStart(2, '0')}-${String(count).padStart(6, '0')}`;

/** A cashier's search: an order by its number, or a phone. Undefined for any other text (CASH-02). */
export type TillSearch = { orderNumber: string } | { phone: string } | undefined;

/** Parses a typed or scanned text: a number, a sub-order number, a link that contains one, or a phone with or without country code. */
export function readTillSearch(text: string): TillSearch {
  const [orderNumber] = text.split(/\D+/).filter(isOrderNumber);
  if (orderNumber !== undefined) return { orderNumber };
  const phone = checkPhone(text);
  return phone.ok ? { phone: phone.value.national } : undefined;
}

/** Returns up to three round amounts that a buyer is likely to hand over in cash, the smallest first. */
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

/** Returns the change in the fewest notes and coins: "1 de Q100 y 1 de Q1". Empty without change. */
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
