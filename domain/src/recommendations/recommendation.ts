/** DEC-85. */
export const recommendationLimit = 12;

export interface Recommendable {
  sku: string;
  /** Donation and tech-support services are not listed anywhere (DEC-21). */
  isListed: boolean;
  isOutOfStock: boolean;
}

/** The first 12 that may be shown, in the order given, each once; best-sellers fill up (REC-04, DEC-85). */
export function pickRecommendations<P extends Recommendable>(
  complementary: readonly P[],
  bestSellers: readonly P[],
  cartSkus: readonly string[],
): P[] {
  const taken = new Set(cartSkus);
  const picked: P[] = [];
  for (const product of [...complementary, ...bestSellers]) {
    if (picked.length === recommendationLimit) break;
    if (taken.has(product.sku) || !product.isListed || product.isOutOfStock) continue;
    taken.add(product.sku);
    picked.push(product);
  }
  return picked;
}
