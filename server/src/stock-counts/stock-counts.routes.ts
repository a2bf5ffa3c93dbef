import { stockCountList } from '@ceiba/contract/desk/lists/stock-counts';
import {
  approveStockCount,
  cancelStockCount,
  createStockCount,
  exportStockCounts,
  getStockCount,
  listStockCounts,
  reviewStockCount,
  scanStockCount,
} from '@ceiba/contract/desk/stock-counts';
import { ok, refuse } from '@ceiba/domain/result';
import { isStore } from '../locations/locations.store.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { findGoods } from '../stock/goods.store.ts';
import { unknownGoods } from '../stock/goods-lines.ts';
import { type Asked, approveCount, cancelCount, reviewCount, roundOf, scanCount } from './count-stock.ts';
import {
  countNumberOf,
  countText,
  fillByScope,
  fillWith,
  findCategoryTitle,
  findCount,
  insertCount,
  listCountLines,
  type ShownCount,
  type StockCount,
  scopeName,
} from './stock-counts.store.ts';

const source: ListSource<typeof stockCountList> = {
  list: stockCountList,
  from: 'from stock_counts c join stores s on s.store_code = c.store_code',
  key: { sql: 'c.number', type: 'bigint' },
  columns: {
    number: `'K-' || c.number`,
    state: 'c.state',
    storeName: 's.name',
    scope: 'c.scope',
    scopeName,
    createdAt: 'c.created_at',
  },
  filters: { state: 'c.state', storeCode: 'c.store_code', created: 'c.created_at' },
  store: 'c.store_code',
};

const verbsOf = (state: StockCount['state']): string[] => {
  if (state === 'counting' || state === 'recounting') return ['scan', 'review', 'cancel'];
  return state === 'reviewed' ? ['approve', 'cancel'] : [];
};

type Line = Awaited<ReturnType<typeof listCountLines>>[number];

/** While people count, and after a cancellation, an answer contains neither levels nor counts of the first round (PROD-21). */
const toLine = (
  { counted, mine, mayCount, first, second, booked, outcome, ...line }: Line,
  state: StockCount['state'],
) => {
  if (state === 'counting' || state === 'recounting' || state === 'canceled') {
    const unseen = { first: null, second: null, booked: null, difference: null, outcome: null };
    const isMine = state === 'counting' || (state === 'recounting' && mayCount);
    return { ...line, counted, mine, mayCount: isMine, ...unseen };
  }
  const held = second ?? first;
  const difference = held === null || booked === null ? null : held - booked;
  return { ...line, counted, mine, mayCount: false, first, second, booked, difference, outcome };
};

async function detail(tx: Tx, count: ShownCount, staff: StaffCaller) {
  const { number, createdAt, endedAt, ...more } = count;
  const lines = await listCountLines(tx, number, roundOf(count.state), staff.id);
  return {
    ...more,
    number: countText(number),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    lines: lines.map((line) => toLine(line, count.state)),
    actions: verbsOf(count.state),
  };
}

async function findAnew(tx: Tx, number: number): Promise<ShownCount> {
  const count = await findCount(tx, number);
  if (count === undefined) throw new Error(`${countText(number)} vanished`);
  return count;
}

const answered = async (tx: Tx, text: string, staff: StaffCaller, status = 200) => ({
  status,
  data: await detail(tx, await findAnew(tx, countNumberOf(text)), staff),
});

const askedOf = (text: string, staff: StaffCaller, now: Date): Asked => ({
  number: countNumberOf(text),
  staffId: staff.id,
  now,
  maySee: (storeCode) => maySeeStore(staff, storeCode),
});

/** Adds the current count to the refusal of a change to an older version (OFF-21). */
async function refused<R extends Refusal>(tx: Tx, text: string, staff: StaffCaller, error: R) {
  if (error.code !== 'VERSION_CONFLICT') return refuse(error);
  const { data: current } = await answered(tx, text, staff);
  return refuse(await versionConflict(tx, { entity: 'stock-counts', entityId: text, current, conflicts: ['state'] }));
}

export const stockCountsRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listStockCounts,
    csv: exportStockCounts,
  }),
  route(getStockCount, async ({ params: { number } }, { staff }) => {
    const count = await findCount(db.write, countNumberOf(number));
    if (count === undefined || !maySeeStore(staff, count.storeCode)) return refuse({ code: 'NOT_FOUND' });
    return ok({ status: 200, data: await detail(db.write, count, staff) });
  }),
  changeRoute(createStockCount, db, async ({ tx, body: { storeCode, scope }, staff, author }) => {
    if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const listed = scope.kind === 'list' ? await findGoods(tx, scope.skus) : [];
    const unknown = listed.findIndex((goods) => goods === undefined);
    if (scope.kind === 'list' && unknown >= 0) return refuse(unknownGoods(scope.skus[unknown] ?? ''));
    if (scope.kind === 'category' && (await findCategoryTitle(tx, scope.categoryId)) === undefined)
      return refuse({ code: 'NOT_FOUND', message: 'No hay esa categoría.' });
    const value = scope.kind === 'shelf' ? scope.shelf : scope.kind === 'category' ? String(scope.categoryId) : null;
    const made = { storeCode, scope: scope.kind, value, staffId: staff.id };
    const number = await insertCount(tx, made, author.now);
    if (scope.kind === 'list')
      await fillWith(tx, number, [...new Set(listed.flatMap((goods) => (goods === undefined ? [] : [goods.id])))]);
    else await fillByScope(tx, number);
    const text = countText(number);
    const after = { storeCode, scope: scope.kind, ...(value !== null && { value }) };
    const change = { entity: 'stock-counts', entityId: text, after };
    return ok({ answer: await answered(tx, text, staff, 201), change });
  }),
  // A scan writes no audit entry, because the scan itself stores the person, the time and the units.
  changeRoute(scanStockCount, db, async ({ tx, params: { number }, body, staff, author }) => {
    const { scannedAt, ...scan } = body;
    const moment = scannedAt === undefined ? undefined : new Date(scannedAt);
    const done = await scanCount(tx, askedOf(number, staff, author.now), { ...scan, scannedAt: moment });
    if (!done.ok) return refuse(done.error);
    const { goods, counted, mine } = done.value;
    return ok({ answer: { status: 200, data: { sku: goods.sku, title: goods.title, counted, mine } }, change: null });
  }),
  changeRoute(reviewStockCount, db, async ({ tx, params: { number }, body: { version }, staff, author }) => {
    const done = await reviewCount(tx, askedOf(number, staff, author.now), version);
    if (!done.ok) return refused(tx, number, staff, done.error);
    const answer = await answered(tx, number, staff);
    const change = { entity: 'stock-counts', entityId: number, before: { state: done.value.state } };
    return ok({ answer, change: { ...change, after: { state: answer.data.state } } });
  }),
  changeRoute(approveStockCount, db, async ({ tx, params: { number }, body: { version }, staff, author }) => {
    const done = await approveCount(tx, askedOf(number, staff, author.now), version);
    if (!done.ok) return refused(tx, number, staff, done.error);
    const answer = await answered(tx, number, staff);
    const before = { state: done.value.count.state };
    const after = { state: answer.data.state, booked: done.value.booked };
    return ok({ answer, change: { entity: 'stock-counts', entityId: number, before, after } });
  }),
  changeRoute(cancelStockCount, db, async ({ tx, params: { number }, body: { version, reason }, staff, author }) => {
    const done = await cancelCount(tx, askedOf(number, staff, author.now), version);
    if (!done.ok) return refused(tx, number, staff, done.error);
    const answer = await answered(tx, number, staff);
    const before = { state: done.value.state };
    const after = { state: answer.data.state };
    return ok({ answer, change: { entity: 'stock-counts', entityId: number, before, after, reason } });
  }),
];
