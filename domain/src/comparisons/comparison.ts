import { type Result, refuse } from '../result.ts';

/** Products that stand side by side at most. */
export const comparisonLimit = 4;

/** Kinds of which a browser keeps what is being compared; beyond it the one used longest ago is forgotten. */
export const storedComparisons = 6;

/** What is being compared of one kind. A kind is the category a product stands in itself, the last of its path. */
export interface Comparison {
  kind: number;
  /** Title of the kind. */
  title: string;
  /** In the order they were chosen, 1 to `comparisonLimit`. */
  slugs: readonly string[];
}

/** A product as it is chosen. */
export interface ComparedProduct {
  kind: number;
  kindTitle: string;
  slug: string;
}

/** The categories of a product, root first, name its kind; one without a category has none and is not compared. */
export const kindOf = <C extends { id: number; title: string }>(categories: readonly C[]): C | undefined =>
  categories.at(-1);

const withComparison = (comparisons: readonly Comparison[], changed: Comparison): Comparison[] => [
  ...(changed.slugs.length === 0 ? [] : [changed]),
  ...comparisons.filter(({ kind }) => kind !== changed.kind).slice(0, storedComparisons - 1),
];

/** The products of a kind replaced by these, the first `comparisonLimit` of them; none ends its comparison. */
export const keepComparison = (comparisons: readonly Comparison[], kept: Comparison): Comparison[] =>
  withComparison(comparisons, { ...kept, slugs: [...new Set(kept.slugs)].slice(0, comparisonLimit) });

/** Adds a product to the comparison of its kind, or takes it out again; that comparison is then the first. */
export function toggleCompared(
  comparisons: readonly Comparison[],
  { kind, kindTitle, slug }: ComparedProduct,
): Result<Comparison[], { code: 'comparison_full' }> {
  const slugs = slugsOf(comparisons, kind);
  if (!slugs.includes(slug) && slugs.length >= comparisonLimit) return refuse({ code: 'comparison_full' });
  const changed = slugs.includes(slug) ? slugs.filter((other) => other !== slug) : [...slugs, slug];
  return { ok: true, value: withComparison(comparisons, { kind, title: kindTitle, slugs: changed }) };
}

/** What is being compared of a kind, nothing where nothing is. */
export const slugsOf = (comparisons: readonly Comparison[], kind: number): readonly string[] =>
  comparisons.find((comparison) => comparison.kind === kind)?.slugs ?? [];

/** The products of the first one's kind, in their order; the others cannot stand beside them. */
export function ofOneKind<P extends { categories: readonly { id: number; title: string }[] }>(
  products: readonly P[],
): { compared: P[]; others: P[] } {
  const [first] = products;
  const kind = first && kindOf(first.categories)?.id;
  const isCompared = (product: P) => kind !== undefined && kindOf(product.categories)?.id === kind;
  return { compared: products.filter(isCompared), others: products.filter((product) => !isCompared(product)) };
}

export interface ComparisonRow {
  code: string;
  label: string;
  /** One for each product; null where it says nothing of it. */
  values: (string | null)[];
  isDifferent: boolean;
}

/** A row for each property any of the products has, in the order in which they first appear. */
export function comparisonRows(
  products: readonly { attributes: readonly { code: string; label: string; value: string }[] }[],
): ComparisonRow[] {
  const labels = new Map<string, string>();
  for (const { attributes } of products)
    for (const { code, label } of attributes) if (!labels.has(code)) labels.set(code, label);
  return [...labels].map(([code, label]) => {
    const values = products.map(
      ({ attributes }) => attributes.find((attribute) => attribute.code === code)?.value ?? null,
    );
    return { code, label, values, isDifferent: new Set(values).size > 1 };
  });
}
