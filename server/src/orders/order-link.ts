import { createHash, randomBytes } from 'node:crypto';

/** What is kept of a link's token: from it the token cannot be told. It has 256 random bits, so that no salt is needed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface OrderLink {
  orderId: string;
  /** Told in one mail, and kept nowhere. */
  token: string;
  tokenHash: Buffer;
}

/**
 * A new link to an order's page, for one mail: it shows how the order stands, and is good for nothing else. Written in the
 * transaction that writes the mail.
 */
export const newOrderLink = (orderId: string): OrderLink => {
  const token = randomBytes(32).toString('base64url');
  return { orderId, token, tokenHash: hashOfToken(token) };
};
