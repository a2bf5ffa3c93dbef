import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { withViewed } from '@ceiba/domain/catalog/viewed-products';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** A key in addition to those of DEC-184. SKUs only, newest first, in this browser only. */
export const storageKey = 'ceiba.viewed';

/** Parses stored text, which may be anything. Text that is not a list of texts is ignored. */
export const parseViewed = (stored: unknown): string[] => {
  const value = parseJson(stored);
  return Array.isArray(value) ? value.filter((sku) => typeof sku === 'string' && sku !== '') : [];
};

interface ViewedState {
  skus: readonly string[];
}

/** While hydrating, the page shows the server's state, which is empty. The stored list follows immediately. */
export const useViewedStore = create<ViewedState>()(
  persist((): ViewedState => ({ skus: [] }), {
    name: storageKey,
    storage: localText(),
    partialize: ({ skus }) => (skus.length === 0 ? '' : JSON.stringify(skus)),
    merge: (stored) => ({ skus: parseViewed(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(storageKey, useViewedStore);

/** Records that the product's page was shown. */
export function rememberViewed(sku: string): void {
  useViewedStore.setState(({ skus }) => ({ skus: withViewed(skus, sku) }));
}
