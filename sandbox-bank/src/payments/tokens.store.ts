import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { cardOutcome } from '../cards.ts';
import type { Tx } from '../platform/database.ts';

const tokenRow = z.object({
  token: z.string(),
  fingerprint: z.string().nullable(),
  brand: z.enum(['visa', 'mastercard', 'amex']),
  masked: z.string(),
  expiry: z.string(),
  outcome: cardOutcome,
  deleted_at: z.string().nullable(),
});

/** A saved card. Its number is not stored, only its mask and the outcome of a test card. */
export type SavedCard = z.infer<typeof tokenRow>;

export const findToken = (tx: Tx, token: string): SavedCard | undefined =>
  tx.first(tokenRow, 'SELECT * FROM tokens WHERE token = $token', { token });

export const findTokenByKey = (tx: Tx, key: string): SavedCard | undefined =>
  tx.first(tokenRow, 'SELECT * FROM tokens WHERE key = $key', { key });

/** A random name that cannot be guessed, because a token charges a card. */
export const newTokenName = (): string => `tok_${randomBytes(24).toString('base64url')}`;

export interface NewToken {
  readonly token: string;
  /** Idempotency key and fingerprint of POST /tokens. Null for a card saved by its charge. */
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly brand: string;
  readonly masked: string;
  /** "MM/YY" */
  readonly expiry: string;
  readonly outcome: string;
  readonly createdAt: string;
}

export const insertToken = (tx: Tx, token: NewToken): number =>
  tx.change(
    `INSERT INTO tokens (token, key, fingerprint, brand, masked, expiry, outcome, created_at)
     VALUES ($token, $key, $fingerprint, $brand, $masked, $expiry, $outcome, $createdAt)`,
    { ...token },
  );

/** Keeps the moment of the first deletion. @returns 0 if the token was never issued */
export const markTokenDeleted = (tx: Tx, token: string, deletedAt: string): number =>
  tx.change('UPDATE tokens SET deleted_at = coalesce(deleted_at, $deletedAt) WHERE token = $token', {
    token,
    deletedAt,
  });
