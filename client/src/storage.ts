import type { PersistStorage } from 'zustand/middleware';

/** Local storage belongs to the browser, session storage to the tab (DEC-184). */
export type StorageArea = 'local' | 'session';

/** Texts that storage refused, by area and key. */
export const unstored = new Map<string, string>();

/** Throws if storage is blocked (private windows of some browsers). The server has no storage. */
export const areaOf = (area: StorageArea): Storage => (area === 'local' ? window.localStorage : window.sessionStorage);

/** Returns the stored text. If storage is blocked or full, the text that this page wrote. */
export function readStored(area: StorageArea, key: string): string | null {
  try {
    return areaOf(area).getItem(key) ?? unstored.get(`${area} ${key}`) ?? null;
  } catch {
    return unstored.get(`${area} ${key}`) ?? null;
  }
}

/** Null removes the text. If storage is blocked or full, the text lasts as long as the page. */
export function writeStored(area: StorageArea, key: string, text: string | null): void {
  unstored.delete(`${area} ${key}`);
  try {
    if (text === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, text);
  } catch {
    if (text !== null) unstored.set(`${area} ${key}`, text);
  }
}

/** The value of a stored text. Null if the text is missing or is not JSON. */
export function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * The storage of zustand's `persist`: the plain text of DEC-184, without the library's envelope. The store's
 * `partialize` writes it ('' for nothing), its `merge` reads it. Only a changed text is written, so that this tab does
 * not undo the change of another tab.
 */
export function localText(): PersistStorage<string> {
  let known = '';
  return {
    getItem: (key) => {
      known = readStored('local', key) ?? '';
      return { state: known };
    },
    setItem: (key, { state }) => {
      if (state === known) return;
      known = state;
      writeStored('local', key, state || null);
    },
    removeItem: (key) => writeStored('local', key, null),
  };
}

/** Reads a persisted store again when another tab has written it. A null key means `localStorage.clear()`. */
export function followOtherTabs(key: string, store: { persist: { rehydrate: () => unknown } }): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) void store.persist.rehydrate();
  });
}
