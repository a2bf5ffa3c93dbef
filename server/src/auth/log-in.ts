import { createHash } from 'node:crypto';
import type { CallAnswer } from '@ceiba/contract/client';
import { allDevicesPolicy, defaultLockoutPolicy, isLockedOut } from '@ceiba/domain/auth/password';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import type { SessionCookie } from '../platform/http/caller.ts';
import type { RequestContext } from '../platform/http/route.ts';
import { type Account, confirmEmailOf, findAccountByEmail, linkGuestOrders, lockPassword } from './accounts.store.ts';
import { deviceCookieHeader, deviceOf, isMailboxOf } from './browser-cookies.ts';
import type { Passwords } from './passwords.ts';
import type { OpenedSession, Sessions } from './sessions.store.ts';
import {
  deleteFailures,
  insertFailure,
  listFailures,
  lockSignIn,
  type SignInFailure,
  type SignInSubject,
} from './sign-in-failures.store.ts';

export interface EnteredAccount {
  account: Account;
  session: OpenedSession;
  /** The browser's device of this account. Empty if the browser is not a device of the account. */
  device: string;
}

/** Returns the answer to a sign-in. The storefront's session and device are sent as cookies (DEC-04). */
export const enterAccount =
  (sessions: Pick<Sessions, 'secret'>, sessionCookie: SessionCookie) =>
  async (
    { setHeader }: Pick<RequestContext, 'setHeader'>,
    { account, session, device }: EnteredAccount,
  ): Promise<CallAnswer<'login'>['data']> => {
    setHeader('set-cookie', sessionCookie.keep(session.token, sessionLifeMs / 1_000));
    setHeader('set-cookie', deviceCookieHeader(account, await sessions.secret(), device));
    return {
      sessionToken: session.token,
      sessionExpiresAt: session.expiresAt.toISOString(),
      customer: account.customer,
    };
  };

export interface LogInDeps {
  db: Database;
  sessions: Sessions;
  passwords: Passwords;
}

interface LogInCall {
  /** In lower case. */
  email: string;
  password: string;
  /** The client that waits for its turn to hash. */
  client: string;
  /** The cookie of a device that has signed in to the account before. */
  device: string | undefined;
  /** The cookie of a confirmation link that was followed in this browser. */
  mailboxProof: string | undefined;
  /** Tokens of the browser's earlier sessions, which the new session replaces. */
  replacedTokens: readonly string[];
  now: Date;
}

interface SignedIn {
  account: Account;
  session: OpenedSession;
  /** The browser's device of this account. Empty if the browser is not a device of the account. */
  device: string;
}

type LogInRefusal = { code: 'WRONG_CREDENTIALS' | 'SIGN_IN_LOCKED' };

/** An ID that belongs to no account. An unknown e-mail is answered after the same statements as a known e-mail. */
const nobodysId = '00000000-0000-0000-0000-000000000000';

export const hashOfEmail = (email: string): Buffer => createHash('sha256').update(email).digest();

/**
 * Signs in with e-mail and password (AUTH-03, DEC-10, DEC-170). An unknown e-mail is answered and locked like a wrong
 * password, after the same time. Concurrent attempts compare their passwords first, and are then decided one after the
 * other. So an attempt after the fifth failure does not reveal whether its password was right.
 */
export async function logIn(deps: LogInDeps, call: LogInCall): Promise<Result<SignedIn, LogInRefusal>> {
  const { db, passwords, sessions } = deps;
  const account = await findAccountByEmail(db.write, call.email);
  const secret = await sessions.secret();
  const device = deviceOf(call.device, account, secret);
  const subject = { emailHash: hashOfEmail(call.email), device };
  if (await isLocked(db.write, subject, call.now)) return refuse({ code: 'SIGN_IN_LOCKED' });
  const isRight = await passwords.isRight(call.password, account?.passwordHash ?? null, call.client);
  return db.transaction(async (tx) => {
    await lockSignIn(tx, subject);
    if (await isLocked(tx, subject, call.now)) return refuse({ code: 'SIGN_IN_LOCKED' });
    // If a reset took place since then, this session must not start.
    const present = await lockPassword(tx, account?.id ?? nobodysId);
    const isStill = account !== undefined && present === account.passwordHash;
    if (!isRight || !isStill) {
      await insertFailure(tx, subject, call.now);
      return refuse({ code: 'WRONG_CREDENTIALS' });
    }
    await deleteFailures(tx, subject);
    if (isMailboxOf(call.mailboxProof, account.id, secret)) await confirmEmailOf(tx, account.id, call.now);
    else await linkGuestOrders(tx, account.id);
    return ok({ account, device, session: await sessions.open(tx, account.id, call.now, call.replacedTokens) });
  });
}

const timesOf = (failures: readonly SignInFailure[]): Date[] => failures.map(({ failedAt }) => failedAt);

/** Returns whether too many passwords were wrong. No password is accepted then (DEC-170). */
export async function isLocked(tx: Tx, subject: SignInSubject, now: Date): Promise<boolean> {
  // A lock lasts one window after its last failure, and the failures that caused it lie within one window.
  const since = new Date(now.getTime() - 2 * defaultLockoutPolicy.windowMs);
  const failures = await listFailures(tx, subject.emailHash, since);
  // A call that waited for its hashing turn may have started before some of the stored failures.
  const latest = new Date(Math.max(now.getTime(), ...failures.map(({ failedAt }) => failedAt.getTime())));
  const own = failures.filter(({ device }) => device === subject.device);
  return isLockedOut(timesOf(own), latest) || isLockedOut(timesOf(failures), latest, allDevicesPolicy);
}
