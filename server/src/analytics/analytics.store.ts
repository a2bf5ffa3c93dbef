import type { MeasuredOrder } from '@ceiba/domain/analytics/order-event';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../platform/db/database.ts';

export interface NewMessage {
  id: string;
  event: 'checkout_payment' | 'purchase';
  /** What the event measures, as it went to the contract or came from the order. */
  data: object;
  /** Of a purchase. */
  orderId?: string;
  /** Of a checkout_payment. */
  cartId?: string;
}

const insert = statement<{ id: string }, [messages: string, now: Date]>(
  'analytics.insert-messages',
  `insert into analytics_messages (id, event, data, order_id, cart_id, created_at)
   select m.*, $2 from json_to_recordset($1::json) as m (id uuid, event text, data jsonb, "orderId" uuid, "cartId" uuid)
   where m."cartId" is null or exists (select from carts where id = m."cartId")
   on conflict do nothing returning id`,
);

/** Answers the ids of those that were written: one purchase of an order, one payment of a cart, and none of a cart that is not there. */
export const insertMessages = async (tx: Tx, messages: readonly NewMessage[], now: Date): Promise<string[]> =>
  (await insert(tx, [JSON.stringify(messages), now])).map(({ id }) => id);

/** A message on its way. */
export interface OutgoingMessage {
  id: string;
  event: string;
  data: object;
  createdAt: Date;
}

const selectUnsent = statement<{ id: string; event: string; data: object; created_at: Date }, [id: string]>(
  'analytics.unsent-message',
  'select id, event, data, created_at from analytics_messages where id = $1 and sent_at is null',
);

/** Undefined when it was sent, or is kept no longer. */
export async function findUnsentMessage(tx: Tx, id: string): Promise<OutgoingMessage | undefined> {
  const [row] = await selectUnsent(tx, [id]);
  return row && { id: row.id, event: row.event, data: row.data, createdAt: row.created_at };
}

const updateTold = statement<object, [id: string, sentAt: Date | null, error: string | null]>(
  'analytics.message-told',
  'update analytics_messages set sent_at = $2, last_error = $3 where id = $1 and sent_at is null',
);

export const markSent = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await updateTold(tx, [id, now, null]);
};

/** For operators, beside the message; one that another worker has sent meanwhile stays sent. */
export const markUnsent = async (tx: Tx, id: string, reason: string): Promise<void> => {
  await updateTold(tx, [id, null, reason]);
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

interface PurchaseRow {
  id: string;
  number: number;
  total: number;
  shipping: number;
  coupon_code: string | null;
  payment_type: string;
  tax: number;
  lines: { sku: string; title: string; brand: string; categories: string[]; price: number; quantity: number }[];
}

const selectPurchases = statement<PurchaseRow, [orders: readonly string[]]>(
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
);

/** What was bought with these orders (the code of a points certificate is no coupon's), at the prices they have; categories as they are now. Without those that are not placed. */
export const findPurchases = async (tx: Tx, orderIds: readonly string[]): Promise<Purchase[]> =>
  (await selectPurchases(tx, [orderIds])).map((row) => ({
    orderId: row.id,
    orderNumber: String(row.number),
    total: centavos(row.total),
    shipping: centavos(row.shipping),
    coupon: row.coupon_code,
    paymentType: row.payment_type,
    tax: centavos(row.tax),
    lines: row.lines.map(({ price, ...line }) => ({ ...line, salesPrice: centavos(price) })),
  }));

const takeFromOutbox = statement<{ order_id: string }, [most: number]>(
  'analytics.take-purchase-messages',
  `delete from purchase_message_outbox where order_id = any (array(
     select order_id from purchase_message_outbox order by since limit $1 for update skip locked)) returning order_id`,
);

/** Orders whose copy is still to be written, which the caller's transaction then has to do. */
export const takePurchaseMessages = async (tx: Tx, most = 100): Promise<string[]> =>
  (await takeFromOutbox(tx, [most])).map(({ order_id }) => order_id);

const messageKeyPrefix = 'send-message:';

/** Key of the job that sends a message. */
export const messageJobKey = (id: string): string => `${messageKeyPrefix}${id}`;

const selectGivenUp = statement<{ id: string }, [before: Date, keyPrefix: string, most: number]>(
  'analytics.given-up-messages',
  `select m.id from analytics_messages m
   where m.sent_at is null and m.created_at < $1 and not exists (
     select from graphile_worker.jobs j where j.key = $2::text || m.id and j.attempts < j.max_attempts)
   order by m.created_at, m.id limit $3`,
);

/** Messages written before that moment that are not sent and that no job is going to send. */
export const findGivenUpMessages = async (tx: Tx, before: Date, most: number): Promise<string[]> =>
  (await selectGivenUp(tx, [before, messageKeyPrefix, most])).map(({ id }) => id);

const insertEvent = statement<object, [id: string, url: string, now: Date]>(
  'analytics.insert-sponsored-event',
  'insert into sponsored_events (id, event_url, created_at) values ($1, $2, $3)',
);

export const insertSponsoredEvent = async (tx: Tx, id: string, eventUrl: string, now: Date): Promise<void> => {
  await insertEvent(tx, [id, eventUrl, now]);
};

const insertOrdered = statement<{ id: string }, [id: string, url: string, now: Date]>(
  'analytics.insert-ordered-event',
  `insert into sponsored_events (id, event_url, created_at)
   select $1::uuid, $2, $3::timestamptz where exists (select from order_lines where event_url = $2) returning id`,
);

/** False, and nothing written, when no line of an order has this address: nobody ordered what it stands for. */
export const insertOrderedEvent = async (tx: Tx, id: string, eventUrl: string, now: Date): Promise<boolean> =>
  (await insertOrdered(tx, [id, eventUrl, now])).length === 1;

const takeEvent = statement<{ event_url: string }, [id: string, now: Date]>(
  'analytics.take-sponsored-event',
  'update sponsored_events set called_at = $2 where id = $1 and called_at is null returning event_url',
);

/** Its address, for whoever asks first: an event is told once or, where its teller dies, not at all. */
export async function takeSponsoredEvent(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  return (await takeEvent(tx, [id, now]))[0]?.event_url;
}

const updateOutcome = statement<object, [id: string, outcome: string]>(
  'analytics.sponsored-event-outcome',
  'update sponsored_events set outcome = $2 where id = $1',
);

export const noteOutcome = async (tx: Tx, id: string, outcome: string): Promise<void> => {
  await updateOutcome(tx, [id, outcome]);
};

const deleteOld = statement<object, [before: Date, most: number]>(
  'analytics.delete-old',
  `with messages as (
     delete from analytics_messages where ctid = any (array(
       select ctid from analytics_messages where created_at < $1 order by created_at limit $2)) returning 1),
   events as (
     delete from sponsored_events where ctid = any (array(
       select ctid from sponsored_events where created_at < $1 order by created_at limit $2)) returning 1)
   select * from messages union all select * from events`,
);

/** Deletes what was written before that moment, sent or not, at most `most` of each kind; answers how many. */
export const deleteOldEvents = async (tx: Tx, before: Date, most = 500): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
