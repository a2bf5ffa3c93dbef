/**
 * The slug of a seller (SEL-04, DEC-24): lower case, "&" becomes "-y-", accents and other symbols are removed, spaces become
 * hyphens, runs of hyphens collapse. It may be empty: then the seller has no page, and the caller must refuse the name. Also
 * normalises incoming slugs, so that "optica--y--mas-sa" finds its seller.
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

/** SEL-02, SEL-03, APP-09, APP-10. */
export const sellerLink = (seller: { id: number; title: string }): string =>
  seller.id === 1 ? `/search?q=${encodeURIComponent(seller.title)}` : `/sellers/${sellerSlug(seller.title)}`;
