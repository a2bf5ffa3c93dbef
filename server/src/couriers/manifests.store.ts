import { maxForgotten } from '@ceiba/contract/desk/lists/manifests';
import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import { readShipmentId, type ShipmentState } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { destinationOf } from '../shipments/shipments.store.ts';

export type Manifest = RowOf<typeof selectManifest>;

/** The manifest's name: "M-2214". */
export const manifestText = (id: number): string => `M-${id}`;
export const manifestIdOf = (text: string): number => Number(text.slice(2));

/** SQL for the courier's name of a manifest (`c`, `m`). A closed manifest shows the name at its signing. */
export const courierName = 'coalesce(m.courier_name, c.name)';

const selectManifest = statement(
  'manifests.one',
  `select m.id, m.courier, ${courierName} as "courierName", m.store_code as "storeCode", p.name as "storeName", m.opened_at as "openedAt",
     m.closed_at as "closedAt", m.version
   from manifests m join couriers c on c.code = m.courier join stores p on p.store_code = m.store_code where m.id = $1`,
);
export const findManifest = async (tx: Tx, id: number): Promise<Manifest | undefined> =>
  (await selectManifest(tx, [id]))[0];

const lockRow = statement('manifests.lock', 'select from manifests where id = $1 for update');

/**
 * Locks the manifest until the transaction ends, so that no other transaction adds or removes a parcel, or closes it.
 */
export async function lockManifest(tx: Tx, id: number): Promise<Manifest | undefined> {
  await lockRow(tx, [id]);
  return findManifest(tx, id);
}

const selectIds = statement(
  'manifests.orders',
  `select o.number::text as number, p.n as "shipmentNumber" from manifest_parcels p join orders o on o.id = p.order_id
   where p.manifest_id = $1 order by o.number, p.n`,
  { number: neverNull() },
);

/** Lists the shipments on a manifest, in the order in which their orders are locked. */
export const listOnManifest = (tx: Tx, id: number): Promise<{ number: string; shipmentNumber: number }[]> =>
  selectIds(tx, [id]);

const lockOrderRows = statement(
  'manifests.lock-orders',
  `select from orders o where o.id in (select order_id from manifest_parcels where manifest_id = $1) order by o.id for update`,
);

/** Locks the orders of the manifest's shipments, before the manifest (record 0034). */
export const lockOrdersOf = async (tx: Tx, id: number): Promise<void> => {
  await lockOrderRows(tx, [id]);
};

const insert = statement(
  'manifests.open',
  `with made as (
     insert into manifests (courier, store_code, opened_at, opened_by) values ($1, $2, $3, $4::jsonb)
     on conflict (courier, store_code) where closed_at is null do nothing returning id)
   select id from made union all
   select id from manifests where courier = $1 and store_code = $2 and closed_at is null limit 1`,
);

/**
 * Returns a courier's open manifest at a store, or a new one. Undefined if another call is opening one at this moment.
 */
export const openManifest = async (
  tx: Tx,
  { courier, storeCode, actor }: { courier: string; storeCode: string; actor: Actor },
  now: Date,
): Promise<number | undefined> => (await insert(tx, [courier, storeCode, now, actor]))[0]?.id;

export interface ManifestRow {
  shipmentId: string;
  destination: string;
  trackingNumber: string | null;
  parcels: number;
  cash: Centavos;
  scannedAt: Date;
}

const ofParcel = { parcels: 'coalesce(m.parcels, s.parcels)', cash: 'coalesce(m.cash, s.cash_due)' };
const selectedRow = `select o.number || '-' || s.n as "shipmentId", ${destinationOf} as destination, s.tracking_number as "trackingNumber",
     ${ofParcel.parcels} as parcels, ${ofParcel.cash} as cash, m.scanned_at as "scannedAt"
   from manifest_parcels m join shipments s on s.order_id = m.order_id and s.n = m.n join orders o on o.id = s.order_id
   where m.manifest_id = $1`;

const selectRows = statement('manifests.rows', `${selectedRow} order by m.scanned_at desc, o.number, s.n`, {
  shipmentId: neverNull(),
  destination: neverNull(),
});
export const listManifestRows = (tx: Tx, id: number): Promise<ManifestRow[]> => selectRows(tx, [id]);

/** Identifies a shipment by its order and its number there. */
export interface Parcel {
  orderId: string;
  shipmentNumber: number;
}

const selectRow = statement('manifests.row', `${selectedRow} and m.order_id = $2 and m.n = $3`, {
  shipmentId: neverNull(),
  destination: neverNull(),
});
export const findManifestRow = async (
  tx: Tx,
  id: number,
  { orderId, shipmentNumber }: Parcel,
): Promise<ManifestRow | undefined> => (await selectRow(tx, [id, orderId, shipmentNumber]))[0];

/** Totals of the shipments on a manifest. */
interface ManifestTotals {
  shipments: number;
  parcels: number;
  withCash: number;
  cash: Centavos;
}

const selectTotals = statement(
  'manifests.totals',
  `select count(*)::integer as shipments, coalesce(sum(${ofParcel.parcels}), 0)::integer as parcels,
     (count(*) filter (where ${ofParcel.cash} > 0))::integer as "withCash", coalesce(sum(${ofParcel.cash}), 0)::bigint as cash
   from manifest_parcels m join shipments s on s.order_id = m.order_id and s.n = m.n where m.manifest_id = $1`,
);
export async function sumManifest(tx: Tx, id: number): Promise<ManifestTotals> {
  const [all] = await selectTotals(tx, [id]);
  if (all === undefined) throw new Error('the parcels of a manifest were not counted');
  return { ...all, cash: all.cash };
}

const forgottenAt = `from shipments s join orders o on o.id = s.order_id
   where s.state = 'packed' and s.place = $1 and s.store_code is null and o.held_at is null
     and (s.courier = $2 or not exists (select from couriers c where c.name = s.courier))
     and not exists (select from manifest_parcels m where m.order_id = s.order_id and m.n = s.n and m.is_open)`;

const selectForgotten = statement(
  'manifests.forgotten',
  `select o.number || '-' || s.n as "shipmentId", ${destinationOf} as destination
   ${forgottenAt} order by s.promised_on, s.order_id, s.n limit ${maxForgotten}`,
  { shipmentId: neverNull(), destination: neverNull() },
);

/**
 * Lists packed shipments of a place that are not held and on no open manifest. Their courier is this courier, unset, or
 * a name that belongs to no courier now.
 */
export const listForgotten = (
  tx: Tx,
  storeCode: string,
  courierName: string,
): Promise<{ shipmentId: string; destination: string }[]> => selectForgotten(tx, [storeCode, courierName]);

const selectForgottenCount = statement(
  'manifests.count-forgotten',
  `select count(*)::integer as count from (select ${forgottenAt} limit ${maxForgotten}) f`,
);

/** Counts the shipments that `listForgotten` lists. */
export const countForgotten = async (tx: Tx, storeCode: string, courierName: string): Promise<number> =>
  (await selectForgottenCount(tx, [storeCode, courierName]))[0]?.count ?? 0;

/** The facts of a shipment that a manifest needs. */
export interface ScannedShipment extends Parcel {
  shipmentId: string;
  state: ShipmentState;
  place: string | null;
  isPickup: boolean;
  /** True if the shipment's order is held (WORK-24). */
  isHeld: boolean;
  /** The open manifest that lists the shipment. */
  manifestId: number | null;
}

const foundColumns = `s.order_id as "orderId", s.n as "shipmentNumber", o.number || '-' || s.n as "shipmentId", s.state, s.place,
  s.store_code is not null as "isPickup", o.held_at is not null as "isHeld", (
    select m.manifest_id from manifest_parcels m where m.order_id = s.order_id and m.n = s.n and m.is_open) as "manifestId"`;
const byId = statement(
  'manifests.shipment-by-id',
  `select ${foundColumns} from orders o join shipments s on s.order_id = o.id where o.number = $1 and s.n = $2`,
  { shipmentId: neverNull() },
);
const byTracking = statement(
  'manifests.shipment-by-tracking',
  `select ${foundColumns} from shipments s join orders o on o.id = s.order_id
   where s.state in ('packed', 'sent') and s.tracking_number = $1 order by s.state limit 1`,
  { shipmentId: neverNull() },
);

/** Finds a shipment by its sub-order number, or by the tracking number if the shipment has not arrived. */
export async function findScanned(tx: Tx, code: string): Promise<ScannedShipment | undefined> {
  const named = readShipmentId(code);
  return (
    named === undefined ? await byTracking(tx, [code]) : await byId(tx, [named.orderNumber, named.shipmentNumber])
  )[0];
}

const selectScan = statement(
  'manifests.scan',
  'select manifest_id as "manifestId", order_id as "orderId", n as "shipmentNumber" from manifest_parcels where scan_id = $1',
);
/** Finds the shipment and manifest of an earlier scan. Undefined if the scan is new. */
export const findScan = async (tx: Tx, scanId: string): Promise<(Parcel & { manifestId: number }) | undefined> =>
  (await selectScan(tx, [scanId]))[0];

const insertParcel = statement(
  'manifests.add',
  `with added as (
     insert into manifest_parcels (manifest_id, order_id, n, scan_id, scanned_at, scanned_by) values ($1, $2, $3, $4, $5, $6::jsonb)
     on conflict do nothing returning n),
   raised as (update manifests set version = version + 1 where id = $1 and exists (select from added))
   select n from added`,
);

/** Returns false if the shipment is already on an open manifest. */
export const addParcel = async (
  tx: Tx,
  id: number,
  { orderId, shipmentNumber, scanId, actor }: { orderId: string; shipmentNumber: number; scanId: string; actor: Actor },
  now: Date,
): Promise<boolean> => (await insertParcel(tx, [id, orderId, shipmentNumber, scanId, now, actor])).length === 1;

const deleteParcel = statement(
  'manifests.remove',
  `with removed as (
     delete from manifest_parcels p using orders o where p.manifest_id = $1 and o.id = p.order_id and o.number = $2 and p.n = $3 returning p.n),
   raised as (update manifests set version = version + 1 where id = $1 and exists (select from removed))
   select n from removed`,
);
export async function removeParcel(tx: Tx, id: number, shipmentId: string): Promise<boolean> {
  const named = readShipmentId(shipmentId);
  return named !== undefined && (await deleteParcel(tx, [id, named.orderNumber, named.shipmentNumber])).length === 1;
}

const freeze = statement(
  'manifests.freeze',
  `with kept as (
     update manifest_parcels p set is_open = false, parcels = s.parcels, cash = s.cash_due, left_at = s.left_at
     from shipments s where p.manifest_id = $1 and s.order_id = p.order_id and s.n = p.n)
   update manifests set closed_at = $2, closed_by = $3::jsonb, version = version + 1,
     courier_name = (select c.name from couriers c where c.code = manifests.courier) where id = $1`,
);

/** Closes the manifest for good. It can no longer be changed. */
export const freezeManifest = async (tx: Tx, id: number, actor: Actor, now: Date): Promise<void> => {
  await freeze(tx, [id, now, actor]);
};
