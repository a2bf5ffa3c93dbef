import { randomBytes } from 'node:crypto';
import { staffRules } from '@ceiba/domain/staff/sign-in';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { hashOfToken } from '../platform/http/caller.ts';

/** The credentials of a person. An unknown e-mail has none. */
export interface Credentials {
  staffId: string;
  passwordHash: string | null;
  isEnrolled: boolean;
}

const selectCredentials = statement(
  'staff.credentials',
  `select id, password_hash, enrolled_at is not null as enrolled from staff_members where email = lower($1) and disabled_at is null`,
);

export async function findCredentials(tx: Tx, email: string): Promise<Credentials | undefined> {
  const [row] = await selectCredentials(tx, [email]);
  return row && { staffId: row.id, passwordHash: row.passwordHash, isEnrolled: row.enrolled };
}

const insertChallenge = statement(
  'staff.open-challenge',
  'insert into staff_challenges (token_hash, staff_id, expires_at) values ($1, $2, $3)',
);

/** Opens the step between password and code: five minutes, five attempts (OFF-03). */
export async function openChallenge(tx: Tx, staffId: string, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await insertChallenge(tx, [hashOfToken(token), staffId, new Date(now.getTime() + staffRules.challengeMs)]);
  return token;
}

const selectPerson = statement(
  'staff.person-of-challenge',
  'select staff_id from staff_challenges where token_hash = $1',
);
/** Returns the person of a challenge's token, even if the challenge has expired or has no attempts left. Locks nothing. */
export const personOfChallenge = async (tx: Tx, token: string): Promise<string | undefined> =>
  (await selectPerson(tx, [hashOfToken(token)]))[0]?.staffId;

export interface OpenChallenge {
  tokenHash: Buffer;
  staffId: string;
  email: string;
  isEnrolled: boolean;
  isEnrolling: boolean;
  lastStep: number;
}

const takeTry = statement(
  'staff.take-try',
  `with tried as (
     update staff_challenges set tries = tries + $4 where token_hash = $1 and expires_at > $2 and tries < $3
     returning staff_id, enrolling)
   select t.staff_id, m.email, m.enrolled_at is not null as enrolled, t.enrolling, m.last_step
   from tried t join staff_members m on m.id = t.staff_id where m.disabled_at is null`,
);

/** Returns the challenge of a token, and counts an attempt (`isTry`). Undefined if it expired, or has no attempts left. */
export async function takeChallenge(
  tx: Tx,
  token: string,
  isTry: boolean,
  now: Date,
): Promise<OpenChallenge | undefined> {
  const tokenHash = hashOfToken(token);
  const [row] = await takeTry(tx, [tokenHash, now, staffRules.challengeTries, isTry ? 1 : 0]);
  return (
    row && {
      tokenHash,
      staffId: row.staffId,
      email: row.email,
      isEnrolled: row.enrolled,
      isEnrolling: row.enrolling,
      lastStep: row.lastStep,
    }
  );
}

const markEnrolling = statement(
  'staff.enrolling',
  'update staff_challenges set enrolling = true where token_hash = $1',
);
export const beginEnrolment = async (tx: Tx, { tokenHash }: OpenChallenge): Promise<void> => {
  await markEnrolling(tx, [tokenHash]);
};

const deleteChallenge = statement('staff.close-challenges', 'delete from staff_challenges where staff_id = $1');
export const closeChallenges = async (tx: Tx, staffId: string): Promise<void> => {
  await deleteChallenge(tx, [staffId]);
};

const takeStepRow = statement(
  'staff.take-step',
  `update staff_members set last_step = $2, enrolled_at = coalesce(enrolled_at, $3) where id = $1 and last_step < $2 returning 1`,
);
/** Accepts the code of that step once (OFF-03). False if this code or a later one was accepted before. */
export const takeStep = async (tx: Tx, staffId: string, step: number, now: Date): Promise<boolean> =>
  (await takeStepRow(tx, [staffId, step, now])).length > 0;

const deleteRecovery = statement(
  'staff.use-recovery-code',
  'delete from staff_recovery_codes where staff_id = $1 and code_hash = $2 returning 1',
);
/** Hashes a typed recovery code. Case and blanks do not matter. */
const recoveryHash = (staffId: string, code: string): Buffer =>
  hashOfToken(`${staffId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`);

/** Returns false if the code is unknown or used. */
export const takeRecoveryCode = async (tx: Tx, staffId: string, code: string): Promise<boolean> =>
  (await deleteRecovery(tx, [staffId, recoveryHash(staffId, code)])).length > 0;

const replaceRecovery = statement(
  'staff.recovery-codes',
  `with gone as (delete from staff_recovery_codes where staff_id = $1)
   insert into staff_recovery_codes (staff_id, code_hash) select $1, unnest($2::bytea[])`,
);

/** Letters and digits that people do not confuse. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const newCode = (): string =>
  [...randomBytes(10)]
    .map((byte) => letters[byte % letters.length])
    .join('')
    .replace(/^(.{5})/, '$1-');

/** Writes ten codes, each of which replaces the second factor for one sign-in. They are shown only this time. */
export async function writeRecoveryCodes(tx: Tx, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: staffRules.recoveryCodes }, newCode);
  await replaceRecovery(tx, [staffId, codes.map((code) => recoveryHash(staffId, code))]);
  return codes;
}

const upsertInvitation = statement(
  'staff.invite',
  `insert into staff_invitations (staff_id, token_hash, expires_at) values ($1, $2, $3)
   on conflict (staff_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

/** Returns the token of an invitation's link, valid for 24 hours. It replaces an earlier token. */
export async function openInvitation(tx: Tx, staffId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await upsertInvitation(tx, [staffId, hashOfToken(token), new Date(now.getTime() + staffRules.invitationMs)]);
  return token;
}

const takeInvitationRow = statement(
  'staff.take-invitation',
  `delete from staff_invitations i using staff_members m
   where i.token_hash = $1 and i.expires_at > $2 and m.id = i.staff_id and m.disabled_at is null returning i.staff_id`,
);
/** Uses up an invitation and returns its person. Undefined if it expired, or was used. */
export const takeInvitation = async (tx: Tx, token: string, now: Date): Promise<string | undefined> =>
  (await takeInvitationRow(tx, [hashOfToken(token), now]))[0]?.staffId;

const setPassword = statement(
  'staff.set-password',
  `update staff_members set password_hash = $2, enrolled_at = null, last_step = 0, version = version + 1 where id = $1`,
);
/** Stores a password. The second factor must be enrolled again, because a person who is invited again has lost it. */
export const saveStaffPassword = async (tx: Tx, staffId: string, passwordHash: string): Promise<void> => {
  await setPassword(tx, [staffId, passwordHash]);
};

const setEnrolled = statement('staff.set-enrolled', 'update staff_members set enrolled_at = $2 where id = $1');
/** Marks the second factor as enrolled (demo mode: its secret is known). */
export const markEnrolled = async (tx: Tx, staffId: string, now: Date): Promise<void> => {
  await setEnrolled(tx, [staffId, now]);
};
