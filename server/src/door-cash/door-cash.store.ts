import type { Actor } from '@ceiba/domain/actors/actor';
import type { DoorCash } from '@ceiba/domain/door-cash/door-cash';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { setOffOf } from '../refunds/order-to-refund.store.ts';

/** The cash of a delivered shipment, with the data needed to change it. */
export interface DeliveredCash extends DoorCash {
  orderId: string;
  shipmentNumber: number;
  version: number;
  place: string | null;
  /** The store that handed the shipment out. Null if a courier brought it. */
  storeCode: string | null;
  /** The id and the name of the person who last wrote the cash. */
  writtenBy: string[];
  /** The movement and session of the till that took the cash. Null if no till took it. */
  taken: { movement: number; session: string } | null;
}

const select = statement(
  'door-cash.delivered',
  `select s.order_id as "orderId", s.n as "shipmentNumber", s.version, s.place, s.store_code as "storeCode", s.cash_due as due, s.cash_collected as collected,
     s.cash_written_off as "writtenOff", ${setOffOf} as "setOff",
     exists (select from refunds r where r.order_id = s.order_id and not is_owed_less(r.destination) and r.amount > 0) as "isGivenBack",
     array_remove(array[s.decided_by ->> 'id', (select w.name from staff_members w where w.id::text = s.decided_by ->> 'id')], null) as "writtenBy",
     (select json_build_object('movement', m.id, 'session', m.session_id) from till_movements m
        where m.order_id = s.order_id and m.kind = 'collected' and m.corrects is null and m.reference = o.number || '-' || s.n
        order by m.id limit 1) as taken
   from shipments s join orders o on o.id = s.order_id
   where o.number = $1 and s.n = $2 and s.state = 'delivered' and s.cash_due > 0 and s.cash_collected is not null`,
  { writtenBy: neverNull(), taken: column<{ movement: number; session: string }>(), collected: neverNull() },
);

/**
 * Returns the cash of a delivered shipment, by its sub-order number. Undefined if the shipment is not delivered or had no cash to collect. The caller
 * has locked the order.
 */
export async function findDeliveredCash(tx: Tx, id: string): Promise<DeliveredCash | undefined> {
  const named = readShipmentId(id);
  const [row] = named === undefined ? [] : await select(tx, [named.orderNumber, named.shipmentNumber]);
  return row && { ...row, collected: row.collected };
}

const save = statement(
  'door-cash.settle',
  `update shipments set cash_collected = $3, cash_written_off = $4, reason = $5, decided_by = $6::jsonb, cash_settled_at = $7, version = version + 1
   where order_id = $1 and n = $2`,
);

/** Stores the settled amounts. A trigger of the table writes the movement of money (`settle_cash_of_shipment`). */
export const saveDoorCash = async (
  tx: Tx,
  { orderId, shipmentNumber }: Pick<DeliveredCash, 'orderId' | 'shipmentNumber'>,
  { collected, writtenOff }: Pick<DoorCash, 'collected' | 'writtenOff'>,
  { reason, actor, now }: { reason: string; actor: Actor; now: Date },
): Promise<void> => {
  await save(tx, [orderId, shipmentNumber, collected, writtenOff, reason, actor, now]);
};
