/**
 * The labelled words that the desk finds orders by, as `order_terms` (server/sql/functions/orders.sql) writes them: `n` number, `s` status, `h`
 * state of a shipment, `y` payment type, `e` e-mail, `p` phone, `d` NIT, `w` word of a name, `k` sku, `g` tracking number, `t` store, `v` seller,
 * `#` tag, `a` assignee, `f` flag. Queries are texts of PostgreSQL's `tsquery`.
 */
type Label = 'n' | 's' | 'h' | 'y' | 'e' | 'p' | 'd' | 'w' | 'k' | 'g' | 't' | 'v' | '#' | 'a' | 'f';

/** As SQL's `folded`: without accents and capitals. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const term = (label: Label, text: string): string => quoted(`${label}:${text}`);
const beginning = (label: Label, text: string): string => `${term(label, text)}:*`;

const anyOf = (parts: readonly string[]): string => `(${parts.join(' | ')})`;

/** Fewer digits begin too many numbers to be what somebody looks for. */
const leastPhoneDigits = 4;

function termsOfNumber(word: string): string[] {
  const digits = word.replace(/\D/g, '');
  // With the country's code it is the same phone.
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

/** A phone is one word, however it is spaced: "5512 4087", "+502 5512-4087". */
const joinedDigits = (words: readonly string[]): string[] => {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before !== undefined && isDigits(before) && isDigits(word)) joined[joined.length - 1] = before + word;
    else joined.push(word);
  }
  return joined;
};

/** Each of its words begins a name, an e-mail, a phone, a number, a NIT, a sku or a tracking number of the order; undefined: no words. */
export function searchTerms(words: string): string | undefined {
  const each = joinedDigits(foldText(words).split(/\s/)).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return each.length === 0 ? undefined : each.map((word) => anyOf(termsOfWord(word))).join(' & ');
}

/** What a list of orders is narrowed by; each by any of its values. */
export interface OrderFilters {
  status?: readonly string[] | undefined;
  shipment?: readonly string[] | undefined;
  payment?: readonly string[] | undefined;
  store?: readonly string[] | undefined;
  seller?: string | undefined;
  tag?: string | undefined;
  assignee?: string | undefined;
  late?: boolean | undefined;
  held?: boolean | undefined;
  unconfirmed?: boolean | undefined;
  q?: string | undefined;
  /** Codes of the stores that who asks is limited to; null: all. */
  within: readonly string[] | null;
}

/** The query of filters; undefined: of none. `isPositive`: something has to be there, so that an index finds it. */
export function orderTermsQuery(filters: OrderFilters): { text: string; isPositive: boolean } | undefined {
  const of = (label: Label, values: readonly string[] | undefined): string[] =>
    values === undefined ? [] : [anyOf(values.map((value) => term(label, value)))];
  const one = (label: Label, value: string | undefined): string[] => (value === undefined ? [] : [term(label, value)]);
  const flags = (['late', 'held', 'unconfirmed'] as const).flatMap((name) => {
    const wanted = filters[name];
    return wanted === undefined ? [] : [`${wanted ? '' : '!'}${term('f', name)}`];
  });
  const words = filters.q === undefined ? undefined : searchTerms(filters.q);
  const parts = [
    ...of('s', filters.status),
    ...of('h', filters.shipment),
    ...of('y', filters.payment),
    ...of('t', filters.store),
    ...one('v', filters.seller),
    ...one('#', filters.tag === undefined ? undefined : foldText(filters.tag)),
    ...one('a', filters.assignee),
    ...flags,
    ...(words === undefined ? [] : [words]),
    // Who is limited to no store at all sees nothing.
    ...(filters.within === null ? [] : of('t', filters.within.length === 0 ? [''] : filters.within)),
  ];
  return parts.length === 0
    ? undefined
    : { text: parts.join(' & '), isPositive: parts.some((part) => !part.startsWith('!')) };
}
