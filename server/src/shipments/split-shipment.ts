import { type Centavos, smaller, subtract, sum, zero } from '@ceiba/domain/money/money';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { readShipmentId, type ShipmentState } from '@ceiba/domain/orders/shipment';
import { worthOfLast, worthOfUnits } from '@ceiba/domain/refunds/refund';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type HeldShipment, listShipments, noteShipment } from '../orders/afterwards/shipments.store.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { lockOrderToRefund, type OrderToRefund } from '../refunds/refunds.store.ts';
import { writeSplit } from './shipments.store.ts';

/** Units of a line. */
export interface LineUnits {
  line: number;
  quantity: number;
}

export type SplitRefusal = Refusal<'NOT_FOUND' | 'VERSION_CONFLICT' | 'TRANSITION_NOT_ALLOWED' | 'VALIDATION_ERROR'>;

const invalid = (text: string): SplitRefusal => ({ code: 'VALIDATION_ERROR', metadata: { fields: { lines: text } } });

/** What is packed goes whole, or back a step first. */
const splittable: readonly ShipmentState[] = ['waiting', 'ready', 'picking'];

/**
 * Moves units of a shipment to a new one of the same order, which is prepared by itself (WORK-10): with their claims, and with what is to be
 * collected for them at the door. Its order is locked first. Answers the new one's sub-order number.
 */
export async function splitShipment(
  tx: Tx,
  {
    id,
    version,
    lines,
    maySee,
  }: { id: string; version: number; lines: readonly LineUnits[]; maySee: (place: string | null) => boolean },
  now: Date,
): Promise<Result<{ id: string }, SplitRefusal>> {
  const named = readShipmentId(id);
  const order = named === undefined ? undefined : await lockOrderToRefund(tx, named.orderNumber);
  const shipments = order === undefined ? [] : await listShipments(tx, order.orderId);
  const shipment = shipments.find(({ n }) => n === named?.n);
  if (named === undefined || order === undefined || shipment === undefined || !maySee(shipment.place))
    return refuse({ code: 'NOT_FOUND' });
  if (shipment.version !== version) return refuse({ code: 'VERSION_CONFLICT' });
  if (!splittable.includes(shipment.state))
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
  const wrong = checkLines(order, shipment, lines);
  if (wrong !== undefined) return refuse(wrong);
  const next = Math.max(...shipments.map(({ n }) => n)) + 1;
  await writeSplit(tx, { orderId: order.orderId, n: shipment.n, next }, lines, cashOf(order, shipment, lines));
  await noteShipment(tx, order.orderId, { kind: 'shipment_split', shipment: shipment.n }, now);
  return ok({ id: subOrderNumber(named.orderNumber, next) });
}

const unitsIn = ({ lines }: OrderToRefund, { n }: HeldShipment, position: number): number =>
  lines.find((each) => each.position === position)?.shipments.find((each) => each.n === n)?.units ?? 0;

function checkLines(
  order: OrderToRefund,
  shipment: HeldShipment,
  lines: readonly LineUnits[],
): SplitRefusal | undefined {
  if (new Set(lines.map(({ line }) => line)).size < lines.length) return invalid('Cada línea va una vez.');
  for (const { line: position, quantity } of lines) {
    const line = order.lines.find((each) => each.position === position);
    if (line?.isGiftCard === true) return invalid('Las tarjetas de regalo no se envían aparte.');
    if (quantity > unitsIn(order, shipment, position)) return invalid('El envío no tiene tantas unidades.');
  }
  const all = sumOf(order.lines.map(({ position }) => unitsIn(order, shipment, position)));
  return sumOf(lines.map(({ quantity }) => quantity)) < all
    ? undefined
    : invalid('Deja al menos una unidad en este envío.');
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * What is collected with units that go by themselves: what they are worth, unless points or gift cards pay of it. What no gift card pays stays with
 * the first (DEC-199): gift cards it sells, and a donation.
 */
function cashOf(order: OrderToRefund, { n, cashDue }: HeldShipment, lines: readonly LineUnits[]): Centavos {
  if (cashDue === 0) return zero;
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
  return smaller(sum(moved), stays < cashDue ? subtract(cashDue, stays) : zero);
}
