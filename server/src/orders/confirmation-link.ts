import { createHmac, timingSafeEqual } from 'node:crypto';

const signatureOf = (orderId: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`confirm ${orderId}`).digest();

/** What the link of an order's mail holds: its id and a signature that only the shop can make. Good for confirming, nothing else. */
export const confirmationToken = (orderId: string, secret: string): string =>
  `${orderId}.${signatureOf(orderId, secret).toString('base64url')}`;

/** The order a link was made for; undefined for what is no link of ours. */
export function orderOfToken(token: string, secret: string): string | undefined {
  const [, orderId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (orderId === undefined || signature === undefined) return undefined;
  return timingSafeEqual(signatureOf(orderId, secret), Buffer.from(signature, 'base64url')) ? orderId : undefined;
}
