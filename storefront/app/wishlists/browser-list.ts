import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { wishlistLimit } from '@ceiba/domain/wishlists/wishlist';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserListKey } from '../platform/storage-keys.ts';

/** Parses stored text, which may be anything. Drops duplicates, and values that are not texts. */
const parseBrowserList = (stored: unknown): string[] => {
  const value = parseJson(stored);
  if (!Array.isArray(value)) return [];
  return [...new Set<string>(value.filter((sku) => typeof sku === 'string' && sku !== ''))].slice(0, wishlistLimit);
};

interface BrowserList {
  skus: readonly string[];
}

/**
 * The list that this browser stores for a guest, who has no wishlist (WISH-05), until the login merges it into the customer's. While hydrating, the
 * page shows the server's state, which is empty.
 */
export const useBrowserList = create<BrowserList>()(
  persist((): BrowserList => ({ skus: [] }), {
    name: browserListKey,
    storage: localText(),
    partialize: ({ skus }) => (skus.length === 0 ? '' : JSON.stringify(skus)),
    merge: (stored) => ({ skus: parseBrowserList(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(browserListKey, useBrowserList);

/** Reads the stored list, because another tab may have changed it a moment ago. */
export function readBrowserList(): readonly string[] {
  void useBrowserList.persist.rehydrate();
  return useBrowserList.getState().skus;
}

/** Adds the product at the front, without duplicates. Returns false if the list is full. */
export function saveInBrowser(sku: string): boolean {
  const others = readBrowserList().filter((other) => other !== sku);
  if (others.length >= wishlistLimit) return false;
  useBrowserList.setState({ skus: [sku, ...others] });
  return true;
}

export function dropFromBrowser(skus: readonly string[]): void {
  useBrowserList.setState({ skus: readBrowserList().filter((sku) => !skus.includes(sku)) });
}
