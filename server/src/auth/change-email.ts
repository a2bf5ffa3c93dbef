import { checkEmail, emailMessages } from '@ceiba/domain/customers/email';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Refusal } from '../platform/route.ts';
import { hashOfToken, issueLink } from './account-links.ts';
import { emailChangeAskedMail, emailChangedMail, emailChangeMail } from './account-mails.ts';
import { changeEmailOf, findAccount, findAccountByEmail, linkGuestOrders } from './accounts.store.ts';
import { countAsked, mostAsked } from './asked-mails.ts';
import type { LogInDeps } from './log-in.ts';
import { type ProofRefusal, provePassword } from './prove-password.ts';
import { deleteSessionsOf } from './sessions.store.ts';
import { writeNotice } from './write-notice.ts';

interface ChangeCall {
  customer: { id: string; sessionId: string };
  now: Date;
  shop: MailingShop;
}

export interface EmailChangeRequest extends ChangeCall {
  currentPassword: string;
  /** The new one, as typed. */
  email: string;
  client: string;
}

const unfit = (email: string) => refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { email } } } as const);

/**
 * Asks for another address, by the current password: the new one is mailed a link, the present one, if it is confirmed, is told what to do if this
 * was nobody of theirs. Nothing has changed until the link is used. Five in 24 hours for a customer, and five to one address.
 */
export async function requestEmailChange(
  deps: Pick<LogInDeps, 'db' | 'passwords'>,
  { customer: { id }, currentPassword, email, client, now, shop }: EmailChangeRequest,
): Promise<Result<null, ProofRefusal | Refusal<'VALIDATION_ERROR' | 'EMAIL_TAKEN' | 'RATE_LIMITED'>>> {
  const typed = checkEmail(email);
  if (!typed.ok) return unfit(emailMessages.profile[typed.error.code === 'empty' ? 'required' : 'invalid']);
  const proven = await provePassword(deps, { customerId: id, currentPassword, client, now });
  if (!proven.ok) return proven;
  const { customer } = proven.value;
  const { email: present } = customer;
  const wanted = typed.value;
  if (wanted === present) return unfit(emailMessages.same);
  return deps.db.transaction(async (tx) => {
    if ((await findAccountByEmail(tx, wanted)) !== undefined) return refuse({ code: 'EMAIL_TAKEN' });
    const retryAfter =
      (await countAsked(tx, 'email-change-of', id, now)) ?? (await countAsked(tx, 'email-change-to', wanted, now));
    if (retryAfter !== undefined) return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter } });
    const token = await issueLink(tx, id, 'email', now, wanted);
    if (token === undefined)
      return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: mostAsked.windowMs / 1_000 } });
    const key = `${id}:${hashOfToken(token).toString('hex')}`;
    await writeMail(tx, `email-change:${key}`, emailChangeMail({ email: wanted, token }, shop), now);
    await writeNotice(tx, customer, `email-change-asked:${key}`, emailChangeAskedMail(customer, shop), now);
    return ok(null);
  });
}

/**
 * Takes the address the link was mailed to: it is confirmed by that, and guests' orders placed with it are the customer's
 * (DEC-139). The session that asks must be of the same customer: whoever else reads the mail gets nothing, and whoever
 * wrote somebody else's address does not get their orders because they pressed it. Answers the new address.
 */
export async function changeEmail(
  { db }: Pick<LogInDeps, 'db'>,
  { customer: { id, sessionId }, token, now, shop }: ChangeCall & { token: string },
): Promise<Result<string, { code: 'LINK_NOT_FOUND' | 'EMAIL_TAKEN' }>> {
  const tokenHash = hashOfToken(token);
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, id);
    if (account === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    const changed = await changeEmailOf(tx, { tokenHash, customerId: id }, now);
    if ('refusal' in changed) return refuse({ code: changed.refusal });
    await linkGuestOrders(tx, id);
    await deleteSessionsOf(tx, id, sessionId);
    const told = emailChangedMail({ email: changed.former }, shop);
    await writeNotice(tx, account.customer, `email-changed:${id}:${tokenHash.toString('hex')}`, told, now);
    return ok(changed.address);
  });
}
