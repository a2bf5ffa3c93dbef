import { randomUUID } from 'node:crypto';
import * as calls from '@ceiba/contract/auth';
import { checkEmail } from '@ceiba/domain/customers/email';
import { ok } from '@ceiba/domain/result';
import { enqueue } from '../jobs/job-queue.ts';
import type { LoyaltyDeps } from '../loyalty/membership.ts';
import { sessionCookieOf } from '../platform/http/caller.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import { findAccountByEmail } from './accounts.store.ts';
import { deviceCookie, deviceCookieHeader, mailboxCookie } from './browser-cookies.ts';
import { changeEmail, confirmEmail, requestConfirmation, requestEmailChange } from './change-email.ts';
import { changePassword, resetPassword } from './change-password.ts';
import { enterAccount, type LogInDeps, logIn } from './log-in.ts';
import { joinLoyalty, registerAccount } from './register-account.ts';
import { deleteSession } from './sessions.store.ts';

export interface AuthRoutesDeps extends LogInDeps, LoyaltyDeps {
  publicUrl: string;
  config: Pick<Config, 'rateLimitFactor'>;
}

const done = { status: 200, data: { result: true as const } };

export const authRoutes = (deps: AuthRoutesDeps): Route[] => {
  const { db, sessions, publicUrl } = deps;
  const sessionCookie = sessionCookieOf(publicUrl);
  const enter = enterAccount(sessions, sessionCookie);
  return [
    route(calls.login, async ({ body }, context) => {
      const { client, now, cookie, cookies } = context;
      const email = checkEmail(body.email);
      // An invalid address is a typing error, and belongs to no account.
      const address = email.ok ? email.value : body.email.toLowerCase();
      const replacedTokens = cookies(sessionCookie.name);
      const browser = { device: cookie(deviceCookie), mailboxProof: cookie(mailboxCookie), replacedTokens };
      const signedIn = await logIn(deps, { email: address, password: body.password, client, now, ...browser });
      return signedIn.ok ? ok({ status: 200, data: await enter(context, signedIn.value) }) : signedIn;
    }),

    route(calls.register, async ({ body }, context) => {
      const { client, now, policy, cookies } = context;
      const replacedTokens = cookies(sessionCookie.name);
      const opened = await registerAccount(deps, { body, client, replacedTokens, now, shop: { publicUrl, policy } });
      if (!opened.ok) return opened;
      const data = await enter(context, { ...opened.value, device: '' });
      const guesser = { client, policy, factor: deps.config.rateLimitFactor };
      const joins = body.registerLeal && policy.hasOwnPoints;
      const lealCreated = joins && (await joinLoyalty(deps, opened.value.account, { guesser, now }));
      const customer = { ...data.customer, registerLeal: lealCreated };
      return ok({ status: 201, data: { ...data, customer, lealCreated } });
    }),

    // Runs the same statements with and without an account, so that answer and time reveal no account (DEC-152).
    route(calls.requestPassword, async ({ body }) => {
      const account = await findAccountByEmail(db.write, body.email);
      const payload = { customerId: account?.id ?? randomUUID(), requestId: randomUUID() };
      await enqueue(db.write, { task: 'mail-password-reset', payload });
      return ok(done);
    }),

    route(calls.resetPassword, async ({ body }, { client, now, policy, setHeader }) => {
      const reset = await resetPassword(deps, { ...body, client, now, shop: { publicUrl, policy } });
      if (!reset.ok) return reset;
      // A stranger who continues to guess locks the e-mail again immediately, but not this browser (DEC-170).
      setHeader('set-cookie', deviceCookieHeader(reset.value, await sessions.secret(), ''));
      return ok(done);
    }),

    route(calls.changePassword, async ({ body }, { customer, client, now, policy }) => {
      const call = { ...body, customer, client, now, shop: { publicUrl, policy } };
      const changed = await changePassword(deps, call);
      return changed.ok ? ok(done) : changed;
    }),

    route(calls.confirmEmail, async ({ body }, context) => {
      const confirmed = await confirmEmail(deps, body, context);
      return confirmed.ok ? ok(done) : confirmed;
    }),

    route(calls.requestConfirmation, async (_, { customer, now, policy }) => {
      const asked = await requestConfirmation(deps, { customerId: customer.id, now, shop: { publicUrl, policy } });
      return asked.ok ? ok(done) : asked;
    }),

    route(calls.requestEmailChange, async ({ body }, { customer, client, now, policy }) => {
      const asked = await requestEmailChange(deps, { ...body, customer, client, now, shop: { publicUrl, policy } });
      return asked.ok ? ok(done) : asked;
    }),

    route(calls.changeEmail, async ({ body }, { customer, now, policy }) => {
      const changed = await changeEmail(deps, { ...body, customer, now, shop: { publicUrl, policy } });
      return changed.ok ? ok({ status: 200, data: { email: changed.value } }) : changed;
    }),

    route(calls.logout, async (_, { customer, setHeader }) => {
      await deleteSession(db.write, customer.sessionId);
      setHeader('set-cookie', sessionCookie.forget);
      return ok(null);
    }),
  ];
};
