/** Skus that one call may request: the cards of one page. */
export const listedProductsLimit = 24;
