import { type Centavos, subtract, sum, times, zero } from '../money/money.ts';
import { figureOf, figures } from '../reports/figures.ts';

/** Units of a line on a receipt. `worth` includes their warranties, before points. */
export interface ReceiptLine {
  title: string;
  sku: string;
  quantity: number;
  worth: Centavos;
  /** Price of each unit's warranty; discounts do not reduce it. */
  warranty: { label: string; amount: Centavos } | null;
}

export interface ReceiptParts {
  lines: readonly ReceiptLine[];
  shipping: Centavos;
  donation: Centavos;
  /** Amount that was due at that moment. */
  due: Centavos;
  /** Amount that was paid. */
  amount: Centavos;
  /** True if points paid a part of the order. `hasGiftCards`: the same for gift cards. */
  hasPoints: boolean;
  hasGiftCards: boolean;
}

export interface ReceiptRow {
  label: string;
  code: string;
  amount: Centavos;
}

const coveredLabel = ({ hasPoints, hasGiftCards }: ReceiptParts): string => {
  if (hasPoints && hasGiftCards) return 'Puntos y tarjeta de regalo';
  if (hasPoints) return 'Puntos';
  return hasGiftCards ? 'Tarjeta de regalo' : 'Descontado';
};

/** Returns the rows of a receipt, and their total: the paid amount (`figures.receipt`). */
export function receiptRows(parts: ReceiptParts): { rows: ReceiptRow[]; total: Centavos } {
  const { shipping, donation, due, amount } = parts;
  const lines = sum(parts.lines.map(({ worth }) => worth));
  const covered = subtract(sum([lines, shipping, donation]), due);
  const missing = subtract(due, amount);
  const row = (label: string, value: Centavos): ReceiptRow[] =>
    value === 0 ? [] : [{ label, code: '', amount: value }];
  const rows = [
    ...parts.lines.flatMap(({ title, sku, quantity, worth, warranty }) => {
      const guarded = warranty === null ? zero : times(warranty.amount, quantity);
      return [
        { label: `${quantity} ${title}`, code: sku, amount: subtract(worth, guarded) },
        ...row(`${quantity} ${warranty?.label ?? ''}`, guarded),
      ];
    }),
    ...row('Envío', shipping),
    ...row('Donación', donation),
    ...row(covered > 0 ? coveredLabel(parts) : 'Otros cargos', subtract(zero, covered)),
    ...row(missing > 0 ? 'No se cobró' : 'Cobrado de más', subtract(zero, missing)),
  ];
  return { rows, total: figureOf(figures.receipt, { lines, shipping, donation, covered, missing }) };
}
