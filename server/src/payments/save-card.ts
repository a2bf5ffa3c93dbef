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

/** A card that has just paid, for its owner to pay with again. */
interface CardToKeep {
  customerId: string;
  /** Lives only until it is saved, or is not (DEC-10). */
  card: Pick<CardToCharge, 'number' | 'expiry' | 'holder'>;
  masked: string;
  /** Of its number (`CardKeys`). */
  cardKey: string | null;
}

/** Saves cards beside the orders they have paid: no order waits for it, and none is harmed when it fails (DEC-108). */
export interface CardSaver {
  save(card: CardToKeep, now: Date): void;
  /** What is being saved by now has come to its end. */
  settled(): Promise<void>;
  /** Before the process ends, what is being saved has its time. */
  register(app: FastifyInstance): void;
}

interface CardSaverDeps {
  db: Pick<Database, 'write'>;
  vault: CardVault;
  log: Pick<JobLog, 'warn' | 'error'>;
}

/** At the same time; who pays while so many are being saved pays without saving. A number that waits is a number in memory. */
const mostAtOnce = 50;

export const createCardSaver = (deps: CardSaverDeps): CardSaver => {
  const running = new Set<Promise<void>>();
  const settled = async (): Promise<void> => {
    await Promise.all(running);
  };
  return {
    save: (card, now) => {
      if (running.size >= mostAtOnce) {
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
 * The acquirer's vault first, then the row: what dies in between leaves a token that nobody knows and that charges nothing
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
    const kept = { masked, expiry: expiry.value, acquirer: vault.account };
    if (await hasSavedCard(db.write, customerId, kept)) return;
    const saved = await vault.save(randomUUID(), card);
    if (saved.kind !== 'saved') {
      log.warn({ reason: saved.kind === 'unknown' ? saved.reason : saved.code }, 'card not saved');
      return;
    }
    const { token: vaultToken } = saved;
    const row = { ...kept, customerId, vaultToken, cardKey, id: randomUUIDv7(), spareId: randomUUIDv7() };
    await insertSavedCard(db.write, row, now).catch(async (error: unknown) => {
      // Without an answer the row may stand all the same, and then its token has to charge.
      if (isRefused(error)) await vault.remove(vaultToken);
      else await releaseUnlessInserted(db.write, row, now);
      throw error;
    });
  } catch (error) {
    log.error({ err: withoutValues(error) }, 'card could not be saved');
  }
}
