import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

const selectReader = statement('restock.reader', 'select email from customers where id = $1');

/** Returns the address of an account. Undefined if the account no longer exists. */
export const findReaderEmail = async (tx: Tx, customerId: string): Promise<string | undefined> =>
  (await selectReader(tx, [customerId]))[0]?.email;

const stopReader = statement(
  'restock.stop-reader',
  `update customers set restock_stopped_at = $2 where id = $1 and email_confirmed_at is null and restock_stopped_at is null`,
);

const stopOwnAddress = statement(
  'restock.stop-own-address',
  `insert into restock_stops select restock_stop_hash(email), $2::timestamptz from customers where id = $1 on conflict do nothing`,
);

// A mail that is being written locks its notice. This statement waits for it, and the second statement finds the mail.
const stop = statement(
  'restock.stop',
  `update restock_notices r set stopped_at = $2 from (
     select ctid from restock_notices where customer_id = $1 and stopped_at is null order by product_id for update) own
   where r.ctid = own.ctid`,
);

const withdraw = statement(
  'restock.withdraw',
  `update mails set withdrawn_at = $2 where split_part(dedupe_key, ':', 2) = $1 and dedupe_key like 'restock:%'
     and sent_at is null and withdrawn_at is null`,
);

/**
 * Stops the customer's waiting notices, unsent mails, and guests' notices for the address. An account with an unconfirmed address
 * can then request no notices.
 */
export async function stopNotices(tx: Tx, customerId: string, now: Date): Promise<void> {
  await stopReader(tx, [customerId, now]);
  await stopOwnAddress(tx, [customerId, now]);
  await stop(tx, [customerId, now]);
  await withdraw(tx, [customerId, now]);
}

const resumeReader = statement(
  'restock.resume-reader',
  'update customers set restock_stopped_at = null where id = $1 and restock_stopped_at >= $2',
);

const resumeOwnAddress = statement(
  'restock.resume-own-address',
  `delete from restock_stops where email_hash = (select restock_stop_hash(email) from customers where id = $1)
     and stopped_at >= $2`,
);

const resume = statement(
  'restock.resume',
  `update restock_notices r set stopped_at = null from (
     select ctid from restock_notices where customer_id = $1 and stopped_at >= $2 order by product_id for update) own
   where r.ctid = own.ctid`,
);

const returnMails = statement(
  'restock.return-mails',
  `update mails set withdrawn_at = null where split_part(dedupe_key, ':', 2) = $1 and dedupe_key like 'restock:%'
     and sent_at is null and withdrawn_at >= $2
   returning id`,
);

const selectMailed = statement(
  'restock.mailed-address',
  `select encode(email_hash, 'hex') as address from restock_mailed where token_hash = sha256(convert_to($1, 'UTF8'))`,
);

/**
 * Returns the hash, in hexadecimal, of the address that a link was mailed to. Undefined if that address was confirmed, or the
 * link is old.
 */
export const findMailedAddress = async (tx: Tx, token: string): Promise<string | undefined> =>
  (await selectMailed(tx, [token]))[0]?.address;

// Sorted, because two jobs may mail the same accounts at the same time.
const insertMailed = statement(
  'restock.insert-mailed',
  `insert into restock_mailed
   select distinct sha256(convert_to(token, 'UTF8')) as hash, restock_stop_hash(email), $3::timestamptz
   from unnest($1::text[], $2::text[]) as mailed (token, email) order by hash
   on conflict (token_hash) do update set mailed_at = excluded.mailed_at`,
);

/** Stores links that go to unconfirmed addresses, so that they still stop mails after their account is deleted. */
export const saveUnsubscribeLinks = async (
  tx: Tx,
  mailed: readonly { token: string; email: string }[],
  now: Date,
): Promise<void> => {
  if (mailed.length > 0)
    await insertMailed(tx, [mailed.map(({ token }) => token), mailed.map(({ email }) => email), now]);
};

const stopHash = statement(
  'restock.stop-address',
  `insert into restock_stops values (decode($1, 'hex'), $2) on conflict do nothing`,
);

/** Stops notices and mails for all accounts with this address, given by its hash, until the address is confirmed. */
export const stopAddress = async (tx: Tx, address: string, now: Date): Promise<void> => {
  await stopHash(tx, [address, now]);
};

const selectStop = statement(
  'restock.stop-of-address',
  `select stopped_at from restock_stops where email_hash = restock_stop_hash($1)
     and not exists (select from customers where email = $1 and email_confirmed_at is not null)`,
);

/**
 * Returns since when an address gets no mails. Undefined if it is not stopped, or if the address was confirmed and may request
 * notices again.
 */
export const findAddressStop = async (tx: Tx, email: string): Promise<Date | undefined> =>
  (await selectStop(tx, [email]))[0]?.stoppedAt;

const resumeHash = statement(
  'restock.resume-address',
  `with ended as (delete from restock_stops where email_hash = decode($1, 'hex') and stopped_at >= $2)
   select exists (select from restock_stops where email_hash = decode($1, 'hex') and stopped_at < $2) as is_stopped`,
);

/** Removes a stop of an address since that moment. Returns whether an older stop remains. */
export const resumeAddress = async (tx: Tx, address: string, since: Date): Promise<boolean> =>
  (await resumeHash(tx, [address, since]))[0]?.isStopped ?? false;

/** Deletes links that were mailed before that moment, at most `most` per call. Returns their number. */
export const deleteMailedBefore = deleteOlder('restock.delete-mailed', 'restock_mailed', 'mailed_at');

const selectStillStopped = statement(
  'restock.still-stopped',
  `select c.email_confirmed_at is null
       and (c.restock_stopped_at is not null or exists (select from restock_stops where email_hash = restock_stop_hash(c.email)))
     or exists (select from restock_notices where customer_id = c.id and stopped_at is not null)
       and not exists (select from restock_notices where customer_id = c.id and stopped_at is null) as is_stopped
   from customers c where c.id = $1`,
);

/**
 * Undoes stops since that time, so that mails are sent and can be requested again. Returns the withdrawn mails that can now be
 * sent, and whether an older stop still stops all mails.
 */
export async function resumeNotices(
  tx: Tx,
  customerId: string,
  since: Date,
): Promise<{ mailIds: string[]; isStopped: boolean }> {
  await resumeReader(tx, [customerId, since]);
  await resumeOwnAddress(tx, [customerId, since]);
  await resume(tx, [customerId, since]);
  const mailIds = (await returnMails(tx, [customerId, since])).map(({ id }) => id);
  const [found] = await selectStillStopped(tx, [customerId]);
  return { mailIds, isStopped: mailIds.length === 0 && found?.isStopped === true };
}
