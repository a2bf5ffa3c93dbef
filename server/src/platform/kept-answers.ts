import type { CallName } from '@ceiba/contract/client';
import type { AnswerCall } from './page-calls.ts';

/** Calls every page makes, or every product's, and the tags that change their answer (the same as a page's). */
const keptCalls: Partial<Record<CallName, readonly string[]>> = {
  getCategories: ['content', 'catalog'],
  getFlags: ['flags'],
  listStockOffers: ['content'],
};

export interface KeptAnswers {
  calls: AnswerCall;
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
export const keepAnswers = (calls: AnswerCall, now: () => number = () => performance.now()): KeptAnswers => {
  const answers = new Map<string, { answer: ReturnType<AnswerCall>; until: number }>();
  return {
    calls: (name, input) => {
      if (!Object.hasOwn(keptCalls, name)) return calls(name, input);
      const kept = answers.get(name);
      if (kept !== undefined && now() < kept.until) return kept.answer;
      const answer = calls(name, input);
      answers.set(name, { answer, until: now() + lifeMs });
      const forget = (): void => {
        if (answers.get(name)?.answer === answer) answers.delete(name);
      };
      answer.then(({ status }) => {
        if (status !== 200) forget();
      }, forget);
      return answer;
    },
    purge: (tags) => {
      for (const [name, concerns] of Object.entries(keptCalls)) {
        if (tags.some((tag) => tag === '*' || concerns.includes(tag))) answers.delete(name);
      }
    },
  };
};
