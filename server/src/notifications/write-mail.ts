import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { enqueue, enqueueAll } from '../jobs/job-queue.ts';
import { type JobContext, type Task, task } from '../jobs/worker.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import { type Mailer, MailNotTaken } from './mailer.ts';
import { findUnsentMail, insertMail, insertMails, markFailed, markSent, withdrawMail } from './mails.store.ts';

/** A mail ready to be sent. */
export interface WrittenMail {
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** True if the mail's content gives its reader access. The outbox deletes its text once it was sent. */
  isSecret?: boolean;
  /** Only for mails that are no receipt: the address for unsubscribing from this kind. */
  unsubscribeUrl?: string;
}

/** A mail that is written only once, however often the write is repeated. */
export interface KeyedMail extends WrittenMail {
  dedupeKey: string;
}

/** About two days of attempts, at growing intervals. */
const attempts = 20;

/**
 * Puts a mail into the outbox and adds the job that sends it, in the caller's transaction (DEC-12). A repetition with the same `dedupeKey` does
 * nothing.
 */
export async function writeMail(tx: Tx, dedupeKey: string, mail: WrittenMail, now: Date): Promise<void> {
  const written = { id: randomUUIDv7(), dedupeKey, isSecret: false, unsubscribeUrl: null, ...mail, createdAt: now };
  await insertMail(tx, written, attempts);
}

/** Writes many mails like `writeMail`, with one job for all. Skips mails written before. Returns the keys of the new ones. */
export async function writeMails(tx: Tx, mails: readonly KeyedMail[], now: Date): Promise<ReadonlySet<string>> {
  if (mails.length === 0) return new Set();
  const rows = mails.map((mail) => ({
    ...{ id: randomUUIDv7(), isSecret: false, unsubscribeUrl: null },
    ...mail,
    createdAt: now,
  }));
  return new Set(await insertMails(tx, rows, attempts));
}

/** Sends withdrawn mails of the outbox that are wanted again. Their first jobs may have ended. */
export const sendWithdrawnMails = (tx: Tx, mailIds: readonly string[]): Promise<void> =>
  enqueueAll(
    tx,
    'send-mail',
    mailIds.map((mailId) => ({ mailId })),
    { maxAttempts: attempts },
  );

export interface SendMailDeps {
  db: Database;
  /** Undefined (no SMTP_URL, and not the demo shop's): mails only stay in the outbox. */
  mailer: Mailer | undefined;
  /**
   * Returns until when the recipient can undo an unsubscription that came after the mail was written. Undefined: the mail is wanted. Only for mails
   * that are no receipt.
   */
  findEndOfStop(tx: Tx, recipient: string): Promise<Date | undefined>;
}

/** Sends one mail of the outbox. @throws if it is not accepted; the mail's row then has the reason */
async function sendMail({ db, mailer, findEndOfStop }: SendMailDeps, mailId: string, now: Date): Promise<void> {
  const mail = mailer && (await findUnsentMail(db.write, mailId));
  if (mailer === undefined || mail === undefined) return;
  const endOfStop = mail.unsubscribeUrl === null ? undefined : await findEndOfStop(db.write, mail.recipient);
  if (endOfStop !== undefined) {
    // The mail is sent then if the recipient has undone the unsubscription.
    if (endOfStop <= now) return withdrawMail(db.write, mailId, now);
    return enqueue(db.write, { task: 'send-mail', payload: { mailId }, runAt: endOfStop, maxAttempts: attempts });
  }
  try {
    await mailer.send({ ...mail, to: mail.recipient });
  } catch (error) {
    // Operators see this with the mail. The failed job is retried.
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
