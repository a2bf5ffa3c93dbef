import { exportRefunds, getRefund, listRefunds } from '@ceiba/contract/desk/refunds';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import { quetzalesOf, seenRefund } from './desk-refund-view.ts';
import { refundSource } from './refunds.desk.store.ts';

/** Calls that read refunds at the desk (WORK-17). The calls that request, approve and reject refunds are in `refund-changes.routes.ts`. */
export const deskRefundRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source: refundSource,
    page: listRefunds,
    csv: exportRefunds,
    more: { id: 'r.id' },
    toRow: ({ amount, money, points, giftCards, ...row }) => ({
      ...row,
      amount: quetzalesOf(Number(amount)),
      money: quetzalesOf(Number(money)),
      points: quetzalesOf(Number(points)),
      giftCards: quetzalesOf(Number(giftCards)),
    }),
  }),
  route(getRefund, async ({ params: { id } }, { staff }) => {
    const data = await seenRefund(db.write, id, staff);
    return data === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data });
  }),
];
