import type { z } from 'zod';
import { fieldNames } from './field-names.ts';

type Issue = z.core.$ZodRawIssue;

/** "la cantidad" with what agrees with it. */
interface FieldName {
  /** For the beginning of a sentence: "La cantidad". */
  subject: string;
  /** "cantidad". */
  noun: string;
  /** "una". */
  indefinite: string;
  isPlural: boolean;
  valid: string;
}

const endings: Record<string, Pick<FieldName, 'indefinite' | 'isPlural' | 'valid'>> = {
  el: { indefinite: 'un', isPlural: false, valid: 'válido' },
  la: { indefinite: 'una', isPlural: false, valid: 'válida' },
  los: { indefinite: 'unos', isPlural: true, valid: 'válidos' },
  las: { indefinite: 'unas', isPlural: true, valid: 'válidas' },
};

/** The innermost named field: `items.0.quantity` is "la cantidad", `items.0` is of "los productos". */
const nameOf = (path: readonly PropertyKey[]): string => {
  const key = path.findLast((part) => typeof part === 'string') ?? 'body';
  return fieldNames[key] ?? (key.startsWith('attr.') ? 'el filtro' : `el campo «${key}»`);
};

const fieldName = (name: string): FieldName => {
  const article = name.slice(0, name.indexOf(' '));
  const agreement = endings[article] ?? { indefinite: 'un', isPlural: false, valid: 'válido' };
  return {
    subject: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    noun: name.slice(article.length + 1),
    ...agreement,
  };
};

const isMissing = (input: unknown): boolean =>
  input === undefined ||
  input === null ||
  (typeof input === 'string' && input.trim() === '') ||
  (Array.isArray(input) && input.length === 0);

const invalid = ({ subject, isPlural, valid }: FieldName): string =>
  `${subject} no ${isPlural ? 'son' : 'es'} ${valid}.`;

const unitOf: Record<string, string> = { string: ' caracteres', array: ' elementos' };

/** What is wrong with a value that is there; undefined: nothing more than that it is wrong. */
const detailOf = (issue: Issue, field: FieldName): string | undefined => {
  const must = `${field.subject} ${field.isPlural ? 'deben' : 'debe'}`;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? `${must} ser un número entero.` : undefined;
    case 'too_small':
      return issue.origin in unitOf
        ? `${must} tener al menos ${issue.minimum}${unitOf[issue.origin]}.`
        : `${must} ser ${issue.minimum} o más.`;
    case 'too_big':
      if (issue.origin === 'file') return `${must} pesar como máximo ${Number(issue.maximum) / 1_048_576} MB.`;
      return issue.origin in unitOf
        ? `${must} tener como máximo ${issue.maximum}${unitOf[issue.origin]}.`
        : `${must} ser ${issue.maximum} o menos.`;
    case 'invalid_format':
      if (issue.format === 'email') return `Ingresa ${field.indefinite} ${field.noun} ${field.valid}.`;
      return issue.format === 'date' ? `${must} escribirse como AAAA-MM-DD.` : undefined;
    case 'invalid_value':
      return `${must} ser ${issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]+)$/, ' o $1')}.`;
    default:
      return undefined;
  }
};

/** A whole Spanish sentence about the field that is wrong (DEC-194), for zod's `error` option. */
export const fieldErrorText = (issue: Issue): string => {
  if (issue.code === 'unrecognized_keys') return unknownFieldText(issue.keys[0] ?? '');
  const name = nameOf(issue.path ?? []);
  if (isMissing(issue.input)) return `Ingresa ${name}.`;
  const field = fieldName(name);
  return detailOf(issue, field) ?? invalid(field);
};

/** For a field the call does not know. */
export const unknownFieldText = (key: string): string => `El campo «${key}» no existe en esta solicitud.`;
