import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { enqueue, enqueueAll } from '../jobs/job-queue.ts';
import { type JobContext, type Task, task } from '../jobs/worker.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import { type Mailer, MailNotTaken } from './mailer.ts';
import {
  findUnsentMail,
  insertAttachment,
  insertMail,
  insertMails,
  markFailed,
  markSent,
  withdrawMail,
} from './mails.store.ts';

/** A mail ready to be sent. */
export interface WrittenMail {
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** True if the mail's content gives its reader access. The outbox deletes the text once the mail was sent. */
  isSecret?: boolean;
  /** The address for unsubscribing from this kind of mail. Only for mails that are not receipts. */
  unsubscribeUrl?: string;
  /** The mail's file. Only `writeMail` stores it. */
  attachment?: Attachment;
}

/** A file that a mail brings. */
export interface Attachment {
  name: string;
  type: 'application/pdf' | 'text/csv';
  bytes: Uint8Array;
}

/** A mail that is written only once, even if the write is repeated. */
export interface KeyedMail extends WrittenMail {
  dedupeKey: string;
}

/** This many attempts, at growing intervals, take about two days. */
const attempts = 20;

/**
 * Writes a mail to the outbox and adds the job that sends it, in the caller's transaction (DEC-12). A repeated call with the same
 * `dedupeKey` does nothing.
 */
export async function writeMail(
  tx: Tx,
  dedupeKey: string,
  { attachment, ...mail }: WrittenMail,
  now: Date,
): Promise<void> {
  const written = { id: randomUUIDv7(), dedupeKey, isSecret: false, unsubscribeUrl: null, ...mail, createdAt: now };
  await insertMail(tx, written, attempts);
  if (attachment !== undefined) await insertAttachment(tx, written.id, attachment);
}

/** Writes many mails like `writeMail`, with one job for all. Skips mails that were written before. Returns the keys of the new mails. */
export async function writeMails(tx: Tx, mails: readonly KeyedMail[], now: Date): Promise<ReadonlySet<string>> {
  if (mails.length === 0) return new Set();
  const rows = mails.map((mail) => ({
    ...{ id: randomUUIDv7(), isSecret: false, unsubscribeUrl: null },
    ...mail,
    createdAt: now,
  }));
  return new Set(await insertMails(tx, rows, attempts));
}

/** Sends mails of the outbox that were withdrawn and are wanted again. Their first jobs may have ended. */
export const sendWithdrawnMails = (tx: Tx, mailIds: readonly string[]): Promise<void> =>
  enqueueAll(
    tx,
    'send-mail',
    mailIds.map((mailId) => ({ mailId })),
    { maxAttempts: attempts },
  );

export interface SendMailDeps {
  db: Database;
  /** Undefined if the shop has no SMTP_URL and is not a demo. Mails then stay in the outbox. */
  mailer: Mailer | undefined;
  /**
   * Returns until when the recipient can undo an unsubscription that came after the mail was written. Undefined if the mail is
   * still wanted. Only for mails that are not receipts.
   */
  findEndOfStop(tx: Tx, recipient: string): Promise<Date | undefined>;
}

/** Sends one mail of the outbox. @throws if the mail is not accepted; its row then contains the reason */
async function sendMail({ db, mailer, findEndOfStop }: SendMailDeps, mailId: string, now: Date): Promise<void> {
  const mail = mailer && (await findUnsentMail(db.write, mailId));
  if (mailer === undefined || mail === undefined) return;
  const endOfStop = mail.unsubscribeUrl === null ? undefined : await findEndOfStop(db.write, mail.recipient);
  if (endOfStop !== undefined) {
    // If the recipient undoes the unsubscription, the mail is sent then.
    if (endOfStop <= now) return withdrawMail(db.write, mailId, now);
    return enqueue(db.write, { task: 'send-mail', payload: { mailId }, runAt: endOfStop, maxAttempts: attempts });
  }
  try {
    await mailer.send({ ...mail, to: mail.recipient });
  } catch (error) {
    // Operators see this reason with the mail. The failed job is retried.
    await markFailed(db.write, mailId, error instanceof MailNotTaken ? error.response : String(error));
    throw error;
  }
  await markSent(db.write, mailId, now, mailer.keepsText);
}

/**
 * Sends mails that were written together, one after the other. After the first failure, each remaining mail gets its own job and attempts, so that one bad
 * address or an unreachable server delays no other mail. A mail already sent is not sent again when the job is retried.
 */
async function sendMails(deps: SendMailDeps, mailIds: readonly string[], { now, log }: JobContext): Promise<void> {
  for (const [index, mailId] of mailIds.entries()) {
    try {
      await sendMail(deps, mailId, now);
    } catch (error) {
      log.warn(
        { mailId, err: withoutValues(error) },
        'a mail was not taken: it and those behind it are tried one by one',
      );
      const left = mailIds.slice(index).map((id) => ({ mailId: id }));
      return enqueueAll(deps.db.write, 'send-mail', left, { maxAttempts: attempts });
    }
  }
}

export const sendMailTasks = (deps: SendMailDeps): Task[] => [
  task('send-mail', z.object({ mailId: z.uuid() }), ({ mailId }, { now }) => sendMail(deps, mailId, now)),
  task('send-mails', z.object({ mailIds: z.array(z.uuid()) }), ({ mailIds }, context) =>
    sendMails(deps, mailIds, context),
  ),
];
