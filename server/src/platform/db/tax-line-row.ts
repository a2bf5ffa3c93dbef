import { centavos, subtract, times } from '@ceiba/domain/money/money';
import type { CreditableLine, TaxedLine } from '@ceiba/domain/refunds/credit';
import type { StoredLineKind } from './line-kinds.ts';

/** A line of an invoice as the SQL function `tax_lines_json` returns it. Amounts in centavos, `taxRate` in basis points. */
export interface TaxLineRow {
  kind: StoredLineKind;
  sellerId: number;
  sku: string;
  title: string;
  gross: number;
  discount: number;
  points: number;
  charged: number;
  taxRate: number;
  iva: number;
}

const creditable = ({ gross, discount, charged, taxRate }: TaxLineRow): CreditableLine => ({
  worth: subtract(centavos(gross), centavos(discount)),
  charged: centavos(charged),
  taxRate,
});

/** Builds an order line with its invoice lines. `warrantyPrice`: the price for one unit. Null without a warranty. */
export function taxedLineOf(
  rows: readonly TaxLineRow[],
  { quantity, warrantyPrice }: { quantity: number; warrantyPrice: number | null },
): TaxedLine {
  const [goods, warranty] = rows;
  if (goods === undefined) throw new Error('an order line has no tax line');
  const perUnit = centavos(warrantyPrice ?? 0);
  if (warranty !== undefined && times(perUnit, quantity) !== warranty.gross)
    throw new RangeError(`${quantity} warranties of ${perUnit} are not ${warranty.gross}`);
  return {
    quantity,
    goods: creditable(goods),
    warranty: warranty === undefined ? null : { ...creditable(warranty), perUnit },
  };
}
