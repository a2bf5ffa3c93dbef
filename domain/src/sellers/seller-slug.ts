/**
 * Returns the slug of a seller (SEL-04, DEC-24): lower case, "&" as "-y-", no accents or other symbols, a single hyphen
 * for spaces and hyphens. The slug may be empty. A seller with an empty slug would have no page, so the caller must
 * refuse the name. Also normalizes incoming slugs, so that "optica--y--mas-sa" finds its seller.
 */
export function sellerSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('&', '-y-')
    .normalize('NFD')
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Returns the address of a seller: the shop's products in the search, or the seller's page (SEL-02, SEL-03, APP-09, APP-10). */
export const sellerLink = (seller: { id: number; title: string }): string =>
  seller.id === 1 ? `/search?q=${encodeURIComponent(seller.title)}` : `/sellers/${sellerSlug(seller.title)}`;
