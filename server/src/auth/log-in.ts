import { createHash } from 'node:crypto';
import type { CallAnswer } from '@ceiba/contract/client';
import { allDevicesPolicy, defaultLockoutPolicy, isLockedOut } from '@ceiba/domain/auth/password';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import type { SessionCookie } from '../platform/http/caller.ts';
import type { RequestContext } from '../platform/http/route.ts';
import { type Account, confirmEmailOf, findAccountByEmail, linkGuestOrders, lockPassword } from './accounts.store.ts';
import { deviceOf, isMailboxOf, keepDevice } from './browser-cookies.ts';
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

export interface LogInDeps {
  db: Database;
  sessions: Sessions;
  passwords: Passwords;
}

interface LogInCall {
  /** In lower case. */
  email: string;
  password: string;
  /** Who counts as one client, for the turn at hashing. */
  client: string;
  /** The device cookie, that of a confirmation link pressed in this browser, and the session it had. */
  device: string | undefined;
  mailbox: string | undefined;
  former: readonly string[];
  now: Date;
}

interface SignedIn {
  account: Account;
  session: OpenedSession;
  /** The browser's device, when it had one of this account. */
  device: string;
}

type LogInRefusal = { code: 'WRONG_CREDENTIALS' | 'SIGN_IN_LOCKED' };

/** No account's: an unknown e-mail is answered after the same statements as a known one. */
const nobodysId = '00000000-0000-0000-0000-000000000000';

export const hashOfEmail = (email: string): Buffer => createHash('sha256').update(email).digest();

/**
 * Signs in by e-mail and password (AUTH-03, DEC-10, DEC-170). An e-mail without an account is answered as a wrong
 * password is, as late, and is locked as one is. Many tries at once are judged one after the other when their passwords
 * have been compared: beyond the fifth failure none learns whether it was right.
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
    // A reset that came in between has ended every session, and ends this one before it begins.
    const present = await lockPassword(tx, account?.id ?? nobodysId);
    const isStill = account !== undefined && present === account.passwordHash;
    if (!isRight || !isStill) {
      await insertFailure(tx, subject, call.now);
      return refuse({ code: 'WRONG_CREDENTIALS' });
    }
    await deleteFailures(tx, subject);
    if (isMailboxOf(call.mailbox, account.id, secret)) await confirmEmailOf(tx, account.id, call.now);
    else await linkGuestOrders(tx, account.id);
    return ok({ account, device, session: await sessions.open(tx, account.id, call.now, call.former) });
  });
}

const timesOf = (failures: readonly SignInFailure[]): Date[] => failures.map(({ failedAt }) => failedAt);

/** Whether so many passwords were wrong that none is looked at now (DEC-170). */
export async function isLocked(tx: Tx, subject: SignInSubject, now: Date): Promise<boolean> {
  // A lock lasts as long after the last of its failures as these may lie apart.
  const since = new Date(now.getTime() - 2 * defaultLockoutPolicy.windowMs);
  const failures = await listFailures(tx, subject.emailHash, since);
  // Who waited for the turn at hashing began before some of them, and is judged after them all the same.
  const latest = new Date(Math.max(now.getTime(), ...failures.map(({ failedAt }) => failedAt.getTime())));
  const own = failures.filter(({ device }) => device === subject.device);
  return isLockedOut(timesOf(own), latest) || isLockedOut(timesOf(failures), latest, allDevicesPolicy);
}
