import { z } from 'zod';
import type { OutboundAnswer } from '../../platform/outbound-call.ts';
import type { CardVault, SaveOutcome } from '../card-vault.ts';
import { cyberSourceAccount } from './cybersource-gateway.ts';
import { cardTypeCodeOf, expiryFields } from './payment-body.ts';
import { type CyberSourceAccess, openSignedLine } from './signed-line.ts';

const created = z.object({ id: z.string(), state: z.literal('ACTIVE') });

const idOf = (answer: OutboundAnswer): string | undefined => {
  const read = created.safeParse(answer.kind === 'answered' && answer.status < 300 ? answer.json : undefined);
  return read.success ? read.data.id : undefined;
};

const failed = (answer: OutboundAnswer): SaveOutcome =>
  answer.kind === 'answered' && answer.status === 400
    ? { kind: 'refused', code: 'PAY_INVALID_CARD' }
    : { kind: 'unknown', reason: answer.kind === 'answered' ? `status ${answer.status}` : answer.reason };

/**
 * CyberSource's Token Management. An instrument identifier stands for a card's number and is the same for whoever saves it, so
 * it is never deleted; the token of a saved card is a payment instrument on it, with the expiry, which is. `timeoutMs`: for each
 * of the two calls of a save.
 */
export const createCyberSourceCardVault = (access: CyberSourceAccess & { timeoutMs: number }): CardVault => {
  const line = openSignedLine(access);
  const { timeoutMs } = access;
  return {
    account: cyberSourceAccount(access),
    save: async (_key, { number, expiry }) => {
      const identified = await line.post('/tms/v1/instrumentidentifiers', { card: { number } }, timeoutMs);
      const id = idOf(identified);
      if (id === undefined) return failed(identified);
      const body = { card: { ...expiryFields(expiry), ...cardTypeCodeOf(number) }, instrumentIdentifier: { id } };
      const kept = await line.post('/tms/v1/paymentinstruments', body, timeoutMs);
      const token = idOf(kept);
      return token === undefined ? failed(kept) : { kind: 'saved', token };
    },
    remove: async (token) => {
      const answer = await line.remove(`/tms/v1/paymentinstruments/${encodeURIComponent(token)}`, timeoutMs);
      return answer.kind === 'answered' && [204, 404, 410].includes(answer.status) ? 'removed' : 'unknown';
    },
  };
};
