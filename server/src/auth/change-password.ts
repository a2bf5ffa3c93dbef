import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import { hashOfToken } from '../platform/http/caller.ts';
import type { Refusal } from '../platform/http/route.ts';
import { consumeLink, deleteLinksOf, hasLink } from './account-links.store.ts';
import { passwordChangedMail, writeNotice } from './account-mails.ts';
import {
  confirmEmailOf,
  endAccess,
  findAccount,
  forgetFormerOwner,
  renewPassword,
  replacePassword,
  takeAccountTurn,
  unshareWishlistOf,
} from './accounts.store.ts';
import type { DeviceOwner } from './browser-cookies.ts';
import type { LogInDeps } from './log-in.ts';
import { type ProofRefusal, provePassword } from './prove-password.ts';
import { deleteSessionsOf } from './sessions.store.ts';

interface PasswordChange {
  customer: { id: string; sessionId: string };
  currentPassword: string;
  password: string;
  client: string;
  now: Date;
  shop: MailingShop;
}

/**
 * Sets a new password, given the current password. All other sessions end, and mailed links for a reset or a new address become invalid.
 * A confirmed address gets a mail. Of two concurrent calls, the second has a wrong current password.
 */
export async function changePassword(
  deps: Pick<LogInDeps, 'db' | 'passwords'>,
  { customer: { id, sessionId }, currentPassword, password, client, now, shop }: PasswordChange,
): Promise<Result<null, ProofRefusal | Refusal<'VALIDATION_ERROR'>>> {
  if (!isAcceptablePassword(password))
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { password: passwordMessage } } });
  const proven = await provePassword(deps, { customerId: id, currentPassword, client, now });
  if (!proven.ok) return proven;
  const passwordHash = await deps.passwords.hash(password, client);
  const { customer, passwordHash: formerHash } = proven.value;
  return deps.db.transaction(async (tx) => {
    await takeAccountTurn(tx, id);
    if (!(await replacePassword(tx, { id, formerHash, passwordHash }))) return refuse({ code: 'WRONG_PASSWORD' });
    await deleteSessionsOf(tx, id, sessionId);
    await deleteLinksOf(tx, id, 'reset');
    await deleteLinksOf(tx, id, 'email');
    const key = `password-changed:${id}:${now.toISOString()}`;
    await writeNotice(tx, customer, key, passwordChangedMail(customer, shop), now);
    return ok(null);
  });
}

interface ResetCall {
  customerId: string;
  token: string;
  password: string;
  client: string;
  now: Date;
  shop: MailingShop;
}

/**
 * Sets a new password through a mailed link (AUTH-07), which works once. Ends all sessions and passkeys (DEC-04), lifts the lock after
 * wrong passwords (DEC-170), and stops sharing the wish list. Confirms the address, because its owner has read the mail. Removes what a
 * former owner may have left in an unconfirmed account. Returns the owner of future devices.
 */
export async function resetPassword(
  { db, passwords }: Pick<LogInDeps, 'db' | 'passwords'>,
  { customerId, token, password, client, now, shop }: ResetCall,
): Promise<Result<DeviceOwner, Refusal<'VALIDATION_ERROR' | 'LINK_NOT_FOUND'>>> {
  if (!isAcceptablePassword(password))
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { password: passwordMessage } } });
  const link = { tokenHash: hashOfToken(token), customerId, purpose: 'reset' } as const;
  // Hashing is expensive, so it is done only for holders of a link.
  if (!(await hasLink(db.write, link, now))) return refuse({ code: 'LINK_NOT_FOUND' });
  const passwordHash = await passwords.hash(password, client);
  return db.transaction(async (tx) => {
    await takeAccountTurn(tx, customerId);
    const id = await consumeLink(tx, link, now);
    const account = id === undefined ? undefined : await findAccount(tx, id);
    if (account === undefined) return refuse({ code: 'LINK_NOT_FOUND' });
    if (!account.customer.isConfirmed) await forgetFormerOwner(tx, account.id, now);
    const deviceEpoch = await endAccess(tx, account.id);
    await renewPassword(tx, account.id, passwordHash);
    await unshareWishlistOf(tx, account.id);
    await confirmEmailOf(tx, account.id, now);
    await writeMail(
      tx,
      `password-changed:${account.id}:${link.tokenHash.toString('hex')}`,
      passwordChangedMail(account.customer, shop),
      now,
    );
    return ok({ id: account.id, deviceEpoch });
  });
}
