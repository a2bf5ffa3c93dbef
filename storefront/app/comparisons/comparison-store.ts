import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { type Comparison, replaceComparison } from '@ceiba/domain/comparisons/comparison';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Key in local storage, in addition to the keys of DEC-184. */
const storageKey = 'ceiba.compared';

const comparisonOf = (value: unknown): Comparison | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (!('kind' in value) || typeof value.kind !== 'number') return null;
  if (!('title' in value) || typeof value.title !== 'string') return null;
  if (!('slugs' in value) || !Array.isArray(value.slugs)) return null;
  const slugs: string[] = value.slugs.filter((slug) => typeof slug === 'string' && slug !== '');
  return { kind: value.kind, title: value.title, slugs };
};

/** Stored text may be anything: invalid comparisons are dropped. */
export const parseComparisons = (stored: unknown): Comparison[] => {
  const value = parseJson(stored);
  const found = Array.isArray(value) ? value.map(comparisonOf) : [];
  return found.reduceRight<Comparison[]>(
    (stored, comparison) => (comparison === null ? stored : replaceComparison(stored, comparison)),
    [],
  );
};

interface ComparisonState {
  /** The comparison used last comes first. */
  comparisons: readonly Comparison[];
}

/** The comparisons of this browser. While hydrating, the page shows the server's state, which is empty. */
export const useComparisons = create<ComparisonState>()(
  persist((): ComparisonState => ({ comparisons: [] }), {
    name: storageKey,
    storage: localText(),
    partialize: ({ comparisons }) => (comparisons.length === 0 ? '' : JSON.stringify(comparisons)),
    merge: (stored) => ({ comparisons: parseComparisons(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(storageKey, useComparisons);

/** Stores the products of a kind as the comparison page shows them. */
export function setComparison(comparison: Comparison): void {
  useComparisons.setState(({ comparisons }) => ({ comparisons: replaceComparison(comparisons, comparison) }));
}
