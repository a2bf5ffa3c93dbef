import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { readShipmentId, type ShipmentState } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { lockPlacedOrder } from './shipment-moves.store.ts';

/** A shipment as the desk shows it. */
export interface DeskShipment {
  id: string;
  orderId: string;
  orderNumber: string;
  shipmentNumber: number;
  sellerId: number;
  /** The place where the shipment is prepared. Null if it has no goods. */
  storeCode: string | null;
  destination: string;
  state: ShipmentState;
  isLate: boolean;
  isHeld: boolean;
  isPickup: boolean;
  isBack: boolean;
  /** True if the shipment has only gift cards and services. */
  isDigital: boolean;
  /** True if goods of the shipment have not come: of a presale, or with a transfer (`awaiting_shipments` in SQL). */
  awaitsGoods: boolean;
  /** Transfers that still bring units of the shipment (T-12), with the place that sends them. */
  transfers: { number: string; from: string }[];
  promisedOn: string | null;
  since: Date;
  dueAt: Date | null;
  attempts: number;
  courier: string | null;
  trackingNumber: string | null;
  parcels: number;
  receiver: string | null;
  cashToCollect: Centavos;
  cashCollected: Centavos | null;
  reason: string | null;
  version: number;
  pickId: string | null;
  proofKey: string | null;
  /** Time at which the proof was saved. Null without a proof. */
  proofAt: Date | null;
  receivedAt: Date | null;
  /** The number of the shipment in which the units were sent again. Null if they were not. */
  sentAgainAs: number | null;
  units: number;
  buyer: { name: string; phone: string };
  receipt: { tillId: string; movementId: string } | null;
  /** The person who moved the shipment to its state, as text. The time is `since`. */
  changedBy: string | null;
  lines: DeskShipmentLine[];
}

interface DeskShipmentLine {
  line: number;
  sku: string;
  codes: string[];
  title: string;
  picture: string;
  quantity: number;
  picked: number;
  missing: number;
  isGoods: boolean;
  needsSerial: boolean;
  serials: string[];
  comesFrom: { storeCode: string; name: string; quantity: number }[];
}

/** SQL: the destination of a shipment (s) of an order (o) as text: its store, a zone of the capital, or a municipality and its department. */
export const destinationOf = `case when s.store_code is not null then (select t.name from stores t where t.store_code = s.store_code)
  else concat_ws(', ', case when o.shipping_address ->> 'city' = 'Guatemala' then nullif(o.shipping_address ->> 'zone', '') end,
    nullif(o.shipping_address ->> 'city', ''),
    nullif(nullif(o.shipping_address -> 'region' ->> 'region', o.shipping_address ->> 'city'), '')) end`;

/** SQL: units of a shipment (s) that were not canceled. */
export const unitsOf = `(select coalesce(sum(u.quantity - u.canceled), 0)::integer from shipment_lines u where u.order_id = s.order_id and u.n = s.n)`;

/** SQL: whether the category of a product (p), or a parent category, requires serial numbers. */
export const needsSerial = `exists (select from categories c join categories a on a.id = any (c.ancestor_ids) where c.id = p.category_id and a.needs_serial)`;

/** SQL: the amount to collect with a shipment (s) that has not ended, in centavos. */
export const cashToCollect = `case when s.ended_at is null then s.cash_due else 0 end`;

/** SQL: the buyer's name as typed in an order (o). */
export const buyerName = `concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName')`;

/** SQL: claims of a product for a shipment (s) at other places than the one where it is prepared. */
export const comesFromOf = (product: string): string => `(
  select coalesce(json_agg(json_build_object('storeCode', k.store_code, 'name', t.name, 'quantity', k.quantity) order by k.store_code), '[]')
  from stock_claims k join stores t on t.store_code = k.store_code
  where k.order_id = s.order_id and k.n = s.n and k.product_id = ${product} and k.released_at is null and k.store_code <> s.place)`;

const selectSome = statement(
  'shipments.by-id',
  `select o.id as "orderId", s.n as "shipmentNumber", s.seller_id as "sellerId", s.place as "storeCode", ${destinationOf} as destination, s.state,
     s.late_since is not null as "isLate", o.held_at is not null as "isHeld", s.store_code is not null as "isPickup", s.is_back as "isBack",
     s.state in ('ready', 'picking') and awaits_goods(s.order_id, s.n) as "awaitsGoods",
     (select coalesce(json_agg(json_build_object('number', 'T-' || f.number, 'from', f.from_store) order by f.number), '[]') from transfers f
        where f.order_id = s.order_id and f.shipment_number = s.n and f.state in ('draft', 'sent')) as transfers,
     nullif(s.promised_on, 'infinity')::text as "promisedOn",
     s.since, nullif(s.due_at, 'infinity') as "dueAt", s.attempts, s.courier, s.tracking_number as "trackingNumber", s.parcels, s.receiver,
     ${cashToCollect} as "cashToCollect", s.cash_collected as "cashCollected", s.reason, s.version, s.pick_id::text as "pickId",
     s.proof_key as "proofKey", s.proof_at as "proofAt", s.received_at as "receivedAt", s.sent_again_as as "sentAgainAs", ${unitsOf} as units,
     json_build_object('name', ${buyerName}, 'phone', coalesce(o.contact ->> 'phone', '')) as buyer,
     (select json_build_object('tillId', e.till_id, 'movementId', m.id::text) from till_movements m join till_sessions e on e.id = m.session_id
        where m.order_id = o.id and m.kind = 'collected' and m.reference = o.number || '-' || s.n order by m.id desc limit 1) as receipt,
     coalesce((select m.name from staff_members m where s.decided_by ->> 'kind' = 'staff' and m.id::text = s.decided_by ->> 'id'),
       s.decided_by ->> 'id') as "changedBy",
     (select json_agg(json_build_object('line', l.position, 'sku', l.sku, 'title', l.title,
        'codes', (select coalesce(json_agg(c.code order by c.code), '[]') from product_codes c where c.product_id = p.id), 'picture', l.picture_url,
        'quantity', u.quantity - u.canceled, 'picked', u.picked, 'missing', u.missing, 'isGoods', p.kind = 'goods', 'needsSerial', ${needsSerial},
        'serials', (select coalesce(json_agg(c.serial order by c.scanned_at), '[]') from shipment_scans c
           where c.order_id = u.order_id and c.n = u.n and c.position = u.position and c.is_counted and c.serial is not null),
        'comesFrom', ${comesFromOf('l.product_id')}) order by l.position)
      from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
      where u.order_id = s.order_id and u.n = s.n and u.quantity > u.canceled) as lines
   from orders o join shipments s on s.order_id = o.id where o.number = $1 and s.n = any ($2) order by s.n`,
  {
    destination: neverNull(),
    awaitsGoods: neverNull(),
    transfers: neverNull<{ number: string; from: string }[]>(),
    receipt: column<{ tillId: string; movementId: string }>(),
    buyer: neverNull<{ name: string; phone: string }>(),
    lines: column<DeskShipmentLine[]>(),
  },
);

/** Lists these shipments of an order, in the order's sequence. */
export const findShipments = async (
  tx: Tx,
  { orderNumber, shipmentNumbers }: { orderNumber: string; shipmentNumbers: readonly number[] },
): Promise<DeskShipment[]> =>
  (await selectSome(tx, [orderNumber, shipmentNumbers])).map((row) => ({
    ...row,
    id: subOrderNumber(orderNumber, row.shipmentNumber),
    orderNumber,
    lines: row.lines ?? [],
    isDigital: row.lines?.every(({ isGoods }) => !isGoods) ?? false,
  }));

/** Finds a shipment by its sub-order number. Undefined if it does not exist. */
export async function findShipment(tx: Tx, id: string): Promise<DeskShipment | undefined> {
  const named = readShipmentId(id);
  return (
    named && (await findShipments(tx, { orderNumber: named.orderNumber, shipmentNumbers: [named.shipmentNumber] }))[0]
  );
}

/** A shipment that waits at a store for its buyer. */
type WaitingPickup = RowOf<typeof selectPickups>;

const selectPickups = statement(
  'shipments.pickups',
  `select o.number || '-' || s.n as id, ${buyerName} as name, coalesce(o.contact ->> 'phone', '') as phone, t.name as "storeName",
     ${unitsOf} as units, ${cashToCollect} as "cashToCollect", s.since
   from shipments s join orders o on o.id = s.order_id join stores t on t.store_code = s.store_code
   where s.state = 'at_store' and ($4::text[] is null or s.place = any ($4))
     and (o.number = $1::bigint or phone_key_of(o.contact ->> 'phone') = $2 or strpos(folded(${buyerName}), folded($3)) > 0)
   order by s.since, s.order_id, s.n limit 20`,
  { id: neverNull(), name: neverNull() },
);

/** Lists pickups by order number, phone, or part of a name, at the stores that the person may see (null = all). */
export const findPickups = (
  tx: Tx,
  {
    orderNumber = null,
    phone = null,
    name = null,
  }: { orderNumber?: string | null; phone?: string | null; name?: string | null },
  stores: readonly string[] | null,
): Promise<WaitingPickup[]> => selectPickups(tx, [orderNumber, phone, name, stores]);

/** Locks a shipment's order and then reads the shipment. Decisions therefore use its current state. */
export async function lockShipment(tx: Tx, id: string): Promise<DeskShipment | undefined> {
  const named = readShipmentId(id);
  if (named !== undefined) await lockPlacedOrder(tx, named.orderNumber);
  return findShipment(tx, id);
}

const takeTry = statement(
  'shipments.take-code-try',
  `update shipments s set code_tries = code_tries + 1 from orders o
   where o.number = $1 and s.order_id = o.id and s.n = $2 and s.state = 'at_store' and ($3::text[] is null or s.place = any ($3))
     and pickup_code_of(s.order_id, s.n) is distinct from $4
   returning code_tries`,
);

/**
 * Counts a wrong pickup code, and returns the number of wrong codes. Undefined if the code is correct, or no shipment waits at a
 * store (WORK-13).
 */
export const countCodeTry = async (
  tx: Tx,
  { id, stores, typed }: { id: string; stores: readonly string[] | null; typed: string },
): Promise<number | undefined> => {
  const named = readShipmentId(id);
  return named && (await takeTry(tx, [named.orderNumber, named.shipmentNumber, stores, typed]))[0]?.codeTries;
};

const selectCode = statement(
  'shipments.pickup-code',
  'select pickup_code_of(order_id, n) as code, code_tries as tries from shipments where order_id = $1 and n = $2',
  { code: neverNull() },
);

/** Returns the pickup code of a shipment, and the number of wrong codes. */
export async function readPickupCode(
  tx: Tx,
  orderId: string,
  shipmentNumber: number,
): Promise<{ code: string; tries: number }> {
  const [row] = await selectCode(tx, [orderId, shipmentNumber]);
  if (row === undefined) throw new Error('a shipment vanished under its lock');
  return row;
}

const correctRow = statement(
  'shipments.correct',
  `update shipments set courier = coalesce($4, courier), tracking_number = coalesce($5, tracking_number), parcels = coalesce($6, parcels),
     version = version + 1
   where order_id = $1 and n = $2 and version = $3 returning version`,
);

/** Overwrites the courier data of a shipment. Returns false if it was changed in the meantime. */
export const correctCarrier = async (
  tx: Tx,
  { orderId, shipmentNumber, version }: Pick<DeskShipment, 'orderId' | 'shipmentNumber' | 'version'>,
  { courier, trackingNumber, parcels }: { courier?: string; trackingNumber?: string; parcels?: number },
): Promise<boolean> =>
  (await correctRow(tx, [orderId, shipmentNumber, version, courier ?? null, trackingNumber ?? null, parcels ?? null]))
    .length === 1;

export type ScanOutcome =
  | 'picked'
  | 'repeated'
  | 'gone'
  | 'standing'
  | 'unknown'
  | 'wrong'
  | 'enough'
  | 'serialNeeded'
  | 'serialKnown'
  | 'held';

export type Scanned = RowOf<typeof callScan>;

const callScan = statement(
  'shipments.scan',
  'select outcome, read_sku as sku, read_title as title from scan_unit($1, $2, $3, $4, $5, $6, $7::text[], $8)',
  { outcome: neverNull<ScanOutcome>() },
);

/** Confirms a unit by a scanned code, once per key (`scan_unit`). */
export async function scanUnit(
  tx: Tx,
  { id, scanId, code, serial }: { id: string; scanId: string; code: string; serial: string | null },
  { staffId, stores }: { staffId: string; stores: readonly string[] | null },
  now: Date,
): Promise<Scanned> {
  const named = readShipmentId(id);
  const [row] =
    named === undefined
      ? []
      : await callScan(tx, [named.orderNumber, named.shipmentNumber, scanId, code, serial, staffId, stores, now]);
  return row ?? { outcome: 'gone', sku: null, title: null };
}

const callMiss = statement('shipments.miss', 'select miss_units_at($1, $2, $3, $4, $5) as nowhere', {
  nowhere: neverNull(),
});

/**
 * Records units as missing at the place where a person searched, and claims them elsewhere. Returns how many units no place has.
 * The caller has locked the order.
 */
export const missUnits = async (
  tx: Tx,
  {
    orderId,
    shipmentNumber,
    line,
    quantity,
    searched,
  }: { orderId: string; shipmentNumber: number; line: number; quantity: number; searched: string },
): Promise<number> => (await callMiss(tx, [orderId, shipmentNumber, line, quantity, searched]))[0]?.nowhere ?? 0;

const callSplit = statement(
  'shipments.split',
  `select next, split_shipment($1, $2, next, $3, $4, $5) from (select max(n) + 1 as next from shipments where order_id = $1) s`,
  { next: neverNull() },
);

/** Returns the new shipment's number within its order. */
export async function writeSplit(
  tx: Tx,
  { orderId, shipmentNumber }: { orderId: string; shipmentNumber: number },
  lines: readonly { line: number; quantity: number }[],
  cash: Centavos,
): Promise<number> {
  const [positions, units] = [lines.map(({ line }) => line), lines.map(({ quantity }) => quantity)];
  const [row] = await callSplit(tx, [orderId, shipmentNumber, positions, units, cash]);
  if (row === undefined) throw new Error('a shipment was not split');
  return row.next;
}

const callSendAgain = statement(
  'shipments.send-again',
  `with event as (
     insert into order_events (order_id, kind, detail, created_at)
     values ($1, 'shipment_sent_again', jsonb_build_object('shipment', $2::integer, 'reason', $4::text), $6))
   select send_again($1, $2, $3, $4, $5::jsonb, $6)`,
);

/** Also writes the event for the order's history. */
export const writeSentAgain = async (
  tx: Tx,
  {
    orderId,
    shipmentNumber,
    next,
    reason,
    actor,
  }: { orderId: string; shipmentNumber: number; next: number; reason: string; actor: Actor },
  now: Date,
): Promise<void> => {
  await callSendAgain(tx, [orderId, shipmentNumber, next, reason, actor, now]);
};

const saveKey = statement(
  'shipments.save-proof',
  `with claimed as (delete from unclaimed_files where path = $3 and not is_unwanted returning path)
   update shipments set proof_key = claimed.path, proof_at = $4, version = version + 1 from claimed where order_id = $1 and n = $2 returning n`,
);

/** Records a stored file as proof of delivery. Returns false if the file was already marked as unclaimed. */
export const saveProofKey = async (
  tx: Tx,
  { orderId, shipmentNumber }: { orderId: string; shipmentNumber: number },
  path: string,
  now: Date,
): Promise<boolean> => (await saveKey(tx, [orderId, shipmentNumber, path, now])).length === 1;
