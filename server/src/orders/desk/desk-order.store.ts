import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber, type OrderStatus } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { UnitsOfShipment } from '@ceiba/domain/refunds/refund';
import type { StoredBillingAddress, StoredShippingAddress } from '../../carts/cart-snapshot.ts';
import { statement, type Tx } from '../../platform/db/database.ts';
import type { TaxLineRow } from '../../platform/db/tax-line-row.ts';
import { unitsWorthOf } from '../../refunds/refund-figures.ts';
import { missingAtDoor, shortfallLeft, stillToPay } from '../../refunds/refunds.store.ts';
import { lockOrder } from '../../refunds/till-refunds.store.ts';

/** An order with all that belongs to it, as the desk sees it. Amounts in centavos, moments of inner rows as JSON has them. */
export interface DeskOrderRow {
  id: string;
  number: number;
  version: number;
  status: OrderStatus;
  placed_at: Date;
  confirmation_due: Date | null;
  held_at: Date | null;
  hold_reasons: string[];
  tags: string[];
  assignee_id: string | null;
  assignee: string | null;
  customer_id: string | null;
  customer_orders: number;
  email: string;
  contact: { firstName?: string; lastName?: string; phone?: string };
  shipping_method: 'delivery' | 'storepickup' | null;
  shipping_address: StoredShippingAddress | null;
  store_name: string | null;
  billing_address: StoredBillingAddress;
  payment_type: string;
  payment_plan: number;
  coupon_code: string | null;
  shipping: number;
  shipping_iva: number;
  /** IVA of the lines and the delivery. */
  iva: number;
  donation: number;
  discount: number;
  total: number;
  /** What is still to be paid. */
  due: number;
  /** Its charge goes back whole, or has. */
  is_reversed: boolean;
  card_masked: string | null;
  stores: string[];
  lines: {
    position: number;
    sku: string;
    title: string;
    picture_url: string;
    quantity: number;
    seller_id: number;
    canceled: number;
    refunded: number;
    unit_price: number;
    net: number;
    iva: number;
    tax_lines: TaxLineRow[];
    warranty_price: number | null;
    worth_back: number;
    given_back: number;
    kind: string;
    warranty: string | null;
    are_cards_sent: boolean;
  }[];
  shipments: {
    n: number;
    seller_id: number;
    seller: string;
    store_code: string | null;
    state: ShipmentState;
    /** Nothing is left of it: it left again as another. */
    is_sent_again: boolean;
    late_since: string | null;
    promised_on: string | null;
    attempts: number;
    courier: string | null;
    tracking_number: string | null;
    cash_due: number;
    /** What was missing of its cash, and is not set off yet. */
    shortfall: number;
    reason: string | null;
    version: number;
    /** What goes with it; `left`: without units that were canceled. */
    units: ({ position: number; left: number } & UnitsOfShipment)[];
  }[];
  movements: {
    kind: string;
    amount: number;
    at: string;
    acquirer: string | null;
    reference: string | null;
    reason: string | null;
    actor: Actor;
    name: string | null;
  }[];
  refunds: {
    id: string;
    amount: number;
    points_amount: number;
    gift_card_amount: number;
    iva: number | null;
    shipping: number;
    destination: string;
    state: string;
    reason: string | null;
    created_at: string;
  }[];
  /** What its certificate of points pays, taken by its program or not yet. */
  points: number;
}

const rowsOf = (from: string, columns: string, order: string): string =>
  `(select coalesce(json_agg(row_to_json(r) order by ${order}), '[]') from (select ${columns} from ${from}) r)`;

const aboutOrder = `array(select o.id::text union all select r.id::text from refunds r where r.order_id = o.id
  union all select r.id::text from returns r where r.order_id = o.id
  union all select o.number || '-' || s.n from shipments s where s.order_id = o.id)`;

const select = statement<DeskOrderRow & OrderTalk, [number: string]>(
  'orders.desk-order',
  `select o.id, o.number, o.version, o.status, o.placed_at, o.confirmation_due, o.held_at, o.hold_reasons, o.tags, o.assignee_id,
     (select name from staff_members where id = o.assignee_id) as assignee, o.customer_id,
     (select count(*)::int from (select from orders c where c.customer_id = o.customer_id and c.number is not null limit 1000) c) as customer_orders,
     o.email, o.contact, o.shipping_method, o.shipping_address,
     (select name from stores where store_code = o.shipping_address ->> 'storeCode') as store_name,
     o.billing_address, o.payment_type, o.payment_plan, o.coupon_code, o.shipping, shipping_iva(o) as shipping_iva, order_iva(o) as iva, o.donation, o.discount, o.total,
     coalesce((select amount from points_certificates where order_id = o.id and status in ('claimed', 'capturing', 'captured', 'written_off')), 0) as points,
     coalesce((select sum(${stillToPay})::bigint from payments p where p.order_id = o.id), 0)
       + coalesce((select sum(${missingAtDoor})::bigint from shipments s where s.order_id = o.id and s.cash_collected is not null), 0) as due,
     exists (select from payments p where p.order_id = o.id and p.status in ('reversing', 'reversed')) as is_reversed,
     (select card_masked from payments p where p.order_id = o.id and card_masked is not null order by created_at desc, id desc limit 1) as card_masked,
     w.stores,
     ${rowsOf(
       'order_lines l where l.order_id = o.id',
       `l.position, l.sku, l.title, l.picture_url, l.quantity, l.seller_id, l.canceled, l.refunded, l.unit_price, l.net, line_iva(l) as iva, tax_lines_json(l) as tax_lines, l.kind, (l.warranty ->> 'amount')::bigint as warranty_price, l.warranty ->> 'label' as warranty,
       l.gift_card is not null and coalesce(l.gift_cards_sent_at > '-infinity', false) as are_cards_sent,
       (select coalesce(sum(f.amount), 0)::bigint from refund_lines f where f.order_id = l.order_id and f.position = l.position) as worth_back,
       (select coalesce(sum(${unitsWorthOf('f')}), 0)::bigint from refund_lines f where f.order_id = l.order_id and f.position = l.position) as given_back`,
       'r.position',
     )} as lines,
     ${rowsOf(
       'shipments s where s.order_id = o.id',
       `s.n, s.seller_id, (select title from sellers where id = s.seller_id) as seller, s.place as store_code, s.state, s.sent_again_as is not null as is_sent_again, s.late_since, s.attempts, s.courier,
       s.tracking_number, s.cash_due, ${shortfallLeft} as shortfall, s.reason, s.version, nullif(s.promised_on, 'infinity')::text as promised_on,
       (select coalesce(json_agg(json_build_object('position', u.position, 'left', u.quantity - u.canceled, 'firstUnit', u.first_unit,
          'quantity', u.quantity, 'refunded', u.refunded) order by u.position), '[]')
          from shipment_lines u where u.order_id = s.order_id and u.n = s.n) as units`,
       'r.n',
     )} as shipments,
     ${rowsOf(
       'money_movements m where m.order_id = o.id',
       `m.id, m.kind, m.amount, m.at, m.acquirer, m.reference, m.reason, m.actor,
       case when m.actor ->> 'kind' = 'staff' then (select name from staff_members where id::text = m.actor ->> 'id') end as name`,
       'r.id',
     )} as movements,
     ${rowsOf(
       'refunds d where d.order_id = o.id',
       'd.id, d.amount, d.points_amount, d.gift_card_amount, d.iva, d.shipping, d.destination, d.state, d.reason, d.created_at',
       'r.created_at, r.id',
     )} as refunds,
     ${rowsOf(
       `mails m where split_part(m.dedupe_key, ':', 2) = any (${aboutOrder})`,
       'm.id, m.dedupe_key as key, m.subject, m.recipient, m.created_at, m.sent_at, m.withdrawn_at, m.last_error, m.is_secret',
       'r.created_at, r.id',
     )} as mails,
     ${rowsOf(
       'order_notes n where n.order_id = o.id and n.removed_at is null',
       `n.id, n.text, n.created_at, n.staff_id, coalesce((select name from staff_members where id = n.staff_id), '') as by,
       array(select name from staff_members where id = any (n.mentions) order by name collate spanish) as mentions`,
       'r.created_at, r.id',
     )} as notes,
     ${rowsOf('order_events e where e.order_id = o.id', 'e.id, e.kind, e.detail, e.created_at', 'r.id')} as events,
     (select coalesce(json_agg(row_to_json(r) order by r.id), '[]') from (
       select a.id, a.at, a.operation, a.entity_id, a.actor_name, a.reason from audit_entries a
         where a.entity = 'orders' and a.entity_id = o.number::text
       union all select a.id, a.at, a.operation, a.entity_id, a.actor_name, a.reason from audit_entries a
         where a.entity = 'shipments' and a.entity_id in (select o.number || '-' || s.n from shipments s where s.order_id = o.id)) r) as changes
   from orders o join order_rows w on w.number = o.number where o.number = $1`,
);

/** In one statement. Undefined: no placed order has that number. */
export const findDeskOrder = async (tx: Tx, orderNumber: string): Promise<(DeskOrderRow & OrderTalk) | undefined> =>
  (await select(tx, [orderNumber]))[0];

/** What was said and done of an order. */
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

/** What of an order a change begins with. */
export interface OrderToChange {
  id: string;
  version: number;
  held_at: Date | null;
  hold_reasons: string[];
  tags: string[];
  assignee_id: string | null;
  email: string;
  contact: { firstName?: string; lastName?: string; phone?: string };
  shipping_method: 'delivery' | 'storepickup' | null;
  shipping_address: StoredShippingAddress | null;
  billing_address: StoredBillingAddress;
  total: number;
  stores: string[];
  shipments: { n: number; state: ShipmentState; promisedOn: string | null; place: string | null }[];
  /** The department of the region that was asked for; null: there is none. */
  department: string | null;
  /** Whether who was asked for works at the desk. */
  is_assignable: boolean;
}

const selectToChange = statement<OrderToChange, [order: string, region: number | null, assignee: string | null]>(
  'orders.desk-to-change',
  `select o.id, o.version, o.held_at, o.hold_reasons, o.tags, o.assignee_id, o.email, o.contact, o.shipping_method, o.shipping_address,
     o.billing_address, o.total, w.stores,
     (select coalesce(json_agg(json_build_object('n', n, 'state', state, 'place', place, 'promisedOn', nullif(promised_on, 'infinity')) order by n), '[]')
        from shipments s where s.order_id = o.id and s.sent_again_as is null) as shipments,
     (select title from departments where region_id = $2) as department,
     exists (select from staff_members where id = $3 and disabled_at is null) as is_assignable
   from orders o join order_rows w on w.number = o.number where o.id = $1`,
);

/** Locked until the transaction ends, and read behind the lock. Undefined: no placed order has that number. */
export async function lockOrderToChange(
  tx: Tx,
  orderNumber: string,
  { region = null, assigneeId = null }: { region?: number | null; assigneeId?: string | null } = {},
): Promise<OrderToChange | undefined> {
  const id = await lockOrder(tx, orderNumber);
  return id === undefined ? undefined : (await selectToChange(tx, [id, region, assigneeId]))[0];
}

const update = statement<{ id: string }, [order: string, changed: string, now: Date]>(
  'orders.desk-change',
  // What a buyer sees promised is their seller's day (DEC-101): where that was split, its last one.
  `with given as (select $2::jsonb as v),
   event as (insert into order_events (order_id, kind, detail, created_at) select $1, 'corrected', v -> 'corrected', $3 from given where v ? 'corrected'),
   promised as (
     update shipments s set promised_on = (p ->> 'promisedOn')::date, version = version + 1
     from given, jsonb_array_elements(v -> 'promises') p where s.order_id = $1 and s.n = (p ->> 'n')::integer
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

/** Fields to write; what is missing stays. Null of `assigneeId` and `heldAt`: nobody, not any more. */
export interface OrderFields {
  /** What the change is counted as, where refunds that are part of it have counted before; without it one more. */
  version?: number;
  email?: string;
  contact?: object;
  shippingAddress?: object;
  billingAddress?: object;
  promises?: readonly { n: number; promisedOn: string }[];
  tags?: readonly string[];
  assigneeId?: string | null;
  heldAt?: Date | null;
  holdReasons?: readonly string[];
  /** What of its buyer was other than it is now: kept with the order, and goes with its buyer (record 0073). */
  corrected?: Correction;
}

/** Fields of a buyer as they were and as they are, by `contact.phone`. */
export interface Correction {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Counts one more change of an order, and writes these fields; its row is locked by the caller. */
export const writeOrderFields = async (tx: Tx, orderId: string, fields: OrderFields, now: Date): Promise<void> => {
  await update(tx, [orderId, JSON.stringify(fields), now]);
};

const lockVersionOf = statement<{ version: number }, [number: string]>(
  'orders.desk-lock-version',
  'select version from orders where number = $1 for update',
);

/** The version of an order that an operator's command is about to change, under its lock; 0: there is no such order. */
export const lockVersion = async (tx: Tx, orderNumber: string): Promise<number> =>
  isOrderNumber(orderNumber) ? ((await lockVersionOf(tx, [orderNumber]))[0]?.version ?? 0) : 0;

const setVersion = statement<object, [number: string, version: number, now: Date]>(
  'orders.desk-set-version',
  'update orders set version = $2, updated_at = $3 where number = $1',
);

/** Counts a command as one change of its order, whatever refunds that are part of it have counted. Answers the version now. */
export async function countChange(tx: Tx, orderNumber: string, before: number, now: Date): Promise<number> {
  await setVersion(tx, [orderNumber, before + 1, now]);
  return before + 1;
}

const selectChanges = statement<
  { at: Date; actor_name: string; after: Record<string, unknown> },
  [number: string, version: number]
>(
  'orders.desk-changes-since',
  `select at, actor_name, after from audit_entries
   where entity = 'orders' and entity_id = $1 and (after ->> 'version')::int > $2 order by id`,
);

/** What people of the desk changed of an order since it had this version, oldest first. */
export const findChangesSince = (tx: Tx, orderNumber: string, version: number) =>
  selectChanges(tx, [orderNumber, version]);

const insertNote = statement<
  object,
  [id: string, order: string, text: string, staff: string, mentions: readonly string[], now: Date]
>(
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

const lockPerson = statement<object, [staff: string]>(
  'orders.lock-mentioning',
  'select from staff_members where id = $1 for no key update',
);
const selectMentions = statement<{ sent: number }, [staff: string, since: Date]>(
  'orders.count-mentions',
  `select coalesce(sum(cardinality(mentions)), 0)::int as sent from order_notes where staff_id = $1 and created_at >= $2 and mentions <> '{}'`,
);
/** How many mails a person's notes have sent since then, also notes that were taken back. Their next note waits until this transaction ends. */
export async function countMentions(tx: Tx, staffId: string, since: Date): Promise<number> {
  await lockPerson(tx, [staffId]);
  const [row] = await selectMentions(tx, [staffId, since]);
  return row?.sent ?? 0;
}

const selectColleagues = statement<{ id: string; name: string; email: string }, [ids: readonly string[] | null]>(
  'orders.colleagues',
  'select id, name, email from staff_members where disabled_at is null and ($1::uuid[] is null or id = any ($1)) order by name collate spanish, id limit 500',
);

/** People who work at the desk, by name: those of these ids, or all. */
export const listColleagues = (tx: Tx, ids: readonly string[] | null) => selectColleagues(tx, [ids]);

const hideNote = statement<{ id: string }, [id: string, order: string, staff: string, now: Date]>(
  'orders.remove-note',
  `update order_notes set removed_at = $4 where id = $1 and order_id = $2 and staff_id = $3 and removed_at is null returning id`,
);
/** False where there is none of that person. */
export const removeNote = async (
  tx: Tx,
  { id, orderId, staffId }: { id: string; orderId: string; staffId: string },
  now: Date,
): Promise<boolean> => (await hideNote(tx, [id, orderId, staffId, now])).length > 0;
