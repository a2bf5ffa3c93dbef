import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { readShipmentId, type ShipmentState } from '@ceiba/domain/orders/shipment';
import type { ShipmentMove } from '@ceiba/domain/orders/shipment-deed';
import type { LostShipment } from '../notifications/shipment-lost-mail.ts';
import { statement, type Tx } from '../platform/db/database.ts';

/** An order whose shipments are to go on. */
export interface HeldOrder {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  total: Centavos;
  /** It waits for the link in its mail (policy `cashConfirmation`). */
  isUnconfirmed: boolean;
  /** Nothing of it is prepared until somebody releases it (WORK-24). */
  isHeld: boolean;
  isPickup: boolean;
  isPaidAtDelivery: boolean;
  isPaidAtStore: boolean;
}

const lockPlaced = statement<
  {
    id: string;
    number: number;
    status: OrderStatus;
    total: number;
    is_unconfirmed: boolean;
    is_held: boolean;
    is_pickup: boolean;
    payment_type: string;
  },
  [numbers: readonly string[]]
>(
  'orders.lock-placed',
  `select id, number, status, total, confirmation_due is not null as is_unconfirmed, held_at is not null as is_held,
     coalesce(shipping_method = 'storepickup', false) as is_pickup, payment_type
   from orders where number = any ($1::bigint[]) order by id for update`,
);

/** Locked until the transaction ends, one after the other by their ids: what is read of their shipments afterwards stays true. */
export const lockPlacedOrders = async (tx: Tx, orderNumbers: readonly string[]): Promise<HeldOrder[]> =>
  (await lockPlaced(tx, [orderNumbers])).map((row) => ({
    orderId: row.id,
    orderNumber: String(row.number),
    status: row.status,
    total: centavos(row.total),
    isUnconfirmed: row.is_unconfirmed,
    isHeld: row.is_held,
    isPickup: row.is_pickup,
    isPaidAtDelivery: row.payment_type === 'Cash',
    isPaidAtStore: row.payment_type === 'StorePayment',
  }));

/** Undefined: no placed order. */
export const lockPlacedOrder = async (tx: Tx, orderNumber: string): Promise<HeldOrder | undefined> =>
  (await lockPlacedOrders(tx, [orderNumber]))[0];

/** What one seller sends of an order: the n-th of its shipments, n from 1 (DEC-136). */
export interface HeldShipment {
  n: number;
  sellerId: number;
  state: ShipmentState;
  version: number;
  attempts: number;
  cashDue: Centavos;
  cashCollected: Centavos | null;
  /** When it came to its state. */
  since: Date;
  isBack: boolean;
  /** Gift cards and services alone. */
  isDigital: boolean;
  /** Units that nobody has scanned yet; none of what is no goods. */
  unitsLeft: number;
  /** Where it is prepared; null: it has no goods. */
  place: string | null;
  /** It is empty: its units left again as another of its order (record 0074). Where its order stands, it does not say. */
  isSentAgain: boolean;
  /** Units of it were refunded and are neither canceled nor a courtesy (`holds_refunded_units` in SQL). */
  holdsRefunded: boolean;
  /** What became of the goods of one that is undelivered; null: they have not come back. */
  fate: 'restocked' | 'scrapped' | null;
}

const selectShipments = statement<
  {
    order_id: string;
    n: number;
    seller_id: number;
    state: ShipmentState;
    version: number;
    attempts: number;
    cash_due: number;
    cash_collected: number | null;
    is_scrapped: boolean | null;
    since: Date;
    is_back: boolean;
    is_digital: boolean;
    units_left: number;
    place: string | null;
    is_sent_again: boolean;
    holds_refunded: boolean;
  },
  [orders: readonly string[]]
>(
  'orders.shipments',
  `select order_id, n, seller_id, state, version, attempts, cash_due, cash_collected, is_scrapped, since, is_back, place, sent_again_as is not null as is_sent_again,
     holds_refunded_units(order_id, n) as holds_refunded,
     not exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
       where u.order_id = s.order_id and u.n = s.n and l.kind = 'product') as is_digital,
     case when state = 'picking' then (select coalesce(sum(u.quantity - u.canceled - u.picked), 0)::integer
       from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
       where u.order_id = s.order_id and u.n = s.n and p.kind = 'goods') else 0 end as units_left
   from shipments s where order_id = any ($1::uuid[]) order by order_id, n`,
);

/** Every shipment of some orders, those of each in the order of its lines. */
export const listShipmentsOf = async (
  tx: Tx,
  orderIds: readonly string[],
): Promise<(HeldShipment & { orderId: string })[]> =>
  (await selectShipments(tx, [orderIds])).map((row) => ({
    orderId: row.order_id,
    n: row.n,
    sellerId: row.seller_id,
    state: row.state,
    version: row.version,
    attempts: row.attempts,
    cashDue: centavos(row.cash_due),
    cashCollected: row.cash_collected === null ? null : centavos(row.cash_collected),
    since: row.since,
    isBack: row.is_back,
    isDigital: row.is_digital,
    unitsLeft: row.units_left,
    place: row.place,
    isSentAgain: row.is_sent_again,
    holdsRefunded: row.holds_refunded,
    fate: row.is_scrapped === null ? null : row.is_scrapped ? 'scrapped' : 'restocked',
  }));

/** Every shipment of an order, in the order of its lines. */
export const listShipments = (tx: Tx, orderId: string): Promise<HeldShipment[]> => listShipmentsOf(tx, [orderId]);

/** What is written down with a move; null: nothing new. */
export interface Carried {
  courier?: string | null;
  trackingNumber?: string | null;
  parcels?: number | null;
  /** Who took it. */
  receiver?: string | null;
}

const moveRow = statement<
  { n: number },
  [
    orders: readonly string[],
    ns: readonly number[],
    versions: readonly number[],
    to: ShipmentState,
    attempts: readonly number[],
    collected: number | null,
    reason: string | null,
    courier: string | null,
    trackingNumber: string | null,
    now: Date,
    by: Actor,
    isBack: boolean,
    parcels: number | null,
    receiver: string | null,
  ]
>(
  'orders.move-shipment',
  // Its buyer is told that it has left, or waits for them: not of another attempt.
  `with moved as (
   update shipments s set state = $4::shipment_state, version = s.version + 1, attempts = m.attempts, cash_collected = $6, reason = $7,
     courier = coalesce($8, courier), tracking_number = coalesce($9, tracking_number), parcels = coalesce($13, parcels),
     receiver = coalesce($14, receiver), decided_by = $11::jsonb, is_back = $12,
     picked_at = case when $4 = 'picking' then coalesce(picked_at, $10) when $4 in ('waiting', 'ready') then null else picked_at end,
     left_at = case when $4 in ('sent', 'at_store') then coalesce(left_at, $10) when $4 in ('picking', 'packed') then null else left_at end,
     ended_at = case when $4 in ('delivered', 'undelivered', 'canceled') then $10::timestamptz end
   from unnest($1::uuid[], $2::integer[], $3::integer[], $5::integer[]) as m (order_id, n, version, attempts)
   where s.order_id = m.order_id and s.n = m.n and s.version = m.version returning s.order_id, s.n, s.attempts, s.place),
   job as (
     select graphile_worker.add_job('shipment-left', json_build_object('shipment', o.number || '-' || moved.n)) from moved join orders o on o.id = moved.order_id
     where $4 in ('sent', 'at_store') and moved.attempts = 0 and moved.place is not null)
   select moved.n, (select count(*) from job) as jobs from moved`,
);

/** One of those that make a move, with how often it was then brought in vain. */
export interface Moving {
  orderId: string;
  shipment: Pick<HeldShipment, 'n' | 'version'>;
  attempts: number;
}

/** @throws when one of them has changed since it was read, which the lock of its order does not let happen */
export async function writeMoves(
  tx: Tx,
  moving: readonly Moving[],
  { move, carried, actor }: { move: Omit<ShipmentMove, 'attempts'>; carried: Carried; actor: Actor },
  now: Date,
): Promise<void> {
  const { to, cashCollected, reason, isBack = false } = move;
  const { courier = null, trackingNumber = null, parcels = null, receiver = null } = carried;
  const moved = await moveRow(tx, [
    moving.map(({ orderId }) => orderId),
    moving.map(({ shipment }) => shipment.n),
    moving.map(({ shipment }) => shipment.version),
    to,
    moving.map(({ attempts }) => attempts),
    cashCollected,
    reason,
    courier,
    trackingNumber,
    now,
    actor,
    isBack,
    parcels,
    receiver,
  ]);
  if (moved.length !== moving.length) throw new Error(`of ${moving.length} shipments ${moved.length} are as they were`);
}

/** One shipment's. @throws as `writeMoves` */
export const writeMove = (
  tx: Tx,
  { orderId, shipment }: Omit<Moving, 'attempts'>,
  written: { move: ShipmentMove; carried: Carried; actor: Actor },
  now: Date,
): Promise<void> => writeMoves(tx, [{ orderId, shipment, attempts: written.move.attempts }], written, now);

const insertEvent = statement<object, [order: string, kind: string, detail: string, now: Date]>(
  'orders.shipment-event',
  'insert into order_events (order_id, kind, detail, created_at) values ($1, $2, $3::jsonb, $4)',
);

/** Notes what happened to a shipment. */
export const noteShipment = async (
  tx: Tx,
  orderId: string,
  { kind, ...detail }: { kind: string; shipment: number; reason?: string | null; fate?: string },
  now: Date,
): Promise<void> => {
  await insertEvent(tx, [orderId, kind, JSON.stringify(detail), now]);
};

const follow = statement<
  object,
  [orders: readonly string[], status: OrderStatus, now: Date, by: Actor, reason: string | null]
>(
  'orders.follow-shipments',
  // Cash is paid with the last shipment that is handed over; where none is, nothing is owed.
  `with followed as (
     update orders set status = $2::text::order_status, updated_at = $3,
       -- What is canceled waits for no link any more.
       confirmation_due = case when $2::text = 'processing' then confirmation_due end
     where id = any ($1::uuid[]) and status::text <> $2::text
     returning id, payment_type = 'Cash' and $2::text = 'delivered' as is_paid),
   paid as (
     update payments p set decided_at = $3, decided_by = $4::jsonb, reason = $5,
       status = case when followed.is_paid then 'approved' else 'refused' end::payment_status,
       refusal_code = case when not followed.is_paid then upper($2::text) end
     from followed where p.order_id = followed.id and p.status = 'pending'
       and (followed.is_paid or $2::text in ('undelivered', 'canceled'))),
   receipt as (
     -- What has paid what a till is to give back is free once it has.
     update till_receipts r set freed_at = $3 from followed where r.order_id = followed.id and $2::text = 'canceled'
       and not exists (select from refunds d where d.order_id = followed.id and d.destination in ('till', 'transfer', 'giftCard') and d.state = 'due')),
   unused as materialized (
     select release_coupon(id) from followed where $2::text in ('undelivered', 'canceled')),
   event as (
     insert into order_events (order_id, kind, created_at)
     select id, kind, $3 from followed, unnest(array['paid', $2::text]) with ordinality as k (kind, n)
     where n = 2 and kind <> 'processing' or n = 1 and is_paid order by n)
   select (select count(*) from unused) from followed`,
);

/**
 * Writes the status that orders have by their shipments, and what follows from it: cash that was paid or is void, the coupon of one that
 * came to nothing. Nothing where one has it already.
 */
export const followShipments = async (
  tx: Tx,
  orderIds: readonly string[],
  { status, actor, reason }: { status: OrderStatus; actor: Actor; reason: string | null },
  now: Date,
): Promise<void> => {
  await follow(tx, [orderIds, status, now, actor, reason]);
};

const giveBack = statement<object, [order: string, n: number | null, now: Date]>(
  'orders.release-shipment',
  // Behind the gift cards that it paid with, or has sold (record 0034).
  `select release_stock($1, $2::integer, 'order_released', $3)
   from lock_gift_cards_of($1)`,
);

/** Gives back the stock that a canceled shipment had claimed; null: what all of them still claim, at once (record 0034). */
export const releaseShipment = async (tx: Tx, orderId: string, n: number | null, now: Date): Promise<void> => {
  await giveBack(tx, [orderId, n, now]);
};

const selectMailedShipments = statement<{ number: number; n: number }, [order: string]>(
  'orders.mailed-shipments',
  `select o.number, s.n from orders o join shipments s on s.order_id = o.id
   where o.id = $1 and s.state = 'ready' and s.cash_due = 0 and exists (
       select from shipment_lines u where u.order_id = s.order_id and u.n = s.n)
     and not exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
       where u.order_id = s.order_id and u.n = s.n and u.quantity > u.canceled
         and (l.kind <> 'giftCard' or not coalesce(isfinite(l.gift_cards_sent_at), false)))
   order by s.n`,
);

/** Shipments of an order that are gift cards alone, all of which were mailed. */
export const listMailedShipments = async (tx: Tx, orderId: string): Promise<{ orderNumber: string; n: number }[]> =>
  (await selectMailedShipments(tx, [orderId])).map(({ number, n }) => ({ orderNumber: String(number), n }));

const lose = statement<
  object,
  [order: string, n: number, to: 'undelivered' | 'canceled', reason: string | null, now: Date]
>(
  'orders.lose-shipment',
  `with stopped as (
     update order_lines l set gift_cards_sent_at = '-infinity' from shipment_lines u
     where u.order_id = $1 and u.n = $2 and l.order_id = u.order_id and l.position = u.position
       and l.gift_card is not null and l.gift_cards_sent_at is null),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     values ($1, 'shipment_' || $3::text, jsonb_build_object('shipment', $2::integer, 'reason', $4::text), $5))
   select graphile_worker.add_job('shipment-lost', json_build_object('shipment', number || '-' || $2::integer)) from orders where id = $1`,
);

/** What follows where a shipment does not reach its buyer: gift cards of it that were not mailed never are, its order notes it, they are told. */
export const writeLost = async (
  tx: Tx,
  { orderId, n, to, reason }: { orderId: string; n: number; to: 'undelivered' | 'canceled'; reason: string | null },
  now: Date,
): Promise<void> => {
  await lose(tx, [orderId, n, to, reason, now]);
};

const receiveGoods = statement<object, [order: string, n: number, isScrapped: boolean, now: Date, by: Actor]>(
  'orders.receive-shipment',
  `with received as (
     update shipments set received_at = $4, is_scrapped = $3, version = version + 1, decided_by = $5::jsonb
     where order_id = $1 and n = $2 and state = 'undelivered' and received_at is null
     returning n)
   select case when $3 then scrap_stock($1, n, $4) else release_stock($1, n, 'returned', $4) end from received`,
);

/** The goods of an undelivered shipment are back: where they came from, or written off. */
export const writeReceived = async (
  tx: Tx,
  { orderId, n, isScrapped, actor }: { orderId: string; n: number; isScrapped: boolean; actor: Actor },
  now: Date,
): Promise<void> => {
  await receiveGoods(tx, [orderId, n, isScrapped, now, actor]);
};

const selectMailed = statement<{ is_mailed: boolean }, [order: string, n: number]>(
  'orders.has-mailed-card',
  `select exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
     where u.order_id = $1 and u.n = $2 and l.gift_card is not null and isfinite(l.gift_cards_sent_at)) as is_mailed`,
);

/** Whether a gift card of it has gone out to its recipient. */
export const hasMailedCard = async (tx: Tx, orderId: string, n: number): Promise<boolean> =>
  (await selectMailed(tx, [orderId, n]))[0]?.is_mailed ?? false;

const selectUnpaidCard = statement<{ is_unpaid: boolean }, [number: string]>(
  'orders.has-unpaid-gift-card',
  `select exists (select from orders o join order_lines l on l.order_id = o.id
     where o.number = $1 and l.gift_card is not null
       and not exists (select from payments p where p.order_id = o.id and p.status = 'approved')) as is_unpaid`,
);

/** Whether it sells a gift card, and nobody has paid it yet; `orderNumber`: of nine digits. */
export const hasUnpaidGiftCard = async (tx: Tx, orderNumber: string): Promise<boolean> =>
  (await selectUnpaidCard(tx, [orderNumber]))[0]?.is_unpaid ?? false;

/** A shipment that its buyer does not get, with its order and what is given back for it. */
interface FoundLost extends Pick<LostShipment, 'how' | 'isPickup' | 'isSplit'> {
  orderId: string;
  refundId: string;
}

const select = statement<FoundLost, [number: string, n: number]>(
  'orders.lost-shipment',
  `select o.id as "orderId", r.id as "refundId", s.state as how, coalesce(o.shipping_method = 'storepickup', false) as "isPickup",
     exists (select from shipments t where t.order_id = o.id and t.n <> s.n and t.sent_again_as is null) as "isSplit"
   from orders o join shipments s on s.order_id = o.id and s.n = $2
     join refunds r on r.order_id = o.id and r.cause_key = 'shipment ' || s.n
   where o.number = $1 and s.state in ('undelivered', 'canceled')`,
);

/** A shipment that its buyer does not get, by its sub-order number; undefined where there is none such. */
export async function findLostShipment(tx: Tx, id: string): Promise<FoundLost | undefined> {
  const named = readShipmentId(id);
  return named && (await select(tx, [named.orderNumber, named.n]))[0];
}

const carryOn = statement<object, [order: string]>(
  'orders.collect-with-next',
  `with lost as (
     select n, cash_due, brings_donation from shipments where order_id = $1 and state in ('undelivered', 'canceled') and cash_due > 0),
   emptied as (
     update shipments s set cash_due = 0, brings_donation = false from lost where s.order_id = $1 and s.n = lost.n
       and exists (select from shipments e where e.order_id = $1 and e.state not in ('delivered', 'undelivered', 'canceled')))
   update shipments s set cash_due = s.cash_due + (select sum(cash_due) from lost),
     brings_donation = s.brings_donation or (select bool_or(brings_donation) from lost), version = version + 1
   where s.order_id = $1 and exists (select from lost)
     and s.n = (select n from shipments e where e.order_id = $1 and e.state not in ('delivered', 'undelivered', 'canceled')
       -- What has left says on its label, and on what its courier signed, what it collects; a till asks for what stands here.
       order by case e.state when 'packed' then 1 when 'at_store' then 2 when 'sent' then 3 else 0 end, n limit 1)`,
);

/**
 * What was still to be collected with a shipment that is lost (delivery, a donation) is collected with the next that still comes, of those
 * that have not left if there are. Its order is locked by the caller; nothing of an order that is paid otherwise.
 */
export const collectWithNext = async (tx: Tx, orderId: string): Promise<void> => {
  await carryOn(tx, [orderId]);
};
