import type { Product } from '@ceiba/contract/catalog';
import { create } from 'zustand';

export interface AddPanel {
  product: Product;
  /** The new line; null when adding failed (PANEL-04). */
  added: { cartId: string; cartItemId: string } | null;
}

/** The panel keeps its content while it slides out. */
export const useAddPanel = create<{ isOpen: boolean; panel: AddPanel | null }>(() => ({ isOpen: false, panel: null }));

export const openAddPanel = (panel: AddPanel): void => useAddPanel.setState({ isOpen: true, panel });

export const closeAddPanel = (): void => useAddPanel.setState({ isOpen: false });

/** The line was taken out and put back with a warranty: it has another id (WAR-07). */
export const moveAddedLine = (added: { cartId: string; cartItemId: string }): void =>
  useAddPanel.setState(({ panel }) => (panel === null ? {} : { panel: { ...panel, added } }));
