import { z } from 'zod';
import { createFairGate, type FairGateOptions, Overloaded, perClient } from '../platform/limits/concurrency-limit.ts';
import { callOutside, createCircuitBreaker, type OutboundAnswer } from '../platform/limits/outbound-call.ts';

/** `unavailable`: the service gave no answer to rely on. */
type TokenVerdict = 'accepted' | 'refused' | 'unavailable';

/** An outside service that tells people from programs by a token its own script made. Never throws for a network. */
export interface TokenVerifier {
  /** `client`: who brings the token (`clientOf`); nobody's tokens keep everybody else's waiting. */
  verify(token: string, client: string): Promise<TokenVerdict>;
}

interface RecaptchaOptions {
  /** Address that verifies tokens. */
  url: string;
  secret: string;
  /** Pages whose tokens count: the shop's own. */
  hostnames: readonly string[];
  /** A shopper is waiting: 3 s by default. */
  timeoutMs?: number;
  /** RATE_LIMIT_FACTOR, 1 by default. */
  rateLimitFactor?: number;
}

/**
 * Tokens that are asked about at once, of all clients and of one, and how many more wait for their turn. A service that is slow
 * holds no more calls than all these: one that is asked about for its time limit, one that waits for as long before it.
 */
const asking = { atOnce: 20, atOnceEach: 2, waiting: 40 } as const satisfies Partial<FairGateOptions>;

/** Version 3 tells a score from 0 (a program) to 1; version 2 has none. */
const leastScore = 0.5;

const verification = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  /** Where the token was made, and for what; services that verify alike may tell neither. */
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Codes that speak of the token; all others (a wrong secret, a malformed request) are the shop's own fault. */
const tokenFaults = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate']);

/** What the shop's pages say that a token is for (version 3). */
const action = 'place_order';

/** Whether a good token was made for this shop and this call, as far as the service tells. */
const isOurs = (told: z.infer<typeof verification>, hostnames: readonly string[]): boolean =>
  (told.hostname === undefined || hostnames.includes(told.hostname)) &&
  (told.action === undefined || told.action === '' || told.action === action);

const verdictOf = (answer: OutboundAnswer, hostnames: readonly string[]): TokenVerdict => {
  const told = verification.safeParse(answer.kind === 'answered' && answer.status === 200 ? answer.json : undefined);
  if (!told.success) return 'unavailable';
  const { success, score = 1, 'error-codes': codes = [] } = told.data;
  if (success) return score >= leastScore && isOurs(told.data, hostnames) ? 'accepted' : 'refused';
  return codes.every((code) => tokenFaults.has(code)) ? 'refused' : 'unavailable';
};

/**
 * reCAPTCHA's verification, which others speak too, behind a breaker and a gate. Nothing but the token is told of the shopper.
 */
export const createRecaptcha = ({
  url,
  secret,
  hostnames,
  timeoutMs = 3_000,
  rateLimitFactor = 1,
}: RecaptchaOptions): TokenVerifier => {
  const breaker = createCircuitBreaker({ service: 'captcha', failures: 5, restMs: 10_000 });
  const gate = createFairGate(perClient({ ...asking, waitMs: timeoutMs }, rateLimitFactor));
  const ask = async (token: string): Promise<TokenVerdict> => {
    if (!breaker.mayCall()) return 'unavailable';
    const verdict = verdictOf(
      await callOutside({ service: 'captcha', method: 'POST', url, form: { secret, response: token }, timeoutMs }),
      hostnames,
    );
    if (verdict === 'unavailable') breaker.failed();
    else breaker.succeeded();
    return verdict;
  };
  return {
    verify: async (token, client) => {
      try {
        return await gate.run(client, () => ask(token));
      } catch (error) {
        if (error instanceof Overloaded) return 'unavailable';
        throw error;
      }
    },
  };
};
