import { randomUUIDv7 } from 'node:crypto';
import type { CallAnswer } from '@ceiba/contract/client';
import type { Parsed } from '@ceiba/contract/endpoint';
import type { addPasskey as addPasskeyCall } from '@ceiba/contract/passkeys';
import { passkeyChallengeMs, passkeyLimit } from '@ceiba/domain/passkeys/passkey';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { passkeyAddedMail, writeNotice } from '../auth/account-mails.ts';
import { findAccount } from '../auth/accounts.store.ts';
import type { LogInDeps } from '../auth/log-in.ts';
import { type PasswordProof, type ProofRefusal, provePassword } from '../auth/prove-password.ts';
import { findSession } from '../auth/sessions.store.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import type { Tx } from '../platform/db/database.ts';
import { creationOptions, newChallenge, type PasskeySite, verifyNewPasskey } from './passkey-signatures.ts';
import {
  consumeChallenge,
  insertPasskey,
  listPasskeysOf,
  lockPasskeyOwner,
  type StoredPasskey,
  saveChallenge,
} from './passkeys.store.ts';

export interface PasskeysDeps extends LogInDeps {
  site: PasskeySite;
}

/** Makes and stores a challenge, in base64url. `customerId`: the customer who adds a passkey. Null if the challenge is for signing in. */
export async function issueChallenge(tx: Tx, customerId: string | null, now: Date): Promise<string> {
  const { challenge, hash } = newChallenge();
  await saveChallenge(tx, { hash, customerId }, new Date(now.getTime() + passkeyChallengeMs));
  return challenge;
}

/** Returns the options for a new passkey. Requires the current password, so that an intruder in an open session cannot add a passkey. */
export async function startPasskey(
  deps: PasskeysDeps,
  proof: PasswordProof,
  shopName: string,
): Promise<Result<CallAnswer<'startPasskey'>, ProofRefusal | { code: 'PASSKEY_LIMIT' }>> {
  const proven = await provePassword(deps, proof);
  if (!proven.ok) return proven;
  const { customer, id } = proven.value;
  const passkeys = await listPasskeysOf(deps.db.write, id);
  if (passkeys.length >= passkeyLimit) return refuse({ code: 'PASSKEY_LIMIT' });
  return ok(
    creationOptions(deps.site, {
      challenge: await issueChallenge(deps.db.write, id, proof.now),
      shopName,
      user: { id, email: customer.email, name: `${customer.firstName} ${customer.lastName}` },
      known: passkeys,
    }),
  );
}

interface Adding {
  customer: { id: string; email: string; sessionId: string };
  now: Date;
  shop: MailingShop;
}

/**
 * Stores the passkey that a device made from the options, and mails the account's address if it is confirmed. Stores nothing if a reset or
 * an operator has ended the session since the call arrived.
 */
export async function addPasskey(
  { db, site }: Pick<PasskeysDeps, 'db' | 'site'>,
  { passkeyName: name, ...made }: Parsed<typeof addPasskeyCall>['body'],
  { customer, now, shop }: Adding,
): Promise<Result<StoredPasskey, { code: 'UNAUTHORIZED' | 'PASSKEY_INVALID' | 'PASSKEY_LIMIT' }>> {
  return db.transaction(async (tx) => {
    await lockPasskeyOwner(tx, customer.id);
    const session = { sessionId: customer.sessionId, customerId: customer.id };
    if ((await findSession(tx, session, null, now)) === undefined) return refuse({ code: 'UNAUTHORIZED' });
    const credential = await verifyNewPasskey(site, made, (hash) =>
      consumeChallenge(tx, { hash, customerId: customer.id }, now),
    );
    if (credential === undefined) return refuse({ code: 'PASSKEY_INVALID' });
    const id = randomUUIDv7();
    const credentialId = Buffer.from(credential.id, 'base64url');
    const { counter } = credential;
    const publicKey = Buffer.from(credential.publicKey);
    const passkey = { id, customerId: customer.id, credentialId, publicKey, counter, name, createdAt: now };
    if (!(await insertPasskey(tx, passkey, passkeyLimit))) {
      // If the limit is not reached, another account uses the device.
      const isFull = (await listPasskeysOf(tx, customer.id)).length >= passkeyLimit;
      return refuse({ code: isFull ? 'PASSKEY_LIMIT' : 'PASSKEY_INVALID' });
    }
    const account = await findAccount(tx, customer.id);
    if (account !== undefined)
      await writeNotice(
        tx,
        account.customer,
        `passkey-added:${customer.id}:${id}`,
        passkeyAddedMail(customer, shop),
        now,
      );
    return ok({ id, name, createdAt: now, lastUsedAt: null, credentialId });
  });
}
