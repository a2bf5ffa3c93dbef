/** Products a browser remembers to have shown. */
export const viewedLimit = 12;

/** The skus with the one that is looked at now in front: newest first, each once, at most `viewedLimit`. */
export const withViewed = (skus: readonly string[], sku: string): string[] =>
  [sku, ...skus.filter((other) => other !== sku)].slice(0, viewedLimit);
