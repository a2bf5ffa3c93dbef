import type { Facet } from '@ceiba/contract/search';

/** A facet value, and how many products of the result have it. */
export interface CountedValue {
  facet: string;
  facetLabel: string;
  value: string;
  label: string;
  count: number;
  /** True if the shopper chose the value. It is then shown even with a count of zero, so that it can be removed. */
  isChosen: boolean;
}

/** A filter that a category declares (PROD-07). */
export interface DeclaredFilter {
  code: string;
  label: string;
}

/** Maximum number of shown attributes. The attributes of the most products in the result are shown. */
const attributeLimit = 6;
/** Attributes with their coverage in the same tenth are equally common. Their own order then decides. */
const coverageSteps = 10;
/** An attribute with more different values, such as a capacity in ml, does not help to choose. */
const spreadLimit = 40;
const valueLimit: Record<string, number> = { category: 20, brand: 20 };
const attributeValueLimit = 12;

const byCount = (a: CountedValue, b: CountedValue): number => b.count - a.count || byText(a, b);
// One shared collator, because `localeCompare` with a locale takes a hundred times as long.
const collator = new Intl.Collator('es', { numeric: true });
const byText = (a: CountedValue, b: CountedValue): number => collator.compare(a.label, b.label);

const isNumeric = (values: readonly CountedValue[]): boolean =>
  values.every(({ value }) => /^\d+([.,]\d+)?$/.test(value));

const unitOf = ({ value, label }: CountedValue): string =>
  label.startsWith(value) ? label.slice(value.length).trim() : '';

/** If products use several units, '6 horas' and '6 días' are different values, and the filter includes the unit. */
const withUnits = (values: readonly CountedValue[]): readonly CountedValue[] =>
  new Set(values.map(unitOf)).size < 2 ? values : values.map((entry) => ({ ...entry, value: entry.label }));

/** Groups by unit, with numbers in numerical order. */
const byUnit = (a: CountedValue, b: CountedValue): number =>
  collator.compare(a.label.replace(/^[\d.,]+\s*/, ''), b.label.replace(/^[\d.,]+\s*/, '')) || byText(a, b);

/** Merges the entries of each value. */
const merged = (values: readonly CountedValue[]): CountedValue[] => {
  const byValue = new Map<string, CountedValue>();
  for (const entry of values.toSorted((a, b) => b.count - a.count)) {
    const most = byValue.get(entry.value);
    byValue.set(entry.value, most === undefined ? entry : { ...most, count: most.count + entry.count });
  }
  return [...byValue.values()];
};

/** Returns the values that most products have: numbers in numerical order, words by their count. */
const toFacet = (code: string, all: readonly CountedValue[]): Facet => {
  const isNamed = code in valueLimit;
  const values = merged(isNamed ? all : withUnits(all));
  const hasUnits = !isNamed && values.every(({ label }) => /^\d/.test(label));
  const limit = valueLimit[code] ?? attributeValueLimit;
  const shown = [...values].sort((a, b) => Number(b.isChosen) - Number(a.isChosen) || byCount(a, b)).slice(0, limit);
  shown.sort(hasUnits ? byUnit : isNumeric(values) && code !== 'category' ? byText : byCount);
  return {
    code,
    label: values[0]?.facetLabel ?? code,
    values: shown.map(({ value, label, count }) => ({ value, label, count })),
  };
};

const coverage = (values: readonly CountedValue[]): number => values.reduce((sum, { count }) => sum + count, 0);

const isUseful = (values: readonly CountedValue[]): boolean =>
  values.some(({ isChosen }) => isChosen) || (values.length > 1 && values.length <= spreadLimit);

/** Lists the declared filters that distinguish products, in their order, then further filters that the shopper chose. */
const declaredFacets = (
  byFacet: ReadonlyMap<string, readonly CountedValue[]>,
  declared: readonly DeclaredFilter[],
): Facet[] => {
  const isChosen = (values: readonly CountedValue[]): boolean => values.some((value) => value.isChosen);
  const own = declared.flatMap(({ code, label }) => {
    const values = byFacet.get(code) ?? [];
    return values.length > 1 || isChosen(values) ? [{ ...toFacet(code, values), label }] : [];
  });
  const codes = new Set(['category', 'brand', ...declared.map(({ code }) => code)]);
  const others = [...byFacet].filter(([code, values]) => !codes.has(code) && isChosen(values));
  return [...own, ...others.map(([code, values]) => toFacet(code, values))];
};

/**
 * Returns the facets of a result in their order (DEC-180): category, brand, price, then the attributes of the most products. The
 * attributes have the order of the products' own lists (the order of `counted`). `ranges`: the price ranges with their counts,
 * cheapest first. `declared`: the filters that the category declares. Otherwise only attributes that the shopper chose are
 * included.
 */
export function toFacets(
  counted: readonly CountedValue[],
  ranges: Facet['values'],
  declared: readonly DeclaredFilter[] | null = null,
): Facet[] {
  const byFacet = Map.groupBy(counted, ({ facet }) => facet);
  const named = (code: string): Facet[] => {
    const values = byFacet.get(code) ?? [];
    return values.length === 0 ? [] : [toFacet(code, values)];
  };
  const priced = ranges.filter(({ count }) => count > 0);
  const useful = [...byFacet].filter(([code, values]) => code !== 'category' && code !== 'brand' && isUseful(values));
  const most = Math.max(1, ...useful.map(([, values]) => coverage(values)));
  const step = (values: readonly CountedValue[]): number => Math.ceil((coverage(values) / most) * coverageSteps);
  const attributes = useful.sort(([, a], [, b]) => step(b) - step(a)).slice(0, attributeLimit);
  return [
    ...named('category'),
    ...named('brand'),
    ...(priced.length === 0 ? [] : [{ code: 'price', label: 'Precio', values: priced }]),
    ...(declared === null
      ? attributes.map(([code, values]) => toFacet(code, values))
      : declaredFacets(byFacet, declared)),
  ];
}
