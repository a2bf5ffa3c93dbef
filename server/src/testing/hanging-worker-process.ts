import { z } from 'zod';
import { startWorker, task } from '../jobs/worker.ts';

/** A worker whose one job never ends, so that a test can kill it with the job in its hands. */
await startWorker({
  url: process.env.DATABASE_URL ?? '',
  tasks: [task('hang', z.looseObject({}), () => new Promise(() => {}))],
  ...(process.env.BEAT_MS === undefined ? {} : { beats: { everyMs: Number(process.env.BEAT_MS) } }),
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
