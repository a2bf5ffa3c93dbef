/** Maximum number of skus in one call: the cards of one page. */
export const listedProductsLimit = 24;
