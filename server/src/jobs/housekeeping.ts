import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { deleteIdleCarts, firstCart } from '../carts/carts.store.ts';
import { deleteEndedWindows } from '../platform/call-budgets.store.ts';
import type { Database } from '../platform/database.ts';
import { deleteOldKeys } from './idempotency-keys.store.ts';
import { inPortions } from './portions.ts';
import { cronPayload, type Task, task } from './worker.ts';

export interface HousekeepingDeps {
  db: Database;
  policy: () => ShopPolicy;
}

/** Daily: what is only kept for a time goes, in small portions, so that nobody waits for a lock. */
export const housekeepingTasks = ({ db, policy }: HousekeepingDeps): Task[] => [
  // DEC-72: so long after their last change.
  task('delete-idle-carts', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().guestCartDays * dayMs);
    let beyond = firstCart;
    const carts = await inPortions(async () => {
      const deleted = await deleteIdleCarts(db.write, before, beyond);
      beyond = deleted.last ?? beyond;
      return deleted.carts;
    });
    log.info({ carts }, 'idle carts deleted');
  }),
  // DEC-172: answers are kept 24 hours.
  task('delete-old-keys', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - dayMs);
    const keys = await inPortions(() => deleteOldKeys(db.write, before));
    log.info({ keys }, 'old idempotency keys deleted');
  }),
  // Addresses that called a lot once; whoever calls again begins anew.
  task('delete-ended-budgets', cronPayload, async (_payload, { now, log }) => {
    const budgets = await inPortions(() => deleteEndedWindows(db.write, now));
    log.info({ budgets }, 'ended budgets deleted');
  }),
];

/** 09:10 UTC is 03:10 in Guatemala. */
export const housekeepingCrontab = `10 9 * * * delete-idle-carts
20 9 * * * delete-old-keys
*/30 * * * * delete-ended-budgets`;
