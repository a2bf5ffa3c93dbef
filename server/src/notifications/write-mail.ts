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
  /** Whoever reads it can use what it says: its text is taken out of the outbox once it was sent. */
  isSecret?: boolean;
  /** Of a mail that is no receipt: where whoever wants no more of its kind says so. */
  unsubscribeUrl?: string;
}

/** A mail that is written once, however often that is asked. */
export interface KeyedMail extends WrittenMail {
  dedupeKey: string;
}

/** About two days of tries, later and later. */
const attempts = 20;

/**
 * Puts a mail into the outbox and adds the job that sends it, in the caller's transaction (DEC-12). Called again with
 * the same `dedupeKey` it does nothing.
 */
export async function writeMail(tx: Tx, dedupeKey: string, mail: WrittenMail, now: Date): Promise<void> {
  const written = { id: randomUUIDv7(), dedupeKey, isSecret: false, unsubscribeUrl: null, ...mail, createdAt: now };
  await insertMail(tx, written, attempts);
}

/** As `writeMail`, for many: one job sends them all. Mails that were written before are left out; answers the keys of the others. */
export async function writeMails(tx: Tx, mails: readonly KeyedMail[], now: Date): Promise<ReadonlySet<string>> {
  if (mails.length === 0) return new Set();
  const rows = mails.map((mail) => ({
    ...{ id: randomUUIDv7(), isSecret: false, unsubscribeUrl: null },
    ...mail,
    createdAt: now,
  }));
  return new Set(await insertMails(tx, rows, attempts));
}

/** Sends mails of the outbox that were withdrawn and are wanted again: the jobs they were written with may be over. */
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
   * Of a mail that is no receipt: until when a stop of its address can be taken back, where whoever reads it has stopped such
   * mails since it was written. Undefined: it is wanted.
   */
  findEndOfStop(tx: Tx, recipient: string): Promise<Date | undefined>;
}

/** Hands one mail of the outbox to the mail server. @throws when it is not taken, which the mail says then */
async function sendMail({ db, mailer, findEndOfStop }: SendMailDeps, mailId: string, now: Date): Promise<void> {
  const mail = mailer && (await findUnsentMail(db.write, mailId));
  if (mailer === undefined || mail === undefined) return;
  const endOfStop = mail.unsubscribeUrl === null ? undefined : await findEndOfStop(db.write, mail.recipient);
  if (endOfStop !== undefined) {
    // Wanted again by then it is sent.
    if (endOfStop <= now) return withdrawMail(db.write, mailId, now);
    return enqueue(db.write, { task: 'send-mail', payload: { mailId }, runAt: endOfStop, maxAttempts: attempts });
  }
  try {
    await mailer.send({ ...mail, to: mail.recipient });
  } catch (error) {
    // Shown to operators beside the mail; the failed job is tried again.
    await markFailed(db.write, mailId, error instanceof MailNotTaken ? error.response : String(error));
    throw error;
  }
  await markSent(db.write, mailId, now, mailer.keepsText);
}

/**
 * Sends mails that were written together, one after the other. From the first that is not taken on each gets a job of its
 * own, with its own tries: one bad address, or a server that is away, holds up nobody else's. One that was sent is not sent
 * again when the job is.
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
