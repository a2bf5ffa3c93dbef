import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../platform/database.ts';
import { insertOrderLink } from './order-history.store.ts';

/** What is kept of a link's token: from it the token cannot be told. It has 256 random bits, so that no salt is needed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * A new link to an order's page, for one mail: it shows how the order stands, and is good for nothing else. Written in the
 * transaction that writes the mail.
 */
export async function addOrderLink(
  tx: Tx,
  { orderId, publicUrl }: { orderId: string; publicUrl: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertOrderLink(tx, hashOfToken(token), orderId, now);
  return `${publicUrl}/track-order?link=${token}`;
}
