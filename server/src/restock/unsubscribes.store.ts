import { deleteOlder, statement, type Tx } from '../platform/db/database.ts';

const selectReader = statement<{ email: string }, [customer: string]>(
  'restock.reader',
  'select email from customers where id = $1',
);

/** The address of an account; undefined where there is none, or none any more. */
export const findReaderEmail = async (tx: Tx, customerId: string): Promise<string | undefined> =>
  (await selectReader(tx, [customerId]))[0]?.email;

const stopReader = statement<object, [customer: string, now: Date]>(
  'restock.stop-reader',
  `update customers set restock_stopped_at = $2 where id = $1 and email_confirmed_at is null and restock_stopped_at is null`,
);

const stopOwnAddress = statement<object, [customer: string, now: Date]>(
  'restock.stop-own-address',
  `insert into restock_stops select restock_stop_hash(email), $2::timestamptz from customers where id = $1 on conflict do nothing`,
);

// A mail that is being written holds its notice: this waits for it, and the second statement finds the mail.
const stop = statement<object, [customer: string, now: Date]>(
  'restock.stop',
  `update restock_notices r set stopped_at = $2 from (
     select ctid from restock_notices where customer_id = $1 and stopped_at is null order by product_id for update) own
   where r.ctid = own.ctid`,
);

const withdraw = statement<object, [customer: string, now: Date]>(
  'restock.withdraw',
  `update mails set withdrawn_at = $2 where split_part(dedupe_key, ':', 2) = $1 and dedupe_key like 'restock:%'
     and sent_at is null and withdrawn_at is null`,
);

/**
 * No notice of the customer's that waits now is told any more, nor is a mail sent that was written before, nor is what guests ask
 * for with the address. An account whose address nobody has confirmed can ask for none from then on.
 */
export async function stopNotices(tx: Tx, customerId: string, now: Date): Promise<void> {
  await stopReader(tx, [customerId, now]);
  await stopOwnAddress(tx, [customerId, now]);
  await stop(tx, [customerId, now]);
  await withdraw(tx, [customerId, now]);
}

const resumeReader = statement<object, [customer: string, since: Date]>(
  'restock.resume-reader',
  'update customers set restock_stopped_at = null where id = $1 and restock_stopped_at >= $2',
);

const resumeOwnAddress = statement<object, [customer: string, since: Date]>(
  'restock.resume-own-address',
  `delete from restock_stops where email_hash = (select restock_stop_hash(email) from customers where id = $1)
     and stopped_at >= $2`,
);

const resume = statement<object, [customer: string, since: Date]>(
  'restock.resume',
  `update restock_notices r set stopped_at = null from (
     select ctid from restock_notices where customer_id = $1 and stopped_at >= $2 order by product_id for update) own
   where r.ctid = own.ctid`,
);

const returnMails = statement<{ id: string }, [customer: string, since: Date]>(
  'restock.return-mails',
  `update mails set withdrawn_at = null where split_part(dedupe_key, ':', 2) = $1 and dedupe_key like 'restock:%'
     and sent_at is null and withdrawn_at >= $2
   returning id`,
);

const selectMailed = statement<{ address: string }, [token: string]>(
  'restock.mailed-address',
  `select encode(email_hash, 'hex') as address from restock_mailed where token_hash = sha256(convert_to($1, 'UTF8'))`,
);

/** The hash of the address that a link was mailed to, in hexadecimal; undefined for a link to a confirmed one, or an old one. */
export const findMailedAddress = async (tx: Tx, token: string): Promise<string | undefined> =>
  (await selectMailed(tx, [token]))[0]?.address;

// Sorted, as two jobs may mail the same accounts.
const insertMailed = statement<object, [tokens: readonly string[], emails: readonly string[], now: Date]>(
  'restock.insert-mailed',
  `insert into restock_mailed
   select distinct sha256(convert_to(token, 'UTF8')) as hash, restock_stop_hash(email), $3::timestamptz
   from unnest($1::text[], $2::text[]) as mailed (token, email) order by hash
   on conflict (token_hash) do update set mailed_at = excluded.mailed_at`,
);

/** Notes links that go to addresses nobody has confirmed, so that they stop mails when their account is gone. */
export const keepMailed = async (
  tx: Tx,
  mailed: readonly { token: string; email: string }[],
  now: Date,
): Promise<void> => {
  if (mailed.length > 0)
    await insertMailed(tx, [mailed.map(({ token }) => token), mailed.map(({ email }) => email), now]);
};

const stopHash = statement<object, [address: string, now: Date]>(
  'restock.stop-address',
  `insert into restock_stops values (decode($1, 'hex'), $2) on conflict do nothing`,
);

/** No account that has this address, known by its hash, can ask for notices or is told any before somebody confirms it. */
export const stopAddress = async (tx: Tx, address: string, now: Date): Promise<void> => {
  await stopHash(tx, [address, now]);
};

const selectStop = statement<{ stopped_at: Date }, [email: string]>(
  'restock.stop-of-address',
  `select stopped_at from restock_stops where email_hash = restock_stop_hash($1)
     and not exists (select from customers where email = $1 and email_confirmed_at is not null)`,
);

/** Since when nobody who has an address is told anything; undefined: that is not so, or somebody confirmed it, who asks again at will. */
export const findAddressStop = async (tx: Tx, email: string): Promise<Date | undefined> =>
  (await selectStop(tx, [email]))[0]?.stopped_at;

const resumeHash = statement<{ is_stopped: boolean }, [address: string, since: Date]>(
  'restock.resume-address',
  `with ended as (delete from restock_stops where email_hash = decode($1, 'hex') and stopped_at >= $2)
   select exists (select from restock_stops where email_hash = decode($1, 'hex') and stopped_at < $2) as is_stopped`,
);

/** A stop of an address since then is no more. Answers whether an older one stays. */
export const resumeAddress = async (tx: Tx, address: string, since: Date): Promise<boolean> =>
  (await resumeHash(tx, [address, since]))[0]?.is_stopped ?? false;

/** Forgets links that were mailed before that moment, at most `most` a call; answers how many. */
export const deleteMailedBefore = deleteOlder('restock.delete-mailed', 'restock_mailed', 'mailed_at');

const selectStillStopped = statement<{ is_stopped: boolean }, [customer: string]>(
  'restock.still-stopped',
  `select c.email_confirmed_at is null
       and (c.restock_stopped_at is not null or exists (select from restock_stops where email_hash = restock_stop_hash(c.email)))
     or exists (select from restock_notices where customer_id = c.id and stopped_at is not null)
       and not exists (select from restock_notices where customer_id = c.id and stopped_at is null) as is_stopped
   from customers c where c.id = $1`,
);

/**
 * What was stopped since then is told again, and may be asked for. Answers the mails that were withdrawn and are to be sent, and
 * whether nothing is told all the same, for an older stop.
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
  return { mailIds, isStopped: mailIds.length === 0 && found?.is_stopped === true };
}
