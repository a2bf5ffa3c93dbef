import type { Database } from '../platform/database.ts';
import type { FindSession } from '../platform/route.ts';
import { findCustomer, getSessionSecret } from './customers.store.ts';
import { customerIdOf } from './session-token.ts';

/** Who calls, by the session token of the call (DEC-03). The secret is asked for once in a process. */
export const createFindSession = (db: Database): FindSession => {
  let secret: string | undefined;
  return async (token, now) => {
    secret ??= await getSessionSecret(db.write);
    const id = customerIdOf(token, secret, now);
    return id === undefined ? undefined : findCustomer(db.write, id);
  };
};
