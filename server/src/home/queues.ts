import type { ListQuery } from '@ceiba/contract/desk/list';
import type { Permission } from '@ceiba/domain/staff/permissions';

/** Work that waits, as a query of a list: its number is that list's total (OFF-12). */
interface Queue {
  name: string;
  /** Whose work it is. */
  permission: Permission;
  /** The page of the list, and what it is asked for there and here. */
  page: string;
  query: ListQuery;
}

const ofOrders = (name: string, permission: Permission, query: ListQuery): Queue => ({
  name,
  permission,
  page: '/admin/ordenes',
  query,
});

/** Queues of the list of orders. */
export const orderQueues: readonly Queue[] = [
  ofOrders('toPrepare', 'shipments.pick', { shipment: ['ready'] }),
  ofOrders('late', 'orders.read', { late: true }),
  ofOrders('held', 'orders.review', { held: true }),
  ofOrders('cashToConfirm', 'orders.edit', { unconfirmed: true }),
];

/** Where a queue is worked on. */
export const hrefOf = ({ page, query }: Queue): string =>
  `${page}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;
