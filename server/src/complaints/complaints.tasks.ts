import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteOldComplaints } from './complaints.store.ts';

/** Runs daily. Complaints name people, so answered complaints are stored for a limited time. */
export const deleteOldComplaintsTask = ({ db, policy }: { db: Database; policy: () => ShopPolicy }): Task =>
  task('delete-old-complaints', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().complaintDays * dayMs);
    const complaints = await inBatches(() => deleteOldComplaints(db.write, before));
    log.info({ complaints }, 'old complaints deleted');
  });

/** 09:40 UTC is 03:40 in Guatemala. */
export const complaintsCrontab = '40 9 * * * delete-old-complaints';
