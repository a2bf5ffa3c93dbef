/** Skus that one call may ask for: the cards of a page. */
export const listedProductsLimit = 24;
