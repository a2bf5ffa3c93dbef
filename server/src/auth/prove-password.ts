import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type Account, findAccount, lockPassword } from './accounts.store.ts';
import { hashOfEmail, isLocked, type LogInDeps } from './log-in.ts';
import { deleteFailures, insertFailure, lockSignIn } from './sign-in-failures.store.ts';

export interface PasswordProof {
  customerId: string;
  /** The current password, as typed again. */
  currentPassword: string;
  client: string;
  now: Date;
}

export type ProofRefusal = { code: 'UNAUTHORIZED' | 'WRONG_PASSWORD' | 'SIGN_IN_LOCKED' };

/**
 * Checks the password before a change that could take over or delete an account: a person who found an open session does not know it. Wrong ones
 * are counted separately from the wrong passwords of the login, which they do not lock: five in fifteen minutes (DEC-170), judged one after the other.
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
    // The account was closed while the password was checked.
    if (stands === undefined) return refuse({ code: 'UNAUTHORIZED' });
    if (!isRight || stands !== account.passwordHash) {
      await insertFailure(tx, subject, now);
      return refuse({ code: 'WRONG_PASSWORD' });
    }
    await deleteFailures(tx, subject);
    return ok(account);
  });
}
