/** Products of a page of results (DEC-21). */
export const pageSize = 24;

/** Characters of the words that are searched for. */
export const longestSearch = 200;

/** Facets that a search may be narrowed by at once (DEC-180); seller, prices and offers do not count. */
export const mostFilters = 12;

/** Values that may be chosen of one facet. A person chooses a few; each costs the database a look. */
export const mostFilterValues = 30;
