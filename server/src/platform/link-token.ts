import { createHash, randomBytes } from 'node:crypto';

/** Three parts, as a session's token has them, so that both travel alike; the first tells them apart. */
const prefix = 'link.1.';

/** A token of a payment link, 32 random bytes; what is kept of it is its hash. */
export const newLinkToken = (): string => `${prefix}${randomBytes(32).toString('base64url')}`;

export const isLinkToken = (token: string): boolean => token.startsWith(prefix);

export const hashOfLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest();
