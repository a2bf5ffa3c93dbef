import { createHmac, timingSafeEqual } from 'node:crypto';
import { setCookie } from '../platform/cookies.ts';

/**
 * Says that whoever uses this browser reads the mail of an account. Its password alone shows that it is theirs as well:
 * anybody may register an address of somebody else (record 0029).
 */
export const mailboxCookie = 'ceiba.mailbox';

/** As long as the link that led to it (DEC-152). Seconds. */
const lifeSeconds = 24 * 3_600;

const signatureOf = (customerId: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`mailbox ${customerId}`).digest();

/** The header that keeps it. */
export const keepMailbox = (customerId: string, secret: string): string =>
  setCookie({
    name: mailboxCookie,
    value: signatureOf(customerId, secret).toString('base64url'),
    maxAge: lifeSeconds,
    path: '/v1/auth',
  });

/** Whether a cookie is that of this account. */
export function isMailboxOf(cookie: string | undefined, customerId: string, secret: string): boolean {
  const given = Buffer.from(cookie ?? '', 'base64url');
  const wanted = signatureOf(customerId, secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
