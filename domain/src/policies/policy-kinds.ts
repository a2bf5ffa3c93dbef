import { checkEmail } from '../customers/email.ts';
import { checkPhone, phoneLength } from '../customers/phone.ts';
import { type CivilDate, parseCivilDate } from '../dates/civil-date.ts';
import { readHours, writeHours } from '../delivery/store-hours-text.ts';
import { type Centavos, centavos, formatQ, fromQuetzales, readQuetzales, toQuetzales } from '../money/money.ts';

/** The kind of a policy field: its value, and how the value is stored, parsed from an operator's text, displayed, and sent to browsers. */
export interface Kind<Name extends string, T, Json = T> {
  kind: Name;
  /** The requirements' value. */
  standard: T;
  /** The values that the field accepts, in English. */
  expected: string;
  /** The limits of a number (an amount in centavos), and the unit of a whole number. */
  range?: { least: number; most: number; unit?: Unit };
  /** Maximum length of a text, in characters. */
  maxLength?: number;
  /** Checks a stored JSON value. Undefined if it is invalid for this field. */
  check(value: unknown): T | undefined;
  /** Parses an operator's text. `check` then checks the result. */
  read(text: string): unknown;
  show(value: T): string;
  /** Returns the value in `GET /v1/policy`. `ofJson` converts it back. */
  toJson(value: T): Json;
  ofJson(value: Json): T;
}

export type Unit =
  | 'o’clock'
  | 'minutes'
  | 'hours'
  | 'opening hours'
  | 'days'
  | 'business days'
  | 'orders'
  | 'orders an hour'
  | 'units'
  | 'charges'
  | 'charges an hour'
  | 'charges a day'
  | 'cards an hour'
  | 'e-mails a day';

/** Marks a field that pages quote. */
export const shown = <Field extends object>(field: Field): Field & { isPublic: true } => ({ ...field, isPublic: true });

/** For a field that is sent in its stored form. */
const asItIs = <T>() => ({ toJson: (value: T): T => value, ofJson: (value: T): T => value });

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

export const integer = (
  standard: number,
  { least, most, unit }: { least: number; most: number; unit: Unit },
): Kind<'integer', number> => ({
  kind: 'integer',
  standard,
  range: { least, most, unit },
  expected: `a whole number of ${unit}, ${least} to ${most}`,
  check: (value) => (isWithin(value, least, most) ? value : undefined),
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  show: (value) => `${value} ${unit}`,
  ...asItIs(),
});

/** Q1,000,000: above any cart, and below amounts that would lose precision. */
export const maxMoney = 100_000_000;

const readMoney = (text: string): unknown => {
  const amount = readQuetzales(text);
  return amount.ok ? amount.value : undefined;
};

/** Throws if an amount is invalid, because that would be a defect of the server. */
const amountOf = (json: number): Centavos => {
  const amount = fromQuetzales(json);
  if (!amount.ok) throw new RangeError(`not an amount of the contract: ${json}`);
  return amount.value;
};

/** `most` is in centavos. */
export const money = (standard: Centavos, most = maxMoney): Kind<'money', Centavos, number> => ({
  kind: 'money',
  standard,
  range: { least: 0, most },
  expected: `quetzales with at most two decimals, 0 to ${most / 100}, for example 800 or 799.50`,
  check: (value) => (isWithin(value, 0, most) ? centavos(value) : undefined),
  read: readMoney,
  show: formatQ,
  toJson: toQuetzales,
  ofJson: amountOf,
});

export const moneyOrNone = (standard: Centavos | null): Kind<'moneyOrNone', Centavos | null, number | null> => {
  const some = money(standard ?? centavos(0));
  return {
    kind: 'moneyOrNone',
    standard,
    range: { least: 0, most: maxMoney },
    expected: `${some.expected}, or none`,
    check: (value) => (value === null ? null : some.check(value)),
    read: (text) => (text === 'none' ? null : readMoney(text)),
    show: (value) => (value === null ? 'none' : formatQ(value)),
    toJson: (value) => (value === null ? null : toQuetzales(value)),
    ofJson: (json) => (json === null ? null : amountOf(json)),
  };
};

/** In basis points. */
export const percent = (standard: number): Kind<'percent', number> => ({
  kind: 'percent',
  standard,
  expected: 'a percentage with at most two decimals, 0 to 100, for example 10 or 12.5',
  check: (value) => (isWithin(value, 0, 10_000) ? value : undefined),
  read: (text) => readMoney(text.endsWith('%') ? text.slice(0, -1).trimEnd() : text),
  show: (value) => `${value / 100} %`,
  ...asItIs(),
});

/** 0 to 1,440. */
export const minuteOfDay = (standard: number): Kind<'minuteOfDay', number> => ({
  kind: 'minuteOfDay',
  standard,
  expected: 'a time of day, 00:00 to 24:00',
  check: (value) => (isWithin(value, 0, 24 * 60) ? value : undefined),
  read: (text) => {
    const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
    return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
  },
  show: (value) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`,
  ...asItIs(),
});

export const yesOrNo = (standard: boolean): Kind<'yesOrNo', boolean> => ({
  kind: 'yesOrNo',
  standard,
  expected: 'yes or no',
  check: (value) => (typeof value === 'boolean' ? value : undefined),
  read: (text) => ({ yes: true, no: false })[text],
  show: (value) => (value ? 'yes' : 'no'),
  ...asItIs(),
});

/** A choice of several words. */
export const choice = <const Words extends readonly string[]>(
  standard: Words[number],
  words: Words,
): Kind<'choice', Words[number]> => ({
  kind: 'choice',
  standard,
  expected: `one of ${words.join(', ')}`,
  check: (value) => words.find((word) => word === value),
  read: (text) => text,
  show: (value) => value,
  ...asItIs(),
});

const readPhone = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d+(?:[- ]\d+)*$/.test(value) && /^\d{4,12}$/.test(value.replace(/\D/g, ''))
    ? value
    : undefined;

/** A phone number as shown. */
export const phone = (standard: string): Kind<'phone', string> => ({
  kind: 'phone',
  standard,
  expected: 'a telephone number of 4 to 12 digits, groups parted by one dash or space, for example 4232-000',
  check: readPhone,
  read: (text) => text,
  show: (value) => value,
  ...asItIs(),
});

export const mobileOrNone = (standard: string | null): Kind<'mobileOrNone', string | null> => ({
  kind: 'mobileOrNone',
  standard,
  expected:
    'a Guatemalan telephone number of 8 digits, groups parted by one dash or space, for example 5555-1234, or none',
  check: (value) => {
    if (value === null) return null;
    const number = readPhone(value);
    const isNational = number?.replace(/\D/g, '').length === phoneLength;
    return isNational && checkPhone(number).ok ? number : undefined;
  },
  read: (text) => (text === 'none' ? null : text),
  show: (value) => value ?? 'none',
  ...asItIs(),
});

/** Parses an e-mail address like a customer's. Undefined if it is invalid. */
export function readEmail(value: unknown): string | undefined {
  const checked = checkEmail(String(value));
  return checked.ok ? checked.value : undefined;
}

export const email = (standard: string): Kind<'email', string> => ({
  kind: 'email',
  standard,
  expected: 'an e-mail address',
  check: readEmail,
  read: (text) => text,
  show: (value) => value,
  ...asItIs(),
});

export const dayOrNone = (standard: CivilDate | null): Kind<'dayOrNone', CivilDate | null> => ({
  kind: 'dayOrNone',
  standard,
  expected: 'a day as YYYY-MM-DD, or none',
  check: (value) => {
    if (value === null) return null;
    const day = parseCivilDate(String(value));
    return day.ok ? day.value : undefined;
  },
  read: (text) => (text === 'none' ? null : text),
  show: (value) => value ?? 'none',
  ...asItIs(),
});

const maxDays = 100;

export const days = (standard: readonly CivilDate[]): Kind<'days', readonly CivilDate[]> => ({
  kind: 'days',
  standard,
  expected: `up to ${maxDays} days as YYYY-MM-DD, parted by spaces, or none`,
  check: (value) => {
    if (!Array.isArray(value) || value.length > maxDays) return undefined;
    const read = value.map((entry) => parseCivilDate(String(entry)));
    const known = read.flatMap((day) => (day.ok ? [day.value] : []));
    return known.length === value.length ? known : undefined;
  },
  read: (text) => (text === 'none' ? [] : text.split(/[\s,]+/)),
  show: (value) => (value.length === 0 ? 'none' : value.join(' ')),
  ...asItIs(),
});

/** Weekly hours as a text (record 0154). Empty if unknown. The standard is such a text. */
export const hours = (standard: string): Kind<'hours', string> => ({
  kind: 'hours',
  standard,
  expected: 'weekly hours, for example "lun,mar 09:00-18:00|sab 10:00-14:00", or none',
  maxLength: 400,
  check: (value) => {
    if (typeof value !== 'string' || value.length > 400) return undefined;
    const read = readHours(value);
    return read.ok ? writeHours(read.value) : undefined;
  },
  read: (text) => (text === 'none' ? '' : text),
  show: (value) => (value === '' ? 'none' : value),
  ...asItIs(),
});
