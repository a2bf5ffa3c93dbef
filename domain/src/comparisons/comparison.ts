import type { Fact } from '../catalog/product-facts.ts';
import { type Result, refuse } from '../result.ts';

/** Maximum number of products in one comparison. */
export const comparisonLimit = 4;

/** Maximum number of comparisons that a browser stores, one for each kind. The least recently used is dropped. */
export const storedComparisons = 6;

/** The comparison of one kind. A kind is the innermost category of a product, the last of its path. */
export interface Comparison {
  kind: number;
  /** Title of the kind. */
  title: string;
  /** In the order of choice, 1 to `comparisonLimit` products. */
  slugs: readonly string[];
}

/** A product that the shopper chooses to compare. */
export interface ComparedProduct {
  kind: number;
  kindTitle: string;
  slug: string;
}

/** Returns a product's kind: the last of its categories, which start with the root. A product without a category cannot be compared. */
export const kindOf = <C extends { id: number; title: string }>(categories: readonly C[]): C | undefined =>
  categories.at(-1);

const withComparison = (comparisons: readonly Comparison[], changed: Comparison): Comparison[] => [
  ...(changed.slugs.length === 0 ? [] : [changed]),
  ...comparisons.filter(({ kind }) => kind !== changed.kind).slice(0, storedComparisons - 1),
];

/** Replaces the products of a kind with the first `comparisonLimit` of these. An empty list removes the comparison. */
export const replaceComparison = (comparisons: readonly Comparison[], kept: Comparison): Comparison[] =>
  withComparison(comparisons, { ...kept, slugs: [...new Set(kept.slugs)].slice(0, comparisonLimit) });

/** Adds a product to the comparison of its kind, or removes it. Moves that comparison to the front. */
export function toggleCompared(
  comparisons: readonly Comparison[],
  { kind, kindTitle, slug }: ComparedProduct,
): Result<Comparison[], { code: 'comparison_full' }> {
  const slugs = slugsOf(comparisons, kind);
  if (!slugs.includes(slug) && slugs.length >= comparisonLimit) return refuse({ code: 'comparison_full' });
  const changed = slugs.includes(slug) ? slugs.filter((other) => other !== slug) : [...slugs, slug];
  return { ok: true, value: withComparison(comparisons, { kind, title: kindTitle, slugs: changed }) };
}

/** Returns the compared products of a kind. Empty without products. */
export const slugsOf = (comparisons: readonly Comparison[], kind: number): readonly string[] =>
  comparisons.find((comparison) => comparison.kind === kind)?.slugs ?? [];

/** Returns the products of the first product's kind, in their order. Only products of the same kind can be compared. */
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
  /** One value for each product. Null if the product has no such property. */
  values: (string | null)[];
  isDifferent: boolean;
}

/** Attributes with the same role are one property, although their names differ between categories. */
const keyOf = ({ code, role }: Fact): string => (role === undefined ? code : `role:${role}`);

/** Returns a row for each property of any product, in the order in which the properties first appear. */
export function comparisonRows(products: readonly { attributes: readonly Fact[] }[]): ComparisonRow[] {
  const labels = new Map<string, string>();
  for (const { attributes } of products)
    for (const fact of attributes) if (!labels.has(keyOf(fact))) labels.set(keyOf(fact), fact.label);
  return [...labels].map(([code, label]) => {
    const values = products.map(({ attributes }) => attributes.find((fact) => keyOf(fact) === code)?.value ?? null);
    return { code, label, values, isDifferent: new Set(values).size > 1 };
  });
}
