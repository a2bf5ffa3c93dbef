import { ownEmailTexts } from '@ceiba/domain/customers/email';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import { hashOfToken } from '../platform/http/caller.ts';
import type { Refusal, RequestContext } from '../platform/http/route.ts';
import { consumeLink, firstLinkEnd, hasLink, issueLink } from './account-links.store.ts';
import {
  confirmationMail,
  countRequestedMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeMail,
  mailRequestLimit,
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
import { deviceCookie, deviceOf, mailboxCookieHeader } from './browser-cookies.ts';
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
  /** The new address, as typed. */
  email: string;
  client: string;
}

const unfit = (email: string) => refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { email } } } as const);

/**
 * Requests a change of address with the current password. The new address gets a link, which makes the change. The
 * present address, if confirmed, gets instructions in case another person made the request. Limits in 24 hours: five
 * per customer, and five to one address.
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
      (await countRequestedMail(tx, 'email-change-of', id, now)) ??
      (await countRequestedMail(tx, 'email-change-to', wanted, now));
    if (retryAfter !== undefined) return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter } });
    const token = await issueLink(tx, id, 'email', now, wanted);
    if (token === undefined)
      return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: mailRequestLimit.windowMs / 1_000 } });
    const key = `${id}:${hashOfToken(token).toString('hex')}`;
    await writeMail(tx, `email-change:${key}`, emailChangeMail({ email: wanted, token }, shop), now);
    await writeNotice(tx, customer, `email-change-asked:${key}`, emailChangeAskedMail(customer, shop), now);
    return ok(null);
  });
}

/**
 * Changes the account's address to the address that got the link, and confirms it. Guest orders placed with that address become the
 * customer's (DEC-139). The session must belong to the same customer, so that other readers of the mail get nothing. A customer who
 * entered a stranger's address does not get the stranger's orders when the stranger follows the link. Returns the new address.
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
    const mail = emailChangedMail({ email: changed.former }, shop);
    await writeNotice(tx, account.customer, `email-changed:${id}:${tokenHash.toString('hex')}`, mail, now);
    return ok(changed.address);
  });
}

/**
 * Uses a confirmation link (API-13). Confirms the address immediately if the call also proves the account: by its
 * session, or by a browser that has signed in to it. If not, the next login in this browser confirms it. A person who
 * registered a stranger's address must not get the stranger's orders when the stranger follows the link (DEC-139).
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
    // Only a holder of a valid link may lock the account.
    if (!(await hasLink(tx, link, now))) return refuse({ code: 'LINK_NOT_FOUND' });
    await takeAccountTurn(tx, customerId);
    const id = await consumeLink(tx, link, now);
    if (id === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    const isDevice = async () => deviceOf(cookie(deviceCookie), await findAccount(tx, id), secret) !== '';
    if (session?.customer.id === id || (await isDevice())) await confirmEmailOf(tx, id, now);
    else setHeader('set-cookie', mailboxCookieHeader(id, secret));
    return ok(null);
  });
}

/**
 * Sends the confirmation mail again (AUTH-04). For a confirmed address, the call writes nothing and gives the same
 * answer. Earlier links stay valid, because mails arrive late and in any order. The first used link ends the others. At
 * most five links are valid at the same time, and at most five mails go to one address in 24 hours. Both limits include
 * registrations. Closing the account or using a link does not reset the limit.
 */
export async function requestConfirmation(
  { db }: Pick<LogInDeps, 'db'>,
  { customerId, now, shop }: { customerId: string; now: Date; shop: MailingShop },
): Promise<Result<null, Refusal<'UNAUTHORIZED' | 'RATE_LIMITED'>>> {
  return db.transaction(async (tx) => {
    // A concurrent call then counts the first call's link, and sees a confirmation that just took place.
    await takeAccountTurn(tx, customerId);
    const account = await findAccount(tx, customerId);
    if (account === undefined) return refuse({ code: 'UNAUTHORIZED' });
    const { email, isConfirmed } = account.customer;
    if (isConfirmed) return ok(null);
    const full = await countRequestedMail(tx, 'confirm-to', email, now);
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
