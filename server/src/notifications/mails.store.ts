import type { Tx } from '../platform/db/database.ts';
import { joinedWith, type RowOf, statement } from '../platform/db/statement.ts';

export interface Mail {
  id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  createdAt: Date;
}

type MailRow = RowOf<typeof selectNewest>;

const toMail = ({ createdAt, ...mail }: MailRow): Mail => ({ ...mail, createdAt });

export interface NewMail extends Mail {
  /** Set for a mail that is not a receipt. */
  unsubscribeUrl: string | null;
  /** A mail with the same key is never written twice (DEC-12). */
  dedupeKey: string;
  isSecret: boolean;
}

const insert = statement(
  'notifications.insert-mail',
  `with new as (
     insert into mails (id, dedupe_key, recipient, subject, html, text, created_at, is_secret, unsubscribe_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (dedupe_key) do nothing returning id)
   select graphile_worker.add_job('send-mail', json_build_object('mailId', id), max_attempts => $10) from new`,
);

/** Inserts a mail with the job that sends it. Does nothing if this mail was written before. `attempts`: the maximum number of attempts of the job. */
export async function insertMail(tx: Tx, mail: NewMail, attempts: number): Promise<void> {
  const { id, dedupeKey, recipient, subject, html, text, createdAt, isSecret, unsubscribeUrl } = mail;
  await insert(tx, [id, dedupeKey, recipient, subject, html, text, createdAt, isSecret, unsubscribeUrl, attempts]);
}

const selectWritten = statement('notifications.is-written', 'select from mails where dedupe_key = $1');

/** Returns whether this mail was written before. For callers that also write other data. */
export const isMailWritten = async (tx: Tx, dedupeKey: string): Promise<boolean> =>
  (await selectWritten(tx, [dedupeKey])).length > 0;

interface NewMailRow extends Omit<NewMail, 'dedupeKey' | 'isSecret' | 'createdAt' | 'unsubscribeUrl'> {
  unsubscribe_url: string | null;
  dedupe_key: string;
  is_secret: boolean;
  created_at: Date;
}

const insertAll = statement(
  'notifications.insert-mails',
  `with new as (
     insert into mails (id, dedupe_key, recipient, subject, html, text, created_at, is_secret, unsubscribe_url)
     select * from json_to_recordset($1::json) as m (id uuid, dedupe_key text, recipient text, subject text, html text, text text,
       created_at timestamptz, is_secret boolean, unsubscribe_url text)
     on conflict (dedupe_key) do nothing returning id, dedupe_key),
   job as (
     select graphile_worker.add_job('send-mails', json_build_object('mailIds', json_agg(id)), max_attempts => $2) from new having count(*) > 0)
   select dedupe_key, (select count(*) from job) as jobs from new`,
);

/** Inserts mails with one job that sends those that are new. Returns the keys of the new mails. */
export async function insertMails(tx: Tx, mails: readonly NewMail[], attempts: number): Promise<string[]> {
  const rows = mails.map(
    ({ dedupeKey, isSecret, createdAt, unsubscribeUrl, ...mail }): NewMailRow => ({
      ...mail,
      unsubscribe_url: unsubscribeUrl,
      dedupe_key: dedupeKey,
      is_secret: isSecret,
      created_at: createdAt,
    }),
  );
  return (await insertAll(tx, [JSON.stringify(rows), attempts])).map(({ dedupeKey: key }) => key);
}

const columns = 'id, recipient, subject, html, text, created_at';

const attach = statement(
  'notifications.attach',
  'insert into mail_attachments (mail_id, name, type, bytes) select id, $2::text, $3::text, $4::bytea from mails where id = $1',
);

/** Stores the file of a mail. Does nothing for a mail that was written before under another ID. */
export const insertAttachment = async (
  tx: Tx,
  mailId: string,
  { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
): Promise<void> => {
  await attach(tx, [mailId, name, type, Buffer.from(bytes)]);
};

const selectUnsent = statement(
  'notifications.unsent-mail',
  `select ${columns}, unsubscribe_url, a.name as file_name, a.type as file_type, a.bytes as file_bytes
   from mails left join mail_attachments a on a.mail_id = id where id = $1 and sent_at is null and withdrawn_at is null`,
  { fileType: joinedWith('fileName'), fileBytes: joinedWith('fileName') },
);

/** A mail that still has to be sent, with its file. Undefined if it was sent, or its reader has unsubscribed. */
export async function findUnsentMail(tx: Tx, id: string): Promise<UnsentMail | undefined> {
  const [row] = await selectUnsent(tx, [id]);
  if (row === undefined) return undefined;
  const { unsubscribeUrl, fileName, fileType, fileBytes, ...mail } = row;
  const attachment = fileName === null ? null : { name: fileName, type: fileType, bytes: fileBytes };
  return { ...toMail(mail), unsubscribeUrl, attachment };
}

interface UnsentMail extends Pick<NewMail, keyof Mail | 'unsubscribeUrl'> {
  attachment: { name: string; type: string; bytes: Uint8Array } | null;
}

const updateSent = statement(
  'notifications.mail-sent',
  `update mails set sent_at = $2, last_error = null,
     html = case when is_secret and not $3 then '' else html end, text = case when is_secret and not $3 then '' else text end
   where id = $1`,
);

/** Marks a mail as sent. Of a secret mail, only recipient, time and subject are left, unless the outbox is its reader's mailbox (`keepsText`). */
export const markSent = async (tx: Tx, id: string, now: Date, keepsText = false): Promise<void> => {
  await updateSent(tx, [id, now, keepsText]);
};

const updateWithdrawn = statement(
  'notifications.withdraw-mail',
  'update mails set withdrawn_at = $2 where id = $1 and sent_at is null and withdrawn_at is null',
);

/** Withdraws a mail: it stays in the outbox and is never sent. */
export const withdrawMail = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await updateWithdrawn(tx, [id, now]);
};

const updateFailed = statement('notifications.mail-failed', 'update mails set last_error = $2 where id = $1');

export const markFailed = async (tx: Tx, id: string, error: string): Promise<void> => {
  await updateFailed(tx, [id, error.slice(0, 500)]);
};

const selectNewest = statement(
  'notifications.newest-mails',
  `select ${columns} from mails where $1::text is null or recipient = $1 order by created_at desc, id desc limit $2`,
);

/** Lists mails, newest first, of one recipient or of all. */
export async function listMails(tx: Tx, recipient: string | null, limit: number): Promise<Mail[]> {
  return (await selectNewest(tx, [recipient, limit])).map(toMail);
}

const selectMail = statement('notifications.mail', `select ${columns} from mails where id = $1`);

export async function findMail(tx: Tx, id: string): Promise<Mail | undefined> {
  const [row] = await selectMail(tx, [id]);
  return row && toMail(row);
}

const deleteOld = statement(
  'notifications.delete-old-mails',
  `delete from mails where ctid = any (array(
     select ctid from mails where created_at < $1 and (sent_at is not null or not is_secret) order by created_at limit $2))
   returning 1`,
);

/**
 * Deletes mails written before that time, and returns their number. Secret mails are deleted only if they were sent, all others
 * in any case. `most`: the maximum per call.
 */
export const deleteOldMails = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
