import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database.ts';
import { getPolicy } from './policies.store.ts';

/** Wait before a policy that could not be read is read again. */
const retryDelayMs = 1_000;

/** The shop's policy in this process's memory: no request asks the database for it. */
export interface KeptPolicy {
  /** As last read; a request takes it once and keeps to it. */
  current(): ShopPolicy;
  /** Reads it again; ends once that is done, also when the database is away meanwhile. Never rejects. */
  refresh(): Promise<void>;
  close(): void;
}

/** Reads the policy; throws when the stored one cannot be used. Later ones that cannot are logged, and the last stays. */
export const keepPolicy = async (db: Database, log: FastifyBaseLogger): Promise<KeptPolicy> => {
  let policy = await getPolicy(db.write);
  let queue = Promise.resolve();
  const closing = new AbortController();

  const read = async (): Promise<boolean> => {
    try {
      policy = await getPolicy(db.write);
      return true;
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'the shop policy could not be read; the last one stays');
      return false;
    }
  };
  const readUntilDone = async (): Promise<void> => {
    while (!closing.signal.aborted && !(await read())) {
      await sleep(retryDelayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  return {
    current: () => policy,
    // One after the other: an answer that was asked for earlier never replaces a later one.
    refresh: () => {
      queue = queue.then(readUntilDone);
      return queue;
    },
    close: () => closing.abort(),
  };
};
