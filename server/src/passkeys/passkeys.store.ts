import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

export interface NewPasskey {
  id: string;
  customerId: string;
  credentialId: Buffer;
  /** In COSE format. */
  publicKey: Buffer;
  counter: number;
  name: string;
  createdAt: Date;
}

/** A passkey as its customer sees it. */
export interface StoredPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  credentialId: Buffer;
}

const selectOf = statement(
  'passkeys.list',
  'select id, name, created_at, last_used_at, credential_id from passkeys where customer_id = $1 order by created_at, id',
);

/** Lists a customer's passkeys, oldest first. */
export const listPasskeysOf = async (tx: Tx, customerId: string): Promise<StoredPasskey[]> =>
  (await selectOf(tx, [customerId])).map(({ createdAt, lastUsedAt, credentialId, ...passkey }) => ({
    ...passkey,
    createdAt,
    lastUsedAt,
    credentialId,
  }));

const lockOwner = statement('passkeys.lock-owner', 'select id from customers where id = $1 for no key update');

/** Locks the account until the transaction ends, so that concurrent passkeys and resets run one after the other. */
export const lockPasskeyOwner = async (tx: Tx, customerId: string): Promise<void> => {
  await lockOwner(tx, [customerId]);
};

const insert = statement(
  'passkeys.insert',
  `insert into passkeys (id, customer_id, credential_id, public_key, counter, name, created_at)
   select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from passkeys where customer_id = $2) < $8
   on conflict (credential_id) do nothing returning id`,
);

/**
 * Inserts a passkey. Returns false if the customer already has `most` passkeys, or if the device belongs to an account. The caller has
 * locked the owner.
 */
export async function insertPasskey(tx: Tx, passkey: NewPasskey, most: number): Promise<boolean> {
  const { id, customerId, credentialId, publicKey, counter, name, createdAt } = passkey;
  return (await insert(tx, [id, customerId, credentialId, publicKey, counter, name, createdAt, most])).length > 0;
}

const remove = statement('passkeys.delete', 'delete from passkeys where id = $1 and customer_id = $2 returning id');

/** Deletes a passkey. Returns false if the customer has no passkey with this ID. */
export const deletePasskey = async (tx: Tx, id: string, customerId: string): Promise<boolean> =>
  (await remove(tx, [id, customerId])).length > 0;

/** The stored key and counter, to verify a signature. */
interface PasskeyKey {
  id: string;
  customerId: string;
  publicKey: Buffer;
  counter: number;
}

const selectKey = statement(
  'passkeys.key',
  'select id, customer_id, public_key, counter from passkeys where credential_id = $1',
);

export async function findPasskeyKey(tx: Tx, credentialId: Buffer): Promise<PasskeyKey | undefined> {
  const [row] = await selectKey(tx, [credentialId]);
  return row && { id: row.id, customerId: row.customerId, publicKey: row.publicKey, counter: row.counter };
}

const use = statement(
  'passkeys.use',
  `update passkeys set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or counter = 0 and $2 = 0) returning id`,
);

/**
 * Stores the counter of a use. Returns false if the passkey is gone, or if the stored counter is already higher. In the second case
 * somebody has a copy of the device.
 */
export const markPasskeyUsed = async (tx: Tx, id: string, counter: number, now: Date): Promise<boolean> =>
  (await use(tx, [id, counter, now])).length > 0;

const insertChallenge = statement(
  'passkeys.insert-challenge',
  'insert into passkey_challenges (challenge_hash, customer_id, expires_at) values ($1, $2, $3)',
);

export interface PasskeyChallenge {
  /** SHA-256 of the signed challenge. */
  hash: Buffer;
  /** The customer who adds a passkey. Null if the challenge is for signing in. */
  customerId: string | null;
}

export const saveChallenge = async (tx: Tx, { hash, customerId }: PasskeyChallenge, expiresAt: Date): Promise<void> => {
  await insertChallenge(tx, [hash, customerId, expiresAt]);
};

const deleteChallenge = statement(
  'passkeys.use-challenge',
  `delete from passkey_challenges where challenge_hash = $1 and customer_id is not distinct from $2 and expires_at > $3 returning 1`,
);

/** Deletes a challenge, so that it can be used only once. Returns false if the challenge is unknown, expired, used, or has another purpose. */
export const consumeChallenge = async (tx: Tx, { hash, customerId }: PasskeyChallenge, now: Date): Promise<boolean> =>
  (await deleteChallenge(tx, [hash, customerId, now])).length > 0;

/** Deletes challenges, and returns how many. `most`: the maximum per call. */
export const deleteOldChallenges = deleteOlder('passkeys.delete-old-challenges', 'passkey_challenges', 'expires_at');
