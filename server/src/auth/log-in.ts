import { createHash } from 'node:crypto';
import type { CallAnswer } from '@ceiba/contract/client';
import { allDevicesPolicy, defaultLockoutPolicy, isLockedOut } from '@ceiba/domain/auth/password';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { hash, verify } from '@node-rs/argon2';
import type { Database, Tx } from '../platform/db/database.ts';
import type { SessionCookie } from '../platform/http/caller.ts';
import type { RequestContext } from '../platform/http/route.ts';
import { createFairGate, perClient } from '../platform/limits/concurrency-limit.ts';
import {
  type Account,
  confirmEmailOf,
  findAccount,
  findAccountByEmail,
  linkGuestOrders,
  lockPassword,
} from './accounts.store.ts';
import { deviceOf, isMailboxOf, keepDevice } from './device-cookie.ts';
import type { OpenedSession, Sessions } from './sessions.store.ts';
import {
  deleteFailures,
  insertFailure,
  listFailures,
  lockSignIn,
  type SignInFailure,
  type SignInSubject,
} from './sign-in-failures.store.ts';

/** Argon2id, as OWASP asks of it: 19 MiB, two passes, some 30 ms of one core. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on the threads Node shares with files and compression, four of them: half stay free, so that a crowd that
 * signs in holds up no page. Of one client one at a time.
 */
const hashingGate = { atOnce: 2, atOnceEach: 1, waiting: 500, waitMs: 10_000 };

/** A hash of a password nobody has: what an unknown e-mail is compared with, so that it takes as long as a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$YeVplJNUz4ilb7y0+ljlMg$LnGqTNjdXrTsX0fMRgyOWjFJCkbvg9NhgGlRWFFvcFs';

export interface Passwords {
  /** The hash to keep. `client` waits its turn. @throws Overloaded */
  hash(password: string, client: string): Promise<string>;
  /** Whether it is the one; takes as long where there is no hash to compare with, and answers false. @throws Overloaded */
  isRight(password: string, hash: string | null, client: string): Promise<boolean>;
}

/** Unicode writes one and the same letter in more than one way, and keyboards differ in theirs. */
const written = (password: string): string => password.normalize('NFKC');

/** `factor`: RATE_LIMIT_FACTOR. `compare`: how a hash is compared; tests watch it. */
export const createPasswords = (factor: number, compare: typeof verify = verify): Passwords => {
  const gate = createFairGate(perClient(hashingGate, factor));
  return {
    hash: (password, client) => gate.run(client, () => hash(written(password), strength)),
    isRight: (password, known, client) =>
      gate.run(client, async () => {
        const isSame = await compare(known ?? nobodysHash, written(password));
        return isSame && known !== null;
      }),
  };
};

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

const hashOfEmail = (email: string): Buffer => createHash('sha256').update(email).digest();

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
async function isLocked(tx: Tx, subject: SignInSubject, now: Date): Promise<boolean> {
  // A lock lasts as long after the last of its failures as these may lie apart.
  const since = new Date(now.getTime() - 2 * defaultLockoutPolicy.windowMs);
  const failures = await listFailures(tx, subject.emailHash, since);
  // Who waited for the turn at hashing began before some of them, and is judged after them all the same.
  const latest = new Date(Math.max(now.getTime(), ...failures.map(({ failedAt }) => failedAt.getTime())));
  const own = failures.filter(({ device }) => device === subject.device);
  return isLockedOut(timesOf(own), latest) || isLockedOut(timesOf(failures), latest, allDevicesPolicy);
}

export interface PasswordProof {
  customerId: string;
  /** The current one, as it was typed again. */
  currentPassword: string;
  client: string;
  now: Date;
}

export type ProofRefusal = { code: 'UNAUTHORIZED' | 'WRONG_PASSWORD' | 'SIGN_IN_LOCKED' };

/**
 * Whether a session is its customer's: who found one open knows no password. Asked before what could take an account over or
 * away. Wrong ones are counted apart from those of the login, which they do not lock: five in fifteen minutes (DEC-170), judged
 * one after the other.
 */
export async function provePassword(
  { db, passwords }: Pick<LogInDeps, 'db' | 'passwords'>,
  { customerId, currentPassword, client, now }: PasswordProof,
): Promise<Result<Account, ProofRefusal>> {
  const account = await findAccount(db.write, customerId);
  if (account === undefined) return refuse({ code: 'UNAUTHORIZED' });
  const subject = { emailHash: hashOfEmail(account.customer.email), device: `account ${customerId}` };
  if (await isLocked(db.write, subject, now)) return refuse({ code: 'SIGN_IN_LOCKED' });
  const isRight = await passwords.isRight(currentPassword, account.passwordHash, client);
  return db.transaction(async (tx) => {
    await lockSignIn(tx, subject);
    if (await isLocked(tx, subject, now)) return refuse({ code: 'SIGN_IN_LOCKED' });
    const stands = await lockPassword(tx, customerId);
    // Closed meanwhile.
    if (stands === undefined) return refuse({ code: 'UNAUTHORIZED' });
    if (!isRight || stands !== account.passwordHash) {
      await insertFailure(tx, subject, now);
      return refuse({ code: 'WRONG_PASSWORD' });
    }
    await deleteFailures(tx, subject);
    return ok(account);
  });
}
