import { mayTouch } from '../../platform/http/places.ts';
import type { StaffCaller } from '../../platform/http/route.ts';

/** Whose orders alone somebody sees: an advisor those that they take care of (desk.md §0.3); null: not narrowed so. */
export const ownOrdersOf = ({ role, id }: Pick<StaffCaller, 'role' | 'id'>): string | null =>
  role === 'advisor' ? id : null;

/** Whether somebody may see an order: one that their stores hand out, or that was taken from them, and of an advisor their own. */
export const maySeeOrder = (
  staff: Pick<StaffCaller, 'stores' | 'role' | 'id'>,
  order: { stores: readonly string[]; assignee_id: string | null },
): boolean => mayTouch(staff, 'some', order.stores) && (ownOrdersOf(staff) ?? order.assignee_id) === order.assignee_id;
