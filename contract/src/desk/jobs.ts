import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';
import { reason } from './changes.ts';

const failedJob = z.object({
  id: z.string(),
  task: z.string(),
  /** A description of the job in Spanish. */
  label: z.string(),
  /** `dead`: all tries failed. `failing`: the next try is at `runAt`. */
  state: z.enum(['dead', 'failing']),
  attempts: z.int(),
  createdAt: dateTime,
  runAt: dateTime,
  error: z.string(),
});

/** The state of the queue (OPS-17). */
export const getJobs = endpoint({
  name: 'getJobs',
  slice: 'jobs',
  method: 'GET',
  path: '/v1/admin/jobs',
  summary: 'Lists jobs by kind and state, failed jobs, and schedules with their last and next run',
  auth: 'staff',
  permission: 'ops.read',
  touches: 'nothing',
  limit: 'staffRead',
  answers: {
    200: enveloped(
      z.object({
        /** Each kind of job that a worker supports, with the number of its jobs: due, planned, running, failing (to be retried), dead. */
        kinds: z.array(
          z.object({
            task: z.string(),
            label: z.string(),
            due: z.int(),
            planned: z.int(),
            running: z.int(),
            failing: z.int(),
            dead: z.int(),
            /** Seconds that the longest due job has waited. Null if no job is due. */
            oldestSeconds: z.int().nullable(),
            /** Time at which a person paused the kind, and the reason. Null if the kind is not paused. */
            pausedAt: dateTime.nullable(),
            pauseReason: z.string().nullable(),
          }),
        ),
        /** Dead jobs first, at most 500. */
        failed: z.array(failedJob),
        schedules: z.array(
          z.object({
            name: z.string(),
            task: z.string(),
            label: z.string(),
            lastRunAt: dateTime.nullable(),
            nextRunAt: dateTime.nullable(),
          }),
        ),
      }),
    ),
  },
  errors: [],
});

const acting = {
  slice: 'jobs',
  auth: 'staff',
  permission: 'ops.act',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
} as const;
const jobParams = z.strictObject({ id: z.string().regex(/^[1-9]\d{0,15}$/) });
const doneJob = { 200: enveloped(z.object({ id: z.string(), task: z.string() })) };

export const retryJob = endpoint({
  ...acting,
  name: 'retryJob',
  path: '/v1/admin/jobs/{id}/retry',
  summary: 'Retries a failed job immediately. The work is still done only once (OPS-18)',
  params: jobParams,
  body: z.strictObject({}),
  answers: doneJob,
  errors: ['NOT_FOUND'],
});

export const discardJob = endpoint({
  ...acting,
  name: 'discardJob',
  path: '/v1/admin/jobs/{id}/discard',
  summary: 'Ends a failed job for good. The job and the reason of its failure stay recorded',
  params: jobParams,
  body: z.strictObject({ reason }),
  answers: doneJob,
  errors: ['NOT_FOUND'],
});

const kindParams = z.strictObject({ task: z.string().regex(/^[a-z][a-z-]{0,59}$/) });
const kindAnswer = { 200: enveloped(z.object({ task: z.string(), isPaused: z.boolean() })) };

export const pauseJobs = endpoint({
  ...acting,
  name: 'pauseJobs',
  path: '/v1/admin/jobs/kinds/{task}/pause',
  summary: 'Pauses a kind of job: running jobs end, and due ones wait until the kind is resumed',
  params: kindParams,
  body: z.strictObject({ reason }),
  answers: kindAnswer,
  errors: ['NOT_FOUND'],
});

export const resumeJobs = endpoint({
  ...acting,
  name: 'resumeJobs',
  path: '/v1/admin/jobs/kinds/{task}/resume',
  summary: 'Resumes a paused kind of job',
  params: kindParams,
  body: z.strictObject({}),
  answers: kindAnswer,
  errors: ['NOT_FOUND'],
});
