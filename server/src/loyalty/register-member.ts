import { randomUUID } from 'node:crypto';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import type { Refusal } from '../platform/route.ts';
import {
  checkGuesses,
  type GuessingClient,
  judgeGuess,
  mayBeTold,
  membershipLimitsOf,
} from '../points/limit-guesses.ts';
import { beginRegistration, dropRegistration, finishRegistration, type Registration } from './loyalty.store.ts';
import type { LoyaltyProgram, NewMember } from './loyalty-program.ts';

export interface LoyaltyDeps {
  db: Database;
  loyalty: LoyaltyProgram;
}

type RegisterRefusal = Refusal<'UNAUTHORIZED' | 'LOYALTY_MEMBER_EXISTS' | 'UPSTREAM_UNAVAILABLE' | 'RATE_LIMITED'>;

export interface RegisterMemberCall {
  customerId: string;
  member: NewMember;
  guesser: GuessingClient;
  now: Date;
}

/**
 * Opens a customer's account in the loyalty program (API-04, DEC-116). What is asked is written down before: where the
 * answer was lost, the next try asks with the same key and words first, so that no account is opened twice and none is
 * lost. A document that has an account already counts as a guess at who is a member, within the limits of guesses at
 * points (DEC-196): beyond them the program is not asked. Answers its points.
 */
export async function registerMember(
  deps: LoyaltyDeps,
  call: RegisterMemberCall,
): Promise<Result<number, RegisterRefusal>> {
  const { db, loyalty } = deps;
  const { customerId, member, guesser, now } = call;
  const key = randomUUID();
  const limits = await membershipLimitsOf(db.write, member, guesser);
  const checked = await checkGuesses(db.write, limits, now);
  if (!checked.ok) return checked;
  const begun = await beginRegistration(db.write, { customerId, key, member }, now);
  if (begun === undefined) return refuse({ code: 'UNAUTHORIZED' });
  if (begun.asked === null) return refuse({ code: 'LOYALTY_MEMBER_EXISTS' });
  const outcome = await loyalty.register(begun.key, begun.asked);
  if (outcome.kind === 'registered') {
    await finishRegistration(db.write, customerId, begun.key, now);
    return ok(outcome.points);
  }
  if (outcome.kind === 'unavailable') return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
  await dropRegistration(db.write, customerId, begun.key);
  // An older wish was refused, not this one.
  if (begun.key !== key && !isSameDocument(begun, member)) return registerMember(deps, call);
  if (outcome.kind === 'refused') return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
  const judged = await db.transaction((tx) => judgeGuess(tx, limits, { isFound: false, now }));
  return refuse({ code: mayBeTold(judged) ? 'LOYALTY_MEMBER_EXISTS' : 'RATE_LIMITED' });
}

const isSameDocument = ({ document }: Registration, member: NewMember): boolean =>
  document.documentType === member.documentType && document.documentId === member.documentId;
