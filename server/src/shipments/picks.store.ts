import type { Actor } from '@ceiba/domain/actors/actor';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { cashToCollect, comesFromOf, needsSerial, type Scanned, type ScanOutcome } from './shipments.store.ts';

/** SQL: a shipment (s) does not wait for goods. The waiting ones are computed once for all rows. */
const hasGoods = `(s.order_id, s.n) not in (select a.order_id, a.n from awaiting_shipments() a)`;

const readyAt = `select s.order_id, s.n as shipment_number from shipments s join orders o on o.id = s.order_id
   where s.state = 'ready' and s.place = $1 and o.held_at is null and not holds_refunded_units(s.order_id, s.n) and ${hasGoods}
   order by s.promised_on, s.order_id, s.n limit $2 for update of o`;

/**
 * Skips orders that other transactions have locked. Two people who take shipments at the same time therefore do not wait for each
 * other.
 */
const lockFree = statement('shipments.lock-free', `${readyAt} skip locked`);

/** Waits for locked orders. The lock may be held only to write that a mail was sent. */
const lockReady = statement('shipments.lock-ready', readyAt);

const insertPick = statement(
  'shipments.take',
  // Reads the rows again, because they may have changed before the lock.
  `with ready as materialized (
     select s.order_id, s.n, o.number from shipments s join unnest($4::uuid[], $5::integer[]) as r (order_id, n) using (order_id, n)
       join orders o on o.id = s.order_id where s.state = 'ready' and o.held_at is null and not holds_refunded_units(s.order_id, s.n) and ${hasGoods}),
   pick as (
     insert into picks (store_code, staff_id, created_at) select $1, $2, $3 where exists (select from ready) returning id),
   taken as (
     update shipments s set state = 'picking', version = version + 1, pick_id = pick.id, picked_at = $3, decided_by = $6::jsonb, is_back = false
     from ready, pick where s.order_id = ready.order_id and s.n = ready.n
     returning s.pick_id, ready.number || '-' || s.n as shipment, s.promised_on, s.order_id, s.n)
   select pick_id::text as id, shipment from taken order by promised_on, order_id, n`,
  { id: neverNull(), shipment: neverNull() },
);

/** Maximum number of reads for a wave. */
const maxTries = 5;

type LockedKey = RowOf<typeof lockFree>;

/** Takes ready shipments of a place for one person. Nobody else can take them. `id` is null if no shipment was ready. */
export async function takeReady(
  tx: Tx,
  { storeCode, staffId, limit, actor }: { storeCode: string; staffId: string; limit: number; actor: Actor },
  now: Date,
): Promise<{ id: string | null; shipments: string[] }> {
  const take = (locked: readonly LockedKey[]) =>
    insertPick(tx, [
      storeCode,
      staffId,
      now,
      locked.map(({ orderId }) => orderId),
      locked.map(({ shipmentNumber }) => shipmentNumber),
      actor,
    ]);
  const found = await lockFree(tx, [storeCode, limit]);
  // Waits for only one order, so that two people never wait for several orders in different sequences. Then reads everything again.
  const waited = found.length > 0 || (await lockReady(tx, [storeCode, 1])).length === 0;
  let locked = waited ? found : await lockFree(tx, [storeCode, limit]);
  let taken = locked.length === 0 ? [] : await take(locked);
  // Another person took all of these shipments between the read and the lock. The next read does not find them.
  for (let tries = 1; taken.length === 0 && locked.length > 0 && tries < maxTries; tries += 1) {
    locked = await lockFree(tx, [storeCode, limit]);
    taken = locked.length === 0 ? [] : await take(locked);
  }
  return { id: taken[0]?.id ?? null, shipments: taken.map(({ shipment }) => shipment) };
}

interface PickRow {
  sku: string;
  title: string;
  picture: string;
  shelf: string | null;
  codes: string[];
  needsSerial: boolean;
  quantity: number;
  picked: number;
  missing: number;
  shipments: {
    id: string;
    line: number;
    quantity: number;
    picked: number;
    missing: number;
    version: number;
    isHeld: boolean;
    comesFrom: { storeCode: string; name: string; quantity: number }[];
  }[];
}

export type FoundPick = RowOf<typeof selectPick>;

const selectPick = statement(
  'shipments.of-pick',
  `with units as materialized (
     select s.order_id, s.n, o.number || '-' || s.n as id, s.version, u.position, u.quantity - u.canceled as quantity, u.picked, u.missing,
       l.product_id, l.title, l.picture_url, s.place, o.held_at is not null as is_held, ${comesFromOf('l.product_id')} as comes_from
     from shipments s join orders o on o.id = s.order_id join shipment_lines u on u.order_id = s.order_id and u.n = s.n
       join order_lines l on l.order_id = u.order_id and l.position = u.position
     where s.pick_id = $1 and u.quantity > u.canceled and not holds_refunded_units(s.order_id, s.n)),
   products_of as (
     select p.sku, min(u.title) as title, min(u.picture_url) as picture, min(v.shelf) as shelf,
       (select coalesce(json_agg(c.code order by c.code), '[]') from product_codes c where c.product_id = p.id) as codes, ${needsSerial} as needs_serial,
       sum(u.quantity)::integer as quantity, sum(u.picked)::integer as picked, sum(u.missing)::integer as missing,
       json_agg(json_build_object('id', u.id, 'line', u.position, 'quantity', u.quantity, 'picked', u.picked, 'missing', u.missing,
         'version', u.version, 'isHeld', u.is_held, 'comesFrom', u.comes_from) order by u.id, u.position) as shipments
     from units u join products p on p.id = u.product_id
       left join stock_levels v on v.product_id = p.id and v.store_code = u.place
     where p.kind = 'goods' group by p.id)
   select k.id::text, k.store_code as "storeCode", t.name as "storeName", k.created_at as "createdAt",
     coalesce((select m.name from staff_members m where m.id = k.staff_id), '') as "staffName",
     (select coalesce(json_agg(json_build_object('sku', sku, 'title', title, 'picture', picture, 'shelf', shelf, 'codes', codes,
        'needsSerial', needs_serial, 'quantity', quantity, 'picked', picked, 'missing', missing, 'shipments', shipments)
        order by shelf is null, shelf, sku), '[]') from products_of) as rows,
     (select coalesce(json_agg(json_build_object('id', o.number || '-' || s.n, 'state', s.state, 'version', s.version,
        'cashToCollect', ${cashToCollect}, 'isHeld', o.held_at is not null, 'isPickup', s.store_code is not null, 'parcels', s.parcels,
        'courier', s.courier) order by o.number, s.n), '[]')
        from shipments s join orders o on o.id = s.order_id where s.pick_id = $1) as shipments
   from picks k join stores t on t.store_code = k.store_code where k.id = $1`,
  {
    rows: column<PickRow[]>(),
    shipments:
      column<
        {
          id: string;
          state: ShipmentState;
          version: number;
          cashToCollect: number;
          isHeld: boolean;
          isPickup: boolean;
          parcels: number;
          courier: string | null;
        }[]
      >(),
  },
);

/** Returns a wave: one row per product, sorted by shelf (WORK-06). */
export const findPick = async (tx: Tx, id: string): Promise<FoundPick | undefined> => (await selectPick(tx, [id]))[0];

const selectPickStore = statement('shipments.store-of-pick', 'select store_code from picks where id = $1');

/** Returns the place where a wave is prepared. Undefined if the wave does not exist. */
export const findPickStore = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await selectPickStore(tx, [id]))[0]?.storeCode;

const callScan = statement(
  'shipments.scan-pick',
  'select outcome, read_sku as sku, read_title as title, shipment from scan_of_pick($1, $2, $3, $4, $5, $6)',
  { outcome: neverNull<ScanOutcome>() },
);

/** Confirms a unit of a wave, once per key (`scan_of_pick`). Returns the shipment that gets the unit. */
export async function scanForPick(
  tx: Tx,
  { id, scanId, code, serial }: { id: string; scanId: string; code: string; serial: string | null },
  staffId: string,
  now: Date,
): Promise<Scanned & { shipment: string | null }> {
  const [row] = await callScan(tx, [id, scanId, code, serial, staffId, now]);
  return row ?? { outcome: 'gone', sku: null, title: null, shipment: null };
}

const lockPick = statement(
  'shipments.lock-pick',
  `select from orders where id in (select order_id from shipments where pick_id = $1) order by id for update`,
);

const packAll = statement(
  'shipments.pack',
  `with open as materialized (
     select s.order_id, s.n, o.number || '-' || s.n as id, o.held_at is null and not holds_refunded_units(s.order_id, s.n) and ${hasGoods} and not exists (
         select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
         where u.order_id = s.order_id and u.n = s.n and p.kind = 'goods' and u.picked < u.quantity - u.canceled) as is_whole
     from shipments s join orders o on o.id = s.order_id where s.pick_id = $1 and s.state = 'picking'),
   packed as (
     update shipments s set state = 'packed', version = version + 1, decided_by = $2::jsonb, is_back = false,
       courier = case when s.store_code is null then coalesce($3, s.courier) else s.courier end, parcels = coalesce(told.parcels, s.parcels)
     from open left join unnest($4::text[], $5::integer[]) as told (id, parcels) on told.id = open.id
     where open.is_whole and s.order_id = open.order_id and s.n = open.n)
   select id, is_whole as is_packed from open order by id`,
  { id: neverNull(), isPacked: neverNull() },
);

/** Parcels and courier, as entered by the person who packs. */
interface Packing {
  courier?: string | undefined;
  parcels?: readonly { id: string; parcels: number }[] | undefined;
}

/** Packs the complete shipments of a wave that are not held (WORK-24). Returns these shipments, and the rest of the wave. */
export async function packWhole(
  tx: Tx,
  pick: string,
  { courier, parcels = [] }: Packing,
  actor: Actor,
): Promise<{ packed: string[]; left: string[] }> {
  await lockPick(tx, [pick]);
  const [ids, counts] = [parcels.map(({ id }) => id), parcels.map((each) => each.parcels)];
  const open = await packAll(tx, [pick, actor, courier ?? null, ids, counts]);
  const idsWhere = (isPacked: boolean): string[] =>
    open.filter((each) => each.isPacked === isPacked).map(({ id }) => id);
  return { packed: idsWhere(true), left: idsWhere(false) };
}

interface Ready {
  all: number;
  late: number;
  today: number;
  tomorrow: number;
  later: number;
  cash: number;
  pickup: number;
}

export type ReadyAtPlace = RowOf<typeof selectReady>;

const selectReady = statement(
  'shipments.count-ready',
  `select t.store_code as "storeCode", t.name, json_build_object('all', count(s.n), 'late', count(s.n) filter (where s.late_since is not null),
     'today', count(s.n) filter (where s.promised_on <= $1::date), 'tomorrow', count(s.n) filter (where s.promised_on = $1::date + 1),
     'later', count(s.n) filter (where s.promised_on > $1::date + 1), 'cash', count(s.n) filter (where s.cash_due > 0),
     'pickup', count(s.n) filter (where s.store_code is not null)) as ready
   from stores t left join (shipments s join orders o on o.id = s.order_id and o.held_at is null)
     on s.state = 'ready' and s.place = t.store_code and not holds_refunded_units(s.order_id, s.n) and ${hasGoods}
   where $2::text[] is null or t.store_code = any ($2)
   group by t.store_code, t.name, t.is_warehouse, t.position order by t.is_warehouse desc, t.position, t.store_code`,
  { ready: neverNull<Ready>() },
);

/** Counts shipments that are ready and not held, by place and promised day. `today`: the day in Guatemala. */
export const countReady = (tx: Tx, today: string, stores: readonly string[] | null): Promise<ReadyAtPlace[]> =>
  selectReady(tx, [today, stores]);

export type OpenPick = RowOf<typeof selectOpen>;

const selectOpen = statement(
  'shipments.open-picks',
  `select k.id::text, k.store_code as "storeCode", count(distinct (s.order_id, s.n))::integer as shipments,
     sum(u.quantity - u.canceled)::integer as units, sum(u.picked)::integer as picked
   from shipments s join picks k on k.id = s.pick_id
     join shipment_lines u on u.order_id = s.order_id and u.n = s.n
     join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id and p.kind = 'goods'
   where s.state = 'picking' and k.staff_id = $1 group by k.id order by k.id`,
);

/** Lists the waves of a person that are not packed yet. */
export const listOpenPicks = (tx: Tx, staffId: string): Promise<OpenPick[]> => selectOpen(tx, [staffId]);

// If a product occurs twice, its last shelf is stored.
const writeShelves = statement(
  'shipments.set-shelves',
  `with told as (
     select product_of_code(t.code) as id, t.code, t.shelf, t.at from unnest($2::text[], $3::text[]) with ordinality as t (code, shelf, at)),
   written as (
     insert into stock_levels as l (product_id, store_code, quantity, shelf)
     select distinct on (id) id, $1, 0, shelf from told where id is not null order by id, at desc
     on conflict (product_id, store_code) do update set shelf = excluded.shelf where l.shelf is distinct from excluded.shelf
     returning product_id)
   select coalesce(array_agg(code order by at) filter (where id is null), '{}') as unknown, (select count(*)::int from written) as changed from told`,
  { unknown: neverNull() },
);

/**
 * Writes the shelves of products at a place. Each product is identified by a code that a scan can read (`product_of_code`).
 * Returns the number of changed shelves, and the codes without a product. If there are such codes, the caller must roll back.
 */
export async function setShelves(
  tx: Tx,
  storeCode: string,
  shelves: readonly { sku: string; shelf: string | null }[],
): Promise<{ changed: number; unknown: string[] }> {
  const [skus, places] = [shelves.map(({ sku }) => sku), shelves.map(({ shelf }) => shelf)];
  const [written] = await writeShelves(tx, [storeCode, skus, places]);
  return { changed: written?.changed ?? 0, unknown: written?.unknown ?? [] };
}

export const listShelves = statement(
  'shipments.shelves',
  `select shelf, count(*)::int as products from stock_levels where store_code = $1 and shelf is not null
   group by shelf order by shelf collate spanish limit 1000`,
  { shelf: neverNull(), products: neverNull() },
);

const updateShelf = statement(
  'shipments.rename-shelf',
  `with moved as (
     select product_id from stock_levels where store_code = $1 and shelf = $2 order by product_id for no key update),
   renamed as (
     update stock_levels l set shelf = $3 from moved m where l.store_code = $1 and l.product_id = m.product_id returning l.product_id)
   select count(*)::int as changed from renamed`,
);

/** Renames a shelf of a place. Returns the number of products on it. */
export async function renameShelf(tx: Tx, storeCode: string, from: string, to: string): Promise<number> {
  const [renamed] = await updateShelf(tx, [storeCode, from, to]);
  return renamed?.changed ?? 0;
}
