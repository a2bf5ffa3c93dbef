import { centavos } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { callOutside } from '../platform/outbound-call.ts';
import type { BankLedger } from './bank-ledger.ts';
import { sandboxAccount } from './http-gateway.ts';

const charge = z.object({
  key: z.string(),
  status: z.string(),
  capturedCentavos: z.int(),
  outstandingCentavos: z.int(),
  createdAt: z.iso.datetime(),
});
const page = z.object({ charges: z.array(charge), next: z.string().nullable() });

const pageSize = 500;

/** The list as the sandbox bank gives it. Nobody waits for it: it may take long, and is asked again at the next run. */
export const createHttpBankLedger = (bank: { url: string; merchantKey: string; timeoutMs?: number }): BankLedger => ({
  account: sandboxAccount(bank.merchantKey),
  settlingMs: 5 * 60_000,
  reachMs: Number.POSITIVE_INFINITY,
  listCharges: async (since, after) => {
    const query = new URLSearchParams({ since: since.toISOString(), limit: String(pageSize), after: after ?? '0' });
    const answer = await callOutside({
      method: 'GET',
      url: `${bank.url}/charges?${query}`,
      headers: { authorization: `Bearer ${bank.merchantKey}` },
      timeoutMs: bank.timeoutMs ?? 10_000,
    });
    const read = answer.kind === 'answered' && answer.status === 200 ? page.safeParse(answer.json) : undefined;
    if (read?.success !== true) return 'unknown';
    const approved = read.data.charges
      .filter(({ status }) => status === 'approved')
      .map((known) => ({
        key: known.key,
        amount: centavos(known.capturedCentavos),
        outstanding: centavos(known.outstandingCentavos),
        createdAt: new Date(known.createdAt),
      }));
    return { approved, next: read.data.next };
  },
});
