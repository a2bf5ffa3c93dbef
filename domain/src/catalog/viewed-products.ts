/** Maximum number of recently viewed products that a browser stores. */
export const viewedLimit = 12;

/** Moves the product that is viewed now to the front. Newest first, without duplicates, at most `viewedLimit`. */
export const withViewed = (skus: readonly string[], sku: string): string[] =>
  [sku, ...skus.filter((other) => other !== sku)].slice(0, viewedLimit);
