import { type Centavos, centavos } from '../money/money.ts';
import { beforeBudget, cheapWords, comparisons, currencyWords, fillerWords, offerWords, units } from './price-words.ts';

/** The wish about the price in a search. */
export interface PriceWish {
  min: Centavos | null;
  max: Centavos | null;
  /**
   * The order of equally good matches: `cheapest` for "barato", `dearest` for a budget (the prices closest to the
   * amount first).
   */
  first: 'best-selling' | 'cheapest' | 'dearest';
  /** True for "en oferta" or "con descuento": only products below their regular price. */
  isOffersOnly: boolean;
  /** The words of the wish as typed. Appended to other words, they express the same wish. */
  said: string;
  /** The words among `said` that set no limit ("barato", "en oferta"). */
  saidBesides: string;
}

export interface WishedSearch {
  /** The words to search for. May be empty. */
  words: string;
  /** Null without a wish about the price. */
  wish: PriceWish | null;
}

/** A token as typed, and in the form for comparison: lower case without accents and outer punctuation. */
interface Token {
  typed: string;
  word: string;
}

interface Amount {
  value: Centavos;
  /** True with "Q", "quetzales" or "mil", which only money has. */
  isMoney: boolean;
  next: number;
}

/** Minimum of a price without a currency. A smaller number is a size, a count or a model ("soporte hasta 55"). */
const smallestBare = centavos(100_00);
/** Minimum of a budget. A smaller amount is part of a name: "Izabal Q8" is a model. */
const smallestBudget = centavos(10_00);
const largest = centavos(10_000_000_00);

const fold = (text: string): string =>
  withoutEnd(
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/^[¿¡("]+/u, ''),
  );

/** Removes all punctuation at the end of "barato?!" in one pass. */
const withoutEnd = (word: string): string => {
  let end = word.length;
  while ('?!);:'.includes(word[end - 1] ?? '-')) end -= 1;
  return word.slice(0, end);
};

/** Splits a text into tokens. Signs become separate tokens, because people write "<3000" and "q 500" in many ways. */
const tokensOf = (text: string): Token[] =>
  text
    .replace(/[<>]=?/g, ' $& ')
    .split(/\s+/)
    .filter((typed) => typed !== '')
    .map((typed) => ({ typed, word: fold(typed) }));

/** Parses digits with thousands commas and at most two decimals. Undefined for other texts. */
const numberOf = (word: string): number | undefined => {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(word) ? word.replaceAll(',', '') : word;
  return /^\d{1,8}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
};

/** Returns the amount that begins at a token: "3000", "Q3,000", "q 500", "5 mil", "3mil", "2000 quetzales". */
function amountAt(tokens: readonly Token[], start: number): Amount | undefined {
  let next = start;
  let isMoney = false;
  let text = tokens[next]?.word ?? '';
  if (text === 'q' || text === 'q.') {
    isMoney = true;
    next += 1;
    text = tokens[next]?.word ?? '';
  } else if (/^q\.?\d/.test(text)) {
    isMoney = true;
    text = text.replace(/^q\.?/, '');
  }
  const isGluedThousand = text.endsWith('mil');
  const digits = isGluedThousand ? text.slice(0, -3) : text;
  // "menos de mil" means one thousand.
  const number = text === 'mil' ? 1 : numberOf(digits);
  if (number === undefined) return undefined;
  next += 1;
  const isThousand = isGluedThousand || tokens[next]?.word === 'mil';
  if (isThousand && !isGluedThousand) next += 1;
  if (currencyWords.has(tokens[next]?.word ?? '')) {
    isMoney = true;
    next += 1;
  }
  const value = centavos(Math.round(number * (isThousand ? 100_000 : 100)));
  if (value > largest) return undefined;
  return { value, isMoney: isMoney || isThousand, next };
}

/** Returns whether an amount is money, or a large enough number without a following unit. */
const isPrice = ({ value, isMoney, next }: Amount, tokens: readonly Token[]): boolean =>
  isMoney || (value >= smallestBare && !units.has(tokens[next]?.word ?? ''));

const startsWith = (tokens: readonly Token[], start: number, words: readonly string[]): boolean =>
  words.every((word, index) => tokens[start + index]?.word === word);

interface Read {
  next: number;
  wish: Partial<PriceWish>;
}

/** Parses "entre 1000 y 2000", "de Q500 a Q900". */
function rangeAt(tokens: readonly Token[], start: number): Read | undefined {
  const opening = tokens[start]?.word;
  if (opening !== 'entre' && opening !== 'de') return undefined;
  const low = amountAt(tokens, start + 1);
  const joint = low && tokens[low.next]?.word;
  if (low === undefined || joint !== (opening === 'entre' ? 'y' : 'a')) return undefined;
  const high = amountAt(tokens, low.next + 1);
  if (high === undefined || !isPrice(high, tokens)) return undefined;
  // In "entre 2 y 3 mil" the first number shares the unit of the second number. In "entre 1 y mil" there is no unit to
  // share. "Entre 1 y 1 mil" is not a range.
  const sharesUnit = !low.isMoney && high.isMoney && low.value < 100_00 && high.value >= 1_000_00;
  const isAlone = tokens[low.next + 1]?.word === 'mil' || low.value * 1000 === high.value;
  const min = sharesUnit && !isAlone ? low.value * 1000 : low.value;
  if (min < smallestBare && !low.isMoney && !high.isMoney) return undefined;
  return {
    next: high.next,
    wish: { min: centavos(Math.min(min, high.value)), max: centavos(Math.max(min, high.value)) },
  };
}

function comparisonAt(tokens: readonly Token[], start: number): Read | undefined {
  for (const { words, bound } of comparisons) {
    if (!startsWith(tokens, start, words)) continue;
    const amount = amountAt(tokens, start + words.length);
    if (amount !== undefined && isPrice(amount, tokens)) return { next: amount.next, wish: { [bound]: amount.value } };
  }
  return undefined;
}

/** Parses an amount of money without a comparison. It is the maximum that the shopper wants to spend. */
function budgetAt(tokens: readonly Token[], start: number): Read | undefined {
  const from = beforeBudget.has(tokens[start]?.word ?? '') ? start + 1 : start;
  const amount = amountAt(tokens, from);
  return amount?.isMoney && amount.value >= smallestBudget
    ? { next: amount.next, wish: { max: amount.value, first: 'dearest' } }
    : undefined;
}

function wordAt(tokens: readonly Token[], start: number): Read | undefined {
  const word = tokens[start]?.word ?? '';
  if (cheapWords.has(word)) return { next: start + 1, wish: { first: 'cheapest' } };
  if (offerWords.has(word)) return { next: start + 1, wish: { isOffersOnly: true } };
  return undefined;
}

/** Removes words before a wish from the end of the other words: "el celular más | barato", "tele en | oferta". */
function dropJoints(otherWords: Token[]): void {
  while (fillerWords.has(otherWords.at(-1)?.word ?? '')) otherWords.pop();
}

/**
 * Separates the wish about the price from the words to search for (DEC-180): "tele menos de Q3,000", "celular entre
 * 1000 y 2000", "laptop barata", "ofertas de lavadoras", "tablet con Q1500". A number with "Q", "quetzales" or "mil" is
 * a price. Without these words, a number is a price only if it follows a comparison, is at least 100, and has no unit.
 */
export function readPriceWish(text: string): WishedSearch {
  const tokens = tokensOf(text);
  const otherWords: Token[] = [];
  const wish: PriceWish = {
    min: null,
    max: null,
    first: 'best-selling',
    isOffersOnly: false,
    said: '',
    saidBesides: '',
  };
  let isWished = false;
  for (let at = 0; at < tokens.length; ) {
    const read = rangeAt(tokens, at) ?? comparisonAt(tokens, at) ?? budgetAt(tokens, at) ?? wordAt(tokens, at);
    if (read !== undefined) {
      Object.assign(wish, read.wish);
      const said = tokens.slice(at, read.next).map(({ typed }) => typed);
      wish.said = [wish.said, ...said].join(' ').trim();
      const isLimit = read.wish.min !== undefined || read.wish.max !== undefined;
      if (!isLimit) wish.saidBesides = [wish.saidBesides, ...said].join(' ').trim();
      isWished = true;
      dropJoints(otherWords);
      at = read.next;
      // In "ofertas de laptops", also removes the word between wish and product.
      if (otherWords.length === 0)
        while (fillerWords.has(tokens[at]?.word ?? '') && rangeAt(tokens, at) === undefined) at += 1;
    } else {
      const token = tokens[at];
      if (token !== undefined) otherWords.push(token);
      at += 1;
    }
  }
  return isWished
    ? { words: otherWords.map(({ typed }) => typed).join(' '), wish: inOrder(wish) }
    : { words: text, wish: null };
}

/** Swaps the limits of "más de 3000 menos de 2000". */
const inOrder = (wish: PriceWish): PriceWish =>
  wish.min !== null && wish.max !== null && wish.min > wish.max ? { ...wish, min: wish.max, max: wish.min } : wish;
