import { randomBytes } from 'node:crypto';
import { confirmationTokenMs, resetTokenMs } from '@ceiba/domain/auth/session';
import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { hashOfToken } from '../platform/http/caller.ts';

/** `email`: the link confirms the new address to which the link was mailed. */
export type LinkPurpose = 'confirm' | 'reset' | 'email';

interface AccountLink {
  /** SHA-256 of the token in the mail. */
  tokenHash: Buffer;
  customerId: string;
  purpose: LinkPurpose;
  /** The account's new address. Only for links of the purpose `email`. */
  newEmail?: string;
  expiresAt: Date;
}

const insert = statement(
  'auth.insert-link',
  `insert into account_links (token_hash, customer_id, purpose, created_at, expires_at, new_email)
   select $1, $2, $3, $4, $5, $7
   where (select count(*) from account_links where customer_id = $2 and purpose = $3 and expires_at > $4) < $6
   returning token_hash`,
);

/** Inserts a link. Returns false if the customer already has `most` valid links of that purpose, so that requests cannot fill a mailbox. */
async function insertLink(tx: Tx, link: AccountLink, now: Date, most: number): Promise<boolean> {
  const { tokenHash, customerId, purpose, newEmail = null, expiresAt } = link;
  return (await insert(tx, [tokenHash, customerId, purpose, now, expiresAt, most, newEmail])).length > 0;
}

const select = statement(
  'auth.link',
  `select customer_id from account_links where token_hash = $1 and customer_id::text = $2 and purpose = $3 and expires_at > $4`,
);

/** Returns true if the link is valid now. */
export const hasLink = async (
  tx: Tx,
  { tokenHash, customerId, purpose }: Omit<AccountLink, 'expiresAt'>,
  now: Date,
): Promise<boolean> => (await select(tx, [tokenHash, customerId, purpose, now])).length > 0;

const use = statement(
  'auth.use-link',
  `with used as (
     delete from account_links where token_hash = $1 and customer_id::text = $2 and purpose = $3 and expires_at > $4
     returning customer_id, purpose),
   others as (
     delete from account_links l using used u where l.customer_id = u.customer_id and l.purpose = u.purpose and l.token_hash <> $1)
   select customer_id from used`,
);

/**
 * Redeems a link, and deletes the account's other links of that purpose. Returns the account's ID, or undefined if the
 * link is unknown, expired or used.
 */
export async function consumeLink(
  tx: Tx,
  { tokenHash, customerId, purpose }: Omit<AccountLink, 'expiresAt'>,
  now: Date,
): Promise<string | undefined> {
  const [row] = await use(tx, [tokenHash, customerId, purpose, now]);
  return row?.customerId;
}

const selectEnd = statement(
  'auth.first-link-end',
  'select min(expires_at) as ends_at from account_links where customer_id = $1 and purpose = $2 and expires_at > $3',
);

/**
 * Returns the time at which the customer's first valid link of that purpose expires. Null if the customer has no valid
 * link.
 */
export const firstLinkEnd = async (tx: Tx, customerId: string, purpose: LinkPurpose, now: Date): Promise<Date | null> =>
  (await selectEnd(tx, [customerId, purpose, now]))[0]?.endsAt ?? null;

const deleteOf = statement('auth.delete-links', 'delete from account_links where customer_id = $1 and purpose = $2');

/** Deletes a customer's unused links of that purpose. */
export const deleteLinksOf = async (tx: Tx, customerId: string, purpose: LinkPurpose): Promise<void> => {
  await deleteOf(tx, [customerId, purpose]);
};

/** Deletes links that expired before that time, up to `most` per call. Returns their number. */
export const deleteOldLinks = deleteOlder('auth.delete-old-links', 'account_links', 'expires_at');

const lifeMs: Record<LinkPurpose, number> = {
  confirm: confirmationTokenMs,
  reset: resetTokenMs,
  email: confirmationTokenMs,
};

/** Maximum number of valid links of one purpose per account, so that requests cannot fill a mailbox. */
const maxLinks = 5;

/**
 * Creates a link and returns the token for the mail (DEC-152). Undefined if the account already has `maxLinks` links.
 * `newEmail` is only for the purpose `email`.
 */
export async function issueLink(
  tx: Tx,
  customerId: string,
  purpose: LinkPurpose,
  now: Date,
  newEmail?: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMs[purpose]);
  const known = { tokenHash: hashOfToken(token), customerId, purpose, expiresAt };
  const link = newEmail === undefined ? known : { ...known, newEmail };
  return (await insertLink(tx, link, now, maxLinks)) ? token : undefined;
}
