import { type Centavos, smaller, subtract, sum, zero } from '@ceiba/domain/money/money';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { worthOfLastUnits, worthOfUnits } from '@ceiba/domain/refunds/refund';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { type OrderToRefund, readOrderToRefund } from '../refunds/order-to-refund.store.ts';
import { noteShipment } from './shipment-moves.store.ts';
import { type DeskShipment, writeSplit } from './shipments.store.ts';

/** Units of a line. */
export interface LineUnits {
  line: number;
  quantity: number;
}

export type SplitRefusal = Refusal<'TRANSITION_NOT_ALLOWED' | 'VALIDATION_ERROR'>;

const invalid = (text: string): SplitRefusal => ({ code: 'VALIDATION_ERROR', metadata: { fields: { lines: text } } });

/** A packed shipment is sent complete, or must be moved a step back first. */
const splittable: readonly ShipmentState[] = ['waiting', 'ready', 'picking'];

/**
 * Moves units of a shipment to a new shipment of the same order, with their claims and their cash to collect (WORK-10). The new
 * shipment is prepared separately. The caller has locked the order. Returns the number of the new shipment within its order.
 */
export async function splitShipment(
  tx: Tx,
  shipment: DeskShipment,
  lines: readonly LineUnits[],
  now: Date,
): Promise<Result<number, SplitRefusal>> {
  if (!splittable.includes(shipment.state))
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
  const { orderId, shipmentNumber, transfers } = shipment;
  // The units under way belong to this shipment.
  if (transfers.length > 0) {
    const numbers = transfers.map(({ number }) => number).join(', ');
    const message = `Espera ${numbers}, que trae unidades de este envío, o ciérralo.`;
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: [] } });
  }
  const order = await readOrderToRefund(tx, orderId);
  const wrong = checkLines(order, shipmentNumber, lines);
  if (wrong !== undefined) return refuse(wrong);
  const next = await writeSplit(tx, { orderId, shipmentNumber }, lines, cashOf(order, shipment, lines));
  await noteShipment(tx, orderId, { kind: 'shipment_split', shipment: shipmentNumber }, now);
  return ok(next);
}

const unitsIn = ({ lines }: OrderToRefund, shipmentNumber: number, position: number): number =>
  lines.find((each) => each.position === position)?.shipments.find((each) => each.shipmentNumber === shipmentNumber)
    ?.units ?? 0;

function checkLines(
  order: OrderToRefund,
  shipmentNumber: number,
  lines: readonly LineUnits[],
): SplitRefusal | undefined {
  if (new Set(lines.map(({ line }) => line)).size < lines.length) return invalid('Cada línea va una vez.');
  for (const { line: position, quantity } of lines) {
    const line = order.lines.find((each) => each.position === position);
    if (line?.isGiftCard === true) return invalid('Las tarjetas de regalo no se envían aparte.');
    if (quantity > unitsIn(order, shipmentNumber, position)) return invalid('El envío no tiene tantas unidades.');
  }
  const all = sumOf(order.lines.map(({ position }) => unitsIn(order, shipmentNumber, position)));
  return sumOf(lines.map(({ quantity }) => quantity)) < all
    ? undefined
    : invalid('Deja al menos una unidad en este envío.');
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * Returns the cash to collect with units that are split off: their worth minus the part that points or gift cards pay. Amounts
 * that gift cards cannot pay (gift cards in the order, a donation) stay with the first shipment (DEC-199).
 */
function cashOf(
  order: OrderToRefund,
  { shipmentNumber, cashToCollect }: DeskShipment,
  lines: readonly LineUnits[],
): Centavos {
  if (cashToCollect === 0) return zero;
  const moved = lines.map(({ line: position, quantity }) => {
    const line = order.lines.find((each) => each.position === position);
    const units = line?.shipments.find((each) => each.shipmentNumber === shipmentNumber);
    return line === undefined || units === undefined ? zero : worthOfLastUnits(line, units, quantity);
  });
  const cards = order.lines
    .filter(
      ({ isGiftCard, refunded, quantity, shipments }) =>
        isGiftCard && refunded < quantity && shipments.some((each) => each.shipmentNumber === shipmentNumber),
    )
    .map((line) => worthOfUnits(line, line.quantity - line.refunded));
  const bringsDonation = order.lines.some(({ shipments }) =>
    shipments.some((each) => each.shipmentNumber === shipmentNumber && each.bringsDonation),
  );
  const stays = sum([...cards, bringsDonation ? order.donationLeft : zero]);
  return smaller(sum(moved), stays < cashToCollect ? subtract(cashToCollect, stays) : zero);
}
