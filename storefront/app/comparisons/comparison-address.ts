import { comparisonLimit } from '@ceiba/domain/comparisons/comparison';

/** What the address of a comparison asks for: `/compare?products=slug,slug&only=differences`. */
export interface ComparisonAddress {
  slugs: readonly string[];
  isOnlyDifferent: boolean;
}

/** Reads an address as the shop understands it: at most four, each once, whatever else it carries. */
export const readComparison = (params: URLSearchParams): ComparisonAddress => {
  const slugs = (params.get('products') ?? '').split(',').map((slug) => slug.trim());
  const known = slugs.filter((slug) => slug !== '' && slug.length <= 160);
  return {
    slugs: [...new Set(known)].slice(0, comparisonLimit),
    isOnlyDifferent: params.get('only') === 'differences',
  };
};

/** Its parameters, defaults left out. */
export const comparisonParams = ({ slugs, isOnlyDifferent }: ComparisonAddress): Record<string, string> => ({
  ...(slugs.length === 0 ? {} : { products: slugs.join(',') }),
  ...(isOnlyDifferent ? { only: 'differences' } : {}),
});

export const compareHref = (slugs: readonly string[], isOnlyDifferent = false): string => {
  const query = Object.entries(comparisonParams({ slugs, isOnlyDifferent })).map(([key, value]) => `${key}=${value}`);
  return query.length === 0 ? '/compare' : `/compare?${query.join('&')}`;
};
