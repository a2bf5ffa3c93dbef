/** The address of the shelf labels of these products, below /v1/admin. */
export const labelsPath = (skus: readonly string[]): string =>
  `shelf-labels?${new URLSearchParams({ skus: skus.join(',') })}`;
