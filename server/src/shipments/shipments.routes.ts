import { createHash } from 'node:crypto';
import {
  changeShipment,
  exportMissingLines,
  exportShipments,
  findPickups,
  getProof,
  getShipment,
  listMissingLines,
  listShipments,
  missingLineList,
  missUnits,
  moveShipment,
  receiveShipment,
  saveProof,
  scanShipment,
  sendAgain,
  shipmentList,
  splitShipment,
} from '@ceiba/contract/desk/shipments';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { readNumberPart, subOrderNumber } from '@ceiba/domain/orders/order';
import { reasonText } from '@ceiba/domain/orders/reason-texts';
import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { readTillSearch } from '@ceiba/domain/tills/till';
import { enqueue } from '../jobs/job-queue.ts';
import { type FileStore, FilesAway } from '../media/file-store.ts';
import type { ReencodePhoto } from '../media/reencode-photo.ts';
import { announceFiles } from '../media/unclaimed-files.store.ts';
import { changedFields, hinted } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore, storesSeenBy } from '../platform/http/places.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import { type ListSource, listPage, listRows } from '../platform/lists/list-source.ts';
import { moveAtDesk, movesOf, type TakeAtTill } from './move-at-desk.ts';
import { receiveHeldShipment } from './move-shipment.ts';
import { heldRefusal, scanRefusal } from './scan-refusal.ts';
import { sendAgain as leaveAgain } from './send-again.ts';
import { movedChange, receivedChange } from './shipment-changes.ts';
import {
  buyerName,
  cashToCollect,
  correctCarrier,
  countCodeTry,
  type DeskShipment,
  destinationOf,
  findShipment,
  findShipments,
  lockShipment,
  missUnits as missWhereClaimed,
  saveProofKey,
  scanUnit,
  unitsOf,
  findPickups as waitingPickups,
} from './shipments.store.ts';
import { splitShipment as split } from './split-shipment.ts';

export interface ShipmentsRoutesDeps {
  db: Database;
  files: FileStore;
  reencodePhoto: ReencodePhoto;
  takeAtTill: TakeAtTill;
}

/** Shipments as the desk lists them. */
export const shipmentSource: ListSource<typeof shipmentList> = {
  list: shipmentList,
  from: 'from shipments s left join orders o on o.id = s.order_id',
  key: { sql: `(o.number || '-' || s.n)`, type: 'text' },
  columns: {
    id: `o.number || '-' || s.n`,
    state: 's.state',
    isLate: 's.late_since is not null',
    isHeld: 'o.held_at is not null',
    promisedOn: 's.promised_on',
    destination: destinationOf,
    storeCode: 's.place',
    courier: 's.courier',
    since: 's.since',
    units: unitsOf,
    cashToCollect,
    trackingNumber: 's.tracking_number',
    attempts: 's.attempts',
    orderNumber: 'o.number::text',
  },
  filters: {
    // Of one state the index has them in the order of what was promised. What is under way has indexes of its own, whatever has ended since.
    state: (states) => (p) => {
      if (!Array.isArray(states) || states.length !== 1)
        return `${isUnderWay(states) ? 's.ended_at is null and ' : ''}s.state = any (${p(states)}::shipment_state[])`;
      return `s.state = ${p(states[0])}::shipment_state`;
    },
    storeCode: 's.place',
    courier: 's.courier',
    late: 's.late_since is not null',
    held: 'o.held_at is not null',
    cash: 's.ended_at is null and s.cash_due > 0',
    pickup: 's.store_code is not null',
    promised: (given) => (p) => {
      const [from, to] = Array.isArray(given) ? given : [];
      return `s.promised_on between ${p(from ?? '-infinity')}::date and ${p(to ?? '9999-12-31')}::date`;
    },
  },
  // Each way by its own index: joined by `or` the planner reads all shipments.
  search: (words) => (p) => {
    const part = readNumberPart(words);
    return `(s.order_id, s.n) in (
      select t.order_id, t.n from orders b join shipments t on t.order_id = b.id
        where b.number in (select orders_ending(${p(part?.digits ?? null)}::text)) and t.n = coalesce(${p(part?.n ?? null)}::integer, t.n)
      union all select order_id, n from shipments where tracking_number = ${p(words)})`;
  },
  store: 's.place',
  // Refunded units are not sent: they are canceled on their order's page first.
  always: () => () => `not (s.state in ('ready', 'picking', 'packed') and holds_refunded_units(s.order_id, s.n))`,
};

const live = shipmentStates.filter((state) => !['delivered', 'undelivered', 'canceled'].includes(state));
const isUnderWay = (states: unknown): boolean => Array.isArray(states) && states.every((state) => live.includes(state));

/** What has not ended, unless states or a word are asked for. */
const withStates = <Q extends { state?: unknown; q?: string | undefined }>(query: Q): Q =>
  Array.isArray(query.state) || (query.q ?? '') !== '' ? query : { ...query, state: live };

/** Lines of which nobody finds units, while their shipment has not left (WORK-08). */
export const missingLineSource: ListSource<typeof missingLineList> = {
  list: missingLineList,
  from: `from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n join orders o on o.id = u.order_id
    join order_lines l on l.order_id = u.order_id and l.position = u.position`,
  key: { sql: `(o.number || '-' || s.n || '.' || u.position)`, type: 'text' },
  columns: {
    shipmentId: `o.number || '-' || s.n`,
    title: 'l.title',
    sku: 'l.sku',
    missing: 'u.missing',
    customer: buyerName,
    phone: `coalesce(o.contact ->> 'phone', '')`,
    promisedOn: 's.promised_on',
    storeCode: 's.place',
    since: 's.since',
  },
  filters: {
    storeCode: 's.place',
    promised: (given) => (p) => {
      const [from, to] = Array.isArray(given) ? given : [];
      return `s.promised_on between ${p(from ?? '-infinity')}::date and ${p(to ?? '9999-12-31')}::date`;
    },
  },
  search: (words) => (p) =>
    `(o.number in (select orders_ending(${p(readNumberPart(words)?.digits ?? null)}::text)) or l.sku = ${p(words.toUpperCase())}::text or l.sku = ${p(words)}::text)`,
  store: 's.place',
  always: () => () => 'u.missing > 0 and s.ended_at is null',
};

const moreOfRow = { isPickup: 's.store_code is not null', promised: `nullif(s.promised_on, 'infinity')::text` };

const money = (amount: number): number => toQuetzales(centavos(amount));

const iso = (moment: unknown): string => (moment instanceof Date ? moment.toISOString() : String(moment));

/**
 * A proof of handing over is made anew on the day it was made, and stands from then on (WORK-12); one of an attempt before it, as of a closed
 * door, gives way to it.
 */
const standsProof = ({ state, since, proofKey, proofAt }: DeskShipment, now: Date): boolean =>
  state === 'delivered' &&
  proofKey !== null &&
  proofAt !== null &&
  guatemalaDate(proofAt) >= guatemalaDate(since) &&
  guatemalaDate(proofAt) !== guatemalaDate(now);

/** It has left: somebody takes it, or did. */
const isProvable = ({ state }: DeskShipment): boolean => ['sent', 'at_store', 'delivered'].includes(state);

/** The verbs that this person may use on a shipment now (§0.2). */
function actionsOf(
  shipment: DeskShipment,
  staff: StaffCaller,
  { moves, now }: { moves: readonly string[]; now: Date },
): string[] {
  const { state, receivedAt, isPickup, isHeld } = shipment;
  const isProofOpen = isProvable(shipment) && !standsProof(shipment, now);
  const may = (permission: Parameters<StaffCaller['permissions']['has']>[0]): boolean =>
    staff.permissions.has(permission);
  // Of what is held nothing is prepared (WORK-24).
  const isOpen = !isHeld && (state === 'waiting' || state === 'ready' || state === 'picking');
  return [
    ...(moves.length > 0 ? ['move'] : []),
    ...(isOpen && state === 'picking' && may('shipments.pick') ? ['scan', 'missing'] : []),
    ...(isOpen && may('shipments.pick') ? ['split'] : []),
    ...(['sent', 'at_store'].includes(state) && may('shipments.send') ? ['edit'] : []),
    ...(isProofOpen && may('shipments.deliver') ? ['proof'] : []),
    ...(state === 'sent' && !isPickup && may('returns.receive') ? ['again'] : []),
    ...(state === 'undelivered' && receivedAt === null && may('returns.receive') ? ['receive'] : []),
  ];
}

function toAnswered(shipment: DeskShipment, staff: StaffCaller, now: Date) {
  const {
    orderId: _o,
    n: _n,
    isBack: _b,
    isDigital: _d,
    changedBy: _c,
    proofKey,
    proofAt: _p,
    since,
    dueAt,
    receivedAt,
    sentAgainAs,
    ...shown
  } = shipment;
  const moves = movesOf(shipment, staff, now);
  return {
    ...shown,
    reason: reasonText(shipment.reason),
    cashToCollect: money(shipment.cashToCollect),
    cashCollected: shipment.cashCollected === null ? null : money(shipment.cashCollected),
    since: since.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    receivedAt: receivedAt?.toISOString() ?? null,
    sentAgainAs: sentAgainAs === null ? null : subOrderNumber(shipment.orderNumber, sentAgainAs),
    hasProof: proofKey !== null,
    moves,
    actions: actionsOf(shipment, staff, { moves, now }),
  };
}

const seenBy = (staff: StaffCaller, shipment: DeskShipment | undefined): DeskShipment | undefined =>
  shipment !== undefined && maySeeStore(staff, shipment.storeCode) ? shipment : undefined;

const findSeen = async (tx: Tx, id: string, staff: StaffCaller): Promise<DeskShipment | undefined> =>
  seenBy(staff, await findShipment(tx, id));

/** A shipment whose handing over may be proven now, and by them. */
function checkProof(
  shipment: DeskShipment | undefined,
  now: Date,
): Result<DeskShipment, Refusal<'NOT_FOUND' | 'TRANSITION_NOT_ALLOWED'>> {
  if (shipment === undefined) return refuse({ code: 'NOT_FOUND' });
  if (!isProvable(shipment)) return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
  if (!standsProof(shipment, now)) return ok(shipment);
  const message = 'La prueba de entrega se cambia solo el día en que se guardó.';
  return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: [] } });
}

/** As it was before a change, under its order's lock: of the version that whoever changes it has seen. */
async function holdShipment(
  tx: Tx,
  { id, version, staff }: { id: string; version: number; staff: StaffCaller },
  now: Date,
): Promise<Result<DeskShipment, Refusal<'NOT_FOUND' | 'VERSION_CONFLICT'>>> {
  const shipment = seenBy(staff, await lockShipment(tx, id));
  if (shipment === undefined) return refuse({ code: 'NOT_FOUND' });
  return shipment.version === version ? ok(shipment) : refuse(await conflictWith(tx, shipment, staff, now));
}

/** A wave, a manifest and jobs move shipments without a row of their own in its audit: its state says who did. */
const conflictWith = (tx: Tx, shipment: DeskShipment, staff: StaffCaller, now: Date) =>
  versionConflict(tx, {
    entity: 'shipments',
    entityId: shipment.id,
    current: toAnswered(shipment, staff, now),
    conflicts: ['state'],
    known: { by: shipment.changedBy, at: shipment.since },
  });

/** What of a shipment is told in the audit. */
const told = ({ state, courier, trackingNumber, parcels, attempts, receiver, cashCollected, lines }: DeskShipment) => ({
  state,
  courier,
  trackingNumber,
  parcels,
  attempts,
  receiver: hinted(receiver),
  cashCollected: cashCollected === null ? null : money(cashCollected),
  lines: lines.map(({ line, quantity, missing }) => ({ line, quantity, missing })),
});

/** Units of a line that are still to be found at a place: at the shipment's own, those that do not come from elsewhere. */
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

/** What a change did to a shipment, and its answer: how it stands, or the shipment that was made of it. */
async function answerChange(
  { tx, staff, author }: Call,
  before: DeskShipment,
  { reason, made }: { reason?: string; made?: number } = {},
) {
  const { id, orderNumber, n } = before;
  // The new one comes behind it.
  const [after, created] = await findShipments(tx, { orderNumber, ns: made === undefined ? [n] : [n, made] });
  const answered = made === undefined ? after : created;
  if (after === undefined || answered === undefined) throw new Error(`shipment ${id} vanished under its lock`);
  const change = { entity: 'shipments', entityId: id, ...changedFields(told(before), told(after)), reason };
  return ok({
    change,
    answer: { status: made === undefined ? 200 : 201, data: toAnswered(answered, staff, author.now) },
  });
}

/** What a change is refused with that saw an older version. */
async function conflictNow({ tx, staff, author }: Call, id: string) {
  const current = await findSeen(tx, id, staff);
  return refuse(
    current === undefined ? { code: 'NOT_FOUND' as const } : await conflictWith(tx, current, staff, author.now),
  );
}

export const shipmentsRoutes = ({ db, files, reencodePhoto, takeAtTill }: ShipmentsRoutesDeps): Route[] => [
  ...listRoutes({
    db,
    source: {
      list: shipmentList,
      read: {
        page: (query, staff) => listPage(db.read, shipmentSource, withStates(query), staff, moreOfRow),
        rows: (query, staff) => listRows(db.read, shipmentSource, withStates(query), staff),
      },
    },
    page: listShipments,
    csv: exportShipments,
    toRow: ({ promisedOn: _, promised, cashToCollect: cash, since, __sort, __key, ...shown }) => ({
      ...shown,
      promisedOn: promised,
      since: iso(since),
      cashToCollect: money(Number(cash)),
    }),
  }),
  ...listRoutes({
    db,
    source: missingLineSource,
    page: listMissingLines,
    csv: exportMissingLines,
    more: {
      id: `o.number || '-' || s.n || '.' || u.position`,
      orderNumber: 'o.number::text',
      line: 'u.position',
      promised: moreOfRow.promised,
    },
    toRow: ({ promisedOn: _, promised, since, __sort, __key, ...shown }) => ({
      ...shown,
      promisedOn: promised,
      since: iso(since),
    }),
  }),
  route(getShipment, async ({ params: { id } }, { staff, now }) => {
    const shipment = await findSeen(db.write, id, staff);
    return shipment === undefined
      ? refuse({ code: 'NOT_FOUND' })
      : ok({ status: 200, data: toAnswered(shipment, staff, now) });
  }),
  route(findPickups, async ({ query: { q } }, { staff }) => {
    const named = readTillSearch(q) ?? { name: q };
    const found = await waitingPickups(db.write, named, storesSeenBy(staff));
    const data = found.map(({ cashToCollect, since, ...each }) => ({
      ...each,
      cashToCollect: money(cashToCollect),
      since: since.toISOString(),
    }));
    return ok({ status: 200, data });
  }),
  countingCodes(
    db,
    changeRoute(moveShipment, db, async ({ tx, params: { id }, body, staff, author }) => {
      const moved = await moveAtDesk({ tx, staff, author, takeAtTill }, id, body);
      const refused = moved.ok ? undefined : moved.error;
      if (refused !== undefined && refused.code !== 'VERSION_CONFLICT') return refuse(refused);
      if (!moved.ok) return conflictNow({ tx, staff, author }, id);
      const shipment = await shipmentNow(tx, id);
      const { to: _, version: _v, code: _c, amountReceived: _a, receiver, ...given } = body;
      const taken = receiver === undefined ? {} : { receiver: hinted(receiver) };
      const change = movedChange(moved.value, { ...given, ...taken });
      return ok({ answer: { status: 200, data: toAnswered(shipment, staff, author.now) }, change });
    }),
  ),
  changeRoute(changeShipment, db, async ({ tx, params: { id }, body, ...call }) => {
    const { version, reason, courier, trackingNumber, parcels } = body;
    const held = await holdShipment(tx, { id, version, staff: call.staff }, call.author.now);
    if (!held.ok) return held;
    if (!['packed', 'sent', 'at_store'].includes(held.value.state))
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
    const carried = {
      ...(courier && { courier }),
      ...(trackingNumber && { trackingNumber }),
      ...(parcels && { parcels }),
    };
    await correctCarrier(tx, held.value, carried);
    return answerChange({ tx, ...call }, held.value, { reason });
  }),
  changeRoute(splitShipment, db, async ({ tx, params: { id }, body, ...call }) => {
    const { staff, author } = call;
    const before = await holdShipment(tx, { id, version: body.version, staff }, author.now);
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
    const held = await holdShipment(tx, { id, version, staff: call.staff }, call.author.now);
    if (!held.ok) return held;
    const before = held.value;
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
    const held = await holdShipment(tx, { id, version, staff: call.staff }, call.author.now);
    if (!held.ok) return held;
    const { orderId, n } = held.value;
    const { actor, now } = call.author;
    const kept = fate === 'scrap' ? ('scrapped' as const) : ('restocked' as const);
    const received = await receiveHeldShipment(tx, { orderId, n, fate: kept, actor }, now);
    if (!received.ok) return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
    const done = await answerChange({ tx, ...call }, held.value);
    return ok({ ...done.value, change: receivedChange(id, kept) });
  }),
  // A photo is opened and stored before anything is written.
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
      const path = `shipments/${shipment.orderId}/${shipment.n}-${now.getTime()}.webp`;
      await announceFiles(db.write, [path], now);
      try {
        await files.save(path, webp, 'image/webp');
      } catch (error) {
        if (error instanceof FilesAway) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
        throw error;
      }
      // What it shows is no words: of one that took another's place the entry before has the other's.
      return ok({ path, sha256: createHash('sha256').update(webp).digest('hex') });
    },
    async ({ tx, params: { id }, staff, author, prepared: { path, sha256 } }) => {
      // Decided anew: while its photo was opened and stored others went on.
      const held = checkProof(seenBy(staff, await lockShipment(tx, id)), author.now);
      if (!held.ok) return held;
      if (!(await saveProofKey(tx, held.value, path, author.now)))
        throw new Error('a photo was taken away before it was written');
      const data = toAnswered(await shipmentNow(tx, id), staff, author.now);
      const change = { entity: 'shipments', entityId: id, after: { hasProof: true, sha256 } };
      return ok({ answer: { status: 200, data }, change });
    },
  ),
  route(getProof, async ({ params: { id } }, { staff }) => {
    const shipment = await findSeen(db.write, id, staff);
    const photo = shipment?.proofKey ? await files.read(shipment.proofKey) : undefined;
    return photo === undefined ? refuse({ code: 'NOT_FOUND' }) : ok(photo);
  }),
];

/** Each wrong code is counted by itself, before the move that compares it, whose refusal would forget it (WORK-13). */
const countingCodes = (db: Database, move: Route): Route => ({
  ...move,
  handle: async (input, context) => {
    const { params, body } = input as { params: { id: string }; body: { code?: string; to: string } };
    const { staff } = context as typeof context & { staff: StaffCaller };
    if (body.code !== undefined && body.to === 'delivered' && staff.permissions.has('shipments.deliver'))
      await countCodeTry(db.write, { id: params.id, stores: staff.stores, typed: body.code });
    return move.handle(input, context);
  },
});
