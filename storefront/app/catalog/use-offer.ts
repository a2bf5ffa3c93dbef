import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useHasCome } from '../platform/clock.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import type { Offer, PricedOffer } from './offer.ts';
import type { ProductPageData } from './product-page-data.ts';

type OfferedPage = Pick<ProductPageData, 'product' | 'offer'>;

/**
 * The page's offer before and after its flash sale. A store instead of a context, because a changed context would hydrate every waiting part of the
 * page.
 */
const useEnded = create<{ before: Offer | null; after: PricedOffer | null }>(() => ({ before: null, after: null }));

/** The current offer (CAT-15): the page's own, or the new one after the flash sale. */
export function useOffer({ offer }: Pick<OfferedPage, 'offer'>): Offer {
  const { before, after } = useEnded();
  return before === offer && after !== null ? after : offer;
}

/** The current price of the page's offer, for calculations. */
export function useSalesPrice({ product, offer }: OfferedPage): OfferedPage['product']['salesPrice'] {
  const { before, after } = useEnded();
  return before === offer && after !== null ? after.salesPrice : product.salesPrice;
}

/**
 * Returns whether the flash sale has ended while the page is open. At that moment the tag goes away, and the price is read
 * again for all parts of the page (CAT-15). Only one part may call this hook.
 */
export function useAfterSale({ product: { sku, flashSale, salesPrice }, offer }: OfferedPage): boolean {
  const policy = usePolicy();
  const isOver = useHasCome(flashSale === null ? null : Date.parse(flashSale.endsAt));
  useEffect(() => {
    if (!isOver) return;
    const abort = new AbortController();
    tryToLoad(() => import('./offer.ts'))
      .then(({ freshOffer }) => freshOffer(sku, { known: { ...offer, salesPrice }, policy }, abort.signal))
      // Rejects if the page was left meanwhile, or without a network. Then the page stays unchanged.
      .then(
        (after) => useEnded.setState({ before: offer, after }),
        () => undefined,
      );
    return () => abort.abort();
  }, [isOver, sku, salesPrice, offer, policy]);
  return isOver;
}
