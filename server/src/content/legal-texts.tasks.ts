import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

// Twice the interval of the job, so that a late run misses none.
const purge = statement(
  'content.purge-legal-texts',
  `select purge_pages(array['content']) from legal_versions where holds_from > $1::timestamptz - interval '2 minutes' and holds_from <= $1 limit 1`,
);

/** Drops cached pages when a version of a legal text begins to hold: at most a minute late (PROD-29). */
export const purgeLegalTextsTask = (db: Database): Task =>
  task('purge-legal-texts', cronPayload, async (_, { now }) => {
    await purge(db.write, [now]);
  });

export const legalTextsCrontab = '* * * * * purge-legal-texts ?jobKey=purge-legal-texts&jobKeyMode=preserve_run_at';
