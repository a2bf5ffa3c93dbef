import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { countedWords } from '@ceiba/domain/search/counted-words';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../platform/database.ts';
import { addSearchCounts, type SearchCount } from './search-counts.store.ts';

/** Counts what is looked for (first pages without filters), in memory first: no search waits for it. */
export interface SearchCounts {
  /** What was found, by whoever asked the API; `isVisit`: it counts, and is not a page being made. */
  found(typed: string, total: number, isVisit: boolean): void;
  /** A page of results was shown, made now or kept. */
  shown(typed: string): void;
  /** Writes what was counted; nothing is lost when the database is away. */
  flush(now: Date): Promise<void>;
  /** Counts pages shown, and writes now and then until the process ends. */
  register(app: FastifyInstance): void;
}

/** Between two flushes: beyond, new words are not counted. Somebody who invents them fills no memory. */
const mostWords = 5_000;
const flushEveryMs = 30_000;

/** The words of a page of results whose address asks for nothing else. */
const shownWords = (url: string): string | null => {
  if (!url.startsWith('/search?')) return null;
  const params = new URLSearchParams(url.slice('/search?'.length));
  return params.size === 1 ? params.get('q') : null;
};

export const createSearchCounts = ({ db, log }: { db: Database; log: FastifyBaseLogger }): SearchCounts => {
  let counts = new Map<string, SearchCount>();
  /** Whether a search found nothing, as last seen: kept pages are shown without looking again. */
  const isEmpty = new Map<string, boolean>();

  const add = (words: string, more: Omit<SearchCount, 'words'>): void => {
    const known = counts.get(words);
    if (known === undefined && counts.size >= mostWords) return;
    counts.set(words, {
      words,
      searches: (known?.searches ?? 0) + more.searches,
      withoutResult: (known?.withoutResult ?? 0) + more.withoutResult,
    });
  };
  const count = (words: string): void =>
    add(words, { searches: 1, withoutResult: isEmpty.get(words) === true ? 1 : 0 });

  const flush = async (now: Date): Promise<void> => {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    try {
      await addSearchCounts(db.write, guatemalaDate(now), [...taken.values()]);
    } catch (error) {
      for (const { words, ...more } of taken.values()) add(words, more);
      log.warn({ err: error }, 'searches could not be counted; they wait');
    }
  };
  return {
    found: (typed, total, isVisit) => {
      const words = countedWords(typed);
      if (words === null) return;
      if (isEmpty.size >= mostWords) isEmpty.clear();
      isEmpty.set(words, total === 0);
      if (isVisit) count(words);
    },
    shown: (typed) => {
      const words = countedWords(typed);
      if (words !== null) count(words);
    },
    flush,
    register(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const words = reply.statusCode === 200 ? shownWords(request.url) : null;
        if (words !== null) this.shown(words);
        done();
      });
      const timer = setInterval(() => void flush(new Date()), flushEveryMs).unref();
      app.addHook('onClose', async () => {
        clearInterval(timer);
        await flush(new Date());
      });
    },
  };
};
