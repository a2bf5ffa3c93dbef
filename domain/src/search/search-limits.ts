/** Products on a page of results (DEC-21). */
export const productsPerPage = 24;

/** Characters of the searched words, at most. */
export const longestSearch = 200;

/** Facets that can filter a search at once (DEC-180); seller, prices and offers do not count. */
export const maxFilters = 12;

/** Values of one facet that can be chosen. A person chooses a few; each costs a database look-up. */
export const maxFilterValues = 30;
