import { createHmac, randomUUID, randomUUIDv7 } from 'node:crypto';
import { checkCardExpiry } from '@ceiba/domain/payments/card-form';
import { checkCardNumber } from '@ceiba/domain/payments/card-number';
import type { FastifyInstance } from 'fastify';
import type { JobLog } from '../jobs/worker.ts';
import { type Database, isRefused } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { withoutValues } from '../platform/operations/log.ts';
import type { CardToCharge, CardVault } from './gateway.ts';
import { type ChargeableCard, hasSavedCard, insertSavedCard, releaseUnlessInserted } from './saved-cards.store.ts';

/** Keys that identify declined charges of the same card (DEC-219). They reveal nothing of the card's number. */
export interface CardKeys {
  /** Returns the key of a typed number; null for an invalid number, which is never charged. */
  ofNumber(typed: string): Promise<string | null>;
  /** Returns the key of a saved card, whose number the shop does not know. */
  ofSaved(card: Pick<ChargeableCard, 'vaultToken' | 'cardKey'>): Promise<string>;
}

/**
 * Creates the keys with an HMAC. Its secret combines a secret in the database, created by the shop, with the acquirer's secret, which is
 * only in the settings. A person who has both secrets could quickly try all card numbers, but a copy of the database contains only one of the
 * two.
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
    // A card that was saved before cards had keys counts alone.
    ofSaved: async ({ cardKey, vaultToken }) => cardKey ?? hash(`saved ${vaultToken}`),
  };
};

/** A card that has just paid, to be saved for its owner. */
interface CardToKeep {
  customerId: string;
  /** Exists only until the save succeeds or fails (DEC-10). */
  card: Pick<CardToCharge, 'number' | 'expiry' | 'holder'>;
  masked: string;
  /** The key of the card's number (`CardKeys`). */
  cardKey: string | null;
}

/** Saves cards after the orders that they have paid. No order waits for it or suffers if it fails (DEC-108). */
export interface CardSaver {
  save(card: CardToKeep, now: Date): void;
  /** Resolves when every running save has ended. */
  settled(): Promise<void>;
  /** Gives running saves time before the process ends. */
  register(app: FastifyInstance): void;
}

interface CardSaverDeps {
  db: Pick<Database, 'write'>;
  vault: CardVault;
  log: Pick<JobLog, 'warn' | 'error'>;
}

/**
 * Saves that may run at once. If more are running, a shopper pays without saving the card, because a waiting save would hold a card number
 * in memory.
 */
const maxAtOnce = 50;

export const createCardSaver = (deps: CardSaverDeps): CardSaver => {
  const running = new Set<Promise<void>>();
  const settled = async (): Promise<void> => {
    await Promise.all(running);
  };
  return {
    save: (card, now) => {
      if (running.size >= maxAtOnce) {
        deps.log.warn({ reason: 'too many at once' }, 'card not saved');
        return;
      }
      const saving = saveCard(deps, card, now).finally(() => running.delete(saving));
      running.add(saving);
    },
    settled,
    register: (app) => {
      app.addHook('onClose', settled);
    },
  };
};

/**
 * Saves to the acquirer's vault first, then writes the row. A process that dies in between leaves an unknown token, which charges nothing
 * (`CardVault.save`). Never throws.
 */
async function saveCard(
  { db, vault, log }: CardSaverDeps,
  { customerId, card, masked, cardKey }: CardToKeep,
  now: Date,
) {
  try {
    const expiry = checkCardExpiry(card.expiry, now);
    if (!expiry.ok) return;
    const stored = { masked, expiry: expiry.value, acquirer: vault.account };
    if (await hasSavedCard(db.write, customerId, stored)) return;
    const saved = await vault.save(randomUUID(), card);
    if (saved.kind !== 'saved') {
      log.warn({ reason: saved.kind === 'unknown' ? saved.reason : saved.code }, 'card not saved');
      return;
    }
    const { token: vaultToken } = saved;
    const row = { ...stored, customerId, vaultToken, cardKey, id: randomUUIDv7(), spareId: randomUUIDv7() };
    await insertSavedCard(db.write, row, now).catch(async (error: unknown) => {
      // Without an answer from the database, the row may exist, and then its token must work.
      if (isRefused(error)) await vault.remove(vaultToken);
      else await releaseUnlessInserted(db.write, row, now);
      throw error;
    });
  } catch (error) {
    log.error({ err: withoutValues(error) }, 'card could not be saved');
  }
}
