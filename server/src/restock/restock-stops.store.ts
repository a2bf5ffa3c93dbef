import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectSecret = statement<{ value: string }>(
  'restock.unsubscribe-secret',
  `select value from shop_secrets where name = 'unsubscribe'`,
);

/** What the links of restock mails are signed with. */
export async function getUnsubscribeSecret(tx: Tx): Promise<string> {
  const [row] = await selectSecret(tx, []);
  if (row === undefined) throw new Error('the database has no secret for the links of restock mails');
  return row.value;
}

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
 * No notice of the customer's that waits now is told any more, nor is a mail sent that was written before. An account whose
 * address nobody has confirmed can ask for none from then on.
 */
export async function stopNotices(tx: Tx, customerId: string, now: Date): Promise<void> {
  await stopReader(tx, [customerId, now]);
  await stop(tx, [customerId, now]);
  await withdraw(tx, [customerId, now]);
}

const resumeReader = statement<object, [customer: string, since: Date]>(
  'restock.resume-reader',
  'update customers set restock_stopped_at = null where id = $1 and restock_stopped_at >= $2',
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

/** What was stopped since then is told again, and may be asked for. Answers the mails that were withdrawn and are to be sent. */
export async function resumeNotices(tx: Tx, customerId: string, since: Date): Promise<string[]> {
  await resumeReader(tx, [customerId, since]);
  await resume(tx, [customerId, since]);
  return (await returnMails(tx, [customerId, since])).map(({ id }) => id);
}
