import { type CivilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { countedWords } from '@ceiba/domain/search/counted-words';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Database, deleteOlder, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { clientOf, networkOf } from '../platform/http/caller.ts';

interface SearchCount {
  words: string;
  searches: number;
  withoutResult: number;
}

// Every node writes in the order of the key, so that two nodes with the same words cannot deadlock. New words of the day are
// added up to the limit, those with results first.
const upsert = statement(
  'search.count',
  `with counted as (
     select c.*, k.words is not null as is_known
     from unnest($2::text[], $3::integer[], $4::integer[]) c(words, searches, without_result)
     left join search_counts k on k.day = $1 and k.words = c.words),
   ranked as (
     select *, row_number() over (partition by is_known order by without_result = searches, searches desc, words) as place
     from counted)
   insert into search_counts as known (day, words, searches, without_result)
   select $1, words, searches, without_result from ranked
   where is_known or place <= $5::integer - (select count(*) from search_counts where day = $1) order by words
   on conflict (day, words) do update set searches = known.searches + excluded.searches,
     without_result = known.without_result + excluded.without_result`,
);

/** Adds to the counts of a day, each word once. Drops words beyond `maxWords` that the day does not have yet. */
const addSearchCounts = async (
  tx: Tx,
  day: CivilDate,
  counts: readonly SearchCount[],
  maxWords: number,
): Promise<void> => {
  await upsert(tx, [
    day,
    counts.map(({ words }) => words),
    counts.map(({ searches }) => searches),
    counts.map(({ withoutResult }) => withoutResult),
    maxWords,
  ]);
};

const selectTop = statement(
  'search.top',
  `select words, sum(searches)::integer as searches, sum(without_result)::integer as without_result
   from search_counts where day >= $1 group by words
   having not $2 or sum(without_result) > 0
   order by case when $2 then sum(without_result) else sum(searches) end desc, words limit $3`,
);

/** Returns the most frequent searches since a day, or the most frequent searches without results. */
export async function listSearchCounts(
  tx: Tx,
  { from, isEmptyOnly, limit }: { from: CivilDate; isEmptyOnly: boolean; limit: number },
): Promise<SearchCount[]> {
  const rows = await selectTop(tx, [from, isEmptyOnly, limit]);
  return rows.map(({ words, searches, withoutResult }) => ({ words, searches, withoutResult }));
}

/** Deletes counts of days before that day, at most `most` per call. Returns their number. */
export const deleteOldSearchCounts = deleteOlder<CivilDate>('search.delete-old-counts', 'search_counts', 'day');

/** Counts searches (first pages without filters). Counts in memory first, so that no search waits. */
export interface SearchCounts {
  /** Reports a search by an API client (`clientOf`). Null for a page that is being rendered, which is counted when it is shown. */
  found(typed: string, total: number, client: string | null): void;
  /** Reports that a client has received a result page, new or cached. */
  shown(typed: string, client: string): void;
  /** Writes the counts. No count is lost if the database is unreachable. */
  flush(now: Date): Promise<void>;
  /** Counts pages when they are shown, and writes regularly until the process ends. */
  register(app: FastifyInstance): void;
}

/** Maximum number of words between two flushes. Further new words are not counted, so that invented words cannot fill the memory. */
const maxWords = 5_000;
const flushEveryMs = 30_000;
/** Maximum number of words per network between two flushes. Nobody searches more. Invented words cannot fill the disk. */
const maxWordsEach = 30;
/** Maximum number of distinguished networks between two flushes. Further networks are not counted. */
const maxVisitors = 20_000;
/** Maximum number of new words per day, for all nodes together: 2 MB. */
const maxWordsADay = 20_000;

/** Returns whether a client's network searches for these words for the first time since the last flush. This is never stored. */
const createVisitors = () => {
  const seen = new Map<string, Set<string>>();
  return {
    isFirst: (words: string, client: string): boolean => {
      const visitor = networkOf(client);
      const known = seen.get(visitor);
      if (known === undefined && seen.size >= maxVisitors) return false;
      if (known !== undefined && (known.has(words) || known.size >= maxWordsEach)) return false;
      seen.set(visitor, (known ?? new Set()).add(words));
      return true;
    },
    forget: (): void => seen.clear(),
  };
};

/** Returns the words of a result page whose address has no other parameter. */
const shownWords = (url: string): string | null => {
  if (!url.startsWith('/search?')) return null;
  const params = new URLSearchParams(url.slice('/search?'.length));
  return params.size === 1 ? params.get('q') : null;
};

interface SearchCountsOptions {
  db: Database;
  log: FastifyBaseLogger;
  /** Maximum number of new words per day. Tests use fewer. */
  maxWordsADay?: number;
}

export const createSearchCounts = ({
  db,
  log,
  maxWordsADay: maxADay = maxWordsADay,
}: SearchCountsOptions): SearchCounts => {
  const visitors = createVisitors();
  let counts = new Map<string, SearchCount>();
  /** For each search, true if it last found nothing. Needed because cached pages are shown without a new search. */
  const isEmpty = new Map<string, boolean>();

  const add = (words: string, more: Omit<SearchCount, 'words'>): void => {
    const known = counts.get(words);
    if (known === undefined && counts.size >= maxWords) return;
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
      await addSearchCounts(db.write, guatemalaDate(now), [...taken.values()], maxADay);
    } catch (error) {
      for (const { words, ...more } of taken.values()) add(words, more);
      log.warn({ err: error }, 'searches could not be counted; they wait');
    }
  };
  return {
    found: (typed, total, client) => {
      const words = countedWords(typed);
      if (words === null) return;
      if (isEmpty.size >= maxWords) isEmpty.clear();
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
