import { hashKey, type QueryClient } from '@tanstack/react-query';

/** Tabs tell each other here that the cart has another content (DEC-192); the message is the cart's id. */
const channelName = 'ceiba.cart';

let channel: BroadcastChannel | null = null;
let isFollowed = false;

const openChannel = (): BroadcastChannel => {
  channel ??= new BroadcastChannel(channelName);
  return channel;
};

/** To be called when the server took a change of the cart: other tabs and windows read it again. */
export function announceCartChange(cartId: string): void {
  openChannel().postMessage(cartId);
}

/** Reads a cart again as soon as another tab has changed it; once per page load. */
export function followCartChanges(queryClient: QueryClient): void {
  if (isFollowed) return;
  isFollowed = true;
  openChannel().addEventListener('message', ({ data }) => {
    const own = queryClient.getQueryCache().get(hashKey(['cart', data]));
    if (own !== undefined) void queryClient.invalidateQueries({ queryKey: own.queryKey });
  });
}
