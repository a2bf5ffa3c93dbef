import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CookieToSet, setCookie } from '../platform/http/caller.ts';

/** Distinguishes a browser that has signed in before from a stranger's (record 0020). The cookie gives no access. */
export const deviceCookie = 'ceiba.device';

/** 400 days, the longest that browsers store a cookie. In seconds. */
const lifeSeconds = 400 * 24 * 3_600;

export interface DeviceOwner {
  id: string;
  /** A reset or an operator increases the epoch. Cookies of earlier epochs prove no device. */
  deviceEpoch: number;
}

/** Signatures of the first epoch lack the number, because they are older than epochs. */
const signatureOf = ({ id, deviceEpoch }: DeviceOwner, nonce: string, secret: string): Buffer =>
  createHmac('sha256', secret)
    .update(`device ${id} ${nonce}${deviceEpoch === 0 ? '' : ` ${deviceEpoch}`}`)
    .digest();

/** Returns the header that makes this browser a device of the account. A known device keeps its number. `place`: the shop's by default. */
export function deviceCookieHeader(
  owner: DeviceOwner,
  secret: string,
  known: string,
  place: Pick<CookieToSet, 'name' | 'path'> = { name: deviceCookie, path: '/v1/auth' },
): string {
  const nonce = known === '' ? randomBytes(12).toString('base64url') : known;
  const value = `${nonce}.${signatureOf(owner, nonce, secret).toString('base64url')}`;
  return setCookie({ ...place, value, maxAge: lifeSeconds });
}

/**
 * Returns the account's device that the cookie proves. Empty if the cookie proves no device, or the device of another
 * account.
 */
export function deviceOf(cookie: string | undefined, owner: DeviceOwner | undefined, secret: string): string {
  const [, nonce, signature] = /^([\w-]{16})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (nonce === undefined || signature === undefined || owner === undefined) return '';
  const isOurs = timingSafeEqual(signatureOf(owner, nonce, secret), Buffer.from(signature, 'base64url'));
  return isOurs ? nonce : '';
}

/**
 * Proves that this browser's user reads the mail of an account. The user must also enter the account's password,
 * because anybody may register with another person's address (record 0020).
 */
export const mailboxCookie = 'ceiba.mailbox';

/** The life of the confirmation link (DEC-152). In seconds. */
const mailboxLifeSeconds = 24 * 3_600;

const mailboxSignatureOf = (customerId: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`mailbox ${customerId}`).digest();

export const mailboxCookieHeader = (customerId: string, secret: string): string =>
  setCookie({
    name: mailboxCookie,
    value: mailboxSignatureOf(customerId, secret).toString('base64url'),
    maxAge: mailboxLifeSeconds,
    path: '/v1/auth',
  });

/** Returns whether a cookie belongs to this account. */
export function isMailboxOf(cookie: string | undefined, customerId: string, secret: string): boolean {
  const given = Buffer.from(cookie ?? '', 'base64url');
  const wanted = mailboxSignatureOf(customerId, secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
