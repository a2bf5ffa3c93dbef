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
 * Adds a guest's saved products to the list of the customer who logged in. Existing items stay unchanged, so that two
 * tabs, or a lost answer, add nothing twice. Once the shop has answered, the browser keeps only the products that a
 * full list refused. Products that are no longer sold are also dropped.
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

/** A failed call is retried without limit. A refusal is final until the next page load. */
const isWorthRetrying = (_failures: number, error: Error): boolean =>
  error instanceof ApiFailure && (error.error.status === 0 || error.error.status === 429 || error.error.status >= 500);

const longestPauseMs = 60_000;

/** Runs while a customer is signed in. Renders nothing. */
export default withQueries(function MergeBrowserList() {
  const isSignedIn = Boolean(useSession());
  // A text, so that products that a full list refused are sent only once more.
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
