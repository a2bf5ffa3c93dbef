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

/** Keys that identify a card when declined charges are counted (DEC-219). A key reveals nothing of the card's number. */
export interface CardKeys {
  /** Returns the key of a typed number. Null if the number is invalid and therefore never charged. */
  ofNumber(typed: string): Promise<string | null>;
  /** Returns the key of a saved card, whose number the shop does not know. */
  ofSaved(card: Pick<ChargeableCard, 'vaultToken' | 'cardKey'>): Promise<string>;
}

/**
 * Creates the keys with an HMAC. Its secret combines a secret in the database, created by the shop, with the acquirer's secret, which is
 * only in the settings. With both secrets, a person could quickly try all card numbers. A copy of the database contains only one of them.
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
    // A card that was saved before keys existed gets a separate key.
    ofSaved: async ({ cardKey, vaultToken }) => cardKey ?? hash(`saved ${vaultToken}`),
  };
};

/** A card that has just paid and is to be saved for its owner. */
interface CardToKeep {
  customerId: string;
  /** Card data exist only until the save succeeds or fails (DEC-10). */
  card: Pick<CardToCharge, 'number' | 'expiry' | 'holder'>;
  masked: string;
  /** The key of the card's number (`CardKeys`). */
  cardKey: string | null;
}

/** Saves cards after the orders that they have paid. No order waits for a save, or fails because of it (DEC-108). */
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
 * Maximum number of concurrent saves. If more are running, a shopper pays without saving the card, because a waiting save would hold a card
 * number in memory.
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
 * Saves to the acquirer's vault first, then writes the row. If the process dies in between, a token without a row is left, which charges
 * nothing (`CardVault.save`). Never throws.
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
      // If the database did not answer, the row may exist. Then its token must work.
      if (isRefused(error)) await vault.remove(vaultToken);
      else await releaseUnlessInserted(db.write, row, now);
      throw error;
    });
  } catch (error) {
    log.error({ err: withoutValues(error) }, 'card could not be saved');
  }
}
