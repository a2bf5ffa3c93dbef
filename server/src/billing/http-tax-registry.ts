import { z } from 'zod';
import { createCircuitBreaker } from '../platform/circuit-breaker.ts';
import { callOutside, type OutboundAnswer } from '../platform/outbound-call.ts';
import type { TaxpayerLookUp, TaxRegistry } from './tax-registry.ts';

export interface HttpTaxRegistryOptions {
  /** Origin of the registry, without a trailing slash. */
  url: string;
  merchantKey: string;
  /** A shopper is typing: 3 s by default. */
  timeoutMs?: number;
}

const taxpayer = z.object({ name: z.string().min(1) });

const lookUpOf = (answer: OutboundAnswer): TaxpayerLookUp => {
  if (answer.kind !== 'answered') return { kind: 'unavailable' };
  if (answer.status === 404) return { kind: 'unknown' };
  if (answer.status === 400) return { kind: 'invalid' };
  const found = taxpayer.safeParse(answer.json);
  return answer.status === 200 && found.success ? { kind: 'found', name: found.data.name } : { kind: 'unavailable' };
};

/** The registry over HTTP, as the sandbox bank speaks it, behind a breaker. */
export const createHttpTaxRegistry = ({ url, merchantKey, timeoutMs = 3_000 }: HttpTaxRegistryOptions): TaxRegistry => {
  const breaker = createCircuitBreaker({ failures: 5, restMs: 10_000 });
  return {
    lookUp: async (type, identifier) => {
      if (!breaker.mayCall()) return { kind: 'unavailable' };
      const query = new URLSearchParams({ type, identifier });
      const answer = lookUpOf(
        await callOutside({
          method: 'GET',
          url: `${url}/registry/taxpayers?${query}`,
          headers: { authorization: `Bearer ${merchantKey}` },
          timeoutMs,
        }),
      );
      if (answer.kind === 'unavailable') breaker.failed();
      else breaker.succeeded();
      return answer;
    },
  };
};
