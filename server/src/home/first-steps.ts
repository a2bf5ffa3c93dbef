import { type FirstStep, firstSteps } from '@ceiba/contract/desk/home';
import { hasNeeded, type NeededPermission } from '@ceiba/domain/staff/permissions';
import type { Tx } from '../platform/db/database.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { selectFirstSteps } from './home.store.ts';

/** The permission needed for each step. */
const permissions: Readonly<Record<FirstStep, NeededPermission>> = {
  stores: 'settings.edit',
  policy: 'settings.edit',
  issuer: 'settings.edit',
  categories: 'catalog.edit',
  brands: 'catalog.edit',
  products: 'catalog.edit',
  staff: 'staff.edit',
};

/**
 * Returns this person's steps. A step is done if the database has the data that the step creates. No state is stored
 * (OFF-29).
 */
export async function readFirstSteps(tx: Tx, staff: StaffCaller) {
  const [found] = await selectFirstSteps(tx, []);
  const own = firstSteps.filter((name) => hasNeeded(permissions[name], (each) => staff.permissions.has(each)));
  return {
    hasProducts: found?.products ?? false,
    steps: own.map((name) => ({ name, isDone: found?.[name] ?? false })),
  };
}
