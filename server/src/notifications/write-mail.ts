import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { enqueue } from '../jobs/job-queue.ts';
import { type Task, task } from '../jobs/worker.ts';
import type { Database, Tx } from '../platform/database.ts';
import { type Mailer, MailNotTaken } from './mailer.ts';
import { findUnsentMail, insertMail, markFailed, markSent } from './mails.store.ts';

/** A mail ready to be sent. */
export interface WrittenMail {
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** Whoever reads it can use what it says: its text is taken out of the outbox once it was sent. */
  isSecret?: boolean;
}

/** About two days of tries, later and later. */
const attempts = 20;

/**
 * Puts a mail into the outbox and adds the job that sends it, in the caller's transaction (DEC-12). Called again with
 * the same `dedupeKey` it does nothing.
 */
export async function writeMail(tx: Tx, dedupeKey: string, mail: WrittenMail, now: Date): Promise<void> {
  const id = randomUUIDv7();
  const isNew = await insertMail(tx, { id, dedupeKey, isSecret: false, ...mail, createdAt: now });
  if (isNew) await enqueue(tx, { task: 'send-mail', payload: { mailId: id }, maxAttempts: attempts });
}

/** Hands one mail of the outbox to the mail server; without one (no SMTP_URL) mails only stay in the outbox. */
export const sendMailTask = (db: Database, mailer: Mailer | undefined): Task =>
  task('send-mail', z.object({ mailId: z.uuid() }), async ({ mailId }, { now }) => {
    if (mailer === undefined) return;
    const mail = await findUnsentMail(db.write, mailId);
    if (mail === undefined) return;
    try {
      await mailer.send({ ...mail, to: mail.recipient });
    } catch (error) {
      // Shown to operators beside the mail; the failed job is tried again.
      await markFailed(db.write, mailId, error instanceof MailNotTaken ? error.response : String(error));
      throw error;
    }
    await markSent(db.write, mailId, now);
  });
