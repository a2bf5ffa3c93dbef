import type { LoyaltyDocument } from '@ceiba/domain/loyalty/document';
import { z } from 'zod';
import {
  callOutside,
  callThroughBreaker,
  createCircuitBreaker,
  type OutboundAnswer,
  type OutboundCall,
} from '../platform/limits/outbound-call.ts';

/** A new member (DEC-116). `phone`: E.164; `dateOfBirth`: YYYY-MM-DD. */
export interface NewMember extends LoyaltyDocument {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  gender: 'M' | 'F';
}

/** `unavailable`: there is no usable answer, so the account may have been opened. */
type RegistrationOutcome =
  | { kind: 'registered'; points: number }
  | { kind: 'exists' }
  | { kind: 'refused' }
  | { kind: 'unavailable' };

export type KnownMember = { kind: 'found'; points: number } | { kind: 'unknown' } | { kind: 'unavailable' };

/** The shop's own points program, for membership (DEC-116). No function throws if a network fails. */
export interface LoyaltyProgram {
  /** Opens an account. A key (UUID) opens only one account. */
  register(key: string, member: NewMember): Promise<RegistrationOutcome>;
  findMember(document: LoyaltyDocument): Promise<KnownMember>;
}

interface HttpLoyaltyProgramOptions {
  /** Origin of the program, without a trailing slash. */
  url: string;
  merchantKey: string;
  /** Milliseconds; 5 s by default, because a shopper is waiting. */
  timeoutMs?: number;
}

const memberView = z.object({ registered: z.literal(true), points: z.int().min(0) });
const errorView = z.object({ code: z.string() });

const pointsOf = (answer: OutboundAnswer): number | undefined =>
  answer.kind === 'answered' && answer.status < 300 ? memberView.safeParse(answer.json).data?.points : undefined;

const codeOf = (answer: OutboundAnswer): string | undefined =>
  answer.kind === 'answered' ? errorView.safeParse(answer.json).data?.code : undefined;

/** Codes of final refusals. The same data would be refused again. */
const refusals = ['KEY_REUSED', 'VALIDATION_ERROR'];

function registrationOf(answer: OutboundAnswer): RegistrationOutcome {
  const points = pointsOf(answer);
  if (points !== undefined) return { kind: 'registered', points };
  const code = codeOf(answer);
  if (code === 'MEMBER_EXISTS') return { kind: 'exists' };
  return { kind: code !== undefined && refusals.includes(code) ? 'refused' : 'unavailable' };
}

function memberOf(answer: OutboundAnswer): KnownMember {
  const points = pointsOf(answer);
  if (points !== undefined) return { kind: 'found', points };
  return { kind: codeOf(answer) === 'MEMBER_NOT_FOUND' ? 'unknown' : 'unavailable' };
}

/**
 * The program over HTTP, with the sandbox bank's protocol. If the program does not answer, a breaker refuses further calls, so that
 * shoppers do not wait.
 */
export function createHttpLoyaltyProgram(options: HttpLoyaltyProgramOptions): LoyaltyProgram {
  const { url, merchantKey, timeoutMs = 5_000 } = options;
  const breaker = createCircuitBreaker({ service: 'loyalty', failures: 5, restMs: 10_000 });
  const headers = { authorization: `Bearer ${merchantKey}` };
  const ask = (call: Omit<OutboundCall, 'service'>): Promise<OutboundAnswer> =>
    callThroughBreaker(breaker, () => callOutside({ service: 'loyalty', ...call }));
  return {
    register: async (key, member) => {
      const body = { key, ...member, acceptTerms: true };
      return registrationOf(await ask({ method: 'POST', url: `${url}/points/members`, headers, body, timeoutMs }));
    },
    findMember: async ({ documentType, documentId }) => {
      const query = new URLSearchParams({ documentType, documentId });
      return memberOf(await ask({ method: 'GET', url: `${url}/points/members?${query}`, headers, timeoutMs }));
    },
  };
}
