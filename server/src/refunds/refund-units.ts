import { type Centavos, subtract, zero } from '@ceiba/domain/money/money';
import { inRefundOrder, shortfallsOf, takeUnits, worthInShipment } from '@ceiba/domain/refunds/refund';
import { isAtShop } from '@ceiba/domain/refunds/refund-approval';
import type { OrderToRefund, ShipmentOfLine } from './order-to-refund.store.ts';
import type { RefundedUnits } from './refunds.store.ts';

/** Units of a line to refund. `shipmentNumber`: the shipment of the units, if the refund has another. */
export interface RefundUnitsInput {
  position: number;
  units: number;
  shipmentNumber?: number | undefined;
}

/**
 * Assigns the requested units to the shipments that had them, and computes their worth. Units without a named shipment
 * are taken from the shipments in turn (`inRefundOrder`). `isDelivered`: only delivered units count, because the units
 * were returned, or because couriers have not collected the money for the others. Undefined if fewer units are left.
 */
export function placeUnits(
  order: OrderToRefund,
  asked: readonly RefundUnitsInput[],
  { shipmentNumber, isDelivered }: { shipmentNumber: number | undefined; isDelivered: boolean },
): RefundedUnits[] | undefined {
  const placed: RefundedUnits[] = [];
  for (const { position, units, shipmentNumber: own = shipmentNumber } of asked) {
    const line = order.lines.find((each) => each.position === position);
    const all = line?.shipments ?? [];
    const may = isDelivered ? deliveredOf(all) : all;
    const from =
      own === undefined
        ? inRefundOrder(may)
        : (shipmentNumber === undefined ? may : all).filter((each) => each.shipmentNumber === own);
    const taken = takeUnits(from, units);
    if (line === undefined || taken === undefined) return undefined;
    for (const { held, units: quantity } of taken)
      placed.push({
        ...{
          shipmentNumber: held.shipmentNumber,
          position,
          quantity,
          amount: worthInShipment(line, held, quantity),
          isCourtesy: false,
        },
        ...{ shortfall: zero, cash: zero },
      });
  }
  const units = placed.map(({ shipmentNumber: shipment, amount }) => ({ shipment, amount }));
  const missing = order.lines.flatMap(({ shipments }) =>
    shipments.map((each) => [each.shipmentNumber, each.shortfall] as const),
  );
  const shortfalls = shortfallsOf(units, new Map(missing));
  return placed.map((each, at) => ({ ...each, shortfall: shortfalls[at] ?? zero }));
}

/**
 * Returns whether the units are goods or services that have not left the shop. Gift cards never count. No code is sent
 * for a refunded unit, even if the rest of its shipment has left.
 */
export const isUnsent = (order: OrderToRefund, units: Pick<RefundedUnits, 'shipmentNumber' | 'position'>): boolean => {
  const line = order.lines.find(({ position }) => position === units.position);
  return line?.isGiftCard === false && isAtShop(shipmentOf(order, units).state);
};

/** Returns the worth of the units that the buyer has paid or still has to pay, without the missing cash of their delivery. */
export const refundWithoutShortfall = ({ amount, shortfall }: RefundedUnits): Centavos => subtract(amount, shortfall);

/** Returns the shipments that were delivered. */
export const deliveredOf = (shipments: readonly ShipmentOfLine[]): ShipmentOfLine[] =>
  shipments.filter(({ state }) => state === 'delivered');

/** Counts the units of these shipments that are not refunded. */
export const unitsLeft = (shipments: readonly ShipmentOfLine[]): number =>
  shipments.reduce((all, { quantity, refunded }) => all + quantity - refunded, 0);

export function shipmentOf(
  { lines }: OrderToRefund,
  { shipmentNumber, position }: Pick<RefundedUnits, 'shipmentNumber' | 'position'>,
): ShipmentOfLine {
  const own = lines
    .find((each) => each.position === position)
    ?.shipments.find((each) => each.shipmentNumber === shipmentNumber);
  if (own === undefined) throw new Error(`shipment ${shipmentNumber} has no units of line ${position}`);
  return own;
}
