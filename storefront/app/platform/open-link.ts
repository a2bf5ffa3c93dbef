import { create } from 'zustand';

/** The payment link whose checkout this page shows (ADV-19), with this browser's own copy of its cart (DEC-213). */
export interface OpenLink {
  linkId: string;
  /** Null once the copy is gone, ordered or closed: the page then asks for the link's state. */
  cartId: string | null;
  /** Gives access to that copy and nothing else (DEC-03). */
  token: string;
}

/** Stored in memory only: the link's cart belongs to this page, and other tabs have their own cart. */
const useStore = create<{ link: OpenLink | null }>(() => ({ link: null }));

/** Null on every page except a link's. */
export const useOpenLink = (): OpenLink | null => useStore(({ link }) => link);

export const readOpenLink = (): OpenLink | null => useStore.getState().link;

export const setOpenLink = (link: OpenLink | null): void => useStore.setState({ link });
