import { z } from 'zod';
import { type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { followAttributes } from './attributes.store.ts';

/** Number of products in one transaction, which locks their rows for some tenths of a second. */
const portion = 500;

/** Runs when the attributes of a category with many products have changed (`follow_attributes_below`). An interrupted run starts again. */
export const followAttributesTask = ({ db }: { db: Database }): Task =>
  task('follow-attributes', z.object({ category: z.int() }), async ({ category }, { log }) => {
    for (let after: number | null = 0; after !== null; )
      after = await followAttributes(db.write, { category, after, portion });
    log.info({ category }, 'products updated to the attributes of their category');
  });
