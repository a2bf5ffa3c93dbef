import { discardJob as discardCall, getJobs, retryJob as retryCall } from '@ceiba/contract/desk/jobs';
import { ok, refuse } from '@ceiba/domain/result';
import { recordChange } from '../platform/audit/record-change.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { discardJob, listFailedJobs, retryJob } from './failed-jobs.store.ts';
import { countKinds, listLastRuns } from './job-metrics.store.ts';
import { schedulesOf } from './schedules.ts';

interface JobRoutesDeps {
  db: Database;
  crontab: () => string;
}

/** What operators see and do of jobs at the desk (OPS-17); the commands do the same. */
export const jobRoutes = ({ db, crontab }: JobRoutesDeps): Route[] => [
  route(getJobs, async (_, { now }) => {
    const kinds = await countKinds(db.write);
    const failed = await listFailedJobs(db.write);
    const lastRuns = await listLastRuns(db.write);
    const schedules = schedulesOf(crontab(), now).map(({ name, task, nextRunAt }) => ({
      name,
      task,
      lastRunAt: lastRuns.get(name)?.toISOString() ?? null,
      nextRunAt: nextRunAt?.toISOString() ?? null,
    }));
    const jobs = failed.map((job) => ({
      ...job,
      id: String(job.id),
      createdAt: job.createdAt.toISOString(),
      runAt: job.runAt.toISOString(),
    }));
    return ok({ status: 200, data: { kinds, failed: jobs, schedules } });
  }),
  changeRoute(retryCall, db, async ({ tx, params: { id }, author }) => {
    const task = await retryJob(tx, Number(id));
    if (task === undefined) return refuse({ code: 'NOT_FOUND' });
    const change = { operation: 'retryJob', entity: 'jobs', entityId: id, after: { task } };
    return ok({ answer: { status: 200, data: { id, task } }, receipt: await recordChange(tx, author, change) });
  }),
  changeRoute(discardCall, db, async ({ tx, params: { id }, body: { reason }, author }) => {
    const task = await discardJob(tx, { id: Number(id), reason, actor: author.actor });
    if (task === undefined) return refuse({ code: 'NOT_FOUND' });
    const change = { operation: 'discardJob', entity: 'jobs', entityId: id, after: { task }, reason };
    return ok({ answer: { status: 200, data: { id, task } }, receipt: await recordChange(tx, author, change) });
  }),
];
