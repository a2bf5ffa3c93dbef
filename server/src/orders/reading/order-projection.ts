import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { RefundCause, RefundDestination, UnitsOfShipment } from '@ceiba/domain/refunds/refund';
import type { StoredBillingAddress, StoredGiftCard, StoredShippingAddress } from '../../carts/cart-snapshot.ts';
import { type GiftCardPart, giftCardPartsOf } from '../../gift-cards/paying-gift-cards.store.ts';
import type { OrderLineKind } from '../../platform/db/line-kinds.ts';
import type { TaxLineRow } from '../../platform/db/tax-line-row.ts';
import { shortfallLeft } from '../../refunds/order-to-refund.store.ts';
import { unitsWorthOf } from '../../refunds/refund-figures.ts';
import { isReturnable, returnedUnits } from '../../returns/returns.store.ts';
import type { DeliveryPromise } from '../placing/placement.ts';

// Fields of a placed order that readers can select. A reader names the fields that it needs; SQL and row type follow from the names.
// Amounts are in centavos. Moments of inner rows are texts, as in JSON. No field here gives access, charges or signs anything.

/** The SQL of a field, and the type of its value. */
interface Field<T> {
  sql: string;
  readonly value?: T;
}

const field = <T>(sql: string): Field<T> => ({ sql });

type Fields = Record<string, Field<unknown>>;

/** Fields of the order, with the alias `o`. */
const order = {
  id: field<string>('o.id'),
  number: field<number>('o.number'),
  version: field<number>('o.version'),
  status: field<OrderStatus>('o.status'),
  placed_at: field<Date>('o.placed_at'),
  updated_at: field<Date>('o.updated_at'),
  confirmation_due: field<Date | null>('o.confirmation_due'),
  held_at: field<Date | null>('o.held_at'),
  hold_reasons: field<string[]>('o.hold_reasons'),
  tags: field<string[]>('o.tags'),
  customer_id: field<string | null>('o.customer_id'),
  email: field<string>('o.email'),
  contact: field<{ firstName?: string; lastName?: string; phone?: string }>('o.contact'),
  shipping_method: field<'delivery' | 'storepickup' | null>('o.shipping_method'),
  shipping_address: field<StoredShippingAddress | null>('o.shipping_address'),
  billing_address: field<StoredBillingAddress>('o.billing_address'),
  /** The store where the order is picked up. Null if the order is delivered, or digital. */
  store_name: field<string | null>(
    `(select st.name from stores st where st.store_code = o.shipping_address ->> 'storeCode')`,
  ),
  payment_type: field<string>('o.payment_type'),
  payment_plan: field<number>('o.payment_plan'),
  coupon_code: field<string | null>('o.coupon_code'),
  subtotal: field<Centavos>('o.subtotal'),
  warranties: field<Centavos>('o.warranties'),
  donation: field<Centavos>('o.donation'),
  shipping: field<Centavos>('o.shipping'),
  shipping_iva: field<Centavos>('shipping_iva(o)'),
  /** IVA of the lines and the delivery. */
  iva: field<Centavos>('order_iva(o)'),
  discount: field<Centavos>('o.discount'),
  total: field<Centavos>('o.total'),
  /** The part of the total that gift cards pay. */
  gift_cards: field<Centavos>('o.gift_cards'),
  /** The gift cards that paid. Null if no gift card paid. */
  card_parts: field<GiftCardPart[] | null>(giftCardPartsOf('o')),
  discounts: field<{ id: string; label: string[]; amount: Centavos }[]>('o.discounts'),
  delivery_promise: field<DeliveryPromise | null>('o.delivery_promise'),
};

/**
 * Returns SQL over the refunded units (f) of an order line (l) that came back with money. Excludes units that nobody had paid for, and
 * units that were canceled before delivery. The first refunded units of a shipment are the canceled units, except units that were sent as a
 * courtesy.
 */
const givenBack = (sum: string): string => `(select ${sum} from (
    select f.*, sum(f.quantity) filter (where not f.is_courtesy) over (partition by f.n order by r.created_at, r.id) as until,
      case s.state when 'canceled' then u.quantity else u.canceled end as canceled, r.destination
    from refund_lines f join refunds r on r.id = f.refund_id
      left join shipment_lines u on u.order_id = f.order_id and u.n = f.n and u.position = f.position
      left join shipments s on s.order_id = f.order_id and s.n = f.n
    where f.order_id = l.order_id and f.position = l.position) f
  where not is_owed_less(f.destination) and (f.is_courtesy or f.until > coalesce(f.canceled, 0)))`;

/** Fields of an order line, with the alias `l`. */
const lines = {
  position: field<number>('l.position'),
  sku: field<string>('l.sku'),
  title: field<string>('l.title'),
  brand: field<string>('l.brand'),
  picture_url: field<string>('l.picture_url'),
  kind: field<OrderLineKind>('line_kind(l.kind)'),
  seller_id: field<number>('l.seller_id'),
  seller: field<string>('(select title from sellers where id = l.seller_id)'),
  offer_id: field<string | null>('l.offer_id'),
  quantity: field<number>('l.quantity'),
  /** Units that were canceled before they were sent. */
  canceled: field<number>('l.canceled'),
  /** Units that were refunded, including canceled units. */
  refunded: field<number>('l.refunded'),
  unit_price: field<Centavos>('l.unit_price'),
  regular_price: field<Centavos>('l.regular_price'),
  warranty: field<{ sku: string; label: string; amount: Centavos } | null>('l.warranty'),
  gift_card: field<StoredGiftCard | null>('l.gift_card'),
  /** Time at which the line's gift cards were sent; '-infinity': the shop will not send them. */
  gift_cards_sent_at: field<string | null>('l.gift_cards_sent_at'),
  /** True if the gift cards of this line were mailed. */
  are_cards_sent: field<boolean>(`l.gift_card is not null and coalesce(l.gift_cards_sent_at > '-infinity', false)`),
  free_gifts: field<{ title: string }[]>('l.free_gifts'),
  gross: field<Centavos>('l.gross'),
  discount: field<Centavos>('l.discount'),
  net: field<Centavos>('l.net'),
  tax_rate: field<number>('l.tax_rate'),
  iva: field<Centavos>('line_iva(l)'),
  points_share: field<Centavos>('l.points_share'),
  tax_lines: field<TaxLineRow[]>('tax_lines_json(l)'),
  /** The value of refunded units by cause (`refunds`), including units that are no longer owed. */
  worth: field<Partial<Record<RefundCause, number>>>(`(select coalesce(json_object_agg(w.cause, w.amount), '{}') from (
    select refund_cause(r.cause) as cause, sum(${unitsWorthOf('f')}) as amount from refund_lines f join refunds r on r.id = f.refund_id
    where f.order_id = l.order_id and f.position = l.position group by 1) w)`),
  /** The price of the refunded units, before missing cash from the door is deducted. */
  worth_back: field<Centavos>(`(select coalesce(sum(f.amount), 0)::bigint from refund_lines f
    where f.order_id = l.order_id and f.position = l.position)`),
  /** The value and the number of units that came back with money: "Valor devuelto" at the desk. */
  given_back: field<Centavos>(givenBack(`coalesce(sum(${unitsWorthOf('f')}), 0)::bigint`)),
  given_units: field<number>(givenBack('coalesce(sum(f.quantity), 0)::integer')),
  is_returnable: field<boolean>(`(select ${isReturnable} from products p where p.id = l.product_id)`),
  /** Units for which a return was requested. */
  returned: field<number>(returnedUnits),
  /** Units by the shipment that holds them. Excludes canceled units. */
  sent_with: field<
    { shipmentNumber: number; units: number }[]
  >(`(select coalesce(json_agg(json_build_object('shipmentNumber', u.n, 'units', u.quantity - u.canceled) order by u.n), '[]')
    from shipment_lines u where u.order_id = l.order_id and u.position = l.position)`),
};

/** Fields of a payment, with the alias `p`. */
const payments = {
  kind: field<string>('p.kind'),
  status: field<'pending' | 'approved' | 'refused' | 'reversing' | 'reversed'>('p.status'),
  amount: field<Centavos>('p.amount'),
  plan: field<number>('p.plan'),
  card_brand: field<string | null>('p.card_brand'),
  card_masked: field<string | null>('p.card_masked'),
  gateway_id: field<string | null>('p.gateway_id'),
  authorization_code: field<string | null>('p.authorization_code'),
  acquirer: field<string | null>('p.acquirer'),
  decided_at: field<string | null>('p.decided_at'),
};

/** Fields of a shipment, with the alias `s`. */
const shipments = {
  /**
   * The shipment's number within the order, from 1 (DEC-136). The field has the same name in all rows of shipments, because one function
   * reads them all (`inTurn`).
   */
  shipmentNumber: field<number>('s.n'),
  seller_id: field<number>('s.seller_id'),
  seller: field<string>('(select title from sellers where id = s.seller_id)'),
  /** The store that hands the shipment out. Null if the shipment is delivered. */
  store_code: field<string | null>('s.store_code'),
  /** The place that prepares the shipment. */
  place: field<string | null>('s.place'),
  state: field<ShipmentState>('s.state'),
  /** True if the shipment is empty because its units were sent again in another shipment. */
  is_sent_again: field<boolean>('s.sent_again_as is not null'),
  late_since: field<string | null>('s.late_since'),
  promised_on: field<string | null>(`nullif(s.promised_on, 'infinity')::text`),
  attempts: field<number>('s.attempts'),
  courier: field<string | null>('s.courier'),
  tracking_number: field<string | null>('s.tracking_number'),
  cash_due: field<Centavos>('s.cash_due'),
  cash_collected: field<Centavos | null>('s.cash_collected'),
  /** The missing part of the shipment's cash that is neither paid nor written off yet. */
  shortfall: field<Centavos>(shortfallLeft),
  reason: field<string | null>('s.reason'),
  version: field<number>('s.version'),
  picked_at: field<string | null>('s.picked_at'),
  left_at: field<string | null>('s.left_at'),
  ended_at: field<string | null>('s.ended_at'),
  /** The code that the store asks for while the shipment waits there (WORK-13). */
  pickup_code: field<string | null>(`case when s.state = 'at_store' then pickup_code_of(s.order_id, s.n) end`),
  /**
   * The presale whose units the shipment waits for, with the latest day of its products (WORK-32). The day is null if it is unknown or over.
   * Null: it waits for none.
   */
  presale: field<{
    deliveryDate: string | null;
  } | null>(`case when s.state in ('waiting', 'ready') and awaits_goods(s.order_id, s.n) then (
    select json_build_object('deliveryDate', case when bool_and(p.presale_date >= (now() at time zone 'America/Guatemala')::date)
      then max(p.presale_date) end)
    from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
      join products p on p.id = l.product_id and p.is_presale
    where u.order_id = s.order_id and u.n = s.n and u.quantity > u.canceled having count(*) > 0) end`),
  /** The shipment's units by line. `left`: the units without canceled units. */
  units: field<
    ({ position: number; left: number } & UnitsOfShipment)[]
  >(`(select coalesce(json_agg(json_build_object('position', u.position, 'left', u.quantity - u.canceled, 'firstUnit', u.first_unit,
    'quantity', u.quantity, 'refunded', u.refunded) order by u.position), '[]')
    from shipment_lines u where u.order_id = s.order_id and u.n = s.n)`),
};

/** Fields of a refund, which gives money back or lowers the amount owed, with the alias `r`. */
const refunds = {
  id: field<string>('r.id'),
  cause: field<RefundCause>('refund_cause(r.cause)'),
  amount: field<Centavos>('r.amount'),
  points_amount: field<Centavos>('r.points_amount'),
  gift_card_amount: field<Centavos>('r.gift_card_amount'),
  iva: field<Centavos | null>('r.iva'),
  shipping: field<Centavos>('r.shipping'),
  destination: field<RefundDestination>('refund_destination(r.destination)'),
  state: field<string>('r.state'),
  reason: field<string | null>('r.reason'),
  refusal_code: field<string | null>('r.refusal_code'),
  created_at: field<string>('r.created_at'),
};

/** Fields of money that moved (`money_movements`), with the alias `m`. */
const movements = {
  kind: field<string>('m.kind'),
  amount: field<Centavos>('m.amount'),
  at: field<string>('m.at'),
  acquirer: field<string | null>('m.acquirer'),
  reference: field<string | null>('m.reference'),
  reason: field<string | null>('m.reason'),
  actor: field<Actor>('m.actor'),
  /** The staff member who moved the money. Null if no staff member did. */
  name: field<string | null>(
    `case when m.actor ->> 'kind' = 'staff' then (select name from staff_members where id::text = m.actor ->> 'id') end`,
  ),
};

/** Rows that belong to an order: their table, their order, and their fields. */
const parts = {
  lines: { from: 'order_lines l where l.order_id = o.id', sort: 'l.position', fields: lines },
  payments: { from: 'payments p where p.order_id = o.id', sort: 'p.created_at, p.id', fields: payments },
  shipments: { from: 'shipments s where s.order_id = o.id', sort: 's.n', fields: shipments },
  refunds: { from: 'refunds r where r.order_id = o.id', sort: 'r.created_at, r.id', fields: refunds },
  movements: { from: 'money_movements m where m.order_id = o.id', sort: 'm.id', fields: movements },
};

type Parts = typeof parts;

/** The fields of the order and of its parts that a reader needs. */
type Wanted = {
  order: readonly (keyof typeof order)[];
  /** Excludes shipments whose units were sent again in another shipment. */
  onlyStandingShipments?: true;
} & {
  [P in keyof Parts]?: readonly (keyof Parts[P]['fields'])[];
};

type ValueOf<F> = F extends Field<infer T> ? T : never;
type RowOfFields<F, K extends keyof F> = { [N in K]: ValueOf<F[N]> };

/** The row of an order with the named fields. */
type ProjectedRow<W extends Wanted> = RowOfFields<typeof order, W['order'][number]> & {
  [P in keyof Parts & keyof W]: W[P] extends readonly (infer K)[]
    ? RowOfFields<Parts[P]['fields'], K & keyof Parts[P]['fields']>[]
    : never;
};

/** Returns the SQL that reads a table's rows as a JSON array. `fields`: SQL by name. */
export const rowsOf = (from: string, fields: Readonly<Record<string, string>>, sort: string): string => {
  const pairs = Object.entries(fields).map(([name, sql]) => `'${name}', ${sql}`);
  return `(select coalesce(json_agg(json_build_object(${pairs.join(', ')}) order by ${sort}), '[]') from ${from})`;
};

const isPart = (name: string): name is keyof Parts => Object.hasOwn(parts, name);

/** An order with the fields that one reader needs. `sql` belongs between `select` and `from orders o`; `RowOfProjection` is the type of its rows. */
export interface Projection<W extends Wanted> {
  sql: string;
  readonly row?: ProjectedRow<W>;
}

export type RowOfProjection<P> = P extends Projection<infer W> ? ProjectedRow<W> : never;

export function orderProjection<const W extends Wanted>(wanted: W): Projection<W> {
  const own = wanted.order.map((name) => `${order[name].sql} as ${name}`);
  const others = Object.entries(wanted).flatMap(([name, names]) => {
    if (!isPart(name) || names === true) return [];
    const { from, sort, fields }: { from: string; sort: string; fields: Fields } = parts[name];
    const chosen = names.map((each) => [each, fields[each]?.sql ?? 'null']);
    const isNarrowed = name === 'shipments' && wanted.onlyStandingShipments === true;
    const table = isNarrowed ? `${from} and s.sent_again_as is null` : from;
    return [`${rowsOf(table, Object.fromEntries(chosen), sort)} as ${name}`];
  });
  return { sql: [...own, ...others].join(', ') };
}
