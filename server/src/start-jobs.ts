import { maxEndpoints } from './events/endpoints.store.ts';
import { startEventJobs } from './events/events.tasks.ts';
import { startWorker } from './jobs/worker.ts';
import { noteDeadJobs } from './notices/notices.store.ts';
import { startOrderJobs } from './orders/orders.tasks.ts';
import { startRefundJobs } from './refunds/refunds.tasks.ts';
import type { Services } from './services.ts';
import { crontabOf, sendersOf, tasksOf } from './slices.ts';

/** Starts the worker of this process, for every kind of job. */
export const startJobs = async (services: Services, url: string): Promise<{ close(): Promise<void> }> => {
  const { log, jobsDb, messaging } = services;
  const onDeadJob = () => noteDeadJobs(jobsDb.write);
  const worker = await startWorker({ url, tasks: tasksOf(services), crontab: crontabOf(services), log, onDeadJob });
  const senders = await startWorker({ url, tasks: sendersOf(services), concurrency: maxEndpoints, log, onDeadJob });
  await startEventJobs(services, new Date());
  await startOrderJobs({ ...services, db: jobsDb }, log, new Date());
  await startRefundJobs(jobsDb, new Date());
  return {
    close: async () => {
      await worker.close();
      await senders.close();
      await messaging?.close();
    },
  };
};
