import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { readHealth } from '../db/migrate.ts';
import { sendRefusal } from '../http/send-refusal.ts';

/** ms for which an answer of the database holds: however many ask, it is asked once in that time. */
const holdsMs = 1_000;

const heldFor = (ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let last = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) };
  return () => {
    if (performance.now() - last.at > holdsMs) last = { at: performance.now(), answer: ask() };
    return last.answer;
  };
};

/**
 * DEC-08. `/health`: the process lives. `/ready`: it can sell, or do jobs: the primary answers, takes writes, and is of this version or a
 * later one. `/readable`: it can show pages, from the replica while the primary is away.
 */
export const registerHealth = (
  app: FastifyInstance,
  { read, write }: Pick<Database, 'read' | 'write'>,
  isStopping: () => boolean,
): void => {
  const probes = {
    '/ready': heldFor(async () => {
      const { isMigrated, isReadOnly } = await readHealth(write);
      return isMigrated && !isReadOnly;
    }),
    '/readable': heldFor(async () => (await readHealth(read)).isMigrated),
  };
  app.get('/health', async () => ({ status: 200 }));
  for (const [path, ask] of Object.entries(probes)) {
    app.get(path, async (request, reply) => {
      if (isStopping()) return sendRefusal(reply, { code: 'NOT_READY' });
      try {
        if (await ask()) return { status: 200 };
      } catch (error) {
        // The one condition expected here: the database does not answer. The answer says so; the log says why.
        request.log.warn({ reqId: request.id, err: error }, `not ${path.slice(1)}`);
      }
      return sendRefusal(reply, { code: 'NOT_READY' });
    });
  }
};
