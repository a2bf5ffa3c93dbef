import { createHmac } from 'node:crypto';
import { checkCardNumber } from '@ceiba/domain/payments/card-number';
import type { Database } from '../platform/database.ts';
import { getShopSecret } from '../platform/shop-secrets.store.ts';
import type { ChargeableCard } from './saved-cards.store.ts';

/** By what declined charges of one card are known to belong together (DEC-219). It tells nothing of the card's number. */
export interface CardKeys {
  /** Of a number as it was typed; null of what is none, which is never charged. */
  ofNumber(typed: string): Promise<string | null>;
  /** Of a saved card, whose number the shop does not know. */
  ofSaved(card: Pick<ChargeableCard, 'vaultToken' | 'cardKey'>): Promise<string>;
}

/**
 * The hash's key is made of two: a secret in the database, which the shop has by itself, and the acquirer's, which is in the
 * settings alone. Sixteen digits are tried through in no time by whoever has both; a copy of the database does not.
 */
export const createCardKeys = (db: Pick<Database, 'write'>, acquirerKey: string): CardKeys => {
  let secret: string | undefined;
  const hash = async (text: string): Promise<string> => {
    secret ??= await getShopSecret(db.write, 'card-numbers');
    return createHmac('sha256', `${secret}.${acquirerKey}`).update(text).digest('base64url');
  };
  return {
    ofNumber: async (typed) => {
      const number = checkCardNumber(typed);
      return number.ok ? hash(number.value.digits) : null;
    },
    // One that was saved before cards had keys counts by itself.
    ofSaved: async ({ cardKey, vaultToken }) => cardKey ?? hash(`saved ${vaultToken}`),
  };
};
