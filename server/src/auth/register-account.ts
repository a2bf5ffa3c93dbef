import { randomUUIDv7 } from 'node:crypto';
import type { register } from '@ceiba/contract/auth';
import type { Parsed } from '@ceiba/contract/endpoint';
import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { checkEmail, emailMessages } from '@ceiba/domain/customers/email';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { readProfile } from '../customers/read-profile.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Tx } from '../platform/database.ts';
import type { Refusal } from '../platform/route.ts';
import { issueLink } from './account-links.ts';
import { confirmationMail } from './account-mails.ts';
import { type Account, insertAccount, type NewAccount } from './accounts.store.ts';
import { countAsked } from './asked-mails.ts';
import type { LogInDeps } from './log-in.ts';
import type { OpenedSession } from './sessions.ts';

export interface RegisterCall {
  body: Parsed<typeof register>['body'];
  client: string;
  /** The session this browser had. */
  former: readonly string[];
  now: Date;
  shop: MailingShop;
}

export type RegisterRefusal = Refusal<'VALIDATION_ERROR' | 'EMAIL_TAKEN'>;

/** Opens an account and signs in, and writes the mail that confirms its address (AUTH-04, DEC-151). */
export async function registerAccount(
  { db, sessions, passwords }: LogInDeps,
  { body, client, former, now, shop }: RegisterCall,
): Promise<Result<{ account: Account; session: OpenedSession }, RegisterRefusal>> {
  const read = readAccount(body, now);
  if (!read.ok) return read;
  const passwordHash = await passwords.hash(body.password, client);
  return db.transaction(async (tx) => {
    const account = await insertAccount(tx, { ...read.value, passwordHash }, now);
    if (account === undefined) return refuse({ code: 'EMAIL_TAKEN' });
    // Refused to nobody: who registers somebody else's address and closes it would keep its owner out.
    await mailConfirmation(tx, account, shop, now);
    return ok({ account, session: await sessions.open(tx, account.id, now, former) });
  });
}

/**
 * The mail that confirms the address of a new account, within those that an address gets in a day: accounts that are closed and
 * registered again bring no more. Its owner asks for one when there is room again.
 */
async function mailConfirmation(
  tx: Tx,
  { id: customerId, customer: { email } }: Account,
  shop: MailingShop,
  now: Date,
): Promise<void> {
  if ((await countAsked(tx, 'confirm-to', email, now)) !== undefined) return;
  const token = await issueLink(tx, customerId, 'confirm', now);
  if (token === undefined) throw new Error('a new account has links already');
  await writeMail(tx, `account-confirmation:${customerId}`, confirmationMail({ email, customerId, token }, shop), now);
}

function readAccount(
  { firstName, lastName, phone, dpi, dateOfBirth, gender, email, password }: RegisterCall['body'],
  now: Date,
): Result<Omit<NewAccount, 'passwordHash'>, RegisterRefusal> {
  const profile = readProfile({ firstName, lastName, phone, dpi, dateOfBirth, gender }, now);
  const address = checkEmail(email);
  const fields = {
    ...(profile.ok ? {} : fieldsOf(profile.error)),
    ...(address.ok ? {} : { email: emailMessages.profile[address.error.code === 'empty' ? 'required' : 'invalid'] }),
    ...(isAcceptablePassword(password) ? {} : { password: passwordMessage }),
  };
  if (!profile.ok || !address.ok || Object.keys(fields).length > 0)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  return ok({
    id: randomUUIDv7(),
    email: address.value,
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
