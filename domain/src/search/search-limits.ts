/** Number of products on a page of results (DEC-21). */
export const productsPerPage = 24;

/** Maximum length of the searched words, in characters. */
export const longestSearch = 200;

/** Maximum number of facets that filter a search at the same time (DEC-180), without seller, prices and offers. */
export const maxFilters = 12;

/** Maximum number of chosen values of one facet. A person chooses a few, and each needs a database look-up. */
export const maxFilterValues = 30;
