import { type Invariant, invariant, type Reach, stuckBefore } from './invariant.ts';

/** Sales are counted, and taken back, each hour. */
const uncountedAfterMs = 3 * 3_600_000;

/** What jobs keep right, seen from what they leave when they do not run. */
export const jobInvariants: readonly Invariant[] = [
  invariant(
    'job-in-living-hands',
    'No job is in the hands of a worker that has been silent for five minutes',
    (reach: Reach) => [stuckBefore(reach)] as const,
    // A worker of a version that did not say that it lives is given the time that its jobs are.
    `select j.id from graphile_worker._private_jobs j left join job_workers w on w.worker = j.locked_by
     where j.locked_at < $1 and coalesce(w.seen_at, j.locked_at + interval '15 minutes') < $1`,
  ),
  invariant(
    'canceled-order-no-sale',
    'A canceled order does not count as a sale three hours later',
    ({ now }: Reach) => [new Date(now.getTime() - uncountedAfterMs)] as const,
    `select id from orders where is_counted and status = 'canceled' and updated_at < $1`,
  ),
];
