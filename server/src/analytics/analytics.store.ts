import type { MeasuredOrder } from '@ceiba/domain/analytics/order-event';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

export interface NewMessage {
  id: string;
  event: 'checkout_payment' | 'purchase';
  /** The measured data: the body of the contract's call, or the order's data. */
  data: object;
  /** Set for a purchase. */
  orderId?: string;
  /** Set for a checkout_payment. */
  cartId?: string;
}

const insert = statement(
  'analytics.insert-messages',
  `insert into analytics_messages (id, event, data, order_id, cart_id, created_at)
   select m.*, $2 from json_to_recordset($1::json) as m (id uuid, event text, data jsonb, "orderId" uuid, "cartId" uuid)
   where m."cartId" is null or exists (select from carts where id = m."cartId")
   on conflict do nothing returning id`,
);

/** Returns the IDs of the written messages: one purchase for each order, one payment for each cart, nothing for an unknown cart. */
export const insertMessages = async (tx: Tx, messages: readonly NewMessage[], now: Date): Promise<string[]> =>
  (await insert(tx, [JSON.stringify(messages), now])).map(({ id }) => id);

export interface OutgoingMessage {
  id: string;
  event: string;
  data: object;
  createdAt: Date;
}

const selectUnsent = statement(
  'analytics.unsent-message',
  'select id, event, data, created_at from analytics_messages where id = $1 and sent_at is null',
  { data: column<object>() },
);

/** Finds a message that still has to be sent. Undefined if the message was sent or deleted. */
export async function findUnsentMessage(tx: Tx, id: string): Promise<OutgoingMessage | undefined> {
  const [row] = await selectUnsent(tx, [id]);
  return row && { id: row.id, event: row.event, data: row.data, createdAt: row.createdAt };
}

const updateMessage = statement(
  'analytics.message-told',
  'update analytics_messages set sent_at = $2, last_error = $3 where id = $1 and sent_at is null',
);

export const markSent = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await updateMessage(tx, [id, now, null]);
};

/**
 * Stores the fault beside the message for operators. Does not change a message that another worker has sent in the
 * meantime.
 */
export const markUnsent = async (tx: Tx, id: string, reason: string): Promise<void> => {
  await updateMessage(tx, [id, null, reason]);
};

export interface Purchase extends MeasuredOrder {
  orderId: string;
  lines: {
    sku: string;
    title: string;
    brand: string;
    categories: string[];
    salesPrice: Centavos;
    quantity: number;
  }[];
}

const selectPurchases = statement(
  'analytics.purchases',
  `select o.id, o.number, o.total, o.shipping, o.payment_type, o.coupon_code,
     order_iva(o) as tax,
     (select coalesce(json_agg(json_build_object('sku', l.sku, 'title', l.title, 'brand', l.brand,
          'price', l.unit_price, 'quantity', l.quantity,
          'categories', (select coalesce(json_agg(a.title order by a.level), '[]')
             from products p join categories c on c.id = p.category_id join categories a on a.id = any (c.ancestor_ids)
             where p.id = l.product_id)) order by l.position), '[]')
        from order_lines l where l.order_id = o.id) as lines
   from orders o where o.id = any ($1) and o.number is not null`,
  {
    number: neverNull(),
    tax: neverNull(),
    lines:
      column<{ sku: string; title: string; brand: string; categories: string[]; price: number; quantity: number }[]>(),
  },
);

/**
 * Finds the purchases of these orders at the prices paid, with today's categories. Skips orders that are not placed. A
 * points certificate's code does not count as a coupon.
 */
export const findPurchases = async (tx: Tx, orderIds: readonly string[]): Promise<Purchase[]> =>
  (await selectPurchases(tx, [orderIds])).map((row) => ({
    orderId: row.id,
    orderNumber: String(row.number),
    total: row.total,
    shipping: row.shipping,
    coupon: row.couponCode,
    paymentType: row.paymentType,
    tax: centavos(row.tax),
    lines: row.lines.map(({ price, ...line }) => ({ ...line, salesPrice: centavos(price) })),
  }));

const takeFromOutbox = statement(
  'analytics.take-purchase-messages',
  `delete from purchase_message_outbox where order_id = any (array(
     select order_id from purchase_message_outbox order by since limit $1 for update skip locked)) returning order_id`,
);

/** Claims orders whose copy is not written yet. The caller's transaction must write the copy. */
export const takePurchaseMessages = async (tx: Tx, most = 100): Promise<string[]> =>
  (await takeFromOutbox(tx, [most])).map(({ orderId }) => orderId);

const messageKeyPrefix = 'send-message:';

export const messageJobKey = (id: string): string => `${messageKeyPrefix}${id}`;

const selectGivenUp = statement(
  'analytics.given-up-messages',
  `select m.id from analytics_messages m
   where m.sent_at is null and m.created_at < $1 and not exists (
     select from graphile_worker.jobs j where j.key = $2::text || m.id and j.attempts < j.max_attempts)
   order by m.created_at, m.id limit $3`,
);

/** Finds messages written before that time that were not sent and have no job left. */
export const findGivenUpMessages = async (tx: Tx, before: Date, most: number): Promise<string[]> =>
  (await selectGivenUp(tx, [before, messageKeyPrefix, most])).map(({ id }) => id);

const insertEvent = statement(
  'analytics.insert-sponsored-event',
  'insert into sponsored_events (id, event_url, created_at) values ($1, $2, $3)',
);

export const insertSponsoredEvent = async (tx: Tx, id: string, eventUrl: string, now: Date): Promise<void> => {
  await insertEvent(tx, [id, eventUrl, now]);
};

const insertOrdered = statement(
  'analytics.insert-ordered-event',
  `insert into sponsored_events (id, event_url, created_at)
   select $1::uuid, $2, $3::timestamptz where exists (select from order_lines where event_url = $2) returning id`,
);

/** Returns false and writes nothing if no order line has this address, because then the product was not ordered. */
export const insertOrderedEvent = async (tx: Tx, id: string, eventUrl: string, now: Date): Promise<boolean> =>
  (await insertOrdered(tx, [id, eventUrl, now])).length === 1;

const takeEvent = statement(
  'analytics.take-sponsored-event',
  'update sponsored_events set called_at = $2 where id = $1 and called_at is null returning event_url',
);

/** Claims the event before its host is called, and returns its address. So an event is sent once or, if the process dies, not at all. */
export async function takeSponsoredEvent(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  return (await takeEvent(tx, [id, now]))[0]?.eventUrl;
}

const updateOutcome = statement(
  'analytics.sponsored-event-outcome',
  'update sponsored_events set outcome = $2 where id = $1',
);

export const noteOutcome = async (tx: Tx, id: string, outcome: string): Promise<void> => {
  await updateOutcome(tx, [id, outcome]);
};

const deleteOld = statement(
  'analytics.delete-old',
  `with messages as (
     delete from analytics_messages where ctid = any (array(
       select ctid from analytics_messages where created_at < $1 order by created_at limit $2)) returning 1),
   events as (
     delete from sponsored_events where ctid = any (array(
       select ctid from sponsored_events where created_at < $1 order by created_at limit $2)) returning 1)
   select * from messages union all select * from events`,
);

/**
 * Deletes messages and events written before that time, sent or not, up to `most` of each kind. Returns their number.
 */
export const deleteOldEvents = async (tx: Tx, before: Date, most = 500): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
