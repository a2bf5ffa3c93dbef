import { z } from 'zod';
import { callOutside } from '../platform/outbound-call.ts';
import type { CardVault } from './card-vault.ts';
import { sandboxAccount } from './http-gateway.ts';

const savedView = z.object({ token: z.string() });
const refusalView = z.object({ code: z.literal('INVALID_CARD') });

/** The vault as the sandbox bank has it; a save with a known key is answered as the first time. `timeoutMs`: for each call. */
export const createHttpCardVault = (bank: { url: string; merchantKey: string; timeoutMs: number }): CardVault => {
  const { url, timeoutMs } = bank;
  const headers = { authorization: `Bearer ${bank.merchantKey}` };
  return {
    account: sandboxAccount(bank.merchantKey),
    save: async (key, card) => {
      const answer = await callOutside({
        method: 'POST',
        url: `${url}/tokens`,
        headers,
        body: { key, card: { number: card.number, expiry: card.expiry, holder: card.holder } },
        timeoutMs,
      });
      if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
      const saved = savedView.safeParse(answer.json);
      if (answer.status < 300 && saved.success) return { kind: 'saved', token: saved.data.token };
      return refusalView.safeParse(answer.json).success
        ? { kind: 'refused', code: 'PAY_INVALID_CARD' }
        : { kind: 'unknown', reason: `status ${answer.status}` };
    },
    remove: async (token) => {
      const path = `/tokens/${encodeURIComponent(token)}`;
      const answer = await callOutside({ method: 'DELETE', url: `${url}${path}`, headers, timeoutMs });
      return answer.kind === 'answered' && [204, 404].includes(answer.status) ? 'removed' : 'unknown';
    },
  };
};
