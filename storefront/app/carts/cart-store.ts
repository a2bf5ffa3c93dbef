import { followOtherTabs, localText, readStored, writeStored } from '@ceiba/client/storage';
import type { Product } from '@ceiba/contract/catalog';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readOpenLink, setOpenLink, useOpenLink } from '../platform/open-link.ts';
import { cartStorageKey, lastCartStorageKey } from '../platform/storage-keys.ts';

/** `undefined` until the page has hydrated. */
interface CartIdState {
  cartId: string | null | undefined;
}

const useCartIdStore = create<CartIdState>()(
  persist((): CartIdState => ({ cartId: undefined }), {
    name: cartStorageKey,
    storage: localText(),
    partialize: ({ cartId }) => cartId ?? '',
    merge: (stored) => ({ cartId: typeof stored === 'string' && stored !== '' ? stored : null }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(cartStorageKey, useCartIdStore);

/** Reads the stored ID, because another tab may have changed it a moment ago. */
export function readCartId(): string | null {
  const link = readOpenLink();
  if (link !== null) return link.cartId;
  void useCartIdStore.persist.rehydrate();
  return useCartIdStore.getState().cartId ?? null;
}

/** Returns whether this is still the browser's cart. Reads storage without updating the page, unlike `readCartId`. */
export const isStoredCart = (id: string): boolean =>
  (readOpenLink()?.cartId ?? readStored('local', cartStorageKey)) === id;

export function setCartId(cartId: string | null): void {
  useCartIdStore.setState({ cartId });
}

/** Forgets a cart that is gone or closed (DEC-72), and its last known content. Does nothing if another tab has stored a new cart by now. */
export function forgetCartId(id: string): void {
  if (readCartId() !== id) return;
  const link = readOpenLink();
  if (link !== null) {
    setOpenLink({ ...link, cartId: null });
    return;
  }
  setCartId(null);
  writeStored('local', lastCartStorageKey, null);
}

/**
 * The cart of this page: on a payment link's page the link's cart, otherwise the browser's own. Null if there is no
 * cart. Undefined until the page has hydrated.
 */
export function useCartId(): string | null | undefined {
  const link = useOpenLink();
  const own = useCartIdStore((state) => state.cartId);
  return link === null ? own : link.cartId;
}

export interface AddPanel {
  product: Product;
  /** The new line. Null if adding failed (PANEL-04). */
  added: { cartId: string; cartItemId: string } | null;
  /** The reason why the product could not be added. Empty if unknown. */
  reason: string;
}

/** The panel that opens when a product is added (PANEL-01). The panel keeps its content while it slides out. */
export const useAddPanel = create<{ isOpen: boolean; panel: AddPanel | null }>(() => ({ isOpen: false, panel: null }));

export const openAddPanel = (panel: AddPanel): void => useAddPanel.setState({ isOpen: true, panel });

export const closeAddPanel = (): void => useAddPanel.setState({ isOpen: false });

/** Follows a line that was removed and added again with a warranty, under another ID (WAR-07). */
export const moveAddedLine = ({ cartId, cartItemId }: { cartId: string; cartItemId: string }): void =>
  useAddPanel.setState(({ panel }) => (panel === null ? {} : { panel: { ...panel, added: { cartId, cartItemId } } }));
