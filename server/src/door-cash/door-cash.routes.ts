import { exportDoorCash, listDoorCash, settleDoorCash } from '@ceiba/contract/desk/door-cash';
import { doorCashList } from '@ceiba/contract/desk/lists/door-cash';
import { missingAtDoor } from '@ceiba/domain/door-cash/door-cash';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { readNumberPart } from '@ceiba/domain/orders/order';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import { type ListSource, listPage, listRows } from '../platform/lists/list-source.ts';
import { missingAtDoor as missingAtDoorSql } from '../refunds/order-to-refund.store.ts';
import { settleDoorCash as settle, settledChange } from './settle-door-cash.ts';

/** The same condition as the index `shipments_door_cash`. */
const isListed = '(s.cash_collected <> s.cash_due or s.cash_settled_at is not null)';

const stateOf = `case when ${missingAtDoorSql} > 0 then 'open' when ${isListed} then 'settled' else 'whole' end`;

/** Leaves out deliveries whose cash was complete from the start, unless a state or a shipment is requested. */
const withStates = <Q extends { state?: unknown; q?: string | undefined }>(query: Q): Q =>
  Array.isArray(query.state) || (query.q ?? '') !== '' ? query : { ...query, state: ['open', 'settled'] };

export const doorCashSource: ListSource<typeof doorCashList> = {
  list: doorCashList,
  from: `from shipments s join orders o on o.id = s.order_id left join stores p on p.store_code = s.place
    left join stores h on h.store_code = s.store_code`,
  key: { sql: `(o.number || '-' || s.n)`, type: 'text' },
  columns: {
    id: `o.number || '-' || s.n`,
    courier: `coalesce(h.name, s.courier, '')`,
    storeName: `coalesce(p.name, '')`,
    deliveredAt: 's.ended_at',
    due: 's.cash_due',
    collected: 's.cash_collected',
    writtenOff: 's.cash_written_off',
    missing: missingAtDoorSql,
    state: stateOf,
    reason: `coalesce(s.reason, '')`,
  },
  filters: {
    state: (states) => (p) => {
      const isWholeAsked = Array.isArray(states) && states.includes('whole');
      return `${isWholeAsked ? '' : `${isListed} and `}${stateOf} = any (${p(states)}::text[])`;
    },
    courier: `coalesce(h.name, s.courier, '')`,
    storeCode: 's.place',
    delivered: 's.ended_at',
    missing: missingAtDoorSql,
  },
  search: (words) => (p) => {
    const part = readNumberPart(words);
    return `o.number in (select orders_ending(${p(part?.digits ?? null)}::text)) and s.n = coalesce(${p(part?.shipmentNumber ?? null)}::integer, s.n)`;
  },
  store: 's.place',
  always: () => () => `s.state = 'delivered' and s.cash_due > 0 and s.cash_collected is not null`,
};

const moreOfRow = { orderNumber: 'o.number::text', version: 's.version' };

const money = (amount: unknown): number => toQuetzales(centavos(Number(amount)));

/** "Efectivo con mensajeros": the missing cash of deliveries, and its settlement (CASH-07). */
export const doorCashRoutes = (db: Database): Route[] => [
  ...listRoutes({
    db,
    source: {
      list: doorCashList,
      read: {
        page: (query, staff) => listPage(db.read, doorCashSource, withStates(query), staff, moreOfRow),
        rows: (query, staff) => listRows(db.read, doorCashSource, withStates(query), staff),
      },
    },
    page: listDoorCash,
    csv: exportDoorCash,
    toRow: ({ due, collected, writtenOff, missing, ...row }) => ({
      ...row,
      due: money(due),
      collected: money(collected),
      writtenOff: money(writtenOff),
      missing: money(missing),
    }),
  }),
  changeRoute(settleDoorCash, db, async ({ tx, params: { id }, body, staff, author }) => {
    if (body.kind === 'writeOff' && !staff.permissions.has('cash.close'))
      return refuse({ code: 'FORBIDDEN', metadata: { permission: 'cash.close' } });
    const settled = await settle(tx, { id, ...body }, author, (code) => maySeeStore(staff, code));
    if (!settled.ok) return settled;
    const { before, after, version } = settled.value;
    const data = {
      collected: toQuetzales(after.collected),
      writtenOff: toQuetzales(after.writtenOff),
      missing: toQuetzales(missingAtDoor(after)),
      version,
    };
    const change = { entity: 'shipments', entityId: id, ...settledChange({ before, after }), reason: body.reason };
    return ok({ answer: { status: 200, data }, change });
  }),
];
