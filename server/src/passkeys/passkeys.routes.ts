import * as calls from '@ceiba/contract/passkeys';
import { passkeyChallengeMs } from '@ceiba/domain/passkeys/passkey';
import { ok, refuse } from '@ceiba/domain/result';
import { deviceCookie } from '../auth/device-cookie.ts';
import { enterAccount } from '../auth/enter-account.ts';
import type { LogInDeps } from '../auth/log-in.ts';
import { mailboxCookie } from '../auth/mailbox-cookie.ts';
import type { Config } from '../platform/config.ts';
import { type Route, route } from '../platform/route.ts';
import { sessionCookieOf } from '../platform/session-cookie.ts';
import { addPasskey, startPasskey } from './add-passkey.ts';
import { logInByPasskey } from './log-in-by-passkey.ts';
import { issueChallenge, passkeySiteOf } from './passkey-signatures.ts';
import { deletePasskey, type KeptPasskey, listPasskeysOf } from './passkeys.store.ts';

export interface PasskeysRoutesDeps extends LogInDeps {
  publicUrl: string;
  config: Pick<Config, 'publicUrl' | 'allowedOrigins'>;
}

const toPasskey = ({ id, name, createdAt, lastUsedAt }: KeptPasskey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export const passkeysRoutes = ({ publicUrl, config, ...logInDeps }: PasskeysRoutesDeps): Route[] => {
  const deps = { ...logInDeps, site: passkeySiteOf(config) };
  const { db } = deps;
  const sessionCookie = sessionCookieOf(publicUrl);
  const enter = enterAccount(deps.sessions, sessionCookie);
  return [
    route(calls.listPasskeys, async (_, { customer }) =>
      ok((await listPasskeysOf(db.write, customer.id)).map(toPasskey)),
    ),

    route(calls.startPasskey, async ({ body }, { customer, client, now }) =>
      startPasskey(deps, { customerId: customer.id, ...body, client, now }),
    ),

    route(calls.addPasskey, async ({ body }, { customer, now, policy }) => {
      const added = await addPasskey(deps, body, { customer, now, shop: { publicUrl, policy } });
      return added.ok ? ok(toPasskey(added.value)) : added;
    }),

    route(calls.removePasskey, async ({ params }, { customer }) =>
      (await deletePasskey(db.write, params.id, customer.id)) ? ok(null) : refuse({ code: 'PASSKEY_NOT_FOUND' }),
    ),

    route(calls.startPasskeyLogin, async (_, { now }) =>
      ok({
        challenge: await issueChallenge(db.write, null, now),
        rpId: deps.site.rpId,
        timeout: passkeyChallengeMs,
        userVerification: 'required' as const,
      }),
    ),

    route(calls.loginByPasskey, async ({ body }, context) => {
      const { cookie, cookies, now } = context;
      const former = cookies(sessionCookie.name);
      const browser = { device: cookie(deviceCookie), mailbox: cookie(mailboxCookie), former };
      const entered = await logInByPasskey(deps, body, { ...browser, now });
      return entered.ok ? ok({ status: 200, data: await enter(context, entered.value) }) : entered;
    }),
  ];
};
