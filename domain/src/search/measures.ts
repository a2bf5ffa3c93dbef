/**
 * Converts numbers and units as people write them to the form of titles: "cuarenta libras", "12 mil btu", "12k btu",
 * "55 pulgdas". The meaning of a single word is data of the search. The meaning of a word after a number is grammar,
 * and in this file.
 */

const small: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ...'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete'.split(
      ' ',
    ),
    ...'dieciocho diecinueve veinte veintiun veintidos veintitres veinticuatro veinticinco veintiseis veintisiete'.split(
      ' ',
    ),
    ...'veintiocho veintinueve treinta'.split(' '),
  ].map((word, number) => [word, number]),
);
const numerals: ReadonlyMap<string, number> = new Map([
  ...Object.entries(small),
  ['uno', 1],
  ['una', 1],
  ['sinco', 5],
  ['veintiuno', 21],
  ...['cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'].map((word, n): [string, number] => [
    word,
    40 + n * 10,
  ]),
  ['cien', 100],
  ['ciento', 100],
  ...'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'
    .split(' ')
    .map((word, n): [string, number] => [word, 200 + n * 100]),
]);

/** Every spelling of a unit, with the unit. */
const units: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pulgadas: 'pulgadas pulgada pulg plg pul plgs',
    libras: 'libras libra lb lbs',
    gb: 'gb gbs gigas giga gigabytes gig gigs',
    tb: 'tb tera teras terabyte terabytes',
    btu: 'btu btus bt butu',
    w: 'w watts watt wats wat wts vatios vatio',
    litros: 'litros litro l lt lts',
    pies: 'pies pie ft',
    quemadores: 'quemadores quemador',
    hornillas: 'hornillas hornilla',
    hz: 'hz hertz hercios',
    mah: 'mah',
    mm: 'mm milimetros',
    cc: 'cc',
    mp: 'mp mpx megapixeles megapixel',
    kg: 'kg kilos kilo kilogramos',
    voltios: 'voltios voltio v volts',
    canastas: 'canastas canasta',
    controles: 'controles control',
    puertas: 'puertas puerta',
    puertos: 'puertos puerto',
    nucleos: 'nucleos nucleo',
  }).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, unit])),
);

/** Words that look like a misspelled unit, but are not. */
const noUnits = new Set(
  'libros libro libretas libreta piezas pieza litera literas plus puntos puesto puestos'.split(' '),
);

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Replaces letters with the same sound in Guatemala by one letter. */
const soundOf = (word: string): string =>
  word.replace(/v/g, 'b').replace(/j/g, 'g').replace(/[kc]/g, 'q').replace(/z/g, 's');

/** Returns the number of letters to change, add, remove or swap with their neighbour. */
function distanceOf(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let a = 1; a <= from.length; a += 1) {
    const next = [a];
    for (let b = 1; b <= to.length; b += 1) {
      const isSame = from[a - 1] === to[b - 1];
      let least = Math.min((row[b] ?? 0) + 1, (next[b - 1] ?? 0) + 1, (row[b - 1] ?? 0) + (isSame ? 0 : 1));
      if (a > 1 && b > 1 && from[a - 1] === to[b - 2] && from[a - 2] === to[b - 1])
        least = Math.min(least, (before[b - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Returns the unit that a word after a number means. One letter may be wrong. */
function unitOf(word: string): string | undefined {
  const exact = units.get(word);
  if (exact !== undefined || noUnits.has(word) || word.length < 2 || !/^[a-z]+$/.test(word)) return exact;
  let best: { unit: string; distance: number } | undefined;
  for (const [written, unit] of units) {
    const slack = written.length >= 6 ? 2 : 1;
    if (Math.abs(written.length - word.length) > slack) continue;
    if (written.length <= 3 ? !hasSameSounds(word, written) : soundOf(word)[0] !== soundOf(written)[0]) continue;
    const distance = distanceOf(soundOf(word), soundOf(written));
    if (distance <= slack && distance < (best?.distance ?? 9)) best = { unit, distance };
  }
  return best?.unit;
}

/** Returns whether both words have the same sounds: 'bg' and 'ggb' are 'gb', 'vtu' is 'btu'; 'max' is not 'mah'. */
const hasSameSounds = (word: string, written: string): boolean => lettersOf(word) === lettersOf(written);
const lettersOf = (word: string): string => [...new Set(soundOf(word))].sort().join('');

interface Read {
  text: string;
  next: number;
}

/** Returns the number in words that begins at this word: "cincuenta y cinco", "doce mil", "mil". */
function numeralAt(words: readonly string[], start: number): { value: number; next: number } | undefined {
  let value = 0;
  let next = start;
  let last = 1000;
  for (;;) {
    const isJoined = words[next] === 'y' && next > start;
    const number = numerals.get(words[isJoined ? next + 1 : next] ?? '');
    // "ciento veintiocho", "cuarenta y tres": each part is smaller than the previous part, and 'y' comes only before
    // ones.
    const fits =
      number !== undefined && number < last && (isJoined ? number < 10 && last >= 30 : next === start || last >= 100);
    if (!fits) break;
    value += number;
    last = number >= 100 ? 100 : number;
    next += isJoined ? 2 : 1;
  }
  return next === start ? undefined : { value, next };
}

/** Parses a number in digits or words, with "mil" or "k", and the unit after it. */
function measureAt(words: readonly string[], start: number): Read | undefined {
  const digits = /^(\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,2})?)(mil|k)?([a-z]*)$/.exec(words[start] ?? '');
  const said = numeralAt(words, start);
  const isBareThousand = words[start] === 'mil';
  if (digits === null && said === undefined && !isBareThousand) return undefined;
  let next = digits === null ? (said?.next ?? start) : start + 1;
  let value = digits === null ? (said?.value ?? 1) : Number((digits[1] ?? '').replaceAll(',', ''));
  const glued = digits?.[3] ?? '';
  let thousand = digits?.[2] ?? '';
  if (thousand === '' && glued === '' && words[next] === 'mil') {
    thousand = 'mil';
    next += 1;
  }
  const rest = thousand === 'mil' ? numeralAt(words, next) : undefined;
  const unit = unitOf(glued === '' ? (words[rest?.next ?? next] ?? '') : glued);
  if (unit !== undefined) {
    if (thousand !== '') value = value * 1000 + (rest?.value ?? 0);
    return { text: `${value} ${unit}`, next: (rest?.next ?? next) + (glued === '' ? 1 : 0) };
  }
  if (said === undefined) return undefined;
  // Without a unit "uno" and "dos" are words ("todo en uno", "dos puertas"). Amounts of money keep the word "mil".
  if (value < 20 && thousand === '') return undefined;
  return { text: thousand === '' ? String(value) : `${value} mil`, next };
}

/** Returns a search with its numbers in digits and its units in standard spelling. Other words do not change. */
export function readMeasures(text: string): string {
  const typed = text.split(/\s+/).filter((word) => word !== '');
  const words = typed.map((word) => fold(word).replace(/[.;:!?]$/, ''));
  const result: string[] = [];
  let isRead = false;
  for (let at = 0; at < words.length; ) {
    const read = measureAt(words, at);
    if (read === undefined) {
      result.push(typed[at] ?? '');
      at += 1;
    } else {
      result.push(read.text);
      at = read.next;
      isRead = true;
    }
  }
  return isRead ? result.join(' ') : text;
}
