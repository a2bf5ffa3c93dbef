import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { parseRequest, sendRefusal } from '../platform/http.ts';
import { cardExpiry, cardHolder, cardNumber } from './charge-request.ts';
import { readCard, readExpiry } from './presented-card.ts';
import {
  findToken,
  findTokenByKey,
  insertToken,
  markTokenDeleted,
  newTokenName,
  type SavedCard,
} from './tokens.store.ts';

const saveBody = z.strictObject({
  key: z.uuid(),
  card: z.strictObject({ number: cardNumber, expiry: cardExpiry, holder: cardHolder }),
});
const tokenParams = z.strictObject({ token: z.string().min(1).max(100) });

export function tokensRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/tokens', async (request, reply) => {
    const saved = saveCard(bank, parseRequest(saveBody, request.body));
    return saved.ok ? reply.code(201).send(savedCardView(saved.value)) : sendRefusal(reply, saved.error.code);
  });

  app.get('/tokens/:token', async (request, reply) => {
    const { token } = parseRequest(tokenParams, request.params);
    const saved = bank.database.transact((tx) => findToken(tx, token));
    const isThere = saved !== undefined && saved.deleted_at === null;
    return isThere ? savedCardView(saved) : sendRefusal(reply, 'TOKEN_NOT_FOUND');
  });

  app.delete('/tokens/:token', async (request, reply) => {
    const { token } = parseRequest(tokenParams, request.params);
    const deleted = bank.database.transact((tx) => markTokenDeleted(tx, token, bank.now().toISOString()));
    return deleted === 0 ? sendRefusal(reply, 'TOKEN_NOT_FOUND') : reply.code(204).send();
  });
}

/** Saves a card without charging it, once per key. Also saves an expired card, whose charges are refused later. */
function saveCard(
  bank: Bank,
  { key, card }: z.infer<typeof saveBody>,
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

const savedCardView = ({ token, brand, masked, expiry }: SavedCard) => ({ token, brand, masked, expiry });
