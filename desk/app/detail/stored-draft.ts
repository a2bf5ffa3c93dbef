import { parseJson, readStored, writeStored } from '@ceiba/client/storage';

/** Unsaved work of a form: the entity as it was read, and the form's values now. */
interface StoredDraft<V, E> {
  base: E;
  values: V;
}

const isDraft = <V, E extends { version: number }>(read: unknown): read is StoredDraft<V, E> => {
  const { base, values } = Object(read);
  return typeof base?.version === 'number' && typeof values === 'object' && values !== null;
};

/** Returns the unsaved work that this tab stored before a reload, or undefined. `key` comes from `draftKeyOf` (PROD-02). */
export function readDraft<V, E extends { version: number }>(key: string): StoredDraft<V, E> | undefined {
  const read = parseJson(readStored('session', key));
  return isDraft<V, E>(read) ? read : undefined;
}

export const draftText = <V, E>(draft: StoredDraft<V, E>): string => JSON.stringify(draft);

/** Stores unsaved work in this tab; undefined deletes it. */
export const storeDraft = (key: string, text: string | undefined): void => writeStored('session', key, text ?? null);
