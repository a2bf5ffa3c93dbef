import { listSearches, trySearch } from '@ceiba/contract/desk/searches';
import { type SearchAnswer, searchQuery } from '@ceiba/contract/search';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Refusal, type RequestContext, type Route, route } from '../platform/http/route.ts';
import { addSynonymGroup, putAbsentWord, putIgnoredWord } from './put-words.ts';
import { listSearchCounts } from './search-counts.ts';
import { searchWithin } from './search-products.ts';
import { readSearchRequest } from './search-request.ts';
import { hideForTrial, pinForTrial } from './search-trial.store.ts';

/** Maximum number of words in a list. */
const limit = 50;

interface Trial {
  q: string;
  words?: string | undefined;
  meant?: string | undefined;
  absent?: string | undefined;
  ignored?: string | undefined;
  pinned?: readonly string[] | undefined;
  hidden?: readonly string[] | undefined;
}

type Written = Promise<{ ok: true } | { ok: false; error: { text: string } }>;

/** Refuses skus that no product has, and lists them. */
const allFound = async (skus: readonly string[], found: Promise<readonly string[]>): Written => {
  const known = new Set(await found);
  const missing = [...new Set(skus)].filter((sku) => !known.has(sku));
  if (missing.length === 0) return { ok: true };
  const text = missing.length === 1 ? 'No hay un producto con el SKU' : 'No hay productos con los SKU';
  return { ok: false, error: { text: `${text} ${missing.join(', ')}.` } };
};

/** Applies the unsaved changes of a trial. A refusal contains the field. */
const writesOf = ({ q, words = '', meant = '', absent = '', ignored = '', pinned = [], hidden = [] }: Trial) => {
  const writes: [field: string, isMeant: boolean, write: (tx: Tx) => Written][] = [
    [
      'words',
      words !== '' || meant !== '',
      (tx) => addSynonymGroup(tx, { words: [words], meant: [meant], isQuality: false }),
    ],
    ['absent', absent !== '', (tx) => putAbsentWord(tx, absent, null)],
    ['ignored', ignored !== '', (tx) => putIgnoredWord(tx, ignored)],
    ['pinned', pinned.length > 0, (tx) => allFound(pinned, pinForTrial(tx, q, [...new Set(pinned)]))],
    ['hidden', hidden.length > 0, (tx) => allFound(hidden, hideForTrial(tx, q, [...new Set(hidden)]))],
  ];
  return writes.filter(([, isMeant]) => isMeant);
};

const toTried = ({ total, products, correctedQuery, foundWords, nearestCategory }: Omit<SearchAnswer, 'resultId'>) => {
  const understood = correctedQuery ?? foundWords;
  return {
    total,
    products: products.slice(0, 12).map(({ sku, title }) => ({ sku, title })),
    ...(understood !== undefined && { understood }),
    ...(nearestCategory && { nearestCategory: nearestCategory.title }),
  };
};

/** Thrown to roll a trial back. Carries the result out of the transaction. */
class TrialOver extends Error {
  readonly result: Awaited<ReturnType<typeof runTrial>>;
  constructor(result: TrialOver['result']) {
    super('a trial is over');
    this.result = result;
  }
}

const wrongAt = (field: string, text: string) =>
  refuse<Refusal<'VALIDATION_ERROR'>>({
    code: 'VALIDATION_ERROR',
    message: text,
    metadata: { fields: { [field]: text } },
  });

async function runTrial(tx: Tx, trial: Trial, context: Pick<RequestContext, 'now' | 'policy'>) {
  const search = async () =>
    toTried(await searchWithin(tx, readSearchRequest(searchQuery.parse({ q: trial.q })), context));
  const now = await search();
  for (const [field, , write] of writesOf(trial)) {
    const written = await write(tx);
    if (!written.ok) return wrongAt(field, written.error.text);
  }
  return ok({ status: 200 as const, data: { now, changed: await search() } });
}

/** Searches with words and products that are not saved, in a transaction that is rolled back (PROD-17). */
async function tryInTransaction(db: Database, trial: Trial, context: Pick<RequestContext, 'now' | 'policy'>) {
  try {
    return await db.transaction(async (tx) => {
      throw new TrialOver(await runTrial(tx, trial, context));
    });
  } catch (error) {
    if (error instanceof TrialOver) return error.result;
    throw error;
  }
}

/** Routes for the most frequent searches, and for trials before something is saved. */
export const deskSearchesRoutes = ({ db }: { db: Database }): Route[] => [
  route(listSearches, async ({ query: { days = 30 } }, { now }) => {
    const since = addDays(guatemalaDate(now), 1 - days);
    const [most, withoutResult] = await Promise.all([
      listSearchCounts(db.read, { from: since, isEmptyOnly: false, limit }),
      listSearchCounts(db.read, { from: since, isEmptyOnly: true, limit }),
    ]);
    return ok({ status: 200, data: { since, most, withoutResult } });
  }),
  route(trySearch, ({ query }, context) => tryInTransaction(db, query, context)),
];
