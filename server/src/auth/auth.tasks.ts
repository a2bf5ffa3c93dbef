import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import { isMailWritten } from '../notifications/mails.store.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteOldLinks, issueLink } from './account-links.store.ts';
import { resetMail } from './account-mails.ts';
import { findAccount } from './accounts.store.ts';
import { deleteExpiredSessions } from './sessions.store.ts';
import { deleteOldFailures } from './sign-in-failures.store.ts';

export interface AuthTasksDeps {
  db: Database;
  policy: () => ShopPolicy;
  publicUrl: string;
}

/** Maximum difference between nodes' clocks, in ms. A session that has ended for this node may be valid for another node. */
const clocksApartMs = 3_600_000;

export const authTasks = ({ db, policy, publicUrl }: AuthTasksDeps): Task[] => [
  // A reset can be requested for any e-mail. If no account has this ID, the job writes nothing (DEC-152).
  task('mail-password-reset', z.object({ customerId: z.uuid(), requestId: z.uuid() }), (payload, { now }) =>
    db.transaction(async (tx) => {
      const account = await findAccount(tx, payload.customerId);
      if (account === undefined) return;
      const dedupeKey = `password-reset:${account.id}:${payload.requestId}`;
      // A repeated job would issue a link that no mail contains, and an account may have only a few links.
      if (await isMailWritten(tx, dedupeKey)) return;
      const token = await issueLink(tx, account.id, 'reset', now);
      if (token === undefined) return;
      const link = {
        email: account.customer.email,
        customerId: account.id,
        token,
      };
      await writeMail(tx, dedupeKey, resetMail(link, { publicUrl, policy: policy() }), now);
    }),
  ),

  // Runs hourly. Expired sessions are refused because of their age, so their rows can be deleted.
  task('delete-ended-sessions', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - clocksApartMs);
    const sessions = await inBatches(() => deleteExpiredSessions(db.write, before));
    const links = await inBatches(() => deleteOldLinks(db.write, before));
    const failures = await inBatches(() => deleteOldFailures(db.write, before));
    log.info({ sessions, links, failures }, 'ended sessions deleted');
  }),
];

export const authCrontab = '35 * * * * delete-ended-sessions';
