import { comparisonLimit } from '@ceiba/domain/comparisons/comparison';

/** The products and the filter of a comparison's address: `/compare?products=slug,slug&only=differences`, or by skus: `/compare?skus=sku,sku`. */
export interface ComparisonAddress {
  slugs: readonly string[];
  /** Skus of an address that names no slugs. */
  skus: readonly string[];
  isOnlyDifferent: boolean;
}

const listOf = (text: string | null): string[] => {
  const words = (text ?? '').split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== '' && word.length <= 160))].slice(0, comparisonLimit);
};

/** Reads an address as the shop understands it: at most four, each once, whatever else it carries. */
export const readComparison = (params: URLSearchParams): ComparisonAddress => {
  const slugs = listOf(params.get('products'));
  return {
    slugs,
    skus: slugs.length > 0 ? [] : listOf(params.get('skus')),
    isOnlyDifferent: params.get('only') === 'differences',
  };
};

/** Its parameters, defaults left out. */
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
