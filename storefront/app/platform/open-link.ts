import type { ApiError } from '@ceiba/contract/client';
import { create } from 'zustand';

export interface Refused {
  ok: false;
  error: ApiError;
}

/** The payment link whose checkout this page shows (ADV-19). */
export interface OpenLink {
  linkId: string;
  /** Null once the cart is gone. */
  cartId: string | null;
  /** An order was made of it, by another payer: said of a cart that is gone (ADV-23). */
  isUsed?: boolean;
  /** Opens that cart and nothing else (DEC-03). */
  token: string;
  /** What a refused call that brought the token ends with: others may have the link open, too (other-payers.ts). */
  hold: <A>(refused: Refused, again: Again<A>, sent: SentWith) => Promise<A | Refused>;
}

/** Sends a refused call once more; `isReopened`: with a token that the link was opened anew for. */
type Again<A> = (isReopened: boolean) => Promise<A>;

/** What a call was sent with. */
export interface SentWith {
  token: string;
  isReopened: boolean;
}

/** In memory: the other tabs of this browser have their own cart, and the link's is nobody's after this page. */
const useStore = create<{ link: OpenLink | null }>(() => ({ link: null }));

/** Null on every page but a link's. */
export const useOpenLink = (): OpenLink | null => useStore(({ link }) => link);

export const readOpenLink = (): OpenLink | null => useStore.getState().link;

export const keepOpenLink = (link: OpenLink | null): void => useStore.setState({ link });

/** Another payer has ordered the link's cart. */
export function keepLinkUsed(cartId: string): void {
  const link = readOpenLink();
  if (link?.cartId === cartId) keepOpenLink({ ...link, cartId: null, isUsed: true });
}
