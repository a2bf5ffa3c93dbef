import {
  type ComparedProduct,
  comparisonLimit,
  kindOf,
  slugsOf,
  toggleCompared,
} from '@ceiba/domain/comparisons/comparison';
import { setComparison, useComparisons } from './comparison-store.ts';

/** What of a product is needed to compare it. */
export interface Comparable {
  slug: string;
  title: string;
  categories: readonly { id: number; title: string }[];
}

/** Why a fifth cannot be chosen. */
export const fullText = `Ya elegiste ${comparisonLimit} para comparar`;

export interface ComparedState {
  isCompared: boolean;
  /** Four of its kind are chosen, and this is none of them. */
  isFull: boolean;
  /** The products of its kind that are chosen. */
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

/** Whether a product is among what is compared of its kind; null for one without a kind. */
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
