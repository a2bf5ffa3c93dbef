import {
  cancelPriceList,
  getPriceList,
  listPriceListRows,
  type PriceList,
  priceListPage,
  revertPriceList,
} from '@ceiba/contract/desk/price-plans';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { enqueue } from '../jobs/job-queue.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import {
  endRevert,
  findPriceList,
  listPriceRows,
  lockPriceList,
  lockReverting,
  lockRevertPortion,
  markReverting,
  type PriceListRow,
  revertPortion,
  settleList,
} from './price-lists.store.ts';

/** Days for which the rows of a list are stored. During these days the list can be reverted. */
export const revertDays = 30;

/** Number of prices that one transaction restores. The number is small, so that no order waits for long (BULK-07). */
const revertedAtOnce = 1_000;

const stateOf = ({ state, runState }: PriceListRow): PriceList['state'] => {
  if (runState === 'refused' || runState === 'failed') return 'failed';
  if (runState === 'canceled') return 'canceled';
  return state ?? (runState === 'done' ? 'applied' : 'draft');
};

const seesCosts = ({ permissions }: StaffCaller): boolean => permissions.has('costs.read');

const toList = (row: PriceListRow, staff: StaffCaller): PriceList => ({
  id: row.id,
  state: stateOf(row),
  startsAt: row.startsAt?.toISOString() ?? null,
  reason: row.reason,
  by: row.by,
  why: row.why,
  settledAt: row.settledAt?.toISOString() ?? null,
  counts: {
    rows: row.rows,
    raised: row.raised,
    lowered: row.lowered,
    large: row.large,
    // The counts of a file would give costs away (record 0173).
    belowCost: seesCosts(staff) && (row.state === null || row.state === 'planned') ? row.belowCost : null,
    reverted: row.reverted,
    changed: row.changed,
    unpriced: row.unpriced,
  },
  actions:
    row.state === 'planned' ? ['cancel'] : row.state === 'applied' && row.isRecent && row.rows > 0 ? ['revert'] : [],
});

const findList = (tx: Tx, id: string, now: Date): Promise<PriceListRow | undefined> =>
  findPriceList(tx, id, { since: new Date(now.getTime() - revertDays * dayMs), startsAt: null });

const getList = async (tx: Tx, id: string, { now, staff }: { now: Date; staff: StaffCaller }): Promise<PriceList> => {
  const row = await findList(tx, id, now);
  if (row === undefined) throw new Error(`price list ${id} vanished`);
  return toList(row, staff);
};

const quetzales = (amount: Parameters<typeof toQuetzales>[0] | null): number | null =>
  amount === null ? null : toQuetzales(amount);

/** Price lists: the prices of an imported file. The number of the import identifies the list (BULK-12). */
export const priceListRoutes = ({ db }: { db: Database }): Route[] => [
  route(getPriceList, async ({ params: { id } }, { now, staff }) => {
    const row = await findList(db.read, id, now);
    return row === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data: toList(row, staff) });
  }),
  route(listPriceListRows, async ({ params: { id }, query: { after = 0, kept } }, { staff }) => {
    const rows = await listPriceRows(db.read, id, { isKept: kept === 'true', most: priceListPage + 1, after });
    const data = rows.slice(0, priceListPage).map(({ isBelowCost, ...row }) => ({
      ...row,
      before: quetzales(row.before),
      after: quetzales(row.after),
      isBelowCost: isBelowCost && seesCosts(staff),
    }));
    return ok({ status: 200, data, next: rows.length > priceListPage ? after + priceListPage : null });
  }),
  changeRoute(cancelPriceList, db, async ({ tx, params: { id }, staff, author: { now } }) => {
    const state = await lockPriceList(tx, id);
    if (state === undefined) return refuse({ code: 'NOT_FOUND' });
    if (state === 'canceled')
      return ok({ answer: { status: 200, data: await getList(tx, id, { now, staff }) }, change: null });
    if (state !== 'planned')
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Esta lista ya empezó: ya no se puede cancelar.' });
    await settleList(tx, id, { state: 'canceled', now });
    const change = { entity: 'imports', entityId: id, before: { state: 'planned' }, after: { state: 'canceled' } };
    return ok({ answer: { status: 200, data: await getList(tx, id, { now, staff }) }, change });
  }),
  changeRoute(revertPriceList, db, async ({ tx, params: { id }, body: { reason }, staff, author: { now } }) => {
    const state = await lockPriceList(tx, id);
    if (state === undefined) return refuse({ code: 'NOT_FOUND' });
    if (state === 'reverting' || state === 'reverted')
      return ok({ answer: { status: 202, data: await getList(tx, id, { now, staff }) }, change: null });
    if (!(await getList(tx, id, { now, staff })).actions.includes('revert'))
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Esta lista ya no se puede revertir.' });
    await markReverting(tx, id, { id: staff.id, name: staff.name, reason });
    await enqueue(tx, { task: 'revert-price-list', payload: { runId: id }, jobKey: `revert-price-list:${id}` });
    const change = {
      ...{ entity: 'imports', entityId: id, reason },
      ...{ before: { state: 'applied' }, after: { state: 'reverting' } },
    };
    return ok({ answer: { status: 202, data: await getList(tx, id, { now, staff }) }, change });
  }),
];

/**
 * Restores the next prices of a list that is being reverted. Returns whether some may be left. Each portion has its own
 * transaction, so that another process can continue after a crash.
 */
export const revertNext = (db: Database, runId: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const by = await lockReverting(tx, runId);
    if (by === undefined) return false;
    const ids = await lockRevertPortion(tx, runId, revertedAtOnce);
    if (ids.length === 0) {
      await endRevert(tx, runId);
      return false;
    }
    await revertPortion(tx, runId, ids, { now, by });
    return true;
  });
