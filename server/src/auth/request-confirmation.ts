import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Refusal } from '../platform/route.ts';
import { firstLinkEnd } from './account-links.store.ts';
import { hashOfToken, issueLink } from './account-links.ts';
import { confirmationMail } from './account-mails.ts';
import { findAccount, takeAccountTurn } from './accounts.store.ts';
import { countAsked } from './asked-mails.ts';
import type { LogInDeps } from './log-in.ts';

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
