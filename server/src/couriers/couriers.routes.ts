import {
  closeManifest,
  exportManifests,
  getManifest,
  listManifests,
  openManifest,
  removeFromManifest,
  scanManifest,
} from '@ceiba/contract/desk/couriers';
import { manifestList } from '@ceiba/contract/desk/lists/manifests';
import { sum, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { isStore } from '../locations/locations.store.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { stepChanges } from '../shipments/shipment-changes.ts';
import { lockCourier } from './couriers.store.ts';
import {
  countForgotten,
  courierName,
  findManifest,
  findManifestRow,
  listForgotten,
  listManifestRows,
  type Manifest,
  type ManifestRow,
  manifestIdOf,
  manifestText,
  openManifest as open,
  type Parcel,
  sumManifest,
} from './manifests.store.ts';
import { closeManifest as close, scanOnto, takeOff } from './manifests.ts';

const stateOf = `case when m.closed_at is null then 'open' else 'closed' end`;

const source: ListSource<typeof manifestList> = {
  list: manifestList,
  from: 'from manifests m join couriers c on c.code = m.courier join stores p on p.store_code = m.store_code',
  key: { sql: 'm.id', type: 'bigint' },
  columns: {
    id: `'M-' || m.id`,
    state: stateOf,
    courierName,
    storeName: 'p.name',
    openedAt: 'm.opened_at',
    closedAt: 'm.closed_at',
    shipments: '(select count(*)::integer from manifest_parcels r where r.manifest_id = m.id)',
  },
  filters: { state: stateOf, storeCode: 'm.store_code', courier: 'm.courier', opened: 'm.opened_at' },
  store: 'm.store_code',
};

const named = ({ id, openedAt, closedAt, ...manifest }: Manifest) => ({
  ...manifest,
  id: manifestText(id),
  state: closedAt === null ? ('open' as const) : ('closed' as const),
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  actions: closedAt === null ? ['scan', 'remove', 'close'] : ['print'],
});

const toRow = (row: ManifestRow) => ({
  ...row,
  cash: toQuetzales(row.cash),
  scannedAt: row.scannedAt.toISOString(),
});

async function detail(tx: Tx, manifest: Manifest) {
  const { closedAt, storeCode, courierName } = manifest;
  const rows = await listManifestRows(tx, manifest.id);
  const data = {
    ...named(manifest),
    shipments: rows.length,
    parcels: rows.reduce((all, { parcels }) => all + parcels, 0),
    withCash: rows.filter(({ cash }) => cash > 0).length,
    cash: toQuetzales(sum(rows.map(({ cash }) => cash))),
    rows: rows.map(toRow),
    forgotten: closedAt === null ? await listForgotten(tx, storeCode, courierName) : [],
  };
  return { status: 200, data };
}

async function findAnew(tx: Tx, id: number): Promise<Manifest> {
  const manifest = await findManifest(tx, id);
  if (manifest === undefined) throw new Error(`manifest ${id} vanished`);
  return manifest;
}

const anew = async (tx: Tx, id: number) => detail(tx, await findAnew(tx, id));

async function scanned(tx: Tx, id: number, parcel: Parcel | null) {
  const { cash, ...counts } = await sumManifest(tx, id);
  const row = parcel === null ? undefined : await findManifestRow(tx, id, parcel);
  const manifest = await findAnew(tx, id);
  const data = {
    ...named(manifest),
    ...counts,
    cash: toQuetzales(cash),
    row: row === undefined ? null : toRow(row),
    forgotten: await countForgotten(tx, manifest.storeCode, manifest.courierName),
  };
  return { status: 200, data };
}

const askedOf = (id: string, staff: StaffCaller) => ({
  id: manifestIdOf(id),
  maySee: (code: string) => maySeeStore(staff, code),
});

export const couriersRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listManifests,
    csv: exportManifests,
    more: { courier: 'm.courier', storeCode: 'm.store_code' },
  }),
  changeRoute(openManifest, db, async ({ tx, body: { courier, storeCode }, staff, author }) => {
    if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const known = await lockCourier(tx, courier);
    if (known === undefined || !known.isActive) return refuse({ code: 'NOT_FOUND' });
    const id = await open(tx, { courier, storeCode, actor: author.actor }, author.now);
    if (id === undefined) throw new Error('a manifest was not opened, though its courier was held');
    const change = { entity: 'manifests', entityId: manifestText(id), after: { courier, storeCode } };
    return ok({ answer: { ...(await anew(tx, id)), status: 201 }, change });
  }),
  route(getManifest, async ({ params: { id } }, { staff }) => {
    const manifest = await findManifest(db.write, manifestIdOf(id));
    const isTheirs = manifest !== undefined && maySeeStore(staff, manifest.storeCode);
    if (!isTheirs) return refuse({ code: 'NOT_FOUND' });
    const shown = await detail(db.write, manifest);
    const mayChange = (action: string): boolean => action === 'print' || staff.permissions.has('shipments.send');
    return ok({ ...shown, data: { ...shown.data, actions: shown.data.actions.filter(mayChange) } });
  }),
  changeRoute(scanManifest, db, async ({ tx, params: { id }, body, staff, author }) => {
    const done = await scanOnto(tx, askedOf(id, staff), body, author);
    if (!done.ok) return done;
    const { manifest, parcel, added } = done.value;
    const answer = await scanned(tx, manifest.id, parcel);
    if (added === null) return ok({ answer, change: null });
    const change = { entity: 'manifests', entityId: id, after: { shipment: added } };
    const others = [{ entity: 'shipments', entityId: added, after: { manifest: id } }];
    return ok({ answer, change, others });
  }),
  changeRoute(removeFromManifest, db, async ({ tx, params: { id }, body: { shipmentId }, staff }) => {
    const done = await takeOff(tx, askedOf(id, staff), shipmentId);
    if (!done.ok) return done;
    const answer = await anew(tx, manifestIdOf(id));
    if (!done.value) return ok({ answer, change: null });
    const change = { entity: 'manifests', entityId: id, before: { shipment: shipmentId } };
    const others = [{ entity: 'shipments', entityId: shipmentId, before: { manifest: id } }];
    return ok({ answer, change, others });
  }),
  changeRoute(closeManifest, db, async ({ tx, params: { id }, body, staff, author }) => {
    const done = await close(tx, { ...askedOf(id, staff), ...body }, author);
    if (!done.ok && done.error.code === 'VERSION_CONFLICT') {
      const current = (await anew(tx, manifestIdOf(id))).data;
      return refuse(await versionConflict(tx, { entity: 'manifests', entityId: id, current, conflicts: ['state'] }));
    }
    if (!done.ok) return refuse(done.error);
    const answer = await anew(tx, done.value.id);
    const { shipments, parcels, cash, rows, courierName: courier } = answer.data;
    const change = { entity: 'manifests', entityId: id, after: { shipments, parcels, cash } };
    const ids = rows.map(({ shipmentId }) => shipmentId);
    const more = () => ({ manifest: id, courier });
    return ok({ answer, change, others: stepChanges(ids, { from: 'packed', to: 'sent', more }) });
  }),
];
