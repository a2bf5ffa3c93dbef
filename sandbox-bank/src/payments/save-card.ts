import { randomBytes } from 'node:crypto';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Bank } from '../bank.ts';
import { readCard, readExpiry } from './presented-card.ts';
import { findTokenByKey, insertToken, type SavedCard } from './tokens.store.ts';

export interface SaveCardRequest {
  readonly key: string;
  readonly card: { readonly number: string; readonly expiry: string; readonly holder: string };
}

export const newTokenName = (): string => `tok_${randomBytes(24).toString('base64url')}`;

/** Saves a card without charging it, once per key. A card already expired is saved too: it is refused when charged. */
export function saveCard(
  bank: Bank,
  { key, card }: SaveCardRequest,
): Result<SavedCard, { code: 'INVALID_CARD' | 'KEY_REUSED' }> {
  const readable = readCard(card.number, card.expiry);
  if (readable === undefined || readExpiry(card.expiry) === undefined) return refuse({ code: 'INVALID_CARD' });
  const fingerprint = bank.fingerprint('token', [card.number, card.expiry, card.holder]);
  return bank.database.transact((tx) => {
    const known = findTokenByKey(tx, key);
    if (known !== undefined) return known.fingerprint === fingerprint ? ok(known) : refuse({ code: 'KEY_REUSED' });
    const saved = { token: newTokenName(), fingerprint, ...readable };
    insertToken(tx, { ...saved, key, createdAt: bank.now().toISOString() });
    return ok({ ...saved, deleted_at: null });
  });
}
