import {
  getPick,
  getPreparation,
  listShelves,
  packPick,
  renameShelf,
  scanPick,
  setShelves,
  takePick,
} from '@ceiba/contract/desk/picks';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { isStore } from '../locations/locations.store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore, storesSeenBy } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import {
  countReady,
  type FoundPick,
  findPick,
  findPickStore,
  listOpenPicks,
  renameShelf as moveShelf,
  packWhole,
  scanForPick,
  listShelves as selectShelves,
  takeReady,
  setShelves as writeShelves,
} from './picks.store.ts';
import { noteUnknownScan, scanRefusal } from './scan-refusal.ts';
import { stepChanges } from './shipment-changes.ts';

const unitsOf = (rows: FoundPick['rows'], field: 'quantity' | 'picked'): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

const toAnswered = ({ createdAt, shipments, rows, ...pick }: FoundPick) => ({
  ...pick,
  createdAt: createdAt.toISOString(),
  units: unitsOf(rows, 'quantity'),
  picked: unitsOf(rows, 'picked'),
  rows,
  shipments: shipments.map(({ cashToCollect, ...shipment }) => ({
    ...shipment,
    cashToCollect: toQuetzales(centavos(cashToCollect)),
  })),
});

/** Finds a wave of a store that this person may see. */
const findSeen = async (tx: Tx, id: string, staff: StaffCaller): Promise<FoundPick | undefined> => {
  const pick = await findPick(tx, id);
  return pick !== undefined && maySeeStore(staff, pick.storeCode) ? pick : undefined;
};

/** Maximum number of unknown codes that are stored from one list of shelves. A list is typed or pasted, and rarely scanned. */
const maxNoted = 5;

export const picksRoutes = ({ db }: { db: Database }): Route[] => [
  route(getPreparation, async (_, { staff, now }) => {
    const [places, picks] = await Promise.all([
      countReady(db.write, guatemalaDate(now), storesSeenBy(staff)),
      listOpenPicks(db.write, staff.id),
    ]);
    return ok({ status: 200, data: { places, picks } });
  }),
  changeRoute(takePick, db, async ({ tx, body: { storeCode, limit }, staff, author }) => {
    if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const taken = await takeReady(tx, { storeCode, staffId: staff.id, limit, actor: author.actor }, author.now);
    const answer = { status: 201, data: taken };
    if (taken.id === null) return ok({ answer, change: null });
    const after = { storeCode, shipments: taken.shipments };
    const change = { entity: 'picks', entityId: taken.id, after };
    const more = () => ({ pick: taken.id });
    return ok({ answer, change, others: stepChanges(taken.shipments, { from: 'ready', to: 'picking', more }) });
  }),
  route(getPick, async ({ params: { id } }, { staff }) => {
    const pick = await findSeen(db.write, id, staff);
    return pick === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data: toAnswered(pick) });
  }),
  changeRoute(scanPick, db, async ({ tx, params: { id }, body: { scanId, code, serial = null }, staff, author }) => {
    const store = await findPickStore(tx, id);
    if (store === undefined || !maySeeStore(staff, store)) return refuse({ code: 'NOT_FOUND' });
    const scanned = await scanForPick(tx, { id, scanId, code, serial }, staff.id, author.now);
    const refused = scanRefusal(scanned, 'tanda');
    if (scanned.outcome === 'unknown')
      await noteUnknownScan(db, { code, storeCode: store, by: staff.name }, author.now);
    if (refused !== undefined) return refuse(refused);
    const { shipment, sku, outcome } = scanned;
    if (shipment === null) throw new Error('a unit was counted for no shipment');
    const answer = { status: 200, data: { shipment } };
    if (outcome === 'repeated') return ok({ answer, change: null });
    const after = { sku, ...(serial !== null && { serial }) };
    const change = { entity: 'shipments', entityId: shipment, after };
    return ok({ answer, change });
  }),
  changeRoute(packPick, db, async ({ tx, params: { id }, body, staff, author }) => {
    if ((await findSeen(tx, id, staff)) === undefined) return refuse({ code: 'NOT_FOUND' });
    const packed = await packWhole(tx, id, body, author.actor);
    const answer = { status: 200, data: packed };
    if (packed.packed.length === 0) return ok({ answer, change: null });
    const change = { entity: 'picks', entityId: id, after: { packed: packed.packed } };
    const parcelsOf = new Map(body.parcels?.map((each) => [each.id, each.parcels]));
    const more = (shipment: string) => ({
      pick: id,
      ...(body.courier !== undefined && { courier: body.courier }),
      ...(parcelsOf.has(shipment) && { parcels: parcelsOf.get(shipment) }),
    });
    return ok({ answer, change, others: stepChanges(packed.packed, { from: 'picking', to: 'packed', more }) });
  }),
  route(listShelves, async ({ query: { storeCode } }, { staff }) => {
    if (!maySeeStore(staff, storeCode)) return refuse({ code: 'STORE_NOT_FOUND' });
    return ok({ status: 200, data: await selectShelves(db.read, [storeCode]) });
  }),
  changeRoute(renameShelf, db, async ({ tx, body: { storeCode, from, to }, staff }) => {
    if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const changed = from === to ? 0 : await moveShelf(tx, storeCode, from, to);
    const answer = { status: 200, data: { changed } };
    if (from === to) return ok({ answer, change: null });
    if (changed === 0) return refuse({ code: 'NOT_FOUND', message: 'Ningún producto está en ese estante.' });
    const change = { entity: 'stock', entityId: storeCode, before: { shelf: from }, after: { shelf: to } };
    return ok({ answer, change });
  }),
  changeRoute(setShelves, db, async ({ tx, body: { storeCode, shelves }, staff, author }) => {
    if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const { changed, unknown } = await writeShelves(tx, storeCode, shelves);
    for (const code of unknown.slice(0, maxNoted))
      await noteUnknownScan(db, { code, storeCode, by: staff.name }, author.now);
    if (unknown.length > 0) return refuse({ code: 'PRODUCT_NOT_FOUND' });
    const answer = { status: 200, data: { changed } };
    if (changed === 0) return ok({ answer, change: null });
    const said = shelves.map(({ sku, shelf }) => `${sku}: ${shelf ?? 'sin estante'}`);
    const change = { entity: 'stock', entityId: storeCode, after: { shelves: said } };
    return ok({ answer, change });
  }),
];
