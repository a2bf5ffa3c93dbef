import type { Centavos } from '@ceiba/domain/money/money';
import { builtStatement, type Tx } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';
import { orderProjection, type RowOfProjection } from '../reading/order-projection.ts';

const projection = orderProjection({
  order: [
    ...([
      'id',
      'number',
      'customer_id',
      'status',
      'placed_at',
      'shipping_method',
      'shipping_address',
      'store_name',
    ] as const),
    ...([
      'billing_address',
      'payment_type',
      'payment_plan',
      'subtotal',
      'warranties',
      'shipping',
      'discount',
      'total',
    ] as const),
    ...(['card_parts', 'discounts', 'delivery_promise', 'confirmation_due'] as const),
  ],
  lines: [
    ...([
      'position',
      'sku',
      'title',
      'picture_url',
      'unit_price',
      'quantity',
      'canceled',
      'worth',
      'seller_id',
    ] as const),
    ...(['seller', 'is_returnable', 'returned', 'sent_with'] as const),
  ],
  onlyStandingShipments: true,
  shipments: [
    ...([
      'shipmentNumber',
      'seller_id',
      'state',
      'cash_due',
      'courier',
      'tracking_number',
      'picked_at',
      'left_at',
      'ended_at',
    ] as const),
    ...(['pickup_code', 'presale'] as const),
  ],
});

type Projected = RowOfProjection<typeof projection>;

/** A placed order as its buyer sees it. Amounts in centavos. */
export type OrderRow = Projected & {
  /** The part of the total that the buyer pays in money. Excludes gift cards, and parts that were canceled before payment. */
  owed: Centavos;
  /** Time at which the last payment was made. Null if the order still has an open payment. */
  paid_at: Date | null;
};

export type OrderLineRow = Projected['lines'][number];

/** One shipment (DEC-136). Its times are texts, as in JSON. */
export type ShipmentRow = Projected['shipments'][number];

const columns = `${projection.sql},
  case when (select bool_or(p.status <> 'refused') from payments p where p.order_id = o.id) then o.total - o.gift_cards - (
     select coalesce(sum(r.amount), 0)::bigint from refunds r where r.order_id = o.id and is_owed_less(r.destination)) else 0 end as owed,
  (select case when bool_and(p.status = 'approved') then max(p.decided_at) end from payments p
   where p.order_id = o.id) as paid_at`;

const selectPage = builtStatement<OrderRow, [customer: string, before: string | null, most: number]>(
  'orders.of-customer',
  `select ${columns} from orders o
   where o.customer_id = $1 and o.number < coalesce($2::bigint, 1000000000)
   order by o.number desc limit $3`,
);

/**
 * Lists a customer's placed orders, newest first. `most`: the maximum number. `before`: lists only orders with a lower number.
 * Null begins with the newest order.
 */
export const listCustomerOrders = (
  tx: Tx,
  customerId: string,
  before: string | null,
  most: number,
): Promise<OrderRow[]> => selectPage(tx, [customerId, before, most]);

const selectByNumber = builtStatement<OrderRow, [number: string]>(
  'orders.by-number',
  `select ${columns} from orders o where o.number = $1`,
);

const selectById = builtStatement<OrderRow, [order: string]>(
  'orders.by-id',
  `select ${columns} from orders o where o.id = $1 and o.number is not null`,
);

const selectByPair = builtStatement<OrderRow, [number: string, email: string]>(
  'orders.by-number-and-email',
  `select ${columns} from orders o where o.number = $1 and lower(o.email) = lower($2)`,
);

const selectByLink = builtStatement<OrderRow, [token: Buffer]>(
  'orders.by-link',
  `select ${columns} from order_links k join orders o on o.id = k.order_id
   where k.token_hash = $1 and o.number is not null`,
);

export const findOrderByNumber = async (tx: Tx, orderNumber: string): Promise<OrderRow | undefined> =>
  (await selectByNumber(tx, [orderNumber]))[0];

/** Finds a placed order by its id. */
export const findOrderById = async (tx: Tx, orderId: string): Promise<OrderRow | undefined> =>
  (await selectById(tx, [orderId]))[0];

/**
 * Finds an order by number and e-mail. One statement checks both, so that the duration of the answer does not reveal which of
 * them was wrong.
 */
export const findOrderByPair = async (
  tx: Tx,
  { orderNumber, email }: { orderNumber: string; email: string },
): Promise<OrderRow | undefined> => (await selectByPair(tx, [orderNumber, email]))[0];

/** Finds the order that the link with this hash shows. */
export const findOrderByLink = async (tx: Tx, tokenHash: Buffer): Promise<OrderRow | undefined> =>
  (await selectByLink(tx, [tokenHash]))[0];

const insertLinks = statement(
  'orders.insert-links',
  `insert into order_links (token_hash, order_id, created_at)
   select token, of_order, $3 from unnest($1::bytea[], $2::uuid[]) as link (token, of_order)`,
);

/** Stores links to orders, by their hashes. */
export const insertOrderLinks = async (
  tx: Tx,
  links: readonly { tokenHash: Buffer; orderId: string }[],
  now: Date,
): Promise<void> => {
  await insertLinks(tx, [links.map(({ tokenHash }) => tokenHash), links.map(({ orderId }) => orderId), now]);
};
