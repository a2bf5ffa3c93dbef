import type { Centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { RefundCause } from '@ceiba/domain/refunds/refund';
import type { StoredBillingAddress, StoredShippingAddress } from '../../carts/cart-snapshot.ts';
import { type GiftCardPart, giftCardPartsOf } from '../../gift-cards/paying-gift-cards.store.ts';
import { statement, type Tx } from '../../platform/db/database.ts';
import { unitsWorthOf } from '../../refunds/refund-figures.ts';
import { isReturnable, returnedUnits } from '../../returns/returns.store.ts';
import type { DeliveryPromise } from '../placing/placement.ts';

/** A placed order as those see it whose it is. Amounts in centavos. */
export interface OrderRow {
  id: string;
  number: number;
  customer_id: string | null;
  status: OrderStatus;
  placed_at: Date;
  shipping_method: 'delivery' | 'storepickup' | null;
  billing_address: Pick<
    StoredBillingAddress,
    'firstname' | 'lastname' | 'street' | 'city' | 'region' | 'nit' | 'documentType'
  >;
  shipping_address: StoredShippingAddress | null;
  /** Of the store where it is picked up; null when it is not. */
  store_name: string | null;
  payment_type: string;
  payment_plan: number;
  subtotal: Centavos;
  warranties: Centavos;
  shipping: Centavos;
  discount: Centavos;
  total: Centavos;
  /** Null: none pays. */
  gift_cards: GiftCardPart[] | null;
  /** What its buyer pays in money, or has paid: less than the total by gift cards, and where a part was canceled before. */
  owed: Centavos;
  discounts: { label: string[]; amount: Centavos }[];
  delivery_promise: DeliveryPromise | null;
  confirmation_due: Date | null;
  /** When all of it was paid; null while something is not. */
  paid_at: Date | null;
  lines: OrderLineRow[];
  shipments: ShipmentRow[];
}

/** What one seller sends: the n-th of its order (DEC-136); moments as JSON has them. */
export interface ShipmentRow {
  n: number;
  seller_id: number;
  state: ShipmentState;
  cash_due: Centavos;
  courier: string | null;
  tracking_number: string | null;
  picked_at: string | null;
  left_at: string | null;
  ended_at: string | null;
  /** While it waits at its store (WORK-13). */
  pickup_code: string | null;
}

export interface OrderLineRow {
  position: number;
  sku: string;
  title: string;
  picture_url: string;
  unit_price: Centavos;
  quantity: number;
  /** Units that were canceled before they were sent off. */
  canceled: number;
  /** What units of it were worth that were given back, or are owed no more, by cause (`refunds`). */
  worth: Partial<Record<RefundCause, number>>;
  seller_id: number;
  seller: string;
  is_returnable: boolean;
  /** Units that were asked to be returned. */
  returned: number;
  /** By the shipments they go with, units that were not canceled. */
  sent_with: { n: number; units: number }[];
}

const columns = `o.id, o.number, o.customer_id, o.status, o.placed_at, o.shipping_method, o.billing_address,
  o.shipping_address, (select st.name from stores st where st.store_code = o.shipping_address ->> 'storeCode') as store_name,
  o.payment_type, o.payment_plan, o.subtotal, o.warranties, o.shipping, o.discount, o.total, o.discounts, ${giftCardPartsOf('o')} as gift_cards,
  case when (select bool_or(p.status <> 'refused') from payments p where p.order_id = o.id) then o.total - o.gift_cards - (
     select coalesce(sum(r.amount), 0)::bigint from refunds r where r.order_id = o.id and r.destination = 'bill') else 0 end as owed,
  o.delivery_promise, o.confirmation_due,
  (select case when bool_and(p.status = 'approved') then max(p.decided_at) end from payments p
   where p.order_id = o.id) as paid_at,
  (select json_agg(json_build_object('position', l.position, 'sku', l.sku, 'title', l.title, 'picture_url',
     l.picture_url, 'unit_price', l.unit_price, 'quantity', l.quantity, 'canceled', l.canceled,
     'worth', (select coalesce(json_object_agg(w.cause, w.amount), '{}') from (
        select r.cause, sum(${unitsWorthOf('f')}) as amount from refund_lines f join refunds r on r.id = f.refund_id
        where f.order_id = l.order_id and f.position = l.position group by r.cause) w), 'seller_id', l.seller_id, 'seller', s.title,
     'is_returnable', ${isReturnable}, 'returned', ${returnedUnits},
     'sent_with', (select coalesce(json_agg(json_build_object('n', u.n, 'units', u.quantity - u.canceled) order by u.n), '[]')
        from shipment_lines u where u.order_id = l.order_id and u.position = l.position)) order by l.position)
   from order_lines l join sellers s on s.id = l.seller_id join products p on p.id = l.product_id
   where l.order_id = o.id) as lines,
  (select json_agg(json_build_object('n', g.n, 'seller_id', g.seller_id, 'state', g.state, 'cash_due', g.cash_due, 'courier', g.courier,
     'tracking_number', g.tracking_number, 'picked_at', g.picked_at, 'left_at', g.left_at, 'ended_at', g.ended_at,
     'pickup_code', case when g.state = 'at_store' then pickup_code_of(g.order_id, g.n) end) order by g.n)
   from shipments g where g.order_id = o.id and g.sent_again_as is null) as shipments`;

const selectPage = statement<OrderRow, [customer: string, before: string | null, most: number]>(
  'orders.of-customer',
  `select ${columns} from orders o
   where o.customer_id = $1 and o.number < coalesce($2::bigint, 1000000000)
   order by o.number desc limit $3`,
);

/** A customer's placed orders, newest first; those before that number, null = from the newest on. At most `most`. */
export const listCustomerOrders = (
  tx: Tx,
  customerId: string,
  before: string | null,
  most: number,
): Promise<OrderRow[]> => selectPage(tx, [customerId, before, most]);

const selectByNumber = statement<OrderRow, [number: string]>(
  'orders.by-number',
  `select ${columns} from orders o where o.number = $1`,
);

const selectById = statement<OrderRow, [order: string]>(
  'orders.by-id',
  `select ${columns} from orders o where o.id = $1 and o.number is not null`,
);

const selectByPair = statement<OrderRow, [number: string, email: string]>(
  'orders.by-number-and-email',
  `select ${columns} from orders o where o.number = $1 and lower(o.email) = lower($2)`,
);

const selectByLink = statement<OrderRow, [token: Buffer]>(
  'orders.by-link',
  `select ${columns} from order_links k join orders o on o.id = k.order_id
   where k.token_hash = $1 and o.number is not null`,
);

export const findOrderByNumber = async (tx: Tx, orderNumber: string): Promise<OrderRow | undefined> =>
  (await selectByNumber(tx, [orderNumber]))[0];

/** Undefined while it is not placed. */
export const findOrderById = async (tx: Tx, orderId: string): Promise<OrderRow | undefined> =>
  (await selectById(tx, [orderId]))[0];

/** One statement for every pair: how long it takes does not tell which half was wrong. */
export const findOrderByPair = async (
  tx: Tx,
  { orderNumber, email }: { orderNumber: string; email: string },
): Promise<OrderRow | undefined> => (await selectByPair(tx, [orderNumber, email]))[0];

/** The order that the link with this hash shows. */
export const findOrderByLink = async (tx: Tx, tokenHash: Buffer): Promise<OrderRow | undefined> =>
  (await selectByLink(tx, [tokenHash]))[0];

const insertLinks = statement<object, [tokens: readonly Buffer[], orders: readonly string[], now: Date]>(
  'orders.insert-links',
  `insert into order_links (token_hash, order_id, created_at)
   select token, of_order, $3 from unnest($1::bytea[], $2::uuid[]) as link (token, of_order)`,
);

/** Keeps links by their hashes. */
export const insertOrderLinks = async (
  tx: Tx,
  links: readonly { tokenHash: Buffer; orderId: string }[],
  now: Date,
): Promise<void> => {
  await insertLinks(tx, [links.map(({ tokenHash }) => tokenHash), links.map(({ orderId }) => orderId), now]);
};
