import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type KeptCookie, setCookie } from '../platform/cookies.ts';

/** Tells a browser that signed in before from a stranger's (record 0029); opens nothing by itself. */
export const deviceCookie = 'ceiba.device';

/** 400 days: the longest a browser keeps one. Seconds. */
const lifeSeconds = 400 * 24 * 3_600;

const signatureOf = (customerId: string, nonce: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`device ${customerId} ${nonce}`).digest();

/** The header that names this browser a device of the account; one it has already stays. */
export function keepDevice(customerId: string, secret: string, known: string): string {
  const nonce = known === '' ? randomBytes(12).toString('base64url') : known;
  const value = `${nonce}.${signatureOf(customerId, nonce, secret).toString('base64url')}`;
  const cookie: KeptCookie = { name: deviceCookie, value, maxAge: lifeSeconds, path: '/v1/auth' };
  return setCookie(cookie);
}

/** The device a cookie proves for that account; empty for none, and for another account's. */
export function deviceOf(cookie: string | undefined, customerId: string | undefined, secret: string): string {
  const [, nonce, signature] = /^([\w-]{16})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (nonce === undefined || signature === undefined || customerId === undefined) return '';
  const isOurs = timingSafeEqual(signatureOf(customerId, nonce, secret), Buffer.from(signature, 'base64url'));
  return isOurs ? nonce : '';
}
