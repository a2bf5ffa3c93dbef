import { randomUUID } from 'node:crypto';
import type { Parsed } from '@ceiba/contract/endpoint';
import type { registerLoyalty } from '@ceiba/contract/loyalty';
import { checkEmail, emailMessage } from '@ceiba/domain/customers/email';
import { checkPhone, internationalPhone, phoneMessage } from '@ceiba/domain/customers/phone';
import { isBirthDate, profileMessages } from '@ceiba/domain/customers/profile';
import { profileEmail, profilePhone } from '@ceiba/domain/customers/profile-words';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { type LoyaltyDocument, readDocument } from '@ceiba/domain/loyalty/document';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import {
  checkGuesses,
  type GuessingClient,
  guessLimitsOf,
  judgeGuess,
  mayShowAnswer,
  membershipLimitsOf,
} from '../points/points-guesses.store.ts';
import type { PointsPrograms } from '../points/points-programs.ts';
import {
  beginRegistration,
  dropRegistration,
  findIdentity,
  finishRegistration,
  linkMember,
  type Registration,
} from './loyalty.store.ts';
import type { KnownMember, LoyaltyProgram, NewMember } from './loyalty-program.ts';

type MemberForm = Omit<Parsed<typeof registerLoyalty>['body'], 'acceptTerms'>;

/** Returns the form's data for the program (DEC-116). Errors of all fields are reported together. */
export function readMember(form: MemberForm, now: Date): Result<NewMember, Refusal<'VALIDATION_ERROR'>> {
  const document = readDocument(form);
  const email = checkEmail(form.email);
  const phone = checkPhone(form.phone);
  const birth = parseCivilDate(form.dateOfBirth);
  const isBorn = birth.ok && isBirthDate(birth.value, guatemalaDate(now));
  const fields = {
    ...(document.ok ? {} : { documentId: document.error.message }),
    ...(email.ok ? {} : { email: emailMessage(form.email, profileEmail) }),
    ...(phone.ok ? {} : { phone: phoneMessage(form.phone, profilePhone) }),
    ...(isBorn ? {} : { dateOfBirth: profileMessages.dateOfBirthInvalid }),
  };
  if (!document.ok || !email.ok || !phone.ok || !isBorn)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  return ok({
    ...document.value,
    firstName: form.firstName,
    lastName: form.lastName,
    email: email.value,
    phone: internationalPhone(phone.value),
    dateOfBirth: form.dateOfBirth,
    gender: form.gender === 1 ? 'M' : 'F',
  });
}

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
 * Opens a customer's account in the loyalty program (API-04, DEC-116) and returns its points. The request is stored first. If its answer is
 * lost, the next attempt repeats the request with the same key and data, so that no account is opened twice or lost. A document that has an
 * account counts as a guess at membership, within the limits of guesses at points (DEC-196). Beyond the limits the program is not called.
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
  const registration = await beginRegistration(db.write, { customerId, key, member }, now);
  if (registration === undefined) return refuse({ code: 'UNAUTHORIZED' });
  if (registration.asked === null) return refuse({ code: 'LOYALTY_MEMBER_EXISTS' });
  const outcome = await loyalty.register(registration.key, registration.asked);
  if (outcome.kind === 'registered') {
    await finishRegistration(db.write, customerId, registration.key, now);
    return ok(outcome.points);
  }
  if (outcome.kind === 'unavailable') return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
  await dropRegistration(db.write, customerId, registration.key);
  // The program refused an earlier request with another document, not this request.
  if (registration.key !== key && !isSameDocument(registration, member)) return registerMember(deps, call);
  if (outcome.kind === 'refused') return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
  const judged = await db.transaction((tx) => judgeGuess(tx, limits, { isFound: false, now }));
  return refuse({ code: mayShowAnswer(judged) ? 'LOYALTY_MEMBER_EXISTS' : 'RATE_LIMITED' });
}

const isSameDocument = ({ document }: Registration, member: NewMember): boolean =>
  document.documentType === member.documentType && document.documentId === member.documentId;

export interface MembershipDeps extends LoyaltyDeps {
  programs: Pick<PointsPrograms, 'findBalance'>;
}

interface MembershipQuery {
  customerId: string;
  /** If undefined, uses the document of the registration, otherwise the document of the profile. */
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
 * Returns the points of a customer's own membership (API-05, PTS-20). A document number alone reveals no other person's points.
 * The document is looked up if the customer registered with it here. The DPI of the profile also needs the date of birth, as at the
 * checkout and within the same limits of guesses (DEC-112, DEC-196). A customer who is found by DPI becomes a member.
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
    return refuse({ code: mayShowAnswer(judged) ? 'LOYALTY_MEMBER_NOT_FOUND' : 'RATE_LIMITED' });
  });
}
