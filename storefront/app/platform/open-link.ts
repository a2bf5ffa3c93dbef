import { create } from 'zustand';

/** The payment link whose checkout this page shows (ADV-19), with the copy of its cart that is this browser's own (DEC-213). */
export interface OpenLink {
  linkId: string;
  /** Null once the copy is gone, ordered or shut: the page asks anew how the link stands. */
  cartId: string | null;
  /** Opens that copy and nothing else (DEC-03). */
  token: string;
}

/** In memory: the other tabs of this browser have their own cart, and the link's is nobody's after this page. */
const useStore = create<{ link: OpenLink | null }>(() => ({ link: null }));

/** Null on every page but a link's. */
export const useOpenLink = (): OpenLink | null => useStore(({ link }) => link);

export const readOpenLink = (): OpenLink | null => useStore.getState().link;

export const keepOpenLink = (link: OpenLink | null): void => useStore.setState({ link });
