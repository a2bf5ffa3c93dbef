import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hours for which a preview link works (PROD-04). */
const previewHours = 24;

const signatureOf = (secret: string, productId: number, expiry: string): Buffer =>
  createHmac('sha256', secret).update(`${productId}.${expiry}`).digest();

/**
 * Makes the token of a link that shows one product before its publication. The token is its expiry (seconds since 1970, base 36) and a
 * signature of 256 bits. The database stores nothing. `secret`: `product-previews` of `shop_secrets`. A new secret ends all links.
 */
export function makePreviewToken(secret: string, productId: number, now: Date): { token: string; expiresAt: Date } {
  const seconds = Math.floor(now.getTime() / 1_000) + previewHours * 3_600;
  const expiry = seconds.toString(36);
  const signature = signatureOf(secret, productId, expiry).toString('base64url');
  return { token: `${expiry}.${signature}`, expiresAt: new Date(seconds * 1_000) };
}

/** Returns whether a token shows this product at this moment. Compares in constant time. */
export function isPreviewToken(secret: string, productId: number, token: string, now: Date): boolean {
  const [expiry = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(secret, productId, expiry);
  return given.length === right.length && timingSafeEqual(given, right) && now.getTime() < parseInt(expiry, 36) * 1_000;
}
