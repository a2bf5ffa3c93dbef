import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { countedWords } from '@ceiba/domain/search/counted-words';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { clientOf, networkOf } from '../platform/client-of.ts';
import type { Database } from '../platform/database.ts';
import { addSearchCounts, type SearchCount } from './search-counts.store.ts';

/** Counts what is looked for (first pages without filters), in memory first: no search waits for it. */
export interface SearchCounts {
  /** What was found for a client (`clientOf`) of the API; null: for a page being made, which counts when it is shown. */
  found(typed: string, total: number, client: string | null): void;
  /** A page of results was shown to a client, made now or kept. */
  shown(typed: string, client: string): void;
  /** Writes what was counted; nothing is lost when the database is away. */
  flush(now: Date): Promise<void>;
  /** Counts pages shown, and writes now and then until the process ends. */
  register(app: FastifyInstance): void;
}

/** Between two flushes: beyond, new words are not counted. Somebody who invents them fills no memory. */
const mostWords = 5_000;
const flushEveryMs = 30_000;
/** Of one network between two flushes: nobody looks for more, and who invents words fills no disk. */
const mostWordsEach = 30;
/** Networks that are told apart between two flushes; beyond, new ones are not counted. */
const mostVisitors = 20_000;
/** New words of a day, of all nodes together: 2 MB. */
const mostWordsADay = 20_000;

/** Whether a client's network looks for these words for the first time since the last flush. Nothing of it is written. */
const createVisitors = () => {
  const seen = new Map<string, Set<string>>();
  return {
    isFirst: (words: string, client: string): boolean => {
      const visitor = networkOf(client);
      const known = seen.get(visitor);
      if (known === undefined && seen.size >= mostVisitors) return false;
      if (known !== undefined && (known.has(words) || known.size >= mostWordsEach)) return false;
      seen.set(visitor, (known ?? new Set()).add(words));
      return true;
    },
    forget: (): void => seen.clear(),
  };
};

/** The words of a page of results whose address asks for nothing else. */
const shownWords = (url: string): string | null => {
  if (!url.startsWith('/search?')) return null;
  const params = new URLSearchParams(url.slice('/search?'.length));
  return params.size === 1 ? params.get('q') : null;
};

export interface SearchCountsOptions {
  db: Database;
  log: FastifyBaseLogger;
  /** New words that a day takes; tests take fewer. */
  mostWordsADay?: number;
}

export const createSearchCounts = ({
  db,
  log,
  mostWordsADay: mostADay = mostWordsADay,
}: SearchCountsOptions): SearchCounts => {
  const visitors = createVisitors();
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
  const count = (words: string, client: string): void => {
    if (!visitors.isFirst(words, client)) return;
    add(words, { searches: 1, withoutResult: isEmpty.get(words) === true ? 1 : 0 });
  };

  const flush = async (now: Date): Promise<void> => {
    visitors.forget();
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    try {
      await addSearchCounts(db.write, guatemalaDate(now), [...taken.values()], mostADay);
    } catch (error) {
      for (const { words, ...more } of taken.values()) add(words, more);
      log.warn({ err: error }, 'searches could not be counted; they wait');
    }
  };
  return {
    found: (typed, total, client) => {
      const words = countedWords(typed);
      if (words === null) return;
      if (isEmpty.size >= mostWords) isEmpty.clear();
      isEmpty.set(words, total === 0);
      if (client !== null) count(words, client);
    },
    shown: (typed, client) => {
      const words = countedWords(typed);
      if (words !== null) count(words, client);
    },
    flush,
    register(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const words = reply.statusCode === 200 ? shownWords(request.url) : null;
        if (words !== null) this.shown(words, clientOf(request.ip));
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
