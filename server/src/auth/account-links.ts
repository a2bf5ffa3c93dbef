import { createHash, randomBytes } from 'node:crypto';
import { confirmationTokenMs, resetTokenMs } from '@ceiba/domain/auth/session';
import type { Tx } from '../platform/database.ts';
import { insertLink, type LinkPurpose } from './account-links.store.ts';

const lifeMs: Record<LinkPurpose, number> = {
  confirm: confirmationTokenMs,
  reset: resetTokenMs,
  email: confirmationTokenMs,
};

/** Links of one purpose that one account may have at once: nobody's mailbox is filled by asking. */
const mostLinks = 5;

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token for a link in a mail (DEC-152); undefined when the account has enough of them. `newEmail`: of `email` only. */
export async function issueLink(
  tx: Tx,
  customerId: string,
  purpose: LinkPurpose,
  now: Date,
  newEmail?: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMs[purpose]);
  const known = { tokenHash: hashOfToken(token), customerId, purpose, expiresAt };
  const link = newEmail === undefined ? known : { ...known, newEmail };
  return (await insertLink(tx, link, now, mostLinks)) ? token : undefined;
}
