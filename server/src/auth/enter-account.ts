import type { CallAnswer } from '@ceiba/contract/client';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import type { RequestContext } from '../platform/route.ts';
import type { SessionCookie } from '../platform/session-cookie.ts';
import type { Account } from './accounts.store.ts';
import { keepDevice } from './device-cookie.ts';
import type { OpenedSession, Sessions } from './sessions.ts';

export interface EnteredAccount {
  account: Account;
  session: OpenedSession;
  /** The browser's device, when it had one of this account; else empty. */
  device: string;
}

/** What who signs in is answered; the storefront's session and device go as cookies beside it (DEC-04). */
export const enterAccount =
  (sessions: Pick<Sessions, 'secret'>, sessionCookie: SessionCookie) =>
  async (
    { setHeader }: Pick<RequestContext, 'setHeader'>,
    { account, session, device }: EnteredAccount,
  ): Promise<CallAnswer<'login'>['data']> => {
    setHeader('set-cookie', sessionCookie.keep(session.token, sessionLifeMs / 1_000));
    setHeader('set-cookie', keepDevice(account, await sessions.secret(), device));
    return {
      sessionToken: session.token,
      sessionExpiresAt: session.expiresAt.toISOString(),
      customer: account.customer,
    };
  };
