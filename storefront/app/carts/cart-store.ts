import { followOtherTabs, localText, readStored, writeStored } from '@ceiba/client/storage';
import type { Product } from '@ceiba/contract/catalog';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { keepOpenLink, readOpenLink, useOpenLink } from '../platform/open-link.ts';
import { cartStorageKey, lastCartStorageKey } from '../platform/storage-keys.ts';

/** `undefined` while the page has not woken up in the browser. */
interface CartIdState {
  cartId: string | null | undefined;
}

const useCartIdStore = create<CartIdState>()(
  persist((): CartIdState => ({ cartId: undefined }), {
    name: cartStorageKey,
    storage: localText(),
    partialize: ({ cartId }) => cartId ?? '',
    merge: (kept) => ({ cartId: typeof kept === 'string' && kept !== '' ? kept : null }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(cartStorageKey, useCartIdStore);

/** The id as it stands in storage: another tab may have written it a moment ago. */
export function readCartId(): string | null {
  const link = readOpenLink();
  if (link !== null) return link.cartId;
  void useCartIdStore.persist.rehydrate();
  return useCartIdStore.getState().cartId ?? null;
}

/** Whether this is still the browser's cart. Asks storage without telling the page, as `readCartId` would. */
export const isStoredCart = (id: string): boolean =>
  (readOpenLink()?.cartId ?? readStored('local', cartStorageKey)) === id;

export function keepCartId(cartId: string | null): void {
  useCartIdStore.setState({ cartId });
}

/** Forgets a cart that is gone or closed (DEC-72) with what was seen of it, unless another tab has a new one by now. */
export function forgetCartId(id: string): void {
  if (readCartId() !== id) return;
  const link = readOpenLink();
  if (link !== null) {
    keepOpenLink({ ...link, cartId: null });
    return;
  }
  keepCartId(null);
  writeStored('local', lastCartStorageKey, null);
}

/**
 * The cart of this page: a payment link's on its page, else the browser's own. Null when there is none; undefined while
 * the page has not woken up in the browser.
 */
export function useCartId(): string | null | undefined {
  const link = useOpenLink();
  const own = useCartIdStore((state) => state.cartId);
  return link === null ? own : link.cartId;
}

export interface AddPanel {
  product: Product;
  /** The new line; null when adding failed (PANEL-04). */
  added: { cartId: string; cartItemId: string } | null;
  /** Why it failed, as far as that is known; else empty. */
  reason: string;
}

/** What an add shows (PANEL-01); the panel keeps its content while it slides out. */
export const useAddPanel = create<{ isOpen: boolean; panel: AddPanel | null }>(() => ({ isOpen: false, panel: null }));

export const openAddPanel = (panel: AddPanel): void => useAddPanel.setState({ isOpen: true, panel });

export const closeAddPanel = (): void => useAddPanel.setState({ isOpen: false });

/** The line was taken out and put back with a warranty: it has another id (WAR-07). */
export const moveAddedLine = ({ cartId, cartItemId }: { cartId: string; cartItemId: string }): void =>
  useAddPanel.setState(({ panel }) => (panel === null ? {} : { panel: { ...panel, added: { cartId, cartItemId } } }));
