import type { FastifyBaseLogger } from 'fastify';
import { callOutside } from './outbound-call.ts';
import { listenForPurges } from './page-purge.ts';

/**
 * Milliseconds: tags are gathered, so that every node has dropped its own before a cache outside asks anew; a call may take so long; one that
 * failed is made again after so many, doubled each time.
 */
const usualWaits = { gather: 500, call: 5_000, again: 1_000 };

/** Milliseconds between two calls that fail, at most. */
const longestWait = 60_000;

/** Tags of one call, at most. */
const tagsOfCall = 500;

/** Tags that wait, at most: beyond, all is purged. */
const mostWaiting = 20_000;

export interface PurgeHook {
  purge(tags: readonly string[]): void;
  /** After the call that is under way. What waits is not told: who hears next begins with `*`. */
  close(): Promise<void>;
}

export interface PurgeHookOptions {
  /** PURGE_URL. */
  url: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Tests have less patience. */
  waits?: typeof usualWaits;
}

/**
 * Tells a cache outside (a CDN, Varnish) by POST `{"tags": […]}` what to drop: one call at a time, again until it is answered with
 * 2xx. Tags that change meanwhile wait, each once; `*` means everything.
 */
export const createPurgeHook = ({ url, log, waits = usualWaits }: PurgeHookOptions): PurgeHook => {
  const waiting = new Set<string>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let call: Promise<void> | undefined;
  let isClosed = false;

  const add = (tags: readonly string[]): void => {
    for (const tag of tags) waiting.add(tag);
    if (waiting.size > mostWaiting) waiting.add('*');
    if (!waiting.has('*')) return;
    waiting.clear();
    waiting.add('*');
  };

  const callLater = (ms: number): void => {
    if (isClosed || call !== undefined || timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      call = tell().finally(() => {
        call = undefined;
        callLater(failures === 0 ? 0 : Math.min(waits.again * 2 ** (failures - 1), longestWait));
      });
    }, ms);
  };

  const tell = async (): Promise<void> => {
    const tags = [...waiting].slice(0, tagsOfCall);
    // Before it is told: what changes from now on is told again.
    for (const tag of tags) waiting.delete(tag);
    const answer = await callOutside({ method: 'POST', url, body: { tags }, timeoutMs: waits.call });
    if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
      failures = 0;
      return;
    }
    failures += 1;
    add(tags);
    const reason = answer.kind === 'answered' ? `status ${answer.status}` : answer.reason;
    log.warn({ reason, failures, waiting: waiting.size }, 'purge hook not answered');
  };

  return {
    purge: (tags) => {
      add(tags);
      callLater(waits.gather);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await call;
    },
  };
};

/**
 * Hears changes and tells PURGE_URL. Of all processes that do so one is heard at a time; another takes over when it ends.
 *
 * @param databaseUrl where NOTIFY is heard
 */
export const startPurgeHook = async (
  databaseUrl: string,
  options: PurgeHookOptions,
): Promise<{ close(): Promise<void> }> => {
  const hook = createPurgeHook(options);
  const listener = await listenForPurges({
    url: databaseUrl,
    isOnlyOne: true,
    purge: hook.purge,
    onError: (error) => options.log.warn({ err: error }, 'purge hook connection'),
  });
  return {
    close: async () => {
      await hook.close();
      await listener.close();
    },
  };
};
