import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { StoredBillingAddress, StoredShippingAddress } from '../../carts/cart-snapshot.ts';
import { builtStatement, type Tx } from '../../platform/db/database.ts';
import { column, statement } from '../../platform/db/statement.ts';
import { missingAtDoor } from '../../refunds/order-to-refund.store.ts';
import { amountDueSql } from '../../refunds/refunds.store.ts';
import { lockOrder } from '../../refunds/till-refunds.store.ts';
import { orderProjection, type RowOfProjection, rowsOf } from '../reading/order-projection.ts';

const projection = orderProjection({
  order: [
    ...([
      'id',
      'number',
      'version',
      'status',
      'placed_at',
      'confirmation_due',
      'held_at',
      'hold_reasons',
      'tags',
    ] as const),
    ...([
      'customer_id',
      'email',
      'contact',
      'shipping_method',
      'shipping_address',
      'store_name',
      'billing_address',
    ] as const),
    ...([
      'payment_type',
      'payment_plan',
      'coupon_code',
      'shipping',
      'shipping_iva',
      'iva',
      'donation',
      'discount',
    ] as const),
    'total',
  ],
  lines: [
    ...([
      'position',
      'sku',
      'title',
      'picture_url',
      'quantity',
      'seller_id',
      'canceled',
      'refunded',
      'unit_price',
    ] as const),
    ...([
      'net',
      'iva',
      'tax_lines',
      'worth_back',
      'given_back',
      'given_units',
      'kind',
      'warranty',
      'are_cards_sent',
    ] as const),
  ],
  shipments: [
    ...([
      'shipmentNumber',
      'seller_id',
      'seller',
      'place',
      'state',
      'is_sent_again',
      'late_since',
      'promised_on',
      'attempts',
    ] as const),
    ...(['courier', 'tracking_number', 'cash_due', 'shortfall', 'reason', 'version', 'units'] as const),
  ],
  movements: ['kind', 'amount', 'at', 'acquirer', 'reference', 'reason', 'actor', 'name'],
  refunds: [
    ...([
      'id',
      'amount',
      'points_amount',
      'gift_card_amount',
      'iva',
      'shipping',
      'destination',
      'state',
      'reason',
    ] as const),
    'created_at',
  ],
});

/** An order with its parts, as the desk shows it. */
export type DeskOrderRow = RowOfProjection<typeof projection> & {
  assignee_id: string | null;
  assignee: string | null;
  customer_orders: number;
  /** The amount that is still to be paid. */
  due: number;
  /** True if the bank gives back the whole charge, or has given it back. */
  is_reversed: boolean;
  card_masked: string | null;
  stores: string[];
  /** The versions of legal texts that the buyer accepted (PROD-29). */
  legal_texts: { page: string; number: number; holdsFrom: string }[];
  /** The amount that the order's points certificate pays, whether or not the points program has taken the points yet. */
  points: number;
  /** Refunds that wait for another person's approval (WORK-19), oldest first. They have changed nothing in the order yet. */
  waiting_refunds: {
    id: string;
    amount: number;
    to: string;
    reason: string | null;
    created_at: string;
    by: string | null;
    lines: { n: number; position: number; quantity: number }[];
  }[];
};

const aboutOrder = `array(select o.id::text union all select r.id::text from refunds r where r.order_id = o.id
  union all select r.id::text from returns r where r.order_id = o.id
  union all select o.number || '-' || s.n from shipments s where s.order_id = o.id)`;

const select = builtStatement<DeskOrderRow & OrderTalk, [number: string]>(
  'orders.desk-order',
  `select ${projection.sql}, o.assignee_id, (select name from staff_members where id = o.assignee_id) as assignee,
     (select count(*)::int from (select from orders c where c.customer_id = o.customer_id and c.number is not null limit 1000) c) as customer_orders,
     coalesce((select amount from points_certificates where order_id = o.id and status in ('claimed', 'capturing', 'captured', 'written_off')), 0) as points,
     coalesce((select sum(${amountDueSql})::bigint from payments p where p.order_id = o.id), 0)
       + coalesce((select sum(${missingAtDoor})::bigint from shipments s where s.order_id = o.id and s.cash_collected is not null), 0) as due,
     exists (select from payments p where p.order_id = o.id and p.status in ('reversing', 'reversed')) as is_reversed,
     (select card_masked from payments p where p.order_id = o.id and card_masked is not null order by created_at desc, id desc limit 1) as card_masked,
     w.stores,
     coalesce((select json_agg(json_build_object('page', v.page, 'number', v.number, 'holdsFrom', v.holds_from) order by v.page)
        from legal_versions v where v.id = any (o.accepted_legal)), '[]') as legal_texts,
     ${rowsOf(
       `refund_requests q where q.order_id = o.id and q.state = 'awaiting_approval'`,
       {
         ...{ id: 'q.id', amount: 'q.amount', to: 'q.destination', reason: 'q.reason', created_at: 'q.created_at' },
         by: `(select name from staff_members where id::text = q.actor ->> 'id')`,
         lines: `coalesce(q.asked -> 'told' -> 'lines', '[]')`,
       },
       'q.created_at, q.id',
     )} as waiting_refunds,
     ${rowsOf(
       `mails m where split_part(m.dedupe_key, ':', 2) = any (${aboutOrder})`,
       {
         ...{
           id: 'm.id',
           key: 'm.dedupe_key',
           subject: 'm.subject',
           recipient: 'm.recipient',
           created_at: 'm.created_at',
         },
         ...{
           sent_at: 'm.sent_at',
           withdrawn_at: 'm.withdrawn_at',
           last_error: 'm.last_error',
           is_secret: 'm.is_secret',
         },
       },
       'm.created_at, m.id',
     )} as mails,
     ${rowsOf(
       'order_notes n where n.order_id = o.id and n.removed_at is null',
       {
         ...{ id: 'n.id', text: 'n.text', created_at: 'n.created_at', staff_id: 'n.staff_id' },
         by: `coalesce((select name from staff_members where id = n.staff_id), '')`,
         mentions: 'array(select name from staff_members where id = any (n.mentions) order by name collate spanish)',
       },
       'n.created_at, n.id',
     )} as notes,
     ${rowsOf(
       'order_events e where e.order_id = o.id',
       { kind: 'e.kind', detail: 'e.detail', created_at: 'e.created_at' },
       'e.id',
     )} as events,
     ${rowsOf(
       `(select a.* from audit_entries a where a.entity = 'orders' and a.entity_id = o.number::text
         union all select a.* from audit_entries a where a.entity = 'shipments'
           and a.entity_id in (select o.number || '-' || s.n from shipments s where s.order_id = o.id)) a`,
       {
         ...{ at: 'a.at', operation: 'a.operation', entity_id: 'a.entity_id', actor_name: 'a.actor_name' },
         reason: 'a.reason',
       },
       'a.id',
     )} as changes
   from orders o join order_rows w on w.number = o.number where o.number = $1`,
);

/** Reads the order in one statement. Undefined if no placed order has that number. */
export const findDeskOrder = async (tx: Tx, orderNumber: string): Promise<(DeskOrderRow & OrderTalk) | undefined> =>
  (await select(tx, [orderNumber]))[0];

/** Mails, notes, events and changes of an order. */
export interface OrderTalk {
  mails: {
    id: string;
    key: string;
    subject: string;
    recipient: string;
    created_at: string;
    sent_at: string | null;
    withdrawn_at: string | null;
    last_error: string | null;
    is_secret: boolean;
  }[];
  notes: { id: string; text: string; created_at: string; staff_id: string | null; by: string; mentions: string[] }[];
  events: {
    kind: string;
    detail: { reason?: string; shipment?: number; amount?: number } & Partial<Correction>;
    created_at: string;
  }[];
  changes: { at: string; operation: string; entity_id: string; actor_name: string; reason: string | null }[];
}

/** The fields of an order that a change at the desk reads before it writes. */
export interface OrderToChange {
  id: string;
  version: number;
  heldAt: Date | null;
  holdReasons: string[];
  tags: string[];
  assigneeId: string | null;
  email: string;
  contact: { firstName?: string; lastName?: string; phone?: string };
  deliveryType: DeliveryType | null;
  shippingAddress: StoredShippingAddress | null;
  billingAddress: StoredBillingAddress;
  total: number;
  stores: string[];
  shipments: { shipmentNumber: number; state: ShipmentState; promisedOn: string | null; place: string | null }[];
  /** The department of the requested region. Null if there is none. */
  department: string | null;
  /** True if the requested person works at the desk. */
  isAssignable: boolean;
}

const selectToChange = statement(
  'orders.desk-to-change',
  `select o.id, o.version, o.held_at, o.hold_reasons, o.tags, o.assignee_id, o.email, o.contact, o.shipping_method as delivery_type, o.shipping_address,
     o.billing_address, o.total, w.stores,
     (select coalesce(json_agg(json_build_object('shipmentNumber', n, 'state', state, 'place', place, 'promisedOn', nullif(promised_on, 'infinity')) order by n), '[]')
        from shipments s where s.order_id = o.id and s.sent_again_as is null) as shipments,
     (select title from departments where region_id = $2) as department,
     exists (select from staff_members where id = $3 and disabled_at is null) as is_assignable
   from orders o join order_rows w on w.number = o.number where o.id = $1`,
  {
    contact: column<{ firstName?: string; lastName?: string; phone?: string }>(),
    deliveryType: column<DeliveryType>(),
    shippingAddress: column<StoredShippingAddress>(),
    billingAddress: column<StoredBillingAddress>(),
    shipments:
      column<{ shipmentNumber: number; state: ShipmentState; promisedOn: string | null; place: string | null }[]>(),
  },
);

/** Locks the order until the transaction ends, and reads it after locking. Undefined if no placed order has that number. */
export async function lockOrderToChange(
  tx: Tx,
  orderNumber: string,
  { region = null, assigneeId = null }: { region?: number | null; assigneeId?: string | null } = {},
): Promise<OrderToChange | undefined> {
  const id = await lockOrder(tx, orderNumber);
  return id === undefined ? undefined : (await selectToChange(tx, [id, region, assigneeId]))[0];
}

const update = statement(
  'orders.desk-change',
  // The buyer sees one promised day per seller (DEC-101). If a seller has several shipments, the last day counts.
  `with given as (select $2::jsonb as v),
   event as (insert into order_events (order_id, kind, detail, created_at) select $1, 'corrected', v -> 'corrected', $3 from given where v ? 'corrected'),
   promised as (
     update shipments s set promised_on = (p ->> 'promisedOn')::date, version = version + 1
     from given, jsonb_array_elements(v -> 'promises') p where s.order_id = $1 and s.n = (p ->> 'shipmentNumber')::integer
     returning s.seller_id, s.promised_on),
   days as (select seller_id, max(promised_on)::text as day from promised group by seller_id)
   update orders o set version = coalesce((v ->> 'version')::integer, version + 1), updated_at = $3,
     delivery_promise = case when v ? 'promises' and o.delivery_promise is not null then o.delivery_promise || jsonb_build_object('groups', (
       select coalesce(jsonb_agg(case when d.day is null then g when g ->> 'deliveryDate' is null then g || jsonb_build_object('pickupDate', d.day)
         else g || jsonb_build_object('deliveryDate', d.day) end order by place), '[]')
       from jsonb_array_elements(o.delivery_promise -> 'groups') with ordinality as groups (g, place)
         left join days d on d.seller_id = (g ->> 'sellerId')::integer)) else o.delivery_promise end,
     email = coalesce(v ->> 'email', o.email), contact = coalesce(v -> 'contact', o.contact),
     shipping_address = coalesce(v -> 'shippingAddress', o.shipping_address), billing_address = coalesce(v -> 'billingAddress', o.billing_address),
     tags = case when v ? 'tags' then array(select jsonb_array_elements_text(v -> 'tags')) else o.tags end,
     assignee_id = case when v ? 'assigneeId' then (v ->> 'assigneeId')::uuid else o.assignee_id end,
     held_at = case when v ? 'heldAt' then (v ->> 'heldAt')::timestamptz else o.held_at end,
     hold_reasons = case when v ? 'holdReasons' then array(select jsonb_array_elements_text(v -> 'holdReasons')) else o.hold_reasons end
   from given where o.id = $1 returning o.id`,
);

/** The fields to write. A missing field does not change. A null `assigneeId` means nobody. A null `heldAt` releases the order. */
export interface OrderFields {
  /** The version to write. Given if refunds of the same change have already raised the version. Otherwise the version rises by one. */
  version?: number;
  email?: string;
  contact?: object;
  shippingAddress?: object;
  billingAddress?: object;
  promises?: readonly { shipmentNumber: number; promisedOn: string }[];
  tags?: readonly string[];
  assigneeId?: string | null;
  heldAt?: Date | null;
  holdReasons?: readonly string[];
  /** The buyer's former and new fields. Stored with the order, and removed when the buyer is forgotten (record 0073). */
  corrected?: Correction;
}

/** A buyer's fields before and after a correction, by names such as `contact.phone`. */
export interface Correction {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Raises the version of an order by one and writes these fields. The caller has locked its row. */
export const writeOrderFields = async (tx: Tx, orderId: string, fields: OrderFields, now: Date): Promise<void> => {
  await update(tx, [orderId, JSON.stringify(fields), now]);
};

const lockVersionOf = statement('orders.desk-lock-version', 'select version from orders where number = $1 for update');

/** Locks the order that a command will change, and returns its version; 0 if the order does not exist. */
export const lockVersion = async (tx: Tx, orderNumber: string): Promise<number> =>
  isOrderNumber(orderNumber) ? ((await lockVersionOf(tx, [orderNumber]))[0]?.version ?? 0) : 0;

const setVersion = statement(
  'orders.desk-set-version',
  'update orders set version = $2, updated_at = $3 where number = $1',
);

/** Counts a command as one change of its order, even if the command's refunds have raised the version several times. Returns the new version. */
export async function countChange(tx: Tx, orderNumber: string, before: number, now: Date): Promise<number> {
  await setVersion(tx, [orderNumber, before + 1, now]);
  return before + 1;
}

const selectChanges = statement(
  'orders.desk-changes-since',
  `select at, actor_name, after from audit_entries
   where entity = 'orders' and entity_id = $1 and (after ->> 'version')::int > $2 order by id`,
  { after: column<Record<string, unknown>>() },
);

/** Changes that the desk's staff made to an order after this version, oldest first. */
export const findChangesSince = (tx: Tx, orderNumber: string, version: number) =>
  selectChanges(tx, [orderNumber, version]);

const insertNote = statement(
  'orders.insert-note',
  'insert into order_notes (id, order_id, text, staff_id, mentions, created_at) values ($1, $2, $3, $4, $5, $6)',
);
export const addNote = async (
  tx: Tx,
  note: { id: string; orderId: string; text: string; staffId: string; mentions: readonly string[] },
  now: Date,
): Promise<void> => {
  await insertNote(tx, [note.id, note.orderId, note.text, note.staffId, note.mentions, now]);
};

const lockPerson = statement('orders.lock-mentioning', 'select from staff_members where id = $1 for no key update');
const selectMentions = statement(
  'orders.count-mentions',
  `select coalesce(sum(cardinality(mentions)), 0)::int as sent from order_notes where staff_id = $1 and created_at >= $2 and mentions <> '{}'`,
);
/**
 * Counts the mails that a person's notes, including removed notes, have sent since that moment. The person's next note waits until this
 * transaction ends.
 */
export async function countMentions(tx: Tx, staffId: string, since: Date): Promise<number> {
  await lockPerson(tx, [staffId]);
  const [row] = await selectMentions(tx, [staffId, since]);
  return row?.sent ?? 0;
}

const selectColleagues = statement(
  'orders.colleagues',
  'select id, name, email from staff_members where disabled_at is null and ($1::uuid[] is null or id = any ($1)) order by name collate spanish, id limit 500',
);

/** Returns staff who work at the desk, sorted by name. `ids` null: all staff. */
export const listColleagues = (tx: Tx, ids: readonly string[] | null) => selectColleagues(tx, [ids]);

const hideNote = statement(
  'orders.remove-note',
  `update order_notes set removed_at = $4 where id = $1 and order_id = $2 and staff_id = $3 and removed_at is null returning id`,
);
/** Returns false if this person has no such note. */
export const removeNote = async (
  tx: Tx,
  { id, orderId, staffId }: { id: string; orderId: string; staffId: string },
  now: Date,
): Promise<boolean> => (await hideNote(tx, [id, orderId, staffId, now])).length > 0;
