import pg from 'pg';
import { isDatabaseAway } from '../platform/db/connection-settings.ts';

/** The only error code of an unavailable database after which the queue's library retries. */
const tryAgain = '57P03';

/** True for classes 58 and XX: errors of the server's machine or files. */
const isServersFault = (error: Error & { code?: string }): boolean => /^(?:58|XX)/.test(error.code ?? '');

const renamed = (error: Error): Error =>
  isDatabaseAway(error) || isServersFault(error) ? Object.assign(error, { code: tryAgain }) : error;

const retryForAMinute = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: Error) => {
    throw renamed(error);
  });

const clientOf = (client: pg.PoolClient): pg.PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return (text: string, values: unknown[]) => retryForAMinute(target.query(text, values));
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

/**
 * Connections for graphile-worker. It records a job's end in the background. An error there (ECONNRESET, 57P01, a full disk …) ends the
 * process, because the library retries only after codes that it knows. This pool therefore gives errors of an unavailable database such a
 * code. The end is then recorded once the database is back.
 */
export const openQueuePool = (config: pg.PoolConfig, onLoss: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool(config);
  pool.on('error', onLoss);
  pool.on('connect', (client) => client.on('error', onLoss));
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') {
        return (listen?: Parameters<pg.Pool['connect']>[0]) =>
          listen === undefined ? retryForAMinute(target.connect().then(clientOf)) : target.connect(listen);
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
};
