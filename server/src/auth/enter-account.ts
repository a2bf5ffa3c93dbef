import type { CallAnswer } from '@ceiba/contract/client';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import { sessionCookie } from '../platform/caller.ts';
import { setCookie } from '../platform/cookies.ts';
import type { RequestContext } from '../platform/route.ts';
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
  (sessions: Pick<Sessions, 'secret'>) =>
  async (
    { setHeader }: Pick<RequestContext, 'setHeader'>,
    { account, session, device }: EnteredAccount,
  ): Promise<CallAnswer<'login'>['data']> => {
    const value = { name: sessionCookie, value: session.token, maxAge: sessionLifeMs / 1_000, path: '/' } as const;
    setHeader('set-cookie', setCookie(value));
    setHeader('set-cookie', keepDevice(account, await sessions.secret(), device));
    return {
      sessionToken: session.token,
      sessionExpiresAt: session.expiresAt.toISOString(),
      customer: account.customer,
    };
  };
