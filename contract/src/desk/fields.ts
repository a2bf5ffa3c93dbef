import type { PageBlock } from '@ceiba/domain/content/page-file';
import { emailMessage } from '@ceiba/domain/customers/email';
import { personMessage } from '@ceiba/domain/customers/person-name';
import { formatTypedPhone, phoneMessage } from '@ceiba/domain/customers/phone';
import { plainTextMessage } from '@ceiba/domain/customers/plain-text';
import { profileEmail, profilePhone } from '@ceiba/domain/customers/profile-words';
import { lengthMessage, repaired } from '@ceiba/domain/customers/typed-text';
import { guatemalaTime, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { readExceptions, readHours } from '@ceiba/domain/delivery/store-hours-text';
import { centavos, formatQ, fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { NameKind } from './list.ts';

/**
 * A field that desk users enter, with its label and limits. Forms of the desk, calls of entities and columns of files all use
 * this declaration.
 */
export type Field = FieldKind & {
  label: string;
  hint?: string;
  /** True if an empty field is null. Otherwise the field is required. */
  isOptional?: true;
};

type FieldKind =
  /**
   * `max`: characters. `isEmail`: an e-mail address. `isName`: a person's name. `isUpper`: stored in capitals. `isLong`: several
   * lines. `isPlain`: no links (record 0051). `mayBeBlank`: an empty text is a valid value.
   */
  | {
      kind: 'text';
      max: number;
      form?: TextForm;
      isEmail?: true;
      isName?: true;
      /** True for a Guatemalan phone, stored as its eight digits. */
      isPhone?: true;
      isUpper?: true;
      isLong?: true;
      isPlain?: true;
      /** True if spaces and invisible characters are repaired, as in an address. */
      isLine?: true;
      mayBeBlank?: true;
    }
  | { kind: 'whole'; min: number; max: number }
  /** A number with at most six decimals, such as a latitude in degrees. */
  | { kind: 'decimal'; min: number; max: number }
  /** Quetzales with at most two decimals, as calls send them. */
  | { kind: 'money'; min?: number; max?: number }
  /** A percentage with at most two decimals. */
  | { kind: 'percent'; mayBeZero?: true }
  /** For example 2026-11-30. */
  | { kind: 'day' }
  /** A minute. `isEnd`: includes all seconds of the minute. */
  | { kind: 'moment'; isEnd?: true }
  /** The words for yes and for no. */
  | { kind: 'flag'; words: readonly [yes: string, no: string] }
  | { kind: 'choice'; values: Readonly<Record<string, string>> }
  /**
   * The number of a row of another table, chosen by its name. `isCode`: its code, a text. `within`: the field that limits the
   * choice, as a department limits its municipalities.
   */
  | { kind: 'reference'; names: NameKind; isCode?: true; within?: string }
  /** Weekly opening hours as a text (`readHours`). Empty if unknown. */
  | { kind: 'hours' }
  /** Days with other opening hours as a text (`readExceptions`). */
  | { kind: 'exceptions' }
  /** Blocks of a page (PROD-14). `fault` returns the fault of the blocks in Spanish, or null. */
  | { kind: 'blocks'; fault: (blocks: unknown) => string | null };

type TextField = Extract<FieldKind, { kind: 'text' }>;

/** A pattern for a text, and its description: "una dirección como «televisor-55»". */
export interface TextForm {
  pattern: RegExp;
  words: string;
  /** Returns whether a text is refused although it matches the pattern. */
  refuses?: (text: string) => boolean;
}

export const hasForm = ({ pattern, refuses }: TextForm, text: string): boolean =>
  pattern.test(text) && refuses?.(text) !== true;

/** Letters, digits and hyphens of an address. */
export const slugForm: TextForm = {
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  words: 'una dirección como «televisor-55»: minúsculas, números y guiones',
};

/** A searched phrase: one to four words, each with a letter or a digit first. */
export const phraseForm: TextForm = {
  pattern: /^[\p{L}\p{N}][^\s,]*(?: [\p{L}\p{N}][^\s,]*){0,3}$/u,
  words: 'de una a cuatro palabras',
};

/** The reason for an action (§0.2). */
export const reasonField = { kind: 'text', label: 'Motivo', max: 300 } as const satisfies Field;

/** The reference on a document that proves a payment. */
export const paperField = { kind: 'text', label: 'Comprobante', max: 50 } as const satisfies Field;

/** The account for a refund by transfer. */
export const accountFields = {
  bank: { kind: 'text', label: 'Banco', max: 60 },
  account: {
    kind: 'text',
    label: 'Número de cuenta',
    max: 30,
    form: { pattern: /^[\d-]{5,30}$/, words: 'de 5 a 30 números o guiones' },
  },
  name: { kind: 'text', label: 'A nombre de', max: 100 },
} as const satisfies Readonly<Record<string, Field>>;

/** Q9,999,999: above any amount in the shop. */
export const maxQuetzales = 9_999_999;

type Plain<F extends Field> = F extends { kind: 'whole' | 'decimal' | 'money' | 'percent' }
  ? number
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'choice'; values: infer V }
      ? keyof V & string
      : F extends { kind: 'blocks' }
        ? readonly PageBlock[]
        : string;

/** The value of a field in calls. */
export type ValueOf<F extends Field> = F extends { isOptional: true } ? Plain<F> | null : Plain<F>;

export type FieldValue = string | number | boolean | null | readonly PageBlock[];

/**
 * Returns an amount in the form of calls: "1400.50" for "1,400.50", "Q 1,400.50", "Q. 1,400.50" and "1.400,50". A single comma
 * before one or two digits is a decimal comma, because some phones have no point for amounts.
 */
export const typedMoney = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s/g, ' ')
    .replace(/^Q ?\.? ?(?=\d)/i, '')
    .replace(
      /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/,
      (_, whole: string, rest: string) => `${whole.replaceAll('.', '')}.${rest}`,
    )
    .replace(/^([^.,]*),(\d{1,2})$/, '$1.$2')
    .replaceAll(',', '')
    .trim();

const wrong = (message: string) => refuse({ code: 'wrong' as const, message });

type Reading = Result<FieldValue, { code: 'wrong'; message: string }>;

export const missing = 'Falta este dato.';

/** Returns whether an empty text is a valid value of the field. */
export const mayBeBlank = (field: Field): boolean =>
  field.kind === 'hours' || field.kind === 'exceptions' || (field.kind === 'text' && field.mayBeBlank === true);

/** Parses the text that a person entered in a field. The message of a refusal is Spanish. */
export function readTyped(field: Field, typed: string): Reading {
  const text = typed.trim();
  if (text === '') return mayBeBlank(field) ? ok('') : field.isOptional ? ok(null) : wrong(missing);
  const read = parsed(field, text);
  if (!read.ok) return read;
  const fault = faultOf(field, read.value);
  return fault === null ? read : wrong(fault);
}

/** Returns the message about a text that a person typed into a field. Null if the text is valid. */
export function typedFault(field: Field, typed: string): string | null {
  const read = readTyped(field, typed);
  return read.ok ? null : read.error.message;
}

/** Returns the text to store for a typed text. Forms and calls both use this function. */
export const repairedText = (
  { isEmail, isName, isPhone, isLine, isUpper }: Partial<TextField>,
  typed: string,
): string => {
  if (isPhone) return repaired('phone', typed);
  if (isLine) return repaired('line', typed);
  const text = isEmail || isName ? repaired(isEmail ? 'email' : 'name', typed) : typed.trim();
  return isUpper ? text.toUpperCase() : text;
};

function parsed(field: Field, text: string): Reading {
  switch (field.kind) {
    case 'text':
      return ok(repairedText(field, text));
    case 'whole':
      return /^-?\d{1,12}$/.test(text) ? ok(Number(text)) : wrong('Escribe un número entero.');
    case 'decimal':
      return /^-?\d{1,9}(?:[.,]\d{1,6})?$/.test(text)
        ? ok(Number(text.replace(',', '.')))
        : wrong('Escribe un número con seis decimales a lo más.');
    case 'money':
    case 'percent': {
      const amount = fromQuetzales(typedMoney(field.kind === 'percent' ? text.replace(/%$/, '') : text));
      if (amount.ok) return ok(toQuetzales(amount.value));
      const isFine = amount.error.code === 'too_many_decimals';
      return wrong(
        isFine ? 'Escribe a lo sumo dos decimales.' : `Escribe un ${field.kind === 'money' ? 'monto' : 'porcentaje'}.`,
      );
    }
    case 'moment': {
      const moment = momentOf(text, field.isEnd === true);
      return moment === undefined ? wrong('Escribe una fecha con su hora.') : ok(moment);
    }
    case 'flag':
      return ok(text === 'true');
    case 'blocks':
      return blocksOf(text);
    default:
      return ok(text);
  }
}

/** Parses the blocks in the text of their field: JSON that the desk's control writes. */
const blocksOf = (text: string): Reading => {
  try {
    return ok(JSON.parse(text));
  } catch {
    return wrong('Los bloques no se pudieron leer.');
  }
};

/** Returns the moment of `2026-11-30T08:00` in Guatemala, which is six hours behind UTC all year. */
const momentOf = (text: string, isEnd: boolean): string | undefined => {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(text) ?? [];
  if (!parseCivilDate(day).ok || time > '23:59') return undefined;
  const moment = new Date(`${day}T${time}:${isEnd ? '59.999' : '00.000'}-06:00`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

/** Returns the Spanish message for a wrong value in a form or a call. Null if the value is valid. */
export function faultOf(field: Field, value: unknown): string | null {
  if (value === '' && mayBeBlank(field)) return null;
  if (value === null || value === '') return field.isOptional && value === null ? null : missing;
  switch (field.kind) {
    case 'text':
      return textFault(field, String(value));
    case 'whole':
      return isBetween(value, field.min, field.max, Number.isInteger)
        ? null
        : `Escribe un número de ${field.min} a ${field.max}.`;
    case 'decimal':
      return isBetween(value, field.min, field.max, (number) => Number(number.toFixed(6)) === number)
        ? null
        : `Escribe un número de ${field.min} a ${field.max}, con seis decimales a lo más.`;
    case 'money': {
      const { min = 0, max = maxQuetzales } = field;
      if (!isCentavos(value)) return 'Escribe a lo sumo dos decimales.';
      return isBetween(value, min, max) ? null : `Escribe un monto de ${amountText(min)} a ${amountText(max)}.`;
    }
    case 'percent':
      if (!isCentavos(value)) return 'Escribe a lo sumo dos decimales.';
      if (field.mayBeZero) return isBetween(value, 0, 100) ? null : 'Escribe un porcentaje de 0 a 100.';
      return isBetween(value, 0.01, 100) ? null : 'Escribe un porcentaje mayor que 0, de 100 a lo más.';
    case 'day':
      return parseCivilDate(String(value)).ok ? null : 'Escribe una fecha.';
    case 'reference':
      return (field.isCode ? /^[^\p{Cc}\p{Cs}]{1,64}$/u : /^\d{1,9}$/).test(String(value))
        ? null
        : 'Elige uno de la lista.';
    case 'hours': {
      const read = readHours(String(value));
      return read.ok ? null : read.error.text;
    }
    case 'exceptions': {
      const read = readExceptions(String(value));
      return read.ok ? null : read.error.text;
    }
    case 'blocks':
      return field.fault(value);
    case 'choice':
      return Object.hasOwn(field.values, String(value)) ? null : 'Elige uno de la lista.';
    default:
      return null;
  }
}

const amountText = (quetzales: number): string => formatQ(centavos(Math.round(quetzales * 100)));

const isBetween = (
  value: unknown,
  min: number,
  max: number,
  isKind: (value: number) => boolean = () => true,
): boolean => typeof value === 'number' && isKind(value) && value >= min && value <= max;

const isCentavos = (value: unknown): boolean => typeof value === 'number' && fromQuetzales(value).ok;

function textFault(
  { max, form, isEmail, isName, isPhone, isLong, isPlain }: Omit<TextField, 'kind'>,
  text: string,
): string | null {
  const surplus = lengthMessage(text, max);
  if (surplus !== null) return surplus;
  if (/[\p{Cc}\p{Cs}]/u.test(isLong ? text.replaceAll(/[\n\t]/g, '') : text))
    return 'Tiene caracteres que no se pueden mostrar.';
  if (form !== undefined && !hasForm(form, text)) return `Escribe ${form.words}.`;
  if (isEmail) return emailMessage(text, profileEmail);
  if (isName) return personMessage(text);
  if (isPhone) return phoneMessage(text, profilePhone);
  return isPlain ? plainTextMessage(text) : null;
}

/** Returns the text that a field shows for a value. */
export function typedOf(field: Field, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (field.kind === 'money') return Number(value).toFixed(2);
  if (field.kind === 'blocks') return JSON.stringify(value);
  if (field.kind === 'text' && field.isPhone) return formatTypedPhone(String(value));
  if (field.kind !== 'moment') return String(value);
  const { date, hour, minute } = guatemalaTime(new Date(String(value)));
  return `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
/** Returns a typed text in the form that messages show. */
export function shownOf(field: Field, typed: string): string {
  if (typed === '') return '';
  switch (field.kind) {
    case 'flag':
      return field.words[typed === 'true' ? 0 : 1];
    case 'choice':
      return field.values[typed] ?? typed;
    case 'moment':
      return typed.replace('T', ' ');
    case 'hours':
    case 'exceptions':
      return typed.replaceAll('|', ' | ');
    case 'money':
      return `Q${typed}`;
    case 'percent':
      return `${typed}%`;
    case 'blocks': {
      const { length } = JSON.parse(typed);
      return length === 1 ? '1 bloque' : `${length} bloques`;
    }
    default:
      return typed;
  }
}
