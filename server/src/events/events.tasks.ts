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

/** HOOK-08. */
const keptDays = 30;

const publishKey = 'publish-events';
const secondMs = 1_000;
const minuteMs = 60_000;

/** Each second; where there are no endpoints, each minute looks whether there are by now. */
const publishNext = async (tx: Tx, now: Date): Promise<void> => {
  const runAt = new Date(now.getTime() + ((await hasEndpoints(tx)) ? secondMs : minuteMs));
  await enqueue(tx, { task: 'publish-events', payload: {}, jobKey: publishKey, keepsTime: true, runAt });
};

/** Publishes what happened at once: the first endpoint need not wait for the next minute. */
export const publishNow = (tx: Tx): Promise<void> =>
  enqueue(tx, { task: 'publish-events', payload: {}, jobKey: publishKey });

/** Begins to publish events as they happen. */
export const startEventJobs = ({ jobsDb }: { jobsDb: Database }, now: Date): Promise<void> =>
  publishNext(jobsDb.write, now);

export const eventsTasks = ({ db }: { db: Database }): Task[] => [
  // Adds its next run itself; its key lets one run wait at a time, however many nodes there are.
  task('publish-events', z.looseObject({}), async (_payload, { now, log }) => {
    try {
      const events = await publishEvents(db, now);
      if (events > 0) log.info({ events }, 'events published');
    } finally {
      await publishNext(db.write, now);
    }
  }),
  // Wakes the senders of what should have been sent: their jobs' tries were used up while the database was away.
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

/** They wait for what strangers answer. */
export const eventSenders = ({ openLine, ...store }: EndpointStore & { openLine: OpenLine }): Task[] => [
  task('send-events', z.object({ endpointId: z.uuid() }), async ({ endpointId }, { log }) =>
    sendEvents({ ...store, log, openLine }, endpointId),
  ),
];

export const eventsCrontab = ['* * * * * wake-senders', '5 10 * * * delete-old-events'].join('\n');
