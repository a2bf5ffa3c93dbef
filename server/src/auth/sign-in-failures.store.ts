import { deleteOlder, statement, type Tx } from '../platform/db/database.ts';

/** What wrong passwords are counted for: an e-mail, and the device of a browser that signed in there before. */
export interface SignInSubject {
  /** SHA-256 of the address: what is typed where no account is needs not be kept. */
  emailHash: Buffer;
  /** Empty: any browser that never signed in to that account. */
  device: string;
}

const lock = statement<object, [subject: string]>(
  'auth.lock-sign-in',
  'select pg_advisory_xact_lock(hashtextextended($1, 0))',
);

/** Until the transaction ends nobody else's try on this subject is judged. */
export const lockSignIn = async (tx: Tx, { emailHash, device }: SignInSubject): Promise<void> => {
  await lock(tx, [`sign-in:${emailHash.toString('hex')}:${device}`]);
};

export interface SignInFailure {
  /** As of SignInSubject. */
  device: string;
  failedAt: Date;
}

const select = statement<{ device: string; failed_at: Date }, [email: Buffer, since: Date]>(
  'auth.sign-in-failures',
  'select device, failed_at from sign_in_failures where email_hash = $1 and failed_at > $2',
);

/** On that e-mail, by whatever device. */
export const listFailures = async (tx: Tx, emailHash: Buffer, since: Date): Promise<SignInFailure[]> =>
  (await select(tx, [emailHash, since])).map(({ device, failed_at }) => ({ device, failedAt: failed_at }));

const insert = statement<object, [email: Buffer, device: string, now: Date]>(
  'auth.insert-sign-in-failure',
  'insert into sign_in_failures (email_hash, device, failed_at) values ($1, $2, $3)',
);

export const insertFailure = async (tx: Tx, { emailHash, device }: SignInSubject, now: Date): Promise<void> => {
  await insert(tx, [emailHash, device, now]);
};

const deleteOfSubject = statement<object, [email: Buffer, device: string]>(
  'auth.delete-sign-in-failures',
  'delete from sign_in_failures where email_hash = $1 and device = $2',
);

export const deleteFailures = async (tx: Tx, { emailHash, device }: SignInSubject): Promise<void> => {
  await deleteOfSubject(tx, [emailHash, device]);
};

/** At most `most` a call; answers how many. */
export const deleteOldFailures = deleteOlder('auth.delete-old-sign-in-failures', 'sign_in_failures', 'failed_at');
