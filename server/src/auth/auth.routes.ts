import { randomUUID } from 'node:crypto';
import * as calls from '@ceiba/contract/auth';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import { checkEmail } from '@ceiba/domain/customers/email';
import { ok } from '@ceiba/domain/result';
import { enqueue } from '../jobs/job-queue.ts';
import { forgetSession, sessionCookie } from '../platform/api.ts';
import { setCookie } from '../platform/cookies.ts';
import { type RequestContext, type Route, route } from '../platform/route.ts';
import { type Account, findAccountByEmail } from './accounts.store.ts';
import { confirmEmail } from './confirm-email.ts';
import { deviceCookie, keepDevice } from './device-cookie.ts';
import { type LogInDeps, logIn } from './log-in.ts';
import { mailboxCookie } from './mailbox-cookie.ts';
import { registerAccount } from './register-account.ts';
import { resetPassword } from './reset-password.ts';
import { deleteSession } from './sessions.store.ts';
import type { OpenedSession } from './sessions.ts';

export interface AuthRoutesDeps extends LogInDeps {
  publicUrl: string;
}

const done = { status: 200, data: { result: true as const } };

export const authRoutes = (deps: AuthRoutesDeps): Route[] => {
  const { db, sessions, publicUrl } = deps;
  /** The storefront's session and device go as cookies, beside the answer (DEC-04). */
  const keepSession = async (
    { setHeader }: RequestContext,
    { account, session, device }: { account: Account; session: OpenedSession; device: string },
  ) => {
    const value = { name: sessionCookie, value: session.token, maxAge: sessionLifeMs / 1_000, path: '/' } as const;
    setHeader('set-cookie', setCookie(value));
    setHeader('set-cookie', keepDevice(account.id, await sessions.secret(), device));
    return {
      sessionToken: session.token,
      sessionExpiresAt: session.expiresAt.toISOString(),
      customer: account.customer,
    };
  };

  return [
    route(calls.login, async ({ body }, context) => {
      const { client, now, cookie } = context;
      const email = checkEmail(body.email);
      // An address that cannot exist is somebody's slip, and no account's.
      const address = email.ok ? email.value : body.email.toLowerCase();
      const browser = { device: cookie(deviceCookie), mailbox: cookie(mailboxCookie), former: cookie(sessionCookie) };
      const signedIn = await logIn(deps, { email: address, password: body.password, client, now, ...browser });
      return signedIn.ok ? ok({ status: 200, data: await keepSession(context, signedIn.value) }) : signedIn;
    }),

    route(calls.register, async ({ body }, context) => {
      const { client, now, policy, cookie } = context;
      const former = cookie(sessionCookie);
      const opened = await registerAccount(deps, { body, client, former, now, shop: { publicUrl, policy } });
      if (!opened.ok) return opened;
      const data = await keepSession(context, { ...opened.value, device: '' });
      return ok({ status: 201, data: { ...data, lealCreated: false } });
    }),

    // The same statements with and without an account: the answer tells of none, nor does its time (DEC-152).
    route(calls.requestPassword, async ({ body }) => {
      const email = checkEmail(body.email);
      const account = email.ok ? await findAccountByEmail(db.write, email.value) : undefined;
      const payload = { customerId: account?.id ?? randomUUID(), requestId: randomUUID() };
      await enqueue(db.write, { task: 'mail-password-reset', payload });
      return ok(done);
    }),

    route(calls.resetPassword, async ({ body }, { client, now, policy, setHeader }) => {
      const reset = await resetPassword(deps, { ...body, client, now, shop: { publicUrl, policy } });
      if (!reset.ok) return reset;
      // A stranger who goes on guessing locks the e-mail again at once, not this browser (DEC-170).
      setHeader('set-cookie', keepDevice(reset.value, await sessions.secret(), ''));
      return ok(done);
    }),

    route(calls.confirmEmail, async ({ body }, context) => {
      const confirmed = await confirmEmail(deps, body, context);
      return confirmed.ok ? ok(done) : confirmed;
    }),

    route(calls.logout, async (_, { customer, setHeader }) => {
      await deleteSession(db.write, customer.sessionId);
      setHeader('set-cookie', forgetSession);
      return ok(null);
    }),
  ];
};
