import type { DatedHours, OpeningHours } from '@ceiba/domain/delivery/store-hours';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** A shipment whose time limit in its state is not set yet. */
export interface UndatedShipment {
  orderId: string;
  shipmentNumber: number;
  state: ShipmentState;
  since: Date;
  /** Null if no day was promised. */
  promisedOn: string | null;
  /** True if the shipment has only gift cards and services. Nobody prepares or delivers it, and it is never late. */
  isDigital: boolean;
  /** Opening hours of its place. Empty if unknown. */
  hours: OpeningHours[];
  /** Days on which its place has other hours. */
  exceptions: DatedHours[];
}

const selectUndated = statement(
  'shipments.undated',
  // The time of a ready shipment of a presale begins when its units have come. Before that it has no limit.
  `select s.order_id as "orderId", s.n as "shipmentNumber", s.state, workable_since(s) as since, nullif(s.promised_on, 'infinity')::text as "promisedOn", coalesce(t.hours, '[]') as hours, coalesce(t.exceptions, '[]') as exceptions,
     not exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
       where u.order_id = s.order_id and u.n = s.n and line_kind(l.kind) = 'goods') as "isDigital"
   from shipments s left join stores t on t.store_code = s.place
   where s.due_at is null and s.late_since is null and s.received_at is null and s.state not in ('delivered', 'canceled')
     and not (s.state = 'ready' and (s.order_id, s.n) in (select a.order_id, a.n from shipments_awaiting_presale() a)) limit $1`,
  { since: neverNull(), hours: column<OpeningHours[]>(), exceptions: column<DatedHours[]>() },
);

export const listUndated = (tx: Tx, most: number): Promise<UndatedShipment[]> => selectUndated(tx, [most]);

const writeDue = statement(
  'shipments.write-due',
  // If the state of a shipment has changed in the meantime, it waits for the next run.
  `update shipments s set due_at = d.due_at
   from unnest($1::uuid[], $2::integer[], $3::shipment_state[], $4::timestamptz[]) as d (order_id, n, state, due_at)
   where s.order_id = d.order_id and s.n = d.n and s.state = d.state and s.due_at is null`,
);

/** Writes the time until which each shipment may stay in its state. Null means without a limit. */
export async function saveDue(
  tx: Tx,
  shipments: readonly (Pick<UndatedShipment, 'orderId' | 'shipmentNumber' | 'state'> & { due: Date | null })[],
): Promise<void> {
  await writeDue(tx, [
    shipments.map(({ orderId }) => orderId),
    shipments.map(({ shipmentNumber }) => shipmentNumber),
    shipments.map(({ state }) => state),
    shipments.map(({ due }) => due?.toISOString() ?? 'infinity'),
  ]);
}

/** A shipment that has just become late. */
export interface LateShipment {
  /** The shipment's sub-order number. */
  id: string;
  state: ShipmentState;
  /** The place where the shipment is prepared, with its name. Null if it has no goods. */
  place: string | null;
  storeName: string | null;
}

const mark = statement(
  'shipments.mark-late',
  // Locks the order first, as a cancellation or a move does. If another transaction has locked the order, the next run marks the
  // shipment.
  `with due as (
     select s.order_id, s.n from shipments s join orders o on o.id = s.order_id
     where s.due_at <= $1 and s.late_since is null and s.state not in ('delivered', 'canceled') and s.received_at is null
     order by s.due_at limit $2 for update skip locked)
   update shipments s set late_since = $1 from due join orders o on o.id = due.order_id
   where s.order_id = due.order_id and s.n = due.n
   returning o.number || '-' || s.n as id, s.state, s.place, (select t.name from stores t where t.store_code = s.place) as "storeName"`,
  { id: neverNull() },
);

/** Marks shipments that have stayed too long in their state, once for each state (WORK-04). */
export const markLate = (tx: Tx, now: Date, most: number): Promise<LateShipment[]> => mark(tx, [now, most]);
