import { z } from 'zod';
import { createFairGate, type FairGateOptions, Overloaded, perClient } from '../platform/limits/concurrency-limit.ts';
import { callOutside, createCircuitBreaker, type OutboundAnswer } from '../platform/limits/outbound-call.ts';

/** `unavailable`: the service gave no reliable answer. */
type TokenVerdict = 'accepted' | 'refused' | 'unavailable';

/** An outside service that distinguishes people from programs by a token of its script. Never throws for network faults. */
export interface TokenVerifier {
  /** `client`: the client that sends the token (`clientOf`). One client's tokens must not delay those of all others. */
  verify(token: string, client: string): Promise<TokenVerdict>;
}

interface RecaptchaOptions {
  /** Address that verifies tokens. */
  url: string;
  secret: string;
  /** Pages whose tokens count: the shop's pages. */
  hostnames: readonly string[];
  /** 3 s by default, because a shopper waits. */
  timeoutMs?: number;
  /** RATE_LIMIT_FACTOR, 1 by default. */
  rateLimitFactor?: number;
}

/**
 * Maximum number of tokens that are verified at the same time, in total and per client, and of tokens that wait. These
 * limits also bound the calls held by a slow service. Each call waits at most one time limit for its turn and one for
 * its answer.
 */
const asking = { atOnce: 20, atOnceEach: 2, waiting: 40 } as const satisfies Partial<FairGateOptions>;

/** Version 3 gives a score from 0 (a program) to 1. Version 2 gives no score. */
const leastScore = 0.5;

const verification = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  /** The site and the action for which the token was made. Compatible services may omit both. */
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Codes about the token. All other codes (a wrong secret, a malformed request) are the shop's own fault. */
const tokenFaults = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate']);

/** The purpose that the shop's pages give a token (version 3). */
const action = 'place_order';

/** Returns whether a valid token was made for this shop and this call. Checks only facts that the service reports. */
const isOurs = (verified: z.infer<typeof verification>, hostnames: readonly string[]): boolean =>
  (verified.hostname === undefined || hostnames.includes(verified.hostname)) &&
  (verified.action === undefined || verified.action === '' || verified.action === action);

const verdictOf = (answer: OutboundAnswer, hostnames: readonly string[]): TokenVerdict => {
  const read = verification.safeParse(answer.kind === 'answered' && answer.status === 200 ? answer.json : undefined);
  if (!read.success) return 'unavailable';
  const { success, score = 1, 'error-codes': codes = [] } = read.data;
  if (success) return score >= leastScore && isOurs(read.data, hostnames) ? 'accepted' : 'refused';
  return codes.every((code) => tokenFaults.has(code)) ? 'refused' : 'unavailable';
};

/**
 * reCAPTCHA's verification, whose protocol other services share, with a breaker and a gate. The service gets only the
 * token, no other data of the shopper.
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
