import type { Parsed } from '@ceiba/contract/endpoint';
import type { loginByPasskey } from '@ceiba/contract/passkeys';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { confirmEmailOf, findAccount, linkGuestOrders } from '../auth/accounts.store.ts';
import { deviceOf } from '../auth/device-cookie.ts';
import type { EnteredAccount } from '../auth/enter-account.ts';
import { isMailboxOf } from '../auth/mailbox-cookie.ts';
import type { PasskeysDeps } from './add-passkey.ts';
import { verifyUsedPasskey } from './passkey-signatures.ts';
import { findPasskeyKey, markPasskeyUsed } from './passkeys.store.ts';

interface Browser {
  /** Its cookies: a device of the account, a confirmation link that was pressed in it, the session it had. */
  device: string | undefined;
  mailbox: string | undefined;
  former: readonly string[];
}

/**
 * Signs in by what a device has signed. Wrong passwords that lock an e-mail do not lock its passkeys: nobody guesses one.
 * Everything that is wrong is answered alike. A challenge is used up whatever becomes of it.
 */
export async function logInByPasskey(
  { db, site, sessions }: Pick<PasskeysDeps, 'db' | 'site' | 'sessions'>,
  signed: Parsed<typeof loginByPasskey>['body'],
  { device, mailbox, former, now }: Browser & { now: Date },
): Promise<Result<EnteredAccount, { code: 'PASSKEY_INVALID' }>> {
  const secret = await sessions.secret();
  return db.transaction(async (tx) => {
    const passkey = await findPasskeyKey(tx, Buffer.from(signed.id, 'base64url'));
    const used = await verifyUsedPasskey(tx, site, signed, { passkey, now });
    if (used === undefined || passkey === undefined || !isOf(passkey.customerId, signed.userHandle))
      return refuse({ code: 'PASSKEY_INVALID' });
    if (!(await markPasskeyUsed(tx, passkey.id, used.newCounter, now))) return refuse({ code: 'PASSKEY_INVALID' });
    const { customerId } = passkey;
    if (isMailboxOf(mailbox, customerId, secret)) await confirmEmailOf(tx, customerId, now);
    else await linkGuestOrders(tx, customerId);
    const account = await findAccount(tx, customerId);
    if (account === undefined) return refuse({ code: 'PASSKEY_INVALID' });
    const session = await sessions.open(tx, customerId, now, former);
    return ok({ account, session, device: deviceOf(device, account, secret) });
  });
}

/** A device that says whose passkey it is must say the account's. */
const isOf = (customerId: string, userHandle: string | undefined): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').toString('hex') === customerId.replaceAll('-', '');
