import pg from 'pg';
import { watchedConnection } from './connection-settings.ts';

/** Number of tries. A pooler may have more than two server connections, or other clients may use one of them in between. */
const rounds = 5;

const openClient = async (
  connectionString: string,
): Promise<{ pid: () => Promise<number>; end: () => Promise<void> }> => {
  const client = new pg.Client({
    connectionString,
    application_name: 'ceiba pooler check',
    connectionTimeoutMillis: 5_000,
    ...watchedConnection('requests'),
  });
  client.on('error', () => {});
  await client.connect();
  return {
    pid: async () => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0,
    end: () => client.end(),
  };
};

/**
 * Returns whether connections to `url` share server processes between statements, as with a pooler in transaction mode. Opens two
 * connections at the same time. They share processes if one process answers both connections, or if two processes answer one
 * connection. Throws if the database does not answer.
 */
export const isPooledByTransaction = async (url: string): Promise<boolean> => {
  const first = await openClient(url);
  try {
    const second = await openClient(url);
    try {
      const own = [await first.pid(), await second.pid()] as const;
      if (own[0] === own[1]) return true;
      for (let round = 1; round < rounds; round += 1) {
        if ((await first.pid()) !== own[0] || (await second.pid()) !== own[1]) return true;
      }
      return false;
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
};

export const pooledText =
  'leads through a pooler in transaction mode, where notifications, advisory locks, prepared statements and settings of a session are lost. ' +
  'Set pool_mode = session there, or the address of PostgreSQL itself.';

/** Throws, in Spanish and English, if `url` leads through a pooler in transaction mode. Other code reports an unreachable database. */
export const refusePooled = async (url: string): Promise<void> => {
  if (!(await isPooledByTransaction(url).catch(() => false))) return;
  const { host } = new URL(url);
  throw new Error(
    `${host} es un pooler en modo transacción, en el que se pierden avisos, bloqueos y ajustes de la sesión: usa pool_mode = session, ` +
      `o la dirección de PostgreSQL mismo. · ${host} ${pooledText}`,
  );
};
