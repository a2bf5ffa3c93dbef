import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { wishlistLimit } from '@ceiba/domain/wishlists/wishlist';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserListKey } from '../platform/storage-keys.ts';

/** Stored text is anybody's: what is no text is left out, and what stands there twice. */
const parseBrowserList = (stored: unknown): string[] => {
  const value = parseJson(stored);
  if (!Array.isArray(value)) return [];
  return [...new Set<string>(value.filter((sku) => typeof sku === 'string' && sku !== ''))].slice(0, wishlistLimit);
};

interface BrowserList {
  skus: readonly string[];
}

/**
 * What this browser keeps for a guest, who has no wish list (WISH-05), until it is the customer's who logs in. While the page
 * wakes up it shows what the server sent, nothing.
 */
export const useBrowserList = create<BrowserList>()(
  persist((): BrowserList => ({ skus: [] }), {
    name: browserListKey,
    storage: localText(),
    partialize: ({ skus }) => (skus.length === 0 ? '' : JSON.stringify(skus)),
    merge: (kept) => ({ skus: parseBrowserList(kept) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(browserListKey, useBrowserList);

/** As it stands in storage: another tab may have changed it a moment ago. */
export function readBrowserList(): readonly string[] {
  void useBrowserList.persist.rehydrate();
  return useBrowserList.getState().skus;
}

/** Once, in front of the others. False: there is no room for one more. */
export function saveInBrowser(sku: string): boolean {
  const others = readBrowserList().filter((other) => other !== sku);
  if (others.length >= wishlistLimit) return false;
  useBrowserList.setState({ skus: [sku, ...others] });
  return true;
}

export function dropFromBrowser(skus: readonly string[]): void {
  useBrowserList.setState({ skus: readBrowserList().filter((sku) => !skus.includes(sku)) });
}
