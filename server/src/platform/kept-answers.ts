import type { Transport } from '@ceiba/contract/client';

/** Calls every page makes, or every product's, and the tags that change their answer (the same as a page's). */
const keptCalls: Record<string, readonly string[]> = {
  '/v1/categories': ['content', 'catalog'],
  '/v1/flags': ['flags'],
  '/api/stock-offers': ['content'],
  // Changed with every page (`*`).
  '/v1/policy': [],
};

export interface KeptAnswers {
  transport: Transport;
  /** Forgets what one of the tags concerns; `*` forgets all. */
  purge(tags: readonly string[]): void;
}

/**
 * Milliseconds an answer is kept at most. Purges keep them true; this bounds what a change nobody told of, and an answer
 * that never comes, can do.
 */
const lifeMs = 60_000;

/**
 * Remembers the answers of the few calls that every page makes and that hardly ever change, so that rendering a page
 * asks the database for that page's own data only. An answer asked for before a purge is not kept after it.
 */
export const keepAnswers = (transport: Transport, now: () => number = () => performance.now()): KeptAnswers => {
  const answers = new Map<string, { answer: ReturnType<Transport>; until: number }>();
  return {
    transport: (request) => {
      if (request.method !== 'GET' || !Object.hasOwn(keptCalls, request.url)) return transport(request);
      const kept = answers.get(request.url);
      if (kept !== undefined && now() < kept.until) return kept.answer;
      const answer = transport(request);
      answers.set(request.url, { answer, until: now() + lifeMs });
      const forget = (): void => {
        if (answers.get(request.url)?.answer === answer) answers.delete(request.url);
      };
      answer.then(({ status }) => {
        if (status !== 200) forget();
      }, forget);
      return answer;
    },
    purge: (tags) => {
      for (const [url, concerns] of Object.entries(keptCalls)) {
        if (tags.some((tag) => tag === '*' || concerns.includes(tag))) answers.delete(url);
      }
    },
  };
};
