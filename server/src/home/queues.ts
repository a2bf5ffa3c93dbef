import { countedRows, type ListDeclaration, type ListQuery } from '@ceiba/contract/desk/list';
import { lowStockList } from '@ceiba/contract/desk/lists/low-stock';
import { refundList } from '@ceiba/contract/desk/lists/refunds';
import { hasNeeded, type NeededPermission, type Permission } from '@ceiba/domain/staff/permissions';
import { doorCashSource } from '../door-cash/door-cash.routes.ts';
import { countOrders } from '../orders/desk/order-rows.store.ts';
import type { Tx } from '../platform/db/database.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { countQueries, type ListSource } from '../platform/lists/list-source.ts';
import { refundSource } from '../refunds/refunds.desk.store.ts';
import { returnSource } from '../returns/desk-returns.routes.ts';
import { missingLineSource, shipmentSource } from '../shipments/shipments.routes.ts';
import { lowStockSource } from '../stock/low-stock.routes.ts';
import { differenceSource } from '../tills/count-till.routes.ts';
import { cashRefundSource } from '../tills/tills.routes.ts';

/** A list of the desk: its page, the permission to read it, and the source of its rows. Orders are counted by their own index (record 0071). */
interface List {
  page: string;
  permission: NeededPermission;
  source: ListSource<ListDeclaration> | 'orders';
}

const orders: List = { page: '/admin/ordenes', permission: 'orders.read', source: 'orders' };
const shipments: List = { page: '/admin/preparacion', permission: 'shipments.read', source: shipmentSource };
const refunds: List = { page: '/admin/ordenes/reembolsos', permission: refundList.permission, source: refundSource };
const returns: List = { page: '/admin/devoluciones', permission: 'returns.receive', source: returnSource };
const differences: List = { page: '/admin/caja/diferencias', permission: 'tills.read', source: differenceSource };
const missingLines: List = {
  page: '/admin/ordenes/sin-existencias',
  permission: 'orders.edit',
  source: missingLineSource,
};
const lowStock: List = { page: '/admin/inventario', permission: lowStockList.permission, source: lowStockSource };
const cashRefunds: List = { page: '/admin/caja/reembolsos', permission: 'orders.read', source: cashRefundSource };
const doorCash: List = { page: '/admin/caja/mensajeros', permission: 'cash.read', source: doorCashSource };

/** Waiting work, as a query of a list. Its number is the total of that list (OFF-12). */
interface Queue {
  name: string;
  list: List;
  /** The permission needed for this work. */
  permission: Permission;
  /** The list's query, used on its page and here. */
  query: ListQuery;
  /** People with this permission have this work in another queue. */
  notFor?: Permission;
}

const queues: readonly Queue[] = [
  {
    name: 'toPrepare',
    list: shipments,
    permission: 'shipments.pick',
    query: { state: ['ready'], held: false, awaiting: false },
  },
  {
    name: 'toCollect',
    list: orders,
    permission: 'tills.use',
    query: { status: ['pending_payment'], payment: ['StorePayment'] },
  },
  { name: 'pickupsWaiting', list: orders, permission: 'shipments.deliver', query: { shipment: ['at_store'] } },
  { name: 'cashRefunds', list: cashRefunds, permission: 'tills.use', query: {}, notFor: 'orders.refund' },
  { name: 'late', list: orders, permission: 'orders.read', query: { late: true } },
  { name: 'held', list: orders, permission: 'orders.review', query: { held: true } },
  { name: 'missingLines', list: missingLines, permission: 'orders.edit', query: {} },
  { name: 'cashToConfirm', list: orders, permission: 'orders.edit', query: { unconfirmed: true } },
  { name: 'stockBreaks', list: lowStock, permission: 'stock.read', query: { supply: ['out'] } },
  { name: 'returns', list: returns, permission: 'returns.receive', query: { open: true } },
  { name: 'refundsToApprove', list: refunds, permission: 'refunds.approve', query: { state: ['awaiting_approval'] } },
  // Refunds to the original payment method are sent automatically. People pay out or transfer the other refunds.
  {
    name: 'refundsToPay',
    list: refunds,
    permission: 'orders.refund',
    query: { state: ['due'], to: ['till', 'transfer'] },
  },
  { name: 'tillDifferences', list: differences, permission: 'tills.read', query: { state: ['open'] } },
  { name: 'doorCash', list: doorCash, permission: 'cash.read', query: { state: ['open'] } },
];

/** The page where a queue's work is done. */
const hrefOf = ({ list, query }: Queue): string => {
  const asked = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return asked.length === 0 ? list.page : `${list.page}?${new URLSearchParams(asked)}`;
};

/** Returns this person's queues with their counts. One statement counts the list of orders, another counts all other lists. */
export async function listQueues(tx: Tx, staff: StaffCaller) {
  // A queue is hidden from a person who may not read its list.
  const own = queues.filter(
    ({ list, permission, notFor }) =>
      staff.permissions.has(permission) &&
      (notFor === undefined || !staff.permissions.has(notFor)) &&
      hasNeeded(list.permission, (each) => staff.permissions.has(each)),
  );
  const ofOrders = own.filter(({ list }) => list.source === 'orders');
  const others = own.flatMap((queue) => {
    const { source } = queue.list;
    return source === 'orders' ? [] : [{ queue, source, query: queue.query }];
  });
  const [inOrders, inOthers] = await Promise.all([
    ofOrders.length === 0
      ? []
      : countOrders(
          tx,
          ofOrders.map(({ query }) => query),
          staff,
        ),
    countQueries(tx, others, staff),
  ]);
  const counts = new Map<Queue, number>([
    ...ofOrders.map((queue, at) => [queue, inOrders[at] ?? 0] as const),
    ...others.map(({ queue }, at) => [queue, inOthers[at] ?? 0] as const),
  ]);
  return own.map((queue) => {
    const count = counts.get(queue) ?? 0;
    return { name: queue.name, count: Math.min(count, countedRows), capped: count > countedRows, href: hrefOf(queue) };
  });
}
