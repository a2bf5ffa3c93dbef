import { createHash } from 'node:crypto';
import { addCalls } from '../platform/call-budgets.store.ts';
import type { Tx } from '../platform/database.ts';

/**
 * Mails with a link that one account asks for, or that one address gets, from whatever accounts. Counted apart from the links: these
 * end when one is used, the password changes or the account is closed, and none of that gives back a mail.
 */
export const mostAsked = { max: 5, windowMs: 24 * 3_600_000 };

/** What is counted: changes of e-mail by the account that asks and by the new address, confirmations by the address. */
type AskedMails = 'email-change-of' | 'email-change-to' | 'confirm-to';

/** Counts a mail before it is written, as of many at once none may be one too many; seconds until there is room, where there is none. */
export async function countAsked(tx: Tx, budget: AskedMails, of: string, now: Date): Promise<number | undefined> {
  const caller = createHash('sha256').update(of).digest('hex');
  const { max, windowMs } = mostAsked;
  const endsAt = new Date(now.getTime() + windowMs);
  const counted = await addCalls(tx, { budget, caller, calls: 1, now, endsAt, windowMs });
  return counted.calls > max ? Math.ceil((counted.endsAt.getTime() - now.getTime()) / 1_000) : undefined;
}
