import { randomUUIDv7 } from 'node:crypto';
import type { addOwnPasskey, loginStaffByPasskey } from '@ceiba/contract/desk/staff-passkeys';
import type { Parsed } from '@ceiba/contract/endpoint';
import { passkeyChallengeMs, passkeyLimit } from '@ceiba/domain/passkeys/passkey';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import {
  newChallenge,
  type PasskeySite,
  userHandleOf,
  verifyNewPasskey,
  verifyUsedPasskey,
} from '../passkeys/passkey-signatures.ts';
import { recordChange } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { closeChallenges } from './credentials.store.ts';
import { countRefusedSignIn } from './refused-sign-ins.store.ts';
import { type EnteredDesk, lockPerson, type SignInRequest } from './sign-in.ts';
import { passkeyMail } from './staff-mails.ts';
import {
  deleteStaffPasskey,
  findStaffPasskey,
  insertStaffPasskey,
  listStaffPasskeys,
  markStaffPasskeyUsed,
  type PasskeyPurpose,
  type StaffPasskey,
  type StaffPasskeyKey,
  savePasskeyChallenge,
  takePasskeyChallenge,
} from './staff-passkeys.store.ts';
import { confirmSession, isSessionOpen, openStaffSession } from './staff-sessions.store.ts';

interface StaffPasskeysDeps {
  db: Database;
  site: PasskeySite;
}

type Signed = Parsed<typeof loginStaffByPasskey>['body'];

/** Makes and stores a challenge, in base64url, valid for five minutes. */
export async function issueStaffChallenge(tx: Tx, of: PasskeyPurpose, now: Date): Promise<string> {
  const { challenge, hash } = newChallenge();
  await savePasskeyChallenge(tx, hash, of, new Date(now.getTime() + passkeyChallengeMs));
  return challenge;
}

/**
 * Returns the passkey that has signed a challenge of this purpose. Undefined if anything does not match. Always uses up the
 * challenge. A counter that does not grow is refused, because there is a copy of the device.
 */
async function usedPasskey(
  tx: Tx,
  site: PasskeySite,
  signed: Signed,
  { of, now }: { of: PasskeyPurpose; now: Date },
): Promise<{ known: StaffPasskeyKey | undefined; isRight: boolean }> {
  const known = await findStaffPasskey(tx, Buffer.from(signed.id, 'base64url'));
  const use = (hash: Buffer) => takePasskeyChallenge(tx, hash, of, now);
  const used = await verifyUsedPasskey(site, signed, { passkey: known, use });
  if (used === undefined || known === undefined) return { known, isRight: false };
  const { userHandle } = signed;
  const isOwner = userHandle === undefined || userHandle === userHandleOf(known.staffId);
  const isOwn = of.staffId === null || of.staffId === known.staffId;
  return { known, isRight: isOwner && isOwn && (await markStaffPasskeyUsed(tx, known.id, used.newCounter, now)) };
}

/** Signs in with only a passkey (OFF-26). Locks of wrong passwords do not apply, because a passkey cannot be guessed. */
export const logInByPasskey = (
  { db, site }: StaffPasskeysDeps,
  signed: Signed,
  { device, ...asked }: { device: string } & SignInRequest,
): Promise<Result<EnteredDesk, { code: 'PASSKEY_INVALID' }>> =>
  db.transaction(async (tx) => {
    const { requestId, now } = asked;
    const { known, isRight } = await usedPasskey(tx, site, signed, { of: { purpose: 'signIn', staffId: null }, now });
    if (known === undefined || !isRight) {
      const refusal = { operation: 'loginStaffByPasskey', code: 'PASSKEY_INVALID' } as const;
      await countRefusedSignIn(tx, { ...refusal, staffId: known?.staffId ?? null }, asked);
      return refuse({ code: 'PASSKEY_INVALID' });
    }
    const { staffId, email, name } = known;
    await closeChallenges(tx, staffId);
    const token = await openStaffSession(tx, staffId, device, now);
    await recordChange(
      tx,
      { actor: { kind: 'staff', id: staffId }, name: email, requestId, now },
      { operation: 'loginStaffByPasskey', entity: 'session', entityId: staffId, after: { passkey: name } },
    );
    return ok({ staffId, token, recoveryCodes: undefined });
  });

const notConfirmed: Refusal<'PASSKEY_INVALID'> = {
  code: 'PASSKEY_INVALID',
  message: 'No pudimos verificar tu llave de acceso. Inténtalo de nuevo o escribe un código.',
};

/** Confirms the caller by one of their passkeys instead of a code (OFF-07). */
export const confirmWithPasskey = (
  { db, site }: StaffPasskeysDeps,
  signed: Signed,
  { staff, now }: { staff: StaffCaller; now: Date },
): Promise<Result<null, Refusal<'PASSKEY_INVALID'>>> =>
  db.transaction(async (tx) => {
    const of = { purpose: 'confirm', staffId: staff.id } as const;
    const { isRight } = await usedPasskey(tx, site, signed, { of, now });
    if (!isRight) return refuse(notConfirmed);
    await confirmSession(tx, staff.sessionId, now);
    return ok(null);
  });

interface Adding {
  staff: StaffCaller;
  now: Date;
  shop: MailingShop;
}

/**
 * Stores the passkey that a device made from the options, and mails its person. Stores nothing if a new invitation or an
 * administrator has ended the session since the call arrived.
 */
export async function addStaffPasskey(
  tx: Tx,
  site: PasskeySite,
  { passkeyName: name, ...made }: Parsed<typeof addOwnPasskey>['body'],
  { staff, now, shop }: Adding,
): Promise<Result<StaffPasskey, { code: 'UNAUTHORIZED' | 'PASSKEY_INVALID' | 'PASSKEY_LIMIT' }>> {
  await lockPerson(tx, staff.id);
  if (!(await isSessionOpen(tx, staff.sessionId))) return refuse({ code: 'UNAUTHORIZED' });
  const use = (hash: Buffer) => takePasskeyChallenge(tx, hash, { purpose: 'add', staffId: staff.id }, now);
  const credential = await verifyNewPasskey(site, made, use);
  if (credential === undefined) return refuse({ code: 'PASSKEY_INVALID' });
  const id = randomUUIDv7();
  const credentialId = Buffer.from(credential.id, 'base64url');
  const publicKey = Buffer.from(credential.publicKey);
  const { counter } = credential;
  const passkey = { id, staffId: staff.id, credentialId, publicKey, counter, name, createdAt: now };
  if (!(await insertStaffPasskey(tx, passkey, passkeyLimit))) {
    // Otherwise the device is already in use.
    const isFull = (await listStaffPasskeys(tx, staff.id)).length >= passkeyLimit;
    return refuse({ code: isFull ? 'PASSKEY_LIMIT' : 'PASSKEY_INVALID' });
  }
  const mail = passkeyMail({ email: staff.email, passkeyName: name, isAdded: true }, shop);
  await writeMail(tx, `staff-passkey-added:${id}`, mail, now);
  return ok({ id, name, createdAt: now, lastUsedAt: null, credentialId });
}

/** Removes a passkey, and mails its person. Sessions that it opened stay open. Returns its name. */
export async function removeStaffPasskey(
  tx: Tx,
  id: string,
  { staff, now, shop }: Adding,
): Promise<Result<string, { code: 'PASSKEY_NOT_FOUND' }>> {
  const passkeyName = await deleteStaffPasskey(tx, id, staff.id);
  if (passkeyName === undefined) return refuse({ code: 'PASSKEY_NOT_FOUND' });
  const mail = passkeyMail({ email: staff.email, passkeyName, isAdded: false }, shop);
  await writeMail(tx, `staff-passkey-removed:${id}`, mail, now);
  return ok(passkeyName);
}
