import { deleteOlder, statement, type Tx } from '../platform/db/database.ts';

export interface NewPasskey {
  id: string;
  customerId: string;
  credentialId: Buffer;
  /** COSE. */
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

interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  credential_id: Buffer;
}

const selectOf = statement<PasskeyRow, [customer: string]>(
  'passkeys.list',
  'select id, name, created_at, last_used_at, credential_id from passkeys where customer_id = $1 order by created_at, id',
);

/** Of a customer, the oldest first. */
export const listPasskeysOf = async (tx: Tx, customerId: string): Promise<StoredPasskey[]> =>
  (await selectOf(tx, [customerId])).map(({ created_at, last_used_at, credential_id, ...passkey }) => ({
    ...passkey,
    createdAt: created_at,
    lastUsedAt: last_used_at,
    credentialId: credential_id,
  }));

const lockOwner = statement<object, [customer: string]>(
  'passkeys.lock-owner',
  'select id from customers where id = $1 for no key update',
);

/** The account stays as it is until the transaction ends: two passkeys at once come one after the other, and after a reset. */
export const lockPasskeyOwner = async (tx: Tx, customerId: string): Promise<void> => {
  await lockOwner(tx, [customerId]);
};

const insert = statement<
  { id: string },
  [
    id: string,
    customer: string,
    credential: Buffer,
    key: Buffer,
    counter: number,
    name: string,
    now: Date,
    most: number,
  ]
>(
  'passkeys.insert',
  `insert into passkeys (id, customer_id, credential_id, public_key, counter, name, created_at)
   select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from passkeys where customer_id = $2) < $8
   on conflict (credential_id) do nothing returning id`,
);

/** False when the customer has `most` already, or the device is somebody's. The owner is locked. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey, most: number): Promise<boolean> {
  const { id, customerId, credentialId, publicKey, counter, name, createdAt } = passkey;
  return (await insert(tx, [id, customerId, credentialId, publicKey, counter, name, createdAt, most])).length > 0;
}

const remove = statement<{ id: string }, [id: string, customer: string]>(
  'passkeys.delete',
  'delete from passkeys where id = $1 and customer_id = $2 returning id',
);

/** False when the customer has none of that id. */
export const deletePasskey = async (tx: Tx, id: string, customerId: string): Promise<boolean> =>
  (await remove(tx, [id, customerId])).length > 0;

/** What a signature is checked against. */
export interface PasskeyKey {
  id: string;
  customerId: string;
  publicKey: Buffer;
  counter: number;
}

const selectKey = statement<
  { id: string; customer_id: string; public_key: Buffer; counter: number },
  [credential: Buffer]
>('passkeys.key', 'select id, customer_id, public_key, counter from passkeys where credential_id = $1');

export async function findPasskeyKey(tx: Tx, credentialId: Buffer): Promise<PasskeyKey | undefined> {
  const [row] = await selectKey(tx, [credentialId]);
  return row && { id: row.id, customerId: row.customer_id, publicKey: row.public_key, counter: row.counter };
}

const use = statement<{ id: string }, [id: string, counter: number, now: Date]>(
  'passkeys.use',
  `update passkeys set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or counter = 0 and $2 = 0) returning id`,
);

/** False when it is gone, or its device has counted further already: somebody has a copy of it. */
export const markPasskeyUsed = async (tx: Tx, id: string, counter: number, now: Date): Promise<boolean> =>
  (await use(tx, [id, counter, now])).length > 0;

const insertChallenge = statement<object, [hash: Buffer, customer: string | null, expires: Date]>(
  'passkeys.insert-challenge',
  'insert into passkey_challenges (challenge_hash, customer_id, expires_at) values ($1, $2, $3)',
);

export interface PasskeyChallenge {
  /** SHA-256 of what a device signs. */
  hash: Buffer;
  /** Whose new passkey it is for; null: for signing in. */
  customerId: string | null;
}

export const keepChallenge = async (tx: Tx, { hash, customerId }: PasskeyChallenge, expiresAt: Date): Promise<void> => {
  await insertChallenge(tx, [hash, customerId, expiresAt]);
};

const deleteChallenge = statement<object, [hash: Buffer, customer: string | null, now: Date]>(
  'passkeys.use-challenge',
  `delete from passkey_challenges where challenge_hash = $1 and customer_id is not distinct from $2 and expires_at > $3 returning 1`,
);

/** Uses a challenge up; false for one that is none, over, used or for something else. */
export const useChallenge = async (tx: Tx, { hash, customerId }: PasskeyChallenge, now: Date): Promise<boolean> =>
  (await deleteChallenge(tx, [hash, customerId, now])).length > 0;

/** At most `most` a call; answers how many. */
export const deleteOldChallenges = deleteOlder('passkeys.delete-old-challenges', 'passkey_challenges', 'expires_at');
