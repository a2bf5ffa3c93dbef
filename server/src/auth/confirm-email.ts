import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { RequestContext } from '../platform/route.ts';
import { hasLink, useLink } from './account-links.store.ts';
import { hashOfToken } from './account-links.ts';
import { confirmEmailOf, findAccount, takeAccountTurn } from './accounts.store.ts';
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
  return db.transaction(async (tx) => {
    const link = { tokenHash: hashOfToken(token), customerId, purpose: 'confirm' } as const;
    // Only who has a link takes the account's turn.
    if (!(await hasLink(tx, link, now))) return refuse({ code: 'LINK_NOT_FOUND' });
    await takeAccountTurn(tx, customerId);
    const id = await useLink(tx, link, now);
    if (id === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    const isDevice = async () => deviceOf(cookie(deviceCookie), await findAccount(tx, id), secret) !== '';
    if (session?.customer.id === id || (await isDevice())) await confirmEmailOf(tx, id, now);
    else setHeader('set-cookie', keepMailbox(id, secret));
    return ok(null);
  });
}
