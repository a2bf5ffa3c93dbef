import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Refusal } from '../platform/route.ts';
import { hasLink, useLink } from './account-links.store.ts';
import { hashOfToken } from './account-links.ts';
import { passwordChangedMail } from './account-mails.ts';
import { confirmEmailOf, findAccount, setPassword } from './accounts.store.ts';
import { hashOfEmail, type LogInDeps } from './log-in.ts';
import { deleteSessionsOf } from './sessions.store.ts';
import { deleteFailuresOfEmail } from './sign-in-failures.store.ts';

export interface ResetCall {
  customerId: string;
  token: string;
  password: string;
  client: string;
  now: Date;
  shop: MailingShop;
}

/**
 * Sets a new password by the link of a mail (AUTH-07). The link is used up, every session ends (DEC-04), the lock of wrong
 * passwords is lifted (DEC-170), and the address is confirmed: its owner has read the mail.
 * Answers the account's id.
 */
export async function resetPassword(
  { db, passwords }: Pick<LogInDeps, 'db' | 'passwords'>,
  { customerId, token, password, client, now, shop }: ResetCall,
): Promise<Result<string, Refusal<'VALIDATION_ERROR' | 'LINK_NOT_FOUND'>>> {
  if (!isAcceptablePassword(password))
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { password: passwordMessage } } });
  const link = { tokenHash: hashOfToken(token), customerId, purpose: 'reset' } as const;
  // Hashing is dear: only for those who have a link.
  if (!(await hasLink(db.write, link, now))) return refuse({ code: 'LINK_NOT_FOUND' });
  const passwordHash = await passwords.hash(password, client);
  return db.transaction(async (tx) => {
    const id = await useLink(tx, link, now);
    const account = id === undefined ? undefined : await findAccount(tx, id);
    if (account === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    await setPassword(tx, account.id, passwordHash);
    await deleteSessionsOf(tx, account.id);
    await deleteFailuresOfEmail(tx, hashOfEmail(account.customer.email));
    await confirmEmailOf(tx, account.id, now);
    await writeMail(
      tx,
      `password-changed:${link.tokenHash.toString('hex')}`,
      passwordChangedMail(account.customer, shop),
      now,
    );
    return ok(account.id);
  });
}
