import { hashKey, type QueryClient } from '@tanstack/react-query';
import { cartChannelName } from '../platform/storage-keys.ts';

let channel: BroadcastChannel | null = null;
let isFollowed = false;

const openChannel = (): BroadcastChannel => {
  channel ??= new BroadcastChannel(cartChannelName);
  return channel;
};

/** Makes other tabs and windows read the cart again. Call it after the server has accepted a change of the cart. */
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
