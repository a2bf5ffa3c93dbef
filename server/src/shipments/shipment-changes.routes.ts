import { createHash } from 'node:crypto';
import {
  changeShipment,
  missUnits,
  moveShipment,
  receiveShipment,
  saveProof,
  scanShipment,
  sendAgain,
  splitShipment,
} from '@ceiba/contract/desk/shipments';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { enqueue } from '../jobs/job-queue.ts';
import { type FileStore, FilesAway } from '../media/file-store.ts';
import type { ReencodePhoto } from '../media/reencode-photo.ts';
import { announceFiles } from '../media/unclaimed-files.store.ts';
import { changedFields, hinted } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import type { Refusal, Route, StaffCaller } from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import { moveAtDesk, type TakeAtTill } from './move-at-desk.ts';
import { receiveLockedShipment } from './move-shipment.ts';
import { heldRefusal, noteUnknownScan, scanRefusal } from './scan-refusal.ts';
import { sendAgain as leaveAgain } from './send-again.ts';
import { movedChange, receivedChange } from './shipment-changes.ts';
import { findSeen, isProofFinal, isProvable, money, seenBy, toAnswered } from './shipments.routes.ts';
import {
  correctCarrier,
  countCodeTry,
  type DeskShipment,
  findShipment,
  findShipments,
  lockShipment,
  missUnits as missWhereClaimed,
  saveProofKey,
  scanUnit,
} from './shipments.store.ts';
import { splitShipment as split } from './split-shipment.ts';

export interface ShipmentChangesDeps {
  db: Database;
  files: FileStore;
  reencodePhoto: ReencodePhoto;
  takeAtTill: TakeAtTill;
}

/** Refuses a proof of delivery for a shipment that cannot have one now. */
function checkProof(
  shipment: DeskShipment | undefined,
  now: Date,
): Result<DeskShipment, Refusal<'NOT_FOUND' | 'TRANSITION_NOT_ALLOWED'>> {
  if (shipment === undefined) return refuse({ code: 'NOT_FOUND' });
  if (!isProvable(shipment)) return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
  if (!isProofFinal(shipment, now)) return ok(shipment);
  const message = 'La prueba de entrega se cambia solo el día en que se guardó.';
  return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: [] } });
}

/** Locks a shipment with its order, and compares the version that the caller has seen. */
async function lockToChange(
  tx: Tx,
  { id, version, staff }: { id: string; version: number; staff: StaffCaller },
  now: Date,
): Promise<Result<DeskShipment, Refusal<'NOT_FOUND' | 'VERSION_CONFLICT'>>> {
  const shipment = seenBy(staff, await lockShipment(tx, id));
  if (shipment === undefined) return refuse({ code: 'NOT_FOUND' });
  return shipment.version === version ? ok(shipment) : refuse(await conflictWith(tx, shipment, staff, now));
}

/** Jobs move shipments without an audit entry. The author is in the shipment's state. */
const conflictWith = (tx: Tx, shipment: DeskShipment, staff: StaffCaller, now: Date) =>
  versionConflict(tx, {
    entity: 'shipments',
    entityId: shipment.id,
    current: toAnswered(shipment, staff, now),
    conflicts: ['state'],
    known: { by: shipment.changedBy, at: shipment.since },
  });

/** The fields of a shipment that the audit compares. */
const audited = ({
  state,
  courier,
  trackingNumber,
  parcels,
  attempts,
  receiver,
  cashCollected,
  lines,
}: DeskShipment) => ({
  state,
  courier,
  trackingNumber,
  parcels,
  attempts,
  receiver: hinted(receiver),
  cashCollected: cashCollected === null ? null : money(cashCollected),
  lines: lines.map(({ line, quantity, missing }) => ({ line, quantity, missing })),
});

/**
 * Returns the units of a line that still have to be found at a place. At the shipment's own place, these are the units that come
 * from no other place.
 */
function unitsToFind(
  { isGoods, quantity, picked, missing, comesFrom }: DeskShipment['lines'][number],
  own: string | null,
  searched: string,
): number {
  const open = isGoods ? quantity - picked - missing : 0;
  const elsewhere = comesFrom.reduce((units, each) => units + each.quantity, 0);
  const there = comesFrom.find(({ storeCode }) => storeCode === searched)?.quantity ?? 0;
  return Math.min(open, searched === own ? Math.max(0, open - elsewhere) : there);
}

interface Call {
  tx: Tx;
  staff: StaffCaller;
  author: { now: Date };
}

async function shipmentNow(tx: Tx, id: string): Promise<DeskShipment> {
  const shipment = await findShipment(tx, id);
  if (shipment === undefined) throw new Error(`shipment ${id} vanished under its lock`);
  return shipment;
}

/** Returns audit entry and response of a change: the shipment as it is now, or the new shipment that was split off. */
async function answerChange(
  { tx, staff, author }: Call,
  before: DeskShipment,
  { reason, made }: { reason?: string; made?: number } = {},
) {
  const { id, orderNumber, shipmentNumber } = before;
  // The new shipment comes second.
  const [after, created] = await findShipments(tx, {
    orderNumber,
    shipmentNumbers: made === undefined ? [shipmentNumber] : [shipmentNumber, made],
  });
  const answered = made === undefined ? after : created;
  if (after === undefined || answered === undefined) throw new Error(`shipment ${id} vanished under its lock`);
  const change = { entity: 'shipments', entityId: id, ...changedFields(audited(before), audited(after)), reason };
  const others =
    created === undefined
      ? []
      : [{ entity: 'shipments', entityId: created.id, after: { shipment: id, ...audited(created) }, reason }];
  return ok({
    change,
    others,
    answer: { status: made === undefined ? 200 : 201, data: toAnswered(answered, staff, author.now) },
  });
}

/** Refuses a change that was based on an older version. */
async function conflictNow({ tx, staff, author }: Call, id: string) {
  const current = await findSeen(tx, id, staff);
  return refuse(
    current === undefined ? { code: 'NOT_FOUND' as const } : await conflictWith(tx, current, staff, author.now),
  );
}

export const shipmentChangesRoutes = ({ db, files, reencodePhoto, takeAtTill }: ShipmentChangesDeps): Route[] => [
  preparedRoute(
    moveShipment,
    db,
    // Counted in a transaction before the move. A refused move rolls back and would lose the count (WORK-13).
    async ({ params: { id }, body: { code, to } }, { staff }) =>
      ok(
        code === undefined || to !== 'delivered' || !staff.permissions.has('shipments.deliver')
          ? undefined
          : await countCodeTry(db.write, { id, stores: staff.stores, typed: code }),
      ),
    async ({ tx, params: { id }, body, staff, author, prepared: wrongCodes }) => {
      const moved = await moveAtDesk({ tx, staff, author, takeAtTill }, id, { ...body, wrongCodes });
      const refused = moved.ok ? undefined : moved.error;
      if (refused !== undefined && refused.code !== 'VERSION_CONFLICT') return refuse(refused);
      if (!moved.ok) return conflictNow({ tx, staff, author }, id);
      const shipment = await shipmentNow(tx, id);
      const { to: _, version: _v, code: _c, amountReceived: _a, receiver, ...given } = body;
      const taken = receiver === undefined ? {} : { receiver: hinted(receiver) };
      const change = movedChange(moved.value, { ...given, ...taken });
      return ok({ answer: { status: 200, data: toAnswered(shipment, staff, author.now) }, change });
    },
    { storesAnswer: true },
  ),
  changeRoute(changeShipment, db, async ({ tx, params: { id }, body, ...call }) => {
    const { version, reason, courier, trackingNumber, parcels } = body;
    const locked = await lockToChange(tx, { id, version, staff: call.staff }, call.author.now);
    if (!locked.ok) return locked;
    if (!['packed', 'sent', 'at_store'].includes(locked.value.state))
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
    const carried = {
      ...(courier && { courier }),
      ...(trackingNumber && { trackingNumber }),
      ...(parcels && { parcels }),
    };
    await correctCarrier(tx, locked.value, carried);
    return answerChange({ tx, ...call }, locked.value, { reason });
  }),
  changeRoute(splitShipment, db, async ({ tx, params: { id }, body, ...call }) => {
    const { staff, author } = call;
    const before = await lockToChange(tx, { id, version: body.version, staff }, author.now);
    if (!before.ok) return before;
    if (before.value.isHeld) return refuse(heldRefusal);
    const done = await split(tx, before.value, body.lines, author.now);
    return done.ok ? answerChange({ tx, ...call }, before.value, { made: done.value }) : done;
  }),
  changeRoute(sendAgain, db, async ({ tx, params: { id }, body, ...call }) => {
    const { staff, author } = call;
    const before = await findSeen(tx, id, staff);
    if (before === undefined) return refuse({ code: 'NOT_FOUND' });
    const done = await leaveAgain(tx, { id, ...body, maySee: (place) => maySeeStore(staff, place) }, author);
    if (!done.ok) return done.error.code === 'VERSION_CONFLICT' ? conflictNow({ tx, ...call }, id) : done;
    return answerChange({ tx, ...call }, before, { reason: body.reason, made: done.value });
  }),
  changeRoute(scanShipment, db, async ({ tx, params: { id }, body, staff, author }) => {
    const { scanId, code, serial = null } = body;
    const scanned = await scanUnit(
      tx,
      { id, scanId, code, serial },
      { staffId: staff.id, stores: staff.stores },
      author.now,
    );
    const refused = scanRefusal(scanned);
    if (scanned.outcome === 'unknown') {
      const storeCode = (await findShipment(tx, id))?.storeCode ?? '';
      await noteUnknownScan(db, { code, storeCode, by: staff.name }, author.now);
    }
    if (refused !== undefined) return refuse(refused);
    const shipment = await findShipment(tx, id);
    if (shipment === undefined || !maySeeStore(staff, shipment.storeCode)) return refuse({ code: 'NOT_FOUND' });
    const answer = { status: 200, data: toAnswered(shipment, staff, author.now) };
    if (scanned.outcome === 'repeated') return ok({ answer, change: null });
    const after = { sku: scanned.sku, ...(serial !== null && { serial }) };
    const change = { entity: 'shipments', entityId: id, after };
    return ok({ answer, change });
  }),
  changeRoute(missUnits, db, async ({ tx, params: { id }, body, ...call }) => {
    const { version, line, quantity } = body;
    const locked = await lockToChange(tx, { id, version, staff: call.staff }, call.author.now);
    if (!locked.ok) return locked;
    const before = locked.value;
    if (before.isHeld) return refuse(heldRefusal);
    if (before.state !== 'picking') return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
    const wanted = before.lines.find((each) => each.line === line);
    const searched = body.storeCode ?? before.storeCode;
    const left = wanted === undefined || searched === null ? 0 : unitsToFind(wanted, before.storeCode, searched);
    if (wanted === undefined || searched === null || quantity > left)
      return refuse({
        code: 'VALIDATION_ERROR',
        metadata: { fields: { quantity: 'Ahí no faltan tantas unidades por leer.' } },
      });
    const nowhere = await missWhereClaimed(tx, { ...before, line, quantity, searched });
    if (nowhere > 0) {
      const payload = { shipment: id, line: String(line), title: wanted.title, units: String(nowhere) };
      await enqueue(tx, { task: 'units-missing', payload });
    }
    return answerChange({ tx, ...call }, before);
  }),
  changeRoute(receiveShipment, db, async ({ tx, params: { id }, body: { version, fate }, ...call }) => {
    const locked = await lockToChange(tx, { id, version, staff: call.staff }, call.author.now);
    if (!locked.ok) return locked;
    const { orderId, shipmentNumber } = locked.value;
    const { actor, now } = call.author;
    const outcome = fate === 'scrap' ? ('scrapped' as const) : ('restocked' as const);
    const received = await receiveLockedShipment(tx, { orderId, shipmentNumber, fate: outcome, actor }, now);
    if (!received.ok) return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
    const done = await answerChange({ tx, ...call }, locked.value);
    return ok({ ...done.value, change: receivedChange(id, outcome) });
  }),
  // A photo is decoded and stored before anything is written.
  preparedRoute(
    saveProof,
    db,
    async ({ params: { id }, body: { photos } }, { staff, client, now }) => {
      const found = checkProof(await findSeen(db.write, id, staff), now);
      if (!found.ok) return found;
      const shipment = found.value;
      const [photo] = photos;
      const webp = photo && (await reencodePhoto(new Uint8Array(await photo.arrayBuffer()), client));
      if (webp === undefined) return refuse({ code: 'RETURN_IMAGE_INVALID' });
      const path = `shipments/${shipment.orderId}/${shipment.shipmentNumber}-${now.getTime()}.webp`;
      await announceFiles(db.write, [path], now);
      try {
        await files.save(path, webp, 'image/webp');
      } catch (error) {
        if (error instanceof FilesAway) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
        throw error;
      }
      // The audit stores a hash of the photo. If the photo replaced another, the audit entry also has the hash of the replaced photo.
      return ok({ path, sha256: createHash('sha256').update(webp).digest('hex') });
    },
    async ({ tx, params: { id }, staff, author, prepared: { path, sha256 } }) => {
      // Checked again, because the shipment may have changed while the photo was stored.
      const held = checkProof(seenBy(staff, await lockShipment(tx, id)), author.now);
      if (!held.ok) return held;
      if (!(await saveProofKey(tx, held.value, path, author.now)))
        throw new Error('a photo was taken away before it was written');
      const data = toAnswered(await shipmentNow(tx, id), staff, author.now);
      const change = { entity: 'shipments', entityId: id, after: { hasProof: true, sha256 } };
      return ok({ answer: { status: 200, data }, change });
    },
  ),
];
