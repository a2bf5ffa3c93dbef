import { getDeskHome, listNames as listNamesCall, searchDesk as searchDeskCall } from '@ceiba/contract/desk/home';
import { nameReaders } from '@ceiba/contract/desk/list';
import { dayMs, guatemalaDate, guatemalaMoment } from '@ceiba/domain/dates/civil-date';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { hasNeeded, namedPermission, seesAmounts } from '@ceiba/domain/staff/permissions';
import { ownOrdersOf } from '../orders/desk/own-orders.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { storesSeenBy } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { listNames } from '../platform/lists/list-names.ts';
import { readFirstSteps } from './first-steps.ts';
import { listSold, type SoldInHours } from './home.store.ts';
import { listQueues } from './queues.ts';
import { searchDesk } from './search-desk.ts';

const nothingSeen = { orders: null, netSales: null, averageTicket: null };

const toSold = (sold: SoldInHours | undefined, showsAmounts: boolean) => {
  if (sold === undefined) return nothingSeen;
  const { orders, sales, net } = sold;
  if (!showsAmounts) return { ...nothingSeen, orders };
  const average = sales === 0 ? null : toQuetzales(centavos(Math.round(net / sales)));
  return { orders, netSales: toQuetzales(net), averageTicket: average };
};

/** Returns today's sales so far, and the sales of the same hours a week ago. */
async function soldToday(tx: Tx, staff: StaffCaller, now: Date) {
  const { permissions } = staff;
  const stores = storesSeenBy(staff);
  // An advisor may see only their own orders, so the shop's sales are hidden.
  if (!permissions.has('orders.read') || ownOrdersOf(staff) !== null)
    return { today: nothingSeen, lastWeek: nothingSeen };
  const from = guatemalaMoment(guatemalaDate(now), 0);
  const weekAgo = (moment: Date): Date => new Date(moment.getTime() - 7 * dayMs);
  const hours = [
    { from, until: now },
    { from: weekAgo(from), until: weekAgo(now) },
  ];
  const [today, lastWeek] = await listSold(tx, hours, stores);
  // A store's sales would reveal the expected amount of its till before the count (CASH-05).
  const isBlind = permissions.has('tills.use') && !permissions.has('tills.read');
  const showsAmounts = seesAmounts([...permissions]) && !isBlind;
  return { today: toSold(today, showsAmounts), lastWeek: toSold(lastWeek, showsAmounts) };
}

export const homeRoutes = ({ db }: { db: Database }): Route[] => [
  route(getDeskHome, async (_, { staff, now }) => {
    const [sold, queues, firstSteps] = await Promise.all([
      soldToday(db.read, staff, now),
      listQueues(db.read, staff),
      readFirstSteps(db.read, staff),
    ]);
    return ok({ status: 200, data: { ...sold, queues, firstSteps } });
  }),
  route(searchDeskCall, async ({ query: { q } }, { staff, now }) =>
    ok({ status: 200, data: await searchDesk(db.read, q, staff, now) }),
  ),
  route(listNamesCall, async ({ query: { kind } }, { staff }) => {
    const stores = storesSeenBy(staff);
    const needed = nameReaders[kind];
    if (!hasNeeded(needed, (each) => staff.permissions.has(each)))
      return refuse({ code: 'FORBIDDEN', metadata: { permission: namedPermission(needed) } });
    const names = await listNames(db.read, kind, stores);
    return ok({
      status: 200,
      data: names.map(({ code, name, within }) => ({ code, name, ...(within && { within }) })),
    });
  }),
];
