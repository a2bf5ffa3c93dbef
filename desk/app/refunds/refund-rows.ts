import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { type Centavos, fromQuetzales, sum, zero } from '@ceiba/domain/money/money';
import { mayCancelUnits, reachesBuyer, type ShipmentState } from '@ceiba/domain/orders/shipment';
import { takeUnits, worthInShipment } from '@ceiba/domain/refunds/refund';
import { isAtShop } from '@ceiba/domain/refunds/refund-approval';

type Line = DeskOrder['lines'][number];

export const centavosOf = (quetzales: number | string | null): Centavos => {
  const read = fromQuetzales(quetzales ?? 0);
  return read.ok ? read.value : zero;
};

/** A row of the dialog: a line, or its units in one shipment. */
export interface RefundRow {
  key: string;
  line: Line;
  /** The shipments of the line, in the order of their refunds. */
  parts: Line['parts'];
  /** Set if the line has several shipments: a shipment may still be lost, and its units are then refunded. */
  shipment?: { id: string; state: ShipmentState; isOwn: boolean };
  /** Only the first row of a line shows the line's value and refunded amount. */
  isFirst: boolean;
}

/** The number of units to refund in a row. */
export interface ChosenUnits {
  row: RefundRow;
  quantity: number;
}

export function rowsOf(line: Line, shipments: DeskOrder['shipments']): RefundRow[] {
  const parts = line.parts.flatMap((part) => {
    const shipment = shipments.find(({ id }) => id === part.shipmentId);
    return part.quantity > part.refunded && shipment !== undefined ? [{ part, shipment }] : [];
  });
  if (parts.length < 2 || parts.every(({ shipment }) => shipment.state === 'delivered'))
    return [{ key: String(line.line), line, parts: line.parts, isFirst: true }];
  return parts.map(({ part, shipment }, at) => ({
    key: `${line.line} ${shipment.id}`,
    line,
    parts: [part],
    shipment,
    isFirst: at === 0,
  }));
}

/** Returns whether this person may refund the row: its shipment leaves from a place of this person (record 0086). */
export const isOwnRow = ({ line, shipment }: RefundRow): boolean => shipment?.isOwn ?? line.isOwn;

export const leftOf = ({ line, parts, shipment }: RefundRow): number =>
  shipment === undefined
    ? line.quantity - line.refundedQuantity
    : parts.reduce((left, { quantity, refunded }) => left + quantity - refunded, 0);

/** Number of a row's units in refunds that wait for another person (WORK-19). */
export const waitingOf = ({ line, shipment }: RefundRow, waiting: DeskOrder['waitingRefunds']): number =>
  waiting
    .flatMap(({ lines }) => lines)
    .filter((each) => each.line === line.line && (shipment === undefined || each.shipmentId === shipment.id))
    .reduce((units, { quantity }) => units + quantity, 0);

/** The next units of a row, by shipment, with their value. The shared rule computes the value (WORK-18). */
export const partsOf = (
  { line: { worth, quantity }, parts }: RefundRow,
  units: number,
): { shipment: string; units: number; amount: Centavos }[] =>
  (takeUnits(parts, units) ?? []).map((part) => ({
    shipment: part.held.shipmentId,
    units: part.units,
    amount: worthInShipment({ net: centavosOf(worth), quantity }, part.held, part.units),
  }));

export const worthOf = (row: RefundRow, units: number): Centavos =>
  sum(partsOf(row, units).map(({ amount }) => amount));

/** The chosen units that were not sent, and the choices for them. */
export interface UnsentChoice {
  /** True if a person must decide whether they are sent. */
  isAsked: boolean;
  /** The reason why the units cannot be canceled separately. Undefined if they can. */
  fault: string | undefined;
  /** True if nothing of the order would be left to send: then the order is canceled and fully refunded. */
  isWholeOrder: boolean;
}

/** The server uses the same rule (`decideAtDesk`). */
export function unsentOf({ shipments }: DeskOrder, chosen: readonly ChosenUnits[]): UnsentChoice {
  const stateOf = (id: string): ShipmentState | undefined => shipments.find((each) => each.id === id)?.state;
  const units = chosen.flatMap(({ row, quantity }) =>
    partsOf(row, quantity).map((part) => ({ ...part, isGiftCard: row.line.isGiftCard, state: stateOf(part.shipment) })),
  );
  const goods = units.filter(({ state, isGiftCard }) => !isGiftCard && state !== undefined && isAtShop(state));
  const stuck = goods.find(({ state }) => state !== undefined && !mayCancelUnits(state));
  const canceled = units.filter(({ state }) => state !== undefined && mayCancelUnits(state));
  const unsentUnits = shipments
    .filter(({ state }) => reachesBuyer(state))
    .flatMap(({ lines }) => lines)
    .reduce((all, { quantity }) => all + quantity, 0);
  const count = canceled.reduce((all, part) => all + part.units, 0);
  return {
    isAsked: goods.length > 0,
    fault:
      stuck === undefined
        ? undefined
        : stuck.state === 'at_store'
          ? `El envío ${stuck.shipment} ya está en la tienda: márcalo como no recogido.`
          : `El envío ${stuck.shipment} ya está empacado: cancélalo, o regrésalo a preparación.`,
    isWholeOrder: count > 0 && count === unsentUnits,
  };
}
