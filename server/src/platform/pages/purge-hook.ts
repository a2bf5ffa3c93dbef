import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { callOutside } from '../limits/outbound-call.ts';
import { listenForPurges, longestDeafMs } from './cache-invalidation.ts';

/**
 * Milliseconds: tags are gathered, so that every node has dropped its own before a cache outside asks anew; a call may take so long; one that
 * failed is made again after so many, doubled each time; what was told is told once more after so many, when a node whose connection was
 * cut, and from which the cache may have fetched what was before, has noticed.
 */
const usualWaits = { gather: 500, call: 5_000, again: 1_000, repeat: longestDeafMs + 1_000 };

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
  /** After each call that was answered with 2xx. */
  onTold?: () => void;
  /** Tests have less patience. */
  waits?: typeof usualWaits;
}

/**
 * Tells a cache outside (a CDN, Varnish) by POST `{"tags": […]}` what to drop: one call at a time, again until it is answered with
 * 2xx, and once more later. Tags that change meanwhile wait, each once; `*` means everything.
 */
export const createPurgeHook = ({ url, log, onTold, waits = usualWaits }: PurgeHookOptions): PurgeHook => {
  const waiting = new Set<string>();
  /** When each tag that has changed is told once more (performance.now()), the first to come first. */
  const repeats = new Map<string, number>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let repeatTimer: NodeJS.Timeout | undefined;
  let call: Promise<void> | undefined;
  let isClosed = false;

  const add = (tags: Iterable<string>): void => {
    for (const tag of tags) waiting.add(tag);
    if (waiting.size > mostWaiting) waiting.add('*');
    if (!waiting.has('*')) return;
    waiting.clear();
    waiting.add('*');
  };

  /** Of a tag that changes again the last change counts: what is told of it meanwhile is a repetition of those before. */
  const addRepeats = (tags: readonly string[]): void => {
    const isAll = tags.includes('*') || repeats.size + tags.length > mostWaiting;
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
    const answer = await callOutside({ service: 'purge', method: 'POST', url, body: { tags }, timeoutMs: waits.call });
    if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
      failures = 0;
      onTold?.();
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
 * Hears changes and tells PURGE_URL. Of all processes that do so one is heard at a time; another takes over when it ends or hangs.
 *
 * @param databaseUrl where NOTIFY is heard
 * @param registry tells when it was last told
 */
export const startPurgeHook = async (
  databaseUrl: string,
  options: Omit<PurgeHookOptions, 'onTold'>,
  registry?: Registry,
): Promise<{ close(): Promise<void> }> => {
  const told =
    registry &&
    new Gauge({
      name: 'ceiba_purge_hook_told_timestamp_seconds',
      help: 'When PURGE_URL last answered this process with 2xx',
      registers: [registry],
    });
  const hook = createPurgeHook({ ...options, onTold: () => told?.setToCurrentTime() });
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
