import { changeProfile, getCustomer } from '@ceiba/contract/customers';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { findCustomer, readProfile, updateProfile } from './customers.store.ts';

export const customersRoutes = ({ db }: { db: Database }): Route[] => [
  route(getCustomer, async (_, { customer: { id, sessionExpiresAt } }) => {
    const found = await findCustomer(db.write, id);
    // The account was closed after its session was checked.
    if (found === undefined) return refuse({ code: 'UNAUTHORIZED' });
    return ok({ ...found.customer, sessionExpiresAt: sessionExpiresAt.toISOString(), cartId: found.cartId });
  }),

  route(changeProfile, async ({ body }, { customer, now }) => {
    const values = readProfile(body, now);
    if (!values.ok) return values;
    const changed = await updateProfile(db.write, customer.id, values.value);
    if (changed === undefined) return refuse({ code: 'UNAUTHORIZED' });
    return ok(Object.fromEntries(Object.entries(changed).filter(([name]) => Object.hasOwn(body, name))));
  }),
];
