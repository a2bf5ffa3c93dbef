/** Session events that other parts of the page handle. */
interface SessionEvents {
  /** All data of the customer must leave this tab (AUTH-10). */
  ended: () => void;
  /** The browser's cart was replaced by another one that has the first one's lines (CART-29). */
  cartMoved: (from: string, to: string) => void;
}

const followers: { [K in keyof SessionEvents]: Set<SessionEvents[K]> } = { ended: new Set(), cartMoved: new Set() };

export const onSessionEnd = (follower: SessionEvents['ended']): void => void followers.ended.add(follower);

export const onCartMoved = (follower: SessionEvents['cartMoved']): void => void followers.cartMoved.add(follower);

export function announceSessionEnd(): void {
  for (const follower of followers.ended) follower();
}

export const announceCartMoved: SessionEvents['cartMoved'] = (from, to) => {
  for (const follower of followers.cartMoved) follower(from, to);
};
