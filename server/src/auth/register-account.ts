import { randomUUIDv7 } from 'node:crypto';
import type { register } from '@ceiba/contract/auth';
import type { Parsed } from '@ceiba/contract/endpoint';
import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { emailMessage } from '@ceiba/domain/customers/email';
import { defaultGender } from '@ceiba/domain/customers/profile';
import { profileEmail } from '@ceiba/domain/customers/profile-words';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { readProfile } from '../customers/customers.store.ts';
import { type LoyaltyDeps, type RegisterMemberCall, readMember, registerMember } from '../loyalty/membership.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { issueLink } from './account-links.store.ts';
import { confirmationMail, countRequestedMail } from './account-mails.ts';
import { type Account, insertAccount, type NewAccount } from './accounts.store.ts';
import type { LogInDeps } from './log-in.ts';
import type { OpenedSession } from './sessions.store.ts';

interface RegisterCall {
  body: Parsed<typeof register>['body'];
  client: string;
  /** Tokens of the browser's earlier sessions, which the new session replaces. */
  replacedTokens: readonly string[];
  now: Date;
  shop: MailingShop;
}

type RegisterRefusal = Refusal<'VALIDATION_ERROR' | 'EMAIL_TAKEN'>;

/** Opens an account, signs in, and writes the mail that confirms the address (AUTH-04, DEC-151). */
export async function registerAccount(
  { db, sessions, passwords }: LogInDeps,
  { body, client, replacedTokens, now, shop }: RegisterCall,
): Promise<Result<{ account: Account; session: OpenedSession }, RegisterRefusal>> {
  const read = readAccount(body, now);
  if (!read.ok) return read;
  const passwordHash = await passwords.hash(body.password, client);
  return db.transaction(async (tx) => {
    const account = await insertAccount(tx, { ...read.value, passwordHash }, now);
    if (account === undefined) return refuse({ code: 'EMAIL_TAKEN' });
    // Never refused. Otherwise a person who registers and closes another person's address would lock out its owner.
    await mailConfirmation(tx, account, shop, now);
    return ok({ account, session: await sessions.open(tx, account.id, now, replacedTokens) });
  });
}

/**
 * Writes the confirmation mail of a new account, within the address's daily limit. Closing and registering again does
 * not reset that limit. The owner can request a mail later.
 */
async function mailConfirmation(
  tx: Tx,
  { id: customerId, customer: { email } }: Account,
  shop: MailingShop,
  now: Date,
): Promise<void> {
  if ((await countRequestedMail(tx, 'confirm-to', email, now)) !== undefined) return;
  const token = await issueLink(tx, customerId, 'confirm', now);
  if (token === undefined) throw new Error('a new account has links already');
  await writeMail(tx, `account-confirmation:${customerId}`, confirmationMail({ email, customerId, token }, shop), now);
}

function readAccount(
  { firstName, lastName, phone, dpi, dateOfBirth, gender, email, password }: RegisterCall['body'],
  now: Date,
): Result<Omit<NewAccount, 'passwordHash'>, RegisterRefusal> {
  const profile = readProfile({ firstName, lastName, phone, dpi, dateOfBirth, gender }, now);
  const emailSaid = emailMessage(email, profileEmail);
  const fields = {
    ...(profile.ok ? {} : fieldsOf(profile.error)),
    ...(emailSaid === null ? {} : { email: emailSaid }),
    ...(isAcceptablePassword(password) ? {} : { password: passwordMessage }),
  };
  if (!profile.ok || Object.keys(fields).length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  return ok({
    id: randomUUIDv7(),
    email,
    firstName,
    lastName,
    phone: profile.value.phone ?? null,
    dpi: profile.value.dpi ?? null,
    dateOfBirth: dateOfBirth ?? null,
    gender: gender ?? null,
  });
}

const fieldsOf = ({ metadata }: Refusal): object =>
  typeof metadata?.fields === 'object' && metadata.fields !== null ? metadata.fields : {};

/**
 * Signs a new account up for the loyalty program by its DPI (DEC-116). The account exists even if this fails. Also
 * returns false if the form lacks data for the program.
 */
export async function joinLoyalty(
  deps: LoyaltyDeps,
  { id, customer }: Account,
  { guesser, now }: Pick<RegisterMemberCall, 'guesser' | 'now'>,
): Promise<boolean> {
  const { firstName, lastName, email, phone, dpi, dateOfBirth, gender } = customer;
  if (dpi === null || dateOfBirth === null || phone === null) return false;
  const form = { documentType: 'DPI', documentId: dpi, firstName, lastName, email, phone, dateOfBirth } as const;
  const member = readMember({ ...form, gender: gender ?? defaultGender }, now);
  return member.ok && (await registerMember(deps, { customerId: id, member: member.value, guesser, now })).ok;
}
