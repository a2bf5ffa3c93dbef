import type { Parsed } from '@ceiba/contract/endpoint';
import type { loginByPasskey } from '@ceiba/contract/passkeys';
import * as calls from '@ceiba/contract/passkeys';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { confirmEmailOf, findAccount, linkGuestOrders } from '../auth/accounts.store.ts';
import { deviceCookie, deviceOf, isMailboxOf, mailboxCookie } from '../auth/browser-cookies.ts';
import { type EnteredAccount, enterAccount, type LogInDeps } from '../auth/log-in.ts';
import { sessionCookieOf } from '../platform/http/caller.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import { addPasskey, issueChallenge, type PasskeysDeps, startPasskey } from './add-passkey.ts';
import { passkeySiteOf, requestOptions, userHandleOf, verifyUsedPasskey } from './passkey-signatures.ts';
import {
  consumeChallenge,
  deletePasskey,
  findPasskeyKey,
  listPasskeysOf,
  markPasskeyUsed,
  type StoredPasskey,
} from './passkeys.store.ts';

interface PasskeysRoutesDeps extends LogInDeps {
  publicUrl: string;
  config: Pick<Config, 'publicUrl' | 'allowedOrigins'>;
}

const toPasskey = ({ id, name, createdAt, lastUsedAt }: StoredPasskey) => ({
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

    route(calls.startPasskey, async ({ body }, { customer, client, now, policy }) =>
      startPasskey(deps, { customerId: customer.id, ...body, client, now }, policy.shopName),
    ),

    route(calls.addPasskey, async ({ body }, { customer, now, policy }) => {
      const added = await addPasskey(deps, body, { customer, now, shop: { publicUrl, policy } });
      return added.ok ? ok(toPasskey(added.value)) : added;
    }),

    route(calls.removePasskey, async ({ params }, { customer }) =>
      (await deletePasskey(db.write, params.id, customer.id)) ? ok(null) : refuse({ code: 'PASSKEY_NOT_FOUND' }),
    ),

    route(calls.startPasskeyLogin, async (_, { now }) =>
      ok(requestOptions(deps.site, await issueChallenge(db.write, null, now))),
    ),

    route(calls.loginByPasskey, async ({ body }, context) => {
      const { cookie, cookies, now } = context;
      const replacedTokens = cookies(sessionCookie.name);
      const browser = { device: cookie(deviceCookie), mailboxProof: cookie(mailboxCookie), replacedTokens };
      const entered = await logInByPasskey(deps, body, { ...browser, now });
      return entered.ok ? ok({ status: 200, data: await enter(context, entered.value) }) : entered;
    }),
  ];
};

interface Browser {
  /** The cookie of a device that has signed in to the account before. */
  device: string | undefined;
  /** The cookie of a confirmation link that this browser has opened. */
  mailboxProof: string | undefined;
  /** Tokens of the browser's earlier sessions, which the new session replaces. */
  replacedTokens: readonly string[];
}

/**
 * Signs in with a device's signature. Wrong passwords lock the e-mail, but not the passkeys, because a passkey cannot be guessed. Every
 * failure gets the same answer. A challenge can be used once, whatever the outcome.
 */
async function logInByPasskey(
  { db, site, sessions }: Pick<PasskeysDeps, 'db' | 'site' | 'sessions'>,
  signed: Parsed<typeof loginByPasskey>['body'],
  { device, mailboxProof, replacedTokens, now }: Browser & { now: Date },
): Promise<Result<EnteredAccount, { code: 'PASSKEY_INVALID' }>> {
  const secret = await sessions.secret();
  return db.transaction(async (tx) => {
    const passkey = await findPasskeyKey(tx, Buffer.from(signed.id, 'base64url'));
    const use = (hash: Buffer) => consumeChallenge(tx, { hash, customerId: null }, now);
    const used = await verifyUsedPasskey(site, signed, { passkey, use });
    if (used === undefined || passkey === undefined || !namesOwner(passkey.customerId, signed.userHandle))
      return refuse({ code: 'PASSKEY_INVALID' });
    if (!(await markPasskeyUsed(tx, passkey.id, used.newCounter, now))) return refuse({ code: 'PASSKEY_INVALID' });
    const { customerId } = passkey;
    if (isMailboxOf(mailboxProof, customerId, secret)) await confirmEmailOf(tx, customerId, now);
    else await linkGuestOrders(tx, customerId);
    const account = await findAccount(tx, customerId);
    if (account === undefined) return refuse({ code: 'PASSKEY_INVALID' });
    const session = await sessions.open(tx, customerId, now, replacedTokens);
    return ok({ account, session, device: deviceOf(device, account, secret) });
  });
}

/** Returns true if the device returns this account's user handle, or no user handle. */
const namesOwner = (customerId: string, userHandle: string | undefined): boolean =>
  userHandle === undefined || userHandle === userHandleOf(customerId);
