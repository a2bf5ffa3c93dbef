import { z } from 'zod';
import { callOutside, createCircuitBreaker, type OutboundAnswer } from '../platform/limits/outbound-call.ts';

/** `invalid`: the registry rejects the number as malformed. */
type TaxpayerLookUp =
  | { kind: 'found'; name: string }
  | { kind: 'unknown' }
  | { kind: 'invalid' }
  | { kind: 'unavailable' };

/** Finds the owner of a NIT or DPI (DEC-109). Never throws for network faults. */
export interface TaxRegistry {
  /** `identifier` in the domain's normalised form. */
  lookUp(type: 'nit' | 'dpi', identifier: string): Promise<TaxpayerLookUp>;
}

interface HttpTaxRegistryOptions {
  /** Origin of the registry, without a trailing slash. */
  url: string;
  merchantKey: string;
  /** 3 s by default, because a shopper waits. */
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

/** The registry over HTTP, with the sandbox bank's protocol and a circuit breaker. */
export const createHttpTaxRegistry = ({ url, merchantKey, timeoutMs = 3_000 }: HttpTaxRegistryOptions): TaxRegistry => {
  const breaker = createCircuitBreaker({ service: 'tax-registry', failures: 5, restMs: 10_000 });
  return {
    lookUp: async (type, identifier) => {
      if (!breaker.mayCall()) return { kind: 'unavailable' };
      const query = new URLSearchParams({ type, identifier });
      const answer = lookUpOf(
        await callOutside({
          service: 'tax-registry',
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
