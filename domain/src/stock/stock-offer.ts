/** CAT-04. Both moments belong to the offer. */
export interface StockOffer {
  offerType: 'By SKU' | 'By Category ID';
  offerTypeValue: string;
  threshold: number;
  startsAt: Date;
  endsAt: Date;
}

export interface OfferedProduct {
  sku: string;
  /** Its category and the ancestors of it. */
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

/** "Solo quedan 3 disponibles" at or below the threshold (CAT-16), null otherwise and when nothing is left. */
export function stockOfferText(offers: readonly StockOffer[], product: OfferedProduct, now: Date): string | null {
  const { salableQuantity } = product;
  const offer = findStockOffer(offers, product, now);
  if (offer === null || salableQuantity === null || salableQuantity < 1) return null;
  return salableQuantity <= offer.threshold ? `Solo quedan ${salableQuantity} disponibles` : null;
}
