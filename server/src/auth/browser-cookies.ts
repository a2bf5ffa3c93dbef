import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CookieToSet, setCookie } from '../platform/http/caller.ts';

/** Tells a browser that signed in before from a stranger's (record 0020); opens nothing by itself. */
export const deviceCookie = 'ceiba.device';

/** 400 days: the longest a browser keeps one. Seconds. */
const lifeSeconds = 400 * 24 * 3_600;

/** Whose device it is. */
export interface DeviceOwner {
  id: string;
  /** Changes with a reset and by an operator: cookies from before name no device any more. */
  deviceEpoch: number;
}

/** The first epoch's are signed as they were before there were epochs. */
const signatureOf = ({ id, deviceEpoch }: DeviceOwner, nonce: string, secret: string): Buffer =>
  createHmac('sha256', secret)
    .update(`device ${id} ${nonce}${deviceEpoch === 0 ? '' : ` ${deviceEpoch}`}`)
    .digest();

/** The header that names this browser a device of the account; one it has already stays. `place`: the shop's, unless it is told another. */
export function keepDevice(
  owner: DeviceOwner,
  secret: string,
  known: string,
  place: Pick<CookieToSet, 'name' | 'path'> = { name: deviceCookie, path: '/v1/auth' },
): string {
  const nonce = known === '' ? randomBytes(12).toString('base64url') : known;
  const value = `${nonce}.${signatureOf(owner, nonce, secret).toString('base64url')}`;
  return setCookie({ ...place, value, maxAge: lifeSeconds });
}

/** The device a cookie proves for that account; empty for none, and for another account's. */
export function deviceOf(cookie: string | undefined, owner: DeviceOwner | undefined, secret: string): string {
  const [, nonce, signature] = /^([\w-]{16})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (nonce === undefined || signature === undefined || owner === undefined) return '';
  const isOurs = timingSafeEqual(signatureOf(owner, nonce, secret), Buffer.from(signature, 'base64url'));
  return isOurs ? nonce : '';
}

/**
 * Says that whoever uses this browser reads the mail of an account. Its password alone shows that it is theirs as well:
 * anybody may register an address of somebody else (record 0020).
 */
export const mailboxCookie = 'ceiba.mailbox';

/** As long as the link that led to it (DEC-152). Seconds. */
const mailboxLifeSeconds = 24 * 3_600;

const mailboxSignatureOf = (customerId: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`mailbox ${customerId}`).digest();

/** The header that keeps it. */
export const keepMailbox = (customerId: string, secret: string): string =>
  setCookie({
    name: mailboxCookie,
    value: mailboxSignatureOf(customerId, secret).toString('base64url'),
    maxAge: mailboxLifeSeconds,
    path: '/v1/auth',
  });

/** Whether a cookie is that of this account. */
export function isMailboxOf(cookie: string | undefined, customerId: string, secret: string): boolean {
  const given = Buffer.from(cookie ?? '', 'base64url');
  const wanted = mailboxSignatureOf(customerId, secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
