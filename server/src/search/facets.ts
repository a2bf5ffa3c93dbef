import type { Facet } from '@ceiba/contract/search';

/** How many products of the result have a value. */
export interface CountedValue {
  facet: string;
  facetLabel: string;
  value: string;
  label: string;
  count: number;
  /** Chosen values are shown even where they count nothing, so that they can be taken back. */
  isChosen: boolean;
}

/** Attributes shown, those most products of the result have. */
const attributeLimit = 6;
/** Attributes whose coverage lies in the same tenth are had by "as many" products: then their own order counts. */
const coverageSteps = 10;
/** An attribute with more different values (a capacity in ml) helps nobody to choose. */
const spreadLimit = 40;
const valueLimit: Record<string, number> = { category: 20, brand: 20 };
const attributeValueLimit = 12;

const byCount = (a: CountedValue, b: CountedValue): number => b.count - a.count || byText(a, b);
// One collator: `localeCompare` with a locale costs a hundred times as much.
const collator = new Intl.Collator('es', { numeric: true });
const byText = (a: CountedValue, b: CountedValue): number => collator.compare(a.label, b.label);

const isNumeric = (values: readonly CountedValue[]): boolean =>
  values.every(({ value }) => /^\d+([.,]\d+)?$/.test(value));

const unitOf = ({ value, label }: CountedValue): string =>
  label.startsWith(value) ? label.slice(value.length).trim() : '';

/** Where products measure in several units, '6 horas' and '6 días' are two things: each is filtered by with its unit. */
const withUnits = (values: readonly CountedValue[]): readonly CountedValue[] =>
  new Set(values.map(unitOf)).size < 2 ? values : values.map((entry) => ({ ...entry, value: entry.label }));

/** Units apart, numbers in their order. */
const byUnit = (a: CountedValue, b: CountedValue): number =>
  collator.compare(a.label.replace(/^[\d.,]+\s*/, ''), b.label.replace(/^[\d.,]+\s*/, '')) || byText(a, b);

/** One entry per value. */
const merged = (values: readonly CountedValue[]): CountedValue[] => {
  const byValue = new Map<string, CountedValue>();
  for (const entry of values.toSorted((a, b) => b.count - a.count)) {
    const most = byValue.get(entry.value);
    byValue.set(entry.value, most === undefined ? entry : { ...most, count: most.count + entry.count });
  }
  return [...byValue.values()];
};

/** The values most products have; numbers then in their order, words by how many have them. */
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

/**
 * The facets a shopper narrows the result with, in the order shown (DEC-180): category, brand, price, then the
 * attributes most products have, in the order of the products' own lists (`counted` comes in it). `ranges` are the price ranges with their counts, cheapest first.
 */
export function toFacets(counted: readonly CountedValue[], ranges: Facet['values']): Facet[] {
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
    ...attributes.map(([code, values]) => toFacet(code, values)),
  ];
}
