import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { sendRefusal } from '../platform/refusals.ts';
import { parseRequest } from '../platform/requests.ts';
import { cardExpiry, cardHolder, cardNumber } from './charge-request.ts';
import { saveCard } from './save-card.ts';
import { findToken, markTokenDeleted, type SavedCard } from './tokens.store.ts';

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

const savedCardView = ({ token, brand, masked, expiry }: SavedCard) => ({ token, brand, masked, expiry });
