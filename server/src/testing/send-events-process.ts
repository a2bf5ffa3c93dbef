import { eventSenders, eventsTasks, publishNow } from '../events/events.tasks.ts';
import { startWorker } from '../jobs/worker.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { testSecrets } from './test-secrets.ts';
import { openTestLine } from './webhook-receiver.ts';

/** Publishes events and sends them in a separate process, so that a test can kill it during the work. */
const { DATABASE_URL = '', BEAT_MS = '' } = process.env;
const db = openDatabase({ url: DATABASE_URL, maxConnections: 12 });
await startWorker({
  url: DATABASE_URL,
  tasks: [...eventsTasks({ db }), ...eventSenders({ db, sealedSecrets: testSecrets, openLine: openTestLine })],
  heartbeat: { everyMs: Number(BEAT_MS), deadAfterMs: 30_000 },
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
await publishNow(db.write);
