import * as calls from '@ceiba/contract/accounts';
import { ok } from '@ceiba/domain/result';
import type { LogInDeps } from '../auth/log-in.ts';
import { sessionCookieOf } from '../platform/http/caller.ts';
import { type Route, route } from '../platform/http/route.ts';
import { closeAccount } from './closed-accounts.store.ts';
import { readPersonalData } from './personal-data.store.ts';

export interface AccountsRoutesDeps extends Pick<LogInDeps, 'db' | 'passwords'> {
  publicUrl: string;
}

export const accountsRoutes = (deps: AccountsRoutesDeps): Route[] => [
  route(calls.exportAccount, async (_, { customer, now }) =>
    ok({ exportedAt: now.toISOString(), data: await readPersonalData(deps.db.write, customer.id) }),
  ),

  route(calls.closeAccount, async ({ body }, { customer, client, now, policy, setHeader }) => {
    const proof = { customerId: customer.id, currentPassword: body.currentPassword, client, now };
    const closed = await closeAccount(deps, proof, { publicUrl: deps.publicUrl, policy });
    if (!closed.ok) return closed;
    setHeader('set-cookie', sessionCookieOf(deps.publicUrl).forget);
    return ok({ status: 200, data: { result: true as const } });
  }),
];
