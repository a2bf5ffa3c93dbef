import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';

const selectOf = statement(
  'staff.passkeys',
  'select id, name, created_at, last_used_at, credential_id from staff_passkeys where staff_id = $1 order by created_at, id',
);

/** A passkey as its person sees it. */
export type StaffPasskey = RowOf<typeof selectOf>;

/** Lists a person's passkeys, the oldest first. */
export const listStaffPasskeys = (tx: Tx, staffId: string): Promise<StaffPasskey[]> => selectOf(tx, [staffId]);

const insert = statement(
  'staff.insert-passkey',
  `insert into staff_passkeys (id, staff_id, credential_id, public_key, counter, name, created_at)
   select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from staff_passkeys where staff_id = $2) < $8
   on conflict (credential_id) do nothing returning id`,
);

export interface NewStaffPasskey {
  id: string;
  staffId: string;
  credentialId: Buffer;
  /** In COSE format. */
  publicKey: Buffer;
  counter: number;
  name: string;
  createdAt: Date;
}

/** Returns false if the person already has `most` passkeys, or if the device is already registered. The person is locked. */
export async function insertStaffPasskey(tx: Tx, passkey: NewStaffPasskey, most: number): Promise<boolean> {
  const { id, staffId, credentialId, publicKey, counter, name, createdAt } = passkey;
  return (await insert(tx, [id, staffId, credentialId, publicKey, counter, name, createdAt, most])).length > 0;
}

const remove = statement(
  'staff.delete-passkey',
  'delete from staff_passkeys where id = $1 and staff_id = $2 returning name',
);

/** Returns the name of the removed passkey. Undefined if the person has none with that ID. */
export const deleteStaffPasskey = async (tx: Tx, id: string, staffId: string): Promise<string | undefined> =>
  (await remove(tx, [id, staffId]))[0]?.name;

const removeAll = statement('staff.delete-passkeys', 'delete from staff_passkeys where staff_id = $1');

/** Removes all passkeys of a person who was invited again. */
export const deleteStaffPasskeys = async (tx: Tx, staffId: string): Promise<void> => {
  await removeAll(tx, [staffId]);
};

const selectKey = statement(
  'staff.passkey-key',
  `select k.id, k.staff_id, m.email, k.name, k.public_key, k.counter
   from staff_passkeys k join staff_members m on m.id = k.staff_id
   where k.credential_id = $1 and m.disabled_at is null and m.enrolled_at is not null`,
);

/** A passkey for verifying a signature, with its person. */
export type StaffPasskeyKey = RowOf<typeof selectKey>;

/** Finds the passkey of a device. Undefined if it is unknown, or its person disabled. */
export const findStaffPasskey = async (tx: Tx, credentialId: Buffer): Promise<StaffPasskeyKey | undefined> =>
  (await selectKey(tx, [credentialId]))[0];

const use = statement(
  'staff.use-passkey',
  `update staff_passkeys set counter = $2, last_used_at = $3
   where id = $1 and (counter < $2 or counter = 0 and $2 = 0) returning id`,
);

/** Returns false if the passkey is removed, or if its device's counter is already higher, because there is a copy of the device. */
export const markStaffPasskeyUsed = async (tx: Tx, id: string, counter: number, now: Date): Promise<boolean> =>
  (await use(tx, [id, counter, now])).length > 0;

/** The purpose of a signature, and its person. Before a sign-in the person is unknown. */
export type PasskeyPurpose = { purpose: 'signIn'; staffId: null } | { purpose: 'add' | 'confirm'; staffId: string };

const insertChallenge = statement(
  'staff.insert-passkey-challenge',
  'insert into staff_passkey_challenges (challenge_hash, purpose, staff_id, expires_at) values ($1, $2, $3, $4)',
);

/** Stores the SHA-256 of a challenge. */
export const savePasskeyChallenge = async (
  tx: Tx,
  hash: Buffer,
  { purpose, staffId }: PasskeyPurpose,
  expiresAt: Date,
): Promise<void> => {
  await insertChallenge(tx, [hash, purpose, staffId, expiresAt]);
};

const takeChallenge = statement(
  'staff.take-passkey-challenge',
  `delete from staff_passkey_challenges
   where challenge_hash = $1 and purpose = $2 and staff_id is not distinct from $3 and expires_at > $4 returning 1`,
);

/** Uses up a challenge. Returns false if it is unknown, expired, used or for another purpose. */
export const takePasskeyChallenge = async (
  tx: Tx,
  hash: Buffer,
  { purpose, staffId }: PasskeyPurpose,
  now: Date,
): Promise<boolean> => (await takeChallenge(tx, [hash, purpose, staffId, now])).length > 0;

/** Deletes at most `most` challenges that expired before that moment. Returns their number. */
export const deleteOldPasskeyChallenges = deleteOlder(
  'staff.delete-old-passkey-challenges',
  'staff_passkey_challenges',
  'expires_at',
);
