import { keepPreviousData } from '@tanstack/react-query';
import { useSettled } from '../platform/use-settled.ts';
import { type DeskInput, useDeskQuery } from '../session/desk-client.ts';

/** The prices of a typed offer, in quetzales. */
export type TypedOffer = DeskInput<'checkPrice'>['query'];

/** Returns the offer if it is below the regular price, or else null. Only an offer has an end. */
export const offerOf = ({
  regularPrice,
  salesPrice,
  discountEndsAt,
}: {
  regularPrice: unknown;
  salesPrice: unknown;
  discountEndsAt: unknown;
}): TypedOffer | null =>
  typeof regularPrice === 'number' && typeof salesPrice === 'number' && salesPrice < regularPrice
    ? { regularPrice, salesPrice, ...(typeof discountEndsAt === 'string' && { discountEndsAt }) }
    : null;

/** Milliseconds without typing after which an offer is checked. */
const typingMs = 400;

/** Returns the doubts about a typed offer, as sentences (PRICE-05). */
export const useOfferDoubts = (sku: string, offer: TypedOffer | null): readonly string[] => {
  const asked = useSettled(offer, typingMs);
  const checked = useDeskQuery(
    'checkPrice',
    { params: { sku }, query: asked ?? { regularPrice: 1, salesPrice: 1 } },
    { enabled: asked !== null, placeholderData: keepPreviousData },
  );
  return asked === null || offer === null ? [] : (checked.data?.data.warnings ?? []);
};
