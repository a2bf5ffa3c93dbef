import { type Centavos, smaller, subtract, sum, zero } from '@ceiba/domain/money/money';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { worthOfLast, worthOfUnits } from '@ceiba/domain/refunds/refund';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { type OrderToRefund, readOrderToRefund } from '../refunds/refunds.store.ts';
import { noteShipment } from './shipment-moves.store.ts';
import { type DeskShipment, writeSplit } from './shipments.store.ts';

/** Units of a line. */
export interface LineUnits {
  line: number;
  quantity: number;
}

export type SplitRefusal = Refusal<'TRANSITION_NOT_ALLOWED' | 'VALIDATION_ERROR'>;

const invalid = (text: string): SplitRefusal => ({ code: 'VALIDATION_ERROR', metadata: { fields: { lines: text } } });

/** What is packed goes whole, or back a step first. */
const splittable: readonly ShipmentState[] = ['waiting', 'ready', 'picking'];

/**
 * Moves units of a shipment whose order is held to a new one of the same order, which is prepared by itself (WORK-10): with their claims, and
 * with what is to be collected for them at the door. Answers the new one's place among those of its order.
 */
export async function splitShipment(
  tx: Tx,
  shipment: DeskShipment,
  lines: readonly LineUnits[],
  now: Date,
): Promise<Result<number, SplitRefusal>> {
  if (!splittable.includes(shipment.state))
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
  const { orderId, n } = shipment;
  const order = await readOrderToRefund(tx, orderId);
  const wrong = checkLines(order, n, lines);
  if (wrong !== undefined) return refuse(wrong);
  const next = await writeSplit(tx, { orderId, n }, lines, cashOf(order, shipment, lines));
  await noteShipment(tx, orderId, { kind: 'shipment_split', shipment: n }, now);
  return ok(next);
}

const unitsIn = ({ lines }: OrderToRefund, n: number, position: number): number =>
  lines.find((each) => each.position === position)?.shipments.find((each) => each.n === n)?.units ?? 0;

function checkLines(order: OrderToRefund, n: number, lines: readonly LineUnits[]): SplitRefusal | undefined {
  if (new Set(lines.map(({ line }) => line)).size < lines.length) return invalid('Cada línea va una vez.');
  for (const { line: position, quantity } of lines) {
    const line = order.lines.find((each) => each.position === position);
    if (line?.isGiftCard === true) return invalid('Las tarjetas de regalo no se envían aparte.');
    if (quantity > unitsIn(order, n, position)) return invalid('El envío no tiene tantas unidades.');
  }
  const all = sumOf(order.lines.map(({ position }) => unitsIn(order, n, position)));
  return sumOf(lines.map(({ quantity }) => quantity)) < all
    ? undefined
    : invalid('Deja al menos una unidad en este envío.');
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * What is collected with units that go by themselves: what they are worth, unless points or gift cards pay of it. What no gift card pays stays with
 * the first (DEC-199): gift cards it sells, and a donation.
 */
function cashOf(order: OrderToRefund, { n, cashToCollect }: DeskShipment, lines: readonly LineUnits[]): Centavos {
  if (cashToCollect === 0) return zero;
  const moved = lines.map(({ line: position, quantity }) => {
    const line = order.lines.find((each) => each.position === position);
    const held = line?.shipments.find((each) => each.n === n);
    return line === undefined || held === undefined ? zero : worthOfLast(line, held, quantity);
  });
  const cards = order.lines
    .filter(
      ({ isGiftCard, refunded, quantity, shipments }) =>
        isGiftCard && refunded < quantity && shipments.some((each) => each.n === n),
    )
    .map((line) => worthOfUnits(line, line.quantity - line.refunded));
  const bringsDonation = order.lines.some(({ shipments }) =>
    shipments.some((each) => each.n === n && each.bringsDonation),
  );
  const stays = sum([...cards, bringsDonation ? order.donationLeft : zero]);
  return smaller(sum(moved), stays < cashToCollect ? subtract(cashToCollect, stays) : zero);
}
