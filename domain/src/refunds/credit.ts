import { add, type Centavos, centavos, subtract, times, zero } from '../money/money.ts';
import { containedTax } from '../money/shares.ts';
import { type UnitsOfShipment, worthOfUnits } from './refund.ts';

/** A line of an invoice that is refunded in parts (DEC-233). */
export interface CreditableLine {
  /** The maximum that refunds of the line return: money and points together. */
  worth: Centavos;
  /** `worth` minus its share of points: the amount that contains the tax. */
  charged: Centavos;
  /** Basis points. */
  taxRate: number;
}

/** The amounts that a refunded part removes from the line's invoice: the charge, and the IVA contained in it. */
export interface Credit {
  charged: Centavos;
  iva: Centavos;
}

export const noCredit: Credit = { charged: zero, iva: zero };

/** Returns the credit of all refunds up to this amount, halves up. */
function creditUntil({ worth, charged, taxRate }: CreditableLine, until: Centavos): Credit {
  if (until < 0 || until > worth) throw new RangeError(`${until} of a line worth ${worth}`);
  if (worth === 0) return noCredit;
  const [part, of] = [BigInt(charged) * BigInt(until) * 2n + BigInt(worth), BigInt(worth) * 2n];
  const ofPart = centavos(Number(part / of));
  return { charged: ofPart, iva: containedTax(ofPart, taxRate) };
}

/**
 * Returns the credit of the next `amount` of a line after `before` was refunded: the difference of two running sums.
 * The credits of a line therefore sum to its charge and its IVA exactly, for any parts in any order (DEC-233).
 *
 * @throws if the line is worth less than both amounts
 */
export function creditOf(line: CreditableLine, before: Centavos, amount: Centavos): Credit {
  const [from, until] = [creditUntil(line, before), creditUntil(line, add(before, amount))];
  return { charged: subtract(until.charged, from.charged), iva: subtract(until.iva, from.iva) };
}

/** An order line with its one or two invoice lines. */
export interface TaxedLine {
  quantity: number;
  goods: CreditableLine;
  /** `perUnit`: the price of one warranty. Discounts never reduce it. */
  warranty: (CreditableLine & { perUnit: Centavos }) | null;
}

/** The earlier refunds of an order line: the units, and their worth with warranties. */
export interface RefundedBefore {
  units: number;
  worth: Centavos;
}

/** Returns the credits for units of an order line that are refunded with their warranties. */
export function creditsOfUnits(
  { goods, warranty }: TaxedLine,
  before: RefundedBefore,
  { units, worth }: RefundedBefore,
): { goods: Credit; warranty: Credit | null } {
  if (warranty === null) return { goods: creditOf(goods, before.worth, worth), warranty: null };
  const [warrantyBefore, ofWarranty] = [times(warranty.perUnit, before.units), times(warranty.perUnit, units)];
  return {
    goods: creditOf(goods, subtract(before.worth, warrantyBefore), subtract(worth, ofWarranty)),
    warranty: creditOf(warranty, warrantyBefore, ofWarranty),
  };
}

/**
 * Returns the IVA of units of an order line, by their positions in the line. The IVA of the line's shipments sums to
 * the IVA of the line.
 */
export function ivaOfUnits(line: TaxedLine, { firstUnit, quantity }: Omit<UnitsOfShipment, 'refunded'>): Centavos {
  if (quantity === 0) return zero;
  const { goods, warranty } = line;
  const net = add(goods.worth, warranty?.worth ?? zero);
  const worthOf = (refunded: number, units: number): Centavos =>
    units === 0 ? zero : worthOfUnits({ net, quantity: line.quantity, refunded }, units);
  const credits = creditsOfUnits(
    line,
    { units: firstUnit, worth: worthOf(0, firstUnit) },
    { units: quantity, worth: worthOf(firstUnit, quantity) },
  );
  return add(credits.goods.iva, credits.warranty?.iva ?? zero);
}
