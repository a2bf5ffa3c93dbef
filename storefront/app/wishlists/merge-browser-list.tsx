import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { withQueries } from '@ceiba/client/query-provider';
import { wishlistLimit } from '@ceiba/domain/wishlists/wishlist';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readSession, useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';
import { dropFromBrowser, readBrowserList, useBrowserList } from './browser-list.ts';
import { ownList, readAgain } from './wishlists-data.ts';

/**
 * Adds what this browser kept for a guest to the list of who logged in; what stands there already stays as it is, so that two tabs,
 * or an answer that was lost, add nothing twice. The browser forgets it once the shop has answered, but for what a full list
 * has no room for. What the shop no longer sells is forgotten too.
 */
async function mergeBrowserList(queryClient: QueryClient): Promise<void> {
  const skus = readBrowserList();
  if (skus.length === 0 || readSession() === null) return;
  const { id } = await ownList(queryClient);
  const products = skus.toReversed().map((sku) => ({ sku, quantity: 1 }));
  const { items } = unwrap(await api('addWishlistProducts', { params: { id }, body: { products, merge: true } }));
  const isFull = items.length >= wishlistLimit;
  dropFromBrowser(skus.filter((sku) => !isFull || items.some((item) => item.sku === sku)));
  await readAgain(queryClient);
}

/** What did not arrive is tried again for as long as it takes; a refusal stays one, until the next page is loaded. */
const isWorthRetrying = (_failures: number, error: Error): boolean =>
  error instanceof ApiFailure && (error.error.status === 0 || error.error.status === 429 || error.error.status >= 500);

const longestPauseMs = 60_000;

/** While somebody is signed in, draws nothing. */
export default withQueries(function MergeBrowserList() {
  const isSignedIn = Boolean(useSession());
  // As text: what a full list left is asked for once more, and not for ever.
  const saved = useBrowserList(({ skus }) => skus.join());
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => mergeBrowserList(queryClient),
    retry: isWorthRetrying,
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, longestPauseMs),
  });
  useEffect(() => {
    if (isSignedIn && saved !== '') mutate();
  }, [isSignedIn, saved, mutate]);
  return null;
});
