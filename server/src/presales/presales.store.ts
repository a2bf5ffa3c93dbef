import type { CivilDate } from '@ceiba/domain/dates/civil-date';
import type { DatedHours, OpeningHours } from '@ceiba/domain/delivery/store-hours';
import type { DatedRow } from '../delivery/delivery-times.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** SQL for the shipments `s` that have not left, with the units `u` of lines `l` that they still deliver. */
export const openUnits = `order_lines l
     join shipment_lines u on u.order_id = l.order_id and u.position = l.position and u.quantity > u.canceled
     join shipments s on s.order_id = u.order_id and s.n = u.n and s.state in ('waiting', 'ready', 'picking', 'packed')`;

/** Locks the changed presale that has waited longest. Other processes skip a locked presale. */
export const takeChange = statement(
  'presales.take-change',
  `select c.product_id, c.former_dates::text[] as former_dates, c.changed_at, p.title, p.is_presale, p.presale_date
   from presale_changes c join products p on p.id = c.product_id
   where c.changed_at <= $1 order by c.changed_at, c.product_id limit 1 for update of c skip locked`,
  { formerDates: neverNull<CivilDate[]>() },
);

/** Deletes a locked change. A change that waits for the lock makes a new row. */
export const deleteChange = statement('presales.delete-change', 'delete from presale_changes where product_id = $1');

/**
 * Open shipments with units of a product. $2: the orders to read; null reads all orders. The dates are those of all
 * presale products in the shipment. `goods`: all products in the shipment. `isInStore`: true if all units come from the
 * shipment's store.
 */
export const selectOpenShipments = statement(
  'presales.open-shipments',
  `with found as (
   select distinct o.id, o.number::text as number, o.email, s.n, nullif(s.promised_on, 'infinity') as promised_on, s.store_code,
     (o.shipping_address -> 'region' ->> 'regionId')::int as region_id,
     (select max(q.presale_date) from shipment_lines v
        join order_lines m on m.order_id = v.order_id and m.position = v.position
        join products q on q.id = m.product_id and q.is_presale
      where v.order_id = s.order_id and v.n = s.n and v.quantity > v.canceled) as latest
   from ${openUnits} join orders o on o.id = l.order_id and o.number is not null
   where l.product_id = $1 and ($2::uuid[] is null or o.id = any ($2)))
   select f.*, t.hours, t.exceptions,
     not exists (select from stock_claims c where c.order_id = f.id and c.n = f.n and c.released_at is null and c.store_code <> f.store_code) as "isInStore",
     (select coalesce(json_agg(json_build_object('kind', q.kind, 'seller_id', q.seller_id, 'lead_days', e.lead_days, 'is_presale', q.is_presale,
          'presale_date', q.presale_date, 'is_dropshipping', q.is_dropshipping,
          'visit_days', case when q.kind = 'service' then (select days from visits d where d.product_id = q.id) end)), '[]')
      from shipment_lines v join order_lines m on m.order_id = v.order_id and m.position = v.position
        join products q on q.id = m.product_id join sellers e on e.id = q.seller_id
      where v.order_id = f.id and v.n = f.n and v.quantity > v.canceled) as goods
   from found f left join stores t on t.store_code = f.store_code order by f.number, f.n`,
  {
    number: neverNull(),
    hours: column<OpeningHours[]>(),
    exceptions: column<DatedHours[]>(),
    latest: column<CivilDate>(),
    isInStore: neverNull(),
    goods: neverNull<DatedRow[]>(),
  },
);

/** Locks orders in the same sequence as all other writers. */
export const lockOrders = statement(
  'presales.lock-orders',
  'select id from orders where id = any ($1::uuid[]) order by id for update',
);
