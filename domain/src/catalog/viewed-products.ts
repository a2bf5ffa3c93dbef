/** Recently viewed products that a browser remembers. */
export const viewedLimit = 12;

/** Puts the product that is viewed now in front: newest first, each once, at most `viewedLimit`. */
export const withViewed = (skus: readonly string[], sku: string): string[] =>
  [sku, ...skus.filter((other) => other !== sku)].slice(0, viewedLimit);
