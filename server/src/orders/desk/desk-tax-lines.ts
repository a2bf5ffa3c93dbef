import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { type Centavos, smaller, subtract, times, zero } from '@ceiba/domain/money/money';
import { wireLineKinds } from '../../platform/db/line-kinds.ts';
import type { DeskOrderRow } from './desk-order.store.ts';

/**
 * Returns the lines that an order line has on the invoice (DEC-233): the goods, and the warranties as a service of the shop. A refunded
 * unit includes its warranty. Cash missing at the door lowers the refund of the goods. `seen`: returns an amount as the reader may see it.
 */
export function taxLinesOf(
  row: DeskOrderRow['lines'][number],
  seen: (amount: number) => number | null,
): DeskOrder['taxLines'] {
  const { position, quantity, refunded: units, tax_lines: lines, warranty } = row;
  const perUnit = warranty?.amount ?? null;
  const hasWarranty = lines.length > 1 && perUnit !== null;
  const warrantyBack = hasWarranty ? times(perUnit, units) : zero;
  const warrantyGiven = hasWarranty ? smaller(times(perUnit, row.given_units), row.given_back) : zero;
  const backOf = (isWarranty: boolean): { worth: Centavos; given: Centavos } =>
    isWarranty
      ? { worth: warrantyBack, given: warrantyGiven }
      : {
          worth: subtract(row.worth_back, warrantyBack),
          given: subtract(row.given_back, warrantyGiven),
        };
  return lines.map(({ kind, sellerId, sku, title, gross, discount, charged, iva, taxRate }, at) => {
    const back = backOf(at > 0);
    return {
      line: position,
      ...{ kind: wireLineKinds[kind], sellerId, sku, title, quantity, isWarranty: at > 0 },
      unitPrice: seen(at > 0 ? (perUnit ?? 0) : row.unit_price),
      worth: seen(gross - discount),
      charged: seen(charged),
      base: seen(charged - iva),
      iva: seen(iva),
      taxRate: taxRate / 100,
      refunded: seen(back.given),
      refundable: seen(gross - discount - back.worth),
    };
  });
}
