import type { OpeningHours } from '@ceiba/domain/delivery/store-hours';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { statement, type Tx } from '../platform/db/database.ts';

/** A shipment of which nobody has said yet until when it may stay where it is. */
export interface UndatedShipment {
  orderId: string;
  n: number;
  state: ShipmentState;
  since: Date;
  /** Null: no day was promised. */
  promisedOn: string | null;
  /** Gift cards and services alone: nobody prepares or brings it, and nothing limits it. */
  isDigital: boolean;
  /** Opening hours of its place; empty: not known. */
  hours: OpeningHours[];
}

const selectUndated = statement<UndatedShipment, [most: number]>(
  'shipments.undated',
  `select s.order_id as "orderId", s.n, s.state, s.since, nullif(s.promised_on, 'infinity')::text as "promisedOn", coalesce(t.hours, '[]') as hours,
     not exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
       where u.order_id = s.order_id and u.n = s.n and l.kind = 'product') as "isDigital"
   from shipments s left join stores t on t.store_code = s.place
   where s.due_at is null and s.late_since is null and s.received_at is null and s.state not in ('delivered', 'canceled') limit $1`,
);

export const listUndated = (tx: Tx, most: number): Promise<UndatedShipment[]> => selectUndated(tx, [most]);

const writeDue = statement<
  object,
  [orders: readonly string[], ns: readonly number[], states: readonly ShipmentState[], dues: readonly string[]]
>(
  'shipments.write-due',
  // One that has moved meanwhile waits for the next time.
  `update shipments s set due_at = d.due_at
   from unnest($1::uuid[], $2::integer[], $3::shipment_state[], $4::timestamptz[]) as d (order_id, n, state, due_at)
   where s.order_id = d.order_id and s.n = d.n and s.state = d.state and s.due_at is null`,
);

/** Until when each may stay where it is; null: for ever. */
export async function saveDue(
  tx: Tx,
  shipments: readonly (Pick<UndatedShipment, 'orderId' | 'n' | 'state'> & { due: Date | null })[],
): Promise<void> {
  await writeDue(tx, [
    shipments.map(({ orderId }) => orderId),
    shipments.map(({ n }) => n),
    shipments.map(({ state }) => state),
    shipments.map(({ due }) => due?.toISOString() ?? 'infinity'),
  ]);
}

/** One that has just become late. */
export interface LateShipment {
  /** Its sub-order number. */
  id: string;
  state: ShipmentState;
  /** Where it is prepared, and its name; null: it has no goods. */
  place: string | null;
  storeName: string | null;
}

const mark = statement<LateShipment, [now: Date, most: number]>(
  'shipments.mark-late',
  // Its order first, as whoever cancels or moves it: what is in somebody's hands is marked the next time.
  `with due as (
     select s.order_id, s.n from shipments s join orders o on o.id = s.order_id
     where s.due_at <= $1 and s.late_since is null and s.state not in ('delivered', 'canceled') and s.received_at is null
     order by s.due_at limit $2 for update skip locked)
   update shipments s set late_since = $1 from due join orders o on o.id = due.order_id
   where s.order_id = due.order_id and s.n = due.n
   returning o.number || '-' || s.n as id, s.state, s.place, (select t.name from stores t where t.store_code = s.place) as "storeName"`,
);

/** Marks what has stayed too long, once (WORK-04). */
export const markLate = (tx: Tx, now: Date, most: number): Promise<LateShipment[]> => mark(tx, [now, most]);
