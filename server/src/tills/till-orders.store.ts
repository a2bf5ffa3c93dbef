import { type Centavos, zero } from '@ceiba/domain/money/money';
import { type OrderStatus, storePaymentLifeMs } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { type UnitsOfShipment, worthInShipment } from '@ceiba/domain/refunds/refund';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** An order as a till finds it. `shipmentNumber`: the shipment that is paid at its pickup. Null for a store payment. */
export interface TillOrder {
  orderNumber: string;
  shipmentNumber: number | null;
  status: OrderStatus;
  /** The state of the shipment that is handed over here. */
  shipment: ShipmentState | null;
  name: string;
  phone: string;
  due: Centavos;
  placedAt: Date;
  /** The moment until which a store payment is possible (DEC-140). */
  expiresAt: Date | null;
  isUnpaid: boolean;
  receipt: string | null;
  lines: { sku: string; title: string; quantity: number; worth: Centavos; pictureUrl: string }[];
}

/** A line as SQL returns it. For a pickup, `worth` is null and is then computed from `held`. */
interface LineAsRead {
  sku: string;
  title: string;
  quantity: number;
  pictureUrl: string;
  worth: Centavos | null;
  held: ({ net: Centavos; bought: number } & UnitsOfShipment) | null;
}

const columns = `o.number::text as number, o.status, concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName') as name,
  coalesce(o.contact ->> 'phone', '') as phone, o.placed_at`;

const linesOfOrder = `(
  select coalesce(json_agg(json_build_object('sku', l.sku, 'title', l.title, 'quantity', l.quantity - l.canceled, 'worth', l.net - coalesce((
      select sum(f.amount) from refund_lines f where f.order_id = l.order_id and f.position = l.position), 0),
    'pictureUrl', l.picture_url) order by l.position), '[]')
  from order_lines l where l.order_id = o.id and l.quantity > l.canceled) as lines`;

const linesOfShipment = `(
  select coalesce(json_agg(json_build_object('sku', l.sku, 'title', l.title, 'quantity', u.quantity - u.canceled, 'pictureUrl', l.picture_url,
    'held', json_build_object('net', l.net, 'bought', l.quantity, 'firstUnit', u.first_unit, 'quantity', u.quantity, 'refunded', u.canceled))
    order by l.position), '[]')
  from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
  where u.order_id = s.order_id and u.n = s.n and u.quantity > u.canceled) as lines`;

// Any store may take the payment of an order with an unknown store.
const storePayments = (
  which: string,
): string => `select ${columns}, null::integer as "shipmentNumber", null::shipment_state as shipment,
    p.amount as due,
    (select concat_ws(', ', r.receipt, r.clerk) from till_receipts r where r.order_id = o.id and r.freed_at is null) as receipt, ${linesOfOrder}
  from orders o join payments p on p.order_id = o.id left join carts c on c.id = o.cart_id left join advisors a on a.hash = c.advisor_hash
  where ${which} and o.payment_type = 'StorePayment' and coalesce(a.store_code, $2) = $2`;

const pickups = (
  which: string,
): string => `select ${columns}, s.n as "shipmentNumber", s.state as shipment, s.cash_due as due, null as receipt,
    ${linesOfShipment}
  from orders o join shipments s on s.order_id = o.id
  where ${which} and o.payment_type = 'Cash' and s.store_code = $2`;

const both = (which: string): string =>
  `select * from (${storePayments(which)} union all ${pickups(which)}) found order by placed_at desc, "shipmentNumber" limit 20`;

const typedColumns = {
  number: neverNull(),
  status: column<OrderStatus>(),
  name: neverNull(),
  placedAt: neverNull(),
  lines: column<LineAsRead[]>(),
};

const byNumber = statement('tills.orders-by-number', both('o.number = $1::bigint'), typedColumns);

// The conditions equal those of the index on unpaid orders, so that PostgreSQL uses the index.
const byPhone = statement(
  'tills.orders-by-phone',
  both(`phone_key_of(o.contact ->> 'phone') = $1 and o.payment_type in ('Cash', 'StorePayment')
    and o.status in ('pending_payment', 'processing', 'shipped')`),
  typedColumns,
);

const toOrder = ({ number, placedAt, lines, ...row }: RowOf<typeof byNumber>): TillOrder => ({
  ...row,
  orderNumber: number,
  placedAt,
  expiresAt: row.shipmentNumber === null ? new Date(placedAt.getTime() + storePaymentLifeMs) : null,
  isUnpaid: row.status === 'pending_payment',
  lines: lines.map(({ held, worth, ...line }) => ({
    ...line,
    worth: held ? worthInShipment({ net: held.net, quantity: held.bought }, held, line.quantity) : (worth ?? zero),
  })),
});

/** Finds the orders for which a store's tills may take money, the newest first. A phone has eight digits. */
export const findTillOrders = async (
  tx: Tx,
  search: { orderNumber: string } | { phone: string },
  storeCode: string,
): Promise<TillOrder[]> =>
  ('phone' in search
    ? await byPhone(tx, [search.phone, storeCode])
    : await byNumber(tx, [search.orderNumber, storeCode])
  ).map(toOrder);

const selectMovement = statement(
  'tills.last-movement-of-order',
  `select m.id from till_movements m join orders o on o.id = m.order_id where o.number = $1 order by m.id desc limit 1`,
);

/** Finds the last movement of an order's money at a till. */
export async function findOrderMovement(tx: Tx, orderNumber: string): Promise<number> {
  const [row] = await selectMovement(tx, [orderNumber]);
  if (row === undefined) throw new Error(`no till has moved anything of order ${orderNumber}`);
  return row.id;
}

const selectVoucher = statement(
  'tills.voucher-of-order',
  `select m.session_id as "sessionId", t.name as till, s.closed_at is not null as "isCounted"
   from (select m.session_id, m.means from till_movements m join orders o on o.id = m.order_id
       where o.number = $1 and m.kind = 'payment' order by m.id desc limit 1) m
     join till_sessions s on s.id = m.session_id join tills t on t.id = s.till_id where m.means = 'card'`,
);

/** Finds the till with the voucher of an order's last payment. Undefined if the order was paid in cash, or at no till. */
export const findVoucher = async (
  tx: Tx,
  orderNumber: string,
): Promise<{ sessionId: string; till: string; isCounted: boolean } | undefined> =>
  (await selectVoucher(tx, [orderNumber]))[0];
