import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { RequestContext } from '../platform/route.ts';
import { useLink } from './account-links.store.ts';
import { hashOfToken } from './account-links.ts';
import { confirmEmailOf } from './accounts.store.ts';
import { deviceCookie, deviceOf } from './device-cookie.ts';
import type { LogInDeps } from './log-in.ts';
import { keepMailbox } from './mailbox-cookie.ts';

/**
 * Uses the link of a confirmation mail up (API-13). The address is confirmed at once where the call shows that the account
 * is its owner's too: by a session of it, or a browser that has signed in to it. Elsewhere the next login in this browser
 * confirms it: who registered somebody else's address must not get their orders because they pressed a link (DEC-139).
 */
export async function confirmEmail(
  { db, sessions }: Pick<LogInDeps, 'db' | 'sessions'>,
  { customerId, token }: { customerId: string; token: string },
  { now, cookie, bearer, setHeader }: Pick<RequestContext, 'now' | 'cookie' | 'bearer' | 'setHeader'>,
): Promise<Result<null, { code: 'LINK_NOT_FOUND' }>> {
  const secret = await sessions.secret();
  const session = bearer === undefined ? undefined : await sessions.find(bearer, now, null);
  const isOwn = session?.customer.id === customerId || deviceOf(cookie(deviceCookie), customerId, secret) !== '';
  return db.transaction(async (tx) => {
    const id = await useLink(tx, { tokenHash: hashOfToken(token), customerId, purpose: 'confirm' }, now);
    if (id === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    if (isOwn) await confirmEmailOf(tx, id, now);
    else setHeader('set-cookie', keepMailbox(id, secret));
    return ok(null);
  });
}
