import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useHasCome } from '../platform/clock.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import type { Offer, PricedOffer } from './offer.ts';
import type { ProductPageData } from './product-page-data.ts';

type OfferedPage = Pick<ProductPageData, 'product' | 'offer'>;

/**
 * The offer of the open page after its flash sale, beside the one it replaces. A store, not a context: a context that
 * changes wakes every sleeping part of the page.
 */
const useEnded = create<{ before: Offer | null; after: PricedOffer | null }>(() => ({ before: null, after: null }));

/** The page's offer as it stands (CAT-15): as the page brought it, after its sale as it is from then on. */
export function useOffer({ offer }: Pick<OfferedPage, 'offer'>): Offer {
  const { before, after } = useEnded();
  return before === offer && after !== null ? after : offer;
}

/** The price of the page's offer as it stands, for what is worked out of it. */
export function useSalesPrice({ product, offer }: OfferedPage): OfferedPage['product']['salesPrice'] {
  const { before, after } = useEnded();
  return before === offer && after !== null ? after.salesPrice : product.salesPrice;
}

/**
 * Whether the flash sale has ended while the page is open. At that moment its tag goes away and the price is asked for
 * again, for every part of the page that names one (CAT-15). To be used by one of them.
 */
export function useAfterSale({ product: { sku, flashSale, salesPrice }, offer }: OfferedPage): boolean {
  const policy = usePolicy();
  const isOver = useHasCome(flashSale === null ? null : Date.parse(flashSale.endsAt));
  useEffect(() => {
    if (!isOver) return;
    const abort = new AbortController();
    tryToLoad(() => import('./offer.ts'))
      .then(({ freshOffer }) => freshOffer(sku, { known: { ...offer, salesPrice }, policy }, abort.signal))
      // Rejects when the page was left meanwhile, or without a network: then the page stays as it is.
      .then(
        (after) => useEnded.setState({ before: offer, after }),
        () => undefined,
      );
    return () => abort.abort();
  }, [isOver, sku, salesPrice, offer, policy]);
  return isOver;
}
