import { dayMs } from '@ceiba/domain/dates/civil-date';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { enqueue } from '../jobs/job-queue.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type EndpointStore, hasEndpoints } from './endpoints.store.ts';
import { deleteOldAttempts, deleteOldEvents, listOverdueEndpoints } from './events.store.ts';
import type { OpenLine } from './open-line.ts';
import { publishEvents } from './publish-events.ts';
import { enqueueSender, sendEvents } from './send-events.ts';

/** Days for which events are stored (HOOK-08). */
const keptDays = 30;

const publishKey = 'publish-events';
const secondMs = 1_000;
const minuteMs = 60_000;

/** Schedules the next run: in a second, or in a minute while there are no endpoints. */
const publishNext = async (tx: Tx, now: Date): Promise<void> => {
  const runAt = new Date(now.getTime() + ((await hasEndpoints(tx)) ? secondMs : minuteMs));
  await enqueue(tx, { task: 'publish-events', payload: {}, jobKey: publishKey, keepsTime: true, runAt });
};

/** Publishes immediately, so that the first endpoint does not wait for the next minute. */
export const publishNow = (tx: Tx): Promise<void> =>
  enqueue(tx, { task: 'publish-events', payload: {}, jobKey: publishKey });

/** Starts the job that publishes events. */
export const startEventJobs = ({ jobsDb }: { jobsDb: Database }, now: Date): Promise<void> =>
  publishNext(jobsDb.write, now);

export const eventsTasks = ({ db }: { db: Database }): Task[] => [
  // Schedules its own next run. The job's key lets only one run wait at a time, on any number of nodes.
  task('publish-events', z.looseObject({}), async (_payload, { now, log }) => {
    try {
      const events = await publishEvents(db, now);
      if (events > 0) log.info({ events }, 'events published');
    } finally {
      await publishNext(db.write, now);
    }
  }),
  // Adds new senders for overdue events whose jobs used up their tries while the database was away.
  task('wake-senders', cronPayload, async (_payload, { now }) => {
    for (const id of await listOverdueEndpoints(db.write, new Date(now.getTime() - minuteMs)))
      await enqueueSender(db.write, id);
  }),
  task('delete-old-events', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - keptDays * dayMs);
    const attempts = await inBatches(() => deleteOldAttempts(db.write, before));
    const events = await inBatches(() => deleteOldEvents(db.write, before));
    log.info({ attempts, events }, 'old events deleted');
  }),
];

/** Tasks that wait for answers of other systems. */
export const eventSenders = ({ openLine, ...store }: EndpointStore & { openLine: OpenLine }): Task[] => [
  task('send-events', z.object({ endpointId: z.uuid() }), async ({ endpointId }, { log }) =>
    sendEvents({ ...store, log, openLine }, endpointId),
  ),
];

export const eventsCrontab = ['* * * * * wake-senders', '5 10 * * * delete-old-events'].join('\n');
