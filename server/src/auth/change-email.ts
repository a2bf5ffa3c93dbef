import { ownEmailTexts } from '@ceiba/domain/customers/email';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import { hashOfToken } from '../platform/http/caller.ts';
import type { Refusal, RequestContext } from '../platform/http/route.ts';
import { firstLinkEnd, hasLink, issueLink, useLink } from './account-links.store.ts';
import {
  confirmationMail,
  countAsked,
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeMail,
  mostAsked,
  writeNotice,
} from './account-mails.ts';
import {
  changeEmailOf,
  confirmEmailOf,
  findAccount,
  findAccountByEmail,
  linkGuestOrders,
  takeAccountTurn,
} from './accounts.store.ts';
import { deviceCookie, deviceOf, keepMailbox } from './browser-cookies.ts';
import type { LogInDeps } from './log-in.ts';
import { type ProofRefusal, provePassword } from './prove-password.ts';
import { deleteSessionsOf } from './sessions.store.ts';

interface ChangeCall {
  customer: { id: string; sessionId: string };
  now: Date;
  shop: MailingShop;
}

interface EmailChangeRequest extends ChangeCall {
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
  const proven = await provePassword(deps, { customerId: id, currentPassword, client, now });
  if (!proven.ok) return proven;
  const { customer } = proven.value;
  const { email: present } = customer;
  const wanted = email;
  if (wanted === present) return unfit(ownEmailTexts.same);
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

/**
 * Uses the link of a confirmation mail up (API-13). The address is confirmed at once where the call shows that the account
 * is its owner's too: by a session of it, or a browser that has signed in to it. Elsewhere the next login in this browser
 * confirms it: who registered somebody else's address must not get their orders because they pressed a link (DEC-139).
 */
export async function confirmEmail(
  { db, sessions }: Pick<LogInDeps, 'db' | 'sessions'>,
  { customerId, token }: { customerId: string; token: string },
  { now, cookie, bearer, setHeader }: Pick<RequestContext, 'now' | 'cookie' | 'bearer' | 'setHeader'>,
): Promise<Result<null, { code: 'LINK_NOT_FOUND' }>> {
  const secret = await sessions.secret();
  const session = bearer === undefined ? undefined : await sessions.find(bearer, now, null);
  return db.transaction(async (tx) => {
    const link = { tokenHash: hashOfToken(token), customerId, purpose: 'confirm' } as const;
    // Only who has a link takes the account's turn.
    if (!(await hasLink(tx, link, now))) return refuse({ code: 'LINK_NOT_FOUND' });
    await takeAccountTurn(tx, customerId);
    const id = await useLink(tx, link, now);
    if (id === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    const isDevice = async () => deviceOf(cookie(deviceCookie), await findAccount(tx, id), secret) !== '';
    if (session?.customer.id === id || (await isDevice())) await confirmEmailOf(tx, id, now);
    else setHeader('set-cookie', keepMailbox(id, secret));
    return ok(null);
  });
}

/**
 * Writes the mail that confirms the address of an account once more (AUTH-04); where it is confirmed already nothing is written, and the
 * answer is the same. Links of mails before stay as good as they were, as mails come late and in any order: the first that is used
 * ends the others. Five hold at once, that of the registration among them; until one ends no more is sent. Nor are more than five in
 * 24 hours to one address, those of registrations among them: closing the account or using a link gives none back.
 */
export async function requestConfirmation(
  { db }: Pick<LogInDeps, 'db'>,
  { customerId, now, shop }: { customerId: string; now: Date; shop: MailingShop },
): Promise<Result<null, Refusal<'UNAUTHORIZED' | 'RATE_LIMITED'>>> {
  return db.transaction(async (tx) => {
    // Of two at once the second counts the link of the first, and of one that is being confirmed sees that it is.
    await takeAccountTurn(tx, customerId);
    const account = await findAccount(tx, customerId);
    if (account === undefined) return refuse({ code: 'UNAUTHORIZED' });
    const { email, isConfirmed } = account.customer;
    if (isConfirmed) return ok(null);
    const full = await countAsked(tx, 'confirm-to', email, now);
    if (full !== undefined) return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: full } });
    const token = await issueLink(tx, customerId, 'confirm', now);
    if (token === undefined) {
      const endsAt = (await firstLinkEnd(tx, customerId, 'confirm', now)) ?? now;
      const retryAfter = Math.ceil((endsAt.getTime() - now.getTime()) / 1_000);
      return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter } });
    }
    const key = `account-confirmation:${customerId}:${hashOfToken(token).toString('hex')}`;
    await writeMail(tx, key, confirmationMail({ email, customerId, token }, shop), now);
    return ok(null);
  });
}
