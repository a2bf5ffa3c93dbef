import {
  discardJob as discardCall,
  getJobs,
  pauseJobs,
  resumeJobs,
  retryJob as retryCall,
} from '@ceiba/contract/desk/jobs';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { discardJob, listFailedJobs, retryJob } from './failed-jobs.store.ts';
import { jobLabel, scheduleLabel } from './job-labels.ts';
import { countKinds, listLastRuns } from './job-metrics.store.ts';
import { pauseKind, resumeKind } from './paused-jobs.store.ts';
import { schedulesOf } from './schedules.ts';

interface JobRoutesDeps {
  db: Database;
  crontab: () => string;
  /** Returns the names of all kinds that a worker knows. */
  kinds: () => string[];
}

/** The desk's calls about jobs (OPS-17). Each is equivalent to a command. */
export const jobRoutes = ({ db, crontab, kinds: kindsOf }: JobRoutesDeps): Route[] => [
  route(getJobs, async (_, { now }) => {
    const counted = await countKinds(db.write, kindsOf());
    const kinds = counted.map(({ pausedAt, ...kind }) => ({
      ...kind,
      label: jobLabel(kind.task),
      pausedAt: pausedAt?.toISOString() ?? null,
    }));
    const failed = await listFailedJobs(db.write);
    const lastRuns = await listLastRuns(db.write);
    const schedules = schedulesOf(crontab(), now).map(({ name, task, nextRunAt }) => ({
      name,
      task,
      label: scheduleLabel(name, task),
      lastRunAt: lastRuns.get(name)?.toISOString() ?? null,
      nextRunAt: nextRunAt?.toISOString() ?? null,
    }));
    const jobs = failed.map((job) => ({
      ...job,
      id: String(job.id),
      label: jobLabel(job.task),
      createdAt: job.createdAt.toISOString(),
      runAt: job.runAt.toISOString(),
    }));
    return ok({ status: 200, data: { kinds, failed: jobs, schedules } });
  }),
  changeRoute(retryCall, db, async ({ tx, params: { id } }) => {
    const task = await retryJob(tx, Number(id));
    if (task === undefined) return refuse({ code: 'NOT_FOUND' });
    const change = { entity: 'jobs', entityId: id, after: { task } };
    return ok({ answer: { status: 200, data: { id, task } }, change });
  }),
  changeRoute(pauseJobs, db, async ({ tx, params: { task }, body: { reason }, author }) => {
    const done = await pauseKind(tx, { task, reason, actor: author.actor });
    if (done === 'unknown') return refuse({ code: 'NOT_FOUND' });
    const answer = { status: 200, data: { task, isPaused: true } };
    if (done === 'already') return ok({ answer, change: null });
    const change = { entity: 'jobs', entityId: task, after: { isPaused: true }, reason };
    return ok({ answer, change });
  }),
  changeRoute(resumeJobs, db, async ({ tx, params: { task } }) => {
    if (!(await resumeKind(tx, task))) return refuse({ code: 'NOT_FOUND' });
    const change = { entity: 'jobs', entityId: task, after: { isPaused: false } };
    const answer = { status: 200, data: { task, isPaused: false } };
    return ok({ answer, change });
  }),
  changeRoute(discardCall, db, async ({ tx, params: { id }, body: { reason }, author }) => {
    const task = await discardJob(tx, { id: Number(id), reason, actor: author.actor });
    if (task === undefined) return refuse({ code: 'NOT_FOUND' });
    const change = { entity: 'jobs', entityId: id, after: { task }, reason };
    return ok({ answer: { status: 200, data: { id, task } }, change });
  }),
];
