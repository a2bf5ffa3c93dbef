/** An offer runs from its start to its end, with both moments included (CAT-04). */
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

/** Returns the running offer for a product: by SKU first, then by category (CAT-17). */
export function findStockOffer(offers: readonly StockOffer[], product: OfferedProduct, now: Date): StockOffer | null {
  const running = offers.filter((offer) => offer.startsAt <= now && now <= offer.endsAt);
  const bySku = running.find((offer) => offer.offerType === 'By SKU' && offer.offerTypeValue === product.sku);
  const categories = new Set(product.categoryIds.map(String));
  const byCategory = running.find(
    (offer) => offer.offerType === 'By Category ID' && categories.has(offer.offerTypeValue),
  );
  return bySku ?? byCategory ?? null;
}

/** Returns the next time at which an offer for a product starts or ends. Null without such a time. */
export function nextStockOfferChange(offers: readonly StockOffer[], product: OfferedProduct, now: Date): Date | null {
  const moments = offers
    .filter(({ offerType, offerTypeValue }) =>
      offerType === 'By SKU'
        ? offerTypeValue === product.sku
        : product.categoryIds.some((id) => String(id) === offerTypeValue),
    )
    // The offer includes the moment of its end.
    .flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime() + 1])
    .filter((moment) => moment > now.getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** Returns "Solo quedan 3 disponibles" at or below the threshold (CAT-16). Null above the threshold, and if nothing is left. */
export function stockOfferText(offers: readonly StockOffer[], product: OfferedProduct, now: Date): string | null {
  const { salableQuantity } = product;
  const offer = findStockOffer(offers, product, now);
  if (offer === null || salableQuantity === null || salableQuantity < 1) return null;
  return salableQuantity <= offer.threshold ? `Solo quedan ${salableQuantity} disponibles` : null;
}
