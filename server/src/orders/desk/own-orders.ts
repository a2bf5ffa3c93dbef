import { mayTouch } from '../../platform/http/places.ts';
import type { StaffCaller } from '../../platform/http/route.ts';

/**
 * Returns the person whose orders a staff member may see: an advisor sees only the orders assigned to them (desk.md §0.3). Null
 * if there is no such limit.
 */
export const ownOrdersOf = ({ role, id }: Pick<StaffCaller, 'role' | 'id'>): string | null =>
  role === 'advisor' ? id : null;

/**
 * Returns whether a staff member may see an order: one of their stores hands out the order, or did so before. An advisor sees only assigned
 * orders.
 */
export const maySeeOrder = (
  staff: Pick<StaffCaller, 'stores' | 'role' | 'id'>,
  order: { stores: readonly string[]; assigneeId: string | null },
): boolean => mayTouch(staff, 'some', order.stores) && (ownOrdersOf(staff) ?? order.assigneeId) === order.assigneeId;
