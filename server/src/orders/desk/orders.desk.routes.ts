import { orderList } from '@ceiba/contract/desk/lists/orders';
import {
  addOrderNote,
  cancelOrder,
  correctOrder,
  getOrderMail,
  holdOrder,
  listColleagues,
  releaseOrder,
  removeOrderNote,
  replaceOrderLine,
  resendOrderMail,
} from '@ceiba/contract/desk/order-changes';
import { exportOrderRows, getDeskOrder, listOrderRows } from '@ceiba/contract/desk/orders';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { ok, refuse } from '@ceiba/domain/result';
import { seesAmounts } from '@ceiba/domain/staff/permissions';
import type { Database, Tx } from '../../platform/db/database.ts';
import { type Route, route, type StaffCaller } from '../../platform/http/route.ts';
import { changeRoute } from '../../platform/http/staff-route.ts';
import { listRoutes } from '../../platform/lists/list-routes.ts';
import { cancelAtDesk } from './cancel-at-desk.ts';
import { correctOrder as correct } from './change-order.ts';
import { findDeskOrder, listColleagues as selectColleagues } from './desk-order.store.ts';
import { holdOrder as hold, releaseOrder as release } from './hold-order.ts';
import { orderPage, orderRows } from './order-rows.store.ts';
import { emailFor, toDeskOrder, toMail } from './order-view.ts';
import { maySeeOrder } from './own-orders.ts';
import { replaceLineAtDesk } from './replace-line.ts';
import { noteOrder, openMail, resendMail, takeBackNote } from './talk-about-order.ts';

interface DeskOrderDeps {
  db: Database;
  config: { publicUrl: string };
}

/** Returns an order as this person sees it. Undefined if the order does not exist, or belongs to none of the person's stores. */
async function seenOrder(tx: Tx, orderNumber: string, staff: StaffCaller) {
  const order = isOrderNumber(orderNumber) ? await findDeskOrder(tx, orderNumber) : undefined;
  return order && maySeeOrder(staff, { stores: order.stores, assigneeId: order.assignee_id })
    ? toDeskOrder(order, order, staff)
    : undefined;
}

async function answerOf<Status extends number>(status: Status, tx: Tx, orderNumber: string, staff: StaffCaller) {
  const data = await seenOrder(tx, orderNumber, staff);
  if (data === undefined) throw new Error(`order ${orderNumber} is not there any more`);
  return { status, data };
}

const listOfOrders = ({ db }: DeskOrderDeps): Route[] =>
  listRoutes({
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
    toRow: ({ assignee, assigneeId, total, cashToCollect, email, ...row }, { permissions }) => ({
      ...row,
      email: emailFor(String(email), seesAmounts([...permissions])),
      assignee: assigneeId === null ? null : { id: assigneeId, name: assignee },
      total: seesAmounts([...permissions]) ? toQuetzales(centavos(Number(total))) : null,
      cashToCollect: toQuetzales(centavos(Number(cashToCollect))),
    }),
  });

/** Returns the desk's calls about orders (desk.md, WORK). */
export const deskOrderRoutes = (deps: DeskOrderDeps): Route[] => {
  const { db, config } = deps;
  return [
    ...listOfOrders(deps),
    route(getDeskOrder, async ({ params: { number } }, { staff }) => {
      const data = await seenOrder(db.write, number, staff);
      return data === undefined ? refuse({ code: 'ORDER_NOT_FOUND' }) : ok({ status: 200, data });
    }),
    changeRoute(correctOrder, db, async ({ tx, params: { number }, body, staff, author, context }) => {
      const shop = { publicUrl: config.publicUrl, policy: context.policy };
      const done = await correct(tx, { orderNumber: number, asked: body }, { author, staff }, shop);
      return done.ok ? ok({ change: done.value, answer: () => answerOf(200, tx, number, staff) }) : done;
    }),
    changeRoute(cancelOrder, db, async ({ tx, params: { number }, body, staff, author }) => {
      const done = await cancelAtDesk(tx, { orderNumber: number, asked: body }, { author, staff });
      return done.ok ? ok({ change: done.value, answer: () => answerOf(200, tx, number, staff) }) : done;
    }),
    changeRoute(replaceOrderLine, db, async ({ tx, params: { number }, body, staff, author, context }) => {
      const shop = { publicUrl: config.publicUrl, policy: context.policy };
      const done = await replaceLineAtDesk(tx, { orderNumber: number, asked: body }, { author, staff }, shop);
      return done.ok ? ok({ change: done.value, answer: () => answerOf(200, tx, number, staff) }) : done;
    }),
    changeRoute(holdOrder, db, async ({ tx, params: { number }, body, staff, author }) => {
      const done = await hold(tx, { orderNumber: number, asked: body }, { author, staff });
      return done.ok ? ok({ change: done.value, answer: () => answerOf(200, tx, number, staff) }) : done;
    }),
    changeRoute(releaseOrder, db, async ({ tx, params: { number }, body, staff, author }) => {
      const done = await release(tx, { orderNumber: number, asked: body }, { author, staff });
      return done.ok ? ok({ change: done.value, answer: () => answerOf(200, tx, number, staff) }) : done;
    }),
    changeRoute(addOrderNote, db, async ({ tx, params: { number }, body, staff, author, context }) => {
      const shop = { publicUrl: config.publicUrl, policy: context.policy };
      const done = await noteOrder(tx, { orderNumber: number, ...body }, { author, staff }, shop);
      return done.ok ? ok({ change: done.value, answer: () => answerOf(201, tx, number, staff) }) : done;
    }),
    route(listColleagues, async () => {
      const colleagues = await selectColleagues(db.read, null);
      return ok({ status: 200, data: colleagues.map(({ id, name }) => ({ id, name })) });
    }),
    changeRoute(removeOrderNote, db, async ({ tx, params: { number, id }, staff, author }) => {
      const done = await takeBackNote(tx, { orderNumber: number, id }, { author, staff });
      return done.ok ? ok({ change: done.value, answer: () => answerOf(200, tx, number, staff) }) : done;
    }),
    route(getOrderMail, async ({ params: { number, id } }, { staff }) => {
      const opened = isOrderNumber(number) ? await openMail(db.write, { orderNumber: number, id }, staff) : undefined;
      if (opened === undefined) return refuse({ code: 'NOT_FOUND' });
      const { listed, isOwn, ...content } = opened;
      const seesAll = seesAmounts([...staff.permissions]);
      return ok({ status: 200, data: { ...toMail(listed, isOwn, seesAll), ...content } });
    }),
    changeRoute(resendOrderMail, db, async ({ tx, params: { number }, body: { kind, to }, staff, author }) => {
      const done = await resendMail(tx, { orderNumber: number, kind, to }, { author, staff });
      return done.ok ? ok({ change: done.value, answer: () => answerOf(201, tx, number, staff) }) : done;
    }),
  ];
};
