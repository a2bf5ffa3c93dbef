/** What happens to the session that other parts of the page have a share in. */
interface SessionEvents {
  /** Nothing of the customer may stay in this tab (AUTH-10). */
  ended: () => void;
  /** The cart of this browser is another one now, with what was in the first (CART-29). */
  cartMoved: (from: string, to: string) => void;
}

const followers: { [K in keyof SessionEvents]: Set<SessionEvents[K]> } = { ended: new Set(), cartMoved: new Set() };

export const onSessionEnd = (follower: SessionEvents['ended']): void => void followers.ended.add(follower);

export const onCartMoved = (follower: SessionEvents['cartMoved']): void => void followers.cartMoved.add(follower);

export function tellSessionEnd(): void {
  for (const follower of followers.ended) follower();
}

export const tellCartMoved: SessionEvents['cartMoved'] = (from, to) => {
  for (const follower of followers.cartMoved) follower(from, to);
};
