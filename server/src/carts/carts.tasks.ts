import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteIdleCarts, lowestCartId } from './carts.store.ts';

/** Deletes old carts daily, in small batches, so that other transactions do not wait for a lock (DEC-72). */
export const deleteIdleCartsTask = ({ db, policy }: { db: Database; policy: () => ShopPolicy }): Task =>
  task('delete-idle-carts', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - policy().guestCartDays * dayMs);
    let afterId = lowestCartId;
    const carts = await inBatches(async () => {
      const deleted = await deleteIdleCarts(db.write, before, afterId);
      afterId = deleted.nextAfterId ?? afterId;
      return deleted.carts;
    });
    log.info({ carts }, 'idle carts deleted');
  });

/** Runs at 09:10 UTC, which is 03:10 in Guatemala. */
export const cartsCrontab = '10 9 * * * delete-idle-carts';
