import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { type Centavos, fromQuetzales, sum, zero } from '@ceiba/domain/money/money';
import { isKept, mayCancelUnits, type ShipmentState } from '@ceiba/domain/orders/shipment';
import { takeUnits, worthInShipment } from '@ceiba/domain/refunds/refund';
import { isStillHere } from '@ceiba/domain/refunds/refund-approval';

type Line = DeskOrder['lines'][number];

export const centavosOf = (quetzales: number | string | null): Centavos => {
  const read = fromQuetzales(quetzales ?? 0);
  return read.ok ? read.value : zero;
};

/** A row of the dialog: a line, or the units of a line that go with one shipment. */
export interface RefundRow {
  key: string;
  line: Line;
  /** In the turn in which its units are given back. */
  parts: Line['parts'];
  /** Needed where another of the line's may still be lost, and is given back then. */
  shipment?: { id: string; state: ShipmentState; isOwn: boolean };
  /** Worth of the whole line and the amount given back. Only the first row of the line shows them. */
  isFirst: boolean;
}

/** How many units of a row are to be given back. */
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

/** Whether this person gives it back: it leaves from places of theirs (record 0086). */
export const isOwnRow = ({ line, shipment }: RefundRow): boolean => shipment?.isOwn ?? line.isOwn;

export const leftOf = ({ line, parts, shipment }: RefundRow): number =>
  shipment === undefined
    ? line.quantity - line.refundedQuantity
    : parts.reduce((left, { quantity, refunded }) => left + quantity - refunded, 0);

/** How many units of a row are in refunds that wait for another person (WORK-19). */
export const waitingOf = ({ line, shipment }: RefundRow, waiting: DeskOrder['waitingRefunds']): number =>
  waiting
    .flatMap(({ lines }) => lines)
    .filter((each) => each.line === line.line && (shipment === undefined || each.shipmentId === shipment.id))
    .reduce((units, { quantity }) => units + quantity, 0);

/** The next units of a row by the shipment they go with, and what they are worth by the one rule that decides it (WORK-18). */
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
  /** Somebody has to say whether they are sent. */
  isAsked: boolean;
  /** Why they cannot be canceled one by one; undefined: they can. */
  fault: string | undefined;
  /** Canceling them leaves nothing to send of the order: it is canceled, and all of it given back. */
  isWholeOrder: boolean;
}

/** The server decides the same way (`decideAtDesk`). */
export function unsentOf({ shipments }: DeskOrder, chosen: readonly ChosenUnits[]): UnsentChoice {
  const stateOf = (id: string): ShipmentState | undefined => shipments.find((each) => each.id === id)?.state;
  const units = chosen.flatMap(({ row, quantity }) =>
    partsOf(row, quantity).map((part) => ({ ...part, isGiftCard: row.line.isGiftCard, state: stateOf(part.shipment) })),
  );
  const goods = units.filter(({ state, isGiftCard }) => !isGiftCard && state !== undefined && isStillHere(state));
  const stuck = goods.find(({ state }) => state !== undefined && !mayCancelUnits(state));
  const canceled = units.filter(({ state }) => state !== undefined && mayCancelUnits(state));
  const kept = shipments
    .filter(({ state }) => isKept(state))
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
    isWholeOrder: count > 0 && count === kept,
  };
}
