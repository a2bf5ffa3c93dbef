import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import type { Refusal } from '../platform/route.ts';
import { deleteLinksOf } from './account-links.store.ts';
import { passwordChangedMail } from './account-mails.ts';
import { replacePassword, takeAccountTurn } from './accounts.store.ts';
import type { LogInDeps } from './log-in.ts';
import { type ProofRefusal, provePassword } from './prove-password.ts';
import { deleteSessionsOf } from './sessions.store.ts';
import { writeNotice } from './write-notice.ts';

export interface PasswordChange {
  customer: { id: string; sessionId: string };
  currentPassword: string;
  password: string;
  client: string;
  now: Date;
  shop: MailingShop;
}

/**
 * Sets a new password by the current one. Every other session ends, links that were mailed for a reset or a new address
 * open nothing any more, and a confirmed address is told. Of two at once the second finds that the current password is another.
 */
export async function changePassword(
  deps: Pick<LogInDeps, 'db' | 'passwords'>,
  { customer: { id, sessionId }, currentPassword, password, client, now, shop }: PasswordChange,
): Promise<Result<null, ProofRefusal | Refusal<'VALIDATION_ERROR'>>> {
  if (!isAcceptablePassword(password))
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { password: passwordMessage } } });
  const proven = await provePassword(deps, { customerId: id, currentPassword, client, now });
  if (!proven.ok) return proven;
  const passwordHash = await deps.passwords.hash(password, client);
  const { customer, passwordHash: formerHash } = proven.value;
  return deps.db.transaction(async (tx) => {
    await takeAccountTurn(tx, id);
    if (!(await replacePassword(tx, { id, formerHash, passwordHash }))) return refuse({ code: 'WRONG_PASSWORD' });
    await deleteSessionsOf(tx, id, sessionId);
    await deleteLinksOf(tx, id, 'reset');
    await deleteLinksOf(tx, id, 'email');
    const key = `password-changed:${id}:${now.toISOString()}`;
    await writeNotice(tx, customer, key, passwordChangedMail(customer, shop), now);
    return ok(null);
  });
}
