import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { callOutside } from '../limits/outbound-call.ts';
import { listenForPurges, maxUnnoticedCutMs } from './cache-invalidation.ts';

/**
 * Milliseconds. `gather`: tags are collected, so that every node has invalidated its pages before an outside cache fetches them again.
 * `call`: the time-out of a call. `again`: the wait before a failed call is repeated, doubled each time. `repeat`: the wait before tags are
 * sent once more. A node with a cut connection may have served outdated pages to the cache. After this wait, the node has noticed the cut.
 */
const usualWaits = { gather: 500, call: 5_000, again: 1_000, repeat: maxUnnoticedCutMs + 1_000 };

/** Maximum wait between two failed calls, in milliseconds. */
const longestWait = 60_000;

/** Maximum number of tags in one call. */
const tagsOfCall = 500;

/** Maximum number of waiting tags. If more tags wait, everything is purged. */
const maxWaiting = 20_000;

export interface PurgeHook {
  purge(tags: readonly string[]): void;
  /** Waits for the running call. Waiting tags are not sent, because the next active listener starts with `*`. */
  close(): Promise<void>;
}

export interface PurgeHookOptions {
  /** PURGE_URL. */
  url: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Called after each call that was answered with 2xx. */
  onAnswered?: () => void;
  /** Shorter waits for tests. */
  waits?: typeof usualWaits;
}

/**
 * Sends an outside cache (a CDN, Varnish) the tags to drop: POST `{"tags": […]}`. The hook makes one call at a time, repeats the call until
 * the answer is 2xx, and sends it once more later. Tags that change during a call wait, each once. `*` means everything.
 */
export const createPurgeHook = ({ url, log, onAnswered, waits = usualWaits }: PurgeHookOptions): PurgeHook => {
  const waiting = new Set<string>();
  /** Times (performance.now()) at which each changed tag must be sent once more, in ascending order. */
  const repeats = new Map<string, number>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let repeatTimer: NodeJS.Timeout | undefined;
  let call: Promise<void> | undefined;
  let isClosed = false;

  const add = (tags: Iterable<string>): void => {
    for (const tag of tags) waiting.add(tag);
    if (waiting.size > maxWaiting) waiting.add('*');
    if (!waiting.has('*')) return;
    waiting.clear();
    waiting.add('*');
  };

  /** If a tag changes again, its last change counts, because the calls in between repeat the earlier changes. */
  const addRepeats = (tags: readonly string[]): void => {
    const isAll = tags.includes('*') || repeats.size + tags.length > maxWaiting;
    if (isAll) repeats.clear();
    for (const tag of isAll ? ['*'] : tags) {
      repeats.delete(tag);
      repeats.set(tag, performance.now() + waits.repeat);
    }
    repeatLater();
  };

  const repeatLater = (): void => {
    const [next] = repeats.values();
    if (isClosed || repeatTimer !== undefined || next === undefined) return;
    repeatTimer = setTimeout(() => {
      repeatTimer = undefined;
      const now = performance.now();
      const due = [...repeats].filter(([, at]) => at <= now).map(([tag]) => tag);
      for (const tag of due) repeats.delete(tag);
      add(due);
      callLater(waits.gather);
      repeatLater();
    }, next - performance.now());
  };

  const callLater = (ms: number): void => {
    if (isClosed || call !== undefined || timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      call = sendTags().finally(() => {
        call = undefined;
        callLater(failures === 0 ? 0 : Math.min(waits.again * 2 ** (failures - 1), longestWait));
      });
    }, ms);
  };

  const sendTags = async (): Promise<void> => {
    const tags = [...waiting].slice(0, tagsOfCall);
    // The tags are removed before the call, so that a tag that changes during the call is sent again.
    for (const tag of tags) waiting.delete(tag);
    const answer = await callOutside({ service: 'purge', method: 'POST', url, body: { tags }, timeoutMs: waits.call });
    if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
      failures = 0;
      onAnswered?.();
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
      addRepeats(tags);
      callLater(waits.gather);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(repeatTimer);
      await call;
    },
  };
};

/**
 * Listens for changes and calls PURGE_URL. Only one of all such processes is active at a time. When that process ends or hangs,
 * another takes over.
 *
 * @param databaseUrl for LISTEN
 * @param registry reports the time of the last successful call
 */
export const startPurgeHook = async (
  databaseUrl: string,
  options: Omit<PurgeHookOptions, 'onTold'>,
  registry?: Registry,
): Promise<{ close(): Promise<void> }> => {
  const answeredAt =
    registry &&
    new Gauge({
      name: 'ceiba_purge_hook_told_timestamp_seconds',
      help: 'When PURGE_URL last answered this process with 2xx',
      registers: [registry],
    });
  const hook = createPurgeHook({ ...options, onAnswered: () => answeredAt?.setToCurrentTime() });
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
