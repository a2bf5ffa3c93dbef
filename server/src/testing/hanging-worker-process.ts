import { z } from 'zod';
import { startWorker, task } from '../jobs/worker.ts';

/** A worker with one job that never ends, so that a test can kill the worker while the job runs. */
await startWorker({
  url: process.env.DATABASE_URL ?? '',
  tasks: [task('hang', z.looseObject({}), () => new Promise(() => {}))],
  ...(process.env.BEAT_MS === undefined ? {} : { heartbeat: { everyMs: Number(process.env.BEAT_MS) } }),
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
