import { create } from 'zustand';
import type { Offer, PricedOffer } from './offer.ts';
import type { ProductPageData } from './product-page-data.ts';

export type OfferedPage = Pick<ProductPageData, 'product' | 'offer'>;

/**
 * The page's offer before and after its flash sale. A store instead of a context, because a changed context would hydrate every waiting part of the
 * page.
 */
export const useEnded = create<{ before: Offer | null; after: PricedOffer | null }>(() => ({
  before: null,
  after: null,
}));

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
