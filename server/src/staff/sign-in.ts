import { ok, type Result, refuse } from '@ceiba/domain/result';
import { staffRules, staffTexts } from '@ceiba/domain/staff/sign-in';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { FastifyBaseLogger } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { deviceOf } from '../auth/browser-cookies.ts';
import { hashOfEmail, isLocked } from '../auth/log-in.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Sessions } from '../auth/sessions.store.ts';
import { deleteFailures, insertFailure, lockSignIn, type SignInSubject } from '../auth/sign-in-failures.store.ts';
import { recordChange } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import {
  beginEnrolment,
  closeChallenges,
  findCredentials,
  type OpenChallenge,
  openChallenge,
  personOfChallenge,
  saveStaffPassword,
  takeChallenge,
  takeInvitation,
  takeRecoveryCode,
  takeStep,
  writeRecoveryCodes,
} from './credentials.store.ts';
import { countRefusedSignIn } from './refused-sign-ins.store.ts';
import { deleteStaffPasskeys } from './staff-passkeys.store.ts';
import { confirmSession, endStaffSessions, openStaffSession } from './staff-sessions.store.ts';

export interface SignInDeps {
  db: Database;
  passwords: Passwords;
  sealedSecrets: SealedSecrets;
  /** The shop's secret, which signs the cookie of a known browser. */
  sessions: Pick<Sessions, 'secret'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface SignInRequest {
  /** The key by which the rate limits count the caller (`clientOf`). */
  client: string;
  requestId: string;
  now: Date;
}

const secretPlace = (staffId: string): string => `staff:${staffId}`;

/** The cookie that identifies a browser that signed in before (record 0020). Browsers send it only to the calls of the session. */
export const staffDevice = { name: 'ceiba.staff-device', path: '/v1/admin/session' } as const;

/** A known browser always belongs to its person, so the epoch never changes. Signing out and new invitations work in other ways. */
export const deviceOwner = (staffId: string) => ({ id: staffId, deviceEpoch: 0 });

/**
 * Returns the counters of failed sign-ins: by account and by address (OFF-04), separate from customers'. A browser that signed in
 * to the account before has its own counter. Neither strangers nor others at its address can then lock that person out.
 */
const subjectsOf = (email: string, client: string, device: string): [account: SignInSubject, ...SignInSubject[]] => {
  const account = { emailHash: hashOfEmail(`staff:${email.toLowerCase()}`), device };
  return device === '' ? [account, { emailHash: hashOfEmail(`staff-address:${client}`), device: '' }] : [account];
};

const isAnyLocked = async (tx: Tx, subjects: readonly SignInSubject[], now: Date): Promise<boolean> => {
  for (const subject of subjects) if (await isLocked(tx, subject, now)) return true;
  return false;
};

export interface Challenge {
  challenge: string;
  enrolled: boolean;
}

/**
 * First step of signing in (OFF-04): e-mail and password open a challenge. An unknown e-mail gets the same response as a wrong
 * password, after the same time and with the same locks.
 */
export async function startSession(
  { db, passwords, sessions }: SignInDeps,
  {
    email,
    password,
    device: cookie,
    ...asked
  }: { email: string; password: string; device: string | undefined } & SignInRequest,
): Promise<Result<Challenge, { code: 'WRONG_CREDENTIALS' | 'SIGN_IN_LOCKED' }>> {
  const { client, now } = asked;
  const known = await findCredentials(db.write, email);
  const device = deviceOf(cookie, known && deviceOwner(known.staffId), await sessions.secret());
  const subjects = subjectsOf(email, client, device);
  const [account] = subjects;
  const refused = async <C extends 'WRONG_CREDENTIALS' | 'SIGN_IN_LOCKED'>(tx: Tx, code: C) => {
    const refusal = { operation: 'startStaffSession', code, staffId: known?.staffId ?? null } as const;
    await countRefusedSignIn(tx, refusal, asked);
    return refuse({ code });
  };
  if (await isAnyLocked(db.write, subjects, now)) return refused(db.write, 'SIGN_IN_LOCKED');
  const isRight = await passwords.isRight(password, known?.passwordHash ?? null, client);
  return db.transaction(async (tx) => {
    for (const subject of subjects) await lockSignIn(tx, subject);
    if (await isAnyLocked(tx, subjects, now)) return refused(tx, 'SIGN_IN_LOCKED');
    if (!isRight || known === undefined) {
      for (const subject of subjects) await insertFailure(tx, subject, now);
      return refused(tx, 'WRONG_CREDENTIALS');
    }
    // The failures of the address are not cleared. Otherwise a known account would reset the budget for guesses from that
    // address.
    await deleteFailures(tx, account);
    return ok({ challenge: await openChallenge(tx, known.staffId, now), enrolled: known.isEnrolled });
  });
}

/** `issuer`: the name of the shop in an authenticator app. Codes do not depend on it. */
const totpOf = (secret: string, email: string, issuer = ''): TOTP =>
  new TOTP({
    issuer,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  });

/** Makes a new second-factor secret for a person without one. The first code from the secret enrols it. */
export const enrol = (
  { db, sealedSecrets }: SignInDeps,
  { challenge: token, issuer, now }: { challenge: string; issuer: string; now: Date },
): Promise<Result<{ secret: string; uri: string }, { code: 'SECOND_FACTOR_INVALID' }>> =>
  db.transaction(async (tx) => {
    const challenge = await takeChallenge(tx, token, false, now);
    if (challenge === undefined || challenge.isEnrolled) return refuse({ code: 'SECOND_FACTOR_INVALID' });
    const secret = new Secret({ size: 20 }).base32;
    await sealedSecrets.seal(tx, secretPlace(challenge.staffId), secret);
    await beginEnrolment(tx, challenge);
    return ok({ secret, uri: totpOf(secret, challenge.email, issuer).toString() });
  });

/** Maximum error of a clock that is recognized by a code: ten minutes, in steps of 30 s. */
const clockSteps = 20;

/** Returns whether a code belongs to the person's second factor. It must be within one step of now, and later than every accepted code (OFF-03). */
async function isCodeRight(
  { sealedSecrets, log }: SignInDeps,
  tx: Tx,
  { staffId, email }: { staffId: string; email: string },
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const secret = await sealedSecrets.open(tx, secretPlace(staffId));
  if (secret === undefined || !/^\d{6}$/.test(code)) return false;
  const totp = totpOf(secret, email);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, window: 1, timestamp });
  if (delta === null) {
    // The person sees a wrong clock as a wrong code. The log therefore reports the clock.
    const steps = totp.validate({ token: code, window: clockSteps, timestamp });
    if (steps !== null) log.warn({ staff: staffId, seconds: steps * 30 }, 'second factor of another time');
  }
  return delta !== null && takeStep(tx, staffId, totp.counter({ timestamp }) + delta, now);
}

export interface EnteredDesk {
  staffId: string;
  token: string;
  recoveryCodes: string[] | undefined;
}

type FactorRefusal = Refusal<'SECOND_FACTOR_INVALID' | 'SIGN_IN_LOCKED'>;

/** Counts wrong codes of the person, in all challenges together. A person who knows the password gets no more tries with a new challenge. */
const factorOf = (staffId: string, challenge: string): SignInSubject => ({
  emailHash: hashOfEmail(`staff-factor:${staffId}`),
  device: challenge,
});

/**
 * Locks a person, so that their challenges are checked one at a time. A correct code closes all challenges of its person. Two
 * concurrent codes would each lock the row that the other deletes. The lock comes before any row of that person.
 */
export const lockPerson = (tx: Tx, staffId: string): Promise<void> => lockSignIn(tx, factorOf(staffId, ''));

/** During a lock, codes are neither checked nor counted. A correct code neither signs in nor extends the lock. */
const lockedFactor: FactorRefusal = {
  code: 'SIGN_IN_LOCKED',
  message: 'Demasiados códigos equivocados. Espera unos minutos.',
};

/**
 * Second step: a code, or a recovery code for a lost factor. A wrong code uses one of the challenge's five tries. Twenty wrong
 * codes in all challenges lock the person for a while.
 */
export async function verifyCode(
  deps: SignInDeps,
  { challenge: token, code, device, ...asked }: { challenge: string; code: string; device: string } & SignInRequest,
): Promise<Result<EnteredDesk, FactorRefusal>> {
  const { now } = asked;
  return deps.db.transaction(async (tx) => {
    const person = await personOfChallenge(tx, token);
    if (person !== undefined) await lockPerson(tx, person);
    const challenge = await takeChallenge(tx, token, true, now);
    if (challenge === undefined) return refuse({ code: 'SECOND_FACTOR_INVALID' });
    const subject = factorOf(challenge.staffId, challenge.tokenHash.toString('hex'));
    const refused = async (refusal: FactorRefusal) => {
      const { staffId } = challenge;
      await countRefusedSignIn(tx, { operation: 'verifySecondFactor', code: refusal.code, staffId }, asked);
      return refuse(refusal);
    };
    if (await isLocked(tx, subject, now)) return refused(lockedFactor);
    if (!(await isProven(deps, tx, challenge, { code, now }))) {
      await insertFailure(tx, subject, now);
      return refused({ code: 'SECOND_FACTOR_INVALID' });
    }
    const { staffId, email, isEnrolled } = challenge;
    const recoveryCodes = isEnrolled ? undefined : await writeRecoveryCodes(tx, staffId);
    await deleteFailures(tx, subject);
    await closeChallenges(tx, staffId);
    const opened = await openStaffSession(tx, staffId, device, now);
    await recordChange(
      tx,
      { actor: { kind: 'staff', id: staffId }, name: email, requestId: asked.requestId, now },
      { operation: 'verifySecondFactor', entity: 'session', entityId: staffId },
    );
    return ok({ staffId, token: opened, recoveryCodes });
  });
}

/** A secret that nobody has read proves nothing. A person who is not enrolled must have fetched the secret with this challenge. */
const isProven = async (
  deps: SignInDeps,
  tx: Tx,
  challenge: OpenChallenge,
  typed: { code: string; now: Date },
): Promise<boolean> => {
  if (!challenge.isEnrolled && !challenge.isEnrolling) return false;
  if (await isCodeRight(deps, tx, challenge, typed)) return true;
  return challenge.isEnrolled && takeRecoveryCode(tx, challenge.staffId, typed.code);
};

/**
 * Confirms a fresh code for calls that need one from the last ten minutes (OFF-07). Wrong codes lock the person as wrong
 * passwords do.
 */
export async function confirmCode(
  deps: SignInDeps,
  { staff, code, now }: { staff: StaffCaller; code: string; now: Date },
): Promise<Result<null, FactorRefusal>> {
  const subject = factorOf(staff.id, 'confirm');
  return deps.db.transaction(async (tx) => {
    await lockSignIn(tx, subject);
    if (await isLocked(tx, subject, now)) return refuse(lockedFactor);
    if (!(await isCodeRight(deps, tx, { staffId: staff.id, email: staff.email }, { code, now }))) {
      await insertFailure(tx, subject, now);
      return refuse({ code: 'SECOND_FACTOR_INVALID' });
    }
    await confirmSession(tx, staff.sessionId, now);
    return ok(null);
  });
}

const commonest = new Set(dictionary['passwords-common'].slice(0, 3_000).map((word) => String(word).toLowerCase()));

/** Returns the fault of a desk password (OFF-04). Null if there is none. */
function passwordFault(password: string): string | null {
  const length = [...password].length;
  if (length < staffRules.passwordMinLength || length > staffRules.passwordMaxLength) return staffTexts.passwordLength;
  return commonest.has(password.toLowerCase()) ? staffTexts.passwordCommon : null;
}

/** Accepts an invitation (OFF-09). Uses up the link and ends earlier sessions. The sign-in continues with the second factor. */
export async function accept(
  { db, passwords, sealedSecrets }: SignInDeps,
  { token, password, client, requestId, now }: { token: string; password: string } & SignInRequest,
): Promise<
  Result<
    Challenge,
    { code: 'LINK_NOT_FOUND' } | { code: 'VALIDATION_ERROR'; metadata: { fields: Record<string, string> } }
  >
> {
  const fault = passwordFault(password);
  if (fault !== null) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { password: fault } } });
  const hash = await passwords.hash(password, client);
  return db.transaction(async (tx) => {
    const staffId = await takeInvitation(tx, token, now);
    if (staffId === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    await lockPerson(tx, staffId);
    await saveStaffPassword(tx, staffId, hash);
    await closeChallenges(tx, staffId);
    await sealedSecrets.remove(tx, secretPlace(staffId));
    // Removed before the sessions end. A concurrent sign-in by passkey is then over, or finds its passkey removed.
    await deleteStaffPasskeys(tx, staffId);
    await endStaffSessions(tx, staffId);
    await recordChange(
      tx,
      { actor: { kind: 'staff', id: staffId }, name: '', requestId, now },
      { operation: 'acceptInvitation', entity: 'staff', entityId: staffId },
    );
    return ok({ challenge: await openChallenge(tx, staffId, now), enrolled: false });
  });
}

/** Gives a person a known password and second factor, as the demo shop's staff have (§0.5). `secret`: base32. */
export async function provideCredentials(
  tx: Tx,
  sealedSecrets: SealedSecrets,
  { staffId, passwordHash, secret }: { staffId: string; passwordHash: string; secret: string },
): Promise<void> {
  await saveStaffPassword(tx, staffId, passwordHash);
  await sealedSecrets.seal(tx, secretPlace(staffId), secret);
}
