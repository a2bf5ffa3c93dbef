import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '../db/database.ts';
import { readHealth } from '../db/migrate.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import type { Measure } from './metrics.ts';

/** Milliseconds for which the database's answer is reused. During this time, any number of health checks queries the database only once. */
const holdsMs = 1_000;

const heldFor = (ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let last = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) };
  return () => {
    if (performance.now() - last.at > holdsMs) last = { at: performance.now(), answer: ask() };
    return last.answer;
  };
};

const isReady = async (write: Tx): Promise<boolean> => {
  const { isMigrated, isReadOnly } = await readHealth(write);
  return isMigrated && !isReadOnly;
};

const isReadable = async (read: Tx): Promise<boolean> => (await readHealth(read)).isMigrated;

interface MeasuredDatabases {
  db: Pick<Database, 'read' | 'replica'>;
  upkeepDb: Pick<Database, 'write'>;
}

/**
 * Reports `/ready` and `/readable` as metrics, with 0 while the database is away. Reads the primary on a connection that shoppers do not
 * wait for.
 */
export const healthMeasures = ({ db, upkeepDb: { write } }: MeasuredDatabases): Measure[] => {
  const read = db.replica === undefined ? write : db.read;
  const measure = (ask: () => Promise<boolean>) => async () => [{ value: Number(await ask().catch(() => false)) }];
  return [
    { name: 'ceiba_ready', help: '1: the process can sell, or do jobs (/ready)', read: measure(() => isReady(write)) },
    {
      name: 'ceiba_readable',
      help: '1: the process can show pages (/readable)',
      read: measure(() => isReadable(read)),
    },
  ];
};

/**
 * Serves the health checks of DEC-08. `/health`: the process lives. `/ready`: it can sell or run jobs, because the primary answers, accepts
 * writes, and has this version or a later version. `/readable`: it can show pages, from the replica while the primary is away.
 */
export const registerHealth = (
  app: FastifyInstance,
  { read, write }: Pick<Database, 'read' | 'write'>,
  isStopping: () => boolean,
): void => {
  const probes = {
    '/ready': heldFor(() => isReady(write)),
    '/readable': heldFor(() => isReadable(read)),
  };
  app.get('/health', async () => ({ status: 200 }));
  for (const [path, ask] of Object.entries(probes)) {
    app.get(path, async (request, reply) => {
      if (isStopping()) return sendRefusal(reply, { code: 'NOT_READY' });
      try {
        if (await ask()) return { status: 200 };
      } catch (error) {
        // The only expected failure is a database that does not answer. The answer reports this, and the log has the cause.
        request.log.warn({ reqId: request.id, err: error }, `not ${path.slice(1)}`);
      }
      return sendRefusal(reply, { code: 'NOT_READY' });
    });
  }
};
