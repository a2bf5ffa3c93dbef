import { missingLineList } from '@ceiba/contract/desk/lists/missing-lines';
import { shipmentList } from '@ceiba/contract/desk/lists/shipments';
import {
  exportMissingLines,
  exportShipments,
  findPickups,
  getProof,
  getShipment,
  listMissingLines,
  listShipments,
} from '@ceiba/contract/desk/shipments';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { readNumberPart, subOrderNumber } from '@ceiba/domain/orders/order';
import { reasonText } from '@ceiba/domain/orders/reason-texts';
import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { ok, refuse } from '@ceiba/domain/result';
import { readTillSearch } from '@ceiba/domain/tills/till';
import type { FileStore } from '../media/file-store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore, storesSeenBy } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import { type ListSource, listPage, listRows } from '../platform/lists/list-source.ts';
import { movesOf } from './move-at-desk.ts';
import {
  buyerName,
  cashToCollect,
  type DeskShipment,
  destinationOf,
  findShipment,
  unitsOf,
  findPickups as waitingPickups,
} from './shipments.store.ts';

/** SQL: a shipment (s) waits for goods. The waiting ones are computed once for all rows. */
const awaits = `(s.state in ('ready', 'picking') and (s.order_id, s.n) in (select a.order_id, a.n from awaiting_shipments() a))`;

/** The list of shipments at the desk. */
export const shipmentSource: ListSource<typeof shipmentList> = {
  list: shipmentList,
  from: 'from shipments s left join orders o on o.id = s.order_id',
  key: { sql: `(o.number || '-' || s.n)`, type: 'text' },
  columns: {
    id: `o.number || '-' || s.n`,
    state: 's.state',
    isLate: 's.late_since is not null',
    isHeld: 'o.held_at is not null',
    awaitsGoods: awaits,
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
    // For one state, the index is sorted by promised day. Unended states have partial indexes (`ended_at is null`).
    state: (states) => (p) => {
      if (!Array.isArray(states) || states.length !== 1)
        return `${isUnderWay(states) ? 's.ended_at is null and ' : ''}s.state = any (${p(states)}::shipment_state[])`;
      return `s.state = ${p(states[0])}::shipment_state`;
    },
    storeCode: 's.place',
    courier: 's.courier',
    late: 's.late_since is not null',
    held: 'o.held_at is not null',
    awaiting: awaits,
    cash: 's.ended_at is null and s.cash_due > 0',
    pickup: 's.store_code is not null',
    promised: (given) => (p) => {
      const [from, to] = Array.isArray(given) ? given : [];
      return `s.promised_on between ${p(from ?? '-infinity')}::date and ${p(to ?? '9999-12-31')}::date`;
    },
  },
  // Each branch uses its own index. With `or` the planner would read all shipments.
  search: (words) => (p) => {
    const part = readNumberPart(words);
    return `(s.order_id, s.n) in (
      select t.order_id, t.n from orders b join shipments t on t.order_id = b.id
        where b.number in (select orders_ending(${p(part?.digits ?? null)}::text)) and t.n = coalesce(${p(part?.shipmentNumber ?? null)}::integer, t.n)
      union all select order_id, n from shipments where tracking_number = ${p(words)})`;
  },
  store: 's.place',
  // Refunded units are not sent. They must first be canceled on their order's page.
  always: () => () => `not (s.state in ('ready', 'picking', 'packed') and holds_refunded_units(s.order_id, s.n))`,
};

const live = shipmentStates.filter((state) => !['delivered', 'undelivered', 'canceled'].includes(state));
const isUnderWay = (states: unknown): boolean => Array.isArray(states) && states.every((state) => live.includes(state));

/** Adds all unended states, unless the query has states or words. */
const withStates = <Q extends { state?: unknown; q?: string | undefined }>(query: Q): Q =>
  Array.isArray(query.state) || (query.q ?? '') !== '' ? query : { ...query, state: live };

/** Lines with missing units, until their shipment has left (WORK-08). */
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

export const money = (amount: number): number => toQuetzales(centavos(amount));

/**
 * Returns whether a proof of delivery is final. A proof may be replaced on its own day (WORK-12). The proof of an earlier
 * attempt, such as a closed door, may always be replaced.
 */
export const isProofFinal = ({ state, since, proofKey, proofAt }: DeskShipment, now: Date): boolean =>
  state === 'delivered' &&
  proofKey !== null &&
  proofAt !== null &&
  guatemalaDate(proofAt) >= guatemalaDate(since) &&
  guatemalaDate(proofAt) !== guatemalaDate(now);

/** A shipment that has left may have a proof of delivery. */
export const isProvable = ({ state }: DeskShipment): boolean => ['sent', 'at_store', 'delivered'].includes(state);

/** Returns whether units of a line are claimed at another place, and no transfer brings them yet (WORK-31). */
const isElsewhere =
  (transfers: DeskShipment['transfers']) =>
  ({ comesFrom }: DeskShipment['lines'][number]): boolean =>
    comesFrom.some(({ storeCode }) => transfers.every(({ from }) => from !== storeCode));

/** Returns the actions that this person may take on a shipment now (§0.2). */
function actionsOf(
  shipment: DeskShipment,
  staff: StaffCaller,
  { moves, now }: { moves: readonly string[]; now: Date },
): string[] {
  const { state, receivedAt, isPickup, isHeld, lines, transfers } = shipment;
  const isProofOpen = isProvable(shipment) && !isProofFinal(shipment, now);
  const may = (permission: Parameters<StaffCaller['permissions']['has']>[0]): boolean =>
    staff.permissions.has(permission);
  // No part of a held order is prepared (WORK-24).
  const isOpen = !isHeld && (state === 'waiting' || state === 'ready' || state === 'picking');
  // Without a transfer, it waits for units of a presale.
  const isAwaited = shipment.awaitsGoods && transfers.length === 0;
  return [
    ...(moves.length > 0 ? ['move'] : []),
    ...(isOpen && state === 'picking' && may('shipments.pick') ? ['scan', 'missing'] : []),
    ...(isOpen && may('shipments.pick') && transfers.length === 0 ? ['split'] : []),
    ...(isOpen && !isAwaited && may('shipments.pick') && lines.some(isElsewhere(transfers)) ? ['bring'] : []),
    ...(['sent', 'at_store'].includes(state) && may('shipments.send') ? ['edit'] : []),
    ...(isProofOpen && may('shipments.deliver') ? ['proof'] : []),
    ...(state === 'sent' && !isPickup && may('returns.receive') ? ['again'] : []),
    ...(state === 'undelivered' && receivedAt === null && may('returns.receive') ? ['receive'] : []),
  ];
}

export function toAnswered(shipment: DeskShipment, staff: StaffCaller, now: Date) {
  const {
    orderId: _o,
    shipmentNumber: _shipmentNumber,
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

export const seenBy = (staff: StaffCaller, shipment: DeskShipment | undefined): DeskShipment | undefined =>
  shipment !== undefined && maySeeStore(staff, shipment.storeCode) ? shipment : undefined;

export const findSeen = async (tx: Tx, id: string, staff: StaffCaller): Promise<DeskShipment | undefined> =>
  seenBy(staff, await findShipment(tx, id));

export const shipmentsRoutes = ({ db, files }: { db: Database; files: FileStore }): Route[] => [
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
    toRow: ({ promisedOn: _, promised, cashToCollect: cash, ...shown }) => ({
      ...shown,
      promisedOn: promised,
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
    toRow: ({ promisedOn: _, promised, ...shown }) => ({
      ...shown,
      promisedOn: promised,
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
  route(getProof, async ({ params: { id } }, { staff }) => {
    const shipment = await findSeen(db.write, id, staff);
    const photo = shipment?.proofKey ? await files.read(shipment.proofKey) : undefined;
    return photo === undefined ? refuse({ code: 'NOT_FOUND' }) : ok(photo);
  }),
];
