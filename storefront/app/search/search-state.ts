import { longestSearch, maxFilters, maxFilterValues } from '@ceiba/domain/search/search-limits';

/** The sort orders of DEC-180, in the order of the menu. */
export const sortLabels = {
  relevance: 'Más relevantes',
  price_asc: 'Menor precio',
  price_desc: 'Mayor precio',
  discount: 'Mayor descuento',
} as const;

type Sort = keyof typeof sortLabels;

const isSort = (text: string): text is Sort => Object.hasOwn(sortLabels, text);

/** The state in a listing's address. Lists are in the order of choosing. */
export interface SearchState {
  q: string;
  sort: Sort;
  /** The page, counted from 1. */
  page: number;
  /** Titles. */
  brands: string[];
  /** ID or slug. Null on a category page, because the path contains the category. */
  category: string | null;
  /** Slug. */
  seller: string | null;
  /** In quetzales, whole or decimal. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Only products that now cost less than their regular price. */
  isOffersOnly: boolean;
  /** By attribute code. */
  attributes: Record<string, string[]>;
}

const listOf = (text: string | null): string[] =>
  [...new Set((text ?? '').split(',').map((part) => part.trim()))].filter(Boolean).slice(0, maxFilterValues);

const priceOf = (text: string | null): number | null => {
  const price = text === null || text.trim() === '' ? Number.NaN : Number(text.replace(/^Q\.?\s*|,/gi, ''));
  return Number.isFinite(price) && price >= 0 && price <= 10_000_000 ? Math.round(price * 100) / 100 : null;
};

/** The message for two typed limits that form no price filter. Null for valid limits. */
export const priceLimitsProblem = (min: string, max: string): string | null => {
  const isNonsense = (text: string): boolean => text.trim() !== '' && priceOf(text) === null;
  if (isNonsense(min) || isNonsense(max)) return 'Escribe los precios con números, por ejemplo 1500.';
  const [lowest, highest] = [priceOf(min), priceOf(max)];
  if (lowest !== null && highest !== null && lowest > highest)
    return 'El precio mínimo no puede ser mayor que el máximo.';
  return null;
};

/** The number of the last page. Totals are capped at 10,000, with 24 products per page (DEC-180). */
export const lastPage = 417;

/** The highest page that the API reads. Higher numbers are clamped, because neither page exists. */
const highestPage = 100_000;

const attributeKey = /^attr\.([a-z0-9-]{1,60})$/;

/** Parses an address. Malformed or unknown parts are dropped, never refused. */
export const readSearch = (params: URLSearchParams): SearchState => {
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page') ?? 1);
  const attributes: Record<string, string[]> = {};
  for (const [key, value] of params) {
    const code = attributeKey.exec(key)?.[1];
    const values = listOf(value);
    // Brand and category count as filters, too.
    if (Object.keys(attributes).length >= maxFilters - 2) break;
    if (code !== undefined && values.length > 0) attributes[code] = values;
  }
  return {
    q: (params.get('q') ?? '').trim().slice(0, longestSearch),
    sort: isSort(sort) ? sort : 'relevance',
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, highestPage) : 1,
    brands: listOf(params.get('brand')),
    category: params.get('category')?.trim() || null,
    seller: params.get('seller')?.trim() || null,
    minPrice: priceOf(params.get('minPrice')),
    maxPrice: priceOf(params.get('maxPrice')),
    isOffersOnly: params.get('offers') === 'true',
    attributes,
  };
};

/** The parameters of the API's search and of our addresses, which have the same names (DEC-180). Default values are left out. */
export const searchParams = (state: SearchState): Record<string, string> => {
  const entries: [string, string][] = [
    ['q', state.q],
    ['category', state.category ?? ''],
    ['seller', state.seller ?? ''],
    ['brand', state.brands.join(',')],
    ['minPrice', state.minPrice === null ? '' : String(state.minPrice)],
    ['maxPrice', state.maxPrice === null ? '' : String(state.maxPrice)],
    ['offers', state.isOffersOnly ? 'true' : ''],
    ...Object.entries(state.attributes).map(([code, values]): [string, string] => [`attr.${code}`, values.join(',')]),
    ['sort', state.sort === 'relevance' ? '' : state.sort],
    ['page', state.page === 1 ? '' : String(state.page)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
};

export const searchHref = (pathname: string, state: SearchState): string => {
  const query = new URLSearchParams(searchParams(state)).toString();
  return query === '' ? pathname : `${pathname}?${query}`;
};

/**
 * Returns the target of a redirect, with the query parameters that the page did not read: parameters of advisors and campaigns must arrive.
 * `read`: the parameters that `address` already handles.
 */
export const withOtherQuery = (address: string, { searchParams: asked }: URL, read: readonly string[]): string => {
  const others = new URLSearchParams([...asked].filter(([name]) => !read.includes(name))).toString();
  if (others === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${others}`;
};

const toggled = (list: readonly string[], value: string): string[] =>
  list.includes(value) ? list.filter((entry) => entry !== value) : [...list, value];

/** Values with a comma cannot be part of a comma-separated list. */
export const isChoosable = (value: string): boolean => !value.includes(',');

/** The prices of a facet value "500-1000", "500-" or "-500". Null for other values. */
export const priceRangeOf = (value: string): { minPrice: number | null; maxPrice: number | null } | null => {
  const match = /^(\d+(?:\.\d{1,2})?)?-(\d+(?:\.\d{1,2})?)?$/.exec(value);
  if (match === null || value === '-') return null;
  const [, min, max] = match;
  return { minPrice: min === undefined ? null : Number(min), maxPrice: max === undefined ? null : Number(max) };
};

/** True if a facet's value is chosen. */
export const isChosen = (state: SearchState, code: string, value: string): boolean => {
  if (code === 'brand') return state.brands.some((brand) => brand.toLowerCase() === value.toLowerCase());
  if (code === 'category') return state.category === value;
  if (code === 'price') {
    const range = priceRangeOf(value);
    return range !== null && range.minPrice === state.minPrice && range.maxPrice === state.maxPrice;
  }
  return state.attributes[code]?.includes(value) ?? false;
};

/** The state after a facet's value is pressed: added or removed, from the first page again. */
export const toggleFacet = (state: SearchState, code: string, value: string): SearchState => {
  const first = { ...state, page: 1 };
  const chosen = isChosen(state, code, value);
  if (code === 'brand') {
    const same = state.brands.find((brand) => brand.toLowerCase() === value.toLowerCase()) ?? value;
    return { ...first, brands: toggled(state.brands, same) };
  }
  if (code === 'category') return { ...first, category: chosen ? null : value };
  if (code === 'price') return { ...first, ...(chosen ? { minPrice: null, maxPrice: null } : priceRangeOf(value)) };
  const values = toggled(state.attributes[code] ?? [], value);
  const { [code]: _, ...others } = state.attributes;
  return { ...first, attributes: values.length === 0 ? others : { ...others, [code]: values } };
};

/** Removes every filter; words, seller and sort order stay. */
export const withoutFilters = (state: SearchState): SearchState => ({
  ...state,
  page: 1,
  brands: [],
  category: null,
  minPrice: null,
  maxPrice: null,
  isOffersOnly: false,
  attributes: {},
});

export const countFilters = (state: SearchState): number =>
  state.brands.length +
  (state.category === null ? 0 : 1) +
  (state.minPrice === null && state.maxPrice === null ? 0 : 1) +
  (state.isOffersOnly ? 1 : 0) +
  Object.values(state.attributes).reduce((count, values) => count + values.length, 0);
