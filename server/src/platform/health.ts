import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';
import { isMigrated } from './migrate.ts';
import { sendRefusal } from './send-refusal.ts';

/** DEC-08: alive while the process lives; ready only when the database answers and every migration is applied. */
export const registerHealth = (app: FastifyInstance, db: Database, isStopping: () => boolean): void => {
  app.get('/health', async () => ({ status: 200 }));
  app.get('/ready', async (request, reply) => {
    if (isStopping()) return sendRefusal(reply, { code: 'NOT_READY' });
    try {
      if (await isMigrated(db.pool)) return { status: 200 };
    } catch (error) {
      // The one condition expected here: the database does not answer. The answer says so; the log says why.
      request.log.warn({ reqId: request.id, err: error }, 'not ready');
    }
    return sendRefusal(reply, { code: 'NOT_READY' });
  });
};
