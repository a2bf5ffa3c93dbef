import { useSyncExternalStore } from 'react';

/** Local storage: the cart of this browser (DEC-184). */
const storageKey = 'ceiba.cart';

/** Where storage is refused (private windows of some browsers) the cart lasts as long as the page. */
let unstoredId: string | null = null;
const listeners = new Set<() => void>();

export function readCartId(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? unstoredId;
  } catch {
    return unstoredId;
  }
}

export function keepCartId(id: string | null): void {
  unstoredId = id;
  try {
    if (id === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, id);
  } catch {
    // Kept in memory above.
  }
  for (const listener of listeners) listener();
}

/** Forgets a cart that is gone or closed (DEC-72), unless another tab has a new one by now. */
export function forgetCartId(id: string): void {
  if (readCartId() === id) keepCartId(null);
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key is `localStorage.clear()`.
    if (event.key !== storageKey && event.key !== null) return;
    unstoredId = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The id, null when there is no cart; undefined while the page has not woken up in the browser. */
export const useCartId = (): string | null | undefined =>
  useSyncExternalStore<string | null | undefined>(subscribe, readCartId, () => undefined);
