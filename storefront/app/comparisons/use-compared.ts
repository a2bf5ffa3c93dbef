import {
  type ComparedProduct,
  comparisonLimit,
  kindOf,
  slugsOf,
  toggleCompared,
} from '@ceiba/domain/comparisons/comparison';
import { setComparison, useComparisons } from './comparison-store.ts';

/** The fields of a product that a comparison needs. */
export interface Comparable {
  slug: string;
  title: string;
  categories: readonly { id: number; title: string }[];
}

/** The reason why a fifth product cannot be chosen. */
export const fullText = `Ya elegiste ${comparisonLimit} para comparar`;

export interface ComparedState {
  isCompared: boolean;
  /** True if four other products of the same kind are chosen. */
  isFull: boolean;
  /** The chosen products of its kind. */
  slugs: readonly string[];
  toggle: () => void;
}

function toggleIn(product: ComparedProduct): void {
  const { comparisons } = useComparisons.getState();
  const changed = toggleCompared(comparisons, product);
  const full = comparisons.find(({ kind }) => kind === product.kind);
  if (changed.ok) useComparisons.setState({ comparisons: changed.value });
  else if (full !== undefined) setComparison(full);
}

/** The state of a product in the comparison of its kind. Null for a product without a kind. */
export function useCompared({ slug, categories }: Comparable): ComparedState | null {
  const comparisons = useComparisons((state) => state.comparisons);
  const kind = kindOf(categories);
  if (kind === undefined) return null;
  const slugs = slugsOf(comparisons, kind.id);
  const isCompared = slugs.includes(slug);
  return {
    isCompared,
    isFull: !isCompared && slugs.length >= comparisonLimit,
    slugs,
    toggle: () => toggleIn({ kind: kind.id, kindTitle: kind.title, slug }),
  };
}
