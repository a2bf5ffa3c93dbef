import { exportOrderRows, listOrderRows, orderList } from '@ceiba/contract/desk/orders';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { seesAmounts } from '@ceiba/domain/staff/permissions';
import type { Database } from '../../platform/db/database.ts';
import type { Route } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/list-routes.ts';
import { orderPage, orderRows } from './order-rows.store.ts';

/** What the desk asks and changes of orders (desk.md, WORK). */
export const deskOrderRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source: {
      list: orderList,
      read: {
        page: (query, staff) => orderPage(db.read, query, staff),
        rows: (query, staff) => orderRows(db.read, query, staff),
      },
    },
    page: listOrderRows,
    csv: exportOrderRows,
    toRow: ({ assignee, assigneeId, placedAt, total, cashToCollect, ...row }, { permissions }) => ({
      ...row,
      placedAt: placedAt instanceof Date ? placedAt.toISOString() : placedAt,
      assignee: assigneeId === null ? null : { id: assigneeId, name: assignee },
      total: seesAmounts([...permissions]) ? toQuetzales(centavos(Number(total))) : null,
      cashToCollect: toQuetzales(centavos(Number(cashToCollect))),
    }),
  }),
];
