import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { type Comparison, keepComparison } from '@ceiba/domain/comparisons/comparison';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Beside the keys of DEC-184. */
const storageKey = 'ceiba.compared';

const comparisonOf = (value: unknown): Comparison | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (!('kind' in value) || typeof value.kind !== 'number') return null;
  if (!('title' in value) || typeof value.title !== 'string') return null;
  if (!('slugs' in value) || !Array.isArray(value.slugs)) return null;
  const slugs: string[] = value.slugs.filter((slug) => typeof slug === 'string' && slug !== '');
  return { kind: value.kind, title: value.title, slugs };
};

/** Stored text is anybody's: what is no comparison is left out. */
export const parseComparisons = (stored: unknown): Comparison[] => {
  const value = parseJson(stored);
  const found = Array.isArray(value) ? value.map(comparisonOf) : [];
  return found.reduceRight<Comparison[]>(
    (kept, comparison) => (comparison === null ? kept : keepComparison(kept, comparison)),
    [],
  );
};

interface ComparisonState {
  /** The one used last comes first. */
  comparisons: readonly Comparison[];
}

/** What this browser compares. While the page wakes up it shows what the server sent, nothing. */
export const useComparisons = create<ComparisonState>()(
  persist((): ComparisonState => ({ comparisons: [] }), {
    name: storageKey,
    storage: localText(),
    partialize: ({ comparisons }) => (comparisons.length === 0 ? '' : JSON.stringify(comparisons)),
    merge: (kept) => ({ comparisons: parseComparisons(kept) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(storageKey, useComparisons);

/** The products of a kind as its page shows them. */
export function setComparison(comparison: Comparison): void {
  useComparisons.setState(({ comparisons }) => ({ comparisons: keepComparison(comparisons, comparison) }));
}
