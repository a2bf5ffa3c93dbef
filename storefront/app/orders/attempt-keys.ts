import { newUuid } from '../platform/new-uuid.ts';

/**
 * The Idempotency-Key of an attempt: the same order sent again has the same key, so that an answer that got lost never
 * becomes a second charge; a changed order, or one after a refusal, has a new one (DEC-172). The text of the order is in
 * memory only: it holds the card.
 */
export interface AttemptKeys {
  keyFor: (order: unknown) => string;
  /** The attempt was answered: the next one is another. */
  settle: () => void;
}

export function createAttemptKeys(newKey: () => string = newUuid): AttemptKeys {
  let attempt: { text: string; key: string } | null = null;
  return {
    keyFor: (order) => {
      const text = JSON.stringify(order);
      if (attempt?.text !== text) attempt = { text, key: newKey() };
      return attempt.key;
    },
    settle: () => {
      attempt = null;
    },
  };
}
