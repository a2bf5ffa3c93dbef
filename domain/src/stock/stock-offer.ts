/** An offer runs from its start to its end, both included (CAT-04). */
export interface StockOffer {
  offerType: 'By SKU' | 'By Category ID';
  offerTypeValue: string;
  threshold: number;
  startsAt: Date;
  endsAt: Date;
}

export interface OfferedProduct {
  sku: string;
  /** The product's category and its ancestors. */
  categoryIds: readonly number[];
  /** Null = no stock limit. */
  salableQuantity: number | null;
}

/** The running offer for a product: by SKU first, then by category (CAT-17). */
export function findStockOffer(offers: readonly StockOffer[], product: OfferedProduct, now: Date): StockOffer | null {
  const running = offers.filter((offer) => offer.startsAt <= now && now <= offer.endsAt);
  const bySku = running.find((offer) => offer.offerType === 'By SKU' && offer.offerTypeValue === product.sku);
  const categories = new Set(product.categoryIds.map(String));
  const byCategory = running.find(
    (offer) => offer.offerType === 'By Category ID' && categories.has(offer.offerTypeValue),
  );
  return bySku ?? byCategory ?? null;
}

/** The next moment at which an offer for a product begins or has ended; null if there is none. */
export function nextStockOfferChange(offers: readonly StockOffer[], product: OfferedProduct, now: Date): Date | null {
  const moments = offers
    .filter(({ offerType, offerTypeValue }) =>
      offerType === 'By SKU'
        ? offerTypeValue === product.sku
        : product.categoryIds.some((id) => String(id) === offerTypeValue),
    )
    // The offer runs up to and including its end.
    .flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime() + 1])
    .filter((moment) => moment > now.getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** "Solo quedan 3 disponibles" at or below the threshold (CAT-16); null above it, and if nothing is left. */
export function stockOfferText(offers: readonly StockOffer[], product: OfferedProduct, now: Date): string | null {
  const { salableQuantity } = product;
  const offer = findStockOffer(offers, product, now);
  if (offer === null || salableQuantity === null || salableQuantity < 1) return null;
  return salableQuantity <= offer.threshold ? `Solo quedan ${salableQuantity} disponibles` : null;
}
