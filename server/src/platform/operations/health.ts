import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import { sendRefusal } from '../http/send-refusal.ts';

/** ms for which an answer of the database holds: however many ask, it is asked once in that time. */
const holdsMs = 1_000;

/** DEC-08: alive while the process lives; ready only when the database answers and is of this version or a later one. */
export const registerHealth = (app: FastifyInstance, db: Database, isStopping: () => boolean): void => {
  let last = { at: Number.NEGATIVE_INFINITY, isMigrated: Promise.resolve(false) };
  const ask = (): Promise<boolean> => {
    if (performance.now() - last.at > holdsMs) last = { at: performance.now(), isMigrated: isMigrated(db.pool) };
    return last.isMigrated;
  };
  app.get('/health', async () => ({ status: 200 }));
  app.get('/ready', async (request, reply) => {
    if (isStopping()) return sendRefusal(reply, { code: 'NOT_READY' });
    try {
      if (await ask()) return { status: 200 };
    } catch (error) {
      // The one condition expected here: the database does not answer. The answer says so; the log says why.
      request.log.warn({ reqId: request.id, err: error }, 'not ready');
    }
    return sendRefusal(reply, { code: 'NOT_READY' });
  });
};
