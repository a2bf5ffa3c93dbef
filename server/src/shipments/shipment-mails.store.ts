import { readShipmentId, type ShipmentState } from '@ceiba/domain/orders/shipment';
import type { LeftShipment } from '../notifications/shipment-mails.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { cashToCollect } from './shipments.store.ts';

interface MailedShipment extends LeftShipment {
  state: ShipmentState;
}

const selectMailed = statement(
  'shipments.mailed',
  `select o.number as "orderNumber", o.email, s.state, s.courier, s.tracking_number as "trackingNumber", s.parcels, ${cashToCollect} as "cashToCollect",
     exists (select from shipments t where t.order_id = s.order_id and t.n <> s.n) as "isSplit",
     case when s.store_code is not null then pickup_code_of(s.order_id, s.n) end as code,
     (select json_build_object('name', t.name, 'street', t.street, 'city', t.city) from stores t where t.store_code = s.store_code) as store,
     (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', u.quantity - u.canceled) order by l.position), '[]')
        from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
        where u.order_id = s.order_id and u.n = s.n and u.quantity > u.canceled) as lines
   from orders o join shipments s on s.order_id = o.id where o.number = $1 and s.n = $2`,
  {
    store: column<{ name: string; street: string; city: string }>(),
    lines: column<{ title: string; quantity: number }[]>(),
    orderNumber: neverNull(),
  },
);

/** Returns a shipment with the data for its buyer's mails. The e-mail is empty if the buyer has closed the account. */
export async function findMailedShipment(tx: Tx, id: string): Promise<MailedShipment | undefined> {
  const named = readShipmentId(id);
  const [row] = named === undefined ? [] : await selectMailed(tx, [named.orderNumber, named.shipmentNumber]);
  return row && { ...row, orderNumber: String(row.orderNumber), cashToCollect: row.cashToCollect };
}

const remind = statement(
  'shipments.remind',
  `with due as (
     select order_id, n from shipments where state = 'at_store' and reminded_at is null and since <= $1
     order by order_id, n limit $3 for update skip locked),
   reminded as (
     update shipments s set reminded_at = $2 from due where s.order_id = due.order_id and s.n = due.n returning s.order_id, s.n),
   named as (select o.number || '-' || r.n as id from reminded r join orders o on o.id = r.order_id)
   select id, graphile_worker.add_job('pickup-reminder', json_build_object('shipment', id)) from named`,
  { id: neverNull() },
);

/**
 * Queues one reminder for each pickup that has waited at a store since before that moment (WORK-13). Returns the number of
 * reminders, at most `most`.
 */
export const remindPickups = async (tx: Tx, before: Date, now: Date, most = 500): Promise<number> =>
  (await remind(tx, [before, now, most])).length;
