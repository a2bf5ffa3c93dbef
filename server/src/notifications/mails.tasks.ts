import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteOldMails } from './mails.store.ts';

export interface MailsTaskDeps {
  db: Database;
  policy: () => ShopPolicy;
}

/** Deletes old mails daily. They contain names, and the order has their content. So they are stored only for a time. */
export const deleteOldMailsTask = ({ db, policy }: MailsTaskDeps): Task =>
  task('delete-old-mails', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().mailDays * dayMs);
    const mails = await inBatches(() => deleteOldMails(db.write, before));
    log.info({ mails }, 'old mails deleted');
  });

/** 09:30 UTC is 03:30 in Guatemala. */
export const mailsCrontab = '30 9 * * * delete-old-mails';
