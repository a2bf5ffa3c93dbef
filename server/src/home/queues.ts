import { countedRows, type ListQuery } from '@ceiba/contract/desk/list';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { countOrders } from '../orders/desk/order-rows.store.ts';
import type { Tx } from '../platform/db/database.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { countEach, countRows } from '../platform/lists/list-source.ts';
import { refundSource } from '../refunds/refunds.desk.store.ts';
import { returnSource } from '../returns/desk-returns.routes.ts';
import { shipmentSource } from '../shipments/shipments.routes.ts';

/** A list of the desk: its page, who may read it, and how many rows each of these queries has in it. */
interface List {
  page: string;
  permission: Permission;
  count: (tx: Tx, queries: readonly ListQuery[], staff: StaffCaller) => Promise<number[]>;
}

const orders: List = { page: '/admin/ordenes', permission: 'orders.read', count: countOrders };
const shipments: List = {
  page: '/admin/preparacion',
  permission: 'shipments.read',
  count: (tx, queries, staff) => Promise.all(queries.map((query) => countRows(tx, shipmentSource, query, staff))),
};
const refunds: List = {
  page: '/admin/ordenes/reembolsos',
  permission: 'orders.refund',
  count: (tx, queries, staff) => countEach(tx, refundSource, queries, staff),
};

const returns: List = {
  page: '/admin/devoluciones',
  permission: 'returns.receive',
  count: (tx, queries, staff) => Promise.all(queries.map((query) => countRows(tx, returnSource, query, staff))),
};

/** Work that waits, as a query of a list: its number is that list's total (OFF-12). */
interface Queue {
  name: string;
  list: List;
  /** Whose work it is. */
  permission: Permission;
  /** What the list is asked for, on its page and here. */
  query: ListQuery;
}

const queues: readonly Queue[] = [
  { name: 'toPrepare', list: shipments, permission: 'shipments.pick', query: { state: ['ready'], held: false } },
  { name: 'late', list: orders, permission: 'orders.read', query: { late: true } },
  { name: 'held', list: orders, permission: 'orders.review', query: { held: true } },
  { name: 'cashToConfirm', list: orders, permission: 'orders.edit', query: { unconfirmed: true } },
  { name: 'returns', list: returns, permission: 'returns.receive', query: { open: true } },
  { name: 'refundsToApprove', list: refunds, permission: 'refunds.approve', query: { state: ['awaiting_approval'] } },
  // What goes to its origin leaves by itself; people give out or transfer the rest.
  {
    name: 'refundsToPay',
    list: refunds,
    permission: 'orders.refund',
    query: { state: ['due'], to: ['till', 'transfer'] },
  },
];

/** Where a queue is worked on. */
const hrefOf = ({ list, query }: Queue): string =>
  `${list.page}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

/** What waits for this person, with how many there are of it; one statement for the list of orders, one for each other queue. */
export async function listQueues(tx: Tx, staff: StaffCaller) {
  // Whoever may not read a list has no queue of it.
  const own = queues.filter(
    ({ list, permission }) => staff.permissions.has(permission) && staff.permissions.has(list.permission),
  );
  const counts = new Map<Queue, number>();
  await Promise.all(
    [...new Set(own.map(({ list }) => list))].map(async (list) => {
      const asked = own.filter((queue) => queue.list === list);
      const found = await list.count(
        tx,
        asked.map(({ query }) => query),
        staff,
      );
      asked.forEach((queue, at) => {
        counts.set(queue, found[at] ?? 0);
      });
    }),
  );
  return own.map((queue) => {
    const count = counts.get(queue) ?? 0;
    return { name: queue.name, count: Math.min(count, countedRows), capped: count > countedRows, href: hrefOf(queue) };
  });
}
