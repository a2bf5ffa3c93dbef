import type { OutboundAnswer } from './outbound-call.ts';

export interface CircuitBreakerOptions {
  /** Failures in a row after which calls are refused at once. */
  failures: number;
  /** How long they are refused before one is let through again, in milliseconds. */
  restMs: number;
  /** Milliseconds of any clock that only goes forward. */
  clock?: () => number;
}

/**
 * Keeps shoppers from waiting for a service that is down (architecture §3). Closed: calls pass. After `failures` in a
 * row it opens: calls are refused at once. After `restMs` one call is let through; its success closes the breaker.
 */
export interface CircuitBreaker {
  /** False: do not call now. A caller that got true must report the end of its call. */
  mayCall(): boolean;
  succeeded(): void;
  failed(): void;
}

export const createCircuitBreaker = (options: CircuitBreakerOptions): CircuitBreaker => {
  const clock = options.clock ?? (() => performance.now());
  let failures = 0;
  let closedAgainAt = 0;
  return {
    mayCall: () => {
      if (failures < options.failures) return true;
      if (clock() < closedAgainAt) return false;
      // The one call that tries it; the others wait for its outcome or for the next rest to end.
      closedAgainAt = clock() + options.restMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: () => {
      failures += 1;
      if (failures >= options.failures) closedAgainAt = clock() + options.restMs;
    },
  };
};

/** Calls a service unless its breaker rests; whatever the service answers tells that it is there. */
export async function guarded(breaker: CircuitBreaker, call: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
  if (!breaker.mayCall()) return { kind: 'unsent', reason: 'resting' };
  const answer = await call();
  if (answer.kind === 'answered') breaker.succeeded();
  else breaker.failed();
  return answer;
}
