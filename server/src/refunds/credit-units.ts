import { add, type Centavos, subtract, sum, zero } from '@ceiba/domain/money/money';
import { creditOf, creditsOfUnits, type RefundedBefore } from '@ceiba/domain/refunds/credit';
import type { OrderToRefund } from './order-to-refund.store.ts';
import type { CreditedUnits, RefundedUnits } from './refunds.store.ts';

/**
 * Adds to refunded units the amounts that they take off the invoice. Each unit is counted after all earlier refunds and
 * after the units before it (DEC-233).
 */
export function creditUnits({ lines }: OrderToRefund, refunded: readonly RefundedUnits[]): CreditedUnits[] {
  const given = new Map<number, RefundedBefore>(
    lines.map(({ position, refunded: units, worthBack }) => [position, { units, worth: worthBack }]),
  );
  return refunded.map((each) => {
    const { position, quantity, amount } = each;
    const line = lines.find((one) => one.position === position);
    const before = given.get(position);
    if (line === undefined || before === undefined) throw new Error(`the order has no line ${position}`);
    const { goods, warranty } = creditsOfUnits(line.tax, before, { units: quantity, worth: amount });
    given.set(position, { units: before.units + quantity, worth: add(before.worth, amount) });
    const ofWarranty = { warrantyCharged: warranty?.charged ?? zero, warrantyIva: warranty?.iva ?? zero };
    return { ...each, ...goods, ...ofWarranty };
  });
}

/** Returns the IVA of a refund: of its units, and of the part of the delivery that is refunded with them. */
export function ivaOfRefund(order: OrderToRefund, lines: readonly CreditedUnits[], shipping: Centavos): Centavos {
  const deliveryRefunded = subtract(order.shipping.worth, order.deliveryLeft);
  const ofLines = sum(lines.map(({ iva, warrantyIva }) => add(iva, warrantyIva)));
  return add(ofLines, creditOf(order.shipping, deliveryRefunded, shipping).iva);
}
