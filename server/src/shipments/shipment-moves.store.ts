import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { readShipmentId, type ShipmentState } from '@ceiba/domain/orders/shipment';
import type { ShipmentMove } from '@ceiba/domain/orders/shipment-action';
import type { LostShipment } from '../notifications/shipment-lost-mail.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** An order, locked by the caller, with shipments that are about to move. */
export interface LockedOrder {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  total: Centavos;
  /** True if the order waits for the link in its mail (policy `cashConfirmation`). */
  isUnconfirmed: boolean;
  /** True if the order is held. None of its shipments is prepared until a person releases it (WORK-24). */
  isHeld: boolean;
  isPickup: boolean;
  isPaidAtDelivery: boolean;
  isPaidAtStore: boolean;
}

const lockPlaced = statement(
  'orders.lock-placed',
  `select id, number, status, total, confirmation_due is not null as is_unconfirmed, held_at is not null as is_held,
     coalesce(shipping_method = 'storepickup', false) as is_pickup, payment_type
   from orders where number = any ($1::bigint[]) order by id for update`,
  { number: neverNull(), status: column<OrderStatus>() },
);

/** Locks orders until the transaction ends, sorted by id. Shipments that are read afterwards cannot change. */
export const lockPlacedOrders = async (tx: Tx, orderNumbers: readonly string[]): Promise<LockedOrder[]> =>
  (await lockPlaced(tx, [orderNumbers])).map((row) => ({
    orderId: row.id,
    orderNumber: String(row.number),
    status: row.status,
    total: row.total,
    isUnconfirmed: row.isUnconfirmed,
    isHeld: row.isHeld,
    isPickup: row.isPickup,
    isPaidAtDelivery: row.paymentType === 'Cash',
    isPaidAtStore: row.paymentType === 'StorePayment',
  }));

/** Locks a placed order. Undefined if no placed order has that number. */
export const lockPlacedOrder = async (tx: Tx, orderNumber: string): Promise<LockedOrder | undefined> =>
  (await lockPlacedOrders(tx, [orderNumber]))[0];

/** A shipment of an order, from one seller. `shipmentNumber` counts within the order and starts at 1 (DEC-136). */
export interface LockedShipment {
  shipmentNumber: number;
  sellerId: number;
  state: ShipmentState;
  version: number;
  attempts: number;
  cashDue: Centavos;
  cashCollected: Centavos | null;
  /** Time at which the shipment reached its state. */
  since: Date;
  isBack: boolean;
  /** True if the shipment has only gift cards and services. */
  isDigital: boolean;
  /** Goods that nobody has scanned yet, in units. */
  unitsLeft: number;
  /** The place where the shipment is prepared. Null if it has no goods. */
  place: string | null;
  /**
   * True if the shipment is empty, because its units were sent again as another shipment of its order (record 0074). The order's status ignores it.
   */
  isSentAgain: boolean;
  /** True if some of the shipment's units were refunded and are neither canceled nor a courtesy (`holds_refunded_units` in SQL). */
  holdsRefunded: boolean;
  /** True if the shipment waits for goods: of a presale, or on a transfer (`awaiting_shipments` in SQL). */
  awaitsGoods: boolean;
  /** Where the goods of an undelivered shipment went. Null if they have not come back. */
  fate: 'restocked' | 'scrapped' | null;
}

const selectShipments = statement(
  'orders.shipments',
  `select order_id, n as shipment_number, seller_id, state, version, attempts, cash_due, cash_collected, is_scrapped, since, is_back, place, sent_again_as is not null as is_sent_again,
     holds_refunded_units(order_id, n) as holds_refunded,
     state in ('ready', 'picking') and awaits_goods(order_id, n) as awaits_goods,
     not exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
       where u.order_id = s.order_id and u.n = s.n and line_kind(l.kind) = 'goods') as is_digital,
     case when state = 'picking' then (select coalesce(sum(u.quantity - u.canceled - u.picked), 0)::integer
       from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
       where u.order_id = s.order_id and u.n = s.n and p.kind = 'goods') else 0 end as units_left
   from shipments s where order_id = any ($1::uuid[]) order by order_id, n`,
  { holdsRefunded: neverNull(), awaitsGoods: neverNull() },
);

/** Lists all shipments of some orders, sorted within each order like its lines. */
export const listShipmentsOf = async (
  tx: Tx,
  orderIds: readonly string[],
): Promise<(LockedShipment & { orderId: string })[]> =>
  (await selectShipments(tx, [orderIds])).map(({ isScrapped, ...row }) => ({
    ...row,
    fate: isScrapped === null ? null : isScrapped ? 'scrapped' : 'restocked',
  }));

/** Lists all shipments of an order, sorted like its lines. */
export const listShipments = (tx: Tx, orderId: string): Promise<LockedShipment[]> => listShipmentsOf(tx, [orderId]);

/** Data written with a move. Null keeps the former value. */
export interface MoveData {
  courier?: string | null;
  trackingNumber?: string | null;
  parcels?: number | null;
  /** The person who received the shipment. */
  receiver?: string | null;
}

const moveRow = statement(
  'orders.move-shipment',
  // The buyer is notified when the shipment leaves or waits for the buyer, but not about further attempts.
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
   select moved.n as shipment_number, (select count(*) from job) as jobs from moved`,
);

/** A shipment that moves, with its number of failed attempts after the move. */
export interface Moving {
  orderId: string;
  shipment: Pick<LockedShipment, 'shipmentNumber' | 'version'>;
  attempts: number;
}

/**
 * @throws if one of the shipments has changed since it was read; the lock of its order prevents this
 */
export async function writeMoves(
  tx: Tx,
  moving: readonly Moving[],
  { move, carried, actor }: { move: Omit<ShipmentMove, 'attempts'>; carried: MoveData; actor: Actor },
  now: Date,
): Promise<void> {
  const { to, cashCollected, reason, isBack = false } = move;
  const { courier = null, trackingNumber = null, parcels = null, receiver = null } = carried;
  const moved = await moveRow(tx, [
    moving.map(({ orderId }) => orderId),
    moving.map(({ shipment }) => shipment.shipmentNumber),
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

/** Writes the move of one shipment. @throws as `writeMoves` */
export const writeMove = (
  tx: Tx,
  { orderId, shipment }: Omit<Moving, 'attempts'>,
  written: { move: ShipmentMove; carried: MoveData; actor: Actor },
  now: Date,
): Promise<void> => writeMoves(tx, [{ orderId, shipment, attempts: written.move.attempts }], written, now);

const insertEvent = statement(
  'orders.shipment-event',
  'insert into order_events (order_id, kind, detail, created_at) values ($1, $2, $3::jsonb, $4)',
);

/** Records an event of a shipment. */
export const noteShipment = async (
  tx: Tx,
  orderId: string,
  { kind, ...detail }: { kind: string; shipment: number; reason?: string | null; fate?: string },
  now: Date,
): Promise<void> => {
  await insertEvent(tx, [orderId, kind, JSON.stringify(detail), now]);
};

const follow = statement(
  'orders.follow-shipments',
  // Cash is paid with the last shipment that is handed over. If none is handed over, nothing is owed.
  `with followed as (
     update orders set status = $2::text::order_status, updated_at = $3,
       -- A canceled order no longer waits for its buyer to follow the mailed link.
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
     -- A receipt is free again, unless a till still has to give its money back.
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
 * Writes the status that orders get from their shipments, with its effects: cash becomes paid or void, and the coupon of a failed
 * order is free again.
 */
export const followShipments = async (
  tx: Tx,
  orderIds: readonly string[],
  { status, actor, reason }: { status: OrderStatus; actor: Actor; reason: string | null },
  now: Date,
): Promise<void> => {
  await follow(tx, [orderIds, status, now, actor, reason]);
};

const giveBack = statement(
  'orders.release-shipment',
  // Runs after the locks on the gift cards that paid for the order, or that it sold (record 0034).
  `select release_stock($1, $2::integer, 'order_released', $3)
   from lock_gift_cards_of($1)`,
);

/**
 * Returns the stock claimed by a canceled shipment. Null returns all stock that the order's shipments still claim, in one call
 * (record 0034).
 */
export const releaseShipment = async (
  tx: Tx,
  orderId: string,
  shipmentNumber: number | null,
  now: Date,
): Promise<void> => {
  await giveBack(tx, [orderId, shipmentNumber, now]);
};

const selectMailedShipments = statement(
  'orders.mailed-shipments',
  `select o.number, s.n as shipment_number from orders o join shipments s on s.order_id = o.id
   where o.id = $1 and s.state = 'ready' and s.cash_due = 0 and exists (
       select from shipment_lines u where u.order_id = s.order_id and u.n = s.n)
     and not exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
       where u.order_id = s.order_id and u.n = s.n and u.quantity > u.canceled
         and (line_kind(l.kind) <> 'gift_card' or not coalesce(isfinite(l.gift_cards_sent_at), false)))
   order by s.n`,
  { number: neverNull() },
);

/** Lists shipments of an order that contain only gift cards, all of which were mailed. */
export const listMailedShipments = async (
  tx: Tx,
  orderId: string,
): Promise<{ orderNumber: string; shipmentNumber: number }[]> =>
  (await selectMailedShipments(tx, [orderId])).map(({ number, shipmentNumber }) => ({
    orderNumber: String(number),
    shipmentNumber,
  }));

const lose = statement(
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

/**
 * Writes the effects of a shipment that does not reach its buyer: unmailed gift cards are never sent, the order's history has an
 * entry, and the buyer is notified.
 */
export const writeLost = async (
  tx: Tx,
  {
    orderId,
    shipmentNumber,
    to,
    reason,
  }: { orderId: string; shipmentNumber: number; to: 'undelivered' | 'canceled'; reason: string | null },
  now: Date,
): Promise<void> => {
  await lose(tx, [orderId, shipmentNumber, to, reason, now]);
};

const receiveGoods = statement(
  'orders.receive-shipment',
  `with received as (
     update shipments set received_at = $4, is_scrapped = $3, version = version + 1, decided_by = $5::jsonb
     where order_id = $1 and n = $2 and state = 'undelivered' and received_at is null
     returning n)
   select case when $3 then scrap_stock($1, n, $4) else release_stock($1, n, 'returned', $4) end from received`,
);

/** Records that the goods of an undelivered shipment came back: restocked at their places, or written off. */
export const writeReceived = async (
  tx: Tx,
  {
    orderId,
    shipmentNumber,
    isScrapped,
    actor,
  }: { orderId: string; shipmentNumber: number; isScrapped: boolean; actor: Actor },
  now: Date,
): Promise<void> => {
  await receiveGoods(tx, [orderId, shipmentNumber, isScrapped, now, actor]);
};

const selectMailed = statement(
  'orders.has-mailed-card',
  `select exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
     where u.order_id = $1 and u.n = $2 and l.gift_card is not null and isfinite(l.gift_cards_sent_at)) as is_mailed`,
);

/** Returns whether one of the shipment's gift cards was sent to its recipient. */
export const hasMailedCard = async (tx: Tx, orderId: string, shipmentNumber: number): Promise<boolean> =>
  (await selectMailed(tx, [orderId, shipmentNumber]))[0]?.isMailed ?? false;

const selectUnpaidCard = statement(
  'orders.has-unpaid-gift-card',
  `select exists (select from orders o join order_lines l on l.order_id = o.id
     where o.number = $1 and l.gift_card is not null
       and not exists (select from payments p where p.order_id = o.id and p.status = 'approved')) as is_unpaid`,
);

/** Returns whether the order sells a gift card and is not paid yet. `orderNumber`: nine digits. */
export const hasUnpaidGiftCard = async (tx: Tx, orderNumber: string): Promise<boolean> =>
  (await selectUnpaidCard(tx, [orderNumber]))[0]?.isUnpaid ?? false;

/** A shipment that its buyer does not get, with its order and the refunded amounts. */
interface FoundLost extends Pick<LostShipment, 'how' | 'isPickup' | 'isSplit'> {
  orderId: string;
  refundId: string;
}

const select = statement(
  'orders.lost-shipment',
  `select o.id as "orderId", r.id as "refundId", s.state as how, coalesce(o.shipping_method = 'storepickup', false) as "isPickup",
     exists (select from shipments t where t.order_id = o.id and t.n <> s.n and t.sent_again_as is null) as "isSplit"
   from orders o join shipments s on s.order_id = o.id and s.n = $2
     join refunds r on r.order_id = o.id and r.cause_key = 'shipment ' || s.n
   where o.number = $1 and s.state in ('undelivered', 'canceled')`,
  { how: column<FoundLost['how']>() },
);

/** Finds a shipment that its buyer does not get, by its sub-order number. Undefined if it does not exist. */
export async function findLostShipment(tx: Tx, id: string): Promise<FoundLost | undefined> {
  const named = readShipmentId(id);
  return named && (await select(tx, [named.orderNumber, named.shipmentNumber]))[0];
}

const carryOn = statement(
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
       -- Shipments that have left come last: their label and the courier's list already state the amount to collect.
       order by case e.state when 'packed' then 1 when 'at_store' then 2 when 'sent' then 3 else 0 end, n limit 1)`,
);

/**
 * Moves the amounts to be collected with a lost shipment (delivery, a donation) to another live shipment, preferably one that has
 * not left. Only for orders paid in cash. The caller has locked the order.
 */
export const moveDueCash = async (tx: Tx, orderId: string): Promise<void> => {
  await carryOn(tx, [orderId]);
};
