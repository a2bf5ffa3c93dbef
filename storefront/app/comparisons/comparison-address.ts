import { comparisonLimit } from '@ceiba/domain/comparisons/comparison';

/** The products and the filter of a comparison's address: `/compare?products=slug,slug&only=differences`, or by SKU: `/compare?skus=sku,sku`. */
export interface ComparisonAddress {
  slugs: readonly string[];
  /** SKUs of an address that has no slugs. */
  skus: readonly string[];
  isOnlyDifferent: boolean;
}

const listOf = (text: string | null): string[] => {
  const words = (text ?? '').split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== '' && word.length <= 160))].slice(0, comparisonLimit);
};

/** Parses an address: at most four products, without duplicates. Other parameters are ignored. */
export const readComparison = (params: URLSearchParams): ComparisonAddress => {
  const slugs = listOf(params.get('products'));
  return {
    slugs,
    skus: slugs.length > 0 ? [] : listOf(params.get('skus')),
    isOnlyDifferent: params.get('only') === 'differences',
  };
};

/** The query parameters of a comparison, without default values. */
export const comparisonParams = ({ slugs, skus, isOnlyDifferent }: ComparisonAddress): Record<string, string> => ({
  ...(slugs.length === 0 ? {} : { products: slugs.join(',') }),
  ...(skus.length === 0 ? {} : { skus: skus.join(',') }),
  ...(isOnlyDifferent ? { only: 'differences' } : {}),
});

export const compareHref = (slugs: readonly string[], isOnlyDifferent = false): string => {
  const query = Object.entries(comparisonParams({ slugs, skus: [], isOnlyDifferent })).map(
    ([key, value]) => `${key}=${value}`,
  );
  return query.length === 0 ? '/compare' : `/compare?${query.join('&')}`;
};
