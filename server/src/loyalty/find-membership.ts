import { randomUUID } from 'node:crypto';
import type { LoyaltyDocument } from '@ceiba/domain/loyalty/document';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Refusal } from '../platform/route.ts';
import { checkGuesses, guessLimitsOf, judgeGuess, mayBeTold } from '../points/limit-guesses.ts';
import type { PointsPrograms } from '../points/points-programs.ts';
import { findIdentity, linkMember } from './loyalty.store.ts';
import type { KnownMember } from './loyalty-program.ts';
import type { LoyaltyDeps } from './register-member.ts';

export interface MembershipDeps extends LoyaltyDeps {
  programs: Pick<PointsPrograms, 'findBalance'>;
}

export interface MembershipQuery {
  customerId: string;
  /** Undefined: the one they registered with, else that of the profile. */
  document: LoyaltyDocument | undefined;
  client: string;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
  policy: ShopPolicy;
  now: Date;
}

type MembershipRefusal = Refusal<'UNAUTHORIZED' | 'LOYALTY_MEMBER_NOT_FOUND' | 'UPSTREAM_UNAVAILABLE' | 'RATE_LIMITED'>;

const answerOf = (member: KnownMember): Result<number, MembershipRefusal> => {
  if (member.kind === 'found') return ok(member.points);
  return refuse({ code: member.kind === 'unknown' ? 'LOYALTY_MEMBER_NOT_FOUND' : 'UPSTREAM_UNAVAILABLE' });
};

/**
 * The points of a customer's own membership (API-05, PTS-20). A document alone tells nothing about anybody else: it is
 * looked up where the customer registered with it here; the DPI of the profile only together with the date of birth, as at
 * the checkout and within the same limits of guesses (DEC-112, DEC-196). Who is found like that is a member from then on.
 */
export async function findMembership(
  deps: MembershipDeps,
  query: MembershipQuery,
): Promise<Result<number, MembershipRefusal>> {
  const { customerId, document } = query;
  const known = await findIdentity(deps.db.write, customerId);
  if (known === undefined) return refuse({ code: 'UNAUTHORIZED' });
  const { registration, dpi, dateOfBirth } = known;
  if (registration !== null && registration.asked === null && isOf(document, registration.document))
    return answerOf(await deps.loyalty.findMember(registration.document));
  if (dpi === null || dateOfBirth === null || !isOf(document, { documentType: 'DPI', documentId: dpi }))
    return refuse({ code: 'LOYALTY_MEMBER_NOT_FOUND' });
  return proveMembership(deps, query, { dpi, dateOfBirth });
}

const isOf = (asked: LoyaltyDocument | undefined, own: LoyaltyDocument): boolean =>
  asked === undefined || (asked.documentType === own.documentType && asked.documentId === own.documentId);

async function proveMembership(
  { db, programs }: MembershipDeps,
  { customerId, client, factor, policy, now }: MembershipQuery,
  { dpi, dateOfBirth }: { dpi: string; dateOfBirth: string },
): Promise<Result<number, MembershipRefusal>> {
  const identity = { kind: 'person', dpi, birthDate: dateOfBirth } as const;
  const limits = await guessLimitsOf(db.write, { identity, client, policy, factor });
  const checked = await checkGuesses(db.write, limits, now);
  if (!checked.ok) return checked;
  const balance = await programs.findBalance('MaxpointsPoints', identity);
  if (balance.kind === 'unavailable') return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
  return db.transaction(async (tx) => {
    const judged = await judgeGuess(tx, limits, { isFound: balance.kind === 'found', now });
    if (balance.kind === 'found' && judged.ok) {
      await linkMember(tx, { customerId, key: randomUUID(), dpi }, now);
      return ok(balance.points);
    }
    return refuse({ code: mayBeTold(judged) ? 'LOYALTY_MEMBER_NOT_FOUND' : 'RATE_LIMITED' });
  });
}
