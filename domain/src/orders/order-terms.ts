/**
 * The labels of the words by which the desk finds orders, as `order_terms` (server/sql/functions/orders.sql) writes
 * them: `n` number, `s` status, `h` state of a shipment, `y` payment type, `e` e-mail, `p` phone, `d` NIT, `w` word of
 * a name, `k` sku, `g` tracking number, `t` store, `v` seller, `#` tag, `a` assignee, `f` flag. Queries are PostgreSQL
 * `tsquery` texts.
 */
type Label = 'n' | 's' | 'h' | 'y' | 'e' | 'p' | 'd' | 'w' | 'k' | 'g' | 't' | 'v' | '#' | 'a' | 'f';

/** Removes accents and capitals, like `folded` in SQL. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const term = (label: Label, text: string): string => quoted(`${label}:${text}`);
const beginning = (label: Label, text: string): string => `${term(label, text)}:*`;

const anyOf = (parts: readonly string[]): string => `(${parts.join(' | ')})`;

/** Fewer digits would match too many phone numbers. */
const leastPhoneDigits = 4;

function termsOfNumber(word: string): string[] {
  const digits = word.replace(/\D/g, '');
  // A number with the country code is the same phone.
  const phone = digits.length === 11 && digits.startsWith('502') ? digits.slice(3) : digits;
  return [
    beginning('n', digits),
    ...(phone.length >= leastPhoneDigits ? [beginning('p', phone)] : []),
    term('d', digits),
    beginning('k', word),
    beginning('g', word),
  ];
}

function termsOfWord(word: string): string[] {
  if (isDigits(word)) return termsOfNumber(word);
  if (word.includes('@')) return [beginning('e', word)];
  const names = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  const upper = word.toUpperCase();
  const nit = upper.replace(/[^A-Z\d]/g, '');
  return [
    ...(names.length === 0 ? [] : [names.map((name) => beginning('w', name)).join(' & ')]),
    ...(nit === '' ? [] : [term('d', nit)]),
    beginning('e', word),
    beginning('k', upper),
    beginning('g', upper),
  ].map((each) => (each.includes(' & ') ? `(${each})` : each));
}

const isDigits = (word: string): boolean => /^\+?[\d-]+$/.test(word);

/** Joins the digits of a phone into one word, for any spacing: "5512 4087", "+502 5512-4087". */
const joinedDigits = (words: readonly string[]): string[] => {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before !== undefined && isDigits(before) && isDigits(word)) joined[joined.length - 1] = before + word;
    else joined.push(word);
  }
  return joined;
};

const wordsIn = (words: string): string[] =>
  joinedDigits(foldText(words).split(/\s/)).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Returns a word as a part of a number: digits, perhaps with the K of a NIT, without separators. */
const numberPart = (word: string): string => word.toUpperCase().replace(/[^A-Z\d]/g, '');

/** Returns the words that may be the end of an order number or a part of a NIT. Separate indexes find these (`orders.desk-parts`). */
export const numberPartsIn = (words: string): string[] =>
  wordsIn(words)
    .map(numberPart)
    .filter((part) => /^\d{3,8}K?$/.test(part));

/** Fewer digits would match too many NITs. */
const leastNitDigits = 4;

/** Returns the words as a part of a NIT. Null if they cannot be a part of one. */
export const nitPartIn = (words: string): string | null => {
  const part = numberPart(words);
  return part.length >= leastNitDigits && /^\d+K?$/.test(part) && !/\p{Letter}{2}/u.test(words) ? part : null;
};

/** The order numbers that each word finds as a part of a number or NIT. */
export type OrdersOfParts = ReadonlyMap<string, readonly string[]>;

/**
 * Returns a query for orders in which each word begins a name, e-mail, phone, number, NIT, sku or tracking number.
 * Undefined without words. `parts`: additional queries that find orders by a word of digits.
 */
export function searchTerms(words: string, parts: OrdersOfParts = new Map()): string | undefined {
  const each = wordsIn(words).map((word) => [
    ...termsOfWord(word),
    ...(parts.get(numberPart(word)) ?? []).map((number) => term('n', number)),
  ]);
  return each.length === 0 ? undefined : each.map(anyOf).join(' & ');
}

/** Filters of a list of orders. A filter matches if any of its values does. */
export interface OrderFilters {
  status?: readonly string[] | undefined;
  shipment?: readonly string[] | undefined;
  payment?: readonly string[] | undefined;
  store?: readonly string[] | undefined;
  seller?: readonly string[] | undefined;
  /** A tag or its beginning. */
  tag?: string | undefined;
  assignee?: readonly string[] | undefined;
  late?: boolean | undefined;
  held?: boolean | undefined;
  unconfirmed?: boolean | undefined;
  q?: string | undefined;
  parts?: OrdersOfParts | undefined;
  /** Codes of the stores that the user is limited to. Null for all stores. */
  within: readonly string[] | null;
}

/** Returns the query for filters. Undefined without filters. `isPositive`: some term must be present, so that an index can be used. */
export function orderTermsQuery(filters: OrderFilters): { text: string; isPositive: boolean } | undefined {
  const of = (label: Label, values: readonly string[] | undefined): string[] =>
    values === undefined ? [] : [anyOf(values.map((value) => term(label, value)))];
  const flags = (['late', 'held', 'unconfirmed'] as const).flatMap((name) => {
    const wanted = filters[name];
    return wanted === undefined ? [] : [`${wanted ? '' : '!'}${term('f', name)}`];
  });
  const words = filters.q === undefined ? undefined : searchTerms(filters.q, filters.parts);
  const parts = [
    ...of('s', filters.status),
    ...of('h', filters.shipment),
    ...of('y', filters.payment),
    ...of('t', filters.store),
    ...of('v', filters.seller),
    ...(filters.tag === undefined ? [] : [beginning('#', foldText(filters.tag))]),
    ...of('a', filters.assignee),
    ...flags,
    ...(words === undefined ? [] : [words]),
    // A user with an empty list of stores sees no orders.
    ...(filters.within === null ? [] : of('t', filters.within.length === 0 ? [''] : filters.within)),
  ];
  return parts.length === 0
    ? undefined
    : { text: parts.join(' & '), isPositive: parts.some((part) => !part.startsWith('!')) };
}
