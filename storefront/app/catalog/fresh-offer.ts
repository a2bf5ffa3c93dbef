import { api } from '../platform/api.ts';
import { type Offer, offerOf, withoutFlashTag } from './offer.ts';

/** The offer after a flash sale: asked for again (CAT-15), else the known one without its tag. Rejects when aborted. */
export const freshOffer = async (sku: string, known: Offer, signal: AbortSignal): Promise<Offer> => {
  const answer = await api('getProductBySku', { params: { sku } }, { signal });
  return withoutFlashTag(answer.ok ? offerOf(answer.value) : known);
};
