import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

/** The key for counting wrong passwords: an e-mail, and the device of a browser that has signed in before. */
export interface SignInSubject {
  /** SHA-256 of the address, so that no address without an account is stored. */
  emailHash: Buffer;
  /** Empty for any browser that never signed in to that account. */
  device: string;
}

const lock = statement('auth.lock-sign-in', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Locks the subject, so that attempts on it are decided one after the other. */
export const lockSignIn = async (tx: Tx, { emailHash, device }: SignInSubject): Promise<void> => {
  await lock(tx, [`sign-in:${emailHash.toString('hex')}:${device}`]);
};

export interface SignInFailure {
  /** See SignInSubject. */
  device: string;
  failedAt: Date;
}

const select = statement(
  'auth.sign-in-failures',
  'select device, failed_at from sign_in_failures where email_hash = $1 and failed_at > $2',
);

/** Lists failures of that e-mail, from any device. */
export const listFailures = (tx: Tx, emailHash: Buffer, since: Date): Promise<SignInFailure[]> =>
  select(tx, [emailHash, since]);

const insert = statement(
  'auth.insert-sign-in-failure',
  'insert into sign_in_failures (email_hash, device, failed_at) values ($1, $2, $3)',
);

export const insertFailure = async (tx: Tx, { emailHash, device }: SignInSubject, now: Date): Promise<void> => {
  await insert(tx, [emailHash, device, now]);
};

const deleteOfSubject = statement(
  'auth.delete-sign-in-failures',
  'delete from sign_in_failures where email_hash = $1 and device = $2',
);

export const deleteFailures = async (tx: Tx, { emailHash, device }: SignInSubject): Promise<void> => {
  await deleteOfSubject(tx, [emailHash, device]);
};

/** Deletes up to `most` failures per call. Returns their number. */
export const deleteOldFailures = deleteOlder('auth.delete-old-sign-in-failures', 'sign_in_failures', 'failed_at');
