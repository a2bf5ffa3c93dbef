/** What is on offer now, the largest discount first. */
export const offersHref = '/search?offers=true&sort=discount';
