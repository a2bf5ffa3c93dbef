/** All current offers, the largest discount first. */
export const offersHref = '/search?offers=true&sort=discount';
