import {
  changeCourier,
  closeManifest,
  createCourier,
  exportManifests,
  getManifest,
  listCouriers,
  listManifests,
  manifestList,
  openManifest,
  removeFromManifest,
  scanManifest,
} from '@ceiba/contract/desk/couriers';
import { centavos, sum, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { changedFields, recordChange, unchanged } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute, maySeeStore } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { insertCourier, lockCourier, saveCourier, listCouriers as selectCouriers } from './couriers.store.ts';
import {
  findManifest,
  listForgotten,
  listManifestRows,
  type Manifest,
  manifestIdOf,
  manifestText,
  openManifest as open,
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
    courierName: 'c.name',
    storeName: 'p.name',
    openedAt: 'm.opened_at',
    closedAt: 'm.closed_at',
    shipments: '(select count(*)::integer from manifest_parcels r where r.manifest_id = m.id)',
  },
  filters: { state: stateOf, storeCode: 'm.store_code', courier: 'm.courier', opened: 'm.opened_at' },
  store: 'm.store_code',
};

const iso = (moment: unknown): string | null => (moment instanceof Date ? moment.toISOString() : null);

async function detail(tx: Tx, manifest: Manifest) {
  const { id, openedAt, closedAt, ...named } = manifest;
  const isOpen = closedAt === null;
  const rows = await listManifestRows(tx, id);
  const data = {
    ...named,
    id: manifestText(id),
    state: isOpen ? ('open' as const) : ('closed' as const),
    openedAt: openedAt.toISOString(),
    closedAt: iso(closedAt),
    shipments: rows.length,
    parcels: rows.reduce((all, { parcels }) => all + parcels, 0),
    withCash: rows.filter(({ cash }) => cash > 0).length,
    cash: toQuetzales(sum(rows.map(({ cash }) => centavos(cash)))),
    rows: rows.map((row) => ({ ...row, cash: toQuetzales(row.cash), scannedAt: row.scannedAt.toISOString() })),
    forgotten: isOpen ? await listForgotten(tx, named.storeCode, named.courierName) : [],
    actions: isOpen ? ['scan', 'remove', 'close'] : ['print'],
  };
  return { status: 200, data };
}

const anew = async (tx: Tx, id: number) => {
  const manifest = await findManifest(tx, id);
  if (manifest === undefined) throw new Error(`manifest ${id} vanished`);
  return detail(tx, manifest);
};

/** "Cargo Expreso" is cargo-expreso. */
const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);

const taken = { code: 'IN_USE' as const, message: 'Ya hay una mensajería con ese nombre.' };

const courierRoutes = (db: Database): Route[] => [
  route(listCouriers, async () => ok({ status: 200, data: await selectCouriers(db.write) })),
  changeRoute(createCourier, db, async ({ tx, body: { name }, author }) => {
    const code = codeOf(name);
    const made = code === '' ? undefined : await insertCourier(tx, code, name);
    if (made === undefined) return refuse(taken);
    const change = { operation: 'createCourier', entity: 'couriers', entityId: code, after: { name } };
    return ok({ answer: { status: 201, data: made }, receipt: await recordChange(tx, author, change) });
  }),
  changeRoute(changeCourier, db, async ({ tx, params: { code }, body: { version, ...changes }, author }) => {
    const before = await lockCourier(tx, code);
    if (before === undefined) return refuse({ code: 'NOT_FOUND' });
    if (before.version !== version)
      return refuse(
        await versionConflict(tx, {
          entity: 'couriers',
          entityId: code,
          current: before,
          conflicts: { asked: changes },
        }),
      );
    const { name = before.name, isActive = before.isActive } = changes;
    const saved = await saveCourier(tx, { code, name, isActive });
    if (saved === undefined) return refuse(taken);
    const fields = changedFields({ name: before.name, isActive: before.isActive }, { name, isActive });
    const change = { operation: 'changeCourier', entity: 'couriers', entityId: code, ...fields };
    return ok({ answer: { status: 200, data: saved }, receipt: await recordChange(tx, author, change) });
  }),
];

const askedOf = (id: string, staff: StaffCaller) => ({
  id: manifestIdOf(id),
  maySee: (code: string) => maySeeStore(staff, code),
});

export const couriersRoutes = ({ db }: { db: Database }): Route[] => [
  ...courierRoutes(db),
  ...listRoutes({
    db,
    source,
    page: listManifests,
    csv: exportManifests,
    more: { courier: 'm.courier', storeCode: 'm.store_code' },
    toRow: ({ __sort, __key, openedAt, closedAt, ...row }) => ({
      ...row,
      openedAt: iso(openedAt),
      closedAt: iso(closedAt),
    }),
  }),
  changeRoute(openManifest, db, async ({ tx, body: { courier, storeCode }, staff, author }) => {
    if (!maySeeStore(staff, storeCode)) return refuse({ code: 'STORE_NOT_FOUND' });
    const known = await lockCourier(tx, courier);
    if (known === undefined || !known.isActive) return refuse({ code: 'NOT_FOUND' });
    const id = await open(tx, { courier, storeCode, actor: author.actor }, author.now);
    if (id === undefined) throw new Error('a manifest was not opened, though its courier was held');
    const change = {
      operation: 'openManifest',
      entity: 'manifests',
      entityId: manifestText(id),
      after: { courier, storeCode },
    };
    const receipt = await recordChange(tx, author, change);
    return ok({ answer: { ...(await anew(tx, id)), status: 201 }, receipt });
  }),
  route(getManifest, async ({ params: { id } }, { staff }) => {
    const manifest = await findManifest(db.write, manifestIdOf(id));
    const isTheirs = manifest !== undefined && maySeeStore(staff, manifest.storeCode);
    return isTheirs ? ok(await detail(db.write, manifest)) : refuse({ code: 'NOT_FOUND' });
  }),
  changeRoute(scanManifest, db, async ({ tx, params: { id }, body, staff, author }) => {
    const done = await scanOnto(tx, askedOf(id, staff), body, author);
    if (!done.ok) return done;
    const { manifest, added } = done.value;
    const change = { operation: 'scanManifest', entity: 'manifests', entityId: id, after: { shipment: added } };
    const receipt = added === null ? unchanged : await recordChange(tx, author, change);
    return ok({ answer: await anew(tx, manifest.id), receipt });
  }),
  changeRoute(removeFromManifest, db, async ({ tx, params: { id }, body: { shipmentId }, staff, author }) => {
    const done = await takeOff(tx, askedOf(id, staff), shipmentId);
    if (!done.ok) return done;
    const change = {
      operation: 'removeFromManifest',
      entity: 'manifests',
      entityId: id,
      before: { shipment: shipmentId },
    };
    const receipt = done.value ? await recordChange(tx, author, change) : unchanged;
    return ok({ answer: await anew(tx, manifestIdOf(id)), receipt });
  }),
  changeRoute(closeManifest, db, async ({ tx, db: within, params: { id }, body: { version }, staff, author }) => {
    const done = await close(within, { ...askedOf(id, staff), version }, author);
    if (!done.ok && done.error.code === 'VERSION_CONFLICT') {
      const current = (await anew(tx, manifestIdOf(id))).data;
      return refuse(await versionConflict(tx, { entity: 'manifests', entityId: id, current, conflicts: ['state'] }));
    }
    if (!done.ok) return refuse(done.error);
    const answer = await anew(tx, done.value.id);
    const { shipments, parcels, cash } = answer.data;
    const change = {
      operation: 'closeManifest',
      entity: 'manifests',
      entityId: id,
      after: { shipments, parcels, cash },
    };
    return ok({ answer, receipt: await recordChange(tx, author, change) });
  }),
];
