import type { Tx } from '../platform/database.ts';
import { readCard } from './presented-card.ts';
import { findToken, insertToken } from './tokens.store.ts';

/** The demo customer's saved cards (DEC-164), with the tokens that the demo shop loads. */
const demoCards = [
  { token: 'tok_demo_visa', number: '4111111111111111', expiry: '12/35' },
  { token: 'tok_demo_amex', number: '378282246310005', expiry: '12/35' },
  { token: 'tok_demo_expired', number: '5555555555554444', expiry: '06/24' },
] as const;

/** Stores them once: a deleted card is not stored again. */
export function openDemoCards(tx: Tx, now: Date): void {
  for (const { token, number, expiry } of demoCards) {
    const card = readCard(number, expiry);
    if (card === undefined || findToken(tx, token) !== undefined) continue;
    insertToken(tx, { ...card, token, key: null, fingerprint: null, createdAt: now.toISOString() });
  }
}
