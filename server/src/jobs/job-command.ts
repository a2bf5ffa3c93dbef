import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typed, typedReason, typedWord } from '../platform/operations/typed-words.ts';
import { discardJob, type FailedJob, listFailedJobs, retryJob } from './failed-jobs.store.ts';
import { pauseKind, resumeKind } from './paused-jobs.store.ts';

const typedId = typed('<id>', 'the id of a job, as "job list" shows it', (text) =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined,
);

const lineOf = ({ id, task, state, attempts, runAt, error }: FailedJob): string =>
  `${String(id).padEnd(10)}${task.padEnd(28)}${state === 'dead' ? `dead after ${attempts} tries` : `again at ${runAt.toISOString()}`}\n    ${error}`;

const unknown = (id: number): string => `Nothing was changed: no failed job has the id ${id}. "job list" lists them.`;

/** Commands for failed jobs (OPS-18 of docs/spec/desk.md). */
export const jobCommands: readonly Command[] = [
  databaseCommand({
    usage: 'job list',
    changes: null,
    summary: 'lists jobs whose last attempt failed, dead jobs first; dead jobs are not retried automatically',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const jobs = await listFailedJobs(db.write);
      answer(jobs, jobs.length === 0 ? ['No job has failed.'] : jobs.map(lineOf));
      return true;
    },
  }),
  databaseCommand({
    usage: 'job retry <id>',
    changes: { entity: 'jobs', calls: ['retryJob'] },
    summary: 'retries a failed job immediately, with as many attempts as a new job; its work is still done only once',
    canDryRun: true,
    takes: { id: typedId },
    run: async ({ db, end, reportChange }, { id }) => {
      const task = await retryJob(db.write, id);
      if (task === undefined) return end(false, unknown(id));
      reportChange({ after: { task } });
      return end(true, `${task} is retried immediately.`);
    },
  }),
  databaseCommand({
    usage: 'job discard <id>',
    changes: { entity: 'jobs', calls: ['discardJob'] },
    summary: 'ends a failed job for good, and records the job and the reason',
    canDryRun: true,
    takes: { id: typedId, reason: typedReason },
    run: async ({ db, actor, end, reportChange }, { id, reason }) => {
      const task = await discardJob(db.write, { id, reason, actor });
      if (task === undefined) return end(false, unknown(id));
      reportChange({ after: { task } });
      return end(true, `${task} is never tried again.`);
    },
  }),
  databaseCommand({
    usage: 'job pause <kind>',
    changes: { entity: 'jobs', calls: ['pauseJobs'] },
    summary: 'pauses a kind of job: running jobs end, and due jobs wait until `job resume`',
    canDryRun: true,
    takes: { kind: typedWord, reason: typedReason },
    run: async ({ db, actor, end, reportChange }, { kind, reason }) => {
      const done = await pauseKind(db.write, { task: kind, reason, actor });
      if (done === 'unknown') return end(false, `Nothing was changed: no worker has ever known a kind ${kind}.`);
      if (done === 'paused') reportChange({ after: { isPaused: true } });
      return end(true, done === 'paused' ? `${kind} is paused within five seconds.` : `${kind} was paused before.`);
    },
  }),
  databaseCommand({
    usage: 'job resume <kind>',
    changes: { entity: 'jobs', calls: ['resumeJobs'] },
    summary: 'resumes a paused kind of job',
    canDryRun: true,
    takes: { kind: typedWord },
    run: async ({ db, end, reportChange }, { kind }) => {
      if (!(await resumeKind(db.write, kind))) return end(false, `Nothing was changed: ${kind} is not paused.`);
      reportChange({ after: { isPaused: false } });
      return end(true, `${kind} runs again within five seconds.`);
    },
  }),
];
